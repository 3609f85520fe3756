"""The name of a mode in, every case file run in that mode out, with what went wrong: one process for each mode.

    python [-X no_debug_ranges] -m tests.scheme.modes MODE [EVERY [FIRST]]

With a number, every so many-th file and program only, from the first or another one.

The modes are circumstances that change how programs run and must not change what they do.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

from chibi_hooks.collecting import tune_collector
from chibi_hooks.scheme.compiling.resuming import continuations, detaching
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.primitives.control import control, coroutines
from chibi_hooks.scheme.running import machine, runs
from tests.fuzz import compare
from tests.fuzz.compare import difference
from tests.fuzz.generate import generate, program_text
from tests.scheme import test_cases

STACK = 400  # frames; the expander alone needs 200. CPython's own default is 1,000
ROOM = 48  # frames while a program runs
STEPS = 10**12
SEEDS = 12_000
PROGRAMS = 40  # random ones, beside the files


def plain() -> None:
    """As everywhere; with `-X no_debug_ranges` a mode of its own."""


def low_recursion_limit() -> None:
    """A stack that is full at every turn: frames go to the heap all the time."""
    coroutines.OFTEN = 0
    sys.setrecursionlimit(STACK)


def hardly_any_stack() -> None:
    """So little of it that most calls find it full."""
    coroutines.OFTEN = 0
    call = machine.call

    def cramped(*args: Any, run: runs.Run) -> Any:
        before, depth = sys.getrecursionlimit(), 0
        frame: FrameType | None = sys._getframe()
        while frame is not None:
            depth, frame = depth + 1, frame.f_back
        sys.setrecursionlimit(depth + ROOM)
        try:
            return call(*args, run=run)
        finally:
            sys.setrecursionlimit(before)

    machine.call = cramped


def every_capture() -> None:
    """Every call/cc takes its continuation for leaked: every frame goes to the heap and is run from there."""
    coroutines.OFTEN = 0
    control.UNLEAKED = -1  # type: ignore[misc]


def detached_at_once() -> None:
    """A frame that was captured once takes itself off the stack at that call from then on, and so does its procedure
    when the base calls it.
    """
    every_capture()
    continuations.HOT = 0  # type: ignore[misc]
    detaching.WARM = 1  # type: ignore[misc]
    machine.OFTEN = 0  # type: ignore[misc]


def counted() -> None:
    """Code that counts its steps, with libraries that do."""
    counting = partial(Interpreter, steps=STEPS)
    test_cases.Interpreter = compare.Interpreter = counting  # type: ignore[misc, assignment]


def all_at_once() -> None:
    """Most of the above."""
    low_recursion_limit()
    detached_at_once()
    counted()


MODES: dict[str, Callable[[], None]] = {
    each.__name__: each
    for each in (
        plain,
        low_recursion_limit,
        hardly_any_stack,
        every_capture,
        detached_at_once,
        counted,
        all_at_once,
    )
}


NEEDS_STACK = (
    "tein/toml.scm",  # counts on 100 levels of a table, which are walked by recursion
    "macros/deep.scm",  # its trees are deeper than the stack that even a new thread has in that mode
)


def main(mode: str, every: int = 1, first: int = 0) -> None:
    """Run the case files; the last line says how many."""
    MODES[mode]()
    files = [
        path
        for path in test_cases._case_files()
        if mode != "hardly_any_stack" or str(path.relative_to(test_cases.CASES)) not in NEEDS_STACK
    ][first::every]
    for path in files:
        try:
            test_cases.check(path.read_text(encoding="utf-8"), "interpreter")
        except AssertionError as error:
            print(f"{path.relative_to(test_cases.CASES)}: {error}")
    for seed in range(SEEDS + first, SEEDS + PROGRAMS, every):
        found = difference(generate(seed, 100))
        if found:
            print(f"seed {seed}\n{program_text(generate(seed, 100))}\n{found}")
    print(f"{len(files)} files")


if __name__ == "__main__":
    tune_collector()
    main(sys.argv[1], *map(int, sys.argv[2:]))
