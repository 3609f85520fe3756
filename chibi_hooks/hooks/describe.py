"""A point -> its documentation: text for `points` and `hooks-docs`, one JSON object for programs, JSON Schemas for
validators.
"""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.point import Point


def describe(point: type[Point]) -> str:
    """The point in some lines of text; the first line says when it fires and whether an answer has an effect."""
    lines = [f"{point.wire}: {point.when} ({_effect(point)})", (point.__doc__ or "").strip(), "", "payload:"]
    lines += [f"  {_signature(name, info)}: {info.description}" for name, info in _payload_fields(point)]
    if point.can_modify:
        lines.append("may return:")
        lines += [
            f"  {name}: {point.outcome_fields[name].kind.wanted}: {info.description}"
            for name, info in point.Outcome.model_fields.items()
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
    model: type[BaseModel] = point if of == "payload" else point.Outcome
    made = model.model_json_schema()
    for each in (made, *made.get("$defs", {}).values()):
        _tidy(each, drop_null=model is not point)
    if of == "answer":
        made.pop("required", None)
    return {"title": f"{point.wire} {of}", **{key: value for key, value in made.items() if key != "title"}}


def _effect(point: type[Point]) -> str:
    if point.permission:
        return "a hook may deny"
    return "a hook may change it" if point.can_modify else "observe only"


def _payload_fields(point: type[Point]) -> list[tuple[str, FieldInfo]]:
    return [(info.alias or name, info) for name, info in point.model_fields.items()]


def _signature(name: str, info: FieldInfo) -> str:
    return f"{name}{'' if info.is_required() else '?'}: {_type_name(info.annotation)}"


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
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return "{" + ", ".join(annotation.model_fields) + "}"
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
