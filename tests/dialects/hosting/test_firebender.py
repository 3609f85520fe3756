"""Firebender's handlers on our host (seed 004, agents.md §1.5)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.dialects.hosting.agents import Machine, says

HOOKS = "project/.firebender/hooks.json"


def flat(event: str, command: str, **more: Any) -> dict[str, Any]:
    return {"version": 1, "hooks": {event: [{"command": command, **more}]}}


ANSWERS = [
    ("preToolUse", {"decision": "deny", "reason": "R"}, 0, {"decision": "deny", "reason": "R"}),
    ("preToolUse", {"permission": "deny", "agent_message": "R"}, 0, {"decision": "deny", "reason": "R"}),
    ("preToolUse", {"decision": "allow", "updated_input": {"command": "x"}}, 0, {"updated_input": {"command": "x"}}),
    ("preToolUse", "", 2, {"decision": "deny", "reason": "E"}),
    ("preToolUse", "", 1, {"decision": "none"}),
    ("preToolUse", "no json", 0, {"decision": "none"}),
    ("preToolUse", {"decision": "ask"}, 0, {"decision": "none"}),
    ("beforeShellExecution", {"permission": "ask", "user_message": "U", "agent_message": "A"}, 0,
     {"decision": "ask", "reason": "A", "system_messages": ["U"]}),
    ("beforeShellExecution", {"permission": "deny", "user_message": "U"}, 0, {"decision": "deny", "reason": "U"}),
    ("beforeMCPExecution", "", 1, {"decision": "deny"}),
    ("beforeMCPExecution", "no json", 0, {"decision": "deny"}),
    ("beforeMCPExecution", "", 0, {"decision": "none"}),
    ("beforeReadFile", "", 3, {"decision": "deny"}),
    ("beforeReadFile", {"permission": "allow"}, 0, {"decision": "allow"}),
    ("beforeReadFile", {"permission": "deny", "user_message": "U"}, 0, {"decision": "deny"}),
    ("preCompact", {"user_message": "U"}, 0, {"system_messages": ["U"], "decision": "none"}),
    ("stop", {"followup_message": "go on"}, 0, {"keep_going": "go on"}),
    ("stop", {"followup_message": ""}, 0, {"keep_going": None}),
    ("afterFileEdit", {"decision": "deny"}, 2, {"decision": "none"}),
]  # fmt: skip


@pytest.mark.parametrize(("event", "stdout", "code", "expected"), ANSWERS)
def test_answers(machine: Machine, event: str, stdout: Any, code: int, expected: dict[str, Any]) -> None:
    files = {HOOKS: flat(event, says(stdout, code, "E" if code else ""))}
    decided = machine.decide("firebender", event, {}, files)
    assert {key: decided[key] for key in expected} == expected


def test_a_crash_and_a_timeout_of_a_closed_event_deny(machine: Machine) -> None:
    for command, more in (("/no/such/program", {}), ("sleep 60", {"timeout": 0.2}), ("kill -9 $$", {})):
        decided = machine.decide("firebender", "beforeReadFile", {}, {HOOKS: flat("beforeReadFile", command, **more)})
        assert (decided["decision"], decided["handlers"][0]["decision"]) == ("deny", "failed")


MATCHERS = [
    ("preToolUse", "Shell|Read|Write", {"tool_name": "Read"}, True),
    ("preToolUse", "Shell", {"tool_name": "Read"}, False),
    ("beforeShellExecution", "curl|wget|nc ", {"command": "nc -l 1"}, True),
    ("beforeShellExecution", "curl|wget|nc ", {"command": "sync"}, False),
    ("beforeShellExecution", "curl|wget|nc", {"command": "sync"}, True),
    ("beforeMCPExecution", "MCP", {"tool_name": "create"}, True),
    ("stop", "anything", {}, True),
]


@pytest.mark.parametrize(("event", "matcher", "payload", "ran"), MATCHERS)
def test_a_matcher_is_found_anywhere(
    machine: Machine, event: str, matcher: str, payload: dict[str, Any], ran: bool
) -> None:
    files = {HOOKS: flat(event, "true", matcher=matcher)}
    assert machine.decide("firebender", event, payload, files)["handlers"][0]["ran"] is ran


def test_where_handlers_run_and_what_they_find(machine: Machine) -> None:
    script = '#!/bin/sh\nprintf "%s %s %s" "$PWD" "$FIREBENDER_PROJECT_DIR" "$FIREBENDER_USER_EMAIL" >&2; exit 2\n'
    files = {
        HOOKS: flat("preToolUse", ".firebender/hooks/a.sh"),
        "project/.firebender/hooks/a.sh": script,
        "user/.firebender/hooks.json": flat("preToolUse", "./hooks/a.sh"),
        "user/.firebender/hooks/a.sh": script,
    }
    machine.write(files)
    project = f"{machine.root}/project"
    with machine.open("firebender") as host:
        fired = host.fire_event("firebender", "preToolUse", {"user_email": "ada@example.com"})
    reasons = [answer.value["reason"] for answer in fired.answers]
    assert reasons == [
        f"{project} {project} ada@example.com",
        f"{machine.root}/user/.firebender {project} ada@example.com",
    ]


LIMITS = [({}, 4, "go on"), ({}, 5, None), ({"loop_limit": 2}, 2, None), ({"loop_limit": None}, 99, "go on")]


@pytest.mark.parametrize(("more", "count", "expected"), LIMITS)
def test_it_goes_on_so_often(machine: Machine, more: dict[str, Any], count: int, expected: str | None) -> None:
    files = {HOOKS: flat("stop", says({"followup_message": "go on"}), **more)}
    assert machine.decide("firebender", "stop", {"loop_count": count}, files)["keep_going"] == expected


def test_a_prompt_is_not_run_and_listed(machine: Machine) -> None:
    files = {HOOKS: flat("preToolUse", "x", type="prompt", prompt="is it safe?")}
    handler = machine.decide("firebender", "preToolUse", {}, files)["handlers"][0]
    assert (handler["kind"], handler["ran"]) == ("prompt", False)
