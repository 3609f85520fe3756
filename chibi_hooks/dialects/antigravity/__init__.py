"""Antigravity (`agy`): its five documented events and SessionStart, as others have measured them on 1.0.15 to 1.3.0.

PreToolUse: {"conversationId": …, "workspacePaths": ["/w"], "toolCall": {"name": "run_command", "args": {…}}, …}
answer: nothing | {"decision": "deny", "reason": …}; `{}` is a denial there, and nothing elsewhere

No event says its name: whoever calls us does (`hook antigravity PreToolUse`). Spellings that no measurement has shown
(`tool_name`, `toolArgs`, `hook_event_name`, snake case, tools of Gemini's) are guesses; they are read, and never said.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from chibi_hooks.dialects.rows.dialect import RowDialect
from chibi_hooks.dialects.rows.row import (
    CONTEXT,
    INPUT,
    KEEP,
    REASON,
    RESULT_POINTS,
    START_POINTS,
    STOP_POINTS,
    TOOL_POINTS,
    CallAt,
    Cannot,
    Degrades,
    EventRow,
    Honours,
)
from chibi_hooks.dialects.rows.settings import EACH, AgentSettings, EntryShape, SettingsFile, Switch
from chibi_hooks.dialects.rows.tools import EDIT, FETCH, FIND, READ, SEARCH, SHELL, SPAWN, WRITE, Dispatch, Tools

END: Final = Degrades("it can be told to end after the call only", "deny", later=True)
UNSHOWN: Final = Cannot("its user is shown nothing by a hook")
ADDED: Final = Honours({"injectSteps": [{"ephemeralMessage": CONTEXT}]})

TOOLS: Final = Tools(
    {
        "run_command": SHELL, "send_command_input": SHELL, "view_file": READ, "view_file_outline": READ,
        "view_code_item": READ, "write_to_file": WRITE, "replace_file_content": EDIT,
        "multi_replace_file_content": EDIT, "read_url_content": FETCH, "search_web": SEARCH, "list_dir": FIND,
        "find_by_name": FIND, "grep_search": FIND, "invoke_subagent": SPAWN, "browser_subagent": SPAWN,
        # guesses: Gemini CLI's names, of which it is the successor
        "run_shell_command": SHELL, "read_file": READ, "write_file": WRITE, "replace": EDIT, "web_fetch": FETCH,
        "google_web_search": SEARCH, "list_directory": FIND, "glob": FIND,
    },
    keys={
        "command": ("CommandLine", "Input"),
        "path": ("AbsolutePath", "TargetFile", "DirectoryPath", "SearchDirectory", "SearchPath", "File", "file_path"),
        "content": ("CodeContent",),
        "old": ("TargetContent",),
        "new": ("ReplacementContent",),
        "edits": ("ReplacementChunks",),
        "url": ("Url",),
        "query": ("query", "Query"),
        "prompt": ("Subagents", "Task"),
    },
    dispatch=Dispatch("call_mcp_tool", "ServerName", "ToolName", "Arguments"),
)  # fmt: skip
CALLED: Final = CallAt("toolCall.name|tool_name|toolName", "toolCall.args|tool_input|toolArgs")

ROWS: Final = (
    EventRow(
        "PreToolUse",
        TOOL_POINTS,
        {
            "deny": Honours({"decision": "deny", "reason": REASON}),
            "ask": Honours({"decision": "force_ask", "reason": REASON}),
            "rewrite": Degrades(
                "it takes a rewrite with an allowance only", shape={"decision": "allow", "overwrite": INPUT}
            ),
            "context": Cannot("it takes no context before a tool"),
            "warn": UNSHOWN,
            "stop": END,
        },
        call=CALLED,
        silence=b"",
        note="1.1.27 drops the event without a word; 1.0.15, 1.1.20, 1.2.3 and 1.3.0 send it",
    ),
    EventRow(
        "PostToolUse",
        RESULT_POINTS,
        {"output": Cannot("it takes no other result"), "warn": UNSHOWN},
        call=CALLED,
        silence=b"",
        when={"error": None},
        note="it tells what was called and no result",
    ),
    EventRow(
        "PostToolUse", ("post_tool_failure",), {"warn": UNSHOWN}, call=replace(CALLED, output="error"), silence=b""
    ),
    EventRow("PreInvocation", ("agent_event",), {"context": ADDED}, silence=b""),
    EventRow(
        "PostInvocation",
        ("agent_event",),
        {"context": ADDED, "stop": Honours({"terminationBehavior": "terminate"})},
        silence=b"",
    ),
    EventRow(
        "SessionStart", START_POINTS, {"context": Honours({"injectSteps": [{"userMessage": CONTEXT}]})}, silence=b""
    ),
    EventRow(
        "Stop",
        STOP_POINTS,
        {"keep_going": Honours({"decision": "continue", "reason": KEEP}), "warn": UNSHOWN},
        {"response": "finalModelOutput"},
        silence=b"",
        note="a failed turn ends with it, too: terminationReason tells",
    ),
)

NAMED: Final = (EACH,)  # {"my-guard": {"PreToolUse": […]}}
SETTINGS: Final = AgentSettings(
    (
        SettingsFile("project", "./.agents", "hooks.json", events=NAMED),
        SettingsFile("project", "./.agent", "hooks.json", events=NAMED, installs=False),
        SettingsFile("project", "./_agents", "hooks.json", events=NAMED, installs=False),
        SettingsFile("project", "./_agent", "hooks.json", events=NAMED, installs=False),
        SettingsFile("user", "~/.gemini/config", "hooks.json", events=NAMED),
        SettingsFile("plugin", ".", "hooks.json", events=NAMED),
    ),
    EntryShape(flat=frozenset({"PreInvocation", "PostInvocation", "Stop", "SessionStart"}), everything="*"),
    switches=(Switch("*.enabled", False, "that hook does not run"),),
    reload="an edit counts at the next start; `agy` 1.1.11 was seen to run hooks of plugins only, 1.1.26 runs these",
    names_event=True,
)

DIALECT: Final = RowDialect(
    "antigravity",
    ROWS,
    TOOLS,
    names=("hook_event_name", "hookEventName"),
    common={
        "session_id": "conversationId|conversation_id|session_id|sessionId",
        "cwd": "workspacePaths.0|cwd",
        "project_root": "workspacePaths.0",
        "transcript": "transcriptPath|transcript_path",
    },
    subagent={},
    signs={
        "toolCall": "PreToolUse",  # PostToolUse has it, too: to guard once too often is the better guess
        "invocationNum modelOutput": "PostInvocation",
        "invocationNum": "PreInvocation",
        "fullyIdle": "Stop",
    },
    other=EventRow("", ("agent_event",), silence=b""),
    version="1.3.0",
    settings=SETTINGS,
)
