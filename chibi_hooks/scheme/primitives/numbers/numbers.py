"""Numbers come in; their classes, parts, conversions and texts go out, and texts as numbers (R7RS 6.2.6, 6.2.7)."""

from __future__ import annotations

import math

from chibi_hooks.scheme.primitive import internal, primitive
from chibi_hooks.scheme.values import arguments, numbers
from chibi_hooks.scheme.values.data import FALSE, String, Value, string_of
from chibi_hooks.scheme.values.errors import wrong_type
from chibi_hooks.scheme.values.integers import SMALL
from chibi_hooks.scheme.values.late import late_pattern
from chibi_hooks.scheme.values.numbers import (
    EXACT,
    INEXACT,
    NUMBERS,
    REALS,
    Exact,
    Number,
    checked,
    checked_real,
    to_float,
)
from chibi_hooks.scheme.values.numerals import FORMATS, RADIXES, float_text, format_number, parse_number
from chibi_hooks.typenames import Final

internal(str, "decimal")

SHORT_BITS: Final = 1_000  # of an integer that is written at once
SHORT_DIGITS: Final = 300  # characters of a numeral that is read at once
HEXADECIMAL: Final = late_pattern(r"[0-9a-fA-F]+")
DECIMAL: Final = late_pattern(r"(?a)[+-]?[0-9]++(?:\.[0-9]*+(?:[eE][+-]?[0-9]++)?|[eE][+-]?[0-9]++)")


_NUMBER = "a.__class__ is int or a.__class__ is not String and is_number(a)"  # strings are asked most, besides


@primitive("number?", "complex?", inline=_NUMBER, returns="boolean")
@internal
def is_number(a: Value) -> bool:
    """(number? x) -> whether x is a number of any kind."""
    return a.__class__ in NUMBERS


@primitive("real?", returns="boolean")
def is_real(a: Value) -> bool:
    """(real? x) -> whether x is a real number."""
    return a.__class__ in REALS


@primitive("rational?", returns="boolean")
def is_rational(a: Value) -> bool:
    """(rational? x) -> whether x is a real number and finite."""
    return a.__class__ in EXACT or (a.__class__ is float and math.isfinite(a))


@primitive("integer?", inline="a.__class__ is int or is_integer(a)", returns="boolean")
@internal
def is_integer(a: Value) -> bool:
    """(integer? x) -> whether x is an integer, exact or inexact."""
    return a.__class__ is int or (a.__class__ is float and a.is_integer())


@primitive("exact-integer?", inline="a.__class__ is int", returns="boolean")
def is_exact_integer(a: Value) -> bool:
    """(exact-integer? x) -> whether x is an exact integer."""
    return a.__class__ is int


@primitive("exact?", returns="boolean")
def is_exact(a: Value) -> bool:
    """(exact? z) -> whether z is exact."""
    return checked("exact?", a).__class__ not in INEXACT


@primitive("inexact?", returns="boolean")
def is_inexact(a: Value) -> bool:
    """(inexact? z) -> whether z is inexact."""
    return checked("inexact?", a).__class__ in INEXACT


for _test in (math.isfinite, math.isinf, math.isnan):
    internal(_test)


@primitive("finite?", inline="isfinite(a) if a.__class__ is float else is_finite(a)", returns="boolean")
@internal
def is_finite(a: Value) -> bool:
    """(finite? z) -> whether no part of z is infinite or a NaN."""
    return all(map(math.isfinite, _float_parts("finite?", a)))


@primitive("infinite?", inline="isinf(a) if a.__class__ is float else is_infinite(a)", returns="boolean")
@internal
def is_infinite(a: Value) -> bool:
    """(infinite? z) -> whether a part of z is infinite."""
    return any(map(math.isinf, _float_parts("infinite?", a)))


@primitive("nan?", inline="isnan(a) if a.__class__ is float else is_nan(a)", returns="boolean")
@internal
def is_nan(a: Value) -> bool:
    """(nan? z) -> whether a part of z is a NaN."""
    return any(map(math.isnan, _float_parts("nan?", a)))


def _float_parts(who: str, x: Value) -> tuple[float, ...]:
    """The parts of a number that could be other than finite."""
    if checked(who, x).__class__ is float:
        return (x,)
    return (x.real, x.imag) if x.__class__ is complex else ()


@primitive("exact", inline="a if a.__class__ is int else (int(a) if a.__class__ is float and a % 1 == 0 else exact(a))")
@internal
def exact(a: Value) -> Number:
    """(exact z) -> the exact number equal to z."""
    if a.__class__ is int:
        return a
    if a.__class__ is float and a.is_integer():  # mostly
        return int(a)
    return numbers.exact(checked("exact", a))


_SHORT_INTEGER: Final = f"a.__class__ is int and a < {SMALL} and a > -{SMALL}"


@primitive("inexact", inline=f"a / 1 if a.__class__ is float or {_SHORT_INTEGER} else inexact(a)")
@internal
def inexact(a: Value) -> Number:
    """(inexact z) -> the nearest inexact number; an infinity for an integer beyond all floats."""
    return numbers.inexact(checked("inexact", a))


@primitive("numerator", returns="real")
def numerator(a: Value) -> Number:
    """(numerator q) -> that of q in lowest terms."""
    found = _rational("numerator", a).numerator
    return to_float(found) if a.__class__ is float else found


@primitive("denominator", returns="real")
def denominator(a: Value) -> Number:
    """(denominator q) -> that of q in lowest terms, at least 1."""
    found = _rational("denominator", a).denominator
    return to_float(found) if a.__class__ is float else found


@primitive("real-part", returns="real")
def real_part(a: Value) -> Number:
    """(real-part z) -> the real part."""
    return a if checked("real-part", a).__class__ in REALS else a.real


@primitive("imag-part", returns="real")
def imag_part(a: Value) -> Number:
    """(imag-part z) -> the imaginary part, an exact 0 for real numbers."""
    return 0 if checked("imag-part", a).__class__ in REALS else a.imag


@primitive("make-rectangular")
def make_rectangular(a: Value, b: Value) -> Number:
    """(make-rectangular x y) -> x + yi; x itself if y is an exact 0."""
    return numbers.rectangular(checked_real("make-rectangular", a, 1), checked_real("make-rectangular", b, 2))


@primitive("make-polar")
def make_polar(a: Value, b: Value) -> Number:
    """(make-polar m a) -> the number of that magnitude and angle; m itself if the angle is an exact 0."""
    return numbers.polar(checked_real("make-polar", a, 1), checked_real("make-polar", b, 2))


_DECIMAL = "String(decimal(a) if a.__class__ is int and a < 1073741823 and a > -1073741823 else numeral(a))"


@primitive("number->string", inline={1: _DECIMAL}, returns="string")
def number_to_string(a: Value, b: Value = 10) -> String:
    """(number->string z [radix]) -> its text in radix 2, 8, 10 (the default) or 16."""
    if a.__class__ is int and b.__class__ is int and a.bit_length() < SHORT_BITS:
        if b == 10:
            return string_of(str(a))
        if b in FORMATS:
            return string_of(format(a, FORMATS[b]))
    elif a.__class__ is float and b.__class__ is int and b == 10:
        return string_of(float_text(a))
    return string_of(format_number(checked("number->string", a, 1), _radix("number->string", b)))


@internal
def numeral(a: Value) -> str:
    """The text of a number of any kind."""
    made: str = number_to_string(a).s
    return made


HEADS: Final = frozenset("0123456789+-.#")  # characters that a numeral in radix 10 may begin with


SIGNS: Final = frozenset("+-")
SIGNED: Final = frozenset("0123456789.iInN")  # what may follow a sign


@internal
def number_in(s: str) -> Value:
    """The number that a text is, or `#f`."""
    if len(s) <= SHORT_DIGITS:
        if s.isdigit() and s.isascii():
            return int(s)
        head = s[:1]
        if head not in HEADS or len(s) == 1:  # words and signs, which are asked for as often
            return FALSE
        if head in SIGNS:
            if head == "-" and s[1:].isdigit() and s.isascii():
                return int(s)
            if s[1] not in SIGNED:
                return FALSE
        if DECIMAL.fullmatch(s):
            return float(s)
    found = parse_number(s, 10, "string->number")
    return FALSE if found is None else found


@primitive("string->number", inline={1: "number_in(a.s)"})
def string_to_number(a: Value, b: Value = 10) -> Value:
    """(string->number text [radix]) -> the number, or #f if the text is none."""
    if a.__class__ is String and b.__class__ is int:
        s = a.s
        if b == 10:
            return number_in(s)
        if b == 16 and len(s) <= SHORT_DIGITS and HEXADECIMAL.fullmatch(s):
            return int(s, 16)
        if b == 2 and len(s) <= SHORT_DIGITS and not s.strip("01") and s:
            return int(s, 2)
    found = parse_number(arguments.text("string->number", 1, a), _radix("string->number", b), "string->number")
    return FALSE if found is None else found


def _radix(who: str, x: Value) -> int:
    if x.__class__ is int and x in RADIXES.values():
        return int(x)
    raise wrong_type(who, 2, "a radix of 2, 8, 10 or 16", x)


def _rational(who: str, x: Value) -> Exact:
    """A finite real number, made exact."""
    if not is_rational(x):
        raise wrong_type(who, 0, "a rational number", x)
    return numbers.exact(x)
