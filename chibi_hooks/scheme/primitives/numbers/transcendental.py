"""Numbers come in; powers, roots, exponentials, logarithms and angles go out (R7RS 6.2.6).

Rules: the result is exact where it is known exactly (`(sqrt 16)`, `(exp 0)`, `(expt 2/3 5)`), else inexact; where no
real number will do it is complex (`(sqrt -4)` and `(expt +i 3)` exactly, `(log -1)` inexactly). Overflow of a float
gives an infinity, an undefined result a NaN, as IEEE 754 has it.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable

from chibi_hooks.scheme.primitive import internal, primitive
from chibi_hooks.scheme.values import integers, numbers
from chibi_hooks.scheme.values.data import Value
from chibi_hooks.scheme.values.errors import fail, wrong_type
from chibi_hooks.scheme.values.numbers import (
    EXACT,
    INEXACT,
    INFINITY,
    REALS,
    Exact,
    Gaussian,
    Number,
    Ratio,
    checked,
    checked_real,
    division_by_zero,
    inexact,
    to_float,
)
from chibi_hooks.typenames import Any, Final

internal(pow, "pow")
internal(math.sqrt, "root")
internal(math.exp, "natural_power")
internal(math.log, "natural_logarithm")
internal(math.sin, "sine")
internal(math.cos, "cosine")
internal(math.tan, "tangent")
internal(math.atan, "arc_tangent")
internal(math.atan2, "arc_tangent_of")
POWERS: Final = " and ".join((
    "a.__class__ is int", "b.__class__ is int", "b >= 0", "b <= 64", f"a < {integers.SMALL}", f"a > -{integers.SMALL}",
))  # fmt: skip
"""Where Python's power is ours, and small: at most 1,920 bits."""
FLOAT_POWERS: Final = "a.__class__ is float and b.__class__ is int and b >= 0 and b <= 64 and a < 1e4 and a > -1e4"

SMALL_ANGLE: Final = "a.__class__ is float and a < 1e300 and a > -1e300"  # no infinity: that has no sine
NOT_A_NUMBER: Final = complex(math.nan, math.nan)
HALF: Final = Ratio(1, 2)
WIDE: Final = 1_000  # bits up to which an integer is surely within the floats


@primitive("sqrt", inline="root(a) if a.__class__ is float and a >= 0.0 else sqrt(a)")
@internal
def sqrt(a: Value) -> Number:
    """(sqrt z) -> the root with the non-negative real part; exact for squares of exact numbers."""
    kind = a.__class__
    if kind is float:
        return math.sqrt(a) if not a < 0 else complex(0.0, math.sqrt(-a))
    if kind is complex:
        found = _complex(cmath.sqrt, a)
        if found.__class__ is complex and found.real == 0.0 and found.imag < 0.0:
            return complex(0.0, -found.imag)  # of -1.0-0.0i: with a real part of zero, the other is not negative
        return found
    if kind is Gaussian:
        return _gaussian_sqrt(a)
    if kind not in EXACT:
        raise wrong_type("sqrt", 0, "a number", a)
    return _exact_sqrt(a) if a.numerator >= 0 else numbers.rectangular(0, _exact_sqrt(-a))


def _gaussian_sqrt(z: Gaussian) -> Number:
    """Exact if the real part of the root is: that is half of what the magnitude and the real part sum up to."""
    length = magnitude(z)
    if length.__class__ in EXACT:
        real = _exact_sqrt(numbers.divide(length + z.real, 2))
        if real.__class__ in EXACT:
            return numbers.rectangular(real, numbers.divide(z.imag, 2 * real))
    return _complex(cmath.sqrt, inexact(z))


def _exact_sqrt(x: Exact) -> Number:
    """Of a number from 0: exact if that is possible."""
    top, top_rest = integers.root(x.numerator)
    if x.__class__ is int:
        if top_rest == 0:
            return top
        return math.sqrt(x) if x.bit_length() <= WIDE else to_float(top)
    bottom, bottom_rest = integers.root(x.denominator)
    if top_rest == 0 and bottom_rest == 0:
        return Ratio(top, bottom)
    near = to_float(x)
    return math.sqrt(near) if 0.0 < near < INFINITY else to_float(top) / to_float(bottom)


@primitive("expt", inline=f"pow(a, b) if {POWERS} or ({FLOAT_POWERS}) else expt(a, b)")
@internal
def expt(a: Value, b: Value) -> Number:
    """(expt z1 z2) -> z1 to the power z2; exact for an exact z1 and an exact integer z2."""
    checked("expt", a, 1)
    checked("expt", b, 2)
    if b.__class__ is int:
        return _integer_power(a, b)
    if b.__class__ is Ratio and b == HALF:
        return sqrt(a)
    if b.__class__ is Ratio and a.__class__ in EXACT and a.numerator >= 0:
        found = _exact_root(a, b.denominator)
        if found is not None:
            return _integer_power(found, b.numerator)
    if a.__class__ is int and a == 0 and b.__class__ in REALS:
        return _power_of_zero(b)
    if a.__class__ is int and a == 0 and b.__class__ is Gaussian:
        if b.real > 0:
            return 0
        raise division_by_zero("expt")
    return _inexact_power(inexact(a), inexact(b))


def _integer_power(base: Number, exponent: int) -> Number:
    if base.__class__ in INEXACT:
        return _inexact_power(base, to_float(exponent)) if base.__class__ is float else _complex_power(base, exponent)
    if exponent < 0:
        if base.__class__ is int and base == 0:
            raise division_by_zero("expt")
        base, exponent = numbers.divide(1, base), -exponent
    if base.__class__ is int:
        return integers.power(base, exponent, "expt")
    if exponent == 0:
        return 1
    if base.__class__ is Gaussian:
        return _gaussian_power(base, exponent)
    top, bottom = (integers.power(part, exponent, "expt") for part in (base.numerator, base.denominator))
    if min(top.bit_length(), bottom.bit_length()) > integers.DIVISOR_BITS:
        raise fail("limit", f"a ratio whose parts both exceed {integers.DIVISOR_BITS} bits", who="expt")
    return Ratio(top, bottom)


def _gaussian_power(base: Number, exponent: int) -> Number:
    """By squaring, for an exponent from 1; each product is guarded by itself."""
    power = base
    for bit in format(exponent, "b")[1:]:
        power = numbers.multiply(power, power)
        if bit == "1":
            power = numbers.multiply(power, base)
    return power


def _exact_root(x: Exact, degree: int) -> Exact | None:
    """The exact root of a number from 0 if there is one that a float can find."""
    parts = []
    for part in (x.numerator, x.denominator):
        if part.bit_length() > WIDE or degree > WIDE:
            return None
        near = round(part ** (1 / degree))
        if near**degree != part:
            return None
        parts.append(near)
    return numbers.ratio(parts[0], parts[1], "expt")


def _power_of_zero(exponent: Number) -> Number:
    """Of exact 0 to an inexact real (R7RS 6.2.6)."""
    if exponent != exponent:
        return exponent
    if exponent >= 0:
        return 0.0 if exponent > 0 else 1.0
    raise division_by_zero("expt")


def _inexact_power(base: Any, exponent: Any) -> Number:
    if base.__class__ is complex or exponent.__class__ is complex:
        return _complex_power(base, exponent)
    if base < 0 and not exponent.is_integer() and math.isfinite(exponent):
        return _complex_power(base, exponent)
    try:
        return math.pow(base, exponent)
    except OverflowError:
        sign = base
    except ValueError:  # a zero to a negative power; everything else has been sorted out
        sign = math.copysign(1.0, base)
    return -INFINITY if sign < 0 and exponent % 2 == 1 else INFINITY


def _complex_power(base: Any, exponent: Any) -> Number:
    if base == 0:
        return 1.0 if exponent == 0 else 0.0 if exponent.real > 0 else NOT_A_NUMBER
    if exponent.__class__ is int and abs(exponent) > WIDE:
        exponent = to_float(exponent)
    return _complex(lambda z: z**exponent, complex(base))


@primitive("exp", inline="natural_power(a) if a.__class__ is float and a < 700.0 else exp(a)")
@internal
def exp(a: Value) -> Number:
    """(exp z) -> e to the power z."""
    if a.__class__ is int and a == 0:
        return 1
    return _apply("exp", math.exp, cmath.exp, a)


@primitive("log", inline={1: "natural_logarithm(a) if a.__class__ is float and a > 0.0 else log(a)"})
@internal
def log(a: Value, b: Value = None) -> Number:
    """(log z) -> the natural logarithm; (log z base) -> that to a base."""
    if b is None:
        return _log(checked("log", a))
    checked("log", a, 1)
    checked("log", b, 2)
    for base, function in _OWN_LOGARITHM.items():
        if b.__class__ in EXACT and b == base and a.__class__ in (int, float) and a > 0:
            return function(a)
    top, bottom = _log(a), _log(b)
    return numbers.divide(inexact(top), inexact(bottom))


_OWN_LOGARITHM: Final[dict[int, Callable[[Any], float]]] = {2: math.log2, 10: math.log10}  # right to the last digit


def _log(x: Number) -> Number:
    kind = x.__class__
    if kind is complex or kind is Gaussian:
        return _complex(cmath.log, inexact(x)) if x != 0 else -INFINITY
    if x == 0:
        return complex(-INFINITY, math.pi) if kind is float and math.copysign(1.0, x) < 0.0 else -INFINITY
    if x < 0:
        return complex(_log(-x), math.pi)
    if kind is Ratio:
        near = to_float(x)
        return math.log(near) if 0.0 < near < INFINITY else math.log(x.numerator) - math.log(x.denominator)
    return 0 if kind is int and x == 1 else math.log(x)


@primitive("sin", inline=f"sine(a) if {SMALL_ANGLE} else sin(a)")
@internal
def sin(a: Value) -> Number:
    """(sin z) -> the sine of an angle in radians."""
    return 0 if _is_exact(a, 0) else _apply("sin", math.sin, cmath.sin, a)


@primitive("cos", inline=f"cosine(a) if {SMALL_ANGLE} else cos(a)")
@internal
def cos(a: Value) -> Number:
    """(cos z) -> the cosine of an angle in radians."""
    return 1 if _is_exact(a, 0) else _apply("cos", math.cos, cmath.cos, a)


@primitive("tan", inline=f"tangent(a) if {SMALL_ANGLE} else tan(a)")
@internal
def tan(a: Value) -> Number:
    """(tan z) -> the tangent of an angle in radians."""
    return 0 if _is_exact(a, 0) else _apply("tan", math.tan, cmath.tan, a)


@primitive("asin")
def asin(a: Value) -> Number:
    """(asin z) -> the angle whose sine is z; complex beyond -1 and 1."""
    return 0 if _is_exact(a, 0) else _within("asin", math.asin, cmath.asin, a)


@primitive("acos")
def acos(a: Value) -> Number:
    """(acos z) -> the angle whose cosine is z; complex beyond -1 and 1."""
    return 0 if _is_exact(a, 1) else _within("acos", math.acos, cmath.acos, a)


@primitive(
    "atan",
    inline={
        1: "arc_tangent(a) if a.__class__ is float else atan(a)",
        2: "arc_tangent_of(a, b) if a.__class__ is float and b.__class__ is float else atan(a, b)",
    },
)
@internal
def atan(a: Value, b: Value = None) -> Number:
    """(atan z) -> the angle whose tangent is z; (atan y x) -> the angle of the point (x, y), above -pi up to pi."""
    if b is None:
        return 0 if _is_exact(a, 0) else _apply("atan", math.atan, cmath.atan, a)
    for position, x in enumerate((a, b), 1):
        checked_real("atan", x, position)
    if _is_exact(a, 0) and b.__class__ in EXACT and b >= 0:
        return 0
    if a == 0.0 and _is_exact(b, 0):  # a point of the axis, above or below: only an inexact x has a sign
        return math.copysign(math.pi / 2.0, a)
    return _turn(a, b)


@primitive("magnitude", returns="real")
def magnitude(a: Value) -> Number:
    """(magnitude z) -> the distance from 0; exact for exact numbers whose distance is a rational number."""
    kind = checked("magnitude", a).__class__
    if kind is complex:
        return math.hypot(a.real, a.imag)
    if kind is Gaussian:
        return _exact_sqrt(numbers.squared_magnitude(a))
    return a if a > 0 else 0 - a


@primitive("angle", returns="real")
def angle(a: Value) -> Number:
    """(angle z) -> the angle from the positive real axis, above -pi up to pi."""
    if checked("angle", a).__class__ not in REALS:
        return _turn(a.imag, a.real)
    if a.__class__ is float:
        return math.atan2(0.0, a)
    return math.pi if a < 0 else 0


def _turn(y: Number, x: Number) -> float:
    """The angle of the point (x, y); exact parts beyond the floats are brought near 1 first."""
    if y.__class__ in EXACT and x.__class__ in EXACT:
        size = max(y if y > 0 else -y, x if x > 0 else -x)
        if size > 0 and not 0.0 < to_float(size) < INFINITY:
            y, x = numbers.divide(y, size), numbers.divide(x, size)
    return math.atan2(to_float(y), to_float(x))


# how the functions of Python are applied ------------------------------------------------------------------------------


def _apply(who: str, real: Callable[[float], float], otherwise: Callable[[complex], complex], x: Value) -> Number:
    if checked(who, x).__class__ not in REALS:
        return _complex(otherwise, inexact(x))
    try:
        return real(to_float(x))
    except OverflowError:
        return INFINITY
    except ValueError:
        return math.nan


def _within(who: str, real: Callable[[float], float], otherwise: Callable[[complex], complex], x: Value) -> Number:
    """For functions that are real from -1 to 1 only; above 1 the branch from below continues them (R7RS 6.2.6)."""
    near = inexact(checked(who, x))
    if near.__class__ is float and not abs(near) > 1.0:
        return real(near)
    if near.__class__ is float:
        near = complex(near, -0.0 if near > 1.0 else 0.0)
    return _complex(otherwise, near)


def _complex(function: Callable[[complex], complex], z: complex) -> complex:
    try:
        return function(z)
    except (OverflowError, ValueError, ZeroDivisionError):
        return NOT_A_NUMBER


def _is_exact(x: Value, n: int) -> bool:
    return x.__class__ is int and x == n
