"""Dictionaries with get, starred assignment, lambda."""

from __future__ import annotations

SMALL = 2
FULL = 2_500
CONFIG: dict[str, dict[str, str]] = {
    "server": {"host": "localhost", "port": "8080"},
    "client": {"host": "example.org"},
    "empty": {},
}


def port_of(section: str) -> int | None:
    entry = CONFIG.get(section)
    if entry and (port := entry.get("port")) and (number := int(port)) > 1023:
        return number
    return None


def run(n: int) -> int:
    total = 0
    for i in range(n):
        small, *large = [port for name in ("server", "client", "empty", "none") if (port := port_of(name))]
        total += small + len(large) + sum([x * 2 for x in (1, 2, 3)]) + sum([i % x for x in (2, 3, 5)])
    return total
