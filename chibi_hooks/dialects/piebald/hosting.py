"""Piebald as the host of its handlers: Claude Code's files by rules of its own (seed 003).

PreToolUse: {"hookSpecificOutput": {"permissionDecision": "deny", …}}; decisions and contexts are read inside
`hookSpecificOutput` and beside it; text that is no JSON is context; exit 2 blocks what can be blocked.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from posixpath import isabs, join, normpath
from typing import Final

from chibi_hooks.dialects.claude_code.hosting import INSIDE, TYPES, UNIVERSAL
from chibi_hooks.dialects.hosting.hosted import AnswerField, AnswerForm, HostedAgent, HostedEvent
from chibi_hooks.hooks.answer import Json

BLOCK_WORDS: Final[Mapping[str, str]] = {"block": "block", "approve": "allow"}
CONTEXT: Final = (AnswerField(f"{INSIDE}.additionalContext", "context"), AnswerField("additionalContext", "context"))
BLOCK: Final = (
    AnswerField(f"{INSIDE}.decision", "block", BLOCK_WORDS),
    AnswerField("decision", "block", BLOCK_WORDS),
    AnswerField(f"{INSIDE}.reason", "why"),
    AnswerField("reason", "why"),
)
PERMISSION: Final = (
    AnswerField(f"{INSIDE}.permissionDecision", "decision", {"allow": "allow", "deny": "deny", "ask": "ask"}),
    AnswerField(f"{INSIDE}.permissionDecisionReason", "reason"),
    AnswerField(f"{INSIDE}.updatedInput", "input"),
)
CALL: Final[Mapping[str, Json]] = {"tool_name": "Bash", "tool_input": {}, "tool_use_id": "toolu_chibi_hooks"}
LAST: Final[Mapping[str, Json]] = {"stop_hook_active": False, "last_assistant_message": ""}
SUB: Final[Mapping[str, Json]] = {"agent_id": "{uuid}", "agent_type": "default"}
NONE_SUCH: Final = "Piebald has no such moment"

EVENTS: Final = (
    HostedEvent("SessionStart", {"source": "startup", "model": ""}, "source", CONTEXT, plain="context"),
    HostedEvent(
        "UserPromptSubmit", {"prompt": ""}, "=submit", (*CONTEXT, *BLOCK), blocks="deny", exit_2="deny", plain="context"
    ),
    HostedEvent(
        "PreToolUse", CALL, "tool_name", (*PERMISSION, *CONTEXT, *BLOCK), blocks="deny", exit_2="deny",
        plain="context", tool=True,
    ),
    HostedEvent(
        "PostToolUse", {**CALL, "tool_response": ""}, "tool_name", (*CONTEXT, *BLOCK), blocks="context",
        exit_2="context", plain="context",
    ),
    HostedEvent(
        "PostToolUseFailure", {**CALL, "error": "", "is_interrupt": False}, "tool_name", CONTEXT, plain="context"
    ),
    HostedEvent(
        "Stop", LAST, "=", (*CONTEXT, *BLOCK), blocks="keep_going", exit_2="keep_going", plain="context"
    ),
    HostedEvent(
        "SubagentStop", {**LAST, **SUB, "agent_transcript_path": None}, "=default", (*CONTEXT, *BLOCK),
        blocks="keep_going", exit_2="keep_going", plain="context",
    ),
    HostedEvent("SubagentStart", SUB, "=default", CONTEXT, plain="context"),
    HostedEvent("StopFailure", {"error": "unknown", "error_details": "", "last_assistant_message": ""}, "error"),
    HostedEvent("PreCompact", {"trigger": "manual", "custom_instructions": ""}, "trigger"),
    HostedEvent("PostCompact", {"trigger": "manual", "compact_summary": ""}, "trigger"),
    *(
        HostedEvent(name, fires=False, why_not=NONE_SUCH)
        for name in (
            "SessionEnd", "Notification", "ConfigChange", "CwdChanged", "FileChanged", "InstructionsLoaded",
            "WorktreeCreate", "WorktreeRemove", "Elicitation", "ElicitationResult", "TaskCreated", "TaskCompleted",
            "TeammateIdle", "PermissionRequest",
        )
    ),
)  # fmt: skip

NATIVE: Final[Mapping[str, str]] = {
    "RunTerminalCommand": "Bash", "ReadFile": "Read", "WriteFile": "Write", "EditFile": "Edit",
    "LaunchSubagent": "Agent", "ProposePlanToUser": "ExitPlanMode",
}  # fmt: skip
DEFAULTS: Final[Mapping[str, Mapping[str, Json]]] = {
    "Bash": {"description": "", "timeout": 60_000, "run_in_background": False},
    "Agent": {"description": "", "subagent_type": "default"},
}
WITH_PATHS: Final = ("Read", "Write", "Edit")


def claude_shaped(told: dict[str, Json], project: Path) -> dict[str, Json]:
    """An event whose tool and input are as Claude Code has them; from Piebald's own names, or from Claude's."""
    name, given = told.get("tool_name"), told.get("tool_input")
    if not isinstance(name, str) or not isinstance(given, dict):
        return told
    tool = NATIVE.get(name, name)
    if "__" in tool and not tool.startswith("mcp__"):
        tool = f"mcp__{tool}"
    made = {**given, **{key: each for key, each in DEFAULTS.get(tool, {}).items() if key not in given}}
    path = made.get("file_path", made.get("path"))
    if tool in WITH_PATHS and isinstance(path, str):
        made.pop("path", None)
        made["file_path"] = path if isabs(path) else normpath(join(str(told.get("cwd") or project), path))
    return {**told, "tool_name": tool, "tool_input": made}


def own_shaped(rewritten: Mapping[str, Json], given: Mapping[str, Json]) -> dict[str, Json]:
    """A rewritten input in the words of the input that was given."""
    before = given.get("tool_input")
    made = dict(rewritten)
    if not isinstance(before, dict):
        return made
    if "path" in before and "file_path" not in before and "file_path" in made:
        made["path"] = made.pop("file_path")
    for defaults in DEFAULTS.values():
        for key, value in defaults.items():
            if given.get("tool_name") in NATIVE and key not in before and made.get(key) == value:
                made.pop(key, None)
    return made


HOSTED: Final = HostedAgent(
    "piebald",
    EVENTS,
    {"session_id": "{uuid}", "transcript_path": None, "cwd": "{project}", "permission_mode": "default"},
    tuple(each for each in UNIVERSAL if each.says != "user"),
    form=AnswerForm(objects_only=False),
    shell=("/bin/bash", "-c"),
    types=TYPES,
    strict_matcher=False,
    timeout=60.0,
    variables={"CLAUDE_PROJECT_DIR": "{project}", "CLAUDE_CODE_REMOTE": "false"},
    cap=3,
    names={"Agent": ("Task",)},
    managed=False,
    misses={"if": "it has no conditions, so that this runs always", "async": "it waits for every handler"},
    shape=claude_shaped,
    undress=own_shaped,
)
