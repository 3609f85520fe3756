"""Numbers come in; sums, products, comparisons, classes, parts and texts go out (R7RS 6.2.6, 6.2.7).

Theory: the template of `*` must stop a product of two huge integers before C begins it, at the least cost for everybody
else. One small factor is enough: then the result grows by 30 bits per step, as harmless as a sum. Nanoseconds on 3.11
(3.13) over an empty loop, for small integers and for floats:

    a * b, unguarded                                              8  (6)    9 (17)
    a * b if a.__class__ is not int or a < B and a > -B else …   44 (29)   36 (23)   taken
    the same with -B < a < B                                     51 (32)   35 (23)   a chain is not specialised
    a * b if a.__class__ is float or a.__class__ is int and …    55 (40)   35 (23)
    multiply(a, b)                                               82 (82)   39 (45)
    a * b if a < B and a > -B else …                             16 (20)   46 (61)   raises for complex: reals only

`B` is 2³⁰-1, the largest integer of one digit: comparing those has its own instruction. Where the compiler knows more
of a factor it takes less (`compiler.inline`): the last line for a real number, the first beside a small literal.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable

from chibi_hooks.scheme.primitive import comparing_quickly, equal_in, internal, primitive
from chibi_hooks.scheme.values import arguments, numbers
from chibi_hooks.scheme.values.arguments import list_items
from chibi_hooks.scheme.values.data import FALSE, NIL, String, Value, string_of
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
    combine,
    numbers_equal,
    to_float,
)
from chibi_hooks.scheme.values.numerals import FORMATS, RADIXES, float_text, format_number, parse_number
from chibi_hooks.typenames import Any, Final

internal(str, "decimal")
internal(numbers.multiply)
internal(numbers.divide)
internal(numbers_equal)

SHORT_BITS: Final = 1_000  # of an integer that is written at once
SHORT_DIGITS: Final = 300  # characters of a numeral that is read at once
HEXADECIMAL: Final = late_pattern(r"[0-9a-fA-F]+")
DECIMAL: Final = late_pattern(r"(?a)[+-]?[0-9]++(?:\.[0-9]*+(?:[eE][+-]?[0-9]++)?|[eE][+-]?[0-9]++)")

INTEGERS: Final = "a.__class__ is int and b.__class__ is int"
HARMLESS: Final = f"a.__class__ is not int or a < {SMALL} and a > -{SMALL}"


FEW: Final = range(100)  # members of a list that are looked at one by one


# arithmetic -----------------------------------------------------------------------------------------------------------


@primitive("+", inline={2: "a + b"}, fold=True)
def add(*terms: Value) -> Number:
    """(+ z ...) -> the sum; 0 without terms."""
    if len(terms) == 2:
        a, b = terms
        if a.__class__ is int and b.__class__ is int:
            return a + b
    elif len(terms) == 3:
        a, b, c = terms
        if a.__class__ is int and b.__class__ is int and c.__class__ is int:
            return a + b + c
    elif _are_integers(terms):
        return sum(terms)
    total = checked("+", terms[0])
    for term in terms[1:]:
        exact = total.__class__ is int and term.__class__ is int
        total = total + term if exact else combine(operator.add, "+", total, term)
    return total


@primitive("%members-sum", pure=False, checks_first=True)
def members_sum(members: Value) -> Value:
    """(%members-sum members) -> what `+` gives for the members of a list (`joining`)."""
    if members.__class__ is not list:
        raise wrong_type("+", 0, "a list of numbers", members)
    return add(*members)


@primitive("%list-sum", checks_first=True)
def list_sum(a: Value) -> Value:
    """(%list-sum list) -> what `+` gives for the members of a list, mostly integers (`joining`)."""
    total = 0
    rest = a
    nil = NIL
    try:
        for _ in FEW:
            if rest is nil:
                return total
            x = rest.car
            if x.__class__ is not int:
                break
            total += x
            rest = rest.cdr
    except AttributeError:
        pass
    return add(*list_items("apply", 2, a))


@primitive("*", inline={2: f"a * b if {HARMLESS} else multiply(a, b)"}, fold=True)
def multiply(*factors: Value) -> Number:
    """(* z ...) -> the product; 1 without factors."""
    if len(factors) == 2:
        a, b = factors
        if a.__class__ is int and b.__class__ is int and -SMALL < a < SMALL and -SMALL < b < SMALL:
            return a * b
        return numbers.multiply(a, b)
    product = checked("*", factors[0]) if factors else 1
    for factor in factors[1:]:
        product = numbers.multiply(product, factor)
    return product


@primitive("-", inline={1: "-a", 2: "a - b"}, fold=True)
def subtract(a: Value, *terms: Value) -> Number:
    """(- z) -> -z; (- z1 z2 ...) -> z1 less the others."""
    if not terms:
        return -checked("-", a)
    if len(terms) == 1 and a.__class__ is int and terms[0].__class__ is int:
        return a - terms[0]
    for term in terms:
        a = combine(operator.sub, "-", a, term)
    return a


FLOATS: Final = (
    f"a / b if (a.__class__ is float and (b.__class__ is float or b.__class__ is int and b < {SMALL} and b > -{SMALL})"
    f" or b.__class__ is float and a.__class__ is int and a < {SMALL} and a > -{SMALL})"
    " and (b > 0 or b < 0) else divide(a, b)"
)

INVERSE: Final = "1 / a if a.__class__ is float and (a > 0 or a < 0) else divide(1, a)"
COUNTS: Final = f"a.__class__ is int and b.__class__ is int and b > 0 and b < {SMALL} and a < {SMALL} and a > -{SMALL}"
"""Whether Python divides a by b as we do, and fast."""


@primitive("/", inline={1: INVERSE, 2: FLOATS}, fold=True)
def divide(a: Value, *divisors: Value) -> Number:
    """(/ z) -> 1/z; (/ z1 z2 ...) -> z1 divided by the others, exactly if all are exact."""
    if not divisors:
        return numbers.divide(1, a)
    for divisor in divisors:
        a = numbers.divide(a, divisor)
    return a


@primitive("%inexact-of-quotient", inline=f"a / b if {COUNTS} else inexact_quotient(a, b)")
@internal
def inexact_quotient(a: Value, b: Value) -> Number:
    """(%inexact-of-quotient z1 z2) -> `(inexact (/ z1 z2))` without the ratio between them."""
    return numbers.inexact(numbers.divide(a, b))


@primitive("abs", inline="a if a > 0 else 0 - a", returns="real")
def absolute(a: Value) -> Number:
    """(abs x) -> x without its sign."""
    return a if (a if a.__class__ is int else _real("abs", a)) > 0 else 0 - a


@primitive("square", inline=f"a * a if {HARMLESS} else square(a)")
@internal
def square(a: Value) -> Number:
    """(square z) -> z times z."""
    return numbers.multiply(checked("square", a), a)


def _extreme(
    name: str, which: str, chosen: Callable[[Any, Any], bool], whole: Callable[[tuple[int, ...]], int]
) -> Callable[..., Number]:
    def extreme(a: Value, *rest: Value) -> Number:
        if len(rest) > 1 and a.__class__ is int and _are_integers(rest):
            return whole((a, *rest))
        best = _real(name, a, 1)
        inexact = a.__class__ is float
        for position, x in enumerate(rest, 2):
            _real(name, x, position)
            inexact = inexact or x.__class__ is float
            if best == best and (x != x or chosen(x, best)):  # a NaN wins and stays
                best = x
        return to_float(best) if inexact else best

    extreme.__doc__ = f"({name} x1 x2 ...) -> the {which}; inexact if any is."
    return extreme


def _extremes(sign: str, name: str) -> dict[int, str]:
    """The templates of `max` and `min`."""
    three = f"((a if a {sign} c else c) if a {sign} b else (b if b {sign} c else c))"
    return {
        2: f"(a if a {sign} b else b) if {INTEGERS} else {name}(a, b)",
        3: f"{three} if {INTEGERS} and c.__class__ is int else {name}(a, b, c)",
    }


maximum = internal(_extreme("max", "largest", operator.gt, max), "maximum")
minimum = internal(_extreme("min", "smallest", operator.lt, min), "minimum")
primitive("max", inline=_extremes(">", "maximum"), returns="real")(maximum)
primitive("min", inline=_extremes("<", "minimum"), returns="real")(minimum)


# comparison -----------------------------------------------------------------------------------------------------------


@primitive("=", inline={2: f"a == b if {INTEGERS} else numbers_equal(a, b)"}, returns="boolean", seen=equal_in(int))
def is_equal(a: Value, b: Value = None, *more: Value) -> bool:
    """(= z1 z2 ...) -> whether all are numerically equal."""
    if a.__class__ is int and b.__class__ is int and not more:
        return a == b
    checked("=", a, 1)
    rest = (b, *more) if b is not None else ()
    for position, x in enumerate(rest, 2):
        checked("=", x, position)
    return all(a == x for x in rest)


def _declare_comparison(name: str, holds: Callable[[Any, Any], bool], meaning: str) -> None:
    def compare(a: Value, b: Value = None, *more: Value) -> bool:
        if a.__class__ is int and b.__class__ is int and not more:
            return holds(a, b)
        _real(name, a, 1)
        answer = True
        rest = (b, *more) if b is not None else ()
        for position, x in enumerate(rest, 2):
            answer = holds(a, _real(name, x, position)) and answer
            a = x
        return answer

    compare.__doc__ = f"({name} x1 x2 ...) -> whether each is {meaning} the next."
    compare.__name__ = compare.__qualname__ = name
    templates = {2: f"a {name} b", 3: f"(a {name} b) & (b {name} c)"}  # `and` would not look at the third
    primitive(name, inline=templates, returns="boolean", seen=comparing_quickly(holds))(compare)


_declare_comparison("<", operator.lt, "less than")
_declare_comparison(">", operator.gt, "greater than")
_declare_comparison("<=", operator.le, "at most")
_declare_comparison(">=", operator.ge, "at least")


@primitive("zero?", inline="a == 0 if a.__class__ is int else is_zero(a)", returns="boolean")
@internal
def is_zero(a: Value) -> bool:
    """(zero? z) -> whether z is 0."""
    return (a if a.__class__ is int else checked("zero?", a)) == 0


@primitive("positive?", inline="a > 0", returns="boolean")
def is_positive(a: Value) -> bool:
    """(positive? x) -> whether x is above 0."""
    return (a if a.__class__ is int else _real("positive?", a)) > 0


@primitive("negative?", inline="a < 0", returns="boolean")
def is_negative(a: Value) -> bool:
    """(negative? x) -> whether x is below 0."""
    return (a if a.__class__ is int else _real("negative?", a)) < 0


# classes --------------------------------------------------------------------------------------------------------------


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


# parts and conversions ------------------------------------------------------------------------------------------------


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
    return numbers.rectangular(_real("make-rectangular", a, 1), _real("make-rectangular", b, 2))


@primitive("make-polar")
def make_polar(a: Value, b: Value) -> Number:
    """(make-polar m a) -> the number of that magnitude and angle; m itself if the angle is an exact 0."""
    return numbers.polar(_real("make-polar", a, 1), _real("make-polar", b, 2))


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


# arguments ------------------------------------------------------------------------------------------------------------


def _are_integers(items: tuple[Value, ...]) -> bool:
    for each in items:  # noqa: SIM110 - `all` of a generator takes twice as long
        if each.__class__ is not int:
            return False
    return True


def _radix(who: str, x: Value) -> int:
    if x.__class__ is int and x in RADIXES.values():
        return int(x)
    raise wrong_type(who, 2, "a radix of 2, 8, 10 or 16", x)


def _real(who: str, x: Value, position: int = 0) -> Number:
    if x.__class__ in REALS:
        return x
    raise wrong_type(who, position, "a real number", x)


def _rational(who: str, x: Value) -> Exact:
    """A finite real number, made exact."""
    if not is_rational(x):
        raise wrong_type(who, 0, "a rational number", x)
    return numbers.exact(x)
