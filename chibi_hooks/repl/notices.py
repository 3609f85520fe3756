"""What happens at a host by itself (a reload, a traced call) -> texts that a door takes when it can show them.

A traced call tells from inside of Scheme, where a Stop may arrive at any moment; a mailbox is not torn by that.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from chibi_hooks.hooks.host import Host
from chibi_hooks.hooks.live.reload_lines import describe_reload
from chibi_hooks.hooks.live.status import Reloaded
from chibi_hooks.repl.mailbox import Mailbox

WAITING: Final = 1_000  # notices that wait for a door; a traced hook may be called much faster than anybody reads


class Notices:
    """The notices of one REPL."""

    def __init__(self, host: Host) -> None:
        self._waiting: Mailbox[str] = Mailbox()
        self._lost = 0
        self._listeners = host.reloader.listeners
        self._listener: Callable[[Reloaded], None] = self._reloaded
        self._listeners.append(self._listener)

    def put(self, text: str) -> None:
        """Have a text shown; when too many wait it is counted only. Never waits."""
        if len(self._waiting) < WAITING:
            self._waiting.put(text)
        else:
            self._lost += 1

    def take(self, timeout: float | None = None) -> list[str]:
        """What there is to show now; with a `timeout`, wait so many seconds for the first."""
        found = self._waiting.take(timeout or 0.0)
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
