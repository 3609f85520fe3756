"""Handlers that say themselves that their failure blocks: `onFailure` as measured with Claude Code 2.1.332."""

from __future__ import annotations

from typing import Any

import pytest

from tests.dialects.hosting.agents import CLAUDE, Machine, bash, claude, entry, says
from tests.dialects.hosting.hook_server import HookServer


def inside(**said: Any) -> dict[str, Any]:
    return {"hookSpecificOutput": {"hookEventName": "PreToolUse", **said}}


BLOCK = {"onFailure": "block"}
CONTINUE = {"onFailure": "continue"}
DENY = inside(permissionDecision="deny", permissionDecisionReason="mine")
BEFORE_A_TOOL = [  # command, more of its entry -> decision, a part of the reason
    ("exit 1", {}, "none", None),
    ("exit 0", BLOCK, "none", None),
    ("exit 1", BLOCK, "deny", "exit code 1"),
    ("/no/such/program", BLOCK, "deny", "exit code 127"),
    ("echo E >&2; exit 2", BLOCK, "deny", "E"),
    ("sleep 20", {**BLOCK, "timeout": 0.2}, "deny", "0.2 s"),
    ("kill -9 $$", BLOCK, "deny", "signal 9"),
    ("echo hello", BLOCK, "none", None),
    ("echo '{oops'", BLOCK, "none", None),
    ("echo '[]'", BLOCK, "none", None),
    (says({"decision": 5}), BLOCK, "deny", "decision"),
    (says({"hookSpecificOutput": {"hookEventName": "Stop"}}), BLOCK, "deny", "hookEventName"),
    (says(inside(permissionDecision="allow"), 1), BLOCK, "deny", "exit code 1"),
    (says(inside(permissionDecision="ask"), 1), BLOCK, "deny", "exit code 1"),
    (says(inside(additionalContext="q"), 1), BLOCK, "deny", "exit code 1"),
    (says({"systemMessage": "hi"}, 3), BLOCK, "deny", "exit code 3"),
    (says({}, 1), BLOCK, "deny", "exit code 1"),
    (says({"async": True}, 1), BLOCK, "deny", "exit code 1"),
    (says(DENY, 1), BLOCK, "deny", "mine"),
    (says({"decision": "block", "reason": "mine"}, 1), BLOCK, "deny", "mine"),
    (says({"continue": False, "stopReason": "mine"}, 1), BLOCK, "none", None),
    (says(inside(permissionDecision="allow"), 1), {}, "allow", None),
    ("exit 1", CONTINUE, "none", None),
    ("exit 1", {**BLOCK, "async": True}, "none", None),
    ("exit 1", {"failClosed": True}, "none", None),
]


@pytest.mark.parametrize(("command", "more", "decision", "reason"), BEFORE_A_TOOL)
def test_before_a_tool(machine: Machine, command: str, more: dict[str, Any], decision: str, reason: str | None) -> None:
    files = {CLAUDE: claude("PreToolUse", entry(command, **more))}
    decided = machine.decide("claude-code", "PreToolUse", bash(), files)
    assert decided["decision"] == decision
    assert (reason or "") in (decided["reason"] or "")


@pytest.mark.parametrize(
    ("event", "key", "wanted"),
    [
        ("UserPromptSubmit", "decision", "deny"),
        ("PermissionRequest", "decision", "deny"),
        ("TaskCreated", "decision", "deny"),
        ("PostToolUse", "context", ["a hook failed: exit code 1"]),
        ("PostToolBatch", "continue", False),
        ("Stop", "keep_going", None),
        ("SubagentStop", "keep_going", None),
        ("TaskCompleted", "decision", "none"),
        ("SessionStart", "decision", "none"),
        ("Notification", "decision", "none"),
    ],
)
def test_it_blocks_where_something_can_be_blocked_and_no_end(
    machine: Machine, event: str, key: str, wanted: Any
) -> None:
    assert machine.decide("claude-code", event, {}, {CLAUDE: claude(event, entry("exit 1", **BLOCK))})[key] == wanted


@pytest.mark.parametrize("word", ["deny", 5, None, True])
def test_another_word_costs_the_file(machine: Machine, word: Any) -> None:
    files = {CLAUDE: claude("PreToolUse", entry("exit 1", onFailure=word), entry("exit 2"))}
    decided = machine.decide("claude-code", "PreToolUse", bash(), files)
    assert decided["decision"] == "none"
    assert [each["ran"] for each in decided["handlers"]] == [False, False]
    assert "onFailure: wanted" in decided["warnings"][0]


@pytest.mark.parametrize(
    ("first", "second", "decision"),
    [(BLOCK, CONTINUE, "none"), (CONTINUE, BLOCK, "deny"), ({}, BLOCK, "deny"), (BLOCK, {}, "none")],
)
def test_of_equal_handlers_the_last_says_it(machine: Machine, first: Any, second: Any, decision: str) -> None:
    files = {
        "user/.claude/settings.json": claude("PreToolUse", entry("exit 1", **first)),
        CLAUDE: claude("PreToolUse", entry("exit 1", **second)),
    }
    assert machine.decide("claude-code", "PreToolUse", bash(), files)["decision"] == decision


def test_a_managed_one_says_it_before_all(machine: Machine) -> None:
    files = {
        "managed/managed-settings.json": claude("PreToolUse", entry("exit 1", **BLOCK)),
        "user/.claude/settings.json": claude("PreToolUse", entry("exit 1")),
        CLAUDE: claude("PreToolUse", entry("exit 1", **CONTINUE)),
    }
    assert machine.decide("claude-code", "PreToolUse", bash(), files)["decision"] == "deny"


@pytest.mark.parametrize(
    ("reply", "decision"),
    [
        ({"body": ""}, "none"),
        ({"body": "{}"}, "none"),
        ({"body": "text"}, "deny"),
        ({"body": "[]"}, "deny"),
        ({"body": '{"x": 1'}, "deny"),
        ({"status": 500}, "deny"),
        ({"status": 404}, "deny"),
    ],
)
def test_a_server_that_fails(machine: Machine, reply: dict[str, Any], decision: str) -> None:
    server = HookServer({"/a": reply})
    try:
        handler = {"type": "http", "url": f"{server.url}/a", **BLOCK}
        decided = machine.decide("claude-code", "PreToolUse", bash(), {CLAUDE: claude("PreToolUse", handler)})
    finally:
        server.end()
    assert decided["decision"] == decision


@pytest.mark.parametrize(
    ("answer", "word", "decision"),
    [("", "block", "none"), ({}, "block", "none"), ("text", "block", "deny"), ("text", "what", "deny"),
     ("text", "continue", "none")],
)  # fmt: skip
def test_a_tool_s_answer_must_be_an_object(machine: Machine, answer: Any, word: str, decision: str) -> None:
    handler = {"type": "mcp_tool", "server": "s", "tool": "t", "onFailure": word}
    files = {CLAUDE: claude("PreToolUse", handler)}
    decided = machine.decide("claude-code", "PreToolUse", bash(), files, ask=lambda question: answer)
    assert decided["decision"] == decision
