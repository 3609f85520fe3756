"""Every row of the tables *language* and *libraries*, at its small size: both ways it gives what its twin gives."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

from tests.bench.programs import Program, Timed, as_hook, as_program, check, check_hook, measured, programs, table

FOLDERS = [Path(__file__).parent / name for name in ("language", "libraries")]
ROWS = [pytest.param(each, id=f"{folder.name}/{each.name}") for folder in FOLDERS for each in programs(folder, 3)]


@pytest.mark.parametrize("program", ROWS)
def test_a_program_gives_what_its_twin_gives(program: Program) -> None:
    check(program, as_program(program), program.twin.SMALL)


@pytest.mark.parametrize("program", ROWS)
def test_a_hook_file_gives_what_its_twin_gives(program: Program) -> None:
    with as_hook(program) as run:
        check_hook(program, run, program.twin.SMALL)


def test_the_readme_names_rows_of_the_tables() -> None:
    text = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    said = text.partition("## What is fast, and what is not\n")[2].partition("\n## ")[0]
    named = set(re.findall(r"`([a-z_]+)`", said)) - {"guard", "try"}
    assert len(named) >= 15
    assert named <= {each.name for folder in FOLDERS for each in programs(folder, 3)}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_each_program_has_its_twin(folder: Path) -> None:
    twins = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    assert twins == {path.stem for path in folder.glob("*.scm")}
    assert len(twins) >= 25


def test_the_table_marks_what_is_missed_and_leaves_nothing_out() -> None:
    rows = [Timed("good", 3, 2, 1, 2, 2), Timed("late", 3, 9, 1, 2, 8), Timed("half", 3, 2, 1, 2, failed="stopped")]
    text = table("language", 1.5, rows)
    assert [row.missed for row in rows] == [False, True, True]
    assert "half" in text
    assert "stopped" in text
    assert "2.00     4.00     ≤ 1.5  over" in text
    assert "over their promise: 2 of 3 rows" in text


def test_a_side_that_fails_is_told_and_the_others_are_measured() -> None:
    twin = ModuleType("twin")
    twin.__dict__.update(SMALL=1, FULL=1, run=lambda n: n)
    row = measured(Program("wrong", "(define (run n) (car n))", twin, 3), 1)
    assert row.missed
    assert "car: wanted a pair, got 1" in row.failed
    assert row.python >= 0
