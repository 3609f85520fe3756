"""Claude Code: its hook events, as measured with 2.1.332 (the table), and its tools.

{"hook_event_name": "PreToolUse", "session_id": …, "cwd": …, "tool_name": "Bash", "tool_input": {"command": "ls"}}
answer: {} | {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", …}}
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.dialects.rows.dialect import RowDialect
from chibi_hooks.dialects.rows.row import (
    CONTEXT,
    EVENT,
    INPUT,
    KEEP,
    OUTPUT,
    REASON,
    RESULT_POINTS,
    START_POINTS,
    STOP,
    STOP_POINTS,
    TOOL_POINTS,
    WARN,
    Becomes,
    CallAt,
    Degrades,
    EventRow,
    Honours,
    Slot,
    Word,
)
from chibi_hooks.dialects.rows.settings import AgentSettings, Closing, EntryShape, SettingsFile, Switch
from chibi_hooks.dialects.rows.tools import EDIT, FETCH, FIND, READ, SEARCH, SHELL, SPAWN, WRITE, Tools


def specific(**said: Slot | str | dict[str, Slot | str]) -> Honours:
    """What Claude Code reads in `hookSpecificOutput`, which must name the event."""
    return Honours({"hookSpecificOutput": {"hookEventName": EVENT, **said}})


BLOCK: Final = Honours({"decision": "block", "reason": REASON})
ADDED: Final = specific(additionalContext=CONTEXT)
WARNING: Final = Honours({"systemMessage": WARN})
END: Final = Honours({"continue": False, "stopReason": STOP})
NO_PROMPT: Final = Degrades("this agent cannot take a rewritten prompt", "deny")
CALL: Final = CallAt()
RESULT: Final = CallAt(output="tool_response")

ASKED: Final[dict[Word, Becomes]] = {
    "deny": specific(permissionDecision="deny", permissionDecisionReason=REASON),
    "defer": specific(permissionDecision="defer", permissionDecisionReason=REASON),
    "ask": specific(permissionDecision="ask", permissionDecisionReason=REASON),
    "rewrite": specific(updatedInput=INPUT),
    "context": ADDED,
    "warn": WARNING,
    "stop": Degrades("the run ends after this batch: the agent drops the end beside a denial", "deny", later=True),
}  # fmt: skip
TOLD: Final[dict[Word, Becomes]] = {"deny": BLOCK, "context": ADDED, "warn": WARNING, "stop": END}
WARNED: Final[dict[Word, Becomes]] = {"context": ADDED, "warn": WARNING}
KEPT: Final[dict[Word, Becomes]] = {
    "keep_going": Honours({"decision": "block", "reason": KEEP}),
    "context": ADDED,
    "warn": WARNING,
    "stop": END,
}
LAST: Final = {"response": "last_assistant_message", "stop_active": "stop_hook_active"}
ONLY_WARNED: Final[dict[Word, Becomes]] = {"warn": WARNING}


def asked_early(warn: Becomes) -> dict[Word, Becomes]:
    """What can be said before a tool runs, where the end of the run is read after it only."""
    told: tuple[Word, ...] = ("deny", "ask", "rewrite", "context")
    late = Degrades("what ends the run is read after a tool has run", "deny")
    return {**{word: ASKED[word] for word in told}, "warn": warn, "stop": late}


MANAGED: Final = "darwin:/Library/Application Support/ClaudeCode|/etc/claude-code"

TOOLS: Final = Tools(
    {
        "Bash": SHELL, "PowerShell": SHELL, "Read": READ, "Write": WRITE, "Edit": EDIT, "MultiEdit": EDIT,
        "NotebookEdit": EDIT, "WebFetch": FETCH, "WebSearch": SEARCH, "Glob": FIND, "Grep": FIND, "LS": FIND,
        "Agent": SPAWN, "Task": SPAWN,
    },
    keys={
        "path": ("file_path", "notebook_path"),
        "old": ("old_string",),
        "new": ("new_string", "new_source"),
    },
)  # fmt: skip

ROWS: Final = (
    EventRow("SessionStart", START_POINTS, WARNED),
    EventRow("Setup", ("agent_event",), WARNED),
    EventRow(
        "UserPromptSubmit",
        ("pre_message",),
        {**TOLD, "prompt": NO_PROMPT},
        {"prompt": "prompt"},
    ),
    EventRow("UserPromptExpansion", ("agent_event",), {"deny": BLOCK, "context": ADDED, "warn": WARNING}),
    EventRow("PreToolUse", TOOL_POINTS, ASKED, call=CALL),
    EventRow(  # what the text of a skill or command runs before the model reads it; no PreToolUse is sent for it
        "PreSkillShellCommand",
        TOOL_POINTS,
        {
            "deny": ASKED["deny"],
            "ask": Degrades("nobody is asked here: the command does not run", "deny"),
            "rewrite": Degrades("it runs no other command here", "deny"),
            "warn": WARNING,
            "stop": ASKED["stop"],
        },
        call=CALL,
    ),
    EventRow(
        "PermissionRequest",
        ("pre_permission",),
        {
            "deny": specific(decision={"behavior": "deny", "message": REASON}),
            "allow": specific(decision={"behavior": "allow"}),
            "ask": Honours({}),
            "warn": WARNING,
            "stop": Degrades("the run ends after this batch of tools", "deny", later=True),
        },
        call=CALL,
    ),
    EventRow("PermissionDenied", ("agent_event",), ONLY_WARNED),
    EventRow(
        "PostToolUse",
        RESULT_POINTS,
        {**TOLD, "output": specific(updatedToolOutput=OUTPUT)},
        call=RESULT,
    ),
    EventRow("PostToolUseFailure", ("post_tool_failure",), TOLD, call=CallAt(output="error")),
    EventRow(
        "PostToolBatch",
        ("agent_event",),
        {**WARNED, "stop": END, "deny": Degrades("here a block ends the run", "stop")},
    ),
    EventRow(
        "Notification",
        ("on_notification",),
        WARNED,
        {"message": "message", "title": "title", "type": "notification_type"},
    ),
    EventRow("MessageDisplay", ("agent_event",)),
    EventRow("SubagentStart", ("agent_event",), WARNED),
    EventRow(
        "SubagentStop",
        ("post_spawn_agent",),
        KEPT,
        LAST,
    ),
    EventRow("TaskCreated", ("agent_event",), {"deny": BLOCK, "warn": WARNING}),
    EventRow("TaskCompleted", ("agent_event",), {"deny": BLOCK, "warn": WARNING, "stop": END}),
    EventRow(
        "Stop",
        STOP_POINTS,
        KEPT,
        LAST,
    ),
    EventRow(
        "StopFailure",
        ("post_turn_failure",),
        {},
        {"error": "error", "details": "error_details", "response": "last_assistant_message"},
    ),
    EventRow("TeammateIdle", ("agent_event",), {"stop": END, "warn": WARNING}),
    EventRow("InstructionsLoaded", ("agent_event",)),
    EventRow("ConfigChange", ("agent_event",), {"deny": BLOCK, "warn": WARNING}),
    EventRow("CwdChanged", ("agent_event",), ONLY_WARNED),
    EventRow("DirectoryAdded", ("agent_event",)),
    EventRow("FileChanged", ("agent_event",), ONLY_WARNED),
    EventRow(
        "WorktreeCreate",
        ("agent_event",),
        silence=b"",
        unwired="a hook there makes the worktree itself and prints its path",
        note="what is printed is the path: nothing is said here",
    ),
    EventRow("WorktreeRemove", ("agent_event",)),
    EventRow("PreCompact", ("pre_compact",), {"deny": BLOCK, "warn": WARNING}, {"summary": "custom_instructions"}),
    EventRow("PostCompact", ("post_compact",), ONLY_WARNED, {"summary": "compact_summary"}),
    EventRow("PreModelSwitch", ("agent_event",), {"deny": ASKED["deny"], "warn": WARNING}),
    EventRow("PostModelSwitch", ("agent_event",), WARNED),
    EventRow("Elicitation", ("agent_event",), {"deny": specific(action="decline")}),
    EventRow("ElicitationResult", ("agent_event",), {"deny": specific(action="decline")}),
    EventRow("SessionEnd", ("on_end",), {}, timeout=1.0),
)

SETTINGS: Final = AgentSettings(
    (
        SettingsFile("managed", MANAGED, "managed-settings.json"),
        SettingsFile("managed", MANAGED, "managed-settings.d/*.json", writes="managed-settings.d/chibi-hooks.json"),
        SettingsFile("user", "$CLAUDE_CONFIG_DIR|~/.claude", "settings.json"),
        SettingsFile("project", "./.claude", "settings.json"),
        SettingsFile("local", "./.claude", "settings.local.json"),
        SettingsFile("plugin", ".", "hooks/hooks.json"),
    ),
    EntryShape(condition="if", args="args", url="url", closing=Closing("onFailure", "block", "2.1.295")),
    matcher="exact-or-search",
    switches=(
        Switch("disableAllHooks", True),
        Switch("allowManagedHooksOnly", True, "only managed hooks run"),
    ),
    reload="an edit counts at once",
    program="claude",
)

SINCE: Final = {  # by its public changelog and types; what is not named is as old as hooks
    "SessionStart": "1.0.62", "Setup": "2.1.10", "UserPromptSubmit": "1.0.54", "PermissionRequest": "2.0.45",
    "PermissionDenied": "2.1.89", "MessageDisplay": "2.1.152", "SubagentStart": "2.0.43", "SubagentStop": "1.0.41",
    "TaskCreated": "2.1.84", "TaskCompleted": "2.1.33", "Stop": "1.0.41", "StopFailure": "2.1.78",
    "TeammateIdle": "2.1.33", "InstructionsLoaded": "2.1.69", "ConfigChange": "2.1.49", "CwdChanged": "2.1.83",
    "DirectoryAdded": "2.1.219", "FileChanged": "2.1.83", "WorktreeCreate": "2.1.50", "WorktreeRemove": "2.1.50",
    "PreCompact": "1.0.48", "PostCompact": "2.1.76", "PreModelSwitch": "2.1.250", "PostModelSwitch": "2.1.250",
    "PreSkillShellCommand": "2.1.332", "Elicitation": "2.1.76", "ElicitationResult": "2.1.76",
    "SessionEnd": "1.0.85",
}  # fmt: skip

DIALECT: Final = RowDialect(
    "claude-code",
    ROWS,
    TOOLS,
    other=EventRow("", ("agent_event",), ONLY_WARNED),
    version="2.1.332",
    since=SINCE,
    settings=SETTINGS,
)
