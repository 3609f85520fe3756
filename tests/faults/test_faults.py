"""Hosts under faults: what must hold does, for every seed."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.faults.kills import KilledStory
from tests.faults.simulation import Story, tell
from tests.halves import dealt, first

BLOCK = 125  # seeds of one long test, which runs them in processes of its own: most of a story is waiting
FOUND = (4, 10, 34, 39, 48, 71, 104, 131, 133, 272, 314, 355, 512, 772, 856)  # each has found something once


@pytest.mark.parametrize("seed", dealt(sorted({*range(12), *FOUND}), 9))
def test_what_must_hold_holds_under_faults(seed: int) -> None:
    story = Story(seed)
    assert not story.run(), tell(story)


@pytest.mark.parametrize("seed", range(3))
def test_what_a_killed_process_leaves_keeps_nobody_from_going_on(seed: int) -> None:
    story = KilledStory(seed)
    assert not story.run(), (story.acts, story.wrong)


@pytest.mark.timeout(900)
@first
@pytest.mark.parametrize("start", dealt(range(0, 250, BLOCK), 0))
def test_hundreds_of_seeds(start: int) -> None:
    command = [sys.executable, "-m", "tests.faults", "--jobs", "2", f"{start}-{start + BLOCK - 1}"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=900)
    assert ran.returncode == 0, ran.stdout + ran.stderr
