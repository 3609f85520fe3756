"""The contract of a point -> the `Shape` of its payload: what may be found where, and of what type.

    shape_of(PreTool).field("tool_name")  ->  a string, at `tool_name`

Rules
-----
* What the contract leaves open is open here: a shape without kinds is any JSON; an object without fields may have any
  key. A shape says only what is certain.
* JSON gives strings, numbers, booleans, the symbol `null`, alists and lists; no other symbol, and nothing that is
  `eq?` to a literal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.deciding.point import Everywhere, Point
from chibi_hooks.hooks.deciding.statement import Stated, StatedField

JsonKind = Literal["string", "number", "boolean", "null", "object", "array", "entry", "missing"]
"""`entry`: the pair that `assoc` finds; `missing`: the `#f` in its place."""

WORDS: Final[Mapping[str, str]] = {
    "string": "a string",
    "number": "a number",
    "boolean": "a boolean",
    "null": "the symbol null",
    "object": "an object (an alist)",
    "array": "an array (a list)",
    "entry": "a pair (key . value)",
    "missing": "#f",
}


@dataclass(frozen=True, slots=True)
class Shape:
    """What a value that comes from a payload can be. No `kinds`: any JSON."""

    kinds: frozenset[JsonKind]
    path: str  # from the payload on: arguments.command; nothing for the payload itself
    fields: Mapping[str, Shape] | None = None  # of an object, where the contract states them
    member: Shape | None = None  # of an array: each of its members; of an entry: its value
    points: tuple[str, ...] = ()  # whose payload it is from
    is_sent: bool = True  # not so: it may be a value of the file's own that stands in for one that is missing

    def field(self, key: str) -> Shape | None:
        """What stands at a key; None where the contract has no such key."""
        if self.fields is None:
            return Shape(frozenset(), f"{self.path}.{key}".lstrip("."), points=self.points)
        return self.fields.get(key)

    @property
    def words(self) -> str:
        """What it is, for people."""
        return " or ".join(WORDS[each] for each in WORDS if each in self.kinds) or "any value"

    def is_only(self, *kinds: JsonKind) -> bool:
        """Is it certainly one of these?"""
        return bool(self.kinds) and self.kinds <= set(kinds)

    def may_be(self, *kinds: JsonKind) -> bool:
        """Can it be one of these?"""
        return not self.kinds or bool(self.kinds & set(kinds))


def any_json(path: str, points: tuple[str, ...] = ()) -> Shape:
    """Any JSON."""
    return Shape(frozenset(), path, points=points)


@cache
def _everywhere() -> Mapping[str, Shape]:
    return _fields(Everywhere.stated, "", ())


def shape_of(point: type[Point]) -> Shape:
    """The payload of a point."""
    fields = {**_everywhere(), **_fields(point.stated, "", (point.wire,))}
    return Shape(frozenset({"object"}), "", fields, points=(point.wire,))


def joined(shapes: Iterable[Shape]) -> Shape:
    """What is one of several."""
    one, *others = shapes
    for other in others:
        one = _either(one, other)
    return one


def _either(one: Shape, other: Shape) -> Shape:
    if one == other:
        return one
    kinds = one.kinds | other.kinds if one.kinds and other.kinds else frozenset[JsonKind]()
    points = tuple(dict.fromkeys((*one.points, *other.points)))
    fields: dict[str, Shape] | None = None
    if one.fields is not None and other.fields is not None:
        names = dict.fromkeys((*one.fields, *other.fields))
        fields = {each: _of_both(one.fields.get(each), other.fields.get(each)) for each in names}
    member = _either(one.member, other.member) if one.member is not None and other.member is not None else None
    path = one.path if one.path == other.path else one.path or other.path
    return Shape(kinds, path, fields, member, points, one.is_sent and other.is_sent)


def _of_both(one: Shape | None, other: Shape | None) -> Shape:
    if one is None or other is None:
        there = one or other
        assert there is not None
        return replace(there, kinds=there.kinds | {"missing"} if there.kinds else there.kinds)
    return _either(one, other)


def _fields(stated: Mapping[str, StatedField], path: str, points: tuple[str, ...]) -> dict[str, Shape]:
    found = {}
    for name, each in stated.items():
        key = each.alias or name
        below = f"{path}.{key}".lstrip(".")
        shape = _of_annotation(each.annotation, below, each.example, points)
        if not each.is_required and shape.kinds:
            shape = replace(shape, kinds=shape.kinds | {"missing", "null"})
        found[key] = shape
    return found


_SIMPLE: Final[Mapping[Any, JsonKind]] = {
    str: "string",
    bool: "boolean",
    int: "number",
    float: "number",
    NoneType: "null",
}


def _of_annotation(annotation: Any, path: str, example: Json, points: tuple[str, ...]) -> Shape:
    if annotation in _SIMPLE:
        return Shape(frozenset({_SIMPLE[annotation]}), path, points=points)
    origin, members = get_origin(annotation), get_args(annotation)
    if origin in (Union, UnionType):
        return joined(_of_annotation(each, path, None, points) for each in members)
    if origin is Annotated:
        return _of_annotation(members[0], path, example, points)
    if origin is list:
        member = _of_annotation(members[0], f"{path}.0", None, points)
        return Shape(frozenset({"array"}), path, member=member, points=points)
    if origin is dict:
        return Shape(frozenset({"object"}), path, points=points)
    if isinstance(annotation, type) and issubclass(annotation, Stated):
        return Shape(frozenset({"object"}), path, _fields(annotation.stated, path, points), points=points)
    if isinstance(example, dict):  # of any type by contract, an object as far as anybody has seen
        return Shape(frozenset({"object"}), path, points=points)
    return any_json(path, points)
