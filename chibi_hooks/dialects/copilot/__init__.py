"""Copilot CLI, as measured with 1.0.102: the spelling of the event chooses the form, flat (camel) or Claude's (Pascal).

{"sessionId": …, "timestamp": 1, "cwd": …, "toolName": "bash", "toolArgs": {"command": "ls"}}      preToolUse, unnamed
A crash of ours would deny every tool.
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.dialects.claude_code import BLOCK, specific
from chibi_hooks.dialects.rows.dialect import RowDialect
from chibi_hooks.dialects.rows.row import (
    CONTEXT,
    INPUT,
    KEEP,
    OUTPUT,
    PROMPT,
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
from chibi_hooks.dialects.rows.settings import AgentSettings, Approval, EntryShape, SettingsFile, Switch
from chibi_hooks.dialects.rows.tools import EDIT, FETCH, FIND, PATCH, READ, SEARCH, SHELL, SPAWN, WRITE, Tools

UNSHOWN: Final = Cannot("its user is shown nothing by a hook")
NO_END: Final = Degrades("it cannot be told to end", "deny")
ADDS: Final = Honours({"additionalContext": CONTEXT})
KEEPS: Final = Honours({"decision": "block", "reason": KEEP})
FLAT: Final[dict[Word, Becomes]] = {
    "deny": Honours({"permissionDecision": "deny", "permissionDecisionReason": REASON}),
    "ask": Honours({"permissionDecision": "ask", "permissionDecisionReason": REASON}),
    "rewrite": Honours({"modifiedArgs": INPUT}),
    "context": ADDS,
    "warn": UNSHOWN,
    "stop": NO_END,
}
PERMITS: Final[dict[Word, Becomes]] = {
    "deny": Honours({"behavior": "deny", "message": REASON}),
    "allow": Honours({"behavior": "allow"}),
    "ask": Honours({}),
    "warn": UNSHOWN,
    "stop": NO_END,
}
PROMPTED: Final[dict[Word, Becomes]] = {
    "deny": BLOCK, "prompt": Honours({"modifiedPrompt": PROMPT}), "context": ADDS, "warn": UNSHOWN, "stop": NO_END,
}  # fmt: skip
RESULTS: Final[dict[Word, Becomes]] = {
    "deny": BLOCK, "output": Honours({"modifiedResult": OUTPUT}), "context": ADDS, "warn": UNSHOWN, "stop": NO_END,
}  # fmt: skip
KEPT: Final[dict[Word, Becomes]] = {"keep_going": KEEPS, "warn": UNSHOWN}
CAMEL: Final = CallAt("toolName", "toolArgs", "toolResult")
PASCAL: Final = CallAt("tool_name", "tool_input", "tool_result|tool_response")
ASKED_FOR: Final = CallAt("toolName|tool_name", "toolInput|tool_input|toolArgs")
NOTICE: Final = {"message": "message", "title": "title", "type": "notification_type"}

TOOLS: Final = Tools(
    {
        "bash": SHELL, "powershell": SHELL, "write_bash": SHELL, "write_powershell": SHELL, "view": READ,
        "show_file": READ, "read": READ, "create": WRITE, "write": WRITE, "edit": EDIT, "str_replace_editor": EDIT,
        "apply_patch": PATCH, "glob": FIND, "grep": FIND, "rg": FIND, "ls": FIND, "web_fetch": FETCH,
        "web_search": SEARCH, "task": SPAWN, "Bash": SHELL, "PowerShell": SHELL, "Read": READ, "Write": WRITE,
        "Edit": EDIT, "Glob": FIND, "Grep": FIND, "WebFetch": FETCH, "WebSearch": SEARCH, "Agent": SPAWN,
    },
    keys={"path": ("path", "file_path"), "old": ("old_str", "old_string"), "new": ("new_str", "new_string")},
    mcp=(r"mcp__(?P<server>.+?)__(?P<tool>.+)", r"(?P<server>[^-_]+)-(?P<tool>.+)"),
    exact=False,
)  # fmt: skip

ROWS: Final = (
    EventRow("sessionStart", START_POINTS, {"context": ADDS}),
    EventRow("sessionEnd", ("on_end",), {}, timeout=1.0),
    EventRow("userPromptSubmitted", ("pre_message",), PROMPTED, {"prompt": "prompt"}),
    EventRow("userPromptTransformed", ("agent_event",)),
    EventRow("preToolUse", TOOL_POINTS, FLAT, call=CAMEL),
    EventRow("permissionRequest", ("pre_permission",), PERMITS, call=ASKED_FOR),
    EventRow("postToolUse", RESULT_POINTS, RESULTS, call=CAMEL, alone=("deny",)),
    EventRow(
        "postToolUseFailure",
        ("post_tool_failure",),
        {"context": ADDS},
        call=CallAt("toolName", "toolArgs", "error|toolError"),
    ),
    EventRow("agentStop", STOP_POINTS, KEPT, {"stop_active": "stop_hook_active"}),
    EventRow("subagentStart", ("agent_event",), {"context": ADDS}),
    EventRow("subagentStop", ("post_spawn_agent",), KEPT),
    EventRow("errorOccurred", ("post_turn_failure",), {}, {"error": "error.name|error", "details": "error.message"}),
    EventRow("preCompact", ("pre_compact",), {}, {"summary": "customInstructions"}),
    EventRow("notification", ("on_notification",), {}, NOTICE),
    # the same, where the key in its settings is spelled like this
    EventRow("SessionStart", START_POINTS, {"context": ADDS}),
    EventRow("SessionEnd", ("on_end",), {}, timeout=1.0),
    EventRow("UserPromptSubmit", ("pre_message",), PROMPTED, {"prompt": "prompt"}),
    EventRow(
        "PreToolUse",
        TOOL_POINTS,
        {
            "deny": specific(permissionDecision="deny", permissionDecisionReason=REASON),
            "ask": specific(permissionDecision="ask", permissionDecisionReason=REASON),
            "rewrite": Honours({"modifiedArgs": INPUT}),
            "context": specific(additionalContext=CONTEXT),
            "warn": UNSHOWN,
            "stop": NO_END,
        },
        call=PASCAL,
    ),
    EventRow("PermissionRequest", ("pre_permission",), PERMITS, call=ASKED_FOR),
    EventRow("PostToolUse", RESULT_POINTS, RESULTS, call=PASCAL, alone=("deny",)),
    EventRow("PostToolUseFailure", ("post_tool_failure",), {"context": ADDS}, call=CallAt(output="error")),
    EventRow("Stop", STOP_POINTS, KEPT, {"stop_active": "stop_hook_active"}),
    EventRow("SubagentStart", ("agent_event",), {"context": ADDS}),
    EventRow("SubagentStop", ("post_spawn_agent",), KEPT),
    EventRow("PreCompact", ("pre_compact",), {}, {"summary": "custom_instructions"}),
    EventRow("Notification", ("on_notification",), {}, NOTICE),
)

VERSION: Final = {"version": 1}
USERS: Final = "$COPILOT_HOME|~/.copilot"
OURS: Final = "hooks/chibi-hooks.json"
SETTINGS: Final = AgentSettings(
    (
        SettingsFile(
            "managed", "/etc/copilot", "policy.d/*.json", writes="policy.d/chibi-hooks.json", header=VERSION,
            marked=False,
        ),
        SettingsFile("user", USERS, "hooks/*.json", writes=OURS, header=VERSION, marked=False),
        SettingsFile("user", USERS, "settings.json", installs=False),
        SettingsFile("project", "./.github", "hooks/*.json", writes=OURS, header=VERSION, marked=False),
        SettingsFile("project", "./.github/copilot", "settings.json", installs=False),
        SettingsFile("local", "./.github/copilot", "settings.local.json", installs=False),
        SettingsFile("plugin", ".", "hooks.json"),
    ),
    EntryShape(
        grouped=False, command=("bash", "command", "exec"), args="args", timeout=("timeoutSec", "timeout"), url="url"
    ),
    matcher="anchored",
    switches=(Switch("disableAllHooks", True),),
    approval=Approval(
        ("project", "local"), "Copilot runs a project's hooks in trusted folders only: `copilot --trust-folder`"
    ),
    reads=("claude-code",),
    program="copilot",
    reload="an edit counts at the next start",
    names_event=True,
    spelling="[a-z]",  # the other ones are Claude Code's, for its own files
)

DIALECT: Final = RowDialect(
    "copilot",
    ROWS,
    TOOLS,
    names=("hook_event_name", "hookName"),
    common={
        "session_id": "sessionId|session_id",
        "cwd": "cwd",
        "transcript": "transcriptPath|transcript_path",
    },
    subagent={"type": "agentName|agent_name"},
    signs={
        "toolName toolResult": "postToolUse",
        "toolName error": "postToolUseFailure",
        "toolName toolArgs": "preToolUse",
        "toolName toolInput": "permissionRequest",
        "prompt transformedPrompt": "userPromptTransformed",
        "sessionId prompt": "userPromptSubmitted",
        "sessionId stopReason": "agentStop",
    },
    version="1.0.102",
    settings=SETTINGS,
)
