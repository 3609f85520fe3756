"""A marked word (words.py) -> the words that its braces make: {a,b} and {1..3}, as far as these are not quoted."""

from __future__ import annotations

import re
from typing import Final

from chibi_hooks.scheme.shell.text.marks import QUOTED, UNKNOWN

EXPANSIONS: Final = 256  # words that one brace expansion may make
BRACED: Final = 2_000  # characters of a word with braces
BRACES: Final = re.compile(r"\{([^{}]*)\}")
SEQUENCE: Final = re.compile(r"(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.(-?\d+))?")


def braced(marked: str) -> list[str]:
    """The words; too many are one unknown word."""
    if "{" not in marked:
        return [marked]
    if len(marked) > BRACED:
        return [UNKNOWN]
    done: list[str] = []
    waiting = [marked]
    while waiting:
        if len(done) + len(waiting) > EXPANSIONS:
            return [UNKNOWN]
        text = waiting.pop(0)
        found = next((each for each in BRACES.finditer(_hidden(text)) if _choices(each[1])), None)
        if found is None:
            done.append(text)
            continue
        start, end = found.span()
        inner = text[start + 1 : end - 1]
        waiting[:0] = [text[:start] + choice + text[end:] for choice in _choices(_hidden(inner), inner)]
    return done


def _hidden(text: str) -> str:
    """The same length, with quoted characters that are no braces any more."""
    return re.sub(f"{QUOTED}.", "__", text, flags=re.DOTALL) if QUOTED in text else text


def _choices(hidden: str, text: str | None = None) -> list[str]:
    sequence = SEQUENCE.fullmatch(hidden)
    if sequence is not None:
        return _sequence(sequence)
    if "," not in hidden:
        return []
    text, cuts = text if text is not None else hidden, [-1]
    cuts += [at for at, char in enumerate(hidden) if char == ","]
    return [text[one + 1 : other] for one, other in zip(cuts, [*cuts[1:], len(text)], strict=True)]


def _sequence(found: re.Match[str]) -> list[str]:
    first, last = found[1], found[2]
    letters = first.isalpha()
    if letters != last.isalpha():
        return []
    one, other = (ord(first), ord(last)) if letters else (int(first), int(last))
    step = abs(int(found[3] or 1)) or 1
    if abs(other - one) // step > EXPANSIONS:
        return [UNKNOWN, UNKNOWN]
    numbers = range(one, other + 1, step) if other >= one else range(one, other - 1, -step)
    return [chr(each) if letters else str(each) for each in numbers]
