"""The numeric tower: Python numbers and ratios come in; sums, products, quotients, comparisons and conversions go out (R7RS 6.2).

Rules
-----
* Exact integers are `int`, exact ratios `Ratio`, inexact reals `float`, inexact complex numbers `complex`. An exact complex number does not
  exist: such a literal becomes inexact.
* A `Ratio` is in lowest terms with a denominator of 2 or more; every operation that could leave that range answers an `int`. So numbers of
  different classes mix by Python's own operators, and compiled code may write `a + b` without asking for types.
* Where Python raises and IEEE has an answer (an integer too large for a float, 1.0/0.0), the answer is IEEE's. Only an exact zero
  as divisor of exact numbers is an error.
* Sizes are predicted before work starts: a product up to `limits.INTEGER_BITS`, of a ratio the smaller part up to `integers.DIVISOR_BITS`.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from chibi_hooks.scheme import integers, limits
from chibi_hooks.scheme.data import Value
from chibi_hooks.scheme.errors import SchemeError, fail, wrong_type

Number: TypeAlias = Any  # int, float, complex or Ratio; the alias says that this Any is one of them
INFINITY: Final = math.inf


class Ratio:
    """An exact fraction that is not an integer; make it with `ratio`, which reduces to lowest terms."""

    __slots__ = ("numerator", "denominator")

    def __init__(self, numerator: int, denominator: int) -> None:
        self.numerator = numerator
        self.denominator = denominator

    def __repr__(self) -> str:
        if self.numerator.bit_length() + self.denominator.bit_length() > 500:
            return "Ratio(…)"
        return f"Ratio({self.numerator}, {self.denominator})"

    def __neg__(self) -> Ratio:
        return Ratio(-self.numerator, self.denominator)

    def __bool__(self) -> bool:
        return True

    def __float__(self) -> float:
        return to_float(self)

    def __eq__(self, other: object) -> bool:
        kind = other.__class__
        if kind is Ratio:
            return self.numerator == other.numerator and self.denominator == other.denominator  # type: ignore[attr-defined]
        if kind is float or kind is complex:
            return _order(self, other.real) == 0 and other.imag == 0  # type: ignore[attr-defined]
        return False if kind is int else NotImplemented

    def __hash__(self) -> int:
        """That of the equal float, where there is one: Python's rule for numbers, computed modulo a prime."""
        inverse = pow(self.denominator, -1, _PRIME) if self.denominator % _PRIME else 0
        return hash(self.numerator * inverse) if inverse else hash(math.copysign(INFINITY, self.numerator))


_PRIME: Final = 2**61 - 1  # sys.hash_info.modulus of every 64-bit Python; any prime serves, this one makes equal numbers hash alike
NUMBERS: Final = frozenset({int, float, complex, Ratio})
REALS: Final = frozenset({int, float, Ratio})
EXACT: Final = frozenset({int, Ratio})


def ratio(numerator: int, denominator: int, who: str = "/") -> int | Ratio:
    """The exact quotient of two integers. Raises a SchemeError for a zero denominator and for parts over the limit."""
    if denominator < 0:
        numerator, denominator = -numerator, -denominator
    elif denominator == 0:
        raise division_by_zero(who)
    common = integers.gcd(numerator, denominator, who)
    if common > 1:
        numerator = integers.divide(numerator, common)[0]
        denominator = integers.divide(denominator, common)[0]
    return numerator if denominator == 1 else Ratio(numerator, denominator)


def division_by_zero(who: str) -> SchemeError:
    """The error of an exact division by zero."""
    return fail("range", "division by zero", who=who)


# exact operations ------------------------------------------------------------------------------------------------------


def _sum(a: int | Ratio, b: int | Ratio) -> int | Ratio:
    times = integers.multiply
    n = times(a.numerator, b.denominator, "+") + times(b.numerator, a.denominator, "+")
    return ratio(n, times(a.denominator, b.denominator, "+"), "+")


def _difference(a: int | Ratio, b: int | Ratio) -> int | Ratio:
    return _sum(a, -b)


def _product(a: int | Ratio, b: int | Ratio) -> int | Ratio:
    times = integers.multiply
    return ratio(times(a.numerator, b.numerator, "*"), times(a.denominator, b.denominator, "*"), "*")


def _quotient(a: int | Ratio, b: int | Ratio) -> int | Ratio:
    times = integers.multiply
    return ratio(times(a.numerator, b.denominator, "/"), times(a.denominator, b.numerator, "/"), "/")


def _order(a: int | Ratio, b: int | Ratio | float) -> int | None:
    """The sign of a - b, computed exactly; None beside a NaN."""
    if b.__class__ is float:
        if not math.isfinite(b):
            return None if b != b else -1 if b > 0 else 1
        top, bottom = b.as_integer_ratio()
    else:
        top, bottom = b.numerator, b.denominator  # type: ignore[union-attr]
    if (a.numerator < 0) is not (top < 0):
        return -1 if a.numerator < 0 else 1
    # Parts of very different sizes are not multiplied out: bits tell a magnitude up to a factor of 2.
    lead = a.numerator.bit_length() - a.denominator.bit_length() - top.bit_length() + bottom.bit_length()
    if abs(lead) > 1 and top and a.numerator:
        return 1 if (lead > 0) is (top > 0) else -1
    left, right = a.numerator * bottom, top * a.denominator
    return (left > right) - (left < right)


# Ratio's operators -----------------------------------------------------------------------------------------------------


def _install(name: str, exact: Callable[[Any, Any], Any], inexact_: Callable[[Any, Any], Any]) -> None:
    """Give Ratio the operator `name`, forward and reflected; for anything but a number it lets Python raise."""

    def forward(a: Ratio, b: object) -> Any:
        kind = b.__class__
        if kind is int or kind is Ratio:
            return exact(a, b)
        return inexact_(to_float(a), b) if kind is float or kind is complex else NotImplemented

    def reflected(b: Ratio, a: object) -> Any:
        kind = a.__class__
        if kind is int:
            return exact(a, b)
        return inexact_(a, to_float(b)) if kind is float or kind is complex else NotImplemented

    setattr(Ratio, f"__{name}__", forward)
    setattr(Ratio, f"__r{name}__", reflected)


def _install_comparison(name: str, holds: Callable[[int, int], bool]) -> None:
    def compare(a: Ratio, b: object) -> Any:
        if b.__class__ not in REALS:
            return NotImplemented
        order = _order(a, b)  # type: ignore[arg-type]
        return order is not None and holds(order, 0)

    setattr(Ratio, f"__{name}__", compare)


_install("add", _sum, operator.add)
_install("sub", _difference, operator.sub)
_install("mul", _product, operator.mul)
for _name in ("lt", "le", "gt", "ge"):
    _install_comparison(_name, getattr(operator, _name))


# the tower -------------------------------------------------------------------------------------------------------------


def to_float(x: Number) -> float:
    """The nearest float of a real number, an infinity if it is too large."""
    kind = x.__class__
    if kind is float:
        return x  # type: ignore[no-any-return]
    try:
        return x.numerator / x.denominator  # type: ignore[no-any-return]  # rounded correctly whatever the sizes
    except OverflowError:
        return INFINITY if x.numerator > 0 else -INFINITY


def inexact(x: Number) -> float | complex:
    """The nearest inexact number."""
    return x if x.__class__ is complex else to_float(x)


def exact(x: Number, who: str = "exact") -> int | Ratio:
    """The exact number equal to `x`. Raises a SchemeError where there is none."""
    kind = x.__class__
    if kind in EXACT:
        return x  # type: ignore[no-any-return]
    if kind is complex and x.imag == 0.0:
        x = x.real
    if x.__class__ is complex or not math.isfinite(x):
        raise wrong_type(who, 0, "a number with an exact equal (finite and real)", x)
    numerator, denominator = x.as_integer_ratio()
    return numerator if denominator == 1 else Ratio(numerator, denominator)


def combine(operation: Callable[[Any, Any], Any], who: str, a: Value, b: Value) -> Number:
    """`operation(a, b)` of Python on two Scheme values that should be numbers; overflow is infinite, not an error."""
    if a.__class__ not in NUMBERS or b.__class__ not in NUMBERS:
        raise wrong_type(who, 0, "a number", b if a.__class__ in NUMBERS else a)
    try:
        return operation(a, b)
    except OverflowError:  # an integer beyond the floats beside a float
        return operation(inexact(a), inexact(b))


def multiply(a: Value, b: Value) -> Number:
    """`(* a b)`; the size of an integer product is predicted."""
    if a.__class__ is int and b.__class__ is int:
        return integers.multiply(a, b, "*")
    return combine(operator.mul, "*", a, b)


def divide(a: Value, b: Value) -> Number:
    """`(/ a b)`."""
    if a.__class__ in EXACT and b.__class__ in EXACT:
        return _quotient(a, b)
    return combine(_inexact_quotient, "/", a, b)


def _inexact_quotient(a: Number, b: Number) -> float | complex:
    if b.__class__ is int and b == 0:
        raise division_by_zero("/")
    a, b = inexact(a), inexact(b)
    try:
        return a / b
    except ZeroDivisionError:
        return _by_zero(a, b)


def _by_zero(a: float | complex, b: float | complex) -> float | complex:
    """IEEE's answer: a zero or a NaN gives a NaN, anything else an infinity with the sign of both."""
    if a.__class__ is complex or b.__class__ is complex:
        return complex(math.nan, math.nan)
    if a == 0 or a != a:
        return math.nan
    return math.copysign(INFINITY, a) * math.copysign(1.0, b)  # type: ignore[arg-type]


def numbers_equal(a: Value, b: Value) -> bool:
    """`(= a b)`: Python's `==` never complains, so the classes are looked at first."""
    if a.__class__ not in NUMBERS:
        raise wrong_type("=", 1, "a number", a)
    if b.__class__ not in NUMBERS:
        raise wrong_type("=", 2, "a number", b)
    return a == b  # type: ignore[no-any-return]


def rectangular(real: Number, imaginary: Number) -> Number:
    """`real + imaginary·i`: the real part itself beside an exact zero, otherwise inexact."""
    if imaginary.__class__ is int and imaginary == 0:
        return real
    return complex(to_float(real), to_float(imaginary))


def polar(magnitude: Number, angle: Number) -> Number:
    """The number of that magnitude and angle: the magnitude itself beside an exact zero, otherwise inexact."""
    if angle.__class__ is int and angle == 0:
        return magnitude
    length, turn = to_float(magnitude), to_float(angle)
    if not math.isfinite(turn):
        return complex(math.nan, math.nan)
    return complex(length * math.cos(turn), length * math.sin(turn))


def check_bits(who: str, *parts: int) -> None:
    """Refuse integers over the limit, whatever made them."""
    for part in parts:
        limits.bits(who, part.bit_length())
