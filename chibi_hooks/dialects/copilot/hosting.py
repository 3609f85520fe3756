"""Copilot CLI as the host of its handlers, as measured with 1.0.102: one after the other; every nonzero exit denies a
tool.

preToolUse: {"permissionDecision": "deny", "permissionDecisionReason": …, "modifiedArgs": {…}}. How the key of an event
is spelled decides what is sent and read: under PreToolUse, Claude Code's fields, names of tools and answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from chibi_hooks.dialects.hosting.hosted import (
    AnswerField,
    AnswerForm,
    FileForm,
    HandlerEntry,
    HostedAgent,
    HostedEvent,
    HttpForm,
    TimeoutForm,
)
from chibi_hooks.hooks.answer import Json

INSIDE: Final = "hookSpecificOutput"
WORDS: Final[Mapping[str, str]] = {"allow": "allow", "deny": "deny", "ask": "ask"}
PERMISSION: Final = (
    AnswerField("permissionDecision", "decision", WORDS),
    AnswerField("permissionDecisionReason", "reason"),
    AnswerField("modifiedArgs", "input"),
)
CLAUDE_S: Final = (
    AnswerField(f"{INSIDE}.permissionDecision", "decision", WORDS),
    AnswerField(f"{INSIDE}.permissionDecisionReason", "reason"),
    AnswerField(f"{INSIDE}.updatedInput", "input"),
    AnswerField(f"{INSIDE}.additionalContext", "context"),
)
ADDED: Final = AnswerField("additionalContext", "context")
BLOCK: Final = (AnswerField("decision", "block", {"block": "block", "allow": ""}), AnswerField("reason", "why"))
CALL: Final[Mapping[str, Json]] = {"toolName": "bash", "toolArgs": {}}
EXIT: Final = "hook exited with code {status}"
DONE: Final[Mapping[str, Json]] = {"transcriptPath": "", "stopReason": "end_turn", "stop_hook_active": False}

EVENTS: Final = (
    HostedEvent("sessionStart", {"source": "new", "initialPrompt": ""}, "", (ADDED,)),
    HostedEvent("sessionEnd", {"reason": "complete"}),
    HostedEvent(
        "userPromptSubmitted", {"prompt": ""}, "", (ADDED, AnswerField("modifiedPrompt", "prompt"), *BLOCK),
        blocks="deny",
    ),
    HostedEvent("userPromptTransformed", {"prompt": "", "transformedPrompt": ""}),
    HostedEvent(
        "preToolUse", CALL, "toolName", (*PERMISSION, ADDED), exit_2="deny", any_exit=True, exit_text=EXIT, tool=True,
        closed=True, closed_on=frozenset({"exit", "signal", "spawn"}), aliased=CLAUDE_S,
    ),
    HostedEvent(
        "permissionRequest", {"hookName": "permissionRequest", "toolName": "bash", "toolInput": {},
                              "permissionSuggestions": []}, "toolName",
        (AnswerField("behavior", "decision", {"allow": "allow", "deny": "deny"}), AnswerField("message", "reason")),
        exit_2="deny", any_exit=True, exit_text=EXIT, tool=True, json_only=True, closed=True,
        closed_on=frozenset({"answer"}),
    ),
    HostedEvent(
        "postToolUse", {**CALL, "toolResult": {"resultType": "success", "textResultForLlm": ""}}, "toolName",
        (ADDED, AnswerField("modifiedResult", "output"), *BLOCK), blocks="output", block_is_all=True,
    ),
    HostedEvent("postToolUseFailure", {**CALL, "error": ""}, "toolName", (ADDED,), exit_2="context"),
    HostedEvent("agentStop", DONE, "", BLOCK, blocks="keep_going"),
    HostedEvent("subagentStart", {"agentName": ""}, "agentName", (ADDED,)),
    HostedEvent(
        "subagentStop", {**DONE, "agentName": ""}, "agentName", (AnswerField("modifiedResponse", "output"), *BLOCK),
        blocks="keep_going",
    ),
    HostedEvent("errorOccurred", {"error": {"message": "", "name": ""}, "errorContext": "", "recoverable": False}),
    HostedEvent("preCompact", {"trigger": "manual", "customInstructions": ""}, "trigger"),
    HostedEvent("notification", {"message": "", "notification_type": "agent_idle"}, "notification_type"),
)  # fmt: skip
ALIASES: Final[Mapping[str, str]] = {
    "SessionStart": "sessionStart", "SessionEnd": "sessionEnd", "UserPromptSubmit": "userPromptSubmitted",
    "PreToolUse": "preToolUse", "PermissionRequest": "permissionRequest", "PostToolUse": "postToolUse",
    "PostToolUseFailure": "postToolUseFailure", "Stop": "agentStop", "SubagentStart": "subagentStart",
    "SubagentStop": "subagentStop", "ErrorOccurred": "errorOccurred", "PreCompact": "preCompact",
    "Notification": "notification",
}  # fmt: skip

SNAKE: Final[Mapping[str, str]] = {
    "sessionId": "session_id", "toolName": "tool_name", "toolArgs": "tool_input", "toolResult": "tool_result",
    "initialPrompt": "initial_prompt", "stopReason": "stop_reason", "transcriptPath": "transcript_path",
    "agentName": "agent_name", "customInstructions": "custom_instructions", "errorContext": "error_context",
    "resultType": "result_type", "textResultForLlm": "text_result_for_llm",
}  # fmt: skip
CAMEL: Final[Mapping[str, str]] = {snake: camel for camel, snake in SNAKE.items()}
TOOLS: Final[Mapping[str, str]] = {"bash": "Bash", "view": "Read", "create": "Write", "edit": "Edit", "task": "Agent"}
OWN_TOOLS: Final[Mapping[str, str]] = {theirs: own for own, theirs in TOOLS.items()}


def camel(told: dict[str, Json], project: Path) -> dict[str, Json]:
    """An event in the form of its own keys, from either form."""
    made = {CAMEL.get(key, key): value for key, value in told.items() if CAMEL.get(key, key) not in told or key in told}
    for snake, own in CAMEL.items():
        if snake in told:
            made[own] = told[snake]
    result = made.get("toolResult")
    if isinstance(result, dict):
        made["toolResult"] = {CAMEL.get(key, key): value for key, value in result.items()}
    name = made.get("toolName")
    if isinstance(name, str):
        made["toolName"] = OWN_TOOLS.get(name, name)
    made.pop("hook_event_name", None)
    return made


def as_keyed(entry: HandlerEntry, told: Mapping[str, Json], project: Path) -> dict[str, Json]:
    """What is sent to a handler, in the form that the key of its event asks for."""
    if entry.payload_event not in ALIASES or entry.event == "permissionRequest":
        return dict(told)
    made: dict[str, Json] = {"hook_event_name": entry.payload_event}
    for key, value in told.items():
        inner = key == "toolResult" and isinstance(value, dict)
        made[SNAKE.get(key, key)] = {SNAKE.get(k, k): v for k, v in value.items()} if inner else value
    name = made.get("tool_name")
    if isinstance(name, str):
        made["tool_name"] = TOOLS.get(name, name)
    return made


HOSTED: Final = HostedAgent(
    "copilot",
    EVENTS,
    {"sessionId": "{uuid}", "timestamp": "{ms}", "cwd": "{project}"},
    aliases=ALIASES,
    form=AnswerForm(
        json_at="zero-or-2", objects_only=False, progress_lines=True, block_needs_reason=True, bad_input_denies=True
    ),
    file=FileForm(lossy=True, lists_only=True, heads=True),
    limit=TimeoutForm(null_counts=True),
    type_needed=False,
    http=HttpForm(secure_only=True, local=False),
    shell=("/bin/bash", "-c"),
    kinds=frozenset({"command", "http"}),
    types={"command": "command", "http": "http", "prompt": "prompt"},
    strict_matcher=False,
    timeout=30.0,
    variables={"COPILOT_PROJECT_DIR": "{project}", "COPILOT_CLI": "1", "CLAUDE_PROJECT_DIR": "{project}"},
    parallel=False,
    chained=True,
    ends_at=frozenset({"deny", "ask"}),
    needs_input={"bash": ("command",)},
    needs_shape={"*": frozenset({"textResultForLlm"})},
    limits_context=10_240,
    cap=8,
    input_at="toolArgs",
    tool_at="toolName",
    names={own: (theirs,) for own, theirs in TOOLS.items()},
    session_at="sessionId",
    shape=camel,
    dress=as_keyed,
    version="1.0.102",
)
