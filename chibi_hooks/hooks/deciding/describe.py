"""A point -> its documentation: text for `points` and `hooks-docs`, one JSON object for programs, JSON Schemas for
validators.
"""

from __future__ import annotations

from functools import cache
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.deciding.point import Count, Point
from chibi_hooks.hooks.deciding.statement import Absent, FromZero, Stated, StatedField

if TYPE_CHECKING:
    from pydantic import BaseModel


def describe(point: type[Point]) -> str:
    """The point in some lines of text; the first line says when it fires and whether an answer has an effect."""
    lines = [f"{point.wire}: {point.when} ({_effect(point)})", (point.__doc__ or "").strip(), "", "payload:"]
    lines += [f"  {_signature(name, info)}: {info.description}" for name, info in _payload_fields(point)]
    if point.can_modify:
        lines.append("may return:")
        lines += [
            f"  {name}: {each.kind.wanted}: {point.Outcome.stated[name].description}"
            for name, each in point.outcome_fields.items()
        ]
    else:
        lines.append("returns nothing: it only observes")
    if point.note:
        lines.append(f"note: {point.note}")
    return "\n".join(lines)


def statement(point: type[Point]) -> dict[str, Json]:
    """The point as one JSON object: name, family, when, effect, note, and the schemas of payload and answer."""
    return {
        "name": point.wire,
        "family": point.family,
        "when": point.when,
        "about": (point.__doc__ or "").strip(),
        "can_modify": point.can_modify,
        "permission": point.permission,
        "note": point.note,
        "payload": schema(point),
        "answer": schema(point, "answer"),
    }


def schema(point: type[Point], of: Literal["payload", "answer"] = "payload") -> dict[str, Json]:
    """The JSON Schema of the payload, or of what may be answered. Fields nobody documented are allowed in both."""
    stated: Any = point if of == "payload" else point.Outcome
    made = _model_of(stated).model_json_schema()
    for each in (made, *made.get("$defs", {}).values()):
        _tidy(each, drop_null=of == "answer")
    if of == "answer":
        made.pop("required", None)
    return {"title": f"{point.wire} {of}", **{key: value for key, value in made.items() if key != "title"}}


def _effect(point: type[Point]) -> str:
    if point.permission:
        return "a hook may deny"
    return "a hook may change it" if point.can_modify else "observe only"


@cache
def _model_of(stated: Any) -> type[BaseModel]:  # a type[Stated]; mypy does not know that classes can be hashed
    """The same as a model of pydantic, which knows how to say it as a JSON Schema."""
    from pydantic import ConfigDict, Field, create_model  # 100 ms of a start

    fields: dict[str, Any] = {}
    for name, each in stated.stated.items():
        said: dict[str, Any] = {"alias": each.alias, "description": each.description or None}
        said["examples"] = None if each.example is Absent else [each.example]
        said["ge"] = 0 if FromZero in each.metadata else None
        fields[name] = (_modelled(each.annotation), Field(... if each.is_required else each.default, **said))
    config = ConfigDict(extra="allow", protected_namespaces=())
    return create_model(stated.__name__, __config__=config, __doc__=stated.__doc__, **fields)


def _modelled(annotation: Any) -> Any:
    """An annotation with models in place of parts that are stated."""
    from pydantic import Field  # see above

    if annotation == Count:
        return Annotated[int, Field(ge=0)]
    if _is_stated(annotation):
        return _model_of(annotation)
    origin, members = get_origin(annotation), get_args(annotation)
    if origin in (Union, UnionType):
        return Union[tuple(map(_modelled, members))]  # noqa: UP007 - of members known now
    if origin is list:
        return list[_modelled(members[0])]  # type: ignore[misc]
    return annotation


def _is_stated(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, Stated)


def _payload_fields(point: type[Point]) -> list[tuple[str, StatedField]]:
    return [(each.alias or name, each) for name, each in point.stated.items()]


def _signature(name: str, stated: StatedField) -> str:
    return f"{name}{'' if stated.is_required else '?'}: {_type_name(stated.annotation)}"


def _type_name(annotation: Any) -> str:
    names = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null", Any: "any value"}
    if annotation in names:
        return names[annotation]
    origin: Any = get_origin(annotation)
    members: tuple[Any, ...] = get_args(annotation)
    if origin is list:
        return f"array of {_type_name(members[0])}"
    if origin is dict:
        return "object"
    if origin is Annotated:
        return _type_name(members[0])
    if _is_stated(annotation):
        return "{" + ", ".join(annotation.stated) + "}"
    return " or ".join(_type_name(each) for each in members)


def _tidy(made: dict[str, Json], drop_null: bool) -> None:
    """Take out what pydantic says about Python only: titles, defaults, and (in answers) the null of a field nobody
    set.
    """
    for name, each in made.get("properties", {}).items():
        each.pop("title", None)
        each.pop("default", None)
        choices = [one for one in each.get("anyOf", ()) if one != {"type": "null"}]
        if drop_null and len(choices) == 1:
            made["properties"][name] = {**choices[0], **{key: value for key, value in each.items() if key != "anyOf"}}
