"""Every policy works through the agents: what it says of their own events comes back as their rows promise."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.halves import dealt
from tests.policies.tables import names
from tests.policies.through_agents import AGENTS, effect_of, event_of, unlike


@pytest.mark.parametrize("name", names())
def test_a_refused_and_a_passing_event_of_each_agent_come_back_as_promised(name: str, tmp_path: Path) -> None:
    assert list(unlike(name, tmp_path, whole=False)) == []


@pytest.mark.parametrize("name", dealt(names(), 0))
def test_every_row_of_the_table_comes_back_through_each_agent_as_promised(name: str, tmp_path: Path) -> None:
    assert list(unlike(name, tmp_path, whole=True)) == []


@pytest.mark.parametrize("agent", AGENTS)
def test_a_row_is_sent_in_the_agents_own_form(agent: str) -> None:
    sent = event_of(agent, "$ rm -rf src", "7", "/p")
    assert sent is not None
    own = {"claude-code": "PreToolUse", "caliban": "PreToolUse", "firebender": "preToolUse", "chibi": "pre_tool"}
    assert (sent.event, sent.point) == (own[agent], "pre_tool")
    assert "rm -rf src" in str(sent.payload)


def test_what_a_reply_does_is_read_from_it() -> None:
    assert effect_of(b'{"hookSpecificOutput": {"permissionDecision": "ask"}}') == "ask"
    assert effect_of(b'{"decision": "deny", "reason": "no"}') == "deny"
    assert effect_of(b"{}") == effect_of(b"") == "nothing"
