"""Gemini CLI, as measured with 0.61.0: flat decisions; JSON is read at every exit code.

{"hook_event_name": "BeforeTool", "session_id": …, "cwd": …, "tool_name": "run_shell_command", "tool_input": {…}}
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.dialects.claude_code import ADDED, CALL, END, NO_PROMPT, WARNING, specific
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
from chibi_hooks.dialects.rows.tools import EDIT, FETCH, FIND, READ, SEARCH, SHELL, WRITE, Tools

REFUSED: Final = Honours({"decision": "deny", "reason": REASON})
TOLD: Final[dict[Word, Becomes]] = {"deny": REFUSED, "context": ADDED, "warn": WARNING, "stop": END}

TOOLS: Final = Tools(
    {
        "run_shell_command": SHELL, "read_file": READ, "read_many_files": READ, "write_file": WRITE, "replace": EDIT,
        "web_fetch": FETCH, "google_web_search": SEARCH, "glob": FIND, "grep_search": FIND, "search_file_content": FIND,
        "list_directory": FIND,
    },
    keys={"path": ("file_path", "absolute_path", "dir_path"), "old": ("old_string",), "new": ("new_string",)},
    mcp=(r"mcp__(?P<server>.+?)__(?P<tool>.+)", r"mcp_(?P<server>[^_]+)_(?P<tool>.+)"),
    exact=False,
)  # fmt: skip

ROWS: Final = (
    EventRow("SessionStart", START_POINTS, {"context": ADDED, "warn": WARNING}),
    EventRow("BeforeAgent", ("pre_message",), {**TOLD, "prompt": NO_PROMPT}, {"prompt": "prompt"}),
    EventRow(
        "BeforeTool",
        TOOL_POINTS,
        {
            "deny": REFUSED,
            "ask": Degrades("it waits for ever for an answer when it has no terminal", "deny"),
            "rewrite": specific(tool_input=INPUT),
            "context": Cannot("it drops context before a tool"),
            "warn": WARNING,
            "stop": END,
        },
        call=CALL,
        note="a rewrite is merged over what was there: a key can be changed and not taken away",
    ),
    EventRow(
        "AfterTool",
        RESULT_POINTS,
        {**TOLD, "output": Honours({"decision": "deny", "reason": OUTPUT})},
        call=CallAt(output="tool_response", replaces="text"),
        alone=("deny", "output"),
    ),
    EventRow(
        "AfterAgent",
        STOP_POINTS,
        {
            "keep_going": Honours({"decision": "deny", "reason": KEEP}),
            "context": Cannot("it takes no context when it ends"),
            "warn": WARNING,
            "stop": END,
        },
        {"response": "prompt_response", "prompt": "prompt", "stop_active": "stop_hook_active"},
    ),
    EventRow("BeforeModel", ("agent_event",)),
    EventRow("BeforeToolSelection", ("agent_event",)),
    EventRow("AfterModel", ("agent_event",)),
    EventRow("PreCompress", ("pre_compact",), {"warn": WARNING}),
    EventRow("Notification", ("on_notification",), {}, {"message": "message", "type": "notification_type"}),
    EventRow("SessionEnd", ("on_end",), {}, timeout=1.0),
)

SYSTEM: Final = "darwin:/Library/Application Support/GeminiCli|/etc/gemini-cli"
SETTINGS: Final = AgentSettings(
    (
        SettingsFile("project", "./.gemini", "settings.json", "jsonc", marked=False),
        SettingsFile("user", "$GEMINI_CLI_HOME/.gemini|~/.gemini", "settings.json", "jsonc", marked=False),
        SettingsFile("managed", SYSTEM, "settings.json", "jsonc"),
        SettingsFile("plugin", ".", "hooks/hooks.json"),
    ),
    unit="ms",
    matcher="trimmed-search",
    switches=(
        Switch("hooksConfig.enabled", False),
        Switch("tools.enableHooks", False),
    ),
    disabled="hooksConfig.disabled",
    approval=Approval(
        ("project",),
        "Gemini runs nothing in a folder that nobody has trusted: start `gemini` there once, or give --skip-trust",
        "$GEMINI_CLI_HOME/.gemini|~/.gemini",
        "trustedFolders.json",
        starts=False,
        needless=(Switch("$GEMINI_CLI_TRUST_WORKSPACE", "true"), Switch("security.folderTrust.enabled", False)),
    ),
    program="gemini",
    unasked=("y",),
    reload="an edit counts at the next start",
)

DIALECT: Final = RowDialect(
    "gemini",
    ROWS,
    TOOLS,
    server="mcp_context.server_name",
    version="0.61.0",
    settings=SETTINGS,
)
