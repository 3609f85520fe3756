"""The numeric tower: Python numbers and ratios come in; sums, products, quotients, conversions go out (R7RS 6.2).

Rules
-----
* Exact integers are `int`, exact ratios `Ratio`, exact complex numbers `Gaussian`; inexact reals are `float`, inexact
  complex numbers `complex`. The parts of a complex number are both exact or both inexact.
* A `Ratio` is in lowest terms with a denominator of 2 or more, the imaginary part of a `Gaussian` is not zero; every
  operation that could leave that range answers what lies below it. So numbers of different classes mix by Python's own
  operators, and compiled code writes `a + b` without asking for types.
* Where Python raises and IEEE has an answer (an integer too large for a float, 1.0/0.0), the answer is IEEE's. Only
  exact numbers divided by zero are an error.
* Sizes are predicted before work starts: a product up to `limits.INTEGER_BITS`, of a ratio the smaller part up to
  `integers.DIVISOR_BITS`.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from math import gcd

from chibi_hooks.scheme.values import integers
from chibi_hooks.scheme.values.arguments import out_of_range
from chibi_hooks.scheme.values.data import Value
from chibi_hooks.scheme.values.errors import SchemeError, fail, wrong_type
from chibi_hooks.scheme.values.integers import SMALL
from chibi_hooks.typenames import Any, Final, TypeAlias

Number: TypeAlias = Any  # int, float, complex, Ratio or Gaussian; the alias says that this Any is one of them
Exact: TypeAlias = Any  # int or Ratio
Arithmetic: TypeAlias = Callable[[Any, Any], Any]

INFINITY: Final = math.inf
SHORT: Final = 1 << 10_000  # a number below it is computed with at once: nothing can become too large or take too long
MODULUS: Final = 2**61 - 1  # that of Python's own hash of numbers on 64-bit machines, so that equal numbers hash alike


# Exact arithmetic, on integers and ratios: both have a numerator and a denominator. As both are in lowest terms, common
# divisors of the parts are enough: those of the whole result would be of integers twice as long (Knuth, TAOCP 4.5.1).


def _sum(a: Exact, b: Exact) -> Exact:
    n, d, m, e = a.numerator, a.denominator, b.numerator, b.denominator
    if not (-SHORT < n < SHORT and -SHORT < m < SHORT and d < SHORT and e < SHORT):
        times = integers.multiply
        return ratio(times(n, e, "+") + times(m, d, "+"), times(d, e, "+"), "+")
    common = gcd(d, e)
    if common == 1:
        bottom = d * e
        return Ratio(n * e + m * d, bottom) if bottom > 1 else n + m
    rest = d // common
    top = n * (e // common) + m * rest
    common = gcd(top, common)
    bottom = rest * (e // common)
    return Ratio(top // common, bottom) if bottom > 1 else top // common


def _difference(a: Exact, b: Exact) -> Exact:
    return _sum(a, -b)


def _product(a: Exact, b: Exact) -> Exact:
    return _scaled(a.numerator, a.denominator, b.numerator, b.denominator, "*")


def _quotient(a: Exact, b: Exact) -> Exact:
    above, below = b.denominator, b.numerator
    if below <= 0:
        if below == 0:
            raise division_by_zero("/")
        above, below = -above, -below
    return _scaled(a.numerator, a.denominator, above, below, "/")


def _scaled(n: int, d: int, m: int, e: int, who: str) -> Exact:
    """n/d times m/e, both in lowest terms."""
    if not (-SHORT < n < SHORT and -SHORT < m < SHORT and d < SHORT and e < SHORT):
        return ratio(integers.multiply(n, m, who), integers.multiply(d, e, who), who)
    common = gcd(n, e)
    if common > 1:
        n, e = n // common, e // common
    common = gcd(m, d)
    if common > 1:
        m, d = m // common, d // common
    bottom = d * e
    return Ratio(n * m, bottom) if bottom > 1 else n * m


def _order(a: Exact, b: Number) -> int | None:
    """The sign of a - b, computed exactly; None beside a NaN."""
    if b.__class__ is float:
        if b - b != 0.0:
            return None if b != b else -1 if b > 0 else 1
        top, bottom = b.as_integer_ratio()
    else:
        top, bottom = b.numerator, b.denominator
    if (a.numerator < 0) is not (top < 0) or top == 0:
        return -1 if a.numerator < 0 else 1  # a is a ratio or b is one: never both zero
    # Lengths tell magnitudes up to a factor of 4; only what is closer is multiplied out, so the products stay small.
    lead = a.numerator.bit_length() - a.denominator.bit_length() - top.bit_length() + bottom.bit_length()
    if abs(lead) > 2:
        return 1 if (lead > 0) is (top > 0) else -1
    left, right = a.numerator * bottom, top * a.denominator
    return int(left > right) - int(left < right)


def _operators(exact_: Arithmetic, inexact_: Arithmetic) -> tuple[Arithmetic, Arithmetic]:
    """An operator of Ratio and its reflection. For anything but a number they let Python raise."""

    def forward(a: Ratio, b: object) -> Any:
        kind = b.__class__
        if kind is int or kind is Ratio:
            return exact_(a, b)
        return inexact_(to_float(a), b) if kind is float or kind is complex else NotImplemented

    def reflected(b: Ratio, a: object) -> Any:
        kind = a.__class__
        if kind is int:
            return exact_(a, b)
        return inexact_(a, to_float(b)) if kind is float or kind is complex else NotImplemented

    return forward, reflected


def _comparison(holds: Arithmetic) -> Arithmetic:
    def compare(a: Ratio, b: Any) -> Any:
        if b.__class__ is int and -SMALL < b < SMALL and a.denominator < SMALL:
            return holds(a.numerator, b * a.denominator)
        if b.__class__ not in REALS:
            return NotImplemented
        order = _order(a, b)
        return order is not None and holds(order, 0)

    return compare


class Ratio:
    """An exact fraction that is not an integer; make it with `ratio`, which reduces to lowest terms."""

    __slots__ = ("numerator", "denominator")

    def __init__(self, numerator: int, denominator: int) -> None:
        self.numerator = numerator
        self.denominator = denominator

    __add__, __radd__ = _operators(_sum, operator.add)
    __sub__, __rsub__ = _operators(_difference, operator.sub)
    __mul__, __rmul__ = _operators(_product, operator.mul)
    __lt__ = _comparison(operator.lt)
    __le__ = _comparison(operator.le)
    __gt__ = _comparison(operator.gt)
    __ge__ = _comparison(operator.ge)

    def __neg__(self) -> Ratio:
        return Ratio(-self.numerator, self.denominator)

    def __float__(self) -> float:
        return to_float(self)

    def __eq__(self, other: Any) -> bool:
        kind = other.__class__
        if kind is Ratio:
            return bool(self.numerator == other.numerator and self.denominator == other.denominator)
        if kind is float or kind is complex:
            return bool(other.imag == 0 and _order(self, other.real) == 0)
        return False if kind is int else NotImplemented

    def __hash__(self) -> int:
        if self.denominator % MODULUS == 0:
            return hash(math.copysign(INFINITY, self.numerator))
        found = hash(hash(abs(self.numerator)) * pow(self.denominator, -1, MODULUS))
        return found if self.numerator >= 0 else -found  # as Fraction does: hash(-1) is -2, so the sign goes last

    def __repr__(self) -> str:
        if self.numerator.bit_length() + self.denominator.bit_length() > 500:
            return "Ratio(…)"
        return f"Ratio({self.numerator}, {self.denominator})"


# Exact complex numbers: pairs of exact real numbers, with the arithmetic of the schoolbook.


def _complex_sum(a: Number, b: Number) -> Number:
    return rectangular(a.real + b.real, a.imag + b.imag)


def _complex_difference(a: Number, b: Number) -> Number:
    return rectangular(a.real - b.real, a.imag - b.imag)


def _complex_product(a: Number, b: Number) -> Number:
    real = _product(a.real, b.real) - _product(a.imag, b.imag)
    return rectangular(real, _product(a.real, b.imag) + _product(a.imag, b.real))


def _complex_quotient(a: Number, b: Number) -> Number:
    b = _parts(b)
    above = _parts(_complex_product(_parts(a), Gaussian(b.real, -b.imag)))
    below = squared_magnitude(b)
    return rectangular(_quotient(above.real, below), _quotient(above.imag, below))


def _parts(x: Number) -> Number:
    """Something with a `real` and an `imag`, which a ratio has not."""
    return Gaussian(x, 0) if x.__class__ is Ratio else x


def squared_magnitude(x: Number) -> Exact:
    """The sum of the squares of the parts of an exact complex number."""
    return _product(x.real, x.real) + _product(x.imag, x.imag)


def _complex_operators(exact_: Arithmetic, inexact_: Arithmetic) -> tuple[Arithmetic, Arithmetic]:
    """An operator of Gaussian and its reflection. For anything but a number they let Python raise."""

    def forward(a: Gaussian, b: object) -> Any:
        if b.__class__ in NUMBERS:
            return inexact_(inexact(a), b) if b.__class__ in INEXACT else exact_(a, _parts(b))
        return NotImplemented

    def reflected(b: Gaussian, a: object) -> Any:
        if a.__class__ in NUMBERS:
            return inexact_(a, inexact(b)) if a.__class__ in INEXACT else exact_(_parts(a), b)
        return NotImplemented

    return forward, reflected


class Gaussian:
    """An exact complex number (a Gaussian rational) that is not real; make it with `rectangular`."""

    __slots__ = ("real", "imag")

    def __init__(self, real: Exact, imag: Exact) -> None:
        self.real = real
        self.imag = imag

    __add__, __radd__ = _complex_operators(_complex_sum, operator.add)
    __sub__, __rsub__ = _complex_operators(_complex_difference, operator.sub)
    __mul__, __rmul__ = _complex_operators(_complex_product, operator.mul)

    def __neg__(self) -> Gaussian:
        return Gaussian(-self.real, -self.imag)

    def __eq__(self, other: Any) -> bool:
        kind = other.__class__
        if kind is Gaussian or kind is complex:
            return bool(self.real == other.real and self.imag == other.imag)
        return False if kind in NUMBERS else NotImplemented

    def __hash__(self) -> int:
        return hash(inexact(self))  # equal to that of an equal inexact number, which is all that is asked of it

    def __repr__(self) -> str:
        return f"Gaussian({self.real!r}, {self.imag!r})"


NUMBERS: Final[frozenset[Any]] = frozenset({int, float, complex, Ratio, Gaussian})
REALS: Final[frozenset[Any]] = frozenset({int, float, Ratio})
EXACT: Final[frozenset[Any]] = frozenset({int, Ratio})  # the exact real ones
INEXACT: Final[frozenset[Any]] = frozenset({float, complex})


def ratio(numerator: int, denominator: int, who: str = "/") -> Exact:
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


def to_float(x: Number) -> float:
    """The nearest float of a real number, an infinity if it is too large."""
    if x.__class__ is float:
        return float(x)
    try:
        return float(x.numerator / x.denominator)  # rounded correctly whatever the sizes
    except OverflowError:
        return INFINITY if x.numerator > 0 else -INFINITY


def inexact(x: Number) -> float | complex:
    """The nearest inexact number."""
    if x.__class__ in REALS:
        return to_float(x)
    return x if x.__class__ is complex else complex(to_float(x.real), to_float(x.imag))


def exact(x: Number, who: str = "exact") -> Number:
    """The exact number equal to `x`. Raises a SchemeError where there is none."""
    if x.__class__ not in INEXACT:
        return x
    if x - x != 0.0:  # something in it is infinite or a NaN
        raise out_of_range(who, 0, "a number with an exact equal (a finite one)", x)
    return rectangular(_exact_float(x.real), _exact_float(x.imag))


def _exact_float(x: float) -> Exact:
    numerator, denominator = x.as_integer_ratio()
    return numerator if denominator == 1 else Ratio(numerator, denominator)


def checked(who: str, x: Value, position: int = 0) -> Number:
    """The number that it is. Raises SchemeError where it is none."""
    if x.__class__ in NUMBERS:
        return x
    raise wrong_type(who, position, "a number", x)


def checked_real(who: str, x: Value, position: int = 0) -> Number:
    """The real number that it is. Raises SchemeError where it is none."""
    if x.__class__ in REALS:
        return x
    raise wrong_type(who, position, "a real number", x)


def combine(operation: Arithmetic, who: str, a: Value, b: Value) -> Number:
    """`operation` of Python on two Scheme values that should be numbers; overflow is infinite, not an error.

    Raises SchemeError.
    """
    if a.__class__ not in NUMBERS or b.__class__ not in NUMBERS:
        raise wrong_type(who, 0, "a number", b if a.__class__ in NUMBERS else a)
    return overflowing(operation, a, b)


def overflowing(operation: Arithmetic, a: Number, b: Number) -> Number:
    """`operation` of Python; where an integer beyond the floats stands beside a float, that of IEEE."""
    try:
        return operation(a, b)
    except OverflowError:
        return operation(inexact(a), inexact(b))


def multiply(a: Value, b: Value) -> Number:
    """`(* a b)`; the size of an integer product is predicted."""
    if a.__class__ is int and b.__class__ is int:
        if a.bit_length() + b.bit_length() <= integers.PRODUCT_STEP:
            return a * b
        return integers.multiply(a, b, "*")
    return combine(operator.mul, "*", a, b)


def divide(a: Value, b: Value) -> Number:
    """`(/ a b)`."""
    short_a = a.__class__ is int and -SMALL < a < SMALL
    if short_a and b.__class__ is int and 0 < b < SMALL:  # as in means and shares
        common = gcd(a, b)
        return a // b if common == b else Ratio(a // common, b // common)
    if b.__class__ is float and b and (short_a or a.__class__ is float):
        return a / b
    if a.__class__ is float and b.__class__ is int and 0 < b < SMALL:
        return a / b
    if a.__class__ in EXACT and b.__class__ in EXACT:
        return _quotient(a, b)
    if a.__class__ not in INEXACT and b.__class__ not in INEXACT:
        return combine(_complex_quotient, "/", a, b)
    return combine(_inexact_quotient, "/", a, b)


def _inexact_quotient(a: Number, b: Number) -> Number:
    a, b = inexact(a), inexact(b)
    if a.__class__ is complex and b.__class__ is float:  # part by part: an infinite one must not spoil the other
        return complex(_inexact_quotient(a.real, b), _inexact_quotient(a.imag, b))
    try:
        return a / b
    except ZeroDivisionError:
        return _by_zero(a, b)


def _by_zero(a: Any, b: Any) -> float | complex:
    """IEEE's answer: a zero or a NaN gives a NaN, anything else an infinity with the sign of both."""
    if b.__class__ is complex:
        return complex(math.nan, math.nan)
    if a == 0 or a != a:
        return math.nan
    return math.copysign(INFINITY, a) * math.copysign(1.0, b)


def numbers_equal(a: Value, b: Value) -> bool:
    """`(= a b)`: Python's `==` never complains, so the classes are looked at first. Raises SchemeError."""
    if a.__class__ not in NUMBERS:
        raise wrong_type("=", 1, "a number", a)
    if b.__class__ not in NUMBERS:
        raise wrong_type("=", 2, "a number", b)
    return bool(a == b)


def rectangular(real: Number, imaginary: Number) -> Number:
    """`real + imaginary·i`: the real part itself beside an exact zero, inexact if a part is."""
    if imaginary.__class__ is int and imaginary == 0:
        return real
    if real.__class__ is float or imaginary.__class__ is float:
        return complex(to_float(real), to_float(imaginary))
    return Gaussian(real, imaginary)


def polar(magnitude: Number, angle: Number) -> Number:
    """The number of that magnitude and angle: the magnitude itself beside an exact zero, otherwise inexact."""
    if angle.__class__ is int and angle == 0:
        return magnitude
    length, turn = to_float(magnitude), to_float(angle)
    if turn - turn != 0.0:
        return complex(math.nan, math.nan)
    return complex(length * math.cos(turn), length * math.sin(turn))
