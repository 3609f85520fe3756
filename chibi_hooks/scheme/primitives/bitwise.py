"""Exact integers come in, seen as endless rows of bits in two's complement; such integers go out (SRFI 151)."""

from __future__ import annotations

from chibi_hooks.scheme import integers
from chibi_hooks.scheme.arguments import integer
from chibi_hooks.scheme.data import Value
from chibi_hooks.scheme.primitive import primitive


@primitive("bitwise-and", inline={2: "a & b"}, fold=True, returns="integer")
def bitwise_and(*rows: Value) -> int:
    """(bitwise-and n ...) -> the bits set in all; -1 without arguments."""
    found = -1
    for position, row in enumerate(rows, 1):
        found &= integer("bitwise-and", position, row)
    return found


@primitive("bitwise-ior", "bitwise-or", inline={2: "a | b"}, fold=True, returns="integer")
def bitwise_ior(*rows: Value) -> int:
    """(bitwise-ior n ...) -> the bits set in any; 0 without arguments."""
    found = 0
    for position, row in enumerate(rows, 1):
        found |= integer("bitwise-ior", position, row)
    return found


@primitive("bitwise-xor", inline={2: "a ^ b"}, fold=True, returns="integer")
def bitwise_xor(*rows: Value) -> int:
    """(bitwise-xor n ...) -> the bits set in an odd number of them; 0 without arguments."""
    found = 0
    for position, row in enumerate(rows, 1):
        found ^= integer("bitwise-xor", position, row)
    return found


@primitive("bitwise-not", inline="~a", returns="integer")
def bitwise_not(a: Value) -> int:
    """(bitwise-not n) -> every bit turned: -n - 1."""
    return ~integer("bitwise-not", 0, a)


@primitive("arithmetic-shift", returns="integer")
def arithmetic_shift(a: Value, b: Value) -> int:
    """(arithmetic-shift n count) -> n moved left by count bits, right (rounding down) if count is negative."""
    n, count = integer("arithmetic-shift", 1, a), integer("arithmetic-shift", 2, b)
    if count <= 0:
        return n >> min(-count, n.bit_length() + 1)
    integers.check_bits("arithmetic-shift", n.bit_length() + count if n else 0)
    return n << count if n else 0


@primitive("bit-count", returns="integer")
def bit_count(a: Value) -> int:
    """(bit-count n) -> how many bits are 1; of a negative n, how many are 0."""
    n = integer("bit-count", 0, a)
    return (~n if n < 0 else n).bit_count()


@primitive("integer-length", returns="integer")
def integer_length(a: Value) -> int:
    """(integer-length n) -> the bits needed for n without its sign."""
    n = integer("integer-length", 0, a)
    return (~n if n < 0 else n).bit_length()


@primitive("first-set-bit", returns="integer")
def first_set_bit(a: Value) -> int:
    """(first-set-bit n) -> the place of the lowest bit that is 1; -1 for 0."""
    n = integer("first-set-bit", 0, a)
    return (n & -n).bit_length() - 1


@primitive("bit-set?", returns="boolean")
def is_bit_set(a: Value, b: Value) -> bool:
    """(bit-set? place n) -> whether that bit of n is 1."""
    place, n = integer("bit-set?", 1, a), integer("bit-set?", 2, b)
    return place >= 0 and bool(n >> min(place, n.bit_length() + 1) & 1)
