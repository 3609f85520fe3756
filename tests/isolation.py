"""Where hook files run in this run of the tests; what is told of threads only, and why.

`CHIBI_HOOKS_TEST_ISOLATION=worker python -m pytest tests/hooks …` runs the same tests with each hook file in a process
of its own. What is left out then differs by a row of `DIFFERENCES`, whose own test is in
tests/hooks/scripts/test_worker.py, looks into a world, which is no behaviour, or says the same in both runs: it has no
hook files, says itself where they run, or leaves them to a program that it starts.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import pytest

from chibi_hooks.hooks.scripts.workers import DIFFERENCES

F = TypeVar("F", bound=Callable[..., Any])

IN_WORKERS: Final = os.environ.get("CHIBI_HOOKS_TEST_ISOLATION") == "worker"
HELD: Final[set[str]] = set()  # the differences that a test holds

says_itself = pytest.mark.skipif(IN_WORKERS, reason="it says itself where hook files run, or starts programs that do")
looks_inside = pytest.mark.skipif(IN_WORKERS, reason="it looks into a world, which a worker has in its own process")


@cache
def has_hook_files(module: Path) -> bool:
    """Whether the tests of a module write any; those of others say the same wherever hook files run."""
    return ".scm" in module.read_text(encoding="utf-8")


def in_threads(difference: str) -> pytest.MarkDecorator:
    """What a test says of threads is different in workers, as this row says."""
    return pytest.mark.skipif(IN_WORKERS, reason=DIFFERENCES[difference])


def holds(difference: str) -> Callable[[F], F]:
    """This test says what it is like in a worker."""
    HELD.add(difference)
    assert difference in DIFFERENCES
    return lambda test: test
