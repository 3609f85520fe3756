"""Source text in, tokens out: (kind, start, end), the kinds being the terminals of grammar.lark.

Rules
-----
* Nothing fails here: what cannot be a token is one of kind BAD_WORD, RESERVED, INVALID or UNCLOSED_…; readers complain.
* White space is dropped, together with the token that follows it; comments are kept (the REPL colours them, the
  reader skips them).
* Lark is loaded by the first text that is read, not by importing this file (90 ms with the grammar, DESIGN §14), and
  where something is kept on disk, so is what it makes of the grammar.

Lark's own loop makes one `Token` of eight fields per match: 47 ms for 10,000 tokens, where one `finditer` over the same
terminals in the same order takes 7 ms (CPython 3.11). So the grammar, its checks and the order of the terminals are
Lark's, the loop is ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Final, cast

from chibi_hooks.scheme.reading.store import kept

WORD_LENGTH: Final = 100_000  # the bound of grammar.lark: a longer word arrives as several tokens that touch
STEP: Final = 100_000  # characters looked at per step inside a long token: under 1 ms


def tokenize(text: str, start: int = 0) -> Iterator[tuple[str, int, int]]:
    """All tokens from offset `start` on, comments included."""
    pattern = _pattern()
    while True:
        for match in pattern.finditer(text, start):
            kind: str = match.lastgroup  # type: ignore[assignment]  # every alternative is a named group
            begin, end = match.span(kind)
            if kind not in RARE:
                yield kind, begin, end
            elif kind in LONG:
                found = LONG[kind](text, begin)
                closed = found >= 0
                start = found if closed else len(text)
                yield kind.removeprefix("LONG_") if closed else kind.replace("LONG", "UNCLOSED"), begin, start
                break
        else:
            return


@cache  # one entry: there is one grammar
def _pattern() -> re.Pattern[str]:
    return re.compile(kept("tokens", _made_of_grammar))


def _made_of_grammar() -> str:
    from lark import Lark  # cold start: see the rules above
    from lark.lexer import BasicLexer

    grammar = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    lexer = cast(BasicLexer, Lark(grammar, parser=None, lexer="basic").lexer)
    tokens = {each.name: each.pattern.to_regexp() for each in lexer.terminals if not each.name.startswith("_")}
    space = tokens.pop("WHITESPACE")
    either = "|".join(f"(?P<{name}>{pattern})" for name, pattern in tokens.items())
    return f"(?:{space})?+(?:(?P<WHITESPACE>{space}|\\Z)|{either})"


def _end_of_line(text: str, start: int) -> int:
    while match := _NO_LINE_END.match(text, start):
        start = match.end()
    return start


_NO_LINE_END: Final = re.compile(rf"[^\n\r]{{1,{STEP}}}+")


def _end_of_block_comment(text: str, start: int) -> int:
    """One past the `|#` that closes the `#|` at `start`, or -1; they nest."""
    depth, at = 1, start + 2
    close = text.find("|#", at)
    opening = text.find("#|", at)
    while depth and close >= 0:
        if 0 <= opening < close:
            depth, at = depth + 1, opening + 2
        else:
            depth, at = depth - 1, close + 2
        if 0 <= opening < at:
            opening = text.find("#|", at)
        if close < at:
            close = text.find("|#", at)
    return at if not depth else -1


def _end_of_quoted(mark: str) -> Callable[[str, int], int]:
    """One past the unescaped `mark` that closes the one at `start`, or -1."""
    step = re.compile(rf"(?:[^{mark}\\]{{1,{STEP}}}+|\\[\s\S]){{1,1000}}+")

    def end_of_quoted(text: str, start: int) -> int:
        at: int = start + 1
        while match := step.match(text, at, at + STEP):
            at = match.end()
        return at + 1 if text.startswith(mark, at) else -1

    return end_of_quoted


LONG: Final[dict[str, Callable[[str, int], int]]] = {  # kind -> where the token that opens here ends, or -1
    "LONG_STRING": _end_of_quoted('"'),
    "LONG_BAR_NAME": _end_of_quoted("|"),
    "LONG_COMMENT": _end_of_line,
    "LONG_BLOCK_COMMENT": _end_of_block_comment,
}
RARE: Final = frozenset({"WHITESPACE", *LONG})
