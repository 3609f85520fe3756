"""What any thread or signal handler puts in -> what one thread takes out, which may wait for it for some seconds.

Rules
-----
* A thread that receives signals waits here and nowhere else: for output, replies, notices. The queue of the standard
  library must not be asked to wait with a timeout: on CPython 3.11 and 3.12 a `SimpleQueue.get(timeout=…)` that a
  signal interrupts near its end computes a negative rest, which means "for ever" to the lock below it. Where a busy
  thread holds the interpreter meanwhile, every tenth Ctrl-C did that. `Lock.acquire(timeout=…)` minds it.
* So the things lie in a queue written in C, and a lock is the bell that tells of them: it is held while there is
  nothing new. A Stop may strike between the two steps of `put`; then the thing is there, only the bell is silent, and
  whoever waits finds it at the end of its timeout.
* Nothing here waits but `take`, and no lock is held while Python code runs: a signal handler may put and ring, also
  one that interrupts a `take`.
"""

from __future__ import annotations

from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Final, Generic, TypeVar

MOST: Final = 10_000  # things that are taken at once: programs print a word at a time, and whoever shows it has a turn

T = TypeVar("T")


class Mailbox(Generic[T]):
    """Things for one taker, in the order in which they were put in."""

    def __init__(self) -> None:
        self._things: SimpleQueue[T] = SimpleQueue()
        self._bell = Lock()
        self._bell.acquire()

    def __len__(self) -> int:
        """How many wait to be taken."""
        return self._things.qsize()

    def put(self, thing: T) -> None:
        """Have a thing taken. Never waits."""
        self._things.put(thing)
        self.ring()

    def ring(self) -> None:
        """Wake whoever waits, although nothing may have come. Never waits."""
        if self._bell.locked():
            with suppress(RuntimeError):  # another thread was faster
                self._bell.release()

    def take(self, timeout: float = 0.0) -> list[T]:
        """What there is, `MOST` at once; when that is nothing, what came within so many seconds or until the bell
        rang."""
        self._bell.acquire(blocking=False)  # what it has told is about to be taken
        found = self._at_hand()
        if not found and timeout > 0:
            self._bell.acquire(timeout=timeout)
            found = self._at_hand()
        return found

    def _at_hand(self) -> list[T]:
        found: list[T] = []
        with suppress(Empty):
            while len(found) < MOST:
                found.append(self._things.get_nowait())
        return found
