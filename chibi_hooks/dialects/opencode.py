"""OpenCode: no commands of its own; a plugin of ours sends its callbacks and does what the answer says.

{"event": "tool.execute.before", "input": {"tool": "bash", "sessionID": …}, "output": {"args": {…}}, "directory": …}
answer: {} | {"throw": reason} | {"output": {…}} | {"prompt": text} (after session.idle) | {"system": [text…]}
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.dialects.rows.dialect import RowDialect
from chibi_hooks.dialects.rows.row import (
    CONTEXT,
    INPUT,
    KEEP,
    OUTPUT,
    PROMPT,
    REASON,
    RESULT_POINTS,
    STOP_POINTS,
    TOOL_POINTS,
    CallAt,
    Cannot,
    Degrades,
    EventRow,
    Honours,
)
from chibi_hooks.dialects.rows.settings import AgentSettings, Closing, EntryShape, SettingsFile
from chibi_hooks.dialects.rows.tools import EDIT, FETCH, FIND, PATCH, READ, SEARCH, SHELL, SPAWN, WRITE, Tools

THROWN: Final = Honours({"throw": REASON})
UNSHOWN: Final = Cannot("its user is shown nothing by a plugin")
UNTOLD: Final = Cannot("it takes no context there; the system prompt does")
NO_END: Final = Degrades("it cannot be told to end", "deny")

PLUGIN: Final = "plugin/chibi-hooks.ts"

TOOLS: Final = Tools(
    {
        "bash": SHELL, "read": READ, "write": WRITE, "edit": EDIT, "apply_patch": PATCH, "patch": PATCH, "glob": FIND,
        "grep": FIND, "list": FIND, "webfetch": FETCH, "websearch": SEARCH, "task": SPAWN, "todowrite": "",
        "todoread": "",
    },
    keys={"path": ("filePath", "path"), "old": ("oldString",), "new": ("newString",)},
    mcp=(r"(?P<server>[^_]+)_(?P<tool>.+)",),
    exact=False,
)  # fmt: skip

ROWS: Final = (
    EventRow("session.created", ("on_start",), {"context": UNTOLD}),
    EventRow(
        "experimental.chat.system.transform",
        ("pre_system_prompt", "post_system_prompt"),
        {"context": Honours({"system": [CONTEXT]})},
    ),
    EventRow(
        "chat.message",
        ("pre_message",),
        {
            "deny": THROWN,
            "prompt": Honours({"output": {"parts": [{"type": "text", "text": PROMPT}]}}),
            "context": UNTOLD,
            "warn": UNSHOWN,
            "stop": NO_END,
        },
        {"prompt": "output.parts.0.text|prompt"},
    ),
    EventRow(
        "tool.execute.before",
        TOOL_POINTS,
        {
            "deny": THROWN,
            "ask": Degrades("a plugin cannot ask", "deny"),
            "rewrite": Honours({"output": {"args": INPUT}}),
            "context": UNTOLD,
            "warn": UNSHOWN,
            "stop": NO_END,
        },
        call=CallAt("input.tool", "output.args"),
    ),
    EventRow(
        "tool.execute.after",
        RESULT_POINTS,
        {
            "deny": THROWN,
            "output": Honours({"output": {"output": OUTPUT}}),
            "context": UNTOLD,
            "warn": UNSHOWN,
            "stop": NO_END,
        },
        call=CallAt("input.tool", "input.args", "output.output", replaces="text"),
    ),
    EventRow("session.idle", STOP_POINTS, {"keep_going": Honours({"prompt": KEEP}), "warn": UNSHOWN}),
    EventRow("session.error", ("post_turn_failure",), {}, {"error": "input.error"}),
    EventRow("session.deleted", ("on_end",), {}),
    EventRow("session.compacted", ("post_compact",), {}),
)

SETTINGS: Final = AgentSettings(
    (
        SettingsFile("user", "$OPENCODE_CONFIG_DIR|$XDG_CONFIG_HOME/opencode|~/.config/opencode", PLUGIN, "script"),
        SettingsFile("project", "./.opencode", PLUGIN, "script"),
    ),
    EntryShape(closing=Closing("closed")),
    matcher="none",
    program="opencode",
    reload="an edit counts at the next start",
)

DIALECT: Final = RowDialect(
    "opencode",
    ROWS,
    TOOLS,
    names=("event",),
    common={"session_id": "input.sessionID|sessionID", "cwd": "directory", "project_root": "directory"},
    subagent={},
    version="1.18.33",
    unhosted="its hooks are functions of plugins inside of it, which nobody else can call; "
    "`chibi-hooks install opencode` puts one there that asks us",
    settings=SETTINGS,
)
