"""Higher-order functions: composed, curried and applied to short lists."""

from collections.abc import Callable
from functools import partial
from typing import Any

SMALL = 2
FULL = 1_500

Function = Callable[..., Any]


def compose(*fs: Function) -> Function:
    if not fs:
        return lambda x: x
    f = fs[0]
    rest = compose(*fs[1:])
    return lambda x: f(rest(x))


def add(*numbers: int) -> int:
    return sum(numbers)


NUMBERS = list(range(1, 11))


def run(n: int) -> int:
    add5 = partial(add, 2, 3)
    pipeline = compose(lambda x: 2 * x, add5, abs)
    total = 0
    for _ in range(n):
        total += sum([pipeline(x) for x in NUMBERS if x % 2 == 0])
        total += max([x - y for x, y in zip(NUMBERS, reversed(NUMBERS), strict=True)])
    return total
