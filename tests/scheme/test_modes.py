"""The case files and some random programs do the same in every mode of the engine (see `modes`)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.halves import dealt, first

ROOT = Path(__file__).parents[2]
RUNS: list[tuple[str, tuple[str, ...]]] = [
    ("hardly_any_stack", ()),
    ("every_capture", ("-X", "no_debug_ranges")),  # without columns frames must be found on the way to the heap
    ("all_at_once", ()),  # low recursion limit, detached at once, counted
]  # the plain mode is that of `test_cases`


PARTS = 2  # of the files: the runs of CI that have the long half take one each


@pytest.mark.timeout(900)  # five seconds each on an idle machine
@first
@pytest.mark.parametrize("run", dealt([(*run, part) for run in RUNS for part in range(PARTS)], 0), ids=str)
def test_the_cases_do_the_same_in_every_mode(run: tuple[str, tuple[str, ...], int]) -> None:
    mode, options, part = run
    check(mode, *options, every=PARTS, first=part)


def test_some_cases_do_the_same_with_most_modes_at_once() -> None:
    check("all_at_once", every=30)


def check(mode: str, *options: str, every: int, first: int = 0) -> None:
    command = [sys.executable, *options, "-m", "tests.scheme.modes", mode, str(every), str(first)]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=880)
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines()[-1].endswith(" files")
    assert result.stdout.count("\n") == 1, result.stdout
