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
* Points stand in tables: ours in `POINTS`, the events of another agent in a table of its own, with the same machine:

      class Event(Point, table=PointTable("claude-code", spelled=str)): ...  # no `when`: what its events have in common
      class Bye(Event): when = "…"

* A field of an outcome without a rule is a TypeError when the class is made, and so is a `beside` without its leader.
* Payload fields that some version of the agent lacks are optional, and what an agent adds passes through. A
  documented field that is missing is reported and does not stop the fire: a guard that sees half a payload is better
  than none. A wrong type is refused.
* The form of the statement is statement.py's, the checks are made from the annotations (checks.py), the JSON Schema by
  pydantic when somebody asks (describe.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from importlib import import_module
from types import NoneType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, get_args, get_origin

from chibi_hooks.folder import modules_of
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.deciding.checks import Check, check_of, exact_of
from chibi_hooks.hooks.deciding.rules import (
    ANY,
    BOOLEAN,
    COUNT,
    INTEGER,
    OBJECT,
    STRING,
    STRINGS,
    Beside,
    Decides,
    OutcomeField,
    Rule,
    ValueKind,
)
from chibi_hooks.hooks.deciding.statement import Absent, FromZero, Stated, StatedField
from chibi_hooks.hooks.errors import BadPayload, UnknownPoint, did_you_mean
from chibi_hooks.hooks.payload import kind_of
from chibi_hooks.inlined import inlined

__all__ = [
    "ALLOWING",
    "POINTS",
    "Count",
    "Decision",
    "Everywhere",
    "Json",
    "Object",
    "PayloadPart",
    "Point",
    "PointTable",
    "answered",
    "find",
    "told",
]

ALLOWING: Final = "pre_permission"  # the one point where an answer may skip the agent's user

Count = Annotated[int, FromZero]
Object = dict[str, Any]  # a JSON object of any content


def told(text: str, example: Json = Absent, *, optional: bool = False, alias: str | None = None) -> Any:
    """A payload field: what it is, and a value as one would meet it; `optional`: some version or some situation lacks
    it.
    """
    return StatedField(None if optional else Absent, text, example, alias)


def answered(text: str, default: Json = None) -> Any:
    """A field of an outcome: what it does, and what the outcome shows when nobody set it."""
    return StatedField(default, text)


class PayloadPart(Stated):
    """An object inside a payload, such as a member of `tools`."""


class Decision(Stated):
    """The fields an answer may have at a point, and after the fold the outcome; every field carries its rule."""

    rules: ClassVar[Mapping[str, OutcomeField]] = {}

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.rules = _outcome_fields(cls)


def snake_case(name: str) -> str:
    """`PreTool` -> `pre_tool`: how our own points are called."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class PointTable(dict[str, "type[Point]"]):
    """The points of one agent by their names on its wire; `agent` is empty for our own, `spelled` makes the wire name
    of a class's name.
    """

    def __init__(self, agent: str = "", spelled: Callable[[str], str] = snake_case) -> None:
        super().__init__()
        self.agent = agent
        self.spelled = spelled

    def key(self, wire: str) -> str:
        """What the point is called among those of all agents: `pre_tool`, `claude-code:Stop`."""
        return f"{self.agent}:{wire}" if self.agent else wire

    def find(self, name: str) -> type[Point]:
        """The point of that name. Raises UnknownPoint, with a near name if there is one."""
        if name not in self:
            whose = f" of {self.agent}" if self.agent else ""
            hint = did_you_mean(name, self) if len(name) <= 64 else ""
            listed = "" if self.agent else ": `chibi-hooks points` lists them"
            raise UnknownPoint(f'there is no hook point "{name[:64]}"{whose}{hint or listed}')
        return self[name]


_OURS: Final = PointTable()

SolePlan = tuple[tuple[str, ...], tuple[type | None, ...] | None, bool]  # what is set; of which classes; so ordered?
Admitted = tuple[str, Check, type | None, bool]  # a payload field, its check, a class that passes, is it optional?
CommonField = tuple[str, Check, type | None]  # the same of a field that every point may have


class Point(Stated):
    """A hook point: the fields are its payload's, `Outcome` is what may be answered; the docstring is for authors of
    hooks.
    """

    when: ClassVar[str]  # "before a tool runs"
    note: ClassVar[str] = ""  # what else the author of a hook should know
    permission: ClassVar[bool] = False  # deny-only and fail-safe (points/permission.py)
    lenient: ClassVar[bool] = False  # chibi only observes here: what a hook's last expression gives is no failure
    refuses: ClassVar[bool] = True  # can a denial still keep anything from happening?

    table: ClassVar[PointTable] = _OURS  # where it stands
    wire: ClassVar[str] = ""  # the name on the wire: pre_tool
    key: ClassVar[str] = ""  # the same among the points of all agents
    family: ClassVar[str] = ""  # the file it is stated in: tool
    can_modify: ClassVar[bool] = False  # has an answer any effect?
    outcome_fields: ClassVar[Mapping[str, OutcomeField]] = {}  # in the order of their declaration
    fold_order: ClassVar[tuple[OutcomeField, ...]] = ()  # without those that stand beside another; deciding ones first
    whoever_decides: ClassVar[tuple[OutcomeField, ...]] = ()  # those that are read after a decision, too
    shapes: ClassVar[dict[tuple[str, ...], tuple[OutcomeField, ...]]] = {}  # keys of an answer -> what the fold reads
    plans: ClassVar[dict[tuple[str, ...], SolePlan]] = {}  # the same of an answer that is the only one
    companions: ClassVar[Mapping[str, str]] = {}  # a field that stands beside -> its leader
    checks: ClassVar[Mapping[str, tuple[Check, bool]]] = {}  # payload field -> its check, and whether it is optional
    admission: ClassVar[tuple[Admitted, ...]] = ()  # the same, to be gone through
    common: ClassVar[tuple[CommonField, ...] | None] = None  # of those of all points; made once asked

    Outcome: ClassVar[type[Decision]] = Decision  # stated as a class inside; as it is here, the point only observes

    def __init_subclass__(cls, *, table: PointTable | None = None, **kwargs: Any) -> None:
        """`table`: where it stands, and what is made of it."""
        super().__init_subclass__(**kwargs)
        if table is not None:
            cls.table = table
        if not isinstance(getattr(cls, "when", None), str):
            if table is not None:  # what the points of a table have in common
                return
            raise TypeError(f'{cls.__name__}: a hook point says when it fires: `when = "before …"`')
        cls.wire = cls.table.spelled(cls.__name__)
        cls.key = cls.table.key(cls.wire)
        cls.family = cls.__module__.rpartition(".")[2]
        cls.outcome_fields = cls.Outcome.rules
        cls.companions = {
            each.name: each.rule.leader for each in cls.outcome_fields.values() if isinstance(each.rule, Beside)
        }
        leading = [each for each in cls.outcome_fields.values() if each.name not in cls.companions]
        cls.whoever_decides = tuple(each for each in leading if each.rule.whoever_decides)
        cls.fold_order = tuple(sorted(leading, key=_turn))
        cls.shapes = {}
        cls.plans = {}
        cls.common = None
        cls.can_modify = bool(leading)
        cls.checks = {
            each.alias or name: (check_of(each.annotation), not each.is_required) for name, each in cls.stated.items()
        }
        cls.admission = tuple(
            (name, check, exact_of(check), optional) for name, (check, optional) in cls.checks.items()
        )
        if cls.wire in cls.table:
            raise TypeError(f"{cls.__name__}: there is a hook point called {cls.wire} already")
        cls.table[cls.wire] = cls

    @classmethod
    def admit(cls, payload: Json) -> tuple[str, ...]:
        """Check a payload; gives the names of the documented fields that it lacks.

        Raises BadPayload when it is not an object or when a documented field has a wrong type.
        """
        return admitted(cls, cls.admission, payload)


@inlined
def admitted(point: type[Point], admission: Sequence[Admitted], payload: Json) -> tuple[str, ...]:
    """The same, for who has the point's `admission`: to ask the class takes as long as the rest. Raises BadPayload."""
    if not isinstance(payload, dict):
        raise BadPayload(f"{point.wire}: wanted a JSON object as the payload, got {kind_of(payload)}")
    missing: tuple[str, ...] = ()
    there = 0
    for name, check, exact, optional in admission:
        if name not in payload:
            if not optional:
                missing += (name,)
            continue
        there += 1
        if exact is not object and type(payload[name]) is not exact:
            fault = check(payload[name])
            if fault is not None and not (optional and payload[name] is None):
                raise BadPayload(f"{point.wire}: {name}{fault}")
    if there < len(payload) and point.table is _OURS:
        _admit_common(point, payload)
    return missing


class Everywhere(PayloadPart):
    """What the payload of every one of our points may have besides its own: who asks, and where."""

    agent: str = told("the agent whose event this is", "claude-code", optional=True)
    session_id: str = told("its conversation", "8f2c", optional=True)
    turn_id: str = told("the turn in it", "t-3", optional=True)
    cwd: str = told("its working directory", "/home/ada/demo", optional=True)
    project_root: str = told("directory of the project", "/home/ada/demo", optional=True)
    permission_mode: str = told("what it may do without asking, in its own word", "default", optional=True)
    subagent: Json = told("the sub-agent in which it happens: id and type", optional=True)
    transcript: str = told("file of the conversation", optional=True)
    native: Json = told("the agent's own event, as it came", optional=True)


def _admit_common(point: type[Point], payload: Mapping[str, Json]) -> None:
    """Check what the payload has of the fields that every point may have. Raises BadPayload."""
    if point.common is None:
        point.common = _everywhere(point.checks)
    for name, check, exact in point.common:
        value = payload.get(name)
        if value is not None and value.__class__ is not exact:
            fault = check(value)
            if fault is not None:
                raise BadPayload(f"{point.wire}: {name}{fault}")


def _everywhere(own: Collection[str]) -> tuple[CommonField, ...]:
    """Those that are none of these, without those of any type."""
    fields = [(name, check_of(each.annotation)) for name, each in Everywhere.stated.items() if name not in own]
    return tuple((name, check, exact_of(check)) for name, check in fields if exact_of(check) is not object)


if TYPE_CHECKING:
    POINTS: PointTable = PointTable()  # every hook point by its wire name; read by `__getattr__` below


def __getattr__(name: str) -> Any:
    """`POINTS`: loaded when somebody asks, because the families import this module."""
    if name == "POINTS":
        return _load()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def find(name: str) -> type[Point]:
    """The hook point of that name. Raises UnknownPoint, with a near name if there is one."""
    return _load().find(name)


def _turn(each: OutcomeField) -> int:
    """When a field is read within one answer: what no decision ends, then what decides, then the rest."""
    return 0 if each.rule.whoever_decides else 1 if isinstance(each.rule, Decides) else 2


@cache
def _load() -> PointTable:
    """Import every family; the order is that of the files' names, then of the statements."""
    package = "chibi_hooks.hooks.points"
    for _ in modules_of(package, import_module(package).__path__):
        pass
    return _OURS


def _outcome_fields(outcome: type[Decision]) -> Mapping[str, OutcomeField]:
    found: dict[str, OutcomeField] = {}
    inherited = {name for base in outcome.__mro__[1:] for name in getattr(base, "rules", ())}
    for name, info in sorted(outcome.stated.items(), key=lambda each: each[0] in inherited):  # its own first
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


_KINDS: Final[tuple[tuple[Any, ValueKind], ...]] = (
    (str, STRING), (bool, BOOLEAN), (Count, COUNT), (int, INTEGER), (list[str], STRINGS), (Object, OBJECT), (Any, ANY),
)  # fmt: skip


def _kind_of(outcome: type[Decision], name: str, info: StatedField) -> ValueKind:
    wanted = info.annotation
    if get_origin(wanted) is not None and NoneType in get_args(wanted):
        wanted = next(each for each in get_args(wanted) if each is not NoneType)
    for annotation, kind in _KINDS:
        if annotation == wanted:
            return kind
    raise TypeError(f"{outcome.__qualname__}.{name}: an answer has no fields of type {wanted!r}")
