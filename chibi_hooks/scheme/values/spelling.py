"""Characters, strings and names as they are spelled in source: text of a token in, value out, and back again.

Rules: the reader's half raises `Misspelt` with offsets into the text it was given; the printer's half accepts any text.
Sources: R7RS 6.6 (characters), 6.7 (strings), 2.1 and 7.1.1 (identifiers).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from unicodedata import category

from chibi_hooks.scheme.values.late import late_pattern
from chibi_hooks.typenames import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import re

CHARACTER_NAMES: Final = {
    "alarm": "\a",
    "backspace": "\b",
    "delete": "\x7f",
    "escape": "\x1b",
    "newline": "\n",
    "null": "\0",
    "return": "\r",
    "space": " ",
    "tab": "\t",
}
FOREIGN_NAMES: Final = {  # what other dialects write -> what R7RS writes
    "nul": "null",
    "linefeed": "newline",
    "lf": "newline",
    "cr": "return",
    "esc": "escape",
    "altmode": "escape",
    "rubout": "delete",
    "del": "delete",
    "backspc": "backspace",
    "bel": "alarm",
    "page": "xc",
    "vtab": "xb",
    "nbsp": "xa0",
}
MNEMONICS: Final = {"a": "\a", "b": "\b", "t": "\t", "n": "\n", "r": "\r", '"': '"', "\\": "\\", "|": "|"}
NAME_CATEGORIES: Final = frozenset(  # R7RS 7.1.1
    ["Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pd", "Pc", "Po", "Sc", "Sm", "Sk", "So", "Co"]
)
NOT_INITIAL: Final = frozenset({"Nd", "Mc", "Me"})
JOINERS: Final = "\u200c\u200d"
PLAIN: Final = dict(zip("（）［］｛｝；＂＇，．", "()[]{};\"',.", strict=True))  # of what East Asian keyboards write
STRAIGHT: Final = dict(zip("“”„«»‘’‚‛", '"""""\'\'\'\'', strict=True))
LIKENESS: Final = 0.7  # of a name that is offered for another: "strlen" and "string-length" are 0.63 alike
UNLIKE_BEGUN: Final = 0.75  # of one that begins otherwise: "secret-in" and "lset-adjoin" are 0.7 alike
STEP: Final = 50_000  # characters escaped per C call: under 5 ms


class Misspelt(Exception):
    """The text from `start` to `end` (offsets into what was given) is not how Scheme spells it."""

    def __init__(self, start: int, end: int, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.start, self.end, self.message, self.hint = start, end, message, hint


def character(word: str) -> str:
    r"""What `#\word` stands for. Raises `Misspelt`.

    >>> character("a"), character("newline"), character("x3bb")
    ('a', '\n', 'λ')
    """
    if len(word) == 1:
        return _sound(word, 0)
    if word in CHARACTER_NAMES:
        return CHARACTER_NAMES[word]
    if _HEXADECIMAL.fullmatch(word):
        return _code_point(word[1:], 0, len(word))
    raise Misspelt(0, len(word), f'no character is named "{cut(word)}"', _name_hint(word))


def string(body: str) -> str:
    r"""What stands between the quotes of a string: escapes, continued lines and line ends. Raises `Misspelt`.

    >>> string(r"a\tb\x3bb;")
    'a\tbλ'
    """
    return _unescape(body, _STRING_ESCAPE)


def bar_name(body: str) -> str:
    """What stands between the bars of `|a name|`. Raises `Misspelt`."""
    return _unescape(body, _NAME_ESCAPE)  # line ends stand for themselves: R7RS 2.1 says nothing else of them


def name_fault(name: str) -> Misspelt | None:
    """Why a word made of constituents (grammar.lark) is no name, or None."""
    if name.isascii() and "\\" not in name:
        return None
    for at, c in enumerate(name):
        if c == "\\":
            return Misspelt(at, at + 1, "a name cannot hold a backslash here", "write the name between bars: |…|")
        if c.isascii() or c in JOINERS:
            continue
        kind = category(c)
        if c in STRAIGHT:
            return Misspelt(at, at + 1, f"a typographic quotation mark ({c})", f"write a straight one: {STRAIGHT[c]}")
        if c in PLAIN:
            return Misspelt(at, at + 1, f"a wide character ({c})", f"write the narrow one: {PLAIN[c]}")
        if kind == "Cs":
            return _surrogate(c, at)
        if kind not in NAME_CATEGORIES or (at == 0 and kind in NOT_INITIAL):
            hint = "delete this invisible character" if kind == "Cf" else "write the name between bars: |…|"
            return Misspelt(at, at + 1, f"a name cannot hold {describe(c)} here", hint)
    return None


def spell_character(c: str) -> str:
    r"""How `write` shows a character: `#\a`, `#\space`, `#\x200b`."""
    if c in _SHOWN_NAMES:
        return "#\\" + _SHOWN_NAMES[c]
    visible = c.isprintable() and category(c) not in ("Mn", "Mc", "Me", "Zs")
    return "#\\" + (c if visible else f"x{ord(c):x}")


def spell_string(text: str) -> Iterator[str]:
    """How `write` shows a string, quotes included, in pieces."""
    return _spell(text, '"', _UNSAFE_IN_STRING)


def spell_name(name: str) -> Iterator[str]:
    """How `write` shows a symbol, in pieces: bare where the reader takes it bare, else between bars."""
    return iter((name,)) if is_bare(name) else _spell(name, "|", _UNSAFE_IN_NAME)


def describe(c: str) -> str:
    """A character for messages: visible ones as they are, others by number."""
    return f"{c} (U+{ord(c):04X})" if c.isprintable() and c != " " else f"U+{ord(c):04X}"


def cut(word: str, limit: int = 40) -> str:
    """A word short enough for a message, without line ends."""
    shown = word if len(word) <= limit else word[: limit - 1] + "…"
    return "".join(c if c.isprintable() else f"\\x{ord(c):x};" for c in shown)


def near(word: str, known: Iterable[str], most: int = 1) -> list[str]:
    """Those of the known words that look like the word, best first; none for an enormous one."""
    from difflib import get_close_matches  # cold start: only after a mistake

    if len(word) > 100:
        return []
    words = list(known)
    return get_close_matches(word, [each for each in words if each[:1] == word[:1]], most, LIKENESS) or (
        get_close_matches(word, words, most, UNLIKE_BEGUN)
    )


def _name_hint(word: str) -> str:
    found = near(word.casefold(), [*CHARACTER_NAMES, *FOREIGN_NAMES])
    if found:
        return f"did you mean #\\{FOREIGN_NAMES.get(found[0], found[0])}?"
    return (
        f"the names are {', '.join(CHARACTER_NAMES)}; other characters are written #\\x and their number in hexadecimal"
    )


def _unescape(body: str, escape: re.Pattern[str]) -> str:
    if not body.isascii():
        _refuse_surrogates(body)
    if "\\" not in body and "\r" not in body:
        return body
    return escape.sub(_escaped, body)


def _escaped(match: re.Match[str]) -> str:
    text = match.group()
    if text in ("\r\n", "\r"):
        return "\n"
    if text[1] in "xX" and len(text) > 2:
        return _code_point(text[2:-1], *match.span())
    if text[1] in MNEMONICS:
        return MNEMONICS[text[1]]
    if "\n" in text or "\r" in text:
        return ""
    raise Misspelt(*match.span(), f'no escape is written "{cut(text)}"', _escape_hint(text))


def _escape_hint(text: str) -> str:
    if text[1] in "xX":
        return "a character by number is written \\x41; with hexadecimal digits and a semicolon"
    return r"the escapes are \a \b \t \n \r \" \\ \| and \x41; (write \\ for a backslash)"


# hexadecimal, continued line (strings only), any one character, line end
_STRING_ESCAPE: Final = late_pattern(r"\\(?:[xX][0-9a-fA-F]+;|[ \t]*(?:\r\n|\n|\r)[ \t]*|[\s\S])|\r\n?")
_NAME_ESCAPE: Final = late_pattern(r"\\(?:[xX][0-9a-fA-F]+;|[\s\S])")


def _code_point(digits: str, start: int, end: int) -> str:
    significant = digits.lstrip("0") or "0"
    number = int(significant, 16) if len(significant) <= 6 else 0x110000
    if number > 0x10FFFF or 0xD800 <= number <= 0xDFFF:
        hint = "characters are numbered 0 to 10FFFF, without D800 to DFFF"
        raise Misspelt(start, end, f"no character has the number {cut(digits, 12)}", hint)
    return chr(number)


def _sound(c: str, at: int) -> str:
    if "\ud800" <= c <= "\udfff":
        raise _surrogate(c, at)
    return c


def _refuse_surrogates(body: str) -> None:
    for at in range(0, len(body), STEP):
        try:
            body[at : at + STEP].encode()
        except UnicodeEncodeError as error:
            raise _surrogate(body[at + error.start], at + error.start) from None


def _surrogate(c: str, at: int) -> Misspelt:
    return Misspelt(at, at + 1, f"half a character ({describe(c)})", "the text is not valid UTF-8: save it as UTF-8")


def is_bare(name: str) -> bool:
    """Does the reader take the name as it is, without bars? False for a very long one."""
    if len(name) > STEP:
        return False
    if not name.isascii():
        if name_fault(name):
            return False
        name = _NON_ASCII.sub("a", name)
    return _BARE.fullmatch(name) is not None and not _NUMBER_LIKE.match(name)


_HEXADECIMAL: Final = late_pattern(r"[xX][0-9a-fA-F]+")
_NON_ASCII: Final = late_pattern(r"[^\x00-\x7f]")
_BARE: Final = late_pattern(
    r"""(?x) (?:[A-Za-z!$%&*/:<=>?^_~]      # <initial>
    | [+\-](?=\Z) | [+\-] (?=[A-Za-z!$%&*/:<=>?^_~+\-@])  # a sign, alone or before <sign subsequent>
    | [+\-]?\. (?=[A-Za-z!$%&*/:<=>?^_~+\-@.])            # a dot before <dot subsequent>
    ) [A-Za-z0-9!$%&*/:<=>?^_~+\-.@]*+"""
)
_NUMBER_LIKE: Final = late_pattern(r"(?i)[+\-](?:i\Z|inf\.0|nan\.0)")


def _spell(text: str, mark: str, unsafe: re.Pattern[str]) -> Iterator[str]:
    yield mark
    for at in range(0, len(text), STEP):
        yield unsafe.sub(_escape, text[at : at + STEP])
    yield mark


def _escape(match: re.Match[str]) -> str:
    c = match.group()
    return "\\" + _LETTERS[c] if c in _LETTERS else f"\\x{ord(c):x};"


_LETTERS: Final = {c: letter for letter, c in MNEMONICS.items()}
_SHOWN_NAMES: Final = {c: name for name, c in CHARACTER_NAMES.items()}
# controls, halves of characters, line and paragraph separators, and what reverses the text around it on a terminal
_UNSAFE: Final = r"\\\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff"
_UNSAFE_IN_STRING: Final = late_pattern(rf'["{_UNSAFE}]')
_UNSAFE_IN_NAME: Final = late_pattern(rf"[|{_UNSAFE}]")
