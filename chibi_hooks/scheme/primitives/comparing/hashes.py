"""A value in, an exact integer out that is the same for values that are the same: hash functions of SRFI 69 and 128."""

from __future__ import annotations

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.primitives.text.strings import folded
from chibi_hooks.scheme.values.arguments import text
from chibi_hooks.scheme.values.data import Datum, Symbol, Value
from chibi_hooks.scheme.values.errors import wrong_type
from chibi_hooks.scheme.values.hashing import HashKey, equal_key, eqv_key
from chibi_hooks.scheme.values.numbers import NUMBERS
from chibi_hooks.typenames import Final

HASH_RANGE: Final = 2**60  # hashes without a bound are below this


@primitive("hash", "equal-hash", returns="integer")
def equal_hash(a: Value, bound: Value | None = None) -> Value:
    """(equal-hash x [bound]) -> an exact integer that is the same for equal? values; differs between processes."""
    return _bounded("equal-hash", _hash(equal_key(a)), bound)


@primitive("eqv-hash", "hash-by-identity", returns="integer")
def eqv_hash(a: Value, bound: Value | None = None) -> Value:
    """(eqv-hash x [bound]) -> an exact integer that is the same for eqv? values."""
    return _bounded("eqv-hash", _hash(eqv_key(a)), bound)


@primitive("string-hash", returns="integer")
def string_hash(a: Value, bound: Value | None = None) -> Value:
    """(string-hash string [bound]) -> an exact integer that is the same for string=? strings."""
    return _bounded("string-hash", hash(text("string-hash", 1, a)), bound)


@primitive("string-ci-hash", returns="integer")
def string_ci_hash(a: Value, bound: Value | None = None) -> Value:
    """(string-ci-hash string [bound]) -> an exact integer that is the same for string-ci=? strings."""
    return _bounded("string-ci-hash", hash(folded("string-ci-hash", 1, a)), bound)


@primitive("symbol-hash", returns="integer")
def symbol_hash(a: Value, bound: Value | None = None) -> Value:
    """(symbol-hash symbol [bound]) -> an exact integer, one for each symbol."""
    if a.__class__ is not Symbol:
        raise wrong_type("symbol-hash", 1, "a symbol", a)
    return _bounded("symbol-hash", hash(a.text), bound)


@primitive("number-hash", returns="integer")
def number_hash(a: Value, bound: Value | None = None) -> Value:
    """(number-hash z [bound]) -> an exact integer that is the same for = numbers, whatever their exactness."""
    if a.__class__ not in NUMBERS:
        raise wrong_type("number-hash", 1, "a number", a)
    return _bounded("number-hash", hash(a) if a == a else 0, bound)


def _hash(key: HashKey) -> int:
    return hash((key,) if isinstance(key, Datum) else key)  # that of a datum alone would tell where it stands


def _bounded(who: str, h: int, bound: Value | None) -> int:
    if bound is None:
        return h % HASH_RANGE
    if bound.__class__ is not int or bound <= 0:
        raise wrong_type(who, 2, "a bound (an exact integer above 0)", bound)
    return h % bound
