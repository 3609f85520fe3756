"""Firebender as the host of its handlers (seed 004; what it leaves open as agents.md §1.5 recommends).

preToolUse: {"decision": "deny", "reason": …, "updated_input": …}; before*: {"permission": "deny", "user_message": …,
"agent_message": …}; both are read everywhere. Exit 2 denies; beforeMCPExecution and beforeReadFile are closed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chibi_hooks.dialects.hosting.hosted import AnswerField, AnswerForm, HostedAgent, HostedEvent, Verdict
from chibi_hooks.hooks.answer import Json

TWO: Final[Mapping[str, Verdict]] = {"allow": "allow", "deny": "deny"}
THREE: Final[Mapping[str, Verdict]] = {**TWO, "ask": "ask"}
REASONS: Final = (
    AnswerField("agent_message", "reason"),
    AnswerField("reason", "reason"),
    AnswerField("user_message", "user"),
)


def decided(words: Mapping[str, Verdict]) -> tuple[AnswerField, ...]:
    """A decision, in either vocabulary."""
    return (AnswerField("permission", "decision", words), AnswerField("decision", "decision", words), *REASONS)


INPUT: Final = AnswerField("updated_input", "input")
CALL: Final[Mapping[str, Json]] = {
    "tool_name": "Shell", "tool_input": {}, "tool_use_id": "{uuid}", "cwd": "{project}",
}  # fmt: skip
MCP: Final[Mapping[str, Json]] = {"tool_name": "tool", "tool_input": "{}", "command": ""}

EVENTS: Final = (
    HostedEvent(
        "preToolUse", {**CALL, "agent_message": ""}, "tool_name", (*decided(TWO), INPUT), exit_2="deny", tool=True
    ),
    HostedEvent(
        "postToolUse", {**CALL, "tool_output": "", "duration": 0}, "tool_name",
        (AnswerField("updated_mcp_tool_output", "output", only_mcp=True),),
    ),
    HostedEvent(
        "beforeShellExecution", {"command": "", "cwd": "{project}", "timeout": 30}, "command", decided(THREE),
        exit_2="deny", tool=True,
    ),
    HostedEvent(
        "beforeMCPExecution", MCP, "=MCP|tool_name", decided(THREE), exit_2="deny", tool=True, closed=True
    ),
    HostedEvent("afterShellExecution", {"command": "", "output": "", "duration": 0}, "command"),
    HostedEvent(
        "afterMCPExecution", {"tool_name": "tool", "tool_input": "{}", "result_json": "{}", "duration": 0},
        "=MCP|tool_name",
    ),
    HostedEvent(
        "beforeReadFile", {"file_path": "", "content": "", "attachments": []}, "=Read", decided(TWO), exit_2="deny",
        tool=True, closed=True,
    ),
    HostedEvent("afterFileEdit", {"file_path": "", "edits": []}, "=Write|=Edit"),
    HostedEvent(
        "preCompact",
        {
            "trigger": "auto", "context_usage_percent": 85, "context_tokens": 120_000,
            "context_window_size": 128_000, "message_count": 45, "messages_to_compact": 30,
            "is_first_compaction": True,
        },
        "trigger", (AnswerField("user_message", "user"),),
    ),
    HostedEvent(
        "stop", {"status": "completed", "loop_count": 0}, "", (AnswerField("followup_message", "keep_going"),),
        counts="loop_count",
    ),
    HostedEvent("sessionStart", {}, ""),
    HostedEvent("sessionEnd", {"reason": "completed"}, ""),
    HostedEvent("subagentStart", {"subagent_type": ""}, ""),
    HostedEvent("subagentStop", {"status": "completed", "loop_count": 0}, ""),
)  # fmt: skip

HOSTED: Final = HostedAgent(
    "firebender",
    EVENTS,
    {
        "conversation_id": "{uuid}",
        "generation_id": "{uuid}",
        "model": "",
        "firebender_version": "1.7.2",
        "workspace_roots": ["{project}"],
        "user_email": None,
        "transcript_path": None,
    },
    form=AnswerForm(objects_only=False, no_json="failure"),
    types={"command": "command", "prompt": "prompt"},
    type_needed=False,
    strict_matcher=False,
    timeout=60.0,
    variables={
        "FIREBENDER_PROJECT_DIR": "{project}",
        "FIREBENDER_VERSION": "{firebender_version}",
        "FIREBENDER_USER_EMAIL": "{user_email}",
    },
    cap=5,
    cap_key="loop_limit",
    user_directory=".firebender",
    session_at="conversation_id",
    managed=False,
)
