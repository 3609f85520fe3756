"""The text of a form, perhaps unfinished -> what editors ask: is it closed, which brackets match, how far to indent,
what stands around the cursor.

Rules: our own tokens decide, so a bracket in a string, in a comment or as `#\\(` is none. Nothing here raises, whatever
the text is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from chibi_hooks.scheme.reading.lexer import tokenize
from chibi_hooks.scheme.reading.reader import Unfinished, read_source
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.source import SourceText

OPENING: Final = frozenset(("OPEN", "VECTOR_OPEN", "BYTEVECTOR_OPEN"))
PREFIXES: Final = frozenset(("QUOTE", "QUASIQUOTE", "UNQUOTE", "UNQUOTE_SPLICING", "DATUM_COMMENT", "LABEL"))
NAMES: Final = ("NAME", "NUMERAL", "BAD_WORD")  # tokens that a name may be, as far as it is written
COMMENTS: Final = frozenset(("COMMENT", "BLOCK_COMMENT", "UNCLOSED_BLOCK_COMMENT", "UNCLOSED_COMMENT"))
BODIES: Final = frozenset(
    (
        "begin", "case", "case-lambda", "define", "define-hook", "define-library", "define-record-type",
        "define-syntax", "define-tool", "define-values", "delay", "delay-force", "do", "export", "fire", "guard",
        "import", "lambda", "let", "let*", "let*-values", "let-syntax", "let-values", "letrec", "letrec*",
        "letrec-syntax", "make-parameter", "match", "match-lambda", "match-let", "parameterize", "receive",
        "register-hook", "syntax-rules", "test", "test-group", "unless", "when",
    )
)  # fmt: skip
"""Forms whose later lines are a body: two spaces from the bracket, whatever stands on the first line."""
COMMAND: Final = re.compile(r"\s*,\s*([a-z][a-z-]*|\d{1,3})(?=\s|$)[ \t]*")
TAB: Final = 8  # columns that a tab stands for, as in other editors


def is_command(text: str) -> bool:
    """Is this a comma command (`,points pre_tool`) and no Scheme? A form cannot begin with a comma."""
    return COMMAND.match(text) is not None


def split_command(text: str) -> tuple[str, str]:
    """The word and the rest of a comma command; ("", text) when it is none."""
    match = COMMAND.match(text)
    return (match[1], text[match.end() :].rstrip()) if match else ("", text)


def is_closed(text: str) -> bool:
    """Can this be run as it is? False when more text could close what is open; what is wrong anyway is for the
    reader to say."""
    try:
        read_source(SourceText("<repl>", split_command(text)[1]))
    except Unfinished:
        return False
    except SchemeError:
        return True
    return True


@dataclass(frozen=True, slots=True)
class Item:
    """A member of a list: its range, with its quote, and for an inner list no kind of token but "list"."""

    kind: str
    start: int
    end: int


@dataclass(slots=True)
class Opened:
    """A bracket that is open at the end of a text, and the members so far."""

    start: int
    end: int
    kind: str
    items: list[Item] = field(default_factory=list)
    quoted: bool = False  # data, or inside of data

    def head(self, text: str) -> str:
        """The name that it begins with; "" if it does not begin with one."""
        first = self.items[0] if self.items else None
        named = first is not None and first.kind in ("NAME", "NUMERAL")
        return text[first.start : first.end] if first is not None and named else ""


@dataclass(slots=True)
class Around:
    """What stands around the end of a text: the open brackets, outermost first, and the token that it ends in."""

    opened: list[Opened]
    items: list[Item]  # at top level
    last: Item | None  # the token that touches the end, if one does
    prefix: int | None  # where a quote begins that the next datum belongs to
    inside: str = ""  # "string" or "comment" when the end is inside of one


def around(text: str) -> Around:
    """What is open at the end of `text`."""
    top: list[Item] = []
    stack: list[Opened] = []
    last: Item | None = None
    prefix: int | None = None
    quotes = ""
    inside = ""
    for kind, start, end in tokenize(text):
        last = Item(kind, start, end)
        if kind in COMMENTS:
            inside = "comment" if end == len(text) and kind != "BLOCK_COMMENT" else ""
            continue
        inside = "string" if kind in ("UNCLOSED_STRING", "UNCLOSED_BAR_NAME") else ""
        if kind in PREFIXES:
            prefix = start if prefix is None else prefix
            quotes = kind
            continue
        begin = start if prefix is None else prefix
        if kind in OPENING:
            data = kind != "OPEN" or quotes in ("QUOTE", "QUASIQUOTE") or bool(stack and stack[-1].quoted)
            stack.append(Opened(start, end, kind, quoted=data))
        elif kind == "CLOSE":
            if stack:
                closed = stack.pop()
                (stack[-1].items if stack else top).append(Item("list", closed.start, end))
        else:
            (stack[-1].items if stack else top).append(Item(kind, begin, end))
        prefix, quotes = None, ""
    touching = last if last is not None and last.end == len(text) else None
    return Around(stack, top, touching, prefix, inside)


BINDING: Final[dict[str, tuple[int, ...]]] = {
    "lambda": (1,), "define": (1,), "case-lambda": (1,), "define-hook": (2,), "match-lambda": (1,), "receive": (1,),
    "let": (1, 2), "let*": (1,), "letrec": (1,), "letrec*": (1,), "do": (1,), "let-values": (1,), "let*-values": (1,),
    "define-values": (1,), "guard": (1,), "and-let*": (1,),
}  # fmt: skip
"""Forms that bind names, and where these stand."""
PAIRED: Final = frozenset(("let", "let*", "letrec", "letrec*", "do", "guard", "and-let*"))
"""In these a name stands first in its bracket, before its value."""


def local_names(text: str, here: Around) -> Iterator[str]:
    """The names that the open forms around the end of `text` bind, innermost first."""
    for opened in reversed(here.opened):
        head = opened.head(text)
        for number in BINDING.get(head, ()):
            if number < len(opened.items):
                yield from _bound(text, opened.items[number], head in PAIRED)


def _bound(text: str, item: Item, paired: bool) -> Iterator[str]:
    """The names in a list of bindings, or the one that stands there without brackets."""
    depth, first = 0, True
    for kind, start, end in tokenize(text[item.start : item.end]):
        if kind in OPENING:
            depth, first = depth + 1, True
        elif kind == "CLOSE":
            depth -= 1
        elif kind not in COMMENTS:
            name = text[item.start + start : item.start + end]
            if kind == "NAME" and name != "." and (not paired or (first and depth in (0, 2))):
                yield name
            first = False


def matches(text: str) -> Iterator[tuple[int, int]]:
    """The offsets of the brackets that belong together: of the opening one's `(`, and of the closing one."""
    stack: list[int] = []
    for kind, start, end in tokenize(text):
        if kind in OPENING:
            stack.append(end - 1)
        elif kind == "CLOSE" and stack:
            yield stack.pop(), start


def partner(text: str, at: int) -> tuple[int, int] | None:
    """The pair of brackets at the cursor: the one before it or, failing that, the one under it."""
    wanted = [each for each in (at - 1, at) if 0 <= each < len(text) and text[each] in "()"]
    for each in wanted:
        for pair in matches(text):
            if each in pair:
                return pair
    return None


def indentation(text: str) -> int | None:
    """The column at which the line after `text` should begin; None inside a string, where it must not be touched."""
    here = around(text)
    if here.inside == "string":
        return None
    if not here.opened:
        return 0
    innermost = here.opened[-1]
    column = _column(text, innermost.start)
    if innermost.kind != "OPEN" or innermost.quoted or not innermost.items:
        return column + innermost.end - innermost.start
    head = innermost.head(text)
    if not head:
        return column + 1
    if head in BODIES or head.startswith(("with-", "call-with-", "define-")):
        return column + 2
    return _aligned(text, innermost, column)


def _aligned(text: str, opened: Opened, column: int) -> int:
    """Under the first operand when it stands beside the operator, else under the operator."""
    if len(opened.items) > 1:
        first = opened.items[1]
        if "\n" not in text[opened.start : first.start]:
            return _column(text, first.start)
    return column + 1


def _column(text: str, at: int) -> int:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return len(line.expandtabs(TAB))
