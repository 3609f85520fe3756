"""Claude Code as the host of its handlers, as measured with 2.1.332.

PreToolUse: exit 2 denies with stderr, whatever stdout says; {"hookSpecificOutput": {"hookEventName": "PreToolUse",
"permissionDecision": "deny", "permissionDecisionReason": …, "updatedInput": …}}; {"decision": "block", "reason": …}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chibi_hooks.dialects.hosting.frontmatter import FrontFiles
from chibi_hooks.dialects.hosting.hosted import (
    AnswerField,
    AnswerForm,
    FileForm,
    HandlerKind,
    HostedAgent,
    HostedEvent,
    HttpForm,
    OwnClosing,
)
from chibi_hooks.hooks.answer import Json

INSIDE: Final = "hookSpecificOutput"
UNIVERSAL: Final = (
    AnswerField("continue", "continue"),
    AnswerField("stopReason", "stop_reason"),
    AnswerField("systemMessage", "user"),
)
BLOCK: Final = (
    AnswerField("decision", "block", {"block": "block", "approve": "allow"}),
    AnswerField("reason", "why"),
)
ADDED: Final = AnswerField(f"{INSIDE}.additionalContext", "context")
PERMISSION: Final = (
    AnswerField(
        f"{INSIDE}.permissionDecision",
        "decision",
        {"allow": "allow", "deny": "deny", "ask": "ask", "defer": "defer"},
    ),
    AnswerField(f"{INSIDE}.permissionDecisionReason", "reason"),
    AnswerField(f"{INSIDE}.updatedInput", "input"),
    ADDED,
    *BLOCK,
)
REFUSED: Final = (  # where nobody is asked
    AnswerField(
        f"{INSIDE}.permissionDecision",
        "decision",
        {"allow": "allow", "deny": "deny", "ask": "deny", "defer": "deny"},
    ),
    AnswerField(f"{INSIDE}.permissionDecisionReason", "reason"),
    *BLOCK,
)
SWITCHED: Final = (
    AnswerField(f"{INSIDE}.permissionDecision", "decision", {"allow": "allow", "deny": "deny", "ask": "ask"}),
    AnswerField(f"{INSIDE}.permissionDecisionReason", "reason"),
    *BLOCK,
)
REQUESTED: Final = (
    AnswerField(f"{INSIDE}.decision.behavior", "decision", {"allow": "allow", "deny": "deny"}),
    AnswerField(f"{INSIDE}.decision.message", "reason"),
    AnswerField(f"{INSIDE}.decision.updatedInput", "input"),
)
RESULT: Final = (
    ADDED,
    *BLOCK,
    AnswerField(f"{INSIDE}.updatedMCPToolOutput", "output", only_mcp=True),
    AnswerField(f"{INSIDE}.updatedToolOutput", "output"),
)
STOPPED: Final = (ADDED, AnswerField(f"{INSIDE}.additionalContext", "keep_going"), *BLOCK)
ELICITED: Final = (
    AnswerField(f"{INSIDE}.action", "decision", {"accept": "allow", "decline": "deny", "cancel": "deny"}),
    AnswerField(f"{INSIDE}.content", "output"),
)

ALWAYS: Final[frozenset[HandlerKind]] = frozenset({"command", "http", "mcp"})
STARTING: Final[frozenset[HandlerKind]] = frozenset({"command", "mcp"})
ENV_FILE: Final[Mapping[str, str]] = {"CLAUDE_ENV_FILE": "{envfile}"}
EFFORT: Final = {"CLAUDE_EFFORT": "{effort}"}


def called(name: str, **more: Json) -> dict[str, Json]:
    """What is sent with an event about a tool call."""
    use = "toolu_chibi_hooks"
    return {"permission_mode": "default", "tool_name": name, "tool_input": {}, "tool_use_id": use, **more}


TASK: Final[Mapping[str, Json]] = {"task_id": "1", "task_subject": ""}
LAST: Final[Mapping[str, Json]] = {
    "permission_mode": "default", "stop_hook_active": False, "last_assistant_message": "", "background_tasks": [],
    "session_crons": [],
}  # fmt: skip

SWITCH: Final[Mapping[str, Json]] = {"from_model": "", "to_model": "", "requested_model": None, "source": "command"}

EVENTS: Final = (
    HostedEvent(
        "SessionStart", {"source": "startup"}, "source", (ADDED, *BLOCK), blocks="context", exit_2="user",
        plain="context", kinds=STARTING, variables=ENV_FILE,
    ),
    HostedEvent(
        "Setup", {"trigger": "init"}, "trigger", (ADDED,), exit_2="user", kinds=STARTING, variables=ENV_FILE,
    ),
    HostedEvent(
        "UserPromptSubmit", {"permission_mode": "default", "prompt": ""}, "", (ADDED, *BLOCK), blocks="deny",
        exit_2="deny", plain="context", timeout=30.0,
    ),
    HostedEvent(
        "UserPromptExpansion",
        {"expansion_type": "slash_command", "command_name": "", "command_args": "", "command_source": "", "prompt": ""},
        "command_name", (ADDED, *BLOCK), blocks="deny", exit_2="deny", plain="context",
    ),
    HostedEvent(
        "PreToolUse", called("Bash"), "tool_name", PERMISSION, blocks="deny", exit_2="deny", tool=True,
        variables=EFFORT,
    ),
    HostedEvent(
        "PreSkillShellCommand", called("Bash", command_name="", command_source="projectSettings", invoked_by="user"),
        "tool_name", REFUSED, blocks="deny", exit_2="deny", tool=True, variables=EFFORT,
    ),
    HostedEvent(
        "PermissionRequest", {"permission_mode": "default", "tool_name": "Bash", "tool_input": {}}, "tool_name",
        REQUESTED, tool=True,
    ),
    HostedEvent("PermissionDenied", called("Bash", reason=""), "tool_name"),
    HostedEvent(
        "PostToolUse", called("Bash", tool_response={}), "tool_name", RESULT, blocks="context", exit_2="context",
        variables=EFFORT,
    ),
    HostedEvent(
        "PostToolUseFailure", called("Bash", error="", is_interrupt=False), "tool_name", (ADDED, *BLOCK),
        blocks="context", exit_2="context", variables=EFFORT,
    ),
    HostedEvent("PostToolBatch", {"tool_calls": []}, "", (ADDED, *BLOCK), blocks="end", exit_2="end"),
    HostedEvent(
        "Notification", {"message": "", "notification_type": "permission_prompt"}, "notification_type", (ADDED,),
        kinds=ALWAYS,
    ),
    HostedEvent(
        "MessageDisplay", {"turn_id": "1", "message_id": "1", "index": 0, "final": True, "delta": ""}, "",
        (AnswerField(f"{INSIDE}.displayContent", "output"),), timeout=10.0, kinds=ALWAYS,
    ),
    HostedEvent(
        "SubagentStart", {"agent_id": "1", "agent_type": "general-purpose"}, "agent_type", (ADDED,), exit_2="user",
        kinds=ALWAYS,
    ),
    HostedEvent(
        "SubagentStop",
        {**LAST, "agent_id": "1", "agent_type": "general-purpose", "agent_transcript_path": None},
        "agent_type", STOPPED, blocks="keep_going", exit_2="keep_going",
    ),
    HostedEvent("TaskCreated", TASK, "", BLOCK, blocks="deny", exit_2="deny"),
    HostedEvent("TaskCompleted", TASK, "", BLOCK, blocks="deny", exit_2="deny"),
    HostedEvent("Stop", LAST, "", STOPPED, blocks="keep_going", exit_2="keep_going", variables=EFFORT),
    HostedEvent("StopFailure", {"error": "unknown"}, "error", narrow=True, kinds=ALWAYS),
    HostedEvent(
        "TeammateIdle", {"teammate_name": "", "team_name": ""}, "", BLOCK, blocks="keep_going", exit_2="keep_going"
    ),
    HostedEvent(
        "InstructionsLoaded", {"file_path": "", "memory_type": "Project", "load_reason": "session_start"},
        "load_reason", kinds=ALWAYS,
    ),
    HostedEvent(
        "ConfigChange", {"source": "user_settings"}, "source", BLOCK, blocks="deny", exit_2="deny", kinds=ALWAYS,
        exempt={"source": "policy_settings"},
    ),
    HostedEvent(
        "CwdChanged", {"old_cwd": "{project}", "new_cwd": "{project}"}, "", exit_2="user", kinds=ALWAYS,
        variables=ENV_FILE,
    ),
    HostedEvent("DirectoryAdded", {"directory": "{project}", "source": "slash_command"}, "source", kinds=ALWAYS),
    HostedEvent(
        "FileChanged", {"file_path": "", "event": "change"}, "file_path", exit_2="user", kinds=ALWAYS, narrow=True,
        variables=ENV_FILE,
    ),
    HostedEvent(
        "WorktreeCreate", {"name": ""}, "", (AnswerField(f"{INSIDE}.worktreePath", "output"),), exit_2="deny",
        any_exit=True, plain_path=True, kinds=ALWAYS,
    ),
    HostedEvent("WorktreeRemove", {"worktree_path": ""}, kinds=ALWAYS),
    HostedEvent(
        "PreCompact", {"trigger": "manual", "custom_instructions": ""}, "trigger", BLOCK, blocks="deny",
        exit_2="deny", kinds=ALWAYS,
    ),
    HostedEvent(
        "PostCompact", {"trigger": "manual", "compact_summary": ""}, "trigger", exit_2="user", kinds=ALWAYS
    ),
    HostedEvent("PreModelSwitch", SWITCH, "", SWITCHED, blocks="deny", exit_2="deny"),
    HostedEvent("PostModelSwitch", SWITCH, "", (ADDED,), exit_2="user"),
    HostedEvent(
        "Elicitation", {"mcp_server_name": "", "message": ""}, "mcp_server_name", ELICITED, exit_2="deny", kinds=ALWAYS
    ),
    HostedEvent(
        "ElicitationResult", {"mcp_server_name": "", "action": "accept"}, "mcp_server_name", ELICITED, exit_2="deny",
        kinds=ALWAYS,
    ),
    HostedEvent("SessionEnd", {"reason": "other"}, "reason", exit_2="user", timeout=1.5, longest=60.0, kinds=ALWAYS),
)  # fmt: skip

FRONTS: Final = (
    FrontFiles("user", "$CLAUDE_CONFIG_DIR/agents|~/.claude/agents", "*.md", "agent"),
    FrontFiles("user", "$CLAUDE_CONFIG_DIR/skills|~/.claude/skills", "*SKILL.md", "skill"),
    FrontFiles("project", "./.claude/agents", "*.md", "agent"),
    FrontFiles("project", "./.claude/skills", "*SKILL.md", "skill"),
    FrontFiles("plugin", "agents", "*.md", "agent"),
    FrontFiles("plugin", "skills", "*SKILL.md", "skill"),
)
FORM: Final = AnswerForm(
    json_at="every",
    strict=True,
    null_spoils=True,
    checked={"suppressOutput": bool, "terminalSequence": str},
    named="asked",
    async_line=True,
    block_outranks=True,
)
REQUIRED: Final[Mapping[str, tuple[str, ...]]] = {
    "Bash": ("command",), "Write": ("file_path", "content"), "Edit": ("file_path", "old_string", "new_string"),
    "Read": ("file_path",), "WebFetch": ("url", "prompt"), "WebSearch": ("query",), "Glob": ("pattern",),
    "Grep": ("pattern",), "NotebookEdit": ("notebook_path", "new_source"), "Agent": ("description", "prompt"),
}  # fmt: skip
TYPES: Final[Mapping[str, HandlerKind]] = {
    "command": "command", "http": "http", "mcp_tool": "mcp", "prompt": "prompt", "agent": "agent",
}  # fmt: skip
TOOL_EVENTS: Final = frozenset(
    {"PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest", "PermissionDenied"}
)

CLOSING: Final = OwnClosing(
    ("continue", "block"), kinds=frozenset({"command", "http", "mcp"}),
    spares=frozenset({"Stop", "SubagentStop", "TaskCompleted", "TeammateIdle"}), json_refuses=True,
)  # fmt: skip

HOSTED: Final = HostedAgent(
    "claude-code",
    EVENTS,
    {"session_id": "{uuid}", "transcript_path": "{project}/.claude/transcript.jsonl", "cwd": "{project}"},
    UNIVERSAL,
    form=FORM,
    file=FileForm(lossy=True, halves=True),
    http=HttpForm({"urls": "allowedHttpHookUrls", "variables": "httpHookAllowedEnvVars"}),
    kinds=frozenset({"command", "http"}),
    model_kinds=frozenset({"mcp", "prompt", "agent"}),
    required={"http": ("url",), "mcp": ("server", "tool"), "prompt": ("prompt",), "agent": ("prompt",)},
    types=TYPES,
    one_bad_costs="file",
    timeout=600.0,
    wakes=True,
    timeouts={"prompt": 30.0, "agent": 60.0},
    variables={
        "CLAUDE_PROJECT_DIR": "{project}",
        "CLAUDE_PLUGIN_ROOT": "{root}",
        "CLAUDE_PLUGIN_DATA": "{data}",
        "CLAUDE_CODE_SESSION_ID": "{session_id}",
        "CLAUDECODE": "1",
    },
    placeholders=frozenset({"CLAUDE_PROJECT_DIR", "CLAUDE_PLUGIN_ROOT", "CLAUDE_PLUGIN_DATA"}),
    closing=CLOSING,
    collapses="command",
    last_of_equals=True,
    condition="claude",
    condition_events=TOOL_EVENTS,
    limits_context=10_000,
    cap=8,
    cap_variable="CLAUDE_CODE_STOP_HOOK_BLOCK_CAP",
    needs_input=REQUIRED,
    needs_shape={"Bash": frozenset({"stdout", "stderr", "interrupted", "isImage"})},
    names={"Agent": ("Task",), "Task": ("Agent",)},
    fronts=FRONTS,
    stop_becomes="SubagentStop",
    plugins_at="$CLAUDE_CONFIG_DIR/plugins|~/.claude/plugins",
    version="2.1.332",
)
