"""The statement of a hook point -> everything that follows from it: wire name, checks, fold table; describe.py adds
schema and text.

    class PreTool(Point):
        '''A tool is about to run: change its arguments, or block it.'''

        when = "before a tool runs"
        tool_name: str = told("name of the tool", "shell_exec")
        arguments: Json = told("its arguments", {"command": "ls"})

        class Outcome(Decision):
            block: Annotated[bool, decides()] = answered("true blocks the call", False)
            message: Annotated[str | None, beside("block", default="blocked")] = answered("shown instead")

Rules
-----
* One class in `points/<family>.py` is the whole statement; nothing else lists points.
* A field of an outcome without a rule is a TypeError when the class is made, and so is a `beside` without its leader.
* Payload fields that some version of the agent lacks are optional, and what an agent adds passes through. A
  documented field that is missing is reported and does not stop the fire: a guard that sees half a payload is better
  than none. A wrong type is refused.
* The checks are made from the annotations; pydantic's own validators are never built, because building all of them
  costs 45 ms of a cold start. What pydantic gives is the form of the statement, the outcome object and the JSON
  Schema.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import NoneType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.checks import Check, check_of
from chibi_hooks.hooks.errors import BadPayload, UnknownPoint, did_you_mean
from chibi_hooks.hooks.rules import (
    ANY,
    BOOLEAN,
    COUNT,
    INTEGER,
    OBJECT,
    STRING,
    STRINGS,
    Beside,
    Decides,
    Kind,
    OutcomeField,
    Rule,
)
from chibi_hooks.hooks.steps import kind_of
from chibi_hooks.scheme.folder import modules_of

__all__ = ["POINTS", "Count", "Decision", "Json", "Object", "Part", "Point", "answered", "find", "told"]

Count = Annotated[int, Field(ge=0)]  # an integer, 0 or more
Object = dict[str, Any]  # a JSON object of any content


def told(text: str, example: Json = PydanticUndefined, *, optional: bool = False, alias: str | None = None) -> Any:
    """A payload field: what it is, and a value as one would meet it; `optional`: some version or some situation lacks
    it.
    """
    examples = None if example is PydanticUndefined else [example]
    default = None if optional else PydanticUndefined
    return Field(default=default, description=text, examples=examples, alias=alias)


def answered(text: str, default: Json = None) -> Any:
    """A field of an outcome: what it does, and what the outcome shows when nobody set it."""
    return Field(default=default, description=text)


class Part(BaseModel):
    """An object inside a payload, such as a member of `tools`."""

    model_config = ConfigDict(extra="allow", defer_build=True)


class Decision(BaseModel):
    """The fields an answer may have at a point, and after the fold the outcome; every field carries its rule."""

    model_config = ConfigDict(extra="allow", defer_build=True, protected_namespaces=())

    rules: ClassVar[Mapping[str, OutcomeField]] = {}

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        cls.rules = _outcome_fields(cls)


class Point(BaseModel):
    """A hook point: the fields are its payload's, `Outcome` is what may be answered; the docstring is for authors of
    hooks.
    """

    model_config = ConfigDict(extra="allow", defer_build=True, protected_namespaces=())

    when: ClassVar[str]  # "before a tool runs"
    note: ClassVar[str] = ""  # what else the author of a hook should know
    permission: ClassVar[bool] = False  # deny-only and fail-safe (points/permission.py)

    wire: ClassVar[str] = ""  # the name on the wire: pre_tool
    family: ClassVar[str] = ""  # the file it is stated in: tool
    can_modify: ClassVar[bool] = False  # has an answer any effect?
    outcome_fields: ClassVar[Mapping[str, OutcomeField]] = {}  # in the order of their declaration
    fold_order: ClassVar[tuple[OutcomeField, ...]] = ()  # without those that stand beside another; deciding ones first
    companions: ClassVar[Mapping[str, str]] = {}  # a field that stands beside -> its leader
    checks: ClassVar[Mapping[str, tuple[Check, bool]]] = {}  # payload field -> its check, and whether it is optional

    Outcome: ClassVar[type[Decision]] = Decision  # stated as a class inside; as it is here, the point only observes

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        if not isinstance(getattr(cls, "when", None), str):
            raise TypeError(f'{cls.__name__}: a hook point says when it fires: `when = "before …"`')
        cls.wire = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
        cls.family = cls.__module__.rpartition(".")[2]
        cls.outcome_fields = cls.Outcome.rules
        cls.companions = {
            each.name: each.rule.leader for each in cls.outcome_fields.values() if isinstance(each.rule, Beside)
        }
        leading = [each for each in cls.outcome_fields.values() if each.name not in cls.companions]
        cls.fold_order = tuple(sorted(leading, key=lambda each: not isinstance(each.rule, Decides)))
        cls.can_modify = bool(leading)
        cls.checks = {
            each.alias or name: (check_of(each.annotation), not each.is_required())
            for name, each in cls.model_fields.items()
        }
        if cls.wire in _stated:
            raise TypeError(f"{cls.__name__}: there is a hook point called {cls.wire} already")
        _stated[cls.wire] = cls

    @classmethod
    def admit(cls, payload: Json) -> tuple[str, ...]:
        """Check a payload; gives the names of the documented fields that it lacks.

        Raises BadPayload when it is not an object or when a documented field has a wrong type.
        """
        if not isinstance(payload, dict):
            raise BadPayload(f"{cls.wire}: wanted a JSON object as the payload, got {kind_of(payload)}")
        missing: list[str] = []
        for name, (check, optional) in cls.checks.items():
            if name not in payload:
                if not optional:
                    missing.append(name)
                continue
            fault = check(payload[name])
            if fault is not None and not (optional and payload[name] is None):
                raise BadPayload(f"{cls.wire}: {name}{fault}")
        return tuple(missing)


_stated: Final[dict[str, type[Point]]] = {}

if TYPE_CHECKING:
    POINTS: Mapping[str, type[Point]] = {}  # every hook point by its wire name; read by `__getattr__` below


def __getattr__(name: str) -> Any:
    """`POINTS`: loaded when somebody asks, because the families import this module."""
    if name == "POINTS":
        return _load()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def find(name: str) -> type[Point]:
    """The hook point of that name. Raises UnknownPoint, with a near name if there is one."""
    points = _load()
    if name not in points:
        hint = did_you_mean(name, points) if len(name) <= 64 else ""
        raise UnknownPoint(f'there is no hook point "{name[:64]}"{hint or ": `chibi-hooks points` lists them"}')
    return points[name]


@cache
def _load() -> Mapping[str, type[Point]]:
    """Import every family; the order is that of the files' names, then of the statements."""
    package = "chibi_hooks.hooks.points"
    for _ in modules_of(package, import_module(package).__path__):
        pass
    return {name: point for name, point in _stated.items() if point.__module__.startswith(package)}


def _outcome_fields(outcome: type[Decision]) -> Mapping[str, OutcomeField]:
    found: dict[str, OutcomeField] = {}
    for name, info in outcome.model_fields.items():
        rules = [each for each in info.metadata if isinstance(each, Rule)]
        if len(rules) != 1:
            raise TypeError(f"{outcome.__qualname__}.{name}: wanted one fold rule in its annotation, got {len(rules)}")
        found[name] = OutcomeField(name, rules[0], _kind_of(outcome, name, info))
    for each in found.values():
        if isinstance(each.rule, Beside) and each.rule.leader not in found:
            raise TypeError(
                f"{outcome.__qualname__}.{each.name}: it stands beside {each.rule.leader}, which is no field"
            )
    return {name: _with_companions(each, found) for name, each in found.items()}


def _with_companions(leader: OutcomeField, fields: Mapping[str, OutcomeField]) -> OutcomeField:
    companions = (each for each in fields.values() if isinstance(each.rule, Beside) and each.rule.leader == leader.name)
    return OutcomeField(leader.name, leader.rule, leader.kind, tuple(companions))


_KINDS: Final[tuple[tuple[Any, Kind], ...]] = (
    (str, STRING), (bool, BOOLEAN), (Count, COUNT), (int, INTEGER), (list[str], STRINGS), (Object, OBJECT), (Any, ANY),
)  # fmt: skip


def _kind_of(outcome: type[Decision], name: str, info: FieldInfo) -> Kind:
    wanted = info.annotation
    if get_origin(wanted) is not None and NoneType in get_args(wanted):
        wanted = next(each for each in get_args(wanted) if each is not NoneType)
    for annotation, kind in _KINDS:
        if annotation == wanted:
            return kind
    raise TypeError(f"{outcome.__qualname__}.{name}: an answer has no fields of type {wanted!r}")
