"""What real agents take for something else, as measured (a denial that lets the call run, a question that hangs): it is
never sent, whatever hooks say together."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chibi_hooks.dialects.rows.dialect import RowDialect, row_dialects
from chibi_hooks.dialects.rows.replying import AgentReply, Said
from chibi_hooks.dialects.rows.row import WORDS, Word

Reply = dict[str, Any]


def inside(reply: Reply) -> Reply:
    """What stands in `hookSpecificOutput`."""
    found = reply.get("hookSpecificOutput", {})
    assert isinstance(found, dict)
    return found


def unreasoned(reply: Reply) -> bool:
    """A refusal without a word why."""
    says = inside(reply)
    denied = says.get("permissionDecision") == "deny" and not says.get("permissionDecisionReason")
    return denied or (reply.get("decision") in ("block", "deny") and not reply.get("reason"))


def asks(reply: Reply) -> bool:
    return "ask" in (reply.get("decision"), inside(reply).get("permissionDecision"))


def ends(reply: Reply) -> bool:
    return reply.get("continue") is False


def rewrites(key: str) -> Callable[[Reply], bool]:
    return lambda reply: key in inside(reply)


def rewrites_alone(reply: Reply) -> bool:
    return "updatedInput" in inside(reply) and inside(reply).get("permissionDecision") != "allow"


def allows_alone(reply: Reply) -> bool:
    return inside(reply).get("permissionDecision") == "allow" and "updatedInput" not in inside(reply)


NEVER: list[tuple[str, str, Callable[[Reply], bool], str]] = [  # agent, event (any: *), what, what would come of it
    ("codex", "*", unreasoned, "the tool runs, the end is an end"),
    ("codex", "*", asks, "the tool runs"),
    ("codex", "PreToolUse", ends, "the tool runs"),
    ("codex", "PreToolUse", rewrites_alone, "the old call runs"),
    ("codex", "PreToolUse", allows_alone, "the hook has failed"),
    ("gemini", "*", asks, "without a terminal it waits for ever"),
    ("qwen", "PreToolUse", rewrites("updatedInput"), "the old call runs"),
    ("qwen", "Stop", ends, "it goes on, for ever"),
    ("qwen", "SubagentStop", ends, "it goes on"),
    ("claude-code", "PreToolUse", ends, "the tool runs"),
]


def replies(dialect: RowDialect, said: dict[Word, str], event: str) -> Iterator[Reply]:
    for row in dialect.rows:
        if event in ("*", row.event):
            yield json.loads(AgentReply(dialect.agent, row, row.event).say(Said(dict(said))).text or "{}")


@pytest.mark.parametrize(("agent", "event", "bad", "because"), NEVER, ids=lambda each: getattr(each, "__name__", each))
@given(said=st.dictionaries(st.sampled_from(WORDS), st.just("some text")))
def test_what_would_be_taken_for_something_else_is_never_sent(
    agent: str, event: str, bad: Callable[[Reply], bool], because: str, said: dict[Word, str]
) -> None:
    dialect = next(each for each in row_dialects() if each.agent == agent)
    for reply in replies(dialect, said, event):
        assert not bad(reply), because
