"""Big integers are divided, rooted and converted in pieces, and the pieces fit together."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chibi_hooks.scheme.values import integers
from chibi_hooks.scheme.values.errors import SchemeError

large = st.integers(0, 2**2000) | st.builds(lambda n, k: (n << k) - 1, st.integers(1, 2**64), st.integers(0, 2000))
signed = large | large.map(lambda n: -n)


@pytest.fixture(autouse=True, scope="module")
def small_steps() -> object:
    """Every size limit of a single step lowered, so that small numbers take the ways of big ones."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {"STEP": 400, "ROOT_STEP": 40, "POWER_STEP": 50, "PRODUCT_STEP": 60, "PIECE": 7}.items():
            patch.setattr(integers, name, value)
        yield


@given(signed, signed.filter(bool))
def test_division_in_pieces_is_floor_division(n: int, d: int) -> None:
    assert integers.divide(n, d) == divmod(n, d)


@given(signed, signed)
def test_product_in_pieces_is_the_product(a: int, b: int) -> None:
    assert integers.multiply(a, b, "test") == a * b


@given(large)
def test_root_in_pieces_is_the_integer_root(n: int) -> None:
    s = math.isqrt(n)
    assert integers.root(n) == (s, n - s * s)


@given(st.integers(-50, 50), st.integers(0, 200))
def test_power_in_pieces_is_the_power(base: int, exponent: int) -> None:
    assert integers.power(base, exponent, "test") == base**exponent


@given(signed)
def test_decimal_digits_in_pieces_go_there_and_back(n: int) -> None:
    text = integers.decimal(n)
    assert text == str(n)
    assert integers.from_decimal(text.lstrip("-")) == abs(n)


@given(signed, signed)
def test_common_divisor_is_the_greatest(a: int, b: int) -> None:
    assert integers.gcd(a, b, "test") == math.gcd(a, b)


@pytest.mark.parametrize(
    "work",
    [
        lambda: integers.multiply(1 << 600_000, 1 << 600_000, "test"),
        lambda: integers.power(3, 10_000_000, "test"),
        lambda: integers.power(-2, 1 << 900_000, "test"),
        lambda: integers.gcd((1 << 500_000) - 1, (1 << 400_000) - 1, "test"),
    ],
)
def test_work_over_the_limit_is_refused_before_it_starts(work: object) -> None:
    with pytest.raises(SchemeError) as caught:
        work()  # type: ignore[operator]
    assert caught.value.kind == "limit"
    assert caught.value.message.startswith("test: ")


def test_pieces_of_the_real_size_fit_too(monkeypatch: pytest.MonkeyPatch) -> None:
    n = 3**400_000
    for name, value in {"PIECE": 512, "STEP": 10_000_000_000, "PRODUCT_STEP": 500_000, "POWER_STEP": 100_000}.items():
        monkeypatch.setattr(integers, name, value)
    quotient, remainder = integers.divide(n, 7**100_000)
    assert quotient * 7**100_000 + remainder == n and 0 <= remainder < 7**100_000
    text = integers.decimal(n)
    assert len(text) == 190_849 and text[-5:] == format(pow(3, 400_000, 10**5), "05")
    assert integers.from_decimal(text) == n
