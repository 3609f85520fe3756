"""The text of plain data in, the datum out, in one pass; None where `reader` has to look: for what is wrong, and
all else that is not on the list.

Rules: lists, dotted ones too, vectors, bytevectors, names, numbers, strings, characters with a name or of ASCII,
booleans, what is quoted by a mark, comments to the end of a line. No places are kept, no errors told: the reader
proper reads again from the start whatever is not understood here.

Theory. All tokens of a piece of the text come out of one call, each with the space and comments before it. Most are
met again and again, and what they stand for is remembered. A piece is short at first, since the rest may hold other
data; the tokens behind the datum are there for the next one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import length_hint
from typing import Final

from chibi_hooks.scheme.values import numerals, spelling
from chibi_hooks.scheme.values.data import (
    EOF,
    FALSE,
    NIL,
    TRUE,
    Bytevector,
    Pair,
    Special,
    Value,
    char,
    from_list,
    intern,
    string_of,
    to_list,
    vector_of,
)
from chibi_hooks.scheme.values.errors import SchemeError

Ahead = tuple[int, list[str], Iterator[str]]
"""Where in the text the next token begins, tokens, and which of those are left."""

LONGEST: Final = 600  # digits of a numeral
DEEPEST: Final = 1_000  # lists inside each other
PIECE: Final = 1_000  # characters looked at first, and then four times as many
LARGEST: Final = 64_000  # characters looked at in the end: 10 ms
SHORT: Final = 40  # characters of a token that is remembered
TOKENS: Final = 4_096  # that are remembered

_SPACE: Final = r"[ \t\n\r]*+(?:;[^\n\r]*+[ \t\n\r]*+)*+"
_QUOTED: Final = r'"[^"\\\r]*+(?:\\[^\r][^"\\\r]*+)*+"'
_BARS: Final = r"\|[^|\\\n\r]*+\|"
_TOKEN: Final = re.compile(
    rf"""{_SPACE}(?:\(|[^ \t\n\r()'`,#"|][^ \t\n\r()']*+|[)'`]|,@?|#(?:u8)?\(|(?:{_QUOTED}|{_BARS})"""
    r"(?=[ \t\n\r()]|\Z)|[^ \t\n\r()']++|\Z)"
)
_BEFORE: Final = re.compile(_SPACE)
_NUMBER: Final = re.compile(rf"[+\-]?[0-9]{{1,{LONGEST}}}(\.[0-9]{{1,{LONGEST}}})?")
_NAME: Final = re.compile(r"[A-Za-z!$%&*/:<=>?^_~][A-Za-z0-9!$%&*/:<=>?^_~+\-.@]*+")
_STRING: Final = re.compile(_QUOTED)
_NAME_IN_BARS: Final = re.compile(_BARS)
_CHARACTER: Final = re.compile(r"#\\[A-Za-z0-9]+")
OPENS, VECTOR_OPENS, BYTES_OPEN, CLOSES, DOT, DOTTED, QUOTE, QUASI, UNQUOTE, SPLICE, ENDS, LACKS = map(
    Special, ("(", "#(", "#u8(", ")", ".", "dotted", "'", "`", ",", ",@", "end", "more")
)
_MARKS: Final[dict[str, Value]] = {
    "(": OPENS, "#(": VECTOR_OPENS, "#u8(": BYTES_OPEN, ")": CLOSES, ".": DOT, "'": QUOTE, "`": QUASI, ",": UNQUOTE,
    ",@": SPLICE, "": ENDS, "#t": TRUE, "#f": FALSE, "#true": TRUE, "#false": FALSE,
}  # fmt: skip
_QUOTING: Final[dict[Special, Value]] = {
    QUOTE: intern("quote"), QUASI: intern("quasiquote"), UNQUOTE: intern("unquote"), SPLICE: intern("unquote-splicing"),
}  # fmt: skip
_OCTETS: Final = frozenset(range(256))
_remembered: Final[dict[str, Value]] = {}


def plain_datum(text: str, start: int, ahead: Ahead | None) -> tuple[Value | None, int, Ahead | None]:
    """The datum that begins there (EOF if there is none; None: `reader` has to look), the offset just past it, and what
    is known of the text from there on, for the next one.
    """
    if ahead is not None and ahead[0] == start:  # what is read one by one are mostly numbers and names
        _, tokens, left = ahead
        following = len(tokens) - length_hint(left)
        x = _remembered.get(tokens[following]) if following < len(tokens) else None
        if x is not None and x.__class__ is not Special:
            end = start + len(next(left))
            return x, end, (end, tokens, left)
    if ahead is not None and (begun := _from(ahead, start)) is not None:
        found = _next(text, *begun)
        if found[0] is not LACKS:
            return found
    size = PIECE
    while size <= LARGEST:
        tokens = _TOKEN.findall(text, start, start + size)
        if start + size < len(text):
            del tokens[-2:]  # the end, and what it may have cut
        datum, end, ahead = _next(text, start, tokens, iter(tokens))
        if datum is not LACKS:
            return datum, end, ahead if size == PIECE else None
        size *= 4
    return None, start, None


def _from(ahead: Ahead, start: int) -> Ahead | None:
    """The tokens from a place on, which may be among the spaces before one; None where that is in the midst of one."""
    at, tokens, left = ahead
    while at < start:
        i = len(tokens) - length_hint(left)
        if i == len(tokens):
            return None
        token = tokens[i]
        if start <= at + len(token) - len(token.lstrip(" \t\n\r")):
            return at, tokens, left
        next(left)
        at += len(token)
    return (at, tokens, left) if at == start else None


def _next(text: str, at: int, tokens: list[str], left: Iterator[str]) -> tuple[Value | None, int, Ahead | None]:
    """The same of the tokens that are left; LACKS if the datum goes on behind them."""
    begun = len(tokens) - length_hint(left)
    datum = _datum(left)
    if datum is ENDS:
        return EOF, len(text), None
    if datum is None:
        rest = tokens[begun:]
        return None, at, (at, rest, iter(rest))
    end = at + sum(map(len, tokens[begun : len(tokens) - length_hint(left)]))
    return datum, end, (end, tokens, left)


def _datum(left: Iterator[str]) -> Value | None:
    """The first datum of the tokens that are left; None if it is not plain, LACKS if it goes on."""
    opened: list[tuple[Pair, Pair, Special]] = []
    head = tail = Pair()  # what stands before the first member, and the last one
    kind = ENDS  # of what is open, innermost: the mark that opened it; DOT: one was met, DOTTED: what stands behind it;
    # QUOTE: any mark that quotes, whose name is the head
    remembered = _remembered.get
    for token in left:
        x = remembered(token)
        if x is None:
            x = _meaning(token)
            if x is None:
                return None
        if x.__class__ is Special:
            if x is CLOSES:
                if kind is OPENS:
                    tail.cdr = NIL
                    x = head.cdr
                elif kind is VECTOR_OPENS:
                    tail.cdr = NIL
                    x = vector_of(from_list(head.cdr))
                elif kind is DOTTED:
                    x = head.cdr
                elif kind is BYTES_OPEN:
                    tail.cdr = NIL
                    x = _bytevector(from_list(head.cdr))
                    if x is None:
                        return None
                else:
                    return None
                head, tail, kind = opened.pop()
            elif x is DOT:
                if kind is not OPENS or tail is head:
                    return None
                kind = DOT
                continue
            else:
                if x is ENDS or len(opened) == DEEPEST:
                    return None if opened else ENDS
                opened.append((head, tail, kind))
                head = tail = Pair()
                kind = x
                if x is not OPENS and x in _QUOTING:
                    head.car = _QUOTING[x]
                    kind = QUOTE
                continue
        while kind is QUOTE:
            x = to_list([head.car, x])
            head, tail, kind = opened.pop()
        if kind is OPENS or kind is VECTOR_OPENS or kind is BYTES_OPEN:
            pair = Pair()
            pair.car = x
            tail.cdr = pair
            tail = pair
        elif kind is DOT:
            tail.cdr = x
            kind = DOTTED
        else:
            return None if opened else x
    return LACKS


def _meaning(token: str) -> Value | None:
    """What a token stands for; None: for nothing that is known here."""
    word = token.lstrip(" \t\n\r")
    if word[:1] == ";":
        word = word[_BEFORE.match(word).end() :]  # type: ignore[union-attr]  # it matches anything
    if word[:1] == '"':
        return _string(word)
    x = _MARKS.get(word)
    if x is None:
        number = _NUMBER.fullmatch(word)
        if number is not None:
            x = float(word) if number[1] else int(word)
        elif _NAME.fullmatch(word):
            x = intern(word)
        elif len(word) <= SHORT:
            x = _rarer(word)
    if x is not None and len(token) <= SHORT:
        if len(_remembered) >= TOKENS:
            _remembered.clear()
        _remembered[token] = x
    return x


def _bytevector(items: list[Value]) -> Value | None:
    if not all(x.__class__ is int and x in _OCTETS for x in items):
        return None
    return Bytevector(bytearray(items))


def _string(word: str) -> Value | None:
    body = word[1:-1]
    if body.isascii() and '"' not in body and "\\" not in body and word[-1] == '"' and len(word) > 1:
        return string_of(body)
    if not _STRING.fullmatch(word):
        return None
    try:
        return string_of(spelling.string(body))
    except spelling.Misspelt:
        return None


def _rarer(word: str) -> Value | None:
    """The same of a short word that is neither a usual numeral nor a usual name."""
    try:
        if word[0] == "#" and _CHARACTER.fullmatch(word):
            return char(spelling.character(word[2:]))
        if word[0] == "|":
            return intern(word[1:-1]) if _NAME_IN_BARS.fullmatch(word) else None
        number = numerals.parse_number(word) if word[0] in "+-.0123456789#" else None
        return intern(word) if number is None and spelling.is_bare(word) else number
    except (spelling.Misspelt, SchemeError):
        return None
