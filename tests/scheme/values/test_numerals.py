"""Every numeral of R7RS is read, everything else is none, and what is written reads back as the same number."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.numbers import Gaussian, Ratio, ratio, rectangular
from chibi_hooks.scheme.values.numerals import format_number, parse_number

RADIXES = (2, 8, 10, 16)
reals = st.integers() | st.builds(ratio, st.integers(), st.integers(1)) | st.floats()
numbers = reals | st.builds(rectangular, reals, reals)

READ: dict[str, Any] = {
    # integers, radixes, signs
    "0": 0, "42": 42, "+42": 42, "-42": -42, "007": 7, "#b101": 5, "#o17": 15, "#d10": 10, "#xfF": 255, "#XFF": 255,
    "#x-1a": -26, "#e10": 10, "#i10": 10.0, "#e#x10": 16, "#x#e10": 16, "#i#b11": 3.0, "#b#i11": 3.0, "#xe": 14,
    # ratios
    "1/2": Ratio(1, 2), "-6/4": Ratio(-3, 2), "+6/3": 2, "0/5": 0, "#i1/4": 0.25, "#x1/a": Ratio(1, 10),
    # decimals
    "1.5": 1.5, ".5": 0.5, "5.": 5.0, "-.5": -0.5, "+1.": 1.0, "1e3": 1000.0, "1E3": 1000.0, "1e+3": 1000.0,
    "1.5e-3": 0.0015, ".5e1": 5.0, "5.e1": 50.0, "-0.0": -0.0, "1e21": 1e21, "0.1": 0.1, "1e400": math.inf,
    "-1e400": -math.inf, "1e-400": 0.0, "-1e-400": -0.0, "1e999999999": math.inf, "1e-99999999999999999999": 0.0,
    "#e1.5": Ratio(3, 2), "#e1e3": 1000, "#e1e-3": Ratio(1, 1000), "#e-.25": Ratio(-1, 4), "#e0e999999999": 0,
    "#e1.e2": 100, "#e0.1": Ratio(1, 10), "#i1e3": 1000.0, "#d1.5": 1.5,
    # our extension: a point in every radix
    "#b0.1": 0.5, "#x-f.8": -15.5, "#o.4": 0.5, "#e#x.8": Ratio(1, 2), "#b-0.0": -0.0,
    # what has no digits
    "+inf.0": math.inf, "-inf.0": -math.inf, "+INF.0": math.inf, "+nan.0": math.nan, "-nan.0": math.nan,
    "#x+inf.0": math.inf,
    # complex numbers
    "+i": Gaussian(0, 1), "-i": Gaussian(0, -1), "1+i": Gaussian(1, 1), "1-I": Gaussian(1, -1), "+2i": Gaussian(0, 2),
    "1+2i": Gaussian(1, 2), "1.5-2.5i": 1.5 - 2.5j, "1.5+2i": 1.5 + 2j, "1/2-.5i": 0.5 - 0.5j, "+1.i": 1j,
    "1/2+3/4i": Gaussian(Ratio(1, 2), Ratio(3, 4)), "#i1/2+3/4i": 0.5 + 0.75j, "#i-i": complex(0, -1),
    "1e2+1e-2i": 100 + 0.01j, "+inf.0i": complex(0, math.inf), "#x1+fi": Gaussian(1, 15),
    "1+inf.0i": complex(1, math.inf), "+inf.0-inf.0i": complex(math.inf, -math.inf), "1+0i": 1, "1.5-0i": 1.5,
    "1+0.0i": complex(1, 0), "#e1.5+2.i": Gaussian(Ratio(3, 2), 2), "-1@0": -1, "#e1@0.": 1, "1@0.0": complex(1, 0),
    "2@-1/2": complex(2 * math.cos(-0.5), 2 * math.sin(-0.5)),
}  # fmt: skip

NO_NUMBERS = """
+ - ... .. . .e1 e1 1e 1e+ 1e1.5 1.2.3 1/ /2 1/2/3 1.5/2 1/2.5 1/2e3 1/0 0/0 --1 +-1 1- 1+ -> ->x 1x x1 inf nan +inf
-nan inf.0 nan.0 +inf.00 +infinity i 1i 1+2 1+2j 1+ii 1i+2 i+1 1@ @1 1@2i 1@2@3 1+@2 1_000 １ ٣ ² ½ 1e٣ #x #e # #b2 #o8
#xg #b1e1 #x#x1 #e#e1 #e#i1 #b#x1 #e#b#x1 #y1 #e+inf.0 #e-nan.0 #e1+inf.0i #1 1# ++1 +.i 0x10 1e1e1 1f +in +i+ +infi
+inf.0+ 1/-2 #b #i
"""


def identical(a: Any, b: Any) -> bool:
    """The same number: class, value, signs of zeros; a NaN is a NaN."""
    if a.__class__ is not b.__class__:
        return False
    if a.__class__ is Gaussian:
        return identical(a.real, b.real) and identical(a.imag, b.imag)
    return repr(a) == repr(b) if a.__class__ in (float, complex) else bool(a == b)


@pytest.mark.parametrize("text", READ)
def test_numeral_is_read(text: str) -> None:
    assert identical(parse_number(text), READ[text])


@pytest.mark.parametrize("text", ["", *NO_NUMBERS.split()])
def test_anything_else_is_no_number(text: str) -> None:
    assert parse_number(text) is None


@pytest.mark.parametrize(("text", "radix", "value"), [("ff", 16, 255), ("101", 2, 5), ("#d12", 8, 12), ("12", 8, 10)])
def test_prefix_goes_before_the_radix_that_is_given(text: str, radix: int, value: int) -> None:
    assert parse_number(text, radix) == value


@given(numbers)
@pytest.mark.parametrize("radix", RADIXES)
def test_what_is_written_reads_back_as_the_same_number(radix: int, x: Any) -> None:
    assert identical(parse_number(format_number(x, radix), radix), x)


@given(st.integers())
def test_integers_are_written_as_python_does(n: int) -> None:
    assert format_number(n) == str(n)
    assert format_number(n, 16) == format(n, "x")


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_floats_are_written_with_the_fewest_digits(x: float) -> None:
    digits = repr(abs(x)).partition("e")[0].replace(".", "").strip("0")
    found = format_number(abs(x)).partition("e")[0].replace(".", "").strip("0")
    assert found == digits


WRITTEN = {
    "1.0": 1.0, "-0.0": -0.0, "0.5": 0.5, "100.0": 100.0, "10000000000000000.0": 1e16, "100000000000000000000.0": 1e20,
    "1.0e+21": 1e21, "1.5e+300": 1.5e300, "123456789012345680000.0": 123456789012345680000.0, "0.0001": 0.0001,
    "1.0e-7": 1e-7, "1.5e-10": 1.5e-10, "+inf.0": math.inf, "-inf.0": -math.inf, "+nan.0": math.nan,
    "-1/2": Ratio(-1, 2),
    "+i": Gaussian(0, 1), "-i": Gaussian(0, -1), "1-2i": Gaussian(1, -2), "1+i": Gaussian(1, 1),
    "-1/2+2/3i": Gaussian(Ratio(-1, 2), Ratio(2, 3)), "+1.0i": 1j, "1.5-1.0i": 1.5 - 1j, "1.0+0.0i": complex(1, 0),
    "-0.0i": complex(0, -0.0), "-0.0+1.0i": complex(-0.0, 1), "+inf.0+nan.0i": complex(math.inf, math.nan),
}  # fmt: skip


@pytest.mark.parametrize("text", WRITTEN)
def test_number_is_written(text: str) -> None:
    assert format_number(WRITTEN[text]) == text


@pytest.mark.parametrize(
    ("x", "radix", "text"),
    [
        (255, 16, "ff"), (-5, 2, "-101"), (8, 8, "10"), (Ratio(1, 3), 2, "1/11"), (0.5, 2, "0.1"), (15.5, 16, "f.8"),
        (-0.25, 8, "-0.2"), (5.0, 2, "101.0"), (-0.0, 2, "-0.0"), (math.inf, 2, "+inf.0"), (Gaussian(1, 2), 2, "1+10i"),
        (Gaussian(Ratio(1, 3), -15), 16, "1/3-fi"), (1 + 2j, 2, "1.0+10.0i"),
    ],
)  # fmt: skip
def test_number_is_written_in_other_radixes(x: Any, radix: int, text: str) -> None:
    assert format_number(x, radix) == text


@pytest.mark.parametrize("exponent", [5_000, 30_000])
def test_long_integers_pass_pythons_guard_of_digits(exponent: int) -> None:
    text = "1" + "0" * exponent
    assert parse_number(text) == 10**exponent
    assert format_number(10**exponent) == text
    assert parse_number("-" + text) == -(10**exponent)
    assert parse_number("#e1." + "0" * exponent) == 1


HOSTILE = {
    "exact exponent": "#e1e100000000",
    "exact negative exponent": "#e1e-100000000",
    "exponent of many digits": "#e1e" + "9" * 5_000,
    "digits": "9" * 400_000,
    "more digits than any numeral may have": "9" * 2_000_000,
    "bits": "#b" + "1" * 1_000_100,
    "denominator": "1/" + "9" * 400_000,
    "ratio of two huge parts": "9" * 50_000 + "/" + "7" * 50_000,
    "imaginary part": "1+" + "9" * 400_000 + "i",
    "exact decimal": "#e0." + "3" * 400_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_numeral_beyond_the_limits_is_refused(text: str) -> None:
    with pytest.raises(SchemeError) as caught:
        parse_number(text)
    assert caught.value.kind == "limit"
    assert caught.value.message.startswith("read: ")


def test_long_texts_that_are_no_numerals_are_just_none() -> None:
    assert parse_number("a" * 2_000_000) is None
    assert parse_number("1" * 100_000 + "x") is None
    assert parse_number("1." * 50_000) is None
    assert parse_number("+" * 100_000) is None


@pytest.mark.parametrize("zeros", [1_000, 100_000])
def test_long_decimals_are_rounded_correctly(zeros: int) -> None:
    assert parse_number("9007199254740993." + "0" * zeros) == 9007199254740992.0
    assert parse_number("9007199254740993." + "0" * zeros + "1") == 9007199254740994.0
