"""A vector and an order come in that is a primitive itself or calls nothing but primitives, the sorted vector goes out:
the quick way of `(srfi 132)`.

Rules: no procedure of the program is called that is no leaf (`running.leaves`); any other order, and elements that a
primitive does not fit, are answered with #f, and the caller sorts in Scheme, where a wrong element is complained about.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cmp_to_key
from operator import attrgetter

from chibi_hooks.scheme.primitive import PRIMITIVES, primitive
from chibi_hooks.scheme.primitives.relations import Comparison, Comparisons
from chibi_hooks.scheme.running.leaves import begun_again, is_leaf
from chibi_hooks.scheme.values.arguments import are, elements, list_items, span
from chibi_hooks.scheme.values.data import FALSE, Char, String, Value, Vector, to_list
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.typenames import Any, Final

MOST: Final = 100_000  # elements sorted in one C call: 25 ms for random floats
CHARACTERS: Final = 4_000_000  # of all strings sorted in one C call, each compared 17 times at most: 10 ms
BITS: Final = 10_000_000  # of all integers likewise

SortKey = Callable[[Value], Any]
Order = tuple[Callable[[list[Value]], bool], SortKey | None, bool]  # see `_orders`


@primitive("%sort-by-primitive")
def sort_by_primitive(order: Value, vector: Value, start: Value, end: Value) -> Value:
    """(%sort-by-primitive order vector start end) -> a new sorted vector, stable; #f where the caller must sort."""
    v = elements("vector-sort", 2, vector)
    first, last = span("vector-sort", 3, len(v), start, end)
    made = _sorted(order, v[first:last])
    return FALSE if made is None else Vector(made)


@primitive("%list-sort-by-primitive")
def list_sort_by_primitive(order: Value, a: Value) -> Value:
    """(%list-sort-by-primitive order list) -> a new sorted list, stable; #f where the caller must sort."""
    made = _sorted(order, list_items("list-sort", 2, a))
    return FALSE if made is None else to_list(made)


def _sorted(order: Value, items: list[Value]) -> list[Value] | None:
    """The elements in order, as far as that can be done without the caller."""
    if len(items) < 2:
        return items[:]
    if order.__class__ is Comparisons:
        return _sorted_by_all(order.steps, items)
    known = _orders().get(id(order))
    if known is not None:
        return _by_keys(known, items, items)
    if order.__class__ is not Comparison:
        return begun_again(lambda: sorted(items, key=_by_leaf(order))) if is_leaf(order, 2) else None
    known = _orders().get(id(order.relation))
    keys = order.keys(items) if known is not None and len(items) <= MOST else None
    return _by_keys(known, keys, items) if known is not None and keys is not None else None


def _sorted_by_all(steps: tuple[Value, ...], items: list[Value]) -> list[Value] | None:
    """The elements in the order of the first step, then of the second, and so on: sorted by the last one first. What
    fails for an element may never be asked of it by the program: it sorts itself then.
    """
    for step in reversed(steps):
        try:
            made = _sorted(step, items)
        except (AttributeError, TypeError, ValueError, LookupError, ArithmeticError, SchemeError):
            return None
        if made is None:
            return None
        items = made
    return items


def _by_keys(known: Order, keys: list[Value], items: list[Value]) -> list[Value] | None:
    """The items in the order of their keys; None if one is no such key, or there are too many."""
    fits, key, reverse = known
    if len(items) > MOST or not fits(keys):
        return None
    if keys is items:
        return sorted(items, key=key, reverse=reverse)
    keys = keys if key is None else list(map(key, keys))
    return list(map(items.__getitem__, sorted(range(len(items)), key=keys.__getitem__, reverse=reverse)))


def _by_leaf(order: Value) -> SortKey:
    """The key of an order that is a leaf: it is asked whether the second element comes before the first."""

    def compared(x: Value, y: Value) -> int:
        return 0 if order(x, y) is FALSE else -1

    return cmp_to_key(compared)


def _are_reals(items: list[Value]) -> bool:
    """Integers and floats; a NaN has no place in an order."""
    if are(items, int):
        return not items or max(max(items).bit_length(), min(items).bit_length()) * len(items) <= BITS
    bits = 0
    for x in items:
        if x.__class__ is int:
            bits += x.bit_length()
        elif x.__class__ is not float or x != x:
            return False
    return bits <= BITS


def _are_strings(items: list[Value]) -> bool:
    return are(items, String) and sum(map(len, map(_text_of, items))) <= CHARACTERS


def _are_chars(items: list[Value]) -> bool:
    return are(items, Char)


_text_of: Final = attrgetter("s")
_char_of: Final = attrgetter("c")


@cache
def _orders() -> dict[int, Order]:
    """By identity of the procedure: whether it takes all elements, the key to sort by, and the direction."""
    rows: dict[str, Order] = {
        "<": (_are_reals, None, False),
        ">": (_are_reals, None, True),
        "string<?": (_are_strings, _text_of, False),
        "string>?": (_are_strings, _text_of, True),
        "char<?": (_are_chars, _char_of, False),
        "char>?": (_are_chars, _char_of, True),
    }
    return {id(PRIMITIVES[name].function): row for name, row in rows.items()}
