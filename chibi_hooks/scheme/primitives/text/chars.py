"""Characters come in; their kind, case, order and number go out (R7RS 6.6), by the Unicode data of this Python.

Rules: case is simple case mapping (one character to one): where the full mapping of a character is longer, the title
form or the character itself stands in. Surrogates are no characters.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from operator import eq, ge, gt, le, lt

from chibi_hooks.scheme.primitive import PRIMITIVES, WRAPPERS, Wrapping, internal, primitive
from chibi_hooks.scheme.values.alphabetic import is_alphabetic
from chibi_hooks.scheme.values.arguments import character, out_of_range
from chibi_hooks.scheme.values.data import CHARS, FALSE, TRUE, Char, Value, char
from chibi_hooks.scheme.values.errors import wrong_type
from chibi_hooks.scheme.values.spaces import is_whitespace
from chibi_hooks.typenames import Any, Final

internal(Char)
internal(char)
internal(CHARS, "chars")
internal(ord, "ord")
internal(chr, "chr")

ORDERS: Final[dict[str, tuple[str, Callable[[str, str], bool]]]] = {
    "=?": ("==", eq),
    "<?": ("<", lt),
    ">?": (">", gt),
    "<=?": ("<=", le),
    ">=?": (">=", ge),
}  # how comparisons of characters and strings end, and what they mean in Python


@primitive("char?", inline="a.__class__ is Char", returns="boolean")
def is_char(a: Value) -> bool:
    """(char? x) -> whether x is a character."""
    return a.__class__ is Char


@primitive("char->integer", inline="ord(a.c)", returns="integer")
def char_to_integer(a: Value) -> Value:
    """(char->integer char) -> its Unicode scalar value."""
    return ord(character("char->integer", 0, a))


_BELOW_SURROGATES: Final = f"a.__class__ is int and a >= 0 and a < {0xD800}"


@primitive("integer->char", inline=f"char(chr(a) if {_BELOW_SURROGATES} else scalar(a))")
def integer_to_char(a: Value) -> Value:
    """(integer->char n) -> the character of that scalar value; surrogates are refused."""
    if a.__class__ is not int:
        raise wrong_type("integer->char", 0, "an exact integer", a)
    if 0 <= a < 0xD800 or 0xDFFF < a < 0x110000:
        return char(chr(a))
    raise out_of_range("integer->char", 0, "a Unicode scalar value (0 to #xD7FF, #xE000 to #x10FFFF)", a)


@internal
def scalar(a: Value) -> str:
    """The text of that character."""
    return integer_to_char(a).c  # type: ignore[no-any-return]


def upcase(c: str) -> str:
    """The simple upper case of a character."""
    upper = c.upper()
    if len(upper) == 1:
        return upper
    title = c.title()
    return title if len(title) == 1 else c


def downcase(c: str) -> str:
    """The simple lower case of a character."""
    return c.lower()[0]  # only U+0130 has a longer one, and its first character is the simple one


def foldcase(c: str) -> str:
    """The simple case folding of a character."""
    folded = c.casefold()
    if len(folded) == 1:
        return folded
    return c if c == "\u0130" else downcase(c)  # U+0130 folds only in Turkish


class CharAnswers(dict[str, Any]):
    """What a function says of characters, for those that are asked for all the time: a look-up in place of a call.
    Bounded: it keeps those below U+0300, and gives an answer for all.
    """

    def __init__(self, function: Callable[[str], Any]) -> None:
        super().__init__()
        self.function = function

    def __missing__(self, c: str) -> Any:
        answer = self.function(c)
        if c < "\u0300":
            self[c] = answer
        return answer


def _declare_question(name: str, asks: Callable[[str], bool], doc: str, inline: str = "") -> None:
    """`inline`: where Python's own question is asked first, which takes a third of a look-up."""
    table = name.replace("-", "_").replace("?", "")
    answers = internal(CharAnswers(asks), table)

    def question(a: Value) -> bool:
        return asks(character(name, 0, a))

    def seen(function: Callable[..., bool]) -> Callable[..., Value]:
        def predicate1(a: Value, /) -> Value:
            if a.__class__ is Char:
                return TRUE if answers[a.c] else FALSE
            return TRUE if function(a) else FALSE

        WRAPPERS.add(predicate1.__code__)
        return wraps(function)(predicate1)

    question.__doc__ = doc
    question.__name__ = question.__qualname__ = name
    primitive(name, inline=inline or f"{table}[a.c]", returns="boolean", seen=seen)(question)


_declare_question(
    "char-alphabetic?",
    is_alphabetic,
    "(char-alphabetic? char) -> whether it is a letter.",
    "a.c.isalpha() or not a.c.isascii() and char_alphabetic[a.c]",
)
_declare_question(
    "char-numeric?", str.isdecimal, "(char-numeric? char) -> whether it is a decimal digit.", "a.c.isdecimal()"
)
_declare_question(
    "char-whitespace?",
    is_whitespace,
    "(char-whitespace? char) -> whether it is white space.",
    "a.c.isspace() and char_whitespace[a.c]",
)
_declare_question(
    "char-upper-case?", str.isupper, "(char-upper-case? char) -> whether it is an upper-case letter.", "a.c.isupper()"
)
_declare_question(
    "char-lower-case?", str.islower, "(char-lower-case? char) -> whether it is a lower-case letter.", "a.c.islower()"
)
WHITE: Final = PRIMITIVES["char-whitespace?"].function  # which families of texts are often given


def _declare_mapping(name: str, change: Callable[[str], str], doc: str, inline: str = "") -> None:
    """`inline`: as for a question."""
    table = name.replace("-", "_")
    answers = internal(CharAnswers(change), table)

    def mapping(a: Value) -> Value:
        return CHARS[answers[a.c if a.__class__ is Char else character(name, 0, a)]]

    mapping.__doc__ = doc
    mapping.__name__ = mapping.__qualname__ = name
    primitive(name, inline=f"char({inline or f'{table}[a.c]'})")(mapping)


_declare_mapping("char-upcase", upcase, "(char-upcase char) -> its upper case, or char itself.")
_declare_mapping(
    "char-downcase", downcase, "(char-downcase char) -> its lower case, or char itself.", "a.c.lower()[0]"
)
_declare_mapping("char-foldcase", foldcase, "(char-foldcase char) -> what stands for it where case does not count.")


@primitive("digit-value", inline="digit_values[a.c]")
def digit_value(a: Value) -> Value:
    """(digit-value char) -> 0 to 9 for a decimal digit of any script, else #f."""
    return digit(character("digit-value", 0, a))


def digit(c: str) -> Value:
    """What a character counts as a decimal digit, or #f."""
    return int(c) if c.isdecimal() else FALSE


internal(CharAnswers(digit), "digit_values")


def _comparing_quickly(holds: Callable[[str, str], bool]) -> Wrapping:
    """What Scheme sees of a comparison (`primitive.comparing_quickly`)."""

    def wrapping(function: Callable[..., bool]) -> Callable[..., Value]:
        def predicate2(a: Value, b: Value, /, *rest: Value) -> Value:
            if a.__class__ is Char and b.__class__ is Char and not rest:
                return TRUE if holds(a.c, b.c) else FALSE
            return TRUE if function(a, b, *rest) else FALSE

        WRAPPERS.add(predicate2.__code__)
        return wraps(function)(predicate2)

    return wrapping


def _declare_comparison(ending: str, sign: str, holds: Callable[[str, str], bool]) -> None:
    exact, blind = f"char{ending}", f"char-ci{ending}"

    def compare(a: Value, b: Value, *rest: Value) -> bool:
        if a.__class__ is Char and b.__class__ is Char and not rest:
            return holds(a.c, b.c)
        items = [character(exact, position, x) for position, x in enumerate((a, b, *rest), 1)]
        return all(map(holds, items, items[1:]))

    def compare_blind(a: Value, b: Value, *rest: Value) -> bool:
        items = [foldcase(character(blind, position, x)) for position, x in enumerate((a, b, *rest), 1)]
        return all(map(holds, items, items[1:]))

    compare.__doc__ = f"({exact} a b ...) -> whether the scalar values are in this order."
    compare_blind.__doc__ = f"({blind} a b ...) -> the same, and case does not count."
    templates = {2: f"a.c {sign} b.c", 3: f"(a.c {sign} b.c) & (b.c {sign} c.c)"}  # `and` would not look at the third
    primitive(exact, inline=templates, returns="boolean", seen=_comparing_quickly(holds))(compare)
    primitive(blind, inline={2: f"char_foldcase[a.c] {sign} char_foldcase[b.c]"}, returns="boolean")(compare_blind)


for _ending, (_sign, _holds) in ORDERS.items():
    _declare_comparison(_ending, _sign, _holds)
