"""What the parts of a value are in, what makes of such a value what a table looks for, out: for tables over comparators
that are made of others (SRFI 128).

    numbers, strings, characters            a key that is the same where `=`, `string=?`, `char=?` hold
    pairs, lists, vectors of such           the keys of the parts, in a tuple; where it is put in, that keeps the value
    anything                                the key of a table of ours

Rules: what is no such value raises AttributeError, as the slots of data do. Keys of one table are all of one shape, so
only parts of one kind are compared with each other.
"""

from __future__ import annotations

from collections.abc import Callable

from chibi_hooks.scheme.values.data import NIL, Value
from chibi_hooks.scheme.values.flat_keys import LEAST, SELF_HASHED
from chibi_hooks.scheme.values.hashing import HashKey, default_key, equal_key, eqv_key, flat_key, number_key
from chibi_hooks.typenames import Any, Final, TypeAlias

KeyOf: TypeAlias = Callable[[Value], Any]


def keeping_values(sought: KeyOf) -> KeyOf:
    """What makes keys that are put in, of what makes those that are looked for."""

    def key_of(x: Value) -> HashKey:
        key = sought(x)
        return flat_key(x, key) if key.__class__ is tuple else key

    return key_of


def key_of_string(x: Value) -> HashKey:
    """The key of a string."""
    return x.s  # type: ignore[no-any-return]


def key_of_character(x: Value) -> HashKey:
    """The key of a character."""
    return x.c  # type: ignore[no-any-return]


OF_INTEGERS: Final = frozenset({number_key, equal_key, eqv_key, default_key})
"""What leaves small integers as they are."""


def of_pairs(of_car: KeyOf, of_cdr: KeyOf) -> KeyOf:
    """What makes keys of pairs."""
    takes_integers = of_car in OF_INTEGERS and of_cdr in OF_INTEGERS  # most are places

    def key_of_pair(x: Value) -> tuple[HashKey, ...]:
        first, second = x.car, x.cdr
        if (
            first.__class__ is int
            and second.__class__ is int
            and takes_integers
            and LEAST < first < SELF_HASHED
            and LEAST < second < SELF_HASHED
        ):
            return first, second
        return of_car(first), of_cdr(second)

    return key_of_pair


def of_lists(of_member: KeyOf) -> KeyOf:
    """What makes keys of lists."""

    def key_of_list(x: Value) -> tuple[HashKey, ...]:
        parts = []
        rest = x
        while rest is not NIL:
            parts.append(of_member(rest.car))
            rest = rest.cdr
        return tuple(parts)

    return key_of_list


def of_vectors(of_element: KeyOf) -> KeyOf:
    """What makes keys of vectors."""

    def key_of_vector(x: Value) -> tuple[HashKey, ...]:
        return tuple(map(of_element, x.v))

    return key_of_vector
