"""Factory Droid as the host of its handlers (agents-corrections.md §B): Claude Code's answers, and the first decision
counts.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from chibi_hooks.dialects.claude_code.hosting import EVENTS as CLAUDES
from chibi_hooks.dialects.claude_code.hosting import HOSTED as CLAUDE
from chibi_hooks.dialects.hosting.hosted import HttpForm

NAMES: Final = (
    "PreToolUse", "PostToolUse", "UserPromptSubmit", "Notification", "Stop", "SubagentStop", "PreCompact",
    "SessionStart", "SessionEnd", "PermissionRequest", "SubagentStart",
)  # fmt: skip
EVENTS: Final = tuple(replace(each, variables={}) for each in CLAUDES if each.name in NAMES)

HOSTED: Final = replace(
    CLAUDE,
    agent="factory",
    events=EVENTS,
    sends={"session_id": "{uuid}", "transcript_path": None, "cwd": "{project}"},
    http=HttpForm(),
    kinds=frozenset({"command"}),
    model_kinds=frozenset(),
    types={"command": "command"},
    one_bad_costs="entry",
    strict_matcher=False,
    timeout=60.0,
    variables={"FACTORY_PROJECT_DIR": "{project}"},
    placeholders=frozenset({"FACTORY_PROJECT_DIR"}),
    first_decides=True,
    closing=None,
    last_of_equals=False,
    condition="",
    limits_context=0,
    cap=None,
    cap_variable="",
    needs_input={},
    needs_shape={},
    names={},
    plugins_at="",
    fronts=(),
    stop_becomes="",
    version="0.140.0",
)
