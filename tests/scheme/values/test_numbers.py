"""Ratios obey the laws of fractions, mix with every other number, and stay in lowest terms."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from chibi_hooks.scheme.values import numbers
from chibi_hooks.scheme.values.data import TRUE, cons, string_of
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.numbers import Gaussian, Ratio, divide, exact, inexact, multiply, ratio, rectangular

fractions = st.fractions(max_denominator=60) | st.fractions()
floats = st.floats(allow_nan=False, allow_infinity=False)
COMPARISONS = [operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne]


def ours(x: Fraction) -> Any:
    return ratio(x.numerator, x.denominator)


def same(found: Any, wanted: Fraction) -> bool:
    """Whether `found` is that fraction in the one representation it may have."""
    if wanted.denominator == 1:
        return found.__class__ is int and found == wanted
    return found.__class__ is Ratio and (found.numerator, found.denominator) == (wanted.numerator, wanted.denominator)


@given(fractions, fractions)
@pytest.mark.parametrize("operation", [operator.add, operator.sub, operator.mul])
def test_arithmetic_of_ratios_is_that_of_fractions(operation: Callable[..., Any], a: Fraction, b: Fraction) -> None:
    assert same(operation(ours(a), ours(b)), operation(a, b))


@given(fractions, fractions)
def test_division_of_exact_numbers_is_exact(a: Fraction, b: Fraction) -> None:
    assume(b != 0)
    assert same(divide(ours(a), ours(b)), a / b)


@given(fractions, fractions | st.integers())
@pytest.mark.parametrize("holds", COMPARISONS)
def test_order_of_exact_numbers_is_that_of_fractions(holds: Callable[..., bool], a: Fraction, b: Any) -> None:
    other = ours(b) if isinstance(b, Fraction) else b
    assert holds(ours(a), other) is holds(a, b)
    assert holds(other, ours(a)) is holds(b, a)


@given(fractions, st.floats(allow_nan=True))
@pytest.mark.parametrize("holds", COMPARISONS)
def test_ratio_and_float_are_compared_exactly(holds: Callable[..., bool], a: Fraction, b: float) -> None:
    assert holds(ours(a), b) is holds(a, b)
    assert holds(b, ours(a)) is holds(b, a)


@given(floats)
def test_float_made_exact_is_equal_and_comes_back(x: float) -> None:
    assert exact(x) == x
    assert same(exact(x), Fraction(x))
    assert inexact(exact(x)) == x


@given(fractions)
def test_ratio_made_inexact_is_the_nearest_float(x: Fraction) -> None:
    assert inexact(ours(x)) == x.numerator / x.denominator
    assert hash(ours(x)) == hash(x)


@given(fractions, floats)
@pytest.mark.parametrize("operation", [operator.add, operator.sub, operator.mul])
def test_ratio_beside_an_inexact_number_becomes_inexact(operation: Callable[..., Any], a: Fraction, b: float) -> None:
    near = float(a)
    assert operation(ours(a), b) == operation(near, b)
    assert operation(b, ours(a)) == operation(b, near)
    assert operation(ours(a), complex(b, 1)) == operation(near, complex(b, 1))


def test_ratio_equals_a_complex_number_without_imaginary_part() -> None:
    assert Ratio(1, 2) == complex(0.5, 0.0)
    assert Ratio(1, 2) != complex(0.5, 1.0)
    assert Ratio(1, 2) != 0
    with pytest.raises(TypeError):
        assert Ratio(1, 2) < 1j


def kind_of(value: Any) -> str:
    """An id that every process gives: the repr of a pair has its address."""
    return type(value).__name__


@pytest.mark.parametrize("other", [TRUE, string_of("1"), cons(1, 2), len], ids=kind_of)
@pytest.mark.parametrize("operation", [operator.add, operator.sub, operator.mul, operator.lt, operator.ge])
def test_ratio_and_something_else_do_not_mix(operation: Callable[..., Any], other: Any) -> None:
    for arguments in ((Ratio(1, 2), other), (other, Ratio(1, 2))):
        with pytest.raises(TypeError):
            operation(*arguments)


def test_ratio_compared_for_equality_with_data_complains() -> None:
    with pytest.raises(TypeError):
        assert Ratio(1, 2) == TRUE


complexes = st.tuples(fractions, fractions)


def gaussian(parts: tuple[Fraction, Fraction]) -> Any:
    return rectangular(ours(parts[0]), ours(parts[1]))


@given(complexes, complexes)
def test_exact_complex_numbers_are_calculated_as_pairs_of_fractions(
    x: tuple[Fraction, Fraction], y: tuple[Fraction, Fraction]
) -> None:
    (a, b), (c, d) = x, y
    assert gaussian(x) + gaussian(y) == gaussian((a + c, b + d))
    assert gaussian(x) - gaussian(y) == gaussian((a - c, b - d))
    product = gaussian((a * c - b * d, a * d + b * c))
    assert multiply(gaussian(x), gaussian(y)) == product
    if c or d:
        assert divide(product, gaussian(y)) == gaussian(x)


@given(complexes, floats)
@pytest.mark.parametrize("operation", [operator.add, operator.sub, operator.mul])
def test_an_exact_complex_number_beside_an_inexact_one_becomes_inexact(
    operation: Callable[..., Any], x: tuple[Fraction, Fraction], b: float
) -> None:
    exact_, near = gaussian(x), inexact(gaussian(x))
    for other in (b, complex(b, 1)):
        assert repr(operation(exact_, other)) == repr(operation(near, other))
        assert repr(operation(other, exact_)) == repr(operation(other, near))


def test_an_exact_complex_number_equals_an_inexact_one_of_its_value_and_hashes_alike() -> None:
    x = Gaussian(Ratio(1, 2), -2)
    assert x == complex(0.5, -2.0)
    assert complex(0.5, -2.0) == x
    assert hash(x) == hash(complex(0.5, -2.0))
    assert x != Gaussian(Ratio(1, 2), 2)
    assert x != Ratio(1, 2)
    with pytest.raises(TypeError):
        assert x < 1


@pytest.mark.parametrize("other", [TRUE, string_of("1"), cons(1, 2)], ids=kind_of)
@pytest.mark.parametrize("operation", [operator.add, operator.sub, operator.mul, operator.lt, operator.eq])
def test_an_exact_complex_number_and_something_else_do_not_mix(operation: Callable[..., Any], other: Any) -> None:
    with pytest.raises(TypeError):
        operation(Gaussian(1, 1), other)


FAR = {"big": ratio(10**400, 3), "tiny": ratio(3, 10**400), "low": ratio(-(10**400), 3)}


@pytest.mark.parametrize("far", FAR.values(), ids=FAR)
def test_ratios_far_from_each_other_are_compared(far: Any) -> None:
    value = Fraction(far.numerator, far.denominator)
    for near in (Fraction(1, 3), Fraction(-1, 3), Fraction(0), value):
        assert (far < ours(near)) is (value < near)
        assert (far == ours(near)) is (value == near)
    assert (far < math.inf, far > -math.inf, far < math.nan) == (True, True, False)


def test_ratio_beyond_the_floats_becomes_infinite() -> None:
    assert inexact(ratio(10**400, 3)) == math.inf
    assert inexact(ratio(-(10**400), 3)) == -math.inf
    assert ratio(10**400, 3) + 0.5 == math.inf


def test_ratio_shows_itself_briefly() -> None:
    assert repr(Ratio(-1, 2)) == "Ratio(-1, 2)"
    assert repr(ratio(10**10_000, 3)) == "Ratio(…)"
    assert repr(Gaussian(1, Ratio(-1, 2))) == "Gaussian(1, Ratio(-1, 2))"


def test_ratio_with_two_huge_parts_is_refused() -> None:
    with pytest.raises(SchemeError) as caught:
        ratio(3**100_000, 2**150_000)
    assert caught.value.kind == "limit"


def test_hash_of_a_ratio_whose_denominator_the_modulus_divides_is_defined() -> None:
    assert hash(Ratio(1, numbers.MODULUS)) == hash(math.inf)
