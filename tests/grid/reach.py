"""A value -> the data in it that can be changed, and whether any of it was."""

from __future__ import annotations

from gc import get_referents
from types import CellType, FunctionType
from typing import Any, Final

from chibi_hooks.scheme.primitives.control.parameters import Parameter
from chibi_hooks.scheme.primitives.control.promises import Promise
from chibi_hooks.scheme.values.data import Bytevector, Datum, Pair, Record, RecordType, String, Symbol, Value, Vector
from chibi_hooks.scheme.values.hashing import HashTable
from chibi_hooks.scheme.values.ports import Port

CHANGEABLE: Final = (Pair, Vector, Bytevector, String, Record, HashTable, Port, Promise, Parameter)  # by `type`
STANDS: Final = (RecordType, Symbol)
THROUGH: Final = (list, tuple, dict, CellType)
CONSTANT: Final = ("comparator",)  # records that nothing changes


def changeable(x: Value) -> dict[int, Value]:
    """Everything that can be changed and is reached from a value, through data and what procedures close over; by
    identity.
    """
    found: dict[int, Value] = {}
    seen: set[int] = set()
    waiting: list[Any] = [x]
    while waiting:
        each = waiting.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if type(each) in CHANGEABLE and not (hasattr(each, "literal") or _is_constant(each)):
            found[id(each)] = each
        if isinstance(each, FunctionType):
            waiting += each.__closure__ or ()
        elif isinstance(each, (Datum, *THROUGH)) and not isinstance(each, STANDS):
            waiting += get_referents(each)
    return found


def _is_constant(x: Value) -> bool:
    return x.__class__ is Record and x.kind.type_name.strip("<>") in CONSTANT


def snapshot(x: list[Value]) -> list[tuple[Value, tuple[Any, ...]]]:
    """The lists, vectors, strings and bytevectors in lists of Scheme data, with what is in them now."""
    taken: dict[int, tuple[Value, tuple[Any, ...]]] = {}
    waiting: list[Value] = list(x)
    while waiting:
        each = waiting.pop()
        if each.__class__ in (Pair, Vector, Bytevector, String) and id(each) not in taken:
            taken[id(each)] = each, _inside(each)
            waiting += taken[id(each)][1]
    return list(taken.values())


def is_as_before(taken: list[tuple[Value, tuple[Any, ...]]]) -> bool:
    """Whether nothing was changed since the snapshot."""
    return all(_same(before, _inside(each)) for each, before in taken)


def _same(before: tuple[Any, ...], now: tuple[Any, ...]) -> bool:
    if len(before) != len(now):
        return False
    return all(a is b or (type(a) in (int, str) and a == b) for a, b in zip(before, now, strict=True))


def _inside(x: Value) -> tuple[Any, ...]:
    if x.__class__ is Pair:
        return x.car, x.cdr
    if x.__class__ is String:
        return (x.s,)
    return tuple(x.v) if x.__class__ is Vector else tuple(x.b)
