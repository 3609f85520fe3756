"""Piebald: Claude Code's events, a subset with rules of its own; decisions are read inside `hookSpecificOutput`.

{"hook_event_name": "PreToolUse", "session_id": …, "tool_name": "Bash", "tool_input": {"command": "ls"}}
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.dialects.claude_code import ADDED, CALL, END, LAST, NO_PROMPT, RESULT, asked_early
from chibi_hooks.dialects.rows.dialect import RowDialect
from chibi_hooks.dialects.rows.row import (
    EVENT,
    KEEP,
    REASON,
    RESULT_POINTS,
    START_POINTS,
    STOP_POINTS,
    TOOL_POINTS,
    Becomes,
    CallAt,
    Cannot,
    EventRow,
    Honours,
    Word,
)
from chibi_hooks.dialects.rows.settings import AgentSettings, SettingsFile
from chibi_hooks.dialects.rows.tools import EDIT, FETCH, FIND, READ, SEARCH, SHELL, SPAWN, WRITE, Tools


def inside(**said: object) -> Honours:
    """A decision where Piebald reads it, and where Claude Code does."""
    return Honours({**said, "hookSpecificOutput": {"hookEventName": EVENT, **said}})


UNSHOWN: Final = Cannot("its user is shown nothing by a hook")
REFUSED: Final = inside(decision="block", reason=REASON)
TOLD: Final[dict[Word, Becomes]] = {"deny": REFUSED, "context": ADDED, "stop": END, "warn": UNSHOWN}
KEPT: Final[dict[Word, Becomes]] = {
    "keep_going": inside(decision="block", reason=KEEP),
    "stop": END,
    "warn": UNSHOWN,
}

TOOLS: Final = Tools(
    {
        "Bash": SHELL, "Read": READ, "Write": WRITE, "Edit": EDIT, "Glob": FIND, "Grep": FIND, "Agent": SPAWN,
        "Task": SPAWN, "WebFetch": FETCH, "WebSearch": SEARCH, "RunTerminalCommand": SHELL, "ReadFile": READ,
        "WriteFile": WRITE, "EditFile": EDIT, "LaunchSubagent": SPAWN,
    },
    keys={"path": ("file_path", "path"), "old": ("old_string",), "new": ("new_string",)},
    mcp=(r"mcp__(?P<server>.+?)__(?P<tool>.+)", r"(?P<server>[^_].*?)__(?P<tool>.+)"),
)  # fmt: skip

ROWS: Final = (
    EventRow("SessionStart", START_POINTS, {"context": ADDED, "warn": UNSHOWN}),
    EventRow("UserPromptSubmit", ("pre_message",), {**TOLD, "prompt": NO_PROMPT}, {"prompt": "prompt"}),
    EventRow(
        "PreToolUse",
        TOOL_POINTS,
        asked_early(UNSHOWN),
        call=CALL,
    ),
    EventRow(
        "PostToolUse",
        RESULT_POINTS,
        {**TOLD, "output": Cannot("it does not take another result")},
        call=RESULT,
    ),
    EventRow("PostToolUseFailure", ("post_tool_failure",), {"context": ADDED}, call=CallAt(output="error")),
    EventRow("Stop", STOP_POINTS, KEPT, LAST),
    EventRow("SubagentStop", ("post_spawn_agent",), KEPT, LAST),
    EventRow("SubagentStart", ("agent_event",), {"context": ADDED}),
    EventRow(
        "StopFailure",
        ("post_turn_failure",),
        {},
        {"error": "error", "details": "error_details", "response": "last_assistant_message"},
    ),
    EventRow("PreCompact", ("pre_compact",), {}, {"summary": "custom_instructions"}),
    EventRow("PostCompact", ("post_compact",), {}, {"summary": "compact_summary"}),
)

SETTINGS: Final = AgentSettings(
    (
        SettingsFile("user", "~/.claude", "settings.json"),
        SettingsFile("project", "./.claude", "settings.json"),
        SettingsFile("local", "./.claude", "settings.local.json"),
    ),
    shares=("claude-code",),
    reload="a project's file counts in the next chat, the user's after a restart",
)

DIALECT: Final = RowDialect(
    "piebald",
    ROWS,
    TOOLS,
    settings=SETTINGS,
)
