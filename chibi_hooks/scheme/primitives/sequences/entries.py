"""A key and an association list come in; the entry that has the key goes out: assq, assv, assoc (R7RS 6.4).

Rules: those of `searches`.
"""

from __future__ import annotations

from collections.abc import Callable

from chibi_hooks.scheme.primitive import internal, primitive
from chibi_hooks.scheme.primitives.sequences.searches import FIRST_STEPS, KEPT, SEVERAL, same_integer, steps_left
from chibi_hooks.scheme.values.arguments import not_a_list
from chibi_hooks.scheme.values.data import FALSE, NIL, Char, Pair, String, Symbol, Value
from chibi_hooks.scheme.values.equality import equal, equal_pairs, eqv
from chibi_hooks.scheme.values.errors import SchemeError, wrong_type
from chibi_hooks.scheme.values.flat_keys import ALONE
from chibi_hooks.scheme.values.indexed import COUNTED, FAR, IndexedPair, count, known
from chibi_hooks.typenames import Final

PAIRED: Final = range(6)  # twice as many entries after each of which `assoc` asks for the end; then it runs into it


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
    if x.c > "\uffff" if kind is Char else kind is not Symbol and kind in SEVERAL:
        return _assoc("assv", eqv, x, a, a)
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
        if type(a) is IndexedPair:
            return _entry_of("assv", x, a)
        for n in FIRST_STEPS:
            if rest is nil:
                if n > FAR and COUNTED():
                    count(a, entries=True)
                return FALSE
            entry = rest.car
            if entry.car is x:
                if n > FAR and COUNTED():
                    count(a, entries=True)
                return entry
            rest = rest.cdr
    except AttributeError:
        raise _not_an_alist("assv", rest, a) from None
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
            steps = steps_left(who, rest, a)
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
            steps = steps_left(who, rest, a)
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
                        or other.__class__ is kind is not Symbol  # no other symbol is the same
                        and (other == first if kind is int else other.s == first.s if kind is String else True)
                    ) and equal_pairs(key, x):
                        return rest.car
                rest = rest.cdr
            steps = steps_left("assoc", rest, a)
    except AttributeError:
        raise _not_an_alist("assoc", rest, a) from None


def _assoc(who: str, same: Callable[[Value, Value], bool], x: Value, rest: Value, a: Value) -> Value:
    """The first pair from `rest` on whose car is the same as x, or #f; `a` is the whole list."""
    steps = FIRST_STEPS
    if x.__class__ is int:
        same = same_integer
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
            steps = steps_left(who, rest, a)
    except AttributeError:
        raise _not_an_alist(who, rest, a) from None


def _not_an_alist(who: str, rest: Value, a: Value) -> SchemeError:
    """`rest` is the tail at which the search failed."""
    if rest.__class__ is Pair:
        return wrong_type(who, 2, "a list of pairs, and a member is none", rest.car)
    return not_a_list(who, 2, a) if a.__class__ is Pair else wrong_type(who, 2, "a list of pairs", a)
