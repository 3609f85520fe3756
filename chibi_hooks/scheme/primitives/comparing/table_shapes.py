"""The equality of a comparator in, an empty hash table over it out: of pairs, lists and vectors of what
our tables know (`values.shaped_keys`).

Rule: what each equality compares by is known from who made it (`ordering.described`).
"""

from __future__ import annotations

from types import FunctionType

from chibi_hooks.scheme.primitive import PRIMITIVES, primitive
from chibi_hooks.scheme.primitives.comparing.ordering import OfAnything, OfLists, OfPairs, OfVectors, SameIn, described
from chibi_hooks.scheme.values.data import FALSE, Value, cons
from chibi_hooks.scheme.values.errors import wrong_type
from chibi_hooks.scheme.values.hashing import HashTable, default_key, equal_key, eqv_key, number_key
from chibi_hooks.scheme.values.shaped_keys import (
    KeyOf,
    keeping_values,
    key_of_character,
    key_of_string,
    of_lists,
    of_pairs,
    of_vectors,
)
from chibi_hooks.typenames import Final

PARTS: Final[dict[str, KeyOf]] = {
    "=": number_key,
    "string=?": key_of_string,
    "char=?": key_of_character,
    "equal?": equal_key,
    "eqv?": eqv_key,
}
"""By the name of an equality what makes keys for it."""
DEEPEST: Final = 8  # comparators of comparators


@primitive("%hash-table-compared", pure=False)
def hash_table_compared(same: Value, hash_function: Value) -> Value:
    """(%hash-table-compared same? hash) -> an empty table over that equality of a comparator; #f where it is not known
    what it compares by. Nothing may have been registered with the default comparator.
    """
    made = _kept(same)
    return FALSE if made is None else HashTable("comparator", None, made, (same, hash_function))


@primitive("%hash-table-equality")
def hash_table_equality(table: Value) -> Value:
    """(%hash-table-equality table) -> (same? . hash), what such a table was made with."""
    if table.__class__ is not HashTable or table.equality is None:
        raise wrong_type("%hash-table-equality", 1, "a table over a comparator", table)
    same, hash_function = table.equality
    return cons(same, hash_function)


def _kept(same: Value) -> tuple[KeyOf, KeyOf] | None:
    """What makes the keys of an equality that are looked for, and those that are put in: the same for all of its
    tables, so that these are known to be alike.
    """
    if same.__class__ is not FunctionType:
        return None
    kept: tuple[object, tuple[KeyOf, KeyOf] | None] | None = same.__dict__.get("keyed")
    if kept is None or kept[0] is not same.__code__:
        sought = _shape(same, DEEPEST)
        made = None if sought is None else (sought, keeping_values(sought))
        kept = same.__dict__["keyed"] = same.__code__, made
    return kept[1]


def _shape(same: Value, depth: int) -> KeyOf | None:
    """What makes the keys of an equality."""
    told = described(same)
    if told.__class__ is not SameIn:
        return next((key_of for name, key_of in PARTS.items() if told is PRIMITIVES[name].function), None)
    order = told.order
    if order.__class__ is OfAnything:
        return default_key
    if order.__class__ not in (OfPairs, OfLists, OfVectors) or depth == 0:
        return None
    first = _shape(order.same, depth - 1)
    if order.__class__ is OfPairs:
        second = _shape(order.other, depth - 1)
        return of_pairs(first, second) if first is not None and second is not None else None
    made = of_lists if order.__class__ is OfLists else of_vectors
    return made(first) if first is not None else None
