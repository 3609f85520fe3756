"""Factory Droid: Claude Code's events and answers, with tools of its own.

{"hook_event_name": "PreToolUse", "session_id": …, "cwd": …, "tool_name": "Execute", "tool_input": {"command": "ls"}}
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.dialects.claude_code import (
    ADDED,
    CALL,
    END,
    LAST,
    NO_PROMPT,
    RESULT,
    TOLD,
    WARNING,
    asked_early,
    specific,
)
from chibi_hooks.dialects.rows.dialect import RowDialect
from chibi_hooks.dialects.rows.row import (
    KEEP,
    REASON,
    RESULT_POINTS,
    START_POINTS,
    STOP_POINTS,
    TOOL_POINTS,
    Becomes,
    Cannot,
    EventRow,
    Honours,
    Word,
)
from chibi_hooks.dialects.rows.settings import AgentSettings, SettingsFile, Switch
from chibi_hooks.dialects.rows.tools import EDIT, FETCH, FIND, PATCH, READ, SEARCH, SHELL, SPAWN, WRITE, Tools

KEPT: Final[dict[Word, Becomes]] = {
    "keep_going": Honours({"decision": "block", "reason": KEEP}),
    "warn": WARNING,
    "stop": END,
}

TOOLS: Final = Tools(
    {
        "Execute": SHELL, "Create": WRITE, "Write": WRITE, "Edit": EDIT, "MultiEdit": EDIT, "ApplyPatch": PATCH,
        "Read": READ, "LS": FIND, "Grep": FIND, "Glob": FIND, "FetchUrl": FETCH, "WebSearch": SEARCH, "Task": SPAWN,
    },
    keys={"path": ("file_path",), "old": ("old_str", "old_string"), "new": ("new_str", "new_string")},
)  # fmt: skip

ROWS: Final = (
    EventRow("SessionStart", START_POINTS, {"context": ADDED, "warn": WARNING}),
    EventRow("UserPromptSubmit", ("pre_message",), {**TOLD, "prompt": NO_PROMPT}, {"prompt": "prompt"}),
    EventRow(
        "PreToolUse",
        TOOL_POINTS,
        asked_early(WARNING),
        call=CALL,
    ),
    EventRow(
        "PermissionRequest",
        ("pre_permission",),
        {
            "deny": specific(decision={"behavior": "deny", "message": REASON}),
            "allow": specific(decision={"behavior": "allow"}),
            "ask": Honours({}),
        },
        call=CALL,
    ),
    EventRow("PostToolUse", RESULT_POINTS, {**TOLD, "output": Cannot("it takes no other result")}, call=RESULT),
    EventRow(
        "Notification", ("on_notification",), {}, {"message": "message", "title": "title", "type": "notification_type"}
    ),
    EventRow("Stop", STOP_POINTS, KEPT, LAST),
    EventRow("SubagentStart", ("agent_event",), {"context": ADDED}),
    EventRow("SubagentStop", ("post_spawn_agent",), KEPT, LAST),
    EventRow("PreCompact", ("pre_compact",), {}, {"summary": "custom_instructions"}),
    EventRow("SessionEnd", ("on_end",), {}, timeout=1.0),
)

USERS: Final = "$FACTORY_HOME_OVERRIDE/.factory|~/.factory"
SETTINGS: Final = AgentSettings(
    (
        SettingsFile("managed", "darwin:/Library/Application Support/Factory|/etc/factory", "settings.json"),
        SettingsFile("user", USERS, "hooks.json", events=()),
        SettingsFile("user", USERS, "hooks/hooks.json", events=(), fallback=True, installs=False),
        SettingsFile("user", USERS, "settings.json", fallback=True),
        SettingsFile("project", "./.factory", "hooks.json", events=()),
        SettingsFile("project", "./.factory", "hooks/hooks.json", events=(), fallback=True, installs=False),
        SettingsFile("project", "./.factory", "settings.json", fallback=True),
        SettingsFile("local", "./.factory", "settings.local.json"),
    ),
    matcher="exact-or-search",
    switches=(Switch("hooksDisabled", True),),
    reload="an edit counts at the next start",
)

DIALECT: Final = RowDialect("factory", ROWS, TOOLS, settings=SETTINGS)
