"""A running host -> the hooks of a program on the Claude Agent SDK (package `claude-agent-sdk`, our extra `sdk`).

    options = ClaudeAgentOptions(hooks=claude_agent_hooks(host))

Rules
-----
* The rows are those of Claude Code's commands: the SDK's callbacks get the same inputs and give the same answers. No
  process is started for an event.
* A callback never raises: for the SDK an exception lets the tool run. What fails in a hook is what the home says of
  failures, as everywhere; where it denies, the SDK is told to do so, too, if it knows how (0.2.177): it may have lost
  the answer.
* Whatever our hooks do, the program's loop goes on: they run in a thread.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final, get_args

from chibi_hooks.dialects.claude_code import DIALECT
from chibi_hooks.dialects.installing.entry import wired_rows
from chibi_hooks.dialects.rows.conversation import points_of_failure
from chibi_hooks.dialects.rows.guest import guest, settings_of
from chibi_hooks.dialects.rows.memory import InProcess, Memory

if TYPE_CHECKING:
    from claude_agent_sdk import HookMatcher

    from chibi_hooks.dialects.rows.row import EventRow
    from chibi_hooks.hooks.host import Host

SLACK: Final = 5.0  # seconds over the time that our hooks have: when the SDK's own limit is over, the tool is refused

AnswerCallback = Callable[..., Awaitable[Any]]


def claude_agent_hooks(host: Host, memory: Memory | None = None) -> dict[Any, list[HookMatcher]]:
    """The hooks for `ClaudeAgentOptions(hooks=…)`: every event of the SDK in which our hooks can say something.

    `memory` keeps what is known from one event to the next (how often an end was put off); by default it lasts as long
    as what this returns. Raises ImportError without the SDK.
    """
    from claude_agent_sdk import HookMatcher  # the extra
    from claude_agent_sdk.types import HookEvent

    kept, settings = memory or InProcess(time.monotonic), settings_of(host.generation)
    can_block = any(each.name == "on_failure" for each in fields(HookMatcher))

    def matcher(row: EventRow) -> HookMatcher:
        blocks = can_block and settings.closes(points_of_failure(row))
        more: dict[str, Any] = {"on_failure": "block"} if blocks else {}
        return HookMatcher(hooks=[_callback(host, row, kept)], timeout=row.timeout + SLACK, **more)

    known = get_args(HookEvent)
    offered = {name for each in known for name in (get_args(each) or (each,))}
    return {row.event: [matcher(row)] for row in wired_rows(DIALECT, True) if row.event in offered}


def _callback(host: Host, row: EventRow, memory: Memory) -> AnswerCallback:
    async def answer(told: Any, tool_use_id: str | None, context: Any) -> dict[str, Any]:
        rendered = await asyncio.to_thread(guest, host, DIALECT, row.event, _event(told), memory)
        said = json.loads(rendered.text or b"{}")
        return said if isinstance(said, dict) else {}

    return answer


def _event(told: Any) -> bytes:
    """An input as a command hook would read it; nothing, which is no event, where it cannot be written."""
    try:
        return json.dumps(told, default=str, skipkeys=True).encode("utf-8", "surrogatepass")
    except (ValueError, TypeError, RecursionError):  # a circle, or something deep
        return b""
