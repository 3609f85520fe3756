"""The written form of a value -> the same over several lines, where it is wider than the terminal.

Rules: only blanks change. A list that fits stays on its line; of one that does not, each member begins a line, a short
operator excepted. What is cut, or has no end, is laid out as far as it goes.
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.repl.structure import OPENING, PREFIXES
from chibi_hooks.scheme.reading.lexer import tokenize

HEAD: Final = 20  # characters of an operator behind which the first member may stand
LONGEST: Final = 20_000  # characters that are laid out; longer ones are cut by the printer anyway
DEEPEST: Final = 100  # brackets inside each other; what is deeper stays on one line


class _Group:
    """A list as it is written: the opening bracket with what stands before it, and its members."""

    __slots__ = ("opening", "parts", "closed")

    def __init__(self, opening: str) -> None:
        self.opening = opening
        self.parts: list[_Group | str] = []
        self.closed = False


def laid_out(text: str, width: int) -> str:
    """The text, no line of it wider than it has to be."""
    if len(text) <= width or len(text) > LONGEST:
        return text
    parts = _parsed(text)
    return text if parts is None else "\n".join(_drawn(each, 0, width) for each in parts)


def _parsed(text: str) -> list[_Group | str] | None:
    """The members of a text; None where it is too deep to be worth it."""
    top = _Group("")
    stack = [top]
    prefix = ""
    for kind, start, end in tokenize(text):
        word = text[start:end]
        if kind in PREFIXES:
            prefix += word
        elif kind in OPENING:
            made = _Group(prefix + word)
            stack[-1].parts.append(made)
            stack.append(made)
            prefix = ""
            if len(stack) > DEEPEST:
                return None
        elif kind == "CLOSE" and len(stack) > 1:
            stack.pop().closed = True
        else:
            stack[-1].parts.append(prefix + word)
            prefix = ""
    return top.parts


def _flat(part: _Group | str) -> str:
    if isinstance(part, str):
        return part
    return f"{part.opening}{' '.join(map(_flat, part.parts))}{')' if part.closed else ''}"


def _drawn(part: _Group | str, column: int, width: int) -> str:
    flat = _flat(part)
    if isinstance(part, str) or column + len(flat) <= width or not part.parts:
        return flat
    first, *rest = part.parts
    inner = column + len(part.opening)
    close = ")" if part.closed else ""
    if isinstance(first, str) and len(first) <= HEAD and rest and rest[0] != ".":
        inner += len(first) + 1
        lines = [_drawn(each, inner, width) for each in _dotted(rest)]
        return f"{part.opening}{first} " + f"\n{' ' * inner}".join(lines) + close
    lines = [_drawn(each, inner, width) for each in _dotted(part.parts)]
    return part.opening + f"\n{' ' * inner}".join(lines) + close


def _dotted(parts: list[_Group | str]) -> list[_Group | str]:
    """With the dot before the last member in one piece with it, when that is a word."""
    if len(parts) >= 3 and parts[-2] == "." and isinstance(parts[-1], str):
        return [*parts[:-2], f". {parts[-1]}"]
    return parts
