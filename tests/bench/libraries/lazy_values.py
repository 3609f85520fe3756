"""cached_property: settings that are computed once, when they are asked for."""

from __future__ import annotations

from functools import cached_property

SMALL = 3
FULL = 4_000

computed = 0


class Settings:
    def __init__(self, i: int) -> None:
        self.plain = i

    @cached_property
    def root(self) -> int:
        global computed
        computed += 1
        return self.plain * 10

    @cached_property
    def depth(self) -> int:
        global computed
        computed += 1
        return self.plain + 1

    @cached_property
    def unused(self) -> int:
        raise ValueError("nobody asks for this")


def run(n: int) -> list[int]:
    global computed
    computed = 0
    total = 0
    for i in range(n):
        s = Settings(i)
        total += s.root + s.root + (s.depth if i % 2 == 0 else 0) + s.plain
    return [total, computed]
