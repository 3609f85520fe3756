"""An annotation of a payload field -> a check of JSON values: None, or what is wrong, as the end of a message.

    check_of(list[Tool])([{"name": 1}])     ->  '[0].name: wanted a string, got 1'

Only the annotations that payloads use are known; another one is a TypeError when the point is made.
"""

from __future__ import annotations

from collections.abc import Callable
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.deciding.statement import Stated
from chibi_hooks.hooks.deciding.steps import brief

Check = Callable[[Json], str | None]


def check_of(annotation: Any) -> Check:
    """The check that belongs to an annotation. Raises TypeError where none is known."""
    origin = get_origin(annotation)
    if annotation is Any:
        return _anything
    if origin in (Union, UnionType):
        parts = [each for each in get_args(annotation) if each is not NoneType]
        if len(parts) == 1:
            return _or_null(check_of(parts[0]))
    if origin is Annotated:
        return check_of(get_args(annotation)[0])
    if annotation is dict or origin is dict:
        return _object
    if annotation is list or origin is list:
        members = get_args(annotation)
        return _array_of(check_of(members[0])) if members else _array
    if isinstance(annotation, type) and issubclass(annotation, Stated):
        return _object_with({name: check_of(each.annotation) for name, each in annotation.stated.items()})
    if annotation in _SIMPLE:
        return _SIMPLE[annotation]
    raise TypeError(f"no check is known for a payload field of type {annotation!r}")


def _anything(value: Json) -> str | None:
    return None


def _wanted(what: str, value: Json) -> str:
    return f": wanted {what}, got {brief(value)}"


def _string(value: Json) -> str | None:
    return None if isinstance(value, str) else _wanted("a string", value)


def _boolean(value: Json) -> str | None:
    return None if isinstance(value, bool) else _wanted("true or false", value)


def _integer(value: Json) -> str | None:
    return None if isinstance(value, int) and not isinstance(value, bool) else _wanted("an integer", value)


def _number(value: Json) -> str | None:
    return None if isinstance(value, int | float) and not isinstance(value, bool) else _wanted("a number", value)


def _object(value: Json) -> str | None:
    return None if isinstance(value, dict) else _wanted("an object", value)


def _array(value: Json) -> str | None:
    return None if isinstance(value, list) else _wanted("an array", value)


_SIMPLE: dict[Any, Check] = {str: _string, bool: _boolean, int: _integer, float: _number}


def exact_of(check: Check) -> type | None:
    """The class of which every instance passes, so that nobody needs to ask: `object` where everything does; None where
    there is none."""
    return _PASSING.get(check)


_PASSING: dict[Check, type] = {
    _anything: object, _string: str, _boolean: bool, _integer: int, _object: dict, _array: list,
}  # fmt: skip


def _or_null(check: Check) -> Check:
    return lambda value: None if value is None else check(value)


def _array_of(check: Check) -> Check:
    if check is _anything:
        return _array

    def all_members(value: Json) -> str | None:
        if not isinstance(value, list):
            return _wanted("an array", value)
        for index, member in enumerate(value):
            fault = check(member)
            if fault is not None:
                return f"[{index}]{fault}"
        return None

    return all_members


def _object_with(checks: dict[str, Check]) -> Check:
    def all_fields(value: Json) -> str | None:
        if not isinstance(value, dict):
            return _wanted("an object", value)
        for name, check in checks.items():
            fault = check(value[name]) if name in value else None
            if fault is not None:
                return f".{name}{fault}"
        return None

    return all_fields
