"""The procedures on numbers, by example; their templates agree with their functions; nothing huge is begun."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import chibi_hooks.scheme.primitives.numbers.arithmetic
import chibi_hooks.scheme.primitives.numbers.division
import chibi_hooks.scheme.primitives.numbers.numbers
import chibi_hooks.scheme.primitives.numbers.transcendental  # noqa: F401
from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.analysing.facts import facts
from chibi_hooks.scheme.compiling.below import NODES
from chibi_hooks.scheme.compiling.code import CONSTANTS, SLOTS
from chibi_hooks.scheme.compiling.emitting.inline import SPECIAL_TEMPLATES
from chibi_hooks.scheme.core import Const, LocalRef, Node, Variable
from chibi_hooks.scheme.primitive import INTERNAL, PRIMITIVES
from chibi_hooks.scheme.values.data import (
    FALSE,
    NIL,
    TRUE,
    String,
    Value,
    char,
    cons,
    intern,
    string_of,
    vector_of,
)
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.numbers import Gaussian, Ratio, ratio
from tests.halves import dealt
from tests.scheme.calling import by_function, by_template, call, check, lines

FAMILIES = ("arithmetic", "numbers", "division", "transcendental")
OURS = sorted(name for name, each in PRIMITIVES.items() if each.function.__module__.rpartition(".")[2] in FAMILIES)
TEMPLATES = [(name, count) for name in OURS for count in PRIMITIVES[name].inline]
NUMBERS: list[Value] = [
    *(0, 1, 2, -1, -7, 2**30 - 2, 2**30 - 1, 2**30, 1 - 2**30, -(2**30), 10**30, -(10**30)),
    *(Ratio(1, 2), Ratio(-7, 3), 0.0, -0.0, 1.0, 2.5, -7.0, 1e300, math.inf, -math.inf, math.nan),
    *(1j, complex(3, -4), complex(1, 0), Gaussian(0, 1), Gaussian(Ratio(-1, 2), 3)),
]
OTHERS: list[Value] = [TRUE, FALSE, NIL, string_of("1"), char("1"), intern("x"), cons(1, 2), vector_of([1]), len, call]

ARITHMETIC = """
(+) => 0
(+ 1) => 1
(+ -0.0) => -0.0
(+ -0.0 -0.0) => -0.0
(+ 1 2 3) => 6
(+ 1/2 1/3 1/6) => 1
(+ 1 0.5) => 1.5
(+ 1/2 0.5) => 1.0
(+ 1+i 1) => 2+i
(+ 1 a) => error: +: wanted a number, got a
(+ "a" 1) => error: +: wanted a number, got "a"
(+ #t) => error: +: wanted a number, got #t
(*) => 1
(* 2 3 4) => 24
(* 2/3 3/2) => 1
(* 1.5 2) => 3.0
(* 1/2 #f) => error: *: wanted a number, got #f
(- 5) => -5
(- 0.0) => -0.0
(- 1/2) => -1/2
(- 10 1 2) => 7
(- 1/2 1/2) => 0
(- x) => error: -: wanted a number, got x
(/ 2) => 1/2
(/ 6 3) => 2
(/ 6 4) => 3/2
(/ 1 2 3) => 1/6
(/ -1/2 1/4) => -2
(/ 1 -2) => -1/2
(/ 1.0 4) => 0.25
(/ 0 5) => 0
(/ 1 0) => error: /: division by zero
(/ 0) => error: /: division by zero
(/ 1.0 0) => +inf.0
(/ 0.0 0) => +nan.0
(/ 1/2 0) => error: /: division by zero
(/ 1.0 0.0) => +inf.0
(/ 1 -0.0) => -inf.0
(/ -1 0.0) => -inf.0
(/ 0.0 0.0) => +nan.0
(/ 0 0.0) => +nan.0
(/ 1+i 0.0) => +inf.0+inf.0i
(/ 4+2i 2) => 2+i
(/ 1 +i) => -i
(/ 1+2i 3+4i) => 11/25+2/25i
(/ 1/2 1+i) => 1/4-1/4i
(/ +i 0) => error: /: division by zero
(/ 2.0 +i) => -2.0i
(/ 1 "2") => error: /: wanted a number, got "2"
(abs -5) => 5
(abs -0.0) => 0.0
(abs -1/2) => 1/2
(abs +nan.0) => +nan.0
(abs 1+i) => error: abs: wanted a real number, got 1+i
(square 5) => 25
(square -1/2) => 1/4
(square 1.5) => 2.25
(square x) => error: square: wanted a number, got x
(max 1 3 2) => 3
(max 1 2.0) => 2.0
(max 3 2.0) => 3.0
(max 1/2 1/3) => 1/2
(max 1 +nan.0 2) => +nan.0
(max 1 +i) => error: max: argument 2: wanted a real number, got +i
(min 1 3 2) => 1
(min 1 2.0) => 1.0
(min 1/2) => 1/2
(min a) => error: min: argument 1: wanted a real number, got a
"""

COMPARISON = """
(= 1) => #t
(= 1 1.0 1) => #t
(= 1 2) => #f
(= 1/2 0.5) => #t
(= 1/3 0.3333333333333333) => #f
(= 1+0.0i 1) => #t
(= +i +i) => #t
(= +nan.0 +nan.0) => #f
(= +inf.0 +inf.0) => #t
(= 9007199254740993 9007199254740992.0) => #f
(= 1 #t) => error: =: argument 2: wanted a number, got #t
(= 1 2 x) => error: =: argument 3: wanted a number, got x
(= x) => error: =: argument 1: wanted a number, got x
(< 1 2 3) => #t
(< 1 3 2) => #f
(< 1 1) => #f
(< 1/3 0.5 1) => #t
(< 9007199254740992.0 9007199254740993) => #t
(< 1 +nan.0) => #f
(< 3 2 x) => error: <: argument 3: wanted a real number, got x
(< 1 +i) => error: <: argument 2: wanted a real number, got +i
(> 3 2 1) => #t
(> 3 2 2) => #f
(<= 1 1 2) => #t
(<= 2 1 "x") => error: <=: argument 3: wanted a real number, got "x"
(>= 2 2 1) => #t
(>= 1/2 2/3) => #f
(zero? 0) => #t
(zero? -0.0) => #t
(zero? 1/2) => #f
(zero? #f) => error: zero?: wanted a number, got #f
(positive? 1/2) => #t
(positive? 0) => #f
(positive? +i) => error: positive?: wanted a real number, got +i
(negative? -0.0) => #f
(negative? -inf.0) => #t
(negative? ()) => error: negative?: wanted a real number, got ()
"""

CLASSES = """
(number? 1) => #t
(number? +i) => #t
(number? "1") => #f
(complex? 1) => #t
(real? 1.5) => #t
(real? 1+0i) => #t
(real? 1+0.0i) => #f
(real? x) => #f
(rational? 1/2) => #t
(rational? 1.5) => #t
(rational? +inf.0) => #f
(rational? +nan.0) => #f
(integer? 3.0) => #t
(integer? 3.5) => #f
(integer? 8/4) => #t
(integer? +inf.0) => #f
(integer? "3") => #f
(exact-integer? 3) => #t
(exact-integer? 3.0) => #f
(exact? 1/2) => #t
(exact? 0.5) => #f
(exact? +i) => #t
(exact? +1.0i) => #f
(inexact? 1/2+i) => #f
(exact? #t) => error: exact?: wanted a number, got #t
(inexact? 0.5) => #t
(inexact? 1) => #f
(inexact? x) => error: inexact?: wanted a number, got x
(finite? 1/2) => #t
(finite? +inf.0) => #f
(finite? 1+inf.0i) => #f
(infinite? -inf.0) => #t
(infinite? +nan.0) => #f
(infinite? +inf.0+nan.0i) => #t
(nan? +nan.0) => #t
(nan? 1) => #f
(nan? 1+nan.0i) => #t
(nan? x) => error: nan?: wanted a number, got x
(even? 0) => #t
(even? -3) => #f
(even? 4.0) => #t
(even? 0.5) => error: even?: wanted an integer, got 0.5
(odd? -3) => #t
(odd? 3.0) => #t
(odd? 1/2) => error: odd?: wanted an integer, got 1/2
"""

DIVISION = """
(quotient 7 2) => 3
(quotient -7 2) => -3
(quotient 7.0 2) => 3.0
(truncate-quotient 7 -2) => -3
(remainder 7 2) => 1
(remainder -7 2) => -1
(remainder 7 -2) => 1
(truncate-remainder -7 -2) => -1
(modulo 7 2) => 1
(modulo -7 2) => 1
(modulo 7 -2) => -1
(modulo -7 -2) => -1
(modulo -7.0 2) => 1.0
(floor-remainder -7 2) => 1
(floor-quotient -7 2) => -4
(floor-quotient 7 -2) => -4
(quotient 1 0) => error: quotient: division by zero
(modulo 1.0 0.0) => error: modulo: division by zero
(remainder 1 0) => error: remainder: division by zero
(quotient 1.5 2) => error: quotient: argument 1: wanted an integer, got 1.5
(modulo 1 1/2) => error: modulo: argument 2: wanted an integer, got 1/2
(remainder 1 x) => error: remainder: argument 2: wanted an integer, got x
(quotient +inf.0 1) => error: quotient: argument 1: wanted an integer, got +inf.0
(gcd) => 0
(gcd 32 -36) => 4
(gcd 0 5) => 5
(gcd 6.0 4) => 2.0
(gcd 12 18 27) => 3
(gcd 1/2) => error: gcd: argument 1: wanted an integer, got 1/2
(lcm) => 1
(lcm 32 -36) => 288
(lcm 32.0 -36) => 288.0
(lcm 0 5) => 0
(lcm 2 3 4) => 12
(lcm 1 x) => error: lcm: argument 2: wanted an integer, got x
(exact-integer-sqrt -1) => error: exact-integer-sqrt: wanted an exact integer from 0, got -1
(exact-integer-sqrt 4.0) => error: exact-integer-sqrt: wanted an exact integer, got 4.0
"""

ROUNDING = """
(floor -4.3) => -5.0
(ceiling -4.3) => -4.0
(truncate -4.3) => -4.0
(round -4.3) => -4.0
(floor 3.5) => 3.0
(ceiling 3.5) => 4.0
(truncate 3.5) => 3.0
(round 3.5) => 4.0
(round 2.5) => 2.0
(round -2.5) => -2.0
(round 7/2) => 4
(round 5/2) => 2
(round -5/2) => -2
(round 8/3) => 3
(round 7) => 7
(floor -5/2) => -3
(ceiling -5/2) => -2
(truncate -5/2) => -2
(truncate 5/2) => 2
(ceiling -0.5) => -0.0
(round -0.4) => -0.0
(floor 0.5) => 0.0
(round 1e300) => 1.0e+300
(floor +inf.0) => +inf.0
(round +nan.0) => +nan.0
(floor +i) => error: floor: wanted a real number, got +i
(round "1") => error: round: wanted a real number, got "1"
(rationalize 3/10 1/10) => 1/3
(rationalize 0.3 1/10) => 0.3333333333333333
(rationalize -3/10 1/10) => -1/3
(rationalize 3/10 -1/10) => 1/3
(rationalize 1/10 1/5) => 0
(rationalize 5 0) => 5
(rationalize 7/2 1/2) => 3
(rationalize 31415926/10000000 1/1000) => 201/64
(rationalize +inf.0 1) => +inf.0
(rationalize 1 +inf.0) => 0.0
(rationalize +inf.0 +inf.0) => +nan.0
(rationalize +nan.0 1) => +nan.0
(rationalize 1 x) => error: rationalize: argument 2: wanted a real number, got x
"""

CONVERSION = """
(exact 2.0) => 2
(exact 2.5) => 5/2
(exact 0.1) => 3602879701896397/36028797018963968
(exact 1/2) => 1/2
(exact 2+0.0i) => 2
(exact 1e18) => 1000000000000000000
(exact -0.0) => 0
(exact +inf.0) => error: exact: wanted a number with an exact equal (a finite one), got +inf.0
(exact +nan.0) => error: exact: wanted a number with an exact equal (a finite one), got +nan.0
(exact 1.5+1.0i) => 3/2+i
(exact 1.5+inf.0i) => error: exact: wanted a number with an exact equal (a finite one), got 1.5+inf.0i
(exact "1") => error: exact: wanted a number, got "1"
(inexact 1/3) => 0.3333333333333333
(inexact 5) => 5.0
(inexact 1/2-i) => 0.5-1.0i
(inexact 1/2) => 0.5
(inexact x) => error: inexact: wanted a number, got x
(numerator 6/4) => 3
(numerator 5) => 5
(numerator 0.5) => 1.0
(denominator 6/4) => 2
(denominator 0) => 1
(denominator 0.5) => 2.0
(denominator +inf.0) => error: denominator: wanted a rational number, got +inf.0
(numerator +i) => error: numerator: wanted a rational number, got +i
(real-part 1.5+2i) => 1.5
(real-part 1/2) => 1/2
(imag-part 1.5+2i) => 2.0
(imag-part 1.5) => 0
(magnitude -5) => 5
(magnitude 3+4i) => 5
(magnitude 3.0+4.0i) => 5.0
(magnitude 3/5-4/5i) => 1
(magnitude -1/2) => 1/2
(angle 5) => 0
(angle -1) => 3.141592653589793
(angle -1.0) => 3.141592653589793
(angle 1.0) => 0.0
(angle +i) => 1.5707963267948966
(make-rectangular 1 2) => 1+2i
(make-rectangular 1/2 0) => 1/2
(make-rectangular 1 0.0) => 1.0+0.0i
(make-rectangular 1/2 -1) => 1/2-i
(make-rectangular 1 +i) => error: make-rectangular: argument 2: wanted a real number, got +i
(make-polar 2 0) => 2
(make-polar 1 2) => -0.4161468365471424+0.9092974268256817i
(make-polar x 2) => error: make-polar: argument 1: wanted a real number, got x
(number->string 10) => "10"
(number->string 1/3 3) => error: number->string: argument 2: wanted a radix of 2, 8, 10 or 16, got 3
(number->string 255 16) => "ff"
(number->string -1/3 2) => "-1/11"
(number->string 0.5 2) => "0.1"
(number->string 1e21) => "1.0e+21"
(number->string x) => error: number->string: argument 1: wanted a number, got x
(string->number "1e3") => 1000.0
(string->number "ff" 16) => 255
(string->number "#xff" 10) => 255
(string->number "") => #f
(string->number "abc") => #f
(string->number "1/0") => #f
(string->number 5) => error: string->number: argument 1: wanted a string, got 5
(string->number "1" 36) => error: string->number: argument 2: wanted a radix of 2, 8, 10 or 16, got 36
"""

FUNCTIONS = """
(sqrt 16) => 4
(sqrt 2) => 1.4142135623730951
(sqrt 16.0) => 4.0
(sqrt 1/4) => 1/2
(sqrt 1/2) => 0.7071067811865476
(sqrt 0) => 0
(sqrt -0.0) => -0.0
(sqrt -1) => +i
(sqrt -4.0) => +2.0i
(sqrt -2) => +1.4142135623730951i
(sqrt 3+4i) => 2+i
(sqrt -3-4i) => 1-2i
(sqrt -5/36+1/3i) => 1/3+1/2i
(sqrt -1/4) => +1/2i
(sqrt +i) => 0.7071067811865476+0.7071067811865475i
(sqrt +inf.0) => +inf.0
(sqrt +nan.0) => +nan.0
(sqrt x) => error: sqrt: wanted a number, got x
(expt 0 0) => 1
(expt 0.0 0) => 1.0
(expt 0 0.0) => 1.0
(expt 0 2) => 0
(expt 0 2.5) => 0.0
(expt 0.0 2.5) => 0.0
(expt 0 -1) => error: expt: division by zero
(expt 0 -1.0) => error: expt: division by zero
(expt 0.0 -1) => +inf.0
(expt -0.0 -1) => -inf.0
(expt -0.0 -2) => +inf.0
(expt 0 +i) => error: expt: division by zero
(expt +0.0i 0) => 1.0
(expt +0.0i 2) => 0.0
(expt 0 0.0+0.0i) => 1.0
(expt 2 10) => 1024
(expt 2 -2) => 1/4
(expt -2 3) => -8
(expt 2/3 5) => 32/243
(expt -2/3 -3) => -27/8
(expt 2 0.5) => 1.4142135623730951
(expt 2.0 3) => 8.0
(expt 4 1/2) => 2
(expt 2 1/2) => 1.4142135623730951
(expt -4 1/2) => +2i
(expt 8 2/3) => 4
(expt 8/27 -1/3) => 3/2
(expt 2 1/3) => 1.2599210498948732
(expt 10.0 400) => +inf.0
(expt -10.0 401) => -inf.0
(expt 10.0 -400) => 0.0
(expt -1 100000000000000000000) => 1
(expt -1 100000000000000000001) => -1
(expt +i 2) => -1
(expt 1+i -2) => -1/2i
(expt 1/2+i 3) => -11/8-1/4i
(expt +i 1000000000000000000001) => +i
(expt +i 0) => 1
(expt 1+i 2) => +2i
(expt x 2) => error: expt: argument 1: wanted a number, got x
(expt 2 x) => error: expt: argument 2: wanted a number, got x
(expt 3 10000000) => error: expt: the result would have about 10000000 bits, the limit is 1000000
(exp 0) => 1
(exp 1) => 2.718281828459045
(exp 1000) => +inf.0
(exp -1000) => 0.0
(exp x) => error: exp: wanted a number, got x
(log 1) => 0
(log 0) => -inf.0
(log 0.0) => -inf.0
(log 8 2) => 3.0
(log 1000 10) => 3.0
(log 1/8 1/2) => 3.0
(log -1) => +3.141592653589793i
(log +inf.0) => +inf.0
(log 1 x) => error: log: argument 2: wanted a number, got x
(log "1") => error: log: wanted a number, got "1"
(sin 0) => 0
(sin 0.0) => 0.0
(sin +inf.0) => +nan.0
(cos 0) => 1
(tan 0) => 0
(cos x) => error: cos: wanted a number, got x
(asin 0) => 0
(asin 1) => 1.5707963267948966
(asin 2) => 1.5707963267948966-1.3169578969248166i
(asin -2) => -1.5707963267948966+1.3169578969248166i
(acos 1) => 0
(acos 2) => +1.3169578969248166i
(acos "x") => error: acos: wanted a number, got "x"
(atan 0) => 0
(atan 1) => 0.7853981633974483
(atan +inf.0) => 1.5707963267948966
(atan 1 0) => 1.5707963267948966
(atan 0 1) => 0
(atan 0 -1) => 3.141592653589793
(atan -1 -1.0) => -2.356194490192345
(atan -0.0 -1) => -3.141592653589793
(atan 1 +i) => error: atan: argument 2: wanted a real number, got +i
"""


@pytest.mark.parametrize(
    "case",
    [
        case
        for table in (ARITHMETIC, COMPARISON, CLASSES, DIVISION, ROUNDING, CONVERSION, FUNCTIONS)
        for case in lines(table)
    ],
)
def test_numbers(case: str) -> None:
    check(case)


@pytest.mark.parametrize(
    ("name", "arguments", "values"),
    [
        ("floor/", (5, 2), (2, 1)),
        ("floor/", (-5, 2), (-3, 1)),
        ("floor/", (5, -2), (-3, -1)),
        ("floor/", (-5, -2), (2, -1)),
        ("truncate/", (-5, 2), (-2, -1)),
        ("truncate/", (5, -2), (-2, 1)),
        ("truncate/", (-5.0, 2), (-2.0, -1.0)),
        ("exact-integer-sqrt", (17,), (4, 1)),
        ("exact-integer-sqrt", (0,), (0, 0)),
    ],
)
def test_two_values(name: str, arguments: tuple[Value, ...], values: tuple[Value, ...]) -> None:
    assert call(name, *arguments).values == values


@given(st.integers(), st.integers().filter(bool))
def test_quotient_and_remainder_belong_together(n: int, d: int) -> None:
    for both, one, other in (("floor/", "floor-quotient", "modulo"), ("truncate/", "quotient", "remainder")):
        whole, rest = call(both, n, d).values
        assert (whole, rest) == (call(one, n, d), call(other, n, d))
        assert whole * d + rest == n and abs(rest) < abs(d)
    assert rest == 0 or (rest < 0) == (n < 0)
    assert call("modulo", n, d) == n % d


@given(st.fractions(), st.sampled_from(["floor", "ceiling", "truncate", "round"]))
def test_ratios_are_rounded_as_fractions_are(x: Any, name: str) -> None:
    python: dict[str, Any] = {"floor": math.floor, "ceiling": math.ceil, "truncate": math.trunc, "round": round}
    assert call(name, ratio(x.numerator, x.denominator)) == python[name](x)


@given(st.fractions(max_denominator=10**6), st.fractions(0, 1, max_denominator=1000))
def test_rationalize_gives_the_simplest_number_within_reach(x: Any, y: Any) -> None:
    found = call("rationalize", ratio(x.numerator, x.denominator), ratio(y.numerator, y.denominator))
    value = found.numerator * x.denominator
    assert abs(value - x.numerator * found.denominator) <= y * x.denominator * found.denominator
    for denominator in range(1, min(found.denominator, 50)):
        assert math.ceil((x - y) * denominator) > math.floor((x + y) * denominator)


@given(st.integers(0, 10**60), st.integers(1, 10**30))
def test_root_of_a_square_is_exact(a: int, b: int) -> None:
    x = ratio(a, b)
    root = call("sqrt", call("square", x))
    assert root.__class__ is x.__class__ and root == x


# templates ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "count"), dealt([pytest.param(*row) for row in TEMPLATES], 8))
def test_template_agrees_with_function(name: str, count: int) -> None:
    primitive = PRIMITIVES[name]
    for arguments in product(NUMBERS + OTHERS, repeat=count):
        found = by_function(primitive, list(arguments))
        inlined = by_template(primitive, list(arguments))
        assert inlined == found or (inlined == "error" and found.startswith("error: ")), (name, arguments)


@pytest.mark.parametrize(("name", "count"), TEMPLATES)
def test_template_holds_only_what_generated_code_may_hold(name: str, count: int) -> None:
    for node in ast.walk(ast.parse(PRIMITIVES[name].inline[count], mode="eval").body):
        assert node.__class__ in NODES
        assert not isinstance(node, ast.Constant) or node.value.__class__ in CONSTANTS
        assert not isinstance(node, ast.Attribute) or node.attr in SLOTS
        assert not isinstance(node, ast.Name) or node.id in {*"abcd"[:count], *INTERNAL}


def as_much_is_known(x: Value) -> list[Node]:
    """Operands with the value x of which the compiler knows nothing, the class, or all."""
    found: list[Node] = [LocalRef(Variable("x")), Const(x)]
    for real, natural in ((True, False), (True, True)):
        if x.__class__ in (int, float, Ratio) and (not natural or (x.__class__ is int and x >= 0)):
            variable = Variable("x")
            facts(variable).real, facts(variable).natural = real, natural
            found.append(LocalRef(variable))
    return found


def test_what_is_known_of_a_factor_changes_the_template_of_a_product_but_not_the_product() -> None:
    chosen = set()
    for a, b in product(NUMBERS, NUMBERS):
        for left, right in product(as_much_is_known(a), as_much_is_known(b)):
            template = SPECIAL_TEMPLATES["*"]([left, right]) or PRIMITIVES["*"].inline[2]
            found = eval(template, {"__builtins__": {}, **INTERNAL}, {"a": a, "b": b})
            assert repr(found) == repr(call("*", a, b))
            chosen.add(template)
    assert len(chosen) == 5


@pytest.mark.parametrize("name", OURS)
def test_wrong_arguments_give_a_scheme_error_and_nothing_else(name: str) -> None:
    """by_function lets anything but a SchemeError through."""
    primitive = PRIMITIVES[name]
    most = primitive.minimum + 1 if primitive.maximum is None else primitive.maximum
    for count in range(primitive.minimum, most + 1):
        for arguments in product(NUMBERS + OTHERS, repeat=count):
            by_function(primitive, list(arguments))


@pytest.mark.parametrize("name", OURS)
def test_what_a_primitive_is_said_to_return_it_returns(name: str) -> None:
    """The compiler infers types from it."""
    primitive = PRIMITIVES[name]
    kinds: tuple[type, ...] = {"integer": (int,), "real": (int, float, Ratio), "string": (String,)}.get(
        primitive.returns, ()
    )
    for arguments in product(NUMBERS, repeat=max(primitive.minimum, 1)) if kinds else ():
        try:
            assert primitive.function(*arguments).__class__ in kinds
        except SchemeError:
            continue


@pytest.mark.parametrize("name", OURS)
def test_primitive_says_how_it_is_called(name: str) -> None:
    assert PRIMITIVES[name].doc.startswith("(") and PRIMITIVES[name].doc.endswith(".")


# sizes ----------------------------------------------------------------------------------------------------------------

HUGE = 1 << 900_000
REFUSED = {
    "(* HUGE HUGE)": ("*", HUGE, HUGE),
    "(square HUGE)": ("square", -HUGE),
    "(* ratio HUGE)": ("*", Ratio(HUGE, 3), HUGE),
    "(+ ratio ratio)": ("+", Ratio(1, 3**90_000), Ratio(1, 5**90_000)),
    "(/ HUGE HUGE)": ("/", 3**100_000, HUGE),
    "(expt HUGE 2)": ("expt", HUGE, 2),
    "(expt 2 HUGE)": ("expt", 2, HUGE),
    "(expt 1/2 HUGE)": ("expt", Ratio(1, 2), HUGE),
    "(expt 2/3 200000)": ("expt", Ratio(2, 3), 200_000),
    "(gcd HUGE HUGE)": ("gcd", 3**100_000, 5**100_000),
    "(lcm HUGE HUGE)": ("lcm", HUGE, HUGE - 1),
    "(string->number digits)": ("string->number", string_of("9" * 400_000)),
}


@pytest.mark.parametrize("form", REFUSED.values(), ids=REFUSED)
def test_result_over_the_limit_is_refused(form: tuple[Any, ...]) -> None:
    with pytest.raises(SchemeError) as caught:
        call(*form)
    assert caught.value.kind == "limit"
    assert caught.value.message.startswith(f"{form[0]}: ") or form[0] == "square"


@pytest.mark.parametrize("name", ["*", "square"])
def test_template_refuses_what_the_function_refuses(name: str) -> None:
    for each in (HUGE, -HUGE):
        assert by_template(PRIMITIVES[name], [each] * PRIMITIVES[name].minimum or [each, each]) == "error"


def test_integers_beyond_the_floats_become_infinite() -> None:
    beyond = 10**400
    assert call("inexact", beyond) == math.inf
    assert call("+", beyond, 0.5) == math.inf
    assert call("*", -beyond, 0.5) == -math.inf
    assert call("/", 1.0, beyond) == 0.0
    assert call("sqrt", beyond) == 10**200
    assert call("sqrt", 10 * beyond) == math.sqrt(10) * 1e200
    assert call("max", beyond, 0.5) == math.inf
    assert call("log", beyond) == pytest.approx(400 * math.log(10))
    assert call("exp", -beyond) == 0.0
    assert call("atan", beyond) == math.pi / 2
    assert call("<", 1e308, beyond) is TRUE
