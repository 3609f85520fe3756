"""What happens at a host by itself (a reload, a traced call) -> texts that a door takes when it can show them.

A traced call tells from inside of Scheme, where a Stop may arrive at any moment. So the queue is one written in C: one
with a lock in Python could be left locked.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Final

from chibi_hooks.hooks.explanation import describe_reload
from chibi_hooks.hooks.host import Host
from chibi_hooks.hooks.status import Reloaded

WAITING: Final = 1_000  # notices that wait for a door; a traced hook may be called much faster than anybody reads


class Notices:
    """The notices of one REPL."""

    def __init__(self, host: Host) -> None:
        self._waiting: SimpleQueue[str] = SimpleQueue()
        self._lost = 0
        self._listeners = host.reloader.listeners
        self._listener: Callable[[Reloaded], None] = self._reloaded
        self._listeners.append(self._listener)

    def put(self, text: str) -> None:
        """Have a text shown; when too many wait it is counted only. Never waits."""
        if self._waiting.qsize() < WAITING:
            self._waiting.put(text)
        else:
            self._lost += 1

    def take(self, timeout: float | None = None) -> list[str]:
        """What there is to show now; with a `timeout`, wait so many seconds for the first."""
        found: list[str] = []
        with suppress(Empty):
            if timeout is not None:
                found.append(self._waiting.get(timeout=timeout))
            while True:
                found.append(self._waiting.get_nowait())
        if self._lost:
            found.append(f"… and {self._lost} notices more")
            self._lost = 0
        return found

    def close(self) -> None:
        """Listen no more."""
        with suppress(ValueError):
            self._listeners.remove(self._listener)

    def _reloaded(self, reloaded: Reloaded) -> None:
        self.put("\n".join(describe_reload(reloaded)))
