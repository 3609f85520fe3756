"""How often an agent has gone on after a stop, by session: nobody goes on for ever.

Rules (agents-decisions 9, 18)
-----
* The agent's own number counts, and five where it has none; a variable of the agent's may say another, and 0 no limit.
* A turn that did something, or a new prompt, begins to count anew. Where the event tells the count itself, it is right.
"""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from typing import Final

from chibi_hooks.dialects.hosting.hosted import HostedAgent, HostedEvent
from chibi_hooks.dialects.rows.memory import drop_oldest

OURS: Final = 5  # times, where the agent has no limit of its own
SESSIONS: Final = 1_000  # that are remembered; the oldest goes


class StopCounts:
    """Sessions and how often they have gone on. Threads may share it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._counts: dict[str, int] = {}

    def note(self, hosted: HostedAgent, event: HostedEvent, session: str) -> None:
        """An event has come: after some of them counting begins anew."""
        if event.tool or "prompt" in event.sends:
            with self._lock:
                self._counts.pop(f"{hosted.agent} {session}", None)

    def refusal(
        self, hosted: HostedAgent, event: HostedEvent, session: str, environment: Mapping[str, str], *, wanted: bool
    ) -> str:
        """Why the agent does not go on although that is `wanted`; empty where it does."""
        if event.counts:
            return ""
        key = f"{hosted.agent} {session}"
        cap = cap_of(hosted, environment)
        with self._lock:
            count = self._counts.pop(key, 0)
            if not wanted:
                return ""
            if cap is not None and count >= cap:
                return f"it has gone on {count} times in this session, and {cap} is the most: it stops"
            drop_oldest(self._counts, SESSIONS, key)
            self._counts[key] = count + 1
        return ""


def cap_of(hosted: HostedAgent, environment: Mapping[str, str]) -> int | None:
    """How often it may go on; None: for ever."""
    said = environment.get(hosted.cap_variable, "") if hosted.cap_variable else ""
    if said.isdecimal():
        return int(said) or None
    return OURS if hosted.cap is None else hosted.cap
