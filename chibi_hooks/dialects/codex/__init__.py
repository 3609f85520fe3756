"""Codex CLI, as measured with 0.171.0: strict about answers; one that it does not like lets the tool run.

{"hook_event_name": "PreToolUse", "session_id": …, "turn_id": …, "tool_name": "Bash", "tool_input": {"command": "ls"}}
A denial always has a reason; an allowance is said with a rewrite only; nobody's opinion is no output at all.
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.dialects.claude_code import ADDED, BLOCK, CALL, END, LAST, NO_PROMPT, WARNING, specific
from chibi_hooks.dialects.rows.dialect import RowDialect
from chibi_hooks.dialects.rows.row import (
    INPUT,
    KEEP,
    OUTPUT,
    REASON,
    RESULT_POINTS,
    START_POINTS,
    STOP_POINTS,
    TOOL_POINTS,
    Becomes,
    CallAt,
    Cannot,
    Degrades,
    EventRow,
    Honours,
    Word,
)
from chibi_hooks.dialects.rows.settings import AgentSettings, Approval, SettingsFile, Switch
from chibi_hooks.dialects.rows.tools import EDIT, PATCH, SEARCH, SHELL, SPAWN, WRITE, Tools

NO_END: Final = Degrades("it cannot be told to end there", "deny")
TOLD: Final[dict[Word, Becomes]] = {"deny": BLOCK, "context": ADDED, "warn": WARNING, "stop": NO_END}
KEPT: Final[dict[Word, Becomes]] = {
    "keep_going": Honours({"decision": "block", "reason": KEEP}),
    "context": Cannot("it takes no context when it ends"),
    "warn": WARNING,
    "stop": END,
}

TOOLS: Final = Tools(
    {
        "Bash": SHELL, "exec_command": SHELL, "shell": SHELL, "write_stdin": SHELL, "apply_patch": PATCH,
        "Write": WRITE, "Edit": EDIT, "web_search": SEARCH, "spawn_agent": SPAWN,
    },
    shells_patch=True,
)  # fmt: skip

ROWS: Final = (
    EventRow("SessionStart", START_POINTS, {"context": ADDED, "warn": WARNING}, silence=b""),
    EventRow("UserPromptSubmit", ("pre_message",), {**TOLD, "prompt": NO_PROMPT}, {"prompt": "prompt"}, silence=b""),
    EventRow(
        "PreToolUse",
        TOOL_POINTS,
        {
            "deny": specific(permissionDecision="deny", permissionDecisionReason=REASON),
            "ask": Degrades("where it is asked to ask it runs the tool", "deny"),
            "rewrite": Degrades(
                "it takes a rewrite with an allowance only",
                shape=specific(permissionDecision="allow", updatedInput=INPUT).shape,
            ),
            "context": ADDED,
            "warn": WARNING,
            "stop": NO_END,
        },
        call=CALL,
        silence=b"",
    ),
    EventRow(
        "PermissionRequest",
        ("pre_permission",),
        {
            "deny": specific(decision={"behavior": "deny", "message": REASON}),
            "allow": specific(decision={"behavior": "allow"}),
            "ask": Honours({}),
            "stop": NO_END,
        },
        call=CALL,
        silence=b"",
    ),
    EventRow(
        "PostToolUse",
        RESULT_POINTS,
        {**TOLD, "output": Honours({"decision": "block", "reason": OUTPUT})},
        call=CallAt(output="tool_response", replaces="text"),
        silence=b"",
        note="a block is read in place of the result",
    ),
    EventRow("Stop", STOP_POINTS, KEPT, LAST, silence=b""),
    EventRow("SubagentStart", ("agent_event",), {"context": ADDED}, silence=b""),
    EventRow("SubagentStop", ("post_spawn_agent",), KEPT, LAST, silence=b""),
    EventRow(
        "StopFailure",
        ("post_turn_failure",),
        {},
        {"error": "error", "details": "error_details", "response": "last_assistant_message"},
        silence=b"",
    ),
    EventRow("PreCompact", ("pre_compact",), {}, silence=b""),
    EventRow("PostCompact", ("post_compact",), {}, silence=b""),
    EventRow("PreModelRequest", ("agent_event",), {}, silence=b""),  # whatever is said, the request goes out
    EventRow("PostModelRequest", ("agent_event",), {}, silence=b""),
    EventRow("Interrupt", ("agent_event",), {}, silence=b""),
    EventRow("SessionEnd", ("on_end",), {}, silence=b"", timeout=1.0),
)

KEYS: Final = frozenset({"hooks", "description"})
SETTINGS: Final = AgentSettings(
    (
        SettingsFile("managed", "/etc/codex", "requirements.toml", "toml"),
        SettingsFile("managed", "/etc/codex", "hooks.json", marked=False, keys=KEYS),
        SettingsFile("user", "$CODEX_HOME|~/.codex", "hooks.json", marked=False, keys=KEYS),
        SettingsFile("user", "$CODEX_HOME|~/.codex", "config.toml", "toml", installs=False),
        SettingsFile("project", "./.codex", "hooks.json", marked=False, keys=KEYS),
        SettingsFile("project", "./.codex", "config.toml", "toml", installs=False),
        SettingsFile("plugin", ".", "hooks/hooks.json"),
    ),
    matcher="exact-or-regex",
    switches=(Switch("features.hooks", False), Switch("features.codex_hooks", False)),
    approval=Approval(
        ("user", "project", "local"),
        "Codex runs no hook that nobody has trusted, and in silence: start `codex` and approve them under /hooks; "
        "`codex exec --dangerously-bypass-hook-trust` runs them once without",
        "$CODEX_HOME|~/.codex",
        "config.toml",
    ),
    program="codex",
    reload="an edit counts at the next start, and must be trusted again",
)

DIALECT: Final = RowDialect(
    "codex",
    ROWS,
    TOOLS,
    spellings={
        "session_start": "SessionStart", "user_prompt_submit": "UserPromptSubmit", "pre_tool_use": "PreToolUse",
        "permission_request": "PermissionRequest", "post_tool_use": "PostToolUse", "stop": "Stop",
        "subagent_start": "SubagentStart", "subagent_stop": "SubagentStop", "pre_compact": "PreCompact",
        "post_compact": "PostCompact", "session_end": "SessionEnd", "stop_failure": "StopFailure",
        "pre_model_request": "PreModelRequest", "post_model_request": "PostModelRequest", "interrupt": "Interrupt",
    },
    other=EventRow("", ("agent_event",), silence=b""),
    version="0.171.0",
    settings=SETTINGS,
)  # fmt: skip
