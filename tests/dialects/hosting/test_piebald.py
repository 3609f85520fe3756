"""Piebald's handlers on our host (seed 003, agents.md §1.4)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.dialects.hosting.agents import CLAUDE, Machine, bash, claude, entry, says


def inside(**said: Any) -> dict[str, Any]:
    return {"hookSpecificOutput": said}


ANSWERS = [
    ("PreToolUse", inside(permissionDecision="deny", permissionDecisionReason="R"), 0, {"decision": "deny"}),
    ("PreToolUse", inside(permissionDecision="deny", permissionDecisionReason="R"), 1, {"decision": "none"}),
    ("PreToolUse", inside(permissionDecision="ask"), 0, {"decision": "ask"}),
    ("PreToolUse", "text", 0, {"decision": "none", "context": ["text"]}),
    ("PreToolUse", "", 2, {"decision": "deny", "reason": "E"}),
    ("PreToolUse", {"additionalContext": "C"}, 0, {"context": ["C"]}),
    ("UserPromptSubmit", inside(decision="block", reason="R"), 0, {"decision": "deny", "reason": "R"}),
    ("UserPromptSubmit", {"decision": "block", "reason": "R"}, 0, {"decision": "deny", "reason": "R"}),
    ("UserPromptSubmit", "", 2, {"decision": "deny", "reason": "E"}),
    ("PostToolUse", inside(decision="block", reason="R"), 0, {"decision": "none", "context": ["R"]}),
    ("PostToolUseFailure", inside(additionalContext="C"), 0, {"context": ["C"]}),
    ("Stop", inside(decision="block", reason="R"), 0, {"keep_going": "R"}),
    ("Stop", "", 2, {"keep_going": "E"}),
    ("Stop", {"continue": False, "stopReason": "S", **inside(decision="block", reason="R")}, 0,
     {"keep_going": None, "continue": False, "stop_reason": "S"}),
    ("Stop", {"continue": True}, 0, {"keep_going": None, "continue": True}),
    ("PreCompact", inside(decision="block"), 0, {"decision": "none"}),
    ("StopFailure", "text", 0, {"context": []}),
]  # fmt: skip


@pytest.mark.parametrize(("event", "stdout", "code", "expected"), ANSWERS)
def test_answers(machine: Machine, event: str, stdout: Any, code: int, expected: dict[str, Any]) -> None:
    stderr = "E" if code else ""
    files = {CLAUDE: claude(event, entry(says(stdout, code, stderr)))}
    decided = machine.decide("piebald", event, {}, files)
    assert {key: decided[key] for key in expected} == expected


MATCHERS = [
    ("PreToolUse", "Edit", {"tool_name": "NotebookEdit"}, True),
    ("PreToolUse", "edit", {"tool_name": "Edit"}, False),
    ("PreToolUse", None, {}, True),
    ("PreToolUse", "*", {}, True),
    ("PreToolUse", "[", {}, False),
    ("PreToolUse", "Task", {"tool_name": "Agent"}, True),
    ("PreToolUse", "^mcp__github__", {"tool_name": "github__create_issue", "tool_input": {}}, True),
    ("UserPromptSubmit", "submit", {}, True),
    ("UserPromptSubmit", "Bash", {}, False),
    ("Stop", "Bash", {}, False),
    ("Stop", ".*", {}, True),
    ("SubagentStop", "default", {}, True),
    ("SessionStart", "startup|resume", {}, True),
    ("SessionStart", "compact", {}, False),
]


@pytest.mark.parametrize(("event", "matcher", "payload", "ran"), MATCHERS)
def test_a_matcher_is_always_a_regexp(
    machine: Machine, event: str, matcher: str | None, payload: dict[str, Any], ran: bool
) -> None:
    settings = {"hooks": {event: [{"matcher": matcher, "hooks": [entry("true")]}]}}
    handler = machine.decide("piebald", event, payload, {CLAUDE: settings})["handlers"][0]
    assert handler["ran"] is ran


def test_tools_have_claude_s_names_and_rewrites_go_back_in_piebald_s(machine: Machine) -> None:
    answer = inside(permissionDecision="allow", updatedInput={"file_path": "/other", "offset": 3})
    files = {CLAUDE: claude("PreToolUse", entry(says(answer)))}
    payload = {"tool_name": "ReadFile", "tool_input": {"path": "src/a.py", "offset": 1}}
    decided = machine.decide("piebald", "PreToolUse", payload, files)
    told = decided["handlers"][0]["stdin"]
    assert (told["tool_name"], told["tool_input"]) == (
        "Read",
        {"offset": 1, "file_path": f"{machine.root}/project/src/a.py"},
    )
    assert decided["updated_input"] == {"path": "/other", "offset": 3}


def test_a_command_has_claude_s_defaults(machine: Machine) -> None:
    decided = machine.decide("piebald", "PreToolUse", bash("ls"), {CLAUDE: claude("PreToolUse", entry("true"))})
    told = decided["handlers"][0]["stdin"]
    assert told["tool_input"] == {"command": "ls", "description": "", "timeout": 60000, "run_in_background": False}
    assert told["transcript_path"] is None


def test_what_it_does_not_know_is_said(machine: Machine) -> None:
    settings = {
        "hooks": {
            "PreToolUse": [{"hooks": [entry("true", **{"if": "Read"}), {"type": "http", "url": "http://x"}]}],
            "SessionEnd": [{"hooks": [entry("true")]}],
        }
    }
    decided = machine.decide("piebald", "PreToolUse", bash(), {CLAUDE: settings})
    assert [each["ran"] for each in decided["handlers"]] == [True, False]
    said = "\n".join(decided["warnings"])
    assert "no conditions" in said
    assert "SessionEnd" in said
