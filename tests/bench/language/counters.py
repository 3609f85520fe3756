"""Closures with state: counters in a list, each with its own step."""

from collections.abc import Callable

SMALL = 5
FULL = 10_000


def make_counter(step: int) -> Callable[[str], int]:
    value = 0

    def counter(message: str) -> int:
        nonlocal value
        if message == "up":
            value += step
        elif message == "down":
            value -= step
        return value

    return counter


def run(n: int) -> int:
    counters = [make_counter(step) for step in (1, 2, 3, 5, 7)]
    for i in range(n):
        for counter in counters:
            counter("up" if i % 2 == 0 else "value")
    return sum(counter("value") for counter in counters)
