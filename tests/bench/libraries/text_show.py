"""f-strings: messages formatted, lines joined and cut."""

from __future__ import annotations

SMALL = 5
FULL = 6_000


def run(n: int) -> list[int]:
    messages = [f'{i}: "queue" has {2 * i} entries, {100 - i} left\n' for i in range(n)]
    text = "".join(messages)
    lines = text.split("\n")
    return [len(text), sum(1 for line in lines if "7" in line), len("|".join([line.strip() for line in lines]))]
