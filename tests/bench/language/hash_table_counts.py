"""Hash tables: how often each tool was called, and the most frequent one."""

from __future__ import annotations

SMALL = 2
FULL = 8_000
TOOLS = ["shell_exec", "file_read", "file_read", "web_search", "file_edit", "shell_exec", "file_read", "find"]


def run(n: int) -> list[object]:
    counts: dict[str, int] = {}
    for _ in range(n):
        for tool in TOOLS:
            counts[tool] = counts.get(tool, 0) + 1
    best = max(counts, key=lambda tool: counts[tool])
    return [best, counts[best], len(counts)]
