"""The text of a hook file, whole or not -> its outline: what it defines, registers and tests, each with its place.

Rules: our own tokens decide, not the expander, so that a file with a mistake in it keeps its outline. Nothing here
raises, whatever the text is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from chibi_hooks.repl.structure import COMMENTS, NAMES, OPENING, PREFIXES
from chibi_hooks.scheme.reading.lexer import tokenize

KINDS: Final = {
    "define": "variable", "define-values": "variable", "define-syntax": "macro", "define-record-type": "record",
    "define-hook": "hook", "register-hook": "hook", "define-tool": "tool", "define-library": "library",
    "test-group": "group", "test-begin": "group", "test": "test", "test-assert": "test", "test-error": "test",
    "test-equal": "test",
}  # fmt: skip
"""Forms that an outline shows, and what they make; a `define` of a list makes a procedure."""
WHOLE: Final = ("define-library", "define-values")  # their name is a list
SHOWN: Final = 60  # characters of a name
LEVELS: Final = 8  # of groups in groups; a deeper one stands in its eighth


@dataclass(slots=True)
class Outlined:
    """What a form makes: a kind of KINDS or "procedure", its name, where the form is and where the name."""

    kind: str
    name: str
    start: int
    end: int
    named: tuple[int, int]
    inner: list[Outlined] = field(default_factory=list)


@dataclass(slots=True)
class _OpenForm:
    """An open bracket: where it is, its first words, and what it holds for an outline."""

    start: int
    is_data: bool = False  # quoted, or commented out
    words: list[tuple[str, int, int]] = field(default_factory=list)  # at most two: the head and what follows
    entries: list[Outlined] = field(default_factory=list)


def outline(text: str) -> list[Outlined]:
    """What the forms of a text make, in their order, with the groups of tests and the bodies of libraries in them."""
    stack = [_OpenForm(0)]
    is_data = False
    for kind, start, end in tokenize(text):
        if kind in PREFIXES:
            is_data = True
            continue
        if kind in OPENING:
            stack.append(_OpenForm(start, is_data))
        elif kind == "CLOSE" and len(stack) > 1:
            _close(text, stack, end)
        elif kind not in COMMENTS and kind != "CLOSE" and len(stack[-1].words) < 2:
            stack[-1].words.append((kind, start, end))
        is_data = is_data and kind in COMMENTS
    while len(stack) > 1:  # the last forms are not closed yet
        _close(text, stack, len(text))
    return stack[0].entries


def _close(text: str, stack: list[_OpenForm], end: int) -> None:
    form = stack.pop()
    above = stack[-1]
    entry = _entry(text, form, end)
    if entry is not None:
        entry.inner = form.entries if entry.kind in ("group", "library") and len(stack) <= LEVELS else []
        above.entries.append(entry)
    elif _head(text, form) == "begin":
        above.entries += form.entries
    if len(above.words) < 2:  # of `(f x)` in `(define (f x) …)` the name is f
        first = form.words[0][1:] if form.words else (form.start, form.start)
        above.words.append(("list", *((form.start, end) if _head(text, above) in WHOLE else first)))


def _head(text: str, form: _OpenForm) -> str:
    kind, start, end = form.words[0] if form.words else ("", 0, 0)
    return text[start:end] if kind in NAMES else ""


def _entry(text: str, form: _OpenForm, end: int) -> Outlined | None:
    kind = KINDS.get(_head(text, form))
    if kind is None or form.is_data or len(form.words) < 2:
        return None
    told, *named = form.words[1]
    wanted = ("STRING",) if kind in ("group", "test") else (*NAMES, "STRING", "list")
    if named[0] == named[1] or told not in wanted:
        return None
    if kind == "variable" and told == "list" and _head(text, form) == "define":
        kind = "procedure"
    name = " ".join(text[named[0] : named[1]].split())
    return Outlined(kind, name[:SHOWN], form.start, end, (named[0], named[1]))
