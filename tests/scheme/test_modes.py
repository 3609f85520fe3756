"""The case files and some random programs do the same in every mode of the engine (see `modes`)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RUNS: list[tuple[str, tuple[str, ...]]] = [
    ("hardly_any_stack", ()),
    ("every_capture", ("-X", "no_debug_ranges")),  # without columns frames must be found on the way to the heap
    ("all_at_once", ()),  # low recursion limit, detached at once, counted
]  # the plain mode is that of `test_cases`


@pytest.mark.long
@pytest.mark.timeout(900)  # ten seconds each on an idle machine
@pytest.mark.parametrize(("mode", "options"), RUNS, ids=lambda part: part if isinstance(part, str) else "".join(part))
def test_the_cases_do_the_same_in_every_mode(mode: str, options: tuple[str, ...]) -> None:
    check(mode, *options)


def test_every_tenth_case_does_the_same_with_most_modes_at_once() -> None:
    check("all_at_once", every=10)


def check(mode: str, *options: str, every: int = 1) -> None:
    command = [sys.executable, *options, "-m", "tests.scheme.modes", mode, str(every)]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=880)
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines()[-1].endswith(" files")
    assert result.stdout.count("\n") == 1, result.stdout
