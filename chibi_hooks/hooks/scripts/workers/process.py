"""A born process and what it is told -> its answers, in time; our end of a worker: `Worker`, `Clock`.

Rules
-----
* The worker keeps its limit itself; it is killed when it has computed far more than that, or has taken far too long by
  the clock. What it waits for does not count.
* The kernel's clock of a process is read once for a call: between calls a worker computes nothing worth counting.
"""

from __future__ import annotations

import os
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Final

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.scripts.workers import wire
from chibi_hooks.hooks.scripts.workers.nursery import NURSERY, Born
from chibi_hooks.scheme.running.shares import Share

GRACE: Final = 0.5  # seconds of computing over the limit, in which the worker stops the script itself
BACKSTOP: Final = 30.0  # seconds of computing between two movings of the system's own limit
PATIENCE: Final = 10  # times the limit by the clock, at least `LEAST` seconds over it
LEAST: Final = 5.0


class Worker:
    """A process and our end of its socket."""

    __slots__ = ("allowed", "clear", "computed", "fd", "owner", "pid", "socket")

    def __init__(self, born: Born) -> None:
        self.socket, self.pid = born
        self.fd = self.socket.fileno()
        self.owner = os.getpid()
        self.allowed = 0.0  # seconds of computing
        self.computed = 0.0  # at the end of its last answer
        self.clear = partial(socket.socket.close, self.socket)  # its process sees the end and goes
        wire.prepare(self.socket)

    @property
    def is_foreign(self) -> bool:
        """Is it the worker of the process that we were forked from?"""
        return self.owner != os.getpid()

    def allow(self, end: float) -> None:
        """Let the system end it some time after it has computed so many seconds in all, should we not."""
        if end > self.allowed and hasattr(resource, "prlimit"):
            self.allowed = end + BACKSTOP
            with suppress(OSError, ValueError):
                resource.prlimit(self.pid, resource.RLIMIT_CPU, (int(self.allowed) + 1, resource.RLIM_INFINITY))

    def end(self) -> None:
        """Kill it."""
        self.clear()
        if not self.is_foreign:
            NURSERY.kill(self.pid)


class Clock:
    """How long a worker may take for one call; called while it is waited for. Raises TimeoutError then."""

    __slots__ = ("_begun", "_end", "_more", "_share", "_started", "_worker")

    def __init__(self, worker: Worker, share: Share, more: float) -> None:
        self._worker = worker
        self._share = share
        self._more = GRACE + more  # over what is left
        self._started = time.monotonic()
        self._end = self._started + max(PATIENCE * share.seconds, share.seconds + LEAST) + more
        self._begun = worker.computed
        worker.allow(self._begun + share.left + self._more)

    def __call__(self) -> None:
        computed = computed_by(self._worker.pid) - self._begun
        if time.monotonic() > self._end or computed > self._share.left + self._more:
            raise TimeoutError(f"it ran longer than its {self._share.seconds:g} s")

    def settle(self) -> None:
        """Draw what was computed until now."""
        now, computed = time.monotonic(), computed_by(self._worker.pid)
        self._share.draw(now - self._started, computed - self._begun)
        self._started = now
        self._worker.computed = self._begun = computed

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Inside the block the clock stands still."""
        self.settle()
        since = self._started
        try:
            yield
        finally:
            self._started = time.monotonic()
            self._worker.computed = self._begun = computed_by(self._worker.pid)  # others may have asked it
            self._end += self._started - since


def computed_by(pid: int) -> float:
    """Seconds that a process has computed; 0 where the system does not tell."""
    with suppress(OSError, AttributeError, OverflowError):
        return time.clock_gettime((~pid << 3) | 2)  # the kernel's own name for the clock of a process
    return 0.0


def told_by(worker: Worker, frame: bytes, clock: Clock) -> dict[str, Json]:
    """Say this to a worker, and give what it says. Raises Unheard, BadFrame, OSError; TimeoutError (an OSError)."""
    told = wire.exchange(worker.fd, frame, clock)
    if not isinstance(told, dict):
        raise wire.BadFrame("it said no object")
    return told
