"""The feed of a resident host -> its last saves, each with the recorded decisions that it changes.

While somebody looks at the page the host compares after each save (decision_events.py); when nobody has asked for
`PATIENCE` seconds it does so no longer.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from chibi_hooks.hooks.answer import Json

if TYPE_CHECKING:
    from chibi_hooks.server.feed import Following
    from chibi_hooks.server.resident import Resident

KEPT: Final = 20
PATIENCE: Final = 60.0


class Saves:
    """The saves of one host; any thread may ask."""

    def __init__(self, resident: Resident, clock: Callable[[], float] = time.monotonic) -> None:
        self._resident = resident
        self._clock = clock
        self._lock = threading.Lock()
        self._events: deque[dict[str, Json]] = deque(maxlen=KEPT)
        self._following: Following | None = None
        self._left: Callable[[], None] = lambda: None
        self._asked = 0.0
        self._accepted = -1

    def last(self) -> dict[str, Json]:
        """`{"events": […], "accepted": generation}`: what reloads and comparisons told, oldest first; a person has
        accepted what is not newer than that generation.
        """
        with self._lock:
            self._asked = self._clock()
            if self._following is None:
                self._following = self._resident.feed.follow()
                self._left = self._resident.decisions.used()
            while (event := self._following.next(0)) is not None:
                self._events.append({**event, "time": time.time()})
            return {"events": list(self._events), "accepted": self._accepted}

    def accept(self, generation: int) -> None:
        """What saves up to this generation change is as it should be."""
        with self._lock:
            self._accepted = max(self._accepted, generation)

    def rest(self) -> None:
        """Compare no longer, if nobody has looked for a while."""
        with self._lock:
            if self._following is not None and self._clock() - self._asked > PATIENCE:
                self._stop()

    def close(self) -> None:
        """Follow no longer."""
        with self._lock:
            self._stop()

    def _stop(self) -> None:
        if self._following is not None:
            self._following.close()
            self._following = None
            self._left()
