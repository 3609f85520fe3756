"""json.dumps: the same data as texts."""

from __future__ import annotations

import json
from typing import Any

SMALL = 2
FULL = 700
DATA: list[Any] = [
    "config", ["name", 'guard "of" x'], ["limits", ["time", 1.5], ["memory", 256]], ["tags", "a", "b", "c", "d"],
    ["nested", [1, [2, [3, [4, True, False]]]]], [10, 20, 30], ["points", [1, 2], [3, 4]],
]  # fmt: skip


def run(n: int) -> int:
    total = 0
    for i in range(n):
        total += min(1, len(json.dumps([i, DATA])))
    return total
