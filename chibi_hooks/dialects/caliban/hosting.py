"""caliban as the host of its handlers: as its manual says (`documented`), and as its code does (`coded`).

PreToolUse: {"tool": {"name": "Bash", "input": {…}}}; {"hookSpecificOutput": {"permissionDecision": "deny"}} decides
whatever the exit code is, else exit 2 denies with stderr; one after the other, each sees the rewrite of the one before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from chibi_hooks.dialects.hosting.hosted import (
    AnswerField,
    AnswerForm,
    HostedAgent,
    HostedEvent,
    HttpForm,
)
from chibi_hooks.hooks.answer import Json

INSIDE: Final = "hookSpecificOutput"
WORDS: Final[Mapping[str, str]] = {
    "deny": "deny",
    "ask": "ask",
    "allow": "allow",
    "*": "",
}  # any other word lets it run
CODED_WORDS: Final[Mapping[str, str]] = {**WORDS, "ask": "deny"}


def permission(words: Mapping[str, str]) -> tuple[AnswerField, ...]:
    """What a gate can say."""
    return (
        AnswerField(f"{INSIDE}.permissionDecision", "decision", words),
        AnswerField(f"{INSIDE}.permissionDecisionReason", "reason"),
        AnswerField(f"{INSIDE}.updatedInput", "input"),
    )


CONTEXT: Final = (AnswerField("additionalContext", "context"), AnswerField(f"{INSIDE}.additionalContext", "context"))
TOOL: Final[Mapping[str, Json]] = {"turn_index": 0, "tool": {"name": "Bash", "useId": "toolu_chibi_hooks", "input": {}}}
HERE: Final[Mapping[str, Json]] = {"cwd": "{project}"}
TASK: Final[Mapping[str, Json]] = {"task_id": "1", "content": "", "status": "pending"}
AGENT: Final[Mapping[str, Json]] = {"parent_turn_index": 0, "agent_name": "", "task_id": "1"}
RESERVED: Final = "it is reserved, and never sent"


def sent(words: Mapping[str, str], more: Mapping[str, Json]) -> tuple[HostedEvent, ...]:
    """The events that its code sends."""
    return (
        HostedEvent(
            "SessionStart", {**HERE, "provider": "", "model": ""}, "", CONTEXT, exit_2="", heeds_exit=False
        ),
        HostedEvent("PreToolUse", {**TOOL, **more}, "tool.name", permission(words), exit_2="deny", tool=True),
        HostedEvent("PostToolUse", {**TOOL, **more}, "tool.name", backwards=True),
    )  # fmt: skip


PROMISED: Final = (
    HostedEvent("SessionEnd", {**HERE, "turn_count": 0, "input_tokens": 0, "output_tokens": 0}),
    HostedEvent(
        "UserPromptSubmit", {**HERE, "turn_index": 0, "prompt": "", "attachments": [], "is_slash": False}, "",
        permission(WORDS), exit_2="deny",
    ),
    HostedEvent("PreCompact", {"token_count_before": 0, "strategy": ""}),
    HostedEvent("PostCompact", {"token_count_before": 0, "strategy": "", "token_count_after": 0, "compacted": True}),
    HostedEvent("PostToolUseFailure", {**TOOL, **HERE, "error": ""}, "tool.name", backwards=True),
    HostedEvent("ConfigChange", {"changed_keys": [], "new_settings_summary": ""}),
    HostedEvent("CwdChanged", {"old_cwd": "{project}", "new_cwd": "{project}"}),
    HostedEvent("FileChanged", {"path": "", "kind": "modified", "tool": None}),
    HostedEvent("SubagentStart", AGENT),
    HostedEvent("SubagentStop", {**AGENT, "success": True, "final_text": ""}),
    HostedEvent("TaskCreated", TASK),
    HostedEvent("TaskCompleted", {**TASK, "terminal_status": "completed"}),
    HostedEvent(
        "PermissionRequest", {**TOOL, **HERE, "rule_action": "ask", "rule_comment": None}, "tool.name",
        permission(WORDS), exit_2="deny", tool=True,
    ),
    HostedEvent("PermissionDenied", {**TOOL, **HERE, "rule_action": "deny", "rule_comment": None}, "tool.name"),
    HostedEvent("Notification", {"level": "info", "message": ""}),
    HostedEvent("Stop", {**HERE, "turn_count": 0, "input_tokens": 0, "output_tokens": 0}),
    HostedEvent("StopFailure", {**HERE, "error": "unknown"}),
)  # fmt: skip
NEVER: Final = tuple(
    HostedEvent(name, fires=False, why_not=RESERVED)
    for name in (
        "Setup", "UserPromptExpansion", "PostToolBatch", "InstructionsLoaded", "WorktreeCreate", "WorktreeRemove",
        "Elicitation", "ElicitationResult", "TeammateIdle",
    )
)  # fmt: skip
DROPPED: Final = tuple(
    HostedEvent(each.name, fires=False, why_not="its code sends it to no handler") for each in (*PROMISED, *NEVER)
)


def nested(told: dict[str, Json], project: Path) -> dict[str, Json]:
    """An event whose tool is one object, also of one that was told flat."""
    made = dict(told)
    flat = {
        "name": made.pop("tool_name", None),
        "input": made.pop("tool_input", None),
        "useId": made.pop("tool_use_id", None),
    }
    stated = {key: value for key, value in flat.items() if value is not None}
    if stated and isinstance(made.get("tool"), dict | None):
        made["tool"] = {**(made.get("tool") or {}), **stated}
    return made


DOCUMENTED: Final = HostedAgent(
    "caliban",
    (*sent(WORDS, HERE), *PROMISED, *NEVER),
    {"session_id": "{uuid}"},
    name_key="hookEventName",
    form=AnswerForm(
        json_at="every",
        json_wins=frozenset({f"{INSIDE}.permissionDecision", f"{INSIDE}.updatedInput"}),
        signal_is_zero=True,
        bad_input_denies=True,
        denial="denied by hook",
    ),
    http=HttpForm(
        {"urls": "allowed_http_hook_urls", "variables": "http_hook_allowed_env_vars"},
        listed_only=True,
        unlisted_denies=True,
        local=False,
        local_switch="allow_local_http_hook_targets",
        patterns="no-ports",
        variables="braces",
        variables_in_url=True,
        entry_names_variables=False,
        repository_lists=False,
    ),
    shell=(),
    kinds=frozenset({"command", "http"}),
    types={"command": "command", "http": "http", "mcp": "mcp", "prompt": "prompt", "agent": "agent"},
    required={"http": ("url",), "mcp": ("mcp", "tool"), "prompt": ("prompt",), "agent": ("agent",)},
    must={"agent": ("async", True)},
    one_bad_costs="start",
    timeout=30.0,
    variables={"CALIBAN_PROJECT_DIR": "{project}"},
    placeholders=frozenset({"CALIBAN_PROJECT_DIR"}),
    parallel=False,
    chained=True,
    ends_at=frozenset({"deny"}),
    condition="caliban",
    highest=("managed", "user", "project", "local"),
    managed_keeps=False,
    managed_only="any",
    cap=3,
    needs_input={
        "Bash": ("command",), "Read": ("path",), "Write": ("path", "content"),
        "Edit": ("path", "old_string", "new_string"), "WebFetch": ("url",),
    },
    input_at="tool.input",
    tool_at="tool.name",
    nested=frozenset({"tool"}),
    shape=nested,
    version="0.3.0",
    profile="documented",
)  # fmt: skip

DIFFERS: Final[Mapping[str, str]] = {
    "events": "only PreToolUse, PostToolUse and SessionStart reach a handler; in the binary of 0.3.0 none at all",
    "ask": "the code takes `ask` for a denial",
    "urls": "by the manual a URL that is not listed denies, by the code the tool runs",
    "managed-only": "allow_managed_hooks_only silences managed handlers, too",
    "variables": "the code fills in no ${CALIBAN_PROJECT_DIR}: such a command cannot be started",
    "failures": "a failing tool is told by PostToolUse",
}

CODED: Final = replace(
    DOCUMENTED,
    events=(*sent(CODED_WORDS, {}), *DROPPED),
    http=replace(DOCUMENTED.http, unlisted_denies=False),
    variables={},
    placeholders=frozenset(),
    managed_only="nobody",
    profile="coded",
)

HOSTED: Final = replace(DOCUMENTED, profiles={"coded": CODED}, differs=DIFFERS)
