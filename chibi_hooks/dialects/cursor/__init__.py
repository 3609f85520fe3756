"""Cursor: Firebender's events with other answers; every object of its permission events may count as approval.

{"hook_event_name": "beforeShellExecution", "conversation_id": …, "generation_id": …, "command": "ls", "cwd": …}
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.dialects.firebender import MAY, NO_END, TOOLS, UNSHOWN, UNTOLD
from chibi_hooks.dialects.rows.dialect import RowDialect
from chibi_hooks.dialects.rows.row import (
    CONTEXT,
    INPUT,
    KEEP,
    MCP_OUTPUT,
    REASON,
    RESULT_POINTS,
    START_POINTS,
    TOOL_POINTS,
    WARN,
    CallAt,
    Degrades,
    EventRow,
    Honours,
)
from chibi_hooks.dialects.rows.settings import AgentSettings, Closing, EntryShape, SettingsFile

ADDS: Final = Honours({"additional_context": CONTEXT})

ROWS: Final = (
    EventRow("sessionStart", START_POINTS, {"context": ADDS}, note="not awaited"),
    EventRow("sessionEnd", ("on_end",), {}, timeout=1.0),
    EventRow("workspaceOpen", ("agent_event",)),
    EventRow(
        "beforeSubmitPrompt",
        ("pre_message",),
        {
            "deny": Honours({"continue": False, "user_message": REASON}),
            "prompt": Degrades("this agent cannot take a rewritten prompt", "deny"),
            "context": UNTOLD,
            "warn": UNSHOWN,
            "stop": NO_END,
        },
        {"prompt": "prompt"},
    ),
    EventRow(
        "preToolUse",
        TOOL_POINTS,
        {
            **MAY,
            "ask": Degrades("it takes `ask` here and does not ask", "deny"),
            "rewrite": Honours({"updated_input": INPUT}),
        },
        call=CallAt(),
        twin=True,
    ),
    EventRow(
        "beforeShellExecution",
        TOOL_POINTS,
        MAY,
        call=CallAt(tool="Shell", arguments=("command", "cwd", "sandbox", "timeout")),
        twin=True,
    ),
    EventRow("beforeMCPExecution", TOOL_POINTS, MAY, call=CallAt(prefix="MCP:"), twin=True),
    EventRow(
        "beforeReadFile",
        TOOL_POINTS,
        {**MAY, "ask": Degrades("it cannot ask about a read", "deny")},
        call=CallAt(tool="Read", arguments=("file_path",)),
        silence=b'{"permission": "allow"}',
        twin=True,
    ),
    EventRow("beforeTabFileRead", ("agent_event",), silence=b'{"permission": "allow"}'),
    EventRow(
        "postToolUse",
        RESULT_POINTS,
        {
            "output": MCP_OUTPUT,
            "context": ADDS,
            "deny": Degrades("a result stays as it is", "context"),
            "warn": UNSHOWN,
        },
        call=CallAt(output="tool_output", replaces="mcp"),
    ),
    EventRow("postToolUseFailure", ("post_tool_failure",), {}, call=CallAt(output="error_message")),
    EventRow("afterShellExecution", ("agent_event",)),
    EventRow("afterMCPExecution", ("agent_event",)),
    EventRow("afterFileEdit", ("agent_event",)),
    EventRow("afterTabFileEdit", ("agent_event",)),
    EventRow("afterAgentResponse", ("post_message",), {}, {"response": "text"}),
    EventRow("afterAgentThought", ("agent_event",)),
    EventRow("preCompact", ("pre_compact",), {"warn": Honours({"user_message": WARN})}),
    EventRow("subagentStart", ("agent_event",), {"deny": MAY["deny"]}),
    EventRow(
        "subagentStop",
        ("post_spawn_agent",),
        {"keep_going": Honours({"followup_message": KEEP})},
        {"response": "summary|result", "input": "task", "loop_count": "loop_count"},
    ),
    EventRow("stop", ("post_turn_failure",), {}, {"error": "status"}, when={"status": "error"}),
    EventRow(
        "stop",
        ("pre_stop",),
        {"keep_going": Honours({"followup_message": KEEP}), "context": UNTOLD, "warn": UNSHOWN},
        {"loop_count": "loop_count"},
    ),
)

VERSION: Final = {"version": 1}
SETTINGS: Final = AgentSettings(
    (
        SettingsFile("managed", "darwin:/Library/Application Support/Cursor|/etc/cursor", "hooks.json", header=VERSION),
        SettingsFile("project", "./.cursor", "hooks.json", header=VERSION),
        SettingsFile("user", "~/.cursor", "hooks.json", header=VERSION),
        SettingsFile("plugin", ".", "hooks/hooks.json"),
    ),
    EntryShape(grouped=False, says={}, closing=Closing("failClosed")),
    reads=("claude-code",),
    reload="an edit counts when it is saved",
)

DIALECT: Final = RowDialect(
    "cursor",
    ROWS,
    TOOLS,
    common={
        "session_id": "conversation_id|session_id",
        "turn_id": "generation_id",
        "cwd": "cwd|workspace_roots.0",
        "project_root": "workspace_roots.0",
        "permission_mode": "mode|composer_mode",
        "transcript": "transcript_path",
    },
    subagent={"id": "subagent_id", "type": "subagent_type"},
    settings=SETTINGS,
)
