"""A key and a list come in; the tail or the entry that has the key goes out: memq to assoc (R7RS 6.4).

Rules: a search ends on a circular list too; it looks for a cycle only after `FIRST_STEPS` members. The loops are
written out one by one, because `assoc` with a string and `memq` are what hooks do all day. The key decides which it is:
one that is the same as itself only is compared by identity, whatever the procedure, and an exact integer by Python's
`==`, which refuses what is no number.
"""

from __future__ import annotations

from collections.abc import Callable

from chibi_hooks.scheme.primitive import internal, primitive
from chibi_hooks.scheme.values.arguments import CYCLE_CHECK, not_a_list
from chibi_hooks.scheme.values.data import FALSE, NIL, Char, Pair, String, Symbol, Value
from chibi_hooks.scheme.values.equality import equal, equal_pairs, eqv
from chibi_hooks.scheme.values.errors import SchemeError, wrong_type
from chibi_hooks.scheme.values.flat_keys import ALONE
from chibi_hooks.scheme.values.frozen import LiteralPair
from chibi_hooks.scheme.values.indexed import COUNTED, FAR, IndexedPair, count, known
from chibi_hooks.scheme.values.lists import proper_length
from chibi_hooks.scheme.values.numbers import Gaussian, Ratio
from chibi_hooks.typenames import Final

FIRST_STEPS: Final = range(CYCLE_CHECK)
KEPT: Final = 512  # literal lists whose tails are kept by strings or symbols: more than a large home searches
WORTH: Final = 4  # members: fewer are looked at as fast
LONGEST: Final = 10_000  # members of such a list
SHORT: Final = range(10)  # members that `memv` looks at itself
PAIRED: Final = range(6)  # twice as many entries after each of which `assoc` asks for the end; then it runs into it

SEVERAL: Final = frozenset({float, complex, Ratio, Gaussian, Char})  # of what other objects may be `eqv?`

_tails: Final[dict[int, tuple[Value, dict[Value, Value] | None]]] = {}  # by the identity of what nobody can change


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
            steps = _steps_left(who, rest, a)
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
    if type(a) is IndexedPair and (found := known(a, int, x)) is not None:
        return found
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
            steps = _steps_left(who, rest, a)
    except AttributeError:
        raise not_a_list(who, 2, a) from None
    except TypeError:  # at a member that is no number
        return _member(who, eqv, x, rest, a)


@primitive("memv")
def memv(x: Value, a: Value) -> Value:
    """(memv x list) -> the first tail whose car is eqv? to x, or #f."""
    kind = x.__class__
    if kind is int:
        return _integer("memv", x, a)
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
            steps = _steps_left("member", rest, a)
    except AttributeError:
        raise not_a_list("member", 2, a) from None


def _tails_of(a: Value) -> dict[Value, Value] | None:
    """The tails of a literal's list by the strings, or the symbols, that they begin with; None for a short list, or one
    with others."""
    found: dict[Value, Value] = {}
    rest = a
    kind = a.car.__class__
    if kind is String or kind is Symbol:
        for _ in range(LONGEST):
            if rest.__class__ is not Pair or rest.car.__class__ is not kind:
                break
            found.setdefault(getattr(rest.car, "s", rest.car), rest)
            rest = rest.cdr
    made = found if rest is NIL and len(found) >= WORTH else None
    while len(_tails) >= KEPT:
        _tails.pop(next(iter(_tails), 0), None)
    _tails[id(a)] = (a, made)
    return made


def _member(who: str, same: Callable[[Value, Value], bool], x: Value, rest: Value, a: Value) -> Value:
    """The first tail from `rest` on whose car is the same as x, or #f; `a` is the whole list."""
    steps = FIRST_STEPS
    if x.__class__ is int:
        same = _same_integer
    try:
        while True:
            for _ in steps:
                if rest is NIL:
                    return FALSE
                candidate = rest.car
                if candidate is x or same(candidate, x):
                    return rest
                rest = rest.cdr
            steps = _steps_left(who, rest, a)
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
                        or other.__class__ is kind
                        and (other == first if kind is int else other.s == first.s if kind is String else True)
                    ) and equal_pairs(candidate, x):
                        return rest
                rest = rest.cdr
            steps = _steps_left("member", rest, a)
    except AttributeError:
        raise not_a_list("member", 2, a) from None


@primitive("assq")
def assq(x: Value, a: Value) -> Value:
    """(assq key alist) -> the first pair whose car is eq? to key, or #f. Exact integers are compared as eqv? does."""
    if x.__class__ is int:
        return _entry_of_integer("assq", x, a)
    rest = a
    nil = NIL
    try:
        if rest is nil:
            return FALSE
        entry = rest.car
        if entry.car is x:
            return entry
        rest = rest.cdr
        if rest is nil:
            return FALSE
        entry = rest.car
        if entry.car is x:
            return entry
        rest = rest.cdr
        if rest is nil:
            return FALSE
        entry = rest.car
        if entry.car is x:
            return entry
        rest = rest.cdr
        if rest is nil:
            return FALSE
        entry = rest.car
        if entry.car is x:
            return entry
        rest = rest.cdr
        if type(a) is IndexedPair and x.__class__ is Symbol and (tail := known(a, Symbol, x, True)) is not None:
            return tail if tail is FALSE else tail.car
        for n in FIRST_STEPS:
            if rest is nil:
                if n > FAR and COUNTED():
                    count(a, entries=True)
                return FALSE
            if rest.car.car is x:
                if n > FAR and COUNTED():
                    count(a, entries=True)
                return rest.car
            rest = rest.cdr
    except AttributeError:
        raise _not_an_alist("assq", rest, a) from None
    return _entry_of("assq", x, a)


@primitive("assv")
def assv(x: Value, a: Value) -> Value:
    """(assv key alist) -> the first pair whose car is eqv? to key, or #f."""
    kind = x.__class__
    if kind is int:
        return _entry_of_integer("assv", x, a)
    if kind in SEVERAL and (kind is not Char or x.c > "\uffff"):
        return _assoc("assv", eqv, x, a, a)
    return _entry_of("assv", x, a)


class _Entries(dict[Value, dict[Value, Value]]):
    """By a literal association list whose keys compiled code knows, its entries by them: by the texts of strings and
    characters, by whatever else is the same as itself only, and by exact integers. Bounded.
    """

    def __missing__(self, a: Value) -> dict[Value, Value]:
        if len(self) >= KEPT:
            self.clear()
        found: dict[Value, Value] = {}
        rest = a
        while rest is not NIL:
            entry, rest = rest.car, rest.cdr
            key = entry.car
            if key.__class__ is String:
                found.setdefault(key.s, entry)
                continue
            if key.__class__ is Char:
                found.setdefault(key.c, entry)
            found.setdefault(key, entry)
        self[a] = found
        return found


internal(_Entries(), "entries")


def _entry_of(who: str, x: Value, a: Value) -> Value:
    """The first pair whose car is the very object x, or #f."""
    rest = a
    nil = NIL
    steps = FIRST_STEPS
    try:
        if rest is nil:
            return FALSE
        if rest.car.car is x:
            return rest.car
        rest = rest.cdr
        if type(a) is IndexedPair and x.__class__ is Symbol and (tail := known(a, Symbol, x, True)) is not None:
            return tail if tail is FALSE else tail.car
        while True:
            for n in steps:
                if rest is nil:
                    if n > FAR and COUNTED():
                        count(a, entries=True)
                    return FALSE
                if rest.car.car is x:
                    if n > FAR and COUNTED():
                        count(a, entries=True)
                    return rest.car
                rest = rest.cdr
            steps = _steps_left(who, rest, a)
    except AttributeError:
        raise _not_an_alist(who, rest, a) from None


def _entry_of_integer(who: str, x: Value, a: Value) -> Value:
    """The first pair whose car is that exact integer, or #f."""
    rest = a
    nil = NIL
    steps = FIRST_STEPS
    try:
        if rest is not nil and rest.car.car.__class__ is not int:  # the others will hardly be numbers
            return _assoc(who, eqv, x, a, a)
        if type(a) is IndexedPair and (tail := known(a, int, x, entries=True)) is not None:
            return tail if tail is FALSE else tail.car
        while True:
            for n in steps:
                if rest is nil:
                    if n > FAR and COUNTED():
                        count(a, entries=True)
                    return FALSE
                if rest.car.car == x and rest.car.car.__class__ is int:
                    if n > FAR and COUNTED():
                        count(a, entries=True)
                    return rest.car
                rest = rest.cdr
            steps = _steps_left(who, rest, a)
    except AttributeError:
        raise _not_an_alist(who, rest, a) from None
    except TypeError:  # at a key that is no number
        return _assoc(who, eqv, x, rest, a)


@primitive("assoc")
def assoc(x: Value, a: Value) -> Value:
    """(assoc key alist) -> the first pair whose car is equal? to key, or #f."""
    if x.__class__ is not String:
        return _entry_of_other(x, a)
    s = x.s
    rest = a
    nil = NIL
    try:
        if rest is nil:
            return FALSE
        entry = rest.car
        if entry.car.s == s:  # raises at the first key that is no string: then the general search decides
            return entry
        rest = rest.cdr
        if rest is nil:
            return FALSE
        entry = rest.car
        if entry.car.s == s:
            return entry
        rest = rest.cdr
        if rest is nil:
            return FALSE
        entry = rest.car
        if entry.car.s == s:
            return entry
        rest = rest.cdr
        if rest is nil:
            return FALSE
        entry = rest.car
        if entry.car.s == s:
            return entry
        rest = rest.cdr
        if type(a) is IndexedPair and (tail := known(a, String, s, entries=True)) is not None:
            return tail if tail is FALSE else tail.car
        for _ in PAIRED:
            if rest is nil:
                return FALSE
            entry = rest.car
            if entry.car.s == s:
                return entry
            rest = rest.cdr
            if rest is nil:
                return FALSE
            entry = rest.car
            if entry.car.s == s:
                return entry
            rest = rest.cdr
        if rest is not nil and COUNTED():
            count(a, entries=True)
        for _ in FIRST_STEPS:
            if rest.car.car.s == s:
                return rest.car
            rest = rest.cdr
            if rest.car.car.s == s:
                return rest.car
            rest = rest.cdr
            if rest.car.car.s == s:
                return rest.car
            rest = rest.cdr
    except AttributeError:
        if rest is nil:
            return FALSE
    return _assoc("assoc", equal, x, a, a)


def _entry_of_other(x: Value, a: Value) -> Value:
    """The same for a key that is no string."""
    kind = x.__class__
    if kind is int:
        return _entry_of_integer("assoc", x, a)
    if kind is Pair:
        return _entry_of_pair(x, a)
    return _entry_of("assoc", x, a) if kind in ALONE else _assoc("assoc", equal, x, a, a)


def _entry_of_pair(x: Value, a: Value) -> Value:
    """The first entry whose key is equal to a pair, or #f, found in the same way."""
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
                key = rest.car.car
                if key.__class__ is Pair:
                    other = key.car
                    if (
                        other is first
                        or other.__class__ is kind
                        and (other == first if kind is int else other.s == first.s if kind is String else True)
                    ) and equal_pairs(key, x):
                        return rest.car
                rest = rest.cdr
            steps = _steps_left("assoc", rest, a)
    except AttributeError:
        raise _not_an_alist("assoc", rest, a) from None


def _assoc(who: str, same: Callable[[Value, Value], bool], x: Value, rest: Value, a: Value) -> Value:
    """The first pair from `rest` on whose car is the same as x, or #f; `a` is the whole list."""
    steps = FIRST_STEPS
    if x.__class__ is int:
        same = _same_integer
    try:
        while True:
            for _ in steps:
                if rest is NIL:
                    return FALSE
                entry = rest.car
                key = entry.car
                if key is x or same(key, x):
                    return entry
                rest = rest.cdr
            steps = _steps_left(who, rest, a)
    except AttributeError:
        raise _not_an_alist(who, rest, a) from None


def _same_integer(a: Value, b: Value) -> bool:
    """`eqv?` beside an exact integer."""
    return a.__class__ is int and a == b


def _steps_left(who: str, rest: Value, a: Value) -> range:
    """What remains of a long search, once it is known that the list ends."""
    n = proper_length(rest)
    if n is None:
        raise not_a_list(who, 2, a)
    return range(n + 1)


def _not_an_alist(who: str, rest: Value, a: Value) -> SchemeError:
    """`rest` is the tail at which the search failed."""
    if rest.__class__ is Pair:
        return wrong_type(who, 2, "a list of pairs, and a member is none", rest.car)
    return not_a_list(who, 2, a) if a.__class__ is Pair else wrong_type(who, 2, "a list of pairs", a)
