"""Firebender: a generic event before each tool and one of its own before a command, an MCP tool and a read.

{"hook_event_name": "preToolUse", "conversation_id": …, "generation_id": …, "tool_name": "Shell", "tool_input": {…}}
answer: {"decision": "deny", "reason": …} there; {"permission": "deny", "user_message": …, "agent_message": …} elsewhere
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.dialects.rows.dialect import RowDialect
from chibi_hooks.dialects.rows.row import (
    INPUT,
    KEEP,
    MCP_OUTPUT,
    REASON,
    RESULT_POINTS,
    START_POINTS,
    STOP_POINTS,
    TOOL_POINTS,
    USER,
    WARN,
    Becomes,
    CallAt,
    Cannot,
    Degrades,
    EventRow,
    Honours,
    Word,
)
from chibi_hooks.dialects.rows.settings import AgentSettings, EntryShape, SettingsFile
from chibi_hooks.dialects.rows.tools import DELETE, EDIT, FIND, READ, SHELL, SPAWN, WRITE, Tools

UNTOLD: Final = Cannot("it takes no context there")
UNSHOWN: Final = Cannot("its user reads what a hook says of a refusal only")
NO_END: Final = Degrades("it cannot be told to end", "deny")
MAY: Final[dict[Word, Becomes]] = {
    "deny": Honours({"permission": "deny", "user_message": USER, "agent_message": REASON}),
    "ask": Honours({"permission": "ask", "user_message": USER, "agent_message": REASON}),
    "rewrite": Degrades("a call is rewritten at preToolUse only", "deny"),
    "context": UNTOLD,
    "warn": UNSHOWN,
    "stop": NO_END,
}
READ_ONLY: Final[dict[Word, Becomes]] = {
    **MAY,
    "deny": Honours({"permission": "deny", "user_message": USER}),
    "ask": Degrades("it cannot ask about a read", "deny"),
}

TOOLS: Final = Tools(
    {"Shell": SHELL, "Read": READ, "Write": WRITE, "Edit": EDIT, "Grep": FIND, "Delete": DELETE, "Task": SPAWN},
    keys={"path": ("file_path", "path"), "old": ("old_string",), "new": ("new_string",)},
    mcp=(r"MCP:(?P<tool>.+)", r"mcp__(?P<server>.+?)__(?P<tool>.+)"),
)
ENDED: Final[dict[Word, Becomes]] = {
    "keep_going": Honours({"followup_message": KEEP}),
    "context": UNTOLD,
    "warn": UNSHOWN,
    "stop": Cannot("it ends by itself"),
}

ROWS: Final = (
    EventRow("sessionStart", START_POINTS, {"context": UNTOLD}),
    EventRow("sessionEnd", ("on_end",), {}, timeout=1.0),
    EventRow(
        "preToolUse",
        TOOL_POINTS,
        {
            "deny": Honours({"decision": "deny", "reason": REASON}),
            "ask": Degrades("it can ask before a command or an MCP tool only", "deny"),
            "rewrite": Honours({"updated_input": INPUT}),
            "context": UNTOLD,
            "warn": UNSHOWN,
            "stop": NO_END,
        },
        call=CallAt(),
        twin=True,
    ),
    EventRow(
        "beforeShellExecution",
        TOOL_POINTS,
        MAY,
        call=CallAt(tool="Shell", arguments=("command", "cwd", "timeout")),
        twin=True,
    ),
    EventRow("beforeMCPExecution", TOOL_POINTS, MAY, call=CallAt(prefix="MCP:"), twin=True),
    EventRow(
        "beforeReadFile",
        TOOL_POINTS,
        READ_ONLY,
        call=CallAt(tool="Read", arguments=("file_path",)),
        twin=True,
    ),
    EventRow(
        "postToolUse",
        RESULT_POINTS,
        {
            "output": MCP_OUTPUT,
            "deny": Cannot("a result stays as it is"),
            "context": UNTOLD,
            "warn": UNSHOWN,
        },
        call=CallAt(output="tool_output", replaces="mcp"),
    ),
    EventRow("afterShellExecution", ("agent_event",)),
    EventRow("afterMCPExecution", ("agent_event",)),
    EventRow("afterFileEdit", ("agent_event",)),
    EventRow("preCompact", ("pre_compact",), {"warn": Honours({"user_message": WARN})}),
    EventRow("stop", ("post_turn_failure",), {}, {"error": "status"}, when={"status": "error"}),
    EventRow("stop", STOP_POINTS, ENDED, {"loop_count": "loop_count"}),
    EventRow("subagentStart", ("agent_event",)),
    EventRow("subagentStop", ("post_spawn_agent",), {}, {"response": "summary|result", "input": "task"}),
)

VERSION: Final = {"version": 1}
SETTINGS: Final = AgentSettings(
    (
        SettingsFile("project", "./.firebender", "hooks.json", header=VERSION),
        SettingsFile("user", "~/.firebender", "hooks.json", header=VERSION),
    ),
    EntryShape(grouped=False, says={}),
    reload="an edit counts after a restart of the IDE",
)

DIALECT: Final = RowDialect(
    "firebender",
    ROWS,
    TOOLS,
    common={
        "session_id": "conversation_id|session_id",
        "turn_id": "generation_id",
        "cwd": "cwd|workspace_roots.0",
        "project_root": "workspace_roots.0",
        "transcript": "transcript_path",
    },
    subagent={},
    settings=SETTINGS,
)
