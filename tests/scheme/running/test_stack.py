"""Where Python's stack happens to stand when Scheme is called does not decide how fast that is."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.running.budget import limited
from chibi_hooks.scheme.values.source import SourceText
from chibi_hooks.spacious import spacious

FIB = "(import (scheme base)) (define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))"
DEPTHS = range(0, 160, 2)  # of the caller: more than a chunk of CPython's frames


def below(depth: int, work: Callable[[], float]) -> float:
    """Do the work so many calls further down."""
    return work() if depth == 0 else below(depth - 1, work)


def seconds(work: Callable[[], object]) -> float:
    """What the work takes this thread when it is done again and again, but for the two times that it took longest."""
    taken = []
    for _ in range(12):
        began = time.thread_time()
        work()
        taken.append(time.thread_time() - began)
    return sorted(taken)[-3]


def test_what_is_done_on_a_stack_of_its_own_gives_what_it_gives() -> None:
    assert spacious(divmod, 17, 5) == (3, 2)
    with pytest.raises(ZeroDivisionError):
        spacious(divmod, 17, 0)


@pytest.mark.parametrize("budgets", [False, True])
def test_a_recursion_is_as_fast_from_any_depth(budgets: bool) -> None:
    world = Interpreter(time_limit=None, memory_limit=(1 << 30) if budgets else None)
    world.run(SourceText("fib.scm", FIB))
    fib = world.lookup("fib")

    def work() -> object:
        if budgets:  # as hooks are called
            return limited(None, world.holdings, world.enter, fib, 18)
        return world.call(fib, 18)

    times = [below(depth, lambda: seconds(work)) for depth in DEPTHS]
    enough = 6 * statistics.median(times)
    slow = [depth for depth, taken in zip(DEPTHS, times, strict=True) if taken >= enough]
    for _ in range(30):  # what depends on the depth stays; what else the process and the machine had to do does not
        slow = [depth for depth in slow if below(depth, lambda: seconds(work)) >= enough]
    assert not slow
