"""Codex, Cursor, Copilot, Gemini, Qwen, Antigravity and Factory by their rows (spec/real-agents.md §0, §2, §3, §5)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.dialects.hosting.agents import Machine, before_a_tool, entry, says, settings


def inside(event: str = "PreToolUse", **said: Any) -> dict[str, Any]:
    return {"hookSpecificOutput": {"hookEventName": event, **said}}


DENY = inside(permissionDecision="deny", permissionDecisionReason="R")
ALLOW = inside(permissionDecision="allow")
RESULT = {"resultType": "success", "textResultForLlm": "x"}
FLAT_DENY = {"permissionDecision": "deny", "permissionDecisionReason": "R"}
BEFORE_A_TOOL = [  # agent, stdout, exit, stderr -> decision
    ("codex", "", 0, "", "none"),
    ("codex", {}, 0, "", "none"),
    ("codex", DENY, 0, "", "deny"),
    ("codex", inside(permissionDecision="deny"), 0, "", "none"),
    ("codex", {"decision": "block", "reason": "R"}, 0, "", "deny"),
    ("codex", {"decision": "block"}, 0, "", "none"),
    ("codex", {"decision": "deny", "reason": "R"}, 0, "", "none"),
    ("codex", inside("PostToolUse", permissionDecision="deny", permissionDecisionReason="R"), 0, "", "deny"),
    ("codex", {"hookSpecificOutput": {"permissionDecision": "deny", "permissionDecisionReason": "R"}}, 0, "", "none"),
    ("codex", "", 2, "E", "deny"),
    ("codex", "", 2, "", "none"),
    ("codex", DENY, 1, "", "none"),
    ("codex", ALLOW, 0, "", "none"),
    ("codex", inside(permissionDecision="ask"), 0, "", "none"),
    ("codex", {**DENY, "extra": 1}, 0, "", "none"),
    ("codex", {**DENY, "continue": False}, 0, "", "none"),
    ("codex", {**DENY, "systemMessage": "M"}, 0, "", "deny"),
    ("codex", "[]", 0, "", "none"),
    ("gemini", {"decision": "deny", "reason": "R"}, 0, "", "deny"),
    ("gemini", {"decision": "block", "reason": "R"}, 1, "", "deny"),
    ("gemini", DENY, 0, "", "none"),
    ("gemini", "", 2, "E", "deny"),
    ("gemini", "", 2, "", "none"),
    ("gemini", {"decision": "allow"}, 2, "E", "allow"),
    ("gemini", "", 1, "", "none"),
    ("gemini", "", 3, "E", "deny"),
    ("gemini", "", 0, '{"decision": "deny", "reason": "R"}', "deny"),
    ("gemini", json.dumps(json.dumps({"decision": "deny"})), 0, "", "deny"),
    ("qwen", DENY, 0, "", "deny"),
    ("qwen", DENY, 3, "", "deny"),
    ("qwen", {"hookSpecificOutput": {"permissionDecision": "deny"}}, 1, "", "deny"),
    ("qwen", {"decision": "block", "reason": "R"}, 0, "", "deny"),
    ("qwen", {"continue": False, "stopReason": "S"}, 0, "", "deny"),
    ("qwen", inside(permissionDecision="ask"), 0, "", "ask"),
    ("qwen", "", 2, "E", "deny"),
    ("qwen", ALLOW, 2, "E", "deny"),
    ("qwen", DENY, 2, "", "none"),
    ("qwen", "", 2, "", "none"),
    ("qwen", "", 3, "E", "none"),
    ("qwen", "", 0, json.dumps(DENY), "deny"),
    ("qwen", json.dumps(json.dumps(DENY)), 0, "", "deny"),
    ("qwen", "{broken", 0, "", "none"),
    ("qwen", "[]", 0, "", "none"),
    ("copilot", FLAT_DENY, 0, "", "deny"),
    ("copilot", {"permissionDecision": "deny"}, 0, "", "deny"),
    ("copilot", {"decision": "block", "reason": "R"}, 0, "", "none"),
    ("copilot", DENY, 0, "", "none"),
    ("copilot", "", 2, "E", "deny"),
    ("copilot", {"permissionDecision": "allow"}, 2, "", "deny"),
    ("copilot", "", 1, "", "deny"),
    ("copilot", "{oops", 0, "", "none"),
    ("copilot", '{"type": "progress", "message": "x"}\n' + json.dumps(FLAT_DENY), 0, "", "deny"),
    ("copilot", {"permissionDecision": "ask"}, 0, "", "ask"),
    ("antigravity", "", 0, "", "none"),
    ("antigravity", {}, 0, "", "deny"),
    ("antigravity", {"decision": ""}, 0, "", "deny"),
    ("antigravity", "text", 0, "", "deny"),
    ("antigravity", "", 1, "", "deny"),
    ("antigravity", {"decision": "allow"}, 0, "", "allow"),
    ("antigravity", {"decision": "force_ask"}, 0, "", "ask"),
    ("factory", DENY, 0, "", "deny"),
    ("factory", "", 2, "E", "deny"),
    ("cursor", {"permission": "deny", "user_message": "U", "agent_message": "A"}, 0, "", "deny"),
    ("cursor", {"permission": "ask"}, 0, "", "none"),
    ("cursor", "", 2, "E", "deny"),
    ("cursor", "", 1, "", "none"),
]  # fmt: skip


@pytest.mark.parametrize(("agent", "stdout", "code", "stderr", "decision"), BEFORE_A_TOOL)
def test_before_a_tool(machine: Machine, agent: str, stdout: Any, code: int, stderr: str, decision: str) -> None:
    files = settings(agent, before_a_tool(agent), says(stdout, code, stderr))
    assert machine.decide(agent, before_a_tool(agent), {}, files)["decision"] == decision


OTHERS = [
    ("codex", "PostToolUse", {"decision": "block", "reason": "R"}, 0, {"updated_output": "R", "decision": "none"}),
    ("codex", "PostToolUse", {"continue": False, "stopReason": "S"}, 0, {"updated_output": "S", "continue": True}),
    ("codex", "Stop", {"decision": "block", "reason": "R"}, 0, {"keep_going": "R"}),
    ("codex", "Stop", "text", 0, {"keep_going": None}),
    ("codex", "UserPromptSubmit", "text", 0, {"context": ["text"]}),
    ("codex", "UserPromptSubmit", "{broken", 0, {"context": []}),
    ("codex", "SessionStart", {"continue": False, "stopReason": "S"}, 0, {"continue": False, "stop_reason": "S"}),
    ("gemini", "AfterTool", {"decision": "deny", "reason": "R"}, 0, {"updated_output": "R", "decision": "none"}),
    ("gemini", "AfterAgent", {"decision": "deny", "reason": "R"}, 0, {"keep_going": "R", "decision": "none"}),
    ("gemini", "BeforeAgent", "text", 0, {"system_messages": ["text"], "context": []}),
    ("gemini", "BeforeAgent", {"decision": "block", "reason": "R"}, 0, {"decision": "deny", "reason": "R"}),
    ("qwen", "PostToolUse", {"continue": False, "stopReason": "S"}, 0, {"updated_output": "S", "continue": True}),
    ("qwen", "PostToolUse", {"decision": "block", "reason": "R"}, 0, {"updated_output": None, "decision": "none"}),
    ("qwen", "PostToolBatch", {"decision": "block", "reason": "R"}, 0, {"updated_output": "R", "decision": "none"}),
    ("qwen", "UserPromptSubmit", "text", 0, {"context": ["text"]}),
    ("qwen", "UserPromptSubmit", {"continue": False, "stopReason": "S"}, 0, {"decision": "deny", "reason": "S"}),
    ("qwen", "UserPromptSubmit", DENY, 0, {"decision": "none"}),
    ("qwen", "SessionStart", {"continue": False, "stopReason": "S"}, 0, {"continue": True, "decision": "none"}),
    ("qwen", "PermissionRequest", "", 2, {"decision": "none"}),
    ("qwen", "Stop", {"continue": False, "stopReason": "S"}, 0, {"keep_going": "S", "continue": True}),
    ("qwen", "Stop", "", 2, {"keep_going": "E"}),
    ("copilot", "agentStop", {"decision": "block", "reason": "R"}, 0, {"keep_going": "R"}),
    ("copilot", "agentStop", "", 2, {"keep_going": None}),
    ("copilot", "postToolUse", {"modifiedResult": RESULT}, 0, {"updated_output": RESULT}),
    ("copilot", "postToolUse", {"modifiedResult": {"x": 1}}, 0, {"updated_output": None}),
    ("copilot", "userPromptSubmitted", {"modifiedPrompt": "P"}, 0, {"updated_input": {"prompt": "P"}}),
    ("copilot", "permissionRequest", {"behavior": "deny", "message": "R"}, 0, {"decision": "deny", "reason": "R"}),
    ("copilot", "permissionRequest", "", 1, {"decision": "deny"}),
    ("antigravity", "Stop", {"decision": "continue", "reason": "R"}, 0, {"keep_going": "R"}),
    ("cursor", "beforeSubmitPrompt", {"continue": False, "user_message": "U"}, 0, {"decision": "deny", "reason": "U"}),
    ("cursor", "subagentStart", {"permission": "ask"}, 0, {"decision": "deny"}),
    ("cursor", "stop", {"followup_message": "F"}, 0, {"keep_going": "F"}),
]  # fmt: skip


@pytest.mark.parametrize(("agent", "event", "stdout", "code", "expected"), OTHERS)
def test_other_events(
    machine: Machine, agent: str, event: str, stdout: Any, code: int, expected: dict[str, Any]
) -> None:
    files = settings(agent, event, says(stdout, code, "E" if code else ""))
    decided = machine.decide(agent, event, {}, files)
    assert {key: decided[key] for key in expected} == expected


REWRITES = [  # agent, answers -> the input
    ("codex", [inside(permissionDecision="allow", updatedInput={"command": "x"})], {"command": "x"}),
    ("codex", [inside(updatedInput={"command": "x"})], None),
    ("gemini", [{"hookSpecificOutput": {"tool_input": {"a": 9}}}], {"command": "ls", "a": 9}),
    ("qwen", [inside(permissionDecision="allow", updatedInput={"command": "x"})], None),
    ("copilot", [{"modifiedArgs": {"command": "x"}}, {"modifiedArgs": {"command": "y"}}], {"command": "y"}),
    ("cursor", [{"updated_input": {"command": "x"}}], {"command": "x"}),
]


@pytest.mark.parametrize(("agent", "answers", "expected"), REWRITES)
def test_rewrites(machine: Machine, agent: str, answers: list[Any], expected: Any) -> None:
    key = {"copilot": "toolArgs"}.get(agent, "tool_input")
    payload = {key: {"command": "ls"}}
    files = settings(agent, before_a_tool(agent), *(says(each) for each in answers))
    assert machine.decide(agent, before_a_tool(agent), payload, files)["updated_input"] == expected


MATCHERS = [
    ("codex", "Bash", {"tool_name": "Bash"}, True),
    ("codex", "Bash,Write", {"tool_name": "Bash"}, False),
    ("codex", " Bash ", {"tool_name": "Bash"}, False),
    ("codex", "B.*", {"tool_name": "Bash"}, True),
    ("codex", "Edit|Write", {"tool_name": "apply_patch"}, True),
    ("codex", "MultiEdit", {"tool_name": "apply_patch"}, False),
    ("gemini", "run_shell", {"tool_name": "run_shell_command"}, True),
    ("gemini", "Bash", {"tool_name": "run_shell_command"}, False),
    ("gemini", " run_shell_command ", {"tool_name": "run_shell_command"}, True),
    ("qwen", "run_shell", {"tool_name": "run_shell_command"}, True),
    ("qwen", "Bash|Write", {"tool_name": "run_shell_command"}, True),
    ("qwen", "bash", {"tool_name": "run_shell_command"}, False),
    ("copilot", "ba", {"toolName": "bash"}, False),
    ("copilot", "ba.*", {"toolName": "bash"}, True),
    ("copilot", "bash|create", {"toolName": "bash"}, True),
    ("copilot", "*", {"toolName": "bash"}, False),
    ("copilot", "Bash", {"toolName": "bash"}, False),
]


@pytest.mark.parametrize(("agent", "matcher", "payload", "ran"), MATCHERS)
def test_matchers(machine: Machine, agent: str, matcher: str, payload: dict[str, Any], ran: bool) -> None:
    files = settings(agent, before_a_tool(agent), "true", matcher=matcher)
    decided = machine.decide(agent, before_a_tool(agent), payload, files)
    assert decided["handlers"][0]["ran"] is ran


def test_gemini_s_moments_are_named_exactly(machine: Machine) -> None:
    files = settings("gemini", "SessionStart", "true", matcher="start")
    assert machine.decide("gemini", "SessionStart", {"source": "startup"}, files)["handlers"][0]["ran"] is False


def test_gemini_runs_one_after_the_other_where_a_group_says_so(machine: Machine) -> None:
    files = settings(
        "gemini", "BeforeTool", says({"hookSpecificOutput": {"tool_input": {"a": 1}}}), "printf x; cat; exit 2"
    )
    files["project/.gemini/settings.json"]["hooks"]["BeforeTool"][0]["sequential"] = True
    assert '"a":1' in machine.decide("gemini", "BeforeTool", {}, files)["reason"]


def test_gemini_s_times_are_milliseconds(machine: Machine) -> None:
    files = settings("gemini", "BeforeTool", "sleep 60", timeout=200)
    assert machine.decide("gemini", "BeforeTool", {}, files)["handlers"][0]["timed_out"] is True


def test_copilot_s_key_decides_what_is_sent_and_read(machine: Machine) -> None:
    hooks = {"preToolUse": [{"type": "command", "bash": says(FLAT_DENY)}],
             "PreToolUse": [{"type": "command", "bash": "true", "matcher": "*"}]}  # fmt: skip
    files = {"project/.github/hooks/a.json": {"version": 1, "hooks": hooks}}
    for payload in (
        {"toolName": "bash", "toolArgs": {"command": "x"}},
        {"tool_name": "Bash", "tool_input": {"command": "x"}},
    ):
        decided = machine.decide("copilot", "PreToolUse", payload, files)
        assert decided["decision"] == "deny"
    hooks["preToolUse"][0]["bash"] = "true"
    machine.write(files)
    handlers = machine.decide("copilot", "preToolUse", {"toolName": "bash", "toolArgs": {"command": "x"}})["handlers"]
    camel, pascal = (each["stdin"] for each in handlers)
    assert (camel["toolName"], camel["toolArgs"], "sessionId" in camel) == ("bash", {"command": "x"}, True)
    assert (pascal["tool_name"], pascal["tool_input"]) == ("Bash", {"command": "x"})
    assert (pascal["hook_event_name"], "session_id" in pascal) == ("PreToolUse", True)


def test_the_first_decision_counts_at_factory(machine: Machine) -> None:
    files = settings("factory", "PreToolUse", says(ALLOW), says(DENY))
    assert machine.decide("factory", "PreToolUse", {}, files)["decision"] == "allow"


def test_codex_runs_nothing_that_nobody_trusts(machine: Machine) -> None:
    files = {
        **settings("codex", "PreToolUse", "exit 2"),
        "user/.codex/hooks.json": {"hooks": {"PreToolUse": [{"hooks": [entry("true")]}]}},
    }
    decided = machine.decide("codex", "PreToolUse", {}, files, trusted=False)
    assert [each["ran"] for each in decided["handlers"]] == [False, False]


def test_a_handler_of_cursor_s_may_be_closed(machine: Machine) -> None:
    files = settings("cursor", "beforeReadFile", "exit 1", failClosed=True)
    assert machine.decide("cursor", "beforeReadFile", {}, files)["decision"] == "deny"


def test_qwen_s_list_of_urls_is_a_key_within_another(machine: Machine) -> None:
    group = {"hooks": [{"type": "http", "url": "http://127.0.0.1:1/hook"}]}
    allowed = {"security": {"allowedHttpHookUrls": ["https://allowed.example/*"]}, "hooks": {"PreToolUse": [group]}}
    handler = machine.decide("qwen", "PreToolUse", {}, {"user/.qwen/settings.json": allowed})["handlers"][0]
    assert "security.allowedHttpHookUrls" in json.dumps(handler)
