"""Values and an order that is described come in, keys go out that Python compares in the same way.

    <, string<?, string-ci<?, char<?             the values themselves, or their texts
    a comparison by a key (`relations`)          the keys of what the key gives
    an order of pairs, lists or vectors by       the keys of their parts, beside each other in a tuple;
      orders of their parts                        lists of them, where some have more than others
    that of the default comparator               see `default_order`

Rules: a procedure is described by who made it (`%comparing`), beside its code: it counts no more when the procedure is
given other code. What is described is an order that fits an equality (SRFI 128), so that of two parts neither of which
comes first the next ones decide. Where something is not foreseen there are no keys, and the caller sorts in Scheme.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import accumulate, chain
from operator import attrgetter
from types import FunctionType

from chibi_hooks.scheme.primitive import PRIMITIVES, primitive
from chibi_hooks.scheme.primitives.comparing.default_order import column_keys
from chibi_hooks.scheme.primitives.sequences.relations import Comparison, Comparisons
from chibi_hooks.scheme.running.leaves import is_leaf
from chibi_hooks.scheme.values.arguments import are, are_words, list_items
from chibi_hooks.scheme.values.data import FALSE, NIL, Char, Datum, String, Value
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.typenames import Any, Final

MOST: Final = 100_000  # elements sorted in one C call: 25 ms for random floats
CHARACTERS: Final = 4_000_000  # of all strings sorted in one C call, each compared 17 times at most: 10 ms
BITS: Final = 10_000_000  # of all integers likewise
FEW: Final = range(32)  # members of a list that need not be known to end

SortKey = Callable[[Value], Any]
Order = tuple[Callable[[list[Value]], list[Any] | None], SortKey | None, bool]  # see `orders`
Columns = list[list[Any]]  # keys of the same values: the next ones count where those before are the same
ColumnsOf = Callable[[Any, list[Value]], Columns | None]

NATURAL: Final = {"<": "=", "string<?": "string=?", "string-ci<?": "string-ci=?", "char<?": "char=?"}
"""Of orders the equality that holds where neither side comes first."""


class OfPairs(Datum):
    """The order of pairs by those of their cars, with the equality that goes with it, and of their cdrs."""

    __slots__ = ("same", "first", "other", "second")

    def __init__(self, same: Value, first: Value, other: Value, second: Value) -> None:
        self.same, self.first, self.other, self.second = same, first, other, second


class OfLists(Datum):
    """The order of lists by that of their members, and its equality; where one ends it comes first."""

    __slots__ = ("same", "member")

    def __init__(self, same: Value, member: Value) -> None:
        self.same, self.member = same, member


class OfVectors(OfLists):
    """The order of vectors by that of their elements; the shorter one comes first."""

    __slots__ = ()


class OfAnything(Datum):
    """The order of the default comparator."""

    __slots__ = ()


class SameIn(Datum):
    """The equality that holds where neither side comes first in an order."""

    __slots__ = ("order",)

    def __init__(self, order: Value) -> None:
        self.order = order


@primitive("%comparing", pure=False)
def comparing(procedure: Value, description: Value) -> Value:
    """(%comparing procedure description) -> the procedure, of which is known from now on what it compares by. That may
    be the procedure itself, or #f: nothing.
    """
    if (
        description is not procedure
        and description is not FALSE
        and procedure.__class__ is FunctionType
        and id(procedure) not in _primitives()
    ):
        procedure.__dict__["compares"] = procedure.__code__, description
    return procedure


@primitive("%same-in")
def same_in(order: Value) -> Value:
    """(%same-in order) -> a description of the equality that fits it."""
    return SameIn(order)


@primitive("%order-of-pairs")
def order_of_pairs(same: Value, first: Value, other: Value, second: Value) -> Value:
    """(%order-of-pairs car=? car<? cdr=? cdr<?) -> the order of pairs by those of their parts."""
    return OfPairs(same, first, other, second)


@primitive("%order-of-lists")
def order_of_lists(same: Value, member: Value) -> Value:
    """(%order-of-lists same? order) -> the order of lists by that of their members, to which the equality belongs."""
    return OfLists(same, member)


@primitive("%order-of-vectors")
def order_of_vectors(same: Value, member: Value) -> Value:
    """(%order-of-vectors same? order) -> the same of vectors."""
    return OfVectors(same, member)


@primitive("%order-of-anything")
def order_of_anything() -> Value:
    """(%order-of-anything) -> the order of the default comparator."""
    return OfAnything()


@primitive("%order-in")
def order_in(thunk: Value) -> Value:
    """(%order-in thunk) -> what the order compares by that a thunk gives, if it is one that may be called; or #f. The
    program itself asks only when it compares: what fails here is a matter for it.
    """
    if not is_leaf(thunk, 0):
        return FALSE
    try:
        told = described(thunk())
    except (AttributeError, TypeError, NameError, RecursionError, SchemeError):
        return FALSE
    return FALSE if told is None else told


def described(x: Value) -> Value | None:
    """What an order or equality compares by; None if it is not known."""
    if x.__class__ is FunctionType:
        if id(x) in _primitives():
            return x
        told = x.__dict__.get("compares")
        if told is None or told[0] is not x.__code__:
            return None
        x = told[1]
    return x if x.__class__ in _DESCRIPTIONS or id(x) in _primitives() else None


def _fits(same: Value, order: Value) -> bool:
    """Does an equality hold where neither side comes first in the order?"""
    told = described(same)
    if told.__class__ is SameIn:
        return told.order is order
    if told.__class__ is Comparison and order.__class__ is Comparison:
        return _fits(told.relation, order.relation)
    return (id(told), id(order)) in _natural()


def ascending(order: Value, items: list[Value]) -> list[Any] | None:
    """The keys of values by a described order; None if they cannot be told. Raises what else a key raises."""
    columns = _columns(order, items)
    if columns is None:
        return None
    return columns[0] if len(columns) == 1 else list(zip(*columns, strict=True)) if columns else [()] * len(items)


def _columns(order: Value, items: list[Value]) -> Columns | None:
    known = orders().get(id(order))
    if known is not None:
        taken, _, reverse = known
        keys = None if reverse else taken(items)
        return None if keys is None else [keys]
    columns_of = _COLUMNS.get(order.__class__)
    return columns_of(order, items) if columns_of is not None and len(items) <= MOST else None


def _by_key(order: Comparison, items: list[Value]) -> Columns | None:
    keys = order.keys(items)
    return None if keys is None else _columns(order.relation, keys)


def _by_all(order: Comparisons, items: list[Value]) -> Columns | None:
    found: Columns = []
    for step in order.steps:
        columns = _columns(step, items)
        if columns is None:
            return None
        found += columns
    return found


def _of_pairs(order: OfPairs, items: list[Value]) -> Columns | None:
    one, other = _fitting(order.same, order.first), described(order.second)
    if one is None or other is None:
        return None
    first = _columns(one, [x.car for x in items])
    second = _columns(other, [x.cdr for x in items]) if first is not None else None
    return None if first is None or second is None else first + second


def _of_lists(order: OfLists, items: list[Value]) -> Columns | None:
    rows = _rows(items)
    if rows is not None:
        told = _fitting(order.same, order.member)
        members = rows[0] if len(rows) == 1 else list(chain.from_iterable(rows))
        keys = ascending(told, members) if told is not None and len(members) <= MOST else None
        if keys is None or keys is members:  # which are their own keys
            return keys and rows
        size = len(items)
        return [keys[i : i + size] for i in range(0, len(keys), size)]
    members = []
    ends: list[int] = []
    for rest in items:
        for _ in FEW:
            if rest is NIL:
                break
            members.append(rest.car)
            rest = rest.cdr
        else:
            members += list_items("list-sort", 2, rest)
        ends.append(len(members))
    parts = _in_parts(order, members, ends)
    return None if parts is None else [parts]


def _rows(items: list[Value]) -> list[list[Value]] | None:
    """The first members of lists, the second ones and so on; None where they are not equally long and short."""
    rows: list[list[Value]] = []
    try:
        for _ in FEW:
            if items[0] is NIL:
                return rows if rows and not [x for x in items if x is not NIL] else None
            rows.append([x.car for x in items])
            items = [x.cdr for x in items]
    except (AttributeError, IndexError):
        pass  # one is shorter, or none; or there is none
    return None


def _of_vectors(order: OfVectors, items: list[Value]) -> Columns | None:
    parts = _in_parts(order, [x for each in items for x in each.v], list(accumulate(len(each.v) for each in items)))
    return None if parts is None else [list(map(len, parts)), parts]


def _in_parts(order: OfLists, members: list[Value], ends: list[int]) -> list[Any] | None:
    """The keys of the members of each list, told together; `ends` are those of the lists among them."""
    told = _fitting(order.same, order.member)
    keys = ascending(told, members) if told is not None and len(members) <= MOST else None
    return None if keys is None else [keys[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def _fitting(same: Value, order: Value) -> Value | None:
    """What the order compares by, if the equality holds where neither side comes first."""
    if (id(same), id(order)) in _natural():
        return order
    told = described(order)
    return told if told is not None and _fits(same, told) else None


def _of_anything(order: OfAnything, items: list[Value]) -> Columns | None:
    keys = column_keys(items, _of_leaves)
    return None if keys is None else [keys]


def _of_leaves(items: list[Value]) -> list[Any] | None:
    """The keys of strings, of characters, or of real numbers."""
    name = {String: "string<?", Char: "char<?"}.get(items[0].__class__ if items else int, "<")
    return ascending(PRIMITIVES[name].function, items)


_COLUMNS: Final[dict[type, ColumnsOf]] = {
    Comparison: _by_key,
    Comparisons: _by_all,
    OfPairs: _of_pairs,
    OfLists: _of_lists,
    OfVectors: _of_vectors,
    OfAnything: _of_anything,
}
_DESCRIPTIONS: Final = frozenset({*_COLUMNS, SameIn})


def _reals(items: list[Value]) -> list[Any] | None:
    """The items, if they are integers and floats; a NaN has no place in an order."""
    if are_words(items):
        return items
    if are(items, int):
        bits = max(max(items).bit_length(), min(items).bit_length()) * len(items) if items else 0
        return items if bits <= BITS else None
    bits = 0
    for x in items:
        if x.__class__ is int:
            bits += x.bit_length()
        elif x.__class__ is not float or x != x:
            return None
    return items if bits <= BITS else None


def _texts(items: list[Value]) -> list[Any] | None:
    """The texts of strings."""
    try:
        texts = list(map(_text_of, items))
    except AttributeError:  # there is one that is none
        return None
    return texts if sum(map(len, texts)) <= CHARACTERS else None


def _folded_texts(items: list[Value]) -> list[Any] | None:
    """The texts of strings, as they are compared where case does not count."""
    texts = _texts(items)
    if texts is None:
        return None
    folded = [each.casefold() for each in texts]
    return folded if sum(map(len, folded)) <= CHARACTERS else None


def _folded_of(x: Value) -> str:
    folded: str = x.s.casefold()
    return folded


def _characters(items: list[Value]) -> list[Any] | None:
    """The texts of characters."""
    try:
        return list(map(_char_of, items))
    except AttributeError:
        return None


_text_of: Final = attrgetter("s")
_char_of: Final = attrgetter("c")


@cache
def orders() -> dict[int, Order]:
    """By identity of the procedure: what gives the keys of all elements, or None; the key of one, and the direction."""
    rows: dict[str, Order] = {
        "<": (_reals, None, False),
        ">": (_reals, None, True),
        "string<?": (_texts, _text_of, False),
        "string>?": (_texts, _text_of, True),
        "string-ci<?": (_folded_texts, _folded_of, False),
        "string-ci>?": (_folded_texts, _folded_of, True),
        "char<?": (_characters, _char_of, False),
        "char>?": (_characters, _char_of, True),
    }
    return {id(PRIMITIVES[name].function): row for name, row in rows.items()}


@cache
def _natural() -> frozenset[tuple[int, int]]:
    """Of `NATURAL` the identities of equality and order."""
    rows = [(PRIMITIVES[same], PRIMITIVES[order]) for order, same in NATURAL.items()]
    return frozenset((id(same.function), id(order.function)) for same, order in rows)


@cache
def _primitives() -> dict[int, str]:
    """All primitives by identity: they are what they compare by."""
    return {id(each.function): name for name, each in PRIMITIVES.items()}
