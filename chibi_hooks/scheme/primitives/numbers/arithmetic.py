"""Numbers come in; sums, products, quotients, the largest, and how they compare go out (R7RS 6.2.6).

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
of a factor it takes less (`emitting.inline`): the last line for a real number, the first beside a small literal.
"""

from __future__ import annotations

import operator
from collections.abc import Callable

from chibi_hooks.scheme.primitive import comparing_quickly, equal_in, internal, primitive
from chibi_hooks.scheme.values import numbers
from chibi_hooks.scheme.values.arguments import are_words, list_items
from chibi_hooks.scheme.values.data import NIL, Value
from chibi_hooks.scheme.values.errors import wrong_type
from chibi_hooks.scheme.values.integers import SMALL
from chibi_hooks.scheme.values.numbers import Number, checked, checked_real, combine, numbers_equal, to_float
from chibi_hooks.typenames import Any, Final

internal(numbers.multiply)
internal(numbers.divide)
internal(numbers_equal)

INTEGERS: Final = "a.__class__ is int and b.__class__ is int"
HARMLESS: Final = f"a.__class__ is not int or a < {SMALL} and a > -{SMALL}"
MANY: Final = 30  # members of a list of which C is asked what they are
FEW: Final = range(100)  # members of a list that are looked at one by one


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
        kind = total.__class__
        alike = term.__class__ is kind and (kind is int or kind is float)
        total = total + term if alike else combine(operator.add, "+", total, term)
    return total


@primitive("%members-sum", pure=False, checks_first=True)
def members_sum(members: Value) -> Value:
    """(%members-sum members) -> what `+` gives for the members of a list (`joining`)."""
    if members.__class__ is not list:
        raise wrong_type("+", 0, "a list of numbers", members)
    if len(members) > MANY:
        return sum(members) if are_words(members) else add(*members)
    total = 0
    for each in members:
        if each.__class__ is not int:
            return add(*members)
        total += each
    return total


@primitive("%list-sum", checks_first=True)
def list_sum(a: Value) -> Value:
    """(%list-sum list) -> what `+` gives for the members of a list, mostly all integers or all floats (`joining`)."""
    nil = NIL
    if a is nil:
        return 0
    try:
        total, rest = a.car, a.cdr
        kind = total.__class__
        if kind is int or kind is float:
            for _ in FEW:
                if rest is nil:
                    return total
                x = rest.car
                if x.__class__ is not kind:
                    break
                total += x
                rest = rest.cdr
    except AttributeError:
        pass
    return members_sum(list_items("apply", 2, a))


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
    return a if (a if a.__class__ is int else checked_real("abs", a)) > 0 else 0 - a


@primitive("square", inline=f"a * a if {HARMLESS} else square(a)")
@internal
def square(a: Value) -> Number:
    """(square z) -> z times z."""
    return numbers.multiply(checked("square", a), a)


def _extreme(
    name: str, which: str, chosen: Callable[[Any, Any], bool], whole: Callable[[tuple[int, ...]], int]
) -> Callable[..., Number]:
    def extreme(a: Value, *rest: Value) -> Number:
        if len(rest) == 1:
            (b,) = rest
            if b.__class__ is float and a.__class__ is float:
                return b if chosen(b, a) or (b != b and a == a) else a  # as below
        elif rest and a.__class__ is int and _are_integers(rest):
            return whole((a, *rest))
        best = checked_real(name, a, 1)
        inexact = a.__class__ is float
        for position, x in enumerate(rest, 2):
            checked_real(name, x, position)
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
        checked_real(name, a, 1)
        answer = True
        rest = (b, *more) if b is not None else ()
        for position, x in enumerate(rest, 2):
            answer = holds(a, checked_real(name, x, position)) and answer
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
    return (a if a.__class__ is int else checked_real("positive?", a)) > 0


@primitive("negative?", inline="a < 0", returns="boolean")
def is_negative(a: Value) -> bool:
    """(negative? x) -> whether x is below 0."""
    return (a if a.__class__ is int else checked_real("negative?", a)) < 0


def _are_integers(items: tuple[Value, ...]) -> bool:
    for each in items:  # noqa: SIM110 - `all` of a generator takes twice as long
        if each.__class__ is not int:
            return False
    return True
