"""Gemini CLI as the host of its handlers, as measured with 0.61.0: JSON counts whatever the exit code is.

BeforeTool: {"decision": "deny", "reason": …, "hookSpecificOutput": {"tool_input": {…}}}, the input laid over the old;
without JSON any exit code from 2 on denies, where there is a text. Text that is no JSON is for the user.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chibi_hooks.dialects.hosting.hosted import AnswerField, AnswerForm, HostedAgent, HostedEvent
from chibi_hooks.hooks.answer import Json

INSIDE: Final = "hookSpecificOutput"
WORDS: Final[Mapping[str, str]] = {
    "allow": "allow", "approve": "allow", "deny": "deny", "block": "deny", "ask": "ask",
}  # fmt: skip
DECIDED: Final = (AnswerField("decision", "decision", WORDS), AnswerField("reason", "reason"))
BLOCK: Final = (
    AnswerField("decision", "block", {"block": "block", "deny": "block", "allow": "", "approve": ""}),
    AnswerField("reason", "why"),
)
ADDED: Final = AnswerField(f"{INSIDE}.additionalContext", "context")
UNIVERSAL: Final = (
    AnswerField("continue", "continue"),
    AnswerField("stopReason", "stop_reason"),
    AnswerField("systemMessage", "user"),
)
CALL: Final[Mapping[str, Json]] = {"tool_name": "run_shell_command", "tool_input": {}}
ASKING: Final[Mapping[str, Json]] = {"llm_request": {"model": "", "messages": [], "config": {}}}

EVENTS: Final = (
    HostedEvent("SessionStart", {"source": "startup"}, "source", (ADDED,), plain="user", exact=True),
    HostedEvent("SessionEnd", {"reason": "exit"}, "reason", plain="user", exact=True),
    HostedEvent(
        "BeforeAgent", {"prompt": ""}, "", (ADDED, *BLOCK), blocks="deny", exit_2="deny", plain="user"
    ),
    HostedEvent(
        "AfterAgent", {"prompt": "", "prompt_response": "", "stop_hook_active": False}, "", BLOCK,
        blocks="keep_going", exit_2="keep_going", plain="user",
    ),
    HostedEvent(
        "BeforeModel", ASKING, "",
        (AnswerField(f"{INSIDE}.llm_response", "output"), AnswerField(f"{INSIDE}.llm_request", "input"), *BLOCK),
        blocks="deny", exit_2="deny",
    ),
    HostedEvent("BeforeToolSelection", ASKING, "", (AnswerField(f"{INSIDE}.toolConfig", "output"),)),
    HostedEvent(
        "AfterModel", {**ASKING, "llm_response": {}}, "", (AnswerField(f"{INSIDE}.llm_response", "output"), *BLOCK),
        blocks="deny", exit_2="deny",
    ),
    HostedEvent(
        "BeforeTool", CALL, "tool_name", (*DECIDED, AnswerField(f"{INSIDE}.tool_input", "input")), blocks="deny",
        exit_2="deny", plain="user", tool=True,
    ),
    HostedEvent(
        "AfterTool", {**CALL, "tool_response": {"llmContent": "", "returnDisplay": ""}}, "tool_name",
        (ADDED, *BLOCK), blocks="output", exit_2="output", plain="user", block_is_all=True,
    ),
    HostedEvent("PreCompress", {"trigger": "auto"}, "trigger", exact=True),
    HostedEvent(
        "Notification", {"notification_type": "ToolPermission", "message": "", "details": {}}, "notification_type",
        exact=True,
    ),
)  # fmt: skip

HOSTED: Final = HostedAgent(
    "gemini",
    EVENTS,
    {
        "session_id": "{uuid}",
        "transcript_path": "{project}/.gemini/transcript.json",
        "cwd": "{project}",
        "timestamp": "{now}",
    },
    UNIVERSAL,
    form=AnswerForm(
        json_at="every",
        always_wins=True,
        objects_only=False,
        stderr_too=True,
        exit_2_needs_text=True,
        text_denies_from=2,
    ),
    shell=("/bin/bash", "-c"),
    strict_matcher=False,
    timeout=60.0,
    variables={
        "GEMINI_PROJECT_DIR": "{project}",
        "GEMINI_CWD": "{cwd}",
        "GEMINI_SESSION_ID": "{session_id}",
        "CLAUDE_PROJECT_DIR": "{project}",
    },
    sequential_key="sequential",
    merges_input=True,
    collapses="name",
    version="0.61.0",
)
