"""Every policy decides every row of its table; the whole pack lets pass what people do all day."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from chibi_hooks.hooks.homes.declared import ChosenPolicies
from chibi_hooks.hooks.homes.policies import all_policies
from tests.halves import once
from tests.policies.pack import alarms
from tests.policies.tables import FOLDER, SETTINGS, names, rows, wrong_rows

PACK = [each.name for each in all_policies(None, ChosenPolicies())]
LEAST = 12  # rows of a table


@pytest.mark.parametrize("name", PACK)
def test_a_policy_decides_its_table(name: str, tmp_path: Path) -> None:
    assert [str(each) for each in wrong_rows(name, tmp_path)] == []


def test_every_policy_has_a_table_with_rows_that_pass_and_rows_that_do_not() -> None:
    assert names() == PACK
    few = {}
    for name in PACK:
        words = [row.word for row in rows(FOLDER / f"{name}.txt") if row.word not in SETTINGS]
        if len(words) < LEAST or not 0 < words.count("pass") < len(words):
            few[name] = len(words)
    assert few == {}


def test_the_tables_are_large() -> None:
    count = sum(row.word not in SETTINGS for name in names() for row in rows(FOLDER / f"{name}.txt"))
    assert count >= LEAST * len(PACK)


@once
def test_the_whole_pack_lets_ordinary_work_pass() -> None:
    with TemporaryDirectory(dir="/tmp") as project:  # where what stands beside it is nobody's either
        found, asked = alarms(Path(project))
    assert asked > 100
    assert [f"{alarm.input}: {alarm.policy}: {alarm.said}" for alarm in found] == []
