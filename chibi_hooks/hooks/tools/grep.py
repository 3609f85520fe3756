"""A text and a regular expression -> the lines that match, each with its neighbours, as the model reads them.

>12:    (block "no"))        a line that matches, with its number from 1
 13:                         one beside it
--                           lines are left out here
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

LINES: Final = 2_000  # of one answer: nobody reads more
MEMORY: Final = 8 << 20  # bytes that one pattern may take


class BadPattern(ValueError):
    """It is no regular expression of RE2; the message says why."""


def grep(lines: Sequence[str], pattern: str, before: int, after: int) -> str:
    """The matching lines, with so many before and after each; empty when there are none. Raises BadPattern.

    It takes time in proportion to the text, whatever the pattern.
    """
    matches = _matcher(pattern)
    found: list[str] = []
    end = 0  # of what has been shown
    for number, line in enumerate(lines):
        if len(found) >= LINES:
            return "\n".join([*found, f"… more than {LINES} lines; ask for less"])
        if matches(line):
            start = max(number - before, 0)
            if start > end and found:
                found.append("--")
            until = min(number + after + 1, len(lines))
            found.extend(_shown(lines, max(start, end), until, number))
            end = max(end, until)
    return "\n".join(found)


def _shown(lines: Sequence[str], start: int, end: int, match: int) -> Iterator[str]:
    for number in range(start, end):
        yield f"{'>' if number == match else ' '}{number + 1}:{lines[number]}"


def _matcher(pattern: str) -> Any:
    from re2 import _re2  # costs 10 ms, and few calls search; its wrapper would keep every pattern

    options = _re2.RE2.Options()
    options.log_errors = False
    options.never_capture = True
    options.max_mem = MEMORY
    made = _re2.RE2(pattern.encode("utf-8", "replace"), options)
    if not made.ok():
        raise BadPattern(_text(made.error()))
    anywhere = _re2.RE2.Anchor.UNANCHORED

    def matches(line: str) -> bool:
        data = line.encode("utf-8", "replace")
        return bool(made.Match(anywhere, data, 0, len(data))[0][0] >= 0)

    return matches


def _text(said: bytes | str) -> str:
    return said.decode("utf-8", "replace") if isinstance(said, bytes) else said
