"""A Scheme value comes in, a Python dictionary key goes out: what hash tables and hash functions stand on.

Rules
-----
* Scheme data never become keys bare: `1 == 1.0` in Python, comparing Data raises, tuples of script data are never
  hashed.
* The key holds what is needed to give the Scheme value back (`value_of`), so a table stores keys once.

| Scheme value | key |
|---|---|
| string (equal, string tables) | its `str` |
| exact integer | itself while small; a `_Structure` when it is so large that Python's hash could be steered |
| inexact real | its 8 bytes, NaNs made one |
| symbol, character of the basic plane | itself: it is compared by identity first |
| other character | its `str` encoded |
| pair, list, vector, also of such, of a few small integers, strings, symbols … | a `FlatKey`, compared by Python |
| other pair, vector, bytevector, ratio, complex | a `_Structure` with a bounded hash, compared by `equal` |
| everything else | a one-element tuple of it, which compares by identity first |

In a table over the default comparator of SRFI 128 numbers are the same where `=` holds, inside data too: those, and
what is not flat, are a `_Loose`. What a program registered with that comparator is not known here: its tables are in
Scheme.

Theory: a script that picks keys of one hash turns a table into a list. Strings and bytes carry Python's random salt;
integers under 2**61 - 1 hash to themselves, all different, so probing separates them after a dozen steps; structures
are hashed from those, to a depth of `NODES`, and keys that differ only after that merely make this script's own table
slow: each comparison is Python code, which the time limit can stop.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter, itemgetter
from struct import pack, unpack

from chibi_hooks.scheme.values.data import (
    Bytevector,
    Char,
    Datum,
    Pair,
    String,
    Symbol,
    Value,
    Vector,
    char,
    string_of,
)
from chibi_hooks.scheme.values.equality import SHALLOW, Classes, equal
from chibi_hooks.scheme.values.flat_keys import LAST_BASIC, SALT, SELF_HASHED, flat, float_key, list_of_key
from chibi_hooks.scheme.values.numbers import NUMBERS, Gaussian, Ratio
from chibi_hooks.typenames import Any, Final, Literal, TypeAlias

NODES: Final = 64  # parts of a structure that count for its hash: tells payloads apart, ends on circular data
MOST: Final = 1_398_000  # entries; at 1,398,101 CPython's dict grows in one step of 60 ms, at 2,796,202 of 500 ms
THEMSELVES: Final = frozenset({int, Symbol, Char})  # keys that are the Scheme value, too

Sameness = Literal["eq", "eqv", "equal", "default", "string", "string-ci", "number", "comparator"]
HashKey: TypeAlias = "str | int | Symbol | Char | bytes | tuple[Value] | FlatKey | _Structure | _Loose"


class HashTable(Datum):
    """A hash table (SRFI 69, 125): `entries` maps keys to Scheme values in the order of their first insertion."""

    __slots__ = ("entries", "key_of", "sought", "sameness", "direct", "by_text", "by_number", "equality")

    def __init__(
        self,
        sameness: Sameness,
        entries: dict[HashKey, Value] | None = None,
        made: tuple[Callable[[Value], HashKey], Callable[[Value], HashKey]] | None = None,
        equality: tuple[Value, Value] | None = None,
    ) -> None:
        self.entries = kept = {} if entries is None else entries
        known, direct, texts, numbers = _KINDS[sameness]
        self.sought = self.key_of = known  # what makes keys to look for, and to put in
        if made is not None:
            self.sought, self.key_of = made
        self.sameness = sameness
        self.equality = equality  # and hash function, of a table over a comparator
        self.direct = kept if direct else None  # symbols may be used as they are, and characters of the basic plane
        self.by_text = kept if texts else None  # so may the texts of strings
        self.by_number = kept if numbers else None  # and small integers

    def with_entries(self, entries: dict[HashKey, Value]) -> HashTable:
        """Another table whose keys are the same in the same way."""
        if self.equality is None:
            return HashTable(self.sameness, entries)
        return HashTable(self.sameness, entries, (self.sought, self.key_of), self.equality)

    def is_like(self, other: HashTable) -> bool:
        """Whether the keys of both are the same in the same way."""
        return self.sameness == other.sameness and self.key_of is other.key_of

    def clear(self) -> None:
        """Begin with no entries; an iteration over the old ones stays whole."""
        self.entries = {}
        self.direct = self.entries if self.direct is not None else None
        self.by_text = self.entries if self.by_text is not None else None
        self.by_number = self.entries if self.by_number is not None else None


class _Structure:
    """A compound value as a key; its hash is that of its contents when it was put in."""

    __slots__ = ("value", "hash")

    def __init__(self, value: Value, hash_: int) -> None:
        self.value = value
        self.hash = hash_

    def __hash__(self) -> int:
        return self.hash

    def __eq__(self, other: object) -> bool:
        return other.__class__ is _Structure and equal(self.value, other.value)


class FlatKey(tuple[Any, ...]):
    """A pair, list or vector as a key that is its members; `value` is itself, made when it is asked for where there was
    none.
    """

    value: Value

    def __getattr__(self, name: str) -> Value:
        if name != "value":
            raise AttributeError(name)
        self.value = made = list_of_key(self)
        return made


class _Loose(_Structure):
    """A number, pair or vector as a key: compared as the default comparator does."""

    __slots__ = ()
    __hash__ = _Structure.__hash__

    def __eq__(self, other: object) -> bool:
        if other.__class__ is _Loose:
            return same_by_default(self.value, other.value)
        return other.__class__ is int and same_by_default(self.value, other)


class _Folded(str):
    """A string as the key of a table in which case does not count: compares by folding, keeps the spelling."""

    __slots__ = ("written",)
    written: str


def eqv_key(x: Value) -> HashKey:
    """The key of x in an `eq?` or `eqv?` table."""
    if x.__class__ is Symbol:
        return x
    wrap = _EQV_KEYS.get(x.__class__)
    return wrap(x) if wrap is not None else (x,)


def equal_key(x: Value) -> HashKey:
    """The key of x in an `equal?` table."""
    kind = x.__class__
    if kind is String:
        return x.s  # type: ignore[no-any-return]
    if kind is Symbol or (kind is int and -SELF_HASHED < x < SELF_HASHED):
        return x  # type: ignore[no-any-return]
    wrap = _EQUAL_KEYS.get(kind)
    return wrap(x) if wrap is not None else (x,)


def default_key(x: Value) -> HashKey:
    """The key of x in a table over the default comparator."""
    kind = x.__class__
    if kind is String:
        return x.s  # type: ignore[no-any-return]
    if kind is Symbol or (kind is int and -SELF_HASHED < x < SELF_HASHED):
        return x  # type: ignore[no-any-return]
    if kind in NUMBERS:
        return _Loose(x, _hash_of_number(x))
    if kind is Pair or kind is Vector:
        members = flat(x, True)
        return _Loose(x, _hash_of_data(x, default_key)) if members is None else flat_key(x, members)
    wrap = _EQUAL_KEYS.get(kind)
    return wrap(x) if wrap is not None else (x,)


def string_key(x: Value) -> HashKey:
    """The key of x in a `string=?` table. Raises AttributeError if x is no string."""
    return x.s  # type: ignore[no-any-return]


def folded_key(x: Value) -> HashKey:
    """The key of x in a `string-ci=?` table. Raises AttributeError if x is no string."""
    key = _Folded(x.s.casefold())
    key.written = x.s
    return key


def value_of(key: HashKey) -> Value:
    """The Scheme value whose key it is; strings are new ones."""
    return _VALUES[key.__class__](key)


def values_of(keys: list[Any]) -> list[Value]:
    """The Scheme values whose keys they are; strings are new ones."""
    if THEMSELVES.issuperset(map(type, keys)):
        return keys
    found: list[Value] = []
    add = found.append
    key: Any
    for key in keys:
        kind = key.__class__
        if kind in THEMSELVES:
            add(key)
        elif kind is str:
            made = String()
            made.s = key
            add(made)
        elif kind is tuple:
            add(key[0])
        else:
            add(value_of(key))
    return found


def _int_key(x: int) -> HashKey:
    return x if -SELF_HASHED < x < SELF_HASHED else _Structure(x, _hash_of_integer(x))


def _hash_of_integer(x: int) -> int:
    return hash(x.to_bytes(x.bit_length() // 8 + 1, "little", signed=True))


def _char_key(x: Char) -> HashKey:
    return x if x.c <= LAST_BASIC else b"c" + x.c.encode("utf-8", "surrogatepass")


def _complex_key(x: complex) -> HashKey:
    return _Structure(x, hash(pack("dd", x.real, x.imag)) if x == x else 0)


def number_key(x: Value) -> HashKey:
    """The key of a number in a table over `=`. Raises AttributeError if it is none."""
    if x.__class__ is int and -SELF_HASHED < x < SELF_HASHED:
        return x
    if x.__class__ not in NUMBERS:
        raise AttributeError
    return _Loose(x, _hash_of_number(x))


def _ratio_key(x: Ratio) -> HashKey:
    return _Structure(x, _hash_of_ratio(x.numerator, x.denominator))


def _hash_of_ratio(numerator: int, denominator: int) -> int:
    return _hash_of_integer(numerator) ^ _hash_of_integer(~denominator)


def _gaussian_key(x: Gaussian) -> HashKey:
    return _Structure(x, hash((equal_key(x.real), equal_key(x.imag))))


def _bytes_key(x: Bytevector) -> HashKey:
    return _Structure(x, hash(bytes(x.b)))


def _data_key(x: Value) -> HashKey:
    return _Structure(x, _hash_of_data(x, equal_key))


def compound_key(x: Value) -> HashKey:
    """The key of a pair or vector in an `equal?` table."""
    members = flat(x)
    return _data_key(x) if members is None else flat_key(x, members)


def flat_key(x: Value, members: tuple[Any, ...]) -> HashKey:
    """The key of a pair or vector whose members these are."""
    key = FlatKey(members)
    key.value = x
    return key


def _hash_of_data(x: Value, key_of: Callable[[Value], HashKey]) -> int:
    """Combines the first `NODES` parts, by one queue, so that long lists and deep ones both count."""
    parts = [SALT]
    waiting = [x]
    for x in waiting:
        if len(parts) > NODES:
            break
        kind = x.__class__
        if kind is int and -SELF_HASHED < x < SELF_HASHED:
            parts.append(x)
        elif kind is String:
            parts.append(hash(x.s))
        elif kind is Pair:
            parts.append(1)
            if len(waiting) < NODES:
                waiting.append(x.car)
                waiting.append(x.cdr)
        elif kind is Vector:
            parts.append(len(x.v) + 2)
            waiting.extend(x.v[: max(0, NODES - len(waiting))])
        else:
            parts.append(hash(key_of(x)))
    return hash(tuple(parts))


def _hash_of_number(x: Value) -> int:
    """One hash for all numbers that are `=`, exact or not."""
    kind = x.__class__
    if kind is int:
        return hash(x) if -SELF_HASHED < x < SELF_HASHED else _hash_of_integer(x)
    if kind is Ratio:
        return _hash_of_ratio(x.numerator, x.denominator)
    if kind is float:
        if x - x != 0.0:
            return 0  # an infinity or a NaN
        numerator, denominator = x.as_integer_ratio()
        return _hash_of_number(numerator) if denominator == 1 else _hash_of_ratio(numerator, denominator)
    real, imaginary = _hash_of_number(x.real), x.imag
    return real if imaginary == 0 else hash((real, _hash_of_number(imaginary)))


def same_by_default(a: Value, b: Value) -> bool:
    """Whether the default comparator calls them the same; ends on circular data."""
    waiting = [(a, b)]
    steps = 0
    seen: Classes | None = None
    while waiting:
        a, b = waiting.pop()
        kind = a.__class__
        if kind in NUMBERS:
            if b.__class__ not in NUMBERS or a != b:
                return False
        elif a is not b:
            if kind is not Pair and kind is not Vector:
                if not equal(a, b):
                    return False
                continue
            steps += 1
            if steps > SHALLOW:
                seen = seen or Classes()
                if seen.joined(a, b):
                    continue
            if not _parts_wait(a, b, waiting):
                return False
    return True


def _parts_wait(a: Value, b: Value, waiting: list[tuple[Value, Value]]) -> bool:
    """Put off the comparison of two pairs or two vectors; False where they differ already."""
    if a.__class__ is not b.__class__:
        return False
    if a.__class__ is Pair:
        waiting.append((a.cdr, b.cdr))
        waiting.append((a.car, b.car))
        return True
    waiting.extend(zip(a.v, b.v, strict=False))
    return len(a.v) == len(b.v)


KEYS: Final[dict[Sameness, Callable[[Value], HashKey]]] = {
    "eq": eqv_key,
    "eqv": eqv_key,
    "equal": equal_key,
    "default": default_key,
    "string": string_key,
    "string-ci": folded_key,
    "number": number_key,
}
BARE: Final = frozenset({eqv_key, equal_key, default_key})
STRINGS: Final = frozenset({equal_key, default_key, string_key})
DIRECT: Final = frozenset(name for name, key_of in KEYS.items() if key_of in BARE)  # tables that take such keys
TEXTS: Final = frozenset(name for name, key_of in KEYS.items() if key_of in STRINGS)
NUMBERED: Final = DIRECT | {"number"}
_KINDS: Final[dict[Sameness, tuple[Callable[[Value], HashKey], bool, bool, bool]]] = {
    **{name: (key_of, name in DIRECT, name in TEXTS, name in NUMBERED) for name, key_of in KEYS.items()},
    "comparator": (number_key, False, False, False),  # it is made with its own
}

_EQV_KEYS: dict[type, Callable[[Value], HashKey]] = {
    int: _int_key,
    float: float_key,
    Char: _char_key,
    complex: _complex_key,
    Ratio: _ratio_key,
    Gaussian: _gaussian_key,
}
ALIKE: Final = frozenset(_EQV_KEYS)  # classes of which other objects may be `eqv?`
_EQUAL_KEYS: dict[type, Callable[[Value], HashKey]] = {
    **_EQV_KEYS,
    Pair: compound_key,
    Vector: compound_key,
    Bytevector: _bytes_key,
}


def _value_of_bytes(key: bytes) -> Value:
    if key.startswith(b"c") and len(key) < 8:
        return char(key[1:].decode("utf-8", "surrogatepass"))
    return unpack("d", key)[0] if len(key) == 8 else float("nan")


_VALUES: dict[type, Callable[..., Value]] = {
    str: string_of,
    **dict.fromkeys(THEMSELVES, lambda key: key),
    bytes: _value_of_bytes,
    tuple: itemgetter(0),
    **dict.fromkeys((_Structure, _Loose, FlatKey), attrgetter("value")),
    _Folded: lambda key: string_of(key.written),
}
