"""Antigravity as the host of its handlers, as measured with 1.2.3 (agents-corrections.md §B): it fails closed.

PreToolUse: {"decision": "allow" | "deny" | "ask" | "force_ask", "reason": …}; nothing at all lets the tool run, and
whatever else is said, `{}` included, denies.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chibi_hooks.dialects.hosting.hosted import AnswerField, AnswerForm, HostedAgent, HostedEvent
from chibi_hooks.hooks.answer import Json

CALL: Final[Mapping[str, Json]] = {"tool_name": "run_command", "tool_input": {}}
WORDS: Final[Mapping[str, str]] = {"allow": "allow", "deny": "deny", "ask": "ask", "force_ask": "ask"}

EVENTS: Final = (
    HostedEvent(
        "PreToolUse", CALL, "tool_name",
        (AnswerField("decision", "decision", WORDS), AnswerField("reason", "reason")),
        exit_2="deny", tool=True, closed=True, answer_needed=True,
    ),
    HostedEvent("PostToolUse", {**CALL, "tool_response": ""}, "tool_name"),
    HostedEvent("PreInvocation", {}, ""),
    HostedEvent("PostInvocation", {}, ""),
    HostedEvent(
        "Stop", {}, "",
        (AnswerField("decision", "block", {"continue": "block", "": ""}), AnswerField("reason", "why")),
        blocks="keep_going",
    ),
    HostedEvent("SessionStart", {}, ""),
)  # fmt: skip

HOSTED: Final = HostedAgent(
    "antigravity",
    EVENTS,
    {"session_id": "{uuid}", "cwd": "{project}"},
    form=AnswerForm(objects_only=False, no_json="failure"),
    strict_matcher=False,
    parallel=False,
    ends_at=frozenset({"deny"}),
    timeout=60.0,
    managed=False,
    version="1.2.3",
)
