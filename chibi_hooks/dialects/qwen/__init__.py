"""Qwen Code, as measured with 0.24.4: Claude's events with Gemini's tools; it rewrites nothing, and says so nowhere.

{"hook_event_name": "PreToolUse", "session_id": …, "tool_name": "run_shell_command", "tool_input": {…}, "timestamp": …}
UserPromptSubmit comes before each request to the model: after tools, with an empty prompt.
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.dialects.claude_code import ADDED, BLOCK, CALL, END, LAST, NO_PROMPT, WARNING, specific
from chibi_hooks.dialects.rows.dialect import RowDialect
from chibi_hooks.dialects.rows.row import (
    EVENT,
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
from chibi_hooks.dialects.rows.tools import EDIT, FETCH, FIND, READ, SHELL, SPAWN, WRITE, Tools

UNSHOWN: Final = Cannot("its user is shown what hooks say at an end only")


def held(word: str) -> Honours:
    """A decision before a tool that nobody undoes. Of several hooks the last word counts here, so that one that allows
    lets the call run that one before it has denied, by exit code 2 as well; but `continue: false` of any of them is a
    refusal still, and nothing more (measured).
    """
    inside = {"hookEventName": EVENT, "permissionDecision": word, "permissionDecisionReason": REASON}
    return Honours({"continue": False, "stopReason": REASON, "hookSpecificOutput": inside})


STARTED: Final[dict[Word, Becomes]] = {"context": ADDED, "warn": UNSHOWN}
KEPT: Final[dict[Word, Becomes]] = {
    "keep_going": Honours({"decision": "block", "reason": KEEP}),
    "context": Cannot("it takes no context when it ends"),
    "warn": WARNING,
    "stop": Cannot("what should end it there makes it go on"),
}

TOOLS: Final = Tools(
    {
        "run_shell_command": SHELL, "monitor": SHELL, "read_file": READ, "zoom_image": READ, "write_file": WRITE,
        "edit": EDIT, "notebook_edit": EDIT, "web_fetch": FETCH, "glob": FIND, "grep_search": FIND,
        "list_directory": FIND, "agent": SPAWN,
    },
    keys={
        "path": ("file_path", "notebook_path"),
        "old": ("old_string",),
        "new": ("new_string", "new_source"),
    },
)  # fmt: skip

ROWS: Final = (
    EventRow("SessionStart", START_POINTS, STARTED),
    EventRow(
        "UserPromptSubmit",
        ("agent_event",),
        {"context": ADDED, "warn": UNSHOWN, "deny": Degrades("here a block ends the run", "stop"), "stop": END},
        when={"prompt": ""},
        note="results of tools are on their way to the model: nobody has written anything",
    ),
    EventRow(
        "UserPromptSubmit",
        ("pre_message",),
        {"deny": BLOCK, "context": ADDED, "warn": UNSHOWN, "stop": END, "prompt": NO_PROMPT},
        {"prompt": "prompt"},
    ),
    EventRow(
        "PreToolUse",
        TOOL_POINTS,
        {
            "deny": held("deny"),
            "ask": held("ask"),
            "rewrite": Degrades("it drops a rewrite and runs the old call", "deny"),
            "context": Cannot("it drops context before a tool"),
            "warn": UNSHOWN,
            "stop": Degrades("the run ends before the next request to the model", "deny", later=True),
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
            "warn": UNSHOWN,
            "stop": Degrades("the run ends before the next request to the model", "deny", later=True),
        },
        call=CALL,
        note="it comes before PreToolUse, where somebody can be asked",
    ),
    EventRow(
        "PostToolUse",
        RESULT_POINTS,
        {
            "deny": Honours({"continue": False, "stopReason": REASON}),
            "output": Honours({"continue": False, "stopReason": OUTPUT}),
            "context": ADDED,
            "warn": UNSHOWN,
            "stop": Degrades("the run ends before the next request to the model", "deny", later=True),
        },
        call=CallAt(output="tool_response", replaces="text"),
        note="what should end the run is read in place of the result, and it goes on; a block is dropped",
    ),
    EventRow(
        "PostToolUseFailure",
        ("post_tool_failure",),
        {
            "context": ADDED,
            "deny": Degrades("what blocks a failure is dropped", "context"),
            "warn": UNSHOWN,
            "stop": Degrades("the run ends before the next request to the model", "context", later=True),
        },
        call=CallAt(output="error"),
    ),
    EventRow(
        "PostToolBatch",
        ("agent_event",),
        {
            "context": ADDED,
            "deny": BLOCK,
            "warn": UNSHOWN,
            "stop": Degrades("the run ends before the next request to the model", "deny", later=True),
        },
        note="a block is read in place of the last result",
    ),
    EventRow("Stop", STOP_POINTS, KEPT, LAST),
    EventRow("SubagentStart", ("agent_event",)),
    EventRow("SubagentStop", ("post_spawn_agent",), {**KEPT, "warn": UNSHOWN}, LAST),
    EventRow(
        "Notification",
        ("on_notification",),
        {},
        {"message": "message", "title": "title", "type": "notification_type"},
    ),
    EventRow(
        "StopFailure",
        ("post_turn_failure",),
        {},
        {"error": "error", "details": "error_details", "response": "last_assistant_message"},
    ),
    EventRow("PreCompact", ("pre_compact",), {}, {"summary": "custom_instructions"}),
    EventRow("PostCompact", ("post_compact",), {}, {"summary": "compact_summary"}),
    EventRow("UserPromptExpansion", ("agent_event",), {"deny": BLOCK, "context": ADDED, "warn": UNSHOWN}),
    EventRow("PermissionDenied", ("agent_event",)),
    EventRow("TodoCreated", ("agent_event",), {"deny": BLOCK, "warn": UNSHOWN}),
    EventRow("TodoCompleted", ("agent_event",)),
    EventRow("InstructionsLoaded", ("agent_event",)),
    EventRow("MessageDisplay", ("agent_event",)),
    EventRow("SessionDelete", ("agent_event",)),
    EventRow("SessionEnd", ("on_end",), {}, timeout=1.0),
)

MANAGED: Final = "darwin:/Library/Application Support/QwenCode|/etc/qwen-code"
SETTINGS: Final = AgentSettings(
    (
        SettingsFile("project", "./.qwen", "settings.json", "jsonc"),
        SettingsFile("user", "$QWEN_HOME|~/.qwen", "settings.json", "jsonc"),
        SettingsFile("managed", MANAGED, "settings.json", "jsonc"),
        SettingsFile("managed", MANAGED, "system-defaults.json", "jsonc", installs=False),
    ),
    unit="s-or-ms",
    matcher="names-or-search",
    switches=(
        Switch("disableAllHooks", True),
        Switch("$QWEN_CODE_SAFE_MODE", None),
        Switch("$QWEN_CODE_SIMPLE", None),
    ),
    approval=Approval(
        ("project",), "where `security.folderTrust.enabled` is set Qwen runs a project's hooks in trusted folders only"
    ),
    program="qwen",
    unasked=("y",),
    reload="an edit counts at the next start",
)

DIALECT: Final = RowDialect(
    "qwen",
    ROWS,
    TOOLS,
    other=EventRow("", ("agent_event",)),
    version="0.24.4",
    settings=SETTINGS,
)
