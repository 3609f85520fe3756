"""Real agents, checked by what they do: the denied command did not run, the model read why, the rewritten one ran, the
context arrived, the end was put off and then not any more.

By hand: `pytest -m agents -n 0`; with CHIBI_HOOKS_RECORD=1 the results are written to tests/agents/recorded.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.agents.running import REAL, Did, RealAgent, run
from tests.agents.scenario import EXPECTED, GUARD, KNOWN, UNGUARDED, effects, steps

RECORDED = Path(__file__).parent / "recorded"
pytestmark = [pytest.mark.agents, pytest.mark.timeout(900)]


@pytest.mark.parametrize("agent", REAL, ids=lambda each: each.name)
def test_a_guard_holds_in_the_real_agent(agent: RealAgent, tmp_path: Path) -> None:
    did = run(agent, tmp_path, steps(agent), GUARD)
    found = effects(did)
    assert found == KNOWN.get(agent.name, EXPECTED), did.output[-2000:]
    if os.environ.get("CHIBI_HOOKS_RECORD"):
        record(agent, did, tmp_path)


@pytest.mark.parametrize("agent", REAL, ids=lambda each: each.name)
def test_without_it_everything_runs(agent: RealAgent, tmp_path: Path) -> None:
    did = run(agent, tmp_path, steps(agent), None)
    assert effects(did) == UNGUARDED, did.output[-2000:]


def record(agent: RealAgent, did: Did, directory: Path) -> None:
    """Write what it sent, what it was told, and what came of it."""
    heard = [{**each, "event": json.dumps(shortened(json.loads(each["event"])))} for each in did.heard]
    told = {"agent": agent.name, "version": agent.version, "effects": effects(did).to_json(), "heard": heard}
    text = json.dumps(told, indent=1, ensure_ascii=False).replace(str(directory), "/scratch")
    (RECORDED / f"{agent.name}.json").write_text(text + "\n", encoding="utf-8")


def shortened(value: Any) -> Any:
    """What an agent sent, without its own long texts: they are not ours to keep."""
    if isinstance(value, dict):
        return {key: shortened(each) for key, each in value.items()}
    if isinstance(value, list):
        return [shortened(each) for each in value]
    return f"{value[:60]}…" if isinstance(value, str) and len(value) > 240 else value
