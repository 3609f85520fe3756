"""Python integers of any permitted size come in; quotients, roots, divisors and decimal digits go out, in short steps.

Rules
-----
* One C call holds the interpreter until it returns, so no single step here works on more than about 15 ms worth of
  digits; between steps the time limit can strike. What cannot be cut into steps is refused over a size.
* Python's guard of 4,300 digits between int and str never shows: text is converted in pieces under the 640 digits that
  no setting can forbid, and the process-wide setting stays as the host program has it.

Theory: CPython divides digit by digit (on 3.11 always), n bits by m bits in time (n-m)·m: measured 14 ms for 10¹⁰ bit²,
350 ms for 1,000,000 by 500,000 bits. Larger divisions are split in halves until the parts are small; in between stand
multiplications, which CPython does by Karatsuba's method (Burnikel and Ziegler, "Fast recursive division", 1998). Roots
likewise (Zimmermann, "Karatsuba square root", 1999). 1,000,000 by 500,000 bits then takes 0.1 s in all, a root of
1,000,000 bits 0.06 s, its 301,030 digits 0.3 s. The recursions halve the number of bits: their depth is below 12.
"""

from __future__ import annotations

import math

from chibi_hooks.scheme.values import limits
from chibi_hooks.scheme.values.errors import fail
from chibi_hooks.typenames import Final

SMALL: Final = 2**30 - 1  # the largest integer of one digit of CPython's, whose instructions are special
STEP: Final = 10_000_000_000  # bit² of one division in C: 14 ms on 3.11
ROOT_STEP: Final = 100_000  # bits of one root in C: 3 ms on 3.11
PRODUCT_STEP: Final = 500_000  # bits of a product made in one C call: 12 ms; one of 1,000,000 bits takes 30 to 60
POWER_STEP: Final = 100_000  # bits of a power made in one C call: 3 ms
DIVISOR_BITS: Final = 100_000  # bits of the smaller operand of one gcd in C: 15 ms, growing with the square
PIECE: Final = 512  # decimal digits of one conversion in C; Python's guard allows 640 under any setting
BITS_PER_DIGIT: Final = math.log2(10)


def divide(n: int, d: int) -> tuple[int, int]:
    """`divmod(n, d)` in short steps: quotient to the floor, remainder with the sign of `d`. `d` is not 0."""
    if (n.bit_length() - d.bit_length()) * d.bit_length() <= STEP:
        return divmod(n, d)
    if d < 0:
        quotient, remainder = divide(-n, -d)
        return quotient, -remainder
    if n < 0:
        quotient, remainder = divide(~n, d)
        return ~quotient, d - 1 - remainder
    width = d.bit_length()
    mask = (1 << width) - 1
    quotient, remainder = 0, 0
    for shift in range(n.bit_length() // width * width, -1, -width):
        part, remainder = _two_by_one(remainder << width | n >> shift & mask, d, width)
        quotient = quotient << width | part
    return quotient, remainder


def _two_by_one(n: int, d: int, width: int) -> tuple[int, int]:
    """Divide where `d` has exactly `width` bits and the quotient fits in `width` bits too."""
    if width * width <= STEP:
        return divmod(n, d)
    if width & 1:
        quotient, remainder = _two_by_one(n << 1, d << 1, width + 1)
        return quotient, remainder >> 1
    half = width >> 1
    mask = (1 << half) - 1
    high, remainder = _three_by_two(n >> half, d, half)
    low, remainder = _three_by_two(remainder << half | n & mask, d, half)
    return high << half | low, remainder


def _three_by_two(n: int, d: int, half: int) -> tuple[int, int]:
    """Divide three halves by two: guess from the upper parts, at most two too high, then correct."""
    mask = (1 << half) - 1
    top = d >> half
    if n >> 2 * half == top:
        quotient = mask
        remainder = (n >> half) - top * mask
    else:
        quotient, remainder = _two_by_one(n >> half, top, half)
    remainder = (remainder << half | n & mask) - quotient * (d & mask)
    while remainder < 0:
        quotient -= 1
        remainder += d
    return quotient, remainder


def root(n: int) -> tuple[int, int]:
    """The integer square root s of n ≥ 0 and the rest n - s²."""
    if n.bit_length() <= ROOT_STEP:
        s = math.isqrt(n)
        return s, n - s * s
    quarter = (n.bit_length() - 1) // 4  # so that the upper part has at least a quarter of its bits in its top two
    mask = (1 << quarter) - 1
    upper, rest = root(n >> 2 * quarter)
    quotient, rest = divide(rest << quarter | n >> quarter & mask, upper << 1)
    s = (upper << quarter) + quotient
    rest = (rest << quarter | n & mask) - quotient * quotient
    while rest < 0:
        s -= 1
        rest += 2 * s + 1
    return s, rest


def gcd(a: int, b: int, who: str) -> int:
    """The greatest common divisor, never negative. Raises a "limit" condition for `who` if both are too large."""
    if min(a.bit_length(), b.bit_length()) > DIVISOR_BITS:
        raise fail("limit", f"a common divisor of two integers is sought up to {DIVISOR_BITS} bits only", who=who)
    if a.bit_length() > b.bit_length():
        a, b = b, a
    return math.gcd(a, divide(b, a)[1]) if a else abs(b)


def multiply(a: int, b: int, who: str) -> int:
    """`a * b`. Raises a "limit" condition for `who` if the product is too large."""
    size = a.bit_length() + b.bit_length()
    if size > limits.INTEGER_BITS:
        limits.bits(who, size)
    return _product(a, b) if size > PRODUCT_STEP else a * b


def _product(a: int, b: int) -> int:
    """`a * b` in steps. Python looks for a stop where it enters a function, not between two operators."""
    if a.bit_length() + b.bit_length() <= PRODUCT_STEP:
        return a * b
    if a.bit_length() < b.bit_length():
        a, b = b, a
    half = a.bit_length() >> 1
    return (_product(a >> half, b) << half) + _product(a & (1 << half) - 1, b)


def check_bits(who: str, size: int) -> None:
    """`limits.bits` for a predicted size that may itself be too large to be shown."""
    limits.bits(who, min(size, 10**15))


def power(base: int, exponent: int, who: str) -> int:
    """`base ** exponent` for an exponent from 0. Raises a "limit" condition for `who` if the power is too large."""
    if -1 <= base <= 1:
        return base if exponent & 1 else base * base if exponent else 1
    size = base.bit_length() * exponent
    check_bits(who, size - exponent)  # |base| >= 2 ** (bits - 1)
    if size <= POWER_STEP:
        return base**exponent  # type: ignore[no-any-return]  # the exponent is not negative
    result = power(base, exponent >> 1, who)
    result = multiply(result, result, who)
    return multiply(result, base, who) if exponent & 1 else result


def decimal(n: int) -> str:
    """What `str(n)` would be."""
    if n.bit_length() <= PIECE * 3:
        return str(n)
    digits = _padded(abs(n), math.ceil(n.bit_length() / BITS_PER_DIGIT / PIECE) * PIECE, {}).lstrip("0")
    return "-" + digits if n < 0 else digits


def _padded(n: int, count: int, powers: dict[int, int]) -> str:
    """Exactly `count` digits, zeros in front; `count` is a multiple of `PIECE`."""
    if count <= PIECE:
        return str(n).zfill(count)
    low = (count // PIECE + 1) // 2 * PIECE
    upper, lower = divide(n, _power_of_ten(low, powers))
    return _padded(upper, count - low, powers) + _padded(lower, low, powers)


def from_decimal(digits: str) -> int:
    """What `int(digits)` would be, for ASCII digits only; the caller has checked the size."""
    return _from_decimal(digits, {})


def _from_decimal(digits: str, powers: dict[int, int]) -> int:
    count = len(digits)
    if count <= PIECE:
        return int(digits)
    low = ((count - 1) // PIECE + 1) // 2 * PIECE
    upper = multiply(_from_decimal(digits[:-low], powers), _power_of_ten(low, powers), "read")
    return upper + _from_decimal(digits[-low:], powers)


def _power_of_ten(count: int, powers: dict[int, int]) -> int:
    """10 ** count; `powers` keeps those of one conversion, which needs two neighbours on each level."""
    found = powers.get(count)
    if found is None:
        half = count // 2
        small = count * BITS_PER_DIGIT <= POWER_STEP
        found = 10**count if small else _power_of_ten(half, powers) * _power_of_ten(count - half, powers)
        powers[count] = found
    return found
