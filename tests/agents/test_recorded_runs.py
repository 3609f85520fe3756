"""What real agents sent and did when they were last run by hand: it still gets the same answers, byte for byte."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks import Host
from chibi_hooks.dialects.rows.dialect import dialect_of
from chibi_hooks.dialects.rows.guest import guest
from chibi_hooks.dialects.rows.memory import InProcess
from tests.agents.running import REAL
from tests.agents.scenario import EXPECTED, GUARD, KNOWN
from tests.homes import make_home

RECORDED = sorted((Path(__file__).parent / "recorded").glob("*.json"))


def recorded(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def test_every_agent_that_can_be_run_has_been() -> None:
    found = {told["agent"]: told["version"] for told in map(recorded, RECORDED)}
    assert found == {each.name: each.version for each in REAL}


@pytest.mark.parametrize("path", RECORDED, ids=lambda each: each.stem)
def test_the_run_did_what_it_should(path: Path) -> None:
    told = recorded(path)
    assert told["effects"] == KNOWN.get(told["agent"], EXPECTED).to_json()


@pytest.mark.parametrize("path", RECORDED, ids=lambda each: each.stem)
def test_what_it_sent_gets_the_same_answers_now(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHIBI_HOOKS_STATE", str(tmp_path / "state"))
    told, memory = recorded(path), InProcess(lambda: 0.0)
    dialect = dialect_of(told["agent"])
    assert dialect is not None
    with Host.open(home=make_home(tmp_path / "home", {"hooks/guard.scm": GUARD})) as host:
        for each in told["heard"]:
            name = next(iter(each["arguments"][1:]), "")
            answer = guest(host, dialect, name, each["event"].encode(), memory)
            assert (answer.text.decode(), answer.code) == (each["answer"], each["exit"]), each["event"][:300]
