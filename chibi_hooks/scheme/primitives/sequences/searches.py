"""A member and a list come in; the tail that begins with it goes out: memq, memv, member (R7RS 6.4).

Rules, of `entries` too: a search ends on a circular list; it looks for a cycle only after `FIRST_STEPS` members. The
loops are written out one by one, because `assoc` with a string and `memq` are what hooks do all day. The key decides
which it is: one that is the same as itself only is compared by identity, whatever the procedure, and an exact integer
by Python's `==`, which refuses what is no number.
"""

from __future__ import annotations

from collections.abc import Callable

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.values.arguments import CYCLE_CHECK, not_a_list
from chibi_hooks.scheme.values.data import FALSE, NIL, Char, Pair, String, Symbol, Value
from chibi_hooks.scheme.values.equality import equal, equal_pairs, eqv
from chibi_hooks.scheme.values.flat_keys import ALONE
from chibi_hooks.scheme.values.frozen import LiteralPair
from chibi_hooks.scheme.values.indexed import COUNTED, FAR, IndexedPair, count, known
from chibi_hooks.scheme.values.lists import proper_length
from chibi_hooks.scheme.values.numbers import Gaussian, Ratio
from chibi_hooks.typenames import Final

FIRST_STEPS: Final = range(CYCLE_CHECK)
KEPT: Final = 512  # literal lists whose tails are kept by what they begin with: more than a large home searches
KEPT_KINDS: Final = frozenset({String, Symbol, Char, int})  # by which
ITSELF: Final = frozenset({Symbol, Char, int})  # of these, the kinds that `eqv?` tells as a dictionary does
WORTH: Final = 4  # members: fewer are looked at as fast
LONGEST: Final = 10_000  # members of such a list
MOST: Final = 100_000  # of all of them: some 10 MB
SHORT: Final = range(10)  # members that `memv` looks at itself

SEVERAL: Final = frozenset({float, complex, Ratio, Gaussian, Char})  # of what other objects may be `eqv?`

_tails: Final[dict[int, tuple[Value, dict[Value, Value] | None]]] = {}  # by the identity of what nobody can change
_searched: Final[dict[int, Value]] = {}  # such lists that were searched once, of late


def _identical(who: str, x: Value, a: Value) -> Value:
    """The first tail whose car is the very object x, or #f."""
    if type(a) is IndexedPair and x.__class__ is Symbol and (found := known(a, Symbol, x)) is not None:
        return found
    rest = a
    steps = FIRST_STEPS
    try:
        while True:
            for n in steps:
                if rest is NIL:
                    if n > FAR and COUNTED():
                        count(a)
                    return FALSE
                if rest.car is x:
                    if n > FAR and COUNTED():
                        count(a)
                    return rest
                rest = rest.cdr
            steps = steps_left(who, rest, a)
    except AttributeError:
        raise not_a_list(who, 2, a) from None


@primitive("memq")
def memq(x: Value, a: Value) -> Value:
    """(memq x list) -> the first tail whose car is eq? to x, or #f. Exact integers are compared as eqv? does."""
    if x.__class__ is int:
        return _integer("memq", x, a)
    if type(a) is not Pair and x.__class__ is Symbol and (found := _at_once(x, Symbol, x, a)) is not None:
        return found
    rest = a
    nil = NIL
    try:
        for n in FIRST_STEPS:
            if rest is nil:
                if n > FAR and COUNTED():
                    count(a)
                return FALSE
            if rest.car is x:
                if n > FAR and COUNTED():
                    count(a)
                return rest
            rest = rest.cdr
    except AttributeError:
        raise not_a_list("memq", 2, a) from None
    return _identical("memq", x, a)


def _at_once(x: Value, kind: type, wanted: Value, a: Value) -> Value | None:
    """The first tail that begins with x, if more is known of the list; None if who asks shall look."""
    if type(a) is IndexedPair:
        return known(a, kind, wanted)
    if type(a) is LiteralPair:
        kept = _tails.get(id(a))
        tails = kept[1] if kept is not None and kept[0] is a else _tails_of(a)
        if tails is not None:
            return tails.get(wanted, FALSE)
    return None


def _integer(who: str, x: Value, a: Value) -> Value:
    """The first tail whose car is that exact integer, or #f."""
    if a.__class__ is Pair and a.car.__class__ is not int:  # the others will hardly be numbers
        return _member(who, eqv, x, a, a)
    if type(a) is not Pair and (found := _at_once(x, int, x, a)) is not None:
        return found
    return _integer_further(who, x, a)


def _integer_further(who: str, x: Value, a: Value) -> Value:
    """The same of a list that is walked along."""
    rest = a
    nil = NIL
    steps = FIRST_STEPS
    try:
        while True:
            for n in steps:
                if rest is nil:
                    if n > FAR and COUNTED():
                        count(a)
                    return FALSE
                if rest.car == x and rest.car.__class__ is int:
                    if n > FAR and COUNTED():
                        count(a)
                    return rest
                rest = rest.cdr
            steps = steps_left(who, rest, a)
    except AttributeError:
        raise not_a_list(who, 2, a) from None
    except TypeError:  # at a member that is no number
        return _member(who, eqv, x, rest, a)


@primitive("memv")
def memv(x: Value, a: Value) -> Value:
    """(memv x list) -> the first tail whose car is eqv? to x, or #f."""
    kind = x.__class__
    if type(a) is LiteralPair and kind in ITSELF:
        kept = _tails.get(id(a))  # as `_at_once` does, which takes as long to call as a few members to look at
        tails = kept[1] if kept is not None and kept[0] is a else _tails_of(a)
        if tails is not None and (kind is not Char or x.c <= "\uffff"):
            return tails.get(x, FALSE)
    if kind is int:
        rest = a
        nil = NIL
        if rest is nil:
            return FALSE
        try:
            if rest.car.__class__ is int:  # else the others will hardly be numbers
                for _ in SHORT:
                    if rest is nil:
                        return FALSE
                    if rest.car == x and rest.car.__class__ is int:
                        return rest
                    rest = rest.cdr
        except (AttributeError, TypeError):
            pass
        return _integer_further("memv", x, a) if type(a) is LiteralPair else _integer("memv", x, a)
    if kind in SEVERAL and (kind is not Char or x.c > "\uffff"):
        return _member("memv", eqv, x, a, a)
    rest = a
    for _ in SHORT:  # to call for a few members would take as long as to look at them
        if rest.__class__ is not Pair:
            break
        if rest.car is x:
            return rest
        rest = rest.cdr
    return FALSE if rest is NIL else _identical("memv", x, a)


@primitive("member")
def member(x: Value, a: Value) -> Value:
    """(member x list) -> the first tail whose car is equal? to x, or #f."""
    kind = x.__class__
    if kind is not String:
        if kind is int:
            return _integer("member", x, a)
        if kind is Pair:
            return _pair_among(x, a)
        return _identical("member", x, a) if kind in ALONE else _member("member", equal, x, a, a)
    s = x.s
    if type(a) is not Pair and (found := _at_once(x, String, s, a)) is not None:
        return found
    rest = a
    steps = FIRST_STEPS
    try:
        while True:
            for n in steps:
                if rest is NIL:
                    if n > FAR and COUNTED():
                        count(a)
                    return FALSE
                candidate = rest.car
                if candidate.__class__ is String and candidate.s == s:
                    if n > FAR and COUNTED():
                        count(a)
                    return rest
                rest = rest.cdr
            steps = steps_left("member", rest, a)
    except AttributeError:
        raise not_a_list("member", 2, a) from None


def _tails_of(a: Value) -> dict[Value, Value] | None:
    """The tails of a literal's list by the strings, symbols, characters or exact integers that they begin with; None
    for a short list, or one with others, and the first time: each tail of a list that is walked down is searched once.
    """
    if id(a) not in _searched:
        if len(_searched) >= KEPT:
            _searched.clear()
        _searched[id(a)] = a
        return None
    found: dict[Value, Value] = {}
    rest = a
    kind = a.car.__class__
    if kind in KEPT_KINDS:
        for _ in range(LONGEST):
            if rest.__class__ is not Pair or rest.car.__class__ is not kind:
                break
            found.setdefault(getattr(rest.car, "s", rest.car), rest)
            rest = rest.cdr
    made = found if rest is NIL and len(found) >= WORTH else None
    _make_room_for(len(made or ()))
    _tails[id(a)] = (a, made)
    return made


def _make_room_for(count: int) -> None:
    """Forget the oldest until there is room for one more list, and for so many members."""
    while (kept := list(_tails.items())) and (
        len(kept) >= KEPT or count + sum(len(tails or ()) for _, (_, tails) in kept) > MOST
    ):
        _tails.pop(kept[0][0], None)


def _member(who: str, same: Callable[[Value, Value], bool], x: Value, rest: Value, a: Value) -> Value:
    """The first tail from `rest` on whose car is the same as x, or #f; `a` is the whole list."""
    steps = FIRST_STEPS
    if x.__class__ is int:
        same = same_integer
    try:
        while True:
            for _ in steps:
                if rest is NIL:
                    return FALSE
                candidate = rest.car
                if candidate is x or same(candidate, x):
                    return rest
                rest = rest.cdr
            steps = steps_left(who, rest, a)
    except AttributeError:
        raise not_a_list(who, 2, a) from None


def _pair_among(x: Value, a: Value) -> Value:
    """The first tail whose car is equal to a pair, or #f. What begins with something else is looked at no further."""
    first = x.car
    kind = first.__class__
    rest = a
    nil = NIL
    steps = FIRST_STEPS
    try:
        while True:
            for _ in steps:
                if rest is nil:
                    return FALSE
                candidate = rest.car
                if candidate.__class__ is Pair:
                    other = candidate.car
                    if (
                        other is first
                        or other.__class__ is kind is not Symbol  # no other symbol is the same
                        and (other == first if kind is int else other.s == first.s if kind is String else True)
                    ) and equal_pairs(candidate, x):
                        return rest
                rest = rest.cdr
            steps = steps_left("member", rest, a)
    except AttributeError:
        raise not_a_list("member", 2, a) from None


def same_integer(a: Value, b: Value) -> bool:
    """`eqv?` beside an exact integer."""
    return a.__class__ is int and a == b


def steps_left(who: str, rest: Value, a: Value) -> range:
    """What remains of a long search, once it is known that the list ends. Raises SchemeError if it does not."""
    n = proper_length(rest)
    if n is None:
        raise not_a_list(who, 2, a)
    return range(n + 1)
