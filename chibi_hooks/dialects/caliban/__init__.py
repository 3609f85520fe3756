"""caliban: tool events with a nested `tool`; its documents promise more events than its code sends (`CODED`).

{"hookEventName": "PreToolUse", "session_id": …, "turn_index": 3, "tool": {"name": "Bash", "useId": …, "input": {…}}}
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.dialects.claude_code import specific
from chibi_hooks.dialects.rows.dialect import CLAUDE_COMMON, RowDialect
from chibi_hooks.dialects.rows.row import (
    CONTEXT,
    INPUT,
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
    Word,
)
from chibi_hooks.dialects.rows.settings import AgentSettings, EntryShape, FileScope, SettingsFile, Switch
from chibi_hooks.dialects.rows.tools import EDIT, FETCH, FIND, READ, SEARCH, SHELL, SPAWN, WRITE, Tools
from chibi_hooks.hooks.answer import Json

NO_CONTEXT: Final = Cannot("it takes context at the start of a session only")
UNSHOWN: Final = Cannot("its user is shown nothing by a hook")
UNREAD: Final = Cannot("what a hook says after a tool is not read")
REFUSED: Final = specific(permissionDecision="deny", permissionDecisionReason=REASON)
CALLED: Final = CallAt("tool.name|tool_name", "tool.input|tool_input", "tool_response|tool_output|result")
AFTER: Final[dict[Word, Becomes]] = dict.fromkeys(("deny", "context", "warn", "stop", "output"), UNREAD)
FAILED: Final[dict[str, Json]] = {"is_error": True}

TOOLS: Final = Tools(
    {
        "Bash": SHELL, "Read": READ, "Write": WRITE, "Edit": EDIT, "MultiEdit": EDIT, "NotebookEdit": EDIT,
        "WebFetch": FETCH, "WebSearch": SEARCH, "Glob": FIND, "Grep": FIND, "Agent": SPAWN, "Task": SPAWN,
    },
    keys={"path": ("path",), "old": ("old_string",), "new": ("new_string",)},
)  # fmt: skip

SENT: Final = (
    EventRow("SessionStart", START_POINTS, {"context": specific(additionalContext=CONTEXT), "warn": UNSHOWN}),
    EventRow(
        "PreToolUse",
        TOOL_POINTS,
        {
            "deny": REFUSED,
            "ask": Degrades("its `ask` is a denial", "deny"),
            "rewrite": specific(updatedInput=INPUT),
            "context": NO_CONTEXT,
            "warn": UNSHOWN,
            "stop": Degrades("it cannot be told to end", "deny"),
        },
        call=CALLED,
    ),
    EventRow("PostToolUse", ("post_tool_failure",), AFTER, call=CALLED, when=FAILED),
    EventRow("PostToolUse", RESULT_POINTS, AFTER, call=CALLED),
)
PROMISED: Final = (
    EventRow("SessionEnd", ("on_end",), {}, timeout=1.0),
    EventRow(
        "UserPromptSubmit",
        ("pre_message",),
        {
            "deny": REFUSED,
            "prompt": Degrades("a handler of its own cannot rewrite a prompt", "deny"),
            "context": NO_CONTEXT,
            "warn": UNSHOWN,
            "stop": Degrades("it cannot be told to end", "deny"),
        },
        {"prompt": "prompt"},
    ),
    EventRow("PostToolUseFailure", ("post_tool_failure",), AFTER, call=CALLED),
    EventRow(
        "PermissionRequest",
        ("pre_permission",),
        {"deny": REFUSED, "warn": UNSHOWN},
        call=CallAt("tool.name|tool_name", "tool.input|tool_input|input"),
    ),
    EventRow("PermissionDenied", ("agent_event",)),
    EventRow(
        "Stop",
        STOP_POINTS,
        {"keep_going": Cannot("what a handler says at the end is not read")},
        {"response": "last_assistant_message|final_text", "stop_active": "stop_hook_active"},
    ),
    EventRow("StopFailure", ("post_turn_failure",), {}, {"error": "error", "details": "error_details"}),
    EventRow("SubagentStart", ("agent_event",)),
    EventRow("SubagentStop", ("post_spawn_agent",), {}, {"response": "final_text"}),
    EventRow("PreCompact", ("pre_compact",)),
    EventRow("PostCompact", ("post_compact",)),
    EventRow("Notification", ("on_notification",), {}, {"message": "message", "level": "level"}),
    EventRow("TaskCreated", ("agent_event",)),
    EventRow("TaskCompleted", ("agent_event",)),
    EventRow("ConfigChange", ("agent_event",)),
    EventRow("CwdChanged", ("agent_event",)),
    EventRow("FileChanged", ("agent_event",)),
)

ALL: Final[tuple[FileScope, ...]] = ("managed", "user", "project", "local")
USERS: Final = "$XDG_CONFIG_HOME/caliban|~/.config/caliban"
SETTINGS: Final = AgentSettings(
    (
        SettingsFile("managed", "/etc/caliban", "managed-settings.toml", "toml"),
        SettingsFile("managed", "/etc/caliban", "managed-settings.json"),
        SettingsFile("user", USERS, "settings.toml", "toml"),
        SettingsFile("user", USERS, "settings.json"),
        SettingsFile("project", "./.caliban", "settings.toml", "toml"),
        SettingsFile("project", "./.caliban", "settings.json"),
        SettingsFile("local", "./.caliban", "settings.local.toml", "toml"),
        SettingsFile("local", "./.caliban", "settings.local.json"),
        SettingsFile("project", "./.caliban", "hooks.toml", "toml", fallback=True, below=ALL, installs=False),
        SettingsFile("user", USERS, "hooks.toml", "toml", fallback=True, below=ALL, installs=False),
    ),
    EntryShape(handlers="handlers", condition="if", args="args", url="url"),
    unit="text",
    matcher="glob",
    switches=(
        Switch("disable_all_hooks", True),
        Switch("allow_managed_hooks_only", True, "only managed hooks run"),
        Switch("$CALIBAN_NO_HOOKS", "1"),
    ),
    shell="none",
    reload="an edit counts at the next start",
)

NAMES: Final = ("hookEventName", "hook_event_name")
COMMON: Final = {**CLAUDE_COMMON, "session_id": "session_id|sessionId", "turn_id": "turn_index"}
CODED: Final = RowDialect("caliban", SENT, TOOLS, names=NAMES, common=COMMON, settings=SETTINGS)
DIALECT: Final = RowDialect(
    "caliban",
    (*SENT, *PROMISED),
    TOOLS,
    names=NAMES,
    common=COMMON,
    version="0.3.0",
    settings=SETTINGS,
    profiles={"coded": CODED},
)
