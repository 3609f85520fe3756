"""One call from outside -> its `Account`: what that call, and everything it sets off, may still take.

Rules (DESIGN §4)
-----
* One account for a fire or a tool call from outside; the fires, tools and responders that it causes draw from the same
  one, however deep. It is handed down: in the `Event` to responders, in the chain to tools.
* Of Scheme each world has a share: its time limit, of which all its registrations, what is converted for it, and its
  tools however deep draw. A spent share shortens no other's; what all files of a home take together has a limit too.
* Responders that are processes have limits of their own, by the clock.
"""

from __future__ import annotations

import time

from chibi_hooks.scheme.running.shares import Tally


class Account(Tally):
    """What one call from outside may take: so many `seconds` by the clock, and of Scheme what its shares say."""

    __slots__ = ("deadline", "seconds")

    def __init__(self, seconds: float, now: float | None = None) -> None:
        """`now`: by the monotonic clock, where it is known."""
        self.drawn = 0.0
        self.shares = None
        self.seconds = seconds
        self.deadline = (time.monotonic() if now is None else now) + seconds

    @property
    def left(self) -> float:
        """How many seconds there are still."""
        return self.deadline - time.monotonic()

    def share(self, own: float) -> float:
        """How many seconds a responder may take that is a process, and whose own limit is `own`."""
        return own
