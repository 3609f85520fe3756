"""Qwen Code as the host of its handlers, as measured with 0.24.4: Claude's events, Gemini's way to read an answer.

PreToolUse: {"hookSpecificOutput": {"permissionDecision": "deny", "permissionDecisionReason": …}} at any exit but 2,
{"decision": "block", "reason": …}, or exit 2 with its text on stderr: what is on stdout then counts for nothing.
It rewrites nothing before a tool, and does not end a run that a handler wants to end: the reason becomes the result.
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
    HttpForm,
    TimeoutForm,
)
from chibi_hooks.hooks.answer import Json

INSIDE: Final = "hookSpecificOutput"
WORDS: Final[Mapping[str, str]] = {
    "allow": "allow", "approve": "allow", "deny": "deny", "block": "deny", "ask": "ask",
}  # fmt: skip
BLOCK: Final = (
    AnswerField("decision", "block", {"block": "block", "deny": "block", "allow": "", "approve": "", "ask": ""}),
    AnswerField("reason", "why"),
)
END: Final = (AnswerField("continue", "continue"), AnswerField("stopReason", "stop_reason"))
ADDED: Final = AnswerField(f"{INSIDE}.additionalContext", "context")
ASKED: Final = (
    AnswerField(f"{INSIDE}.permissionDecision", "decision", {"allow": "allow", "deny": "deny", "ask": "ask"}),
    AnswerField(f"{INSIDE}.permissionDecisionReason", "reason"),
    AnswerField("decision", "decision", WORDS),
    AnswerField("reason", "reason"),
    *END,
)
REQUESTED: Final = (
    AnswerField(f"{INSIDE}.decision.behavior", "decision", {"allow": "allow", "deny": "deny"}),
    AnswerField(f"{INSIDE}.decision.message", "reason"),
    AnswerField(f"{INSIDE}.decision.updatedInput", "input"),
)
CALL: Final[Mapping[str, Json]] = {"tool_name": "run_shell_command", "tool_input": {}, "tool_use_id": "{uuid}"}
LAST: Final[Mapping[str, Json]] = {"stop_hook_active": False, "last_assistant_message": ""}

EVENTS: Final = (
    HostedEvent("SessionStart", {"source": "startup"}, "source", (ADDED,), plain="context"),
    HostedEvent("SessionEnd", {"reason": "other"}, "reason", plain="user"),
    HostedEvent("SessionDelete", plain="user"),
    HostedEvent("InstructionsLoaded", {"file_path": ""}, "file_path", plain="user"),
    HostedEvent(
        "UserPromptSubmit", {"prompt": ""}, "", (ADDED, *BLOCK, *END), blocks="deny", exit_2="deny", plain="context",
        stops_as="deny",
    ),
    HostedEvent(
        "UserPromptExpansion", {"command_name": "", "prompt": ""}, "command_name", (ADDED, *BLOCK), blocks="deny",
        exit_2="deny", plain="user",
    ),
    HostedEvent(
        "PreToolUse", CALL, "tool_name", ASKED, blocks="deny", exit_2="deny", plain="user", tool=True, stops_as="deny"
    ),
    HostedEvent("PermissionRequest", CALL, "tool_name", REQUESTED, plain="user", tool=True),
    HostedEvent("PermissionDenied", {**CALL, "reason": ""}, "tool_name", plain="user"),
    HostedEvent(
        "PostToolUse", {**CALL, "tool_response": {"llmContent": "", "returnDisplay": ""}}, "tool_name",
        (ADDED, AnswerField("reason", "why"), *END), plain="user", stops_as="output",
    ),
    HostedEvent("PostToolUseFailure", {**CALL, "error": ""}, "tool_name", (ADDED,), plain="user"),
    HostedEvent(
        "PostToolBatch", {"tool_calls": []}, "", (ADDED, *BLOCK, *END), blocks="output", exit_2="output", plain="user",
        stops_as="output",
    ),
    HostedEvent("TodoCreated", {}, "", BLOCK, blocks="deny", exit_2="deny", plain="user"),
    HostedEvent("TodoCompleted", plain="user"),
    HostedEvent("MessageDisplay", plain="user"),
    HostedEvent(
        "Notification", {"message": "", "notification_type": "permission_prompt"}, "notification_type", plain="user"
    ),
    HostedEvent("SubagentStart", {"agent_id": "1", "agent_type": "general-purpose"}, "agent_type", plain="user"),
    HostedEvent(
        "SubagentStop", {**LAST, "agent_id": "1", "agent_type": "general-purpose"}, "agent_type", (*BLOCK, *END),
        blocks="keep_going", exit_2="keep_going", plain="user", stops_as="keep_going",
    ),
    HostedEvent(
        "Stop", LAST, "", (*BLOCK, *END), blocks="keep_going", exit_2="keep_going", plain="user", stops_as="keep_going"
    ),
    HostedEvent("StopFailure", {"error": "unknown"}, "error"),
    HostedEvent("PreCompact", {"trigger": "auto", "custom_instructions": ""}, "trigger", plain="user"),
    HostedEvent("PostCompact", {"trigger": "auto", "compact_summary": ""}, "trigger", plain="user"),
)  # fmt: skip
SHOWN: Final[Mapping[str, tuple[str, ...]]] = {  # tool -> its name for people, and what else it was or is called
    "run_shell_command": ("Shell", "Bash"),
    "monitor": ("Monitor",),
    "edit": ("Edit", "replace"),
    "write_file": ("WriteFile", "Write"),
    "read_file": ("ReadFile", "Read"),
    "zoom_image": ("ZoomImage",),
    "notebook_edit": ("NotebookEdit",),
    "grep_search": ("Grep", "SearchFiles", "search_file_content"),
    "glob": ("Glob", "FindFiles"),
    "list_directory": ("ListFiles", "ReadFolder"),
    "web_fetch": ("WebFetch",),
    "web_search": ("WebSearch",),
    "agent": ("Agent", "Task", "TaskTool", "task"),
    "skill": ("Skill",),
    "todo_write": ("TodoList", "TodoWrite", "TodoWriteTool"),
    "save_memory": ("SaveMemory",),
    "ask_user_question": ("AskUserQuestion",),
    "enter_plan_mode": ("EnterPlanMode",),
    "exit_plan_mode": ("ExitPlanMode",),
    "send_message": ("SendMessage",),
    "read_mcp_resource": ("ReadMcpResource",),
    "lsp": ("Lsp",),
}
NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    tool: (*names, f"{names[0]}Tool") for tool, names in SHOWN.items()
}  # fmt: skip

HOSTED: Final = HostedAgent(
    "qwen",
    EVENTS,
    {
        "session_id": "{uuid}",
        "transcript_path": "{project}/.qwen/transcript.jsonl",
        "cwd": "{project}",
        "permission_mode": "default",
        "timestamp": "{now}",
    },
    (AnswerField("systemMessage", "user"),),
    form=AnswerForm(
        json_at="every",
        always_wins=True,
        objects_only=False,
        stderr_too=True,
        exit_2_needs_text=True,
        exit_2_by_stderr=True,
        no_json="looks",
        denial="No reason provided",
    ),
    file=FileForm(lossy=True, halves=True),
    limit=TimeoutForm(odd_is_none=True),
    http=HttpForm(
        {"urls": "security.allowedHttpHookUrls"}, patterns="text", empty_is_none=True, variables_in_url=True
    ),
    kinds=frozenset({"command", "http"}),
    model_kinds=frozenset({"prompt"}),
    required={"http": ("url",), "prompt": ("prompt",)},
    types={"command": "command", "http": "http", "prompt": "prompt"},
    shell=("/bin/bash", "-c"),
    timeout=60.0,
    timeouts={"http": 600.0, "prompt": 30.0},
    variables={
        "QWEN_PROJECT_DIR": "{cwd}",
        "GEMINI_PROJECT_DIR": "{cwd}",
        "CLAUDE_PROJECT_DIR": "{cwd}",
    },
    sequential_key="sequential",
    collapses="name",
    cap=8,
    names=NAMES,
    version="0.24.4",
)
