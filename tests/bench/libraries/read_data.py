"""json.loads: the same data out of texts."""

from __future__ import annotations

import json

SMALL = 2
FULL = 700
TEXT = (
    '["config", ["name", "guard"], ["limits", ["time", 1.5], ["memory", 256]], ["tags", "a", "b", "c", "d"], '
    '["nested", [1, [2, [3, [4, true, false]]]]], [10, 20, 30], ["quote", "x"]]'
)


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        data = json.loads(TEXT)
        limits = next(entry for entry in data if entry[0] == "limits")
        memory = next(entry for entry in limits if entry[0] == "memory")
        total += len(data) + memory[1] + data[5][1]
    return total
