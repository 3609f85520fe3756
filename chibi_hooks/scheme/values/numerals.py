"""The text of a numeral comes in and a number goes out, and back (R7RS 7.1.1 `number`, 6.2.7).

    parse_number("#e1.5") -> Ratio(3, 2)      parse_number("+") -> None      format_number(1e21) -> "1.0e+21"

Rules
-----
* What `format_number` writes, `parse_number` reads as the identical number, in radix 2, 8, 10 and 16. To that end a
  fraction may have a point in every radix (`#b0.1`), an extension: R7RS knows points in radix 10 only.
* The parts of a complex number are both exact or both inexact (`numbers`): `1.5+2i` is read as `1.5+2.0i`.
* ASCII only. Nothing here is quadratic in the length of the text, and sizes are predicted: `#e1e100000000` is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from chibi_hooks.scheme.values import integers, limits
from chibi_hooks.scheme.values.errors import fail
from chibi_hooks.scheme.values.late import late_pattern
from chibi_hooks.scheme.values.numbers import Number, Ratio, exact, inexact, polar, ratio, rectangular
from chibi_hooks.typenames import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import re

LENGTH: Final = limits.INTEGER_BITS + 1_000  # characters: the longest integer in radix 2 and what may stand around it
SHORT: Final = 600  # digits that int() converts under any setting of Python's guard
WIDEST_FLOAT: Final = 21  # digits before the point that are written out; from 1e21 on with an exponent
RADIXES: Final = {"b": 2, "o": 8, "d": 10, "x": 16}
BITS: Final = {2: 1.0, 8: 3.0, 10: integers.BITS_PER_DIGIT, 16: 4.0}  # per digit
FORMATS: Final = {2: "b", 8: "o", 16: "x"}
MARKERS: Final = "esfdl"  # of an exponent: those of older reports ask for a precision, of which there is one here
SPECIAL: Final = {"+inf.0": float("inf"), "-inf.0": float("-inf"), "+nan.0": float("nan"), "-nan.0": float("nan")}


def parse_number(text: str, radix: int = 10, who: str = "read") -> Number | None:
    """The number that `text` denotes, prefixes included, or None. Raises a "limit" condition (of `who`)."""
    if radix == 10 and len(text) <= SHORT and text.isdigit() and text.isascii():
        return int(text)
    exactness = None
    prefixes = set()
    while text[:1] == "#" and len(text) > 2:
        letter = text[1].lower()
        if letter in RADIXES and "radix" not in prefixes:
            prefixes.add("radix")
            radix = RADIXES[letter]
        elif letter in "ei" and exactness is None:
            exactness = letter
        else:
            return None
        text = text[2:]
    if len(text) > LENGTH:
        if _patterns(radix)[1].match(text):
            raise fail("limit", f"a numeral of {len(text)} characters, the limit is {LENGTH}", who=who)
        return None
    return _Numeral(radix, exactness, who).number(text)


def format_number(x: Number, radix: int = 10) -> str:
    """The shortest text that reads back as `x` in that radix (2, 8, 10 or 16), without prefix."""
    kind = x.__class__
    if kind is int:
        return integers.decimal(x) if radix == 10 else format(x, FORMATS[radix])
    if kind is float:
        return float_text(x) if radix == 10 else _float_text(x, radix)
    if kind is Ratio:
        return f"{format_number(x.numerator, radix)}/{format_number(x.denominator, radix)}"
    return _complex_text(x, radix)


def float_text(x: float) -> str:
    """The same of an inexact real number in radix 10."""
    text = repr(x)
    if "e" in text or "n" in text:  # an exponent, an infinity or a NaN is written in another way
        return _float_text(x, 10)
    return text


# reading --------------------------------------------------------------------------------------------------------------


@cache  # four entries at most; those of the rarer radixes are made when they are needed
def _patterns(radix: int) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Of one radix: a whole numeral, and how one begins. Quantifiers are possessive: no text makes them try again."""
    digit = _DIGIT[radix]
    exponent = f"(?:[{MARKERS}][+-]?[0-9]++)?" if radix == 10 else ""
    digits = f"{digit}++"
    unsigned = rf"(?:{digits}(?:/{digits}|(?:\.{digit}*+)?{exponent})|\.{digits}{exponent})"
    special = r"(?:inf|nan)\.0"
    real = rf"(?:[+-]?{unsigned}|[+-]{special})"
    rectangular_ = rf"({real})?(?:([+-](?:{unsigned}|{special})?)i)?"
    return late_pattern(rf"(?ai){rectangular_}|({real})@({real})"), late_pattern(rf"(?ai)[+-]?\.?{digit}")


_DIGIT: Final = {2: "[01]", 8: "[0-7]", 10: "[0-9]", 16: "[0-9a-f]"}


Join = Callable[[Number, Number], Number]


class _Numeral:
    """One reading: radix, exactness prefix (None, "e" or "i") and who asks."""

    __slots__ = ("radix", "exactness", "who")

    def __init__(self, radix: int, exactness: str | None, who: str) -> None:
        self.radix = radix
        self.exactness = exactness
        self.who = who

    def number(self, text: str) -> Number | None:
        match = _patterns(self.radix)[0].fullmatch(text)
        if match is None or not text:
            return None
        real, imaginary, magnitude, angle = match.groups()
        if magnitude is not None:
            found = self.joined(polar, self.real(magnitude), self.real(angle))
            return exact(found, self.who) if self.exactness == "e" and found is not None else found
        if imaginary is None:
            return self.real(real)
        if imaginary in ("+", "-"):
            imaginary += "1"
        return self.joined(rectangular, self.real(real) if real else 0, self.real(imaginary))

    def joined(self, join: Join, a: Number | None, b: Number | None) -> Number | None:
        return None if a is None or b is None else join(a, b)

    def real(self, text: str) -> Number | None:
        lower = text.lower()
        if lower in SPECIAL:
            return None if self.exactness == "e" else SPECIAL[lower]
        top, slash, bottom = text.partition("/")
        if slash:
            return self.fraction(self.integer(top), self.integer(bottom))
        if self.radix == 10:
            lower = lower.translate(_TO_E)
        if "." in text or (self.radix == 10 and "e" in lower):
            return self.decimal(lower)
        n = self.integer(text)
        return inexact(n) if self.exactness == "i" else n

    def fraction(self, top: int, bottom: int) -> Number | None:
        if bottom == 0:
            return None
        found = ratio(top, bottom, self.who)
        return inexact(found) if self.exactness == "i" else found

    def integer(self, text: str) -> int:
        """Digits with an optional sign."""
        digits = text.lstrip("+-").lstrip("0") or "0"
        limits.bits(self.who, int((len(digits) - 1) * BITS[self.radix]))
        n = integers.from_decimal(digits) if self.radix == 10 else int(digits, self.radix)
        return -n if text[0] == "-" else n

    def decimal(self, text: str) -> Number:
        """Digits with a point, an exponent or both."""
        if self.radix == 10 and self.exactness != "e":
            return float(text)  # rounded correctly, 2.5 ms for a million digits
        digits, _, exponent = text.partition("e") if self.radix == 10 else (text, "", "")
        whole, _, part = digits.partition(".")
        n = self.integer(whole + part)
        if n == 0:
            return 0 if self.exactness == "e" else float(text.translate(_TO_ZERO))
        found = self.scaled(n, self.exponent(exponent) - len(part))
        return found if self.exactness == "e" else inexact(found)

    def exponent(self, text: str) -> int:
        digits = text.lstrip("+-").lstrip("0")
        if len(digits) > 10:  # beyond every limit already
            limits.bits(self.who, 10**11)
        return -int(digits or "0") if text[:1] == "-" else int(digits or "0")

    def scaled(self, n: int, exponent: int) -> int | Ratio:
        """`n` times that power of the radix, exactly."""
        size = int(abs(exponent) * BITS[self.radix])
        limits.bits(self.who, size + n.bit_length() if exponent > 0 else size)
        power = integers.power(self.radix, abs(exponent), self.who)
        return n * power if exponent >= 0 else ratio(n, power, self.who)


_TO_E: Final = {ord(c): "e" for c in MARKERS}
_TO_ZERO: Final = {ord(c): "0" for c in "123456789abcdef"}


# writing --------------------------------------------------------------------------------------------------------------


def _float_text(x: float, radix: int) -> str:
    if x != x:
        return "+nan.0"
    if x - x != 0.0:
        return "+inf.0" if x > 0 else "-inf.0"
    return _decimal_text(x) if radix == 10 else _dyadic_text(x, radix)


def _decimal_text(x: float) -> str:
    """Python's shortest digits, with a point and a signed exponent: `1.0e+21`, `1.0e-7`; written out below 1e21."""
    text = repr(x)
    digits, e, exponent = text.partition("e")
    if not e:
        return text
    size = int(exponent)
    if not 0 <= size < WIDEST_FLOAT:
        return f"{digits if '.' in digits else digits + '.0'}e{size:+d}"
    whole, _, part = digits.partition(".")
    return f"{whole}{part.ljust(size, '0')}.0"  # size >= 16 here, and part has no more digits than that


def _dyadic_text(x: float, radix: int) -> str:
    """Every float is a fraction over a power of two, so it ends in radix 2, 8 and 16 as well."""
    numerator, denominator = abs(x).as_integer_ratio()
    width = int(BITS[radix])
    places = -(-(denominator.bit_length() - 1) // width)  # digits after the point
    digits = format((numerator << places * width) // denominator, FORMATS[radix]).zfill(places + 1)
    sign = "-" if str(x)[0] == "-" else ""
    return f"{sign}{digits[: len(digits) - places]}.{digits[len(digits) - places :] or '0'}"


def _complex_text(z: Number, radix: int) -> str:
    """The real part goes without saying if it is the zero that the reader would put there."""
    real = "" if str(z.real) in ("0", "0.0") else format_number(z.real, radix)
    imaginary = format_number(z.imag, radix)
    if imaginary in ("1", "-1"):
        imaginary = imaginary[:-1]
    return f"{real}{'' if imaginary[:1] in ('+', '-') else '+'}{imaginary}i"
