"""Integers and real numbers come in; whole quotients, remainders, divisors and rounded numbers go out (R7RS 6.2.6).

Rules: an inexact integer is an integer (`(quotient 7. 2)` is 3.0); one inexact argument makes the result inexact. A
zero divisor is an error in both cases, as there is no integer to give.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import wraps

from chibi_hooks.scheme.primitive import WRAPPERS, Wrapping, internal, primitive
from chibi_hooks.scheme.values import integers, numbers
from chibi_hooks.scheme.values.arguments import integer
from chibi_hooks.scheme.values.data import FALSE, TRUE, Value, Values, several
from chibi_hooks.scheme.values.errors import wrong_type
from chibi_hooks.scheme.values.numbers import EXACT, Exact, Number, Ratio, checked_real, division_by_zero, to_float
from chibi_hooks.typenames import Final

internal(math.gcd, "greatest_divisor")

Divide = Callable[[int, int], tuple[int, int]]
SMALL: Final = 2**30 - 1  # below this, dividing an integer is done at once (and compared fastest)
WORDS: Final = 2**256  # below this, it takes no time either
NATURALS: Final = f"a.__class__ is int and b.__class__ is int and a >= 0 and b > 0 and a < {SMALL}"
INTEGERS: Final = f"a.__class__ is int and b.__class__ is int and a > -{SMALL} and b > 0 and a < {SMALL}"


def _truncated(n: int, d: int) -> tuple[int, int]:
    """Quotient towards zero, remainder with the sign of `n`."""
    whole, rest = integers.divide(n, d)
    return (whole + 1, rest - d) if rest and (n < 0) is not (d < 0) else (whole, rest)


def _divide(who: str, by: Divide, a: Value, b: Value) -> tuple[Number, Number]:
    """Both results, inexact if an argument is."""
    if a.__class__ is int and b.__class__ is int:
        if b == 0:
            raise division_by_zero(who)
        return by(a, b)
    n, d = _integer(who, a, 1), _integer(who, b, 2)
    if d == 0:
        raise division_by_zero(who)
    whole, rest = by(n, d)
    if not whole and _is_below(a) is not _is_below(b):
        return -0.0, to_float(rest)
    return to_float(whole), to_float(rest)


def _is_below(x: Value) -> bool:
    """Whether a number has the sign of what is below zero, as -0.0 has."""
    return x < 0 or (x.__class__ is float and math.copysign(1.0, x) < 0.0)


@primitive("quotient", "truncate-quotient", inline=f"a // b if {NATURALS} else quotient(a, b)", returns="real")
@internal
def quotient(a: Value, b: Value) -> Number:
    """(quotient n d) -> n/d cut towards zero."""
    if a.__class__ is int and b.__class__ is int and b > 0 and 0 <= a < WORDS:
        return a // b
    return _divide("quotient", _truncated, a, b)[0]


@primitive("remainder", "truncate-remainder", inline=f"a % b if {NATURALS} else remainder(a, b)", returns="real")
@internal
def remainder(a: Value, b: Value) -> Number:
    """(remainder n d) -> what `quotient` leaves, with the sign of n."""
    if a.__class__ is int and b.__class__ is int and b > 0 and 0 <= a < WORDS:
        return a % b
    return _divide("remainder", _truncated, a, b)[1]


@primitive("modulo", "floor-remainder", inline=f"a % b if {INTEGERS} else modulo(a, b)", returns="real")
@internal
def modulo(a: Value, b: Value) -> Number:
    """(modulo n d) -> what `floor-quotient` leaves, with the sign of d."""
    if a.__class__ is int and b.__class__ is int and b > 0 and -WORDS < a < WORDS:
        return a % b
    return _divide("modulo", integers.divide, a, b)[1]


@primitive("floor-quotient", inline=f"a // b if {INTEGERS} else floor_quotient(a, b)", returns="real")
@internal
def floor_quotient(a: Value, b: Value) -> Number:
    """(floor-quotient n d) -> n/d rounded down."""
    if a.__class__ is int and b.__class__ is int and b > 0 and -WORDS < a < WORDS:
        return a // b
    return _divide("floor-quotient", integers.divide, a, b)[0]


@primitive("floor/")
def floor_both(a: Value, b: Value) -> Values:
    """(floor/ n d) -> two values: floor-quotient and modulo."""
    return several(_divide("floor/", integers.divide, a, b))


@primitive("truncate/")
def truncate_both(a: Value, b: Value) -> Values:
    """(truncate/ n d) -> two values: quotient and remainder."""
    return several(_divide("truncate/", _truncated, a, b))


def _last_bit(wanted: int) -> Wrapping:
    """What Scheme sees of a test of the last bit."""

    def wrapping(function: Callable[..., bool]) -> Callable[..., Value]:
        def predicate1(a: Value, /) -> Value:
            if a.__class__ is int:
                return TRUE if a & 1 == wanted else FALSE
            return TRUE if function(a) else FALSE

        WRAPPERS.add(predicate1.__code__)
        return wraps(function)(predicate1)

    return wrapping


@primitive("even?", inline="a & 1 == 0 if a.__class__ is int else is_even(a)", returns="boolean", seen=_last_bit(0))
@internal
def is_even(a: Value) -> bool:
    """(even? n) -> whether 2 divides n."""
    return (a if a.__class__ is int else _integer("even?", a, 0)) & 1 == 0


@primitive("odd?", inline="a & 1 == 1 if a.__class__ is int else is_odd(a)", returns="boolean", seen=_last_bit(1))
@internal
def is_odd(a: Value) -> bool:
    """(odd? n) -> whether 2 does not divide n."""
    return (a if a.__class__ is int else _integer("odd?", a, 0)) & 1 == 1


@primitive("gcd", inline={2: f"greatest_divisor(a, b) if {NATURALS} else gcd(a, b)"}, returns="real")
@internal
def gcd(*parts: Value) -> Number:
    """(gcd n ...) -> the greatest common divisor, never negative; 0 without arguments."""
    if len(parts) == 2:
        a, b = parts
        if a.__class__ is int and b.__class__ is int and -WORDS < a < WORDS and -WORDS < b < WORDS:
            return math.gcd(a, b)
    found = 0
    for position, part in enumerate(parts, 1):
        found = integers.gcd(found, _integer("gcd", part, position), "gcd")
    return _contagious(found, parts)


@primitive("lcm", returns="real")
def lcm(*parts: Value) -> Number:
    """(lcm n ...) -> the least common multiple, never negative; 1 without arguments."""
    if len(parts) == 2:
        a, b = parts
        if a.__class__ is int and b.__class__ is int and -WORDS < a < WORDS and -WORDS < b < WORDS:
            return math.lcm(a, b)
    found = 1
    for position, part in enumerate(parts, 1):
        n = abs(_integer("lcm", part, position))
        if n == 0 or found == 0:
            found = 0
        else:
            found = integers.multiply(found, integers.divide(n, integers.gcd(found, n, "lcm"))[0], "lcm")
    return _contagious(found, parts)


@primitive("exact-integer-sqrt")
def exact_integer_sqrt(a: Value) -> Values:
    """(exact-integer-sqrt k) -> two values: the integer root s and the rest k - s*s."""
    n = integer("exact-integer-sqrt", 0, a)
    if n < 0:
        raise wrong_type("exact-integer-sqrt", 0, "an exact integer from 0", a)
    return several(integers.root(n))


# rounding -------------------------------------------------------------------------------------------------------------


def _nearest(x: Number) -> int:
    """Halves go to the even neighbour."""
    near: int = round(x) if x.__class__ is float else nearest(x.numerator, x.denominator)  # Python's rule is the same
    return near


@internal
def nearest(n: int, d: int) -> int:
    """The integer nearest to n/d, the even one of two; `d` is positive."""
    found, rest = integers.divide(2 * n + d, 2 * d)
    return found - 1 if rest == 0 and found & 1 else found


def _down(x: Number) -> int:
    return math.floor(x) if x.__class__ is float else integers.divide(x.numerator, x.denominator)[0]


def _up(x: Number) -> int:
    return -_down(-x)


def _towards_zero(x: Number) -> int:
    return _down(x) if x > 0 else _up(x)


SHORT_FLOAT: Final = "a.__class__ is float and a < 1e15 and a > -1e15"
EVEN: Final = "6755399441055744.0"  # of what is added to so much, 3 * 2**51, nothing is left behind the point


def _declare_rounding(name: str, rounded: Callable[[Number], int], meaning: str, exactly: str, shortly: str) -> None:
    """`exactly`: of a quotient of integers; `shortly`: of a float below 2**50."""

    def round_(a: Value) -> Number:
        if a.__class__ is int:
            return a
        if a.__class__ is Ratio:
            return rounded(a)
        checked_real(name, a)
        if a - a != 0.0:  # infinite or NaN
            return a
        return math.copysign(rounded(a), a)  # so that -0.4 becomes -0.0

    round_.__doc__ = f"({name} x) -> {meaning}, exact if x is."
    round_.__name__ = round_.__qualname__ = name
    template = f"a if a.__class__ is int else (({shortly}) if {SHORT_FLOAT} else {name}_(a))"
    primitive(name, inline=template, returns="real")(round_)
    internal(round_, f"{name}_")

    def of_quotient(a: Value, b: Value) -> Number:
        return round_(numbers.divide(a, b))

    of_quotient.__doc__ = f"(%{name}-of-quotient x1 x2) -> `({name} (/ x1 x2))` without the ratio between them."
    of_quotient.__name__ = of_quotient.__qualname__ = f"{name}_of_quotient"
    template = f"({exactly}) if {INTEGERS} else {name}_of_quotient(a, b)"
    primitive(f"%{name}-of-quotient", inline=template, returns="real")(of_quotient)
    internal(of_quotient)


_declare_rounding("floor", _down, "the largest integer not above x", "a // b", "a // 1")
_declare_rounding("ceiling", _up, "the smallest integer not below x", "-(-a // b)", "-(-a // 1)")
_declare_rounding(
    "truncate",
    _towards_zero,
    "x without its fraction",
    "a // b if a > 0 else -(-a // b)",
    "a // 1 if a > 0 else -(-a // 1)",
)
_declare_rounding(
    "round",
    _nearest,
    "the nearest integer, the even one of two",
    "nearest(a, b)",
    f"a + {EVEN} - {EVEN} if a > 0 else (-({EVEN} - a - {EVEN}) if a < 0 else a)",
)


@primitive("rationalize", returns="real")
def rationalize(a: Value, b: Value) -> Number:
    """(rationalize x y) -> the simplest rational number that differs from x by no more than y."""
    for position, x in enumerate((a, b), 1):
        checked_real("rationalize", x, position)
    if a.__class__ is float or b.__class__ is float:
        x, y = to_float(a), to_float(b)
        if x != x or y != y or (x - x != 0.0 and y - y != 0.0):
            return math.nan
        if y - y != 0.0:
            return 0.0
        if x - x != 0.0:
            return x
        return to_float(_simplest(numbers.exact(x), numbers.exact(y)))
    return _simplest(a, b)


def _simplest(x: Exact, y: Exact) -> Exact:
    """Expand both ends of the interval as continued fractions while they agree; the first difference decides."""
    y = y if y > 0 else -y
    low, high = x - y, x + y
    if low <= 0 <= high:
        return 0
    if high < 0:
        return -_simplest_between(-high, -low)
    return _simplest_between(low, high)


def _simplest_between(low: Exact, high: Exact) -> Exact:
    """0 < low <= high."""
    # The answer is kept as (p·t + p0) / (q·t + q0) in the rest t still to be found.
    p, q, p0, q0 = 1, 0, 0, 1
    while True:
        whole = low if low.__class__ is int else _down(low)
        if whole == low or whole + 1 <= high:
            last = whole if whole == low else whole + 1
            return numbers.ratio(p * last + p0, q * last + q0, "rationalize")
        p, q, p0, q0 = p * whole + p0, q * whole + q0, p, q
        low, high = numbers.divide(1, high - whole), numbers.divide(1, low - whole)


# arguments ------------------------------------------------------------------------------------------------------------


def _integer(who: str, x: Value, position: int) -> int:
    """An integer, exact or not, as an exact one."""
    if x.__class__ is int:
        return int(x)
    if x.__class__ is float and x.is_integer():
        return int(x)
    raise wrong_type(who, position, "an integer", x)


def _contagious(n: int, parts: tuple[Value, ...]) -> Number:
    """`n`, inexact if one of the parts is."""
    return n if all(part.__class__ in EXACT for part in parts) else to_float(n)
