"""Frames that clients have not taken yet -> a bound over all clients: whoever does not read is dropped before that
costs the others anything.

Rules
-----
* Counted is what is encoded and not yet handed to the system, of all connections together.
* Over `LIMIT` the client goes whose write has not moved for the longest time, if that is at least `STALLED`; who has
  something large to say waits until that is so. Small frames never wait for anybody else's.
* A client that only is slow (a stopped process, a busy machine) costs little, and stays until its own time limit.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

LIMIT: Final = 32 << 20  # bytes of all clients: some large answers at once
SMALL: Final = 64 << 10  # bytes of a frame that waits for nobody
STALLED: Final = 0.25  # seconds without a byte taken
PATIENT: Final = 2.0  # seconds that a large frame waits at most
LOOK: Final = 0.05  # seconds between two looks meanwhile


@dataclass(eq=False, slots=True)
class Unsent:
    """What one client has not taken. `drop` ends it, with a reason."""

    drop: Callable[[str], None]
    size: int = 0
    moved: float = 0.0  # when it took a byte last
    dropped: bool = False  # its frames are let go, and count no more


class Outgoing:
    """The frames of all clients of a door."""

    def __init__(self, limit: int = LIMIT, now: Callable[[], float] = time.monotonic) -> None:
        self.limit = limit
        self.total = 0
        self._now = now
        self._clients: set[Unsent] = set()
        self._changed = threading.Condition()

    def add(self, unsent: Unsent, size: int) -> None:
        """A frame is about to be written; makes room for it."""
        until = self._now() + PATIENT
        with self._changed:
            if not unsent.size:
                unsent.moved = self._now()
            unsent.size += size
            if not unsent.dropped:
                self.total += size
                self._clients.add(unsent)
        while self.total > self.limit and self._now() < until:
            victim = self._longest_stalled()
            if victim is not None:
                waits = f"{victim.size >> 10} KB of {self.total + victim.size >> 10} KB wait for clients"
                victim.drop(f"it takes no answers ({waits})")
            if size < SMALL:
                return
            with self._changed:
                self._changed.wait(LOOK)

    def moved(self, unsent: Unsent) -> None:
        """The client has taken something."""
        unsent.moved = self._now()

    def done(self, unsent: Unsent, size: int) -> None:
        """A frame is out, or never will be."""
        with self._changed:
            unsent.size -= size
            if not unsent.dropped:
                self.total -= size
            if not unsent.size:
                self._clients.discard(unsent)
            self._changed.notify_all()

    def _longest_stalled(self) -> Unsent | None:
        with self._changed:
            first = min(self._clients, key=lambda each: each.moved, default=None)
            if first is None or self._now() - first.moved < STALLED:
                return None
            self._clients.discard(first)
            self.total -= first.size
            first.dropped = True
            return first
