"""Cursor as the host of its handlers (agents.md §1.6): Firebender's shape, with words of its own.

preToolUse, before*: {"permission": "deny", "user_message": …, "agent_message": …, "updated_input": …}; exit 2 denies;
`failClosed` of a handler makes its failure a denial.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chibi_hooks.dialects.hosting.hosted import AnswerField, AnswerForm, HostedAgent, HostedEvent, OwnClosing
from chibi_hooks.hooks.answer import Json

TWO: Final[Mapping[str, str]] = {"allow": "allow", "deny": "deny"}
THREE: Final[Mapping[str, str]] = {**TWO, "ask": "ask"}
UNASKED: Final[Mapping[str, str]] = {**TWO, "ask": ""}  # it is taken, and not enforced
REFUSED: Final[Mapping[str, str]] = {**TWO, "ask": "deny"}
TEXTS: Final = (AnswerField("agent_message", "reason"), AnswerField("user_message", "user"))
INPUT: Final = AnswerField("updated_input", "input")
ADDED: Final = AnswerField("additional_context", "context")
MCP_OUTPUT: Final = AnswerField("updated_mcp_tool_output", "output", only_mcp=True)
FOLLOW_UP: Final = AnswerField("followup_message", "keep_going")


def may(words: Mapping[str, str]) -> tuple[AnswerField, ...]:
    """A permission."""
    return (AnswerField("permission", "decision", words), *TEXTS)


CALL: Final[Mapping[str, Json]] = {
    "tool_name": "Shell", "tool_input": {}, "tool_use_id": "{uuid}", "cwd": "{project}",
}  # fmt: skip
MCP: Final[Mapping[str, Json]] = {"tool_name": "tool", "tool_input": "{}"}

CLAUDE_S: Final = (  # what is read of handlers in Claude Code's files
    AnswerField("hookSpecificOutput.permissionDecision", "decision", UNASKED),
    AnswerField("hookSpecificOutput.permissionDecisionReason", "reason"),
    AnswerField("hookSpecificOutput.updatedInput", "input"),
    AnswerField("decision", "decision", {"block": "deny", "approve": "allow"}),
    AnswerField("reason", "reason"),
)
CLAUDE_BLOCK: Final = (
    AnswerField("decision", "block", {"block": "block", "approve": ""}),
    AnswerField("reason", "why"),
)
CLAUDE_ADDED: Final = AnswerField("hookSpecificOutput.additionalContext", "context")

EVENTS: Final = (
    HostedEvent("sessionStart", {"session_id": "{uuid}", "is_background_agent": False, "composer_mode": "agent"}, "",
                (ADDED,), aliased=(CLAUDE_ADDED,)),
    HostedEvent("sessionEnd", {"session_id": "{uuid}", "reason": "completed", "duration_ms": 0}),
    HostedEvent(
        "preToolUse", CALL, "tool_name", (*may(UNASKED), INPUT), exit_2="deny", tool=True, aliased=CLAUDE_S
    ),
    HostedEvent("postToolUse", {**CALL, "tool_output": "", "duration": 0}, "tool_name", (ADDED, MCP_OUTPUT),
                aliased=(CLAUDE_ADDED,)),
    HostedEvent(
        "postToolUseFailure", {**CALL, "error_message": "", "failure_type": "error", "duration": 0}, "tool_name"
    ),
    HostedEvent(
        "subagentStart", {"subagent_id": "{uuid}", "subagent_type": "", "task": ""}, "subagent_type", may(REFUSED),
        exit_2="deny",
    ),
    HostedEvent(
        "subagentStop", {"status": "completed", "task": "", "summary": "", "loop_count": 0}, "subagent_type",
        (FOLLOW_UP,), counts="loop_count",
    ),
    HostedEvent(
        "beforeShellExecution", {"command": "", "cwd": "{project}", "sandbox": False}, "command", may(THREE),
        exit_2="deny", tool=True,
    ),
    HostedEvent("afterShellExecution", {"command": "", "output": "", "duration": 0}, "command"),
    HostedEvent("beforeMCPExecution", MCP, "tool_name", may(THREE), exit_2="deny", tool=True),
    HostedEvent("afterMCPExecution", {**MCP, "result_json": "{}", "duration": 0}, "tool_name"),
    HostedEvent(
        "beforeReadFile", {"file_path": "", "content": "", "attachments": []}, "=Read", may(TWO), exit_2="deny",
        tool=True,
    ),
    HostedEvent("afterFileEdit", {"file_path": "", "edits": []}, "=Write"),
    HostedEvent(
        "beforeSubmitPrompt", {"prompt": "", "attachments": []}, "=UserPromptSubmit",
        (AnswerField("continue", "continue"), AnswerField("user_message", "stop_reason")), exit_2="deny",
        stops_as="deny", blocks="deny", aliased=(*CLAUDE_BLOCK, CLAUDE_ADDED),
    ),
    HostedEvent("preCompact", {"trigger": "auto"}, "trigger", (AnswerField("user_message", "user"),)),
    HostedEvent("stop", {"status": "completed", "loop_count": 0}, "=Stop", (FOLLOW_UP,), counts="loop_count",
                blocks="keep_going", aliased=CLAUDE_BLOCK),
    HostedEvent("afterAgentResponse", {"text": ""}),
    HostedEvent("afterAgentThought", {"text": "", "duration_ms": 0}),
    HostedEvent("beforeTabFileRead", {"file_path": "", "content": ""}, "", may(TWO), exit_2="deny"),
    HostedEvent("afterTabFileEdit", {"file_path": "", "edits": []}),
    HostedEvent("workspaceOpen", {}),
)  # fmt: skip

ALIASES: Final[Mapping[str, str]] = {  # Claude Code's names of events, in whose files it reads hooks, too
    "PreToolUse": "preToolUse", "PostToolUse": "postToolUse", "UserPromptSubmit": "beforeSubmitPrompt", "Stop": "stop",
    "SubagentStop": "subagentStop", "SessionStart": "sessionStart", "SessionEnd": "sessionEnd",
    "PreCompact": "preCompact",
}  # fmt: skip

HOSTED: Final = HostedAgent(
    "cursor",
    EVENTS,
    {
        "conversation_id": "{uuid}",
        "generation_id": "{uuid}",
        "model": "",
        "cursor_version": "2.6.0",
        "workspace_roots": ["{project}"],
        "user_email": None,
        "transcript_path": None,
    },
    aliases=ALIASES,
    form=AnswerForm(objects_only=False, no_json="failure"),
    types={"command": "command", "prompt": "prompt"},
    type_needed=False,
    one_bad_costs="file",
    strict_matcher=False,
    timeout=60.0,
    variables={
        "CURSOR_PROJECT_DIR": "{project}",
        "CURSOR_VERSION": "{cursor_version}",
        "CURSOR_USER_EMAIL": "{user_email}",
        "CURSOR_TRANSCRIPT_PATH": "{transcript_path}",
        "CURSOR_PLUGIN_ROOT": "{root}",
        "CLAUDE_PROJECT_DIR": "{project}",
    },
    placeholders=frozenset({"CURSOR_PLUGIN_ROOT"}),
    closing=OwnClosing(),
    cap=5,
    cap_key="loop_limit",
    names={"Shell": ("Bash",), "Write": ("Write", "Edit")},
    user_directory=".cursor",
    session_at="conversation_id",
    version="2.6",
)
