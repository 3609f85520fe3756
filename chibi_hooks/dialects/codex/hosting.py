"""Codex as the host of its handlers, as measured with 0.171.0: strict about every field, and nothing without trust.

PreToolUse: {"hookSpecificOutput": {"hookEventName": …, "permissionDecision": "deny", "permissionDecisionReason": …}};
a denial must say why, allow comes with updatedInput only, exit 2 with stderr; anything else is a failed hook.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chibi_hooks.dialects.hosting.hosted import (
    AnswerField,
    AnswerForm,
    FileForm,
    HostedAgent,
    HostedEvent,
    TimeoutForm,
)
from chibi_hooks.hooks.answer import Json

INSIDE: Final = "hookSpecificOutput"
BLOCK: Final = (AnswerField("decision", "block", {"block": "block"}), AnswerField("reason", "why"))
END: Final = (AnswerField("continue", "continue"), AnswerField("stopReason", "stop_reason"))
ADDED: Final = AnswerField(f"{INSIDE}.additionalContext", "context")
PERMISSION: Final = (
    AnswerField(f"{INSIDE}.permissionDecision", "decision", {"allow": "allow", "deny": "deny"}),
    AnswerField(f"{INSIDE}.permissionDecisionReason", "reason"),
    AnswerField(f"{INSIDE}.updatedInput", "input"),
    ADDED,
)
TURN: Final[Mapping[str, Json]] = {"turn_id": "{uuid}"}
REQUEST: Final[Mapping[str, Json]] = {**TURN, "kind": "sampling", "request_id": "{uuid}", "attempt_number": 1}
CALL: Final[Mapping[str, Json]] = {**TURN, "tool_name": "Bash", "tool_input": {}, "tool_use_id": "{uuid}"}
LAST: Final[Mapping[str, Json]] = {**TURN, "stop_hook_active": False, "last_assistant_message": None}
SUB: Final[Mapping[str, Json]] = {"agent_id": "{uuid}", "agent_type": "default"}

EVENTS: Final = (
    HostedEvent("SessionStart", {"source": "startup"}, "source", (ADDED, *END), plain="context"),
    HostedEvent("SessionEnd", {"reason": "other"}, "reason", longest=3.0),
    HostedEvent("SubagentStart", {**TURN, **SUB}, "agent_type", (ADDED,), plain="context"),
    HostedEvent(
        "SubagentStop", {**LAST, **SUB}, "agent_type", (*BLOCK, *END), blocks="keep_going", exit_2="keep_going",
        json_only=True,
    ),
    HostedEvent(
        "UserPromptSubmit", {**TURN, "prompt": ""}, "", (ADDED, *BLOCK, *END), blocks="deny", exit_2="deny",
        plain="context",
    ),
    HostedEvent(
        "PreToolUse", CALL, "tool_name", (*PERMISSION, *BLOCK), blocks="deny", exit_2="deny", tool=True
    ),
    HostedEvent(
        "PermissionRequest", {**TURN, "tool_name": "Bash", "tool_input": {}}, "tool_name",
        (
            AnswerField(f"{INSIDE}.decision.behavior", "decision", {"allow": "allow", "deny": "deny"}),
            AnswerField(f"{INSIDE}.decision.message", "reason"),
        ),
        exit_2="deny", tool=True, closed=True, closed_on=frozenset({"answer"}),
    ),
    HostedEvent(
        "PostToolUse", {**CALL, "tool_response": ""}, "tool_name", (ADDED, *BLOCK, *END), blocks="output",
        exit_2="output", stops_as="output",
    ),
    HostedEvent("PreCompact", {**TURN, "trigger": "manual"}, "trigger", END),
    HostedEvent("PostCompact", {**TURN, "trigger": "manual"}, "trigger", END),
    HostedEvent(
        "Stop", LAST, "", (*BLOCK, *END), blocks="keep_going", exit_2="keep_going", json_only=True
    ),
    HostedEvent("PreModelRequest", REQUEST),
    HostedEvent("PostModelRequest", {**REQUEST, "status": "completed", "error": None}),
    HostedEvent("Interrupt", TURN),
    HostedEvent("StopFailure", {**LAST, "error": None, "error_details": None}, "error"),
)  # fmt: skip

HOSTED: Final = HostedAgent(
    "codex",
    EVENTS,
    {
        "session_id": "{uuid}",
        "transcript_path": None,
        "cwd": "{project}",
        "model": "",
        "permission_mode": "default",
    },
    (AnswerField("systemMessage", "user"),),
    tolerated=frozenset({f"{INSIDE}.hookEventName"}),
    form=AnswerForm(
        strict=True,
        closed_fields=True,
        named="required",
        objects_only=False,
        no_json="looks",
        exit_2_needs_text=True,
        deny_needs_reason=True,
        allow_needs_input=True,
    ),
    shell=("$SHELL", "-c"),
    types={"command": "command", "prompt": "prompt", "agent": "agent"},
    file=FileForm(lists_only=True, doubles=False, empty_groups=True),
    limit=TimeoutForm(whole=True, zero=1.0),
    one_bad_costs="file",
    strict_matcher=False,
    timeout=600.0,
    needs_input={"Bash": ("command",)},
    names={"apply_patch": ("Write", "Edit")},
    trust="all",
    version="0.171.0",
)
