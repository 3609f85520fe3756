"""Strings: fields cut out of the lines of a log, and a summary."""

from __future__ import annotations

SMALL = 2
FULL = 1_200
LINES = [
    "2026-11-22 14:03:11 INFO fire=812 point=pre_tool ms=12",
    "2026-11-22 14:03:12 WARN fire=813 point=post_tool ms=140",
    "2026-11-22 14:03:15 INFO fire=814 point=pre_message ms=3",
    "2026-11-22 14:04:01 ERROR fire=815 point=pre_tool ms=1000",
]


def field(parts: list[str], name: str) -> str | None:
    for part in parts:
        pair = part.split("=")
        if len(pair) > 1 and pair[0] == name:
            return pair[1]
    return None


def run(n: int) -> list[int]:
    ms = bad = 0
    for _ in range(n):
        for line in LINES:
            parts = line.split(" ")
            ms += int(field(parts, "ms") or 0)
            if parts[2] in ("WARN", "ERROR"):
                bad += 1
    return [ms, bad]
