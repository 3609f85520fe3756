"""A vector and an order come in that is a primitive itself or calls nothing but primitives, the sorted vector goes out:
the quick way of `(srfi 132)`.

Rules: no procedure of the program is called that is no leaf (`running.leaves`); any other order, and elements that a
primitive does not fit, are answered with #f, and the caller sorts in Scheme, where a wrong element is complained about.
"""

from __future__ import annotations

from functools import cmp_to_key, partial

from chibi_hooks.scheme.primitive import PRIMITIVES, primitive
from chibi_hooks.scheme.primitives.comparing.ordering import MOST, Order, SortKey, ascending, described, orders
from chibi_hooks.scheme.primitives.sequences.relations import Comparison, Comparisons
from chibi_hooks.scheme.running.leaves import begun_again, is_leaf
from chibi_hooks.scheme.values.arguments import elements, list_items, span
from chibi_hooks.scheme.values.data import CHARS, FALSE, Pair, Value, to_list, vector_of
from chibi_hooks.scheme.values.errors import WORDING, SchemeError, fail
from chibi_hooks.typenames import Any, Final

FEW: Final = 16  # integers that may be of any size: they are compared 50 times at most
INTEGERS: Final = frozenset({int})


@primitive("%sort-by-primitive")
def sort_by_primitive(order: Value, vector: Value, start: Value, end: Value) -> Value:
    """(%sort-by-primitive order vector start end) -> a new sorted vector, stable; #f where the caller must sort."""
    v = elements("vector-sort", 2, vector)
    first, last = span("vector-sort", 3, len(v), start, end)
    made = _sorted(order, v[first:last])
    return FALSE if made is None else vector_of(made)


@primitive("%list-sort-by-primitive")
def list_sort_by_primitive(order: Value, a: Value) -> Value:
    """(%list-sort-by-primitive order list) -> a new sorted list, stable; #f where the caller must sort."""
    if a.__class__ is not Pair and described(order) is None and not callable(order):
        return FALSE  # mostly they are given the other way round: the order is complained of
    made = _sorted(order, list_items("list-sort", 2, a))
    return FALSE if made is None else to_list(made)


@primitive("%list-sorted", returns="members")
def list_sorted(a: Value, order: Value) -> list[Value]:
    """(%list-sorted list order) -> a new sorted list, stable, by an order that is foreseen."""
    known = orders().get(id(order))
    if known is not None:
        items = list_items("list-sort", 2, a)
        if (quick := _by_keys(known, items, items)) is not None:
            return quick
    elif not callable(order):
        raise _no_order(order)
    made: list[Value] = members_sorted(list_items("list-sort", 2, a), order)
    return made


@primitive("%members-sorted")
def members_sorted(items: Value, order: Value) -> Value:
    """(%members-sorted members order) -> the same of the members of a list, as members."""
    if not callable(order):
        raise _no_order(order)
    made = _sorted(order, items)
    return sorted(items, key=_by_leaf(order)) if made is None else made


@primitive("%letters-sorted")
def letters_sorted(text: Value, order: Value) -> Value:
    """(%letters-sorted text order) -> the same of the characters of a text by `char<?` or `char>?`, as a text."""
    if len(text) > MOST:
        return "".join([each.c for each in members_sorted([CHARS[each] for each in text], order)])
    return "".join(sorted(text, reverse=order is PRIMITIVES["char>?"].function))


def _no_order(got: Value) -> SchemeError:
    return fail("error", f"wanted a procedure as order, got {WORDING.short(got)}", got, who="list-sort")


def _sorted(order: Value, items: list[Value]) -> list[Value] | None:
    """The elements in order, as far as that can be done without the caller."""
    known = orders().get(id(order))
    if known is not None:
        return _by_keys(known, items, items)
    told = order if order.__class__ is Comparison else described(order)
    if len(items) < 2:
        return items[:] if told is not None or callable(order) else None
    if told is None:
        return begun_again(lambda: sorted(items, key=_by_leaf(order))) if is_leaf(order, 2) else None
    if told.__class__ is Comparisons:
        return _sorted_by_all(told.steps, items)
    if told.__class__ is Comparison and (known := orders().get(id(told.relation))) is not None:
        keys = told.keys(items) if len(items) <= MOST else None
        return _by_keys(known, keys, items) if keys is not None else None
    return _by_parts(told, items)


def _by_parts(order: Value, items: list[Value]) -> list[Value] | None:
    """The elements in an order of several parts. What fails for an element the program may never ask of it."""
    try:
        keys = begun_again(lambda: ascending(order, items))
    except (AttributeError, TypeError, ValueError, LookupError, ArithmeticError, SchemeError):
        return None
    return None if keys is None else _in_order(items, keys)


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
    taken, key, reverse = known
    if key is None and len(items) <= FEW and INTEGERS.issuperset(map(type, keys)):
        told: list[Any] | None = keys
    else:
        told = taken(keys) if len(items) <= MOST else None
    if told is None:
        return None
    if keys is items:
        return sorted(items, key=key, reverse=reverse)
    return _in_order(items, told, reverse)


def _in_order(items: list[Value], keys: list[Any], reverse: bool = False) -> list[Value]:
    """The items in the order of their keys: the sort asks for the key of each once, in turn."""
    return sorted(items, key=partial(next, iter(keys)), reverse=reverse)


def _by_leaf(order: Value) -> SortKey:
    """The key of an order that is a leaf: it is asked whether the second element comes before the first."""

    def compared(x: Value, y: Value) -> int:
        return 0 if order(x, y) is FALSE else -1

    return cmp_to_key(compared)
