"""A lock -> an iterator that takes it: `for _ in taking(lock): break`.

Rules
-----
* Python raises what a Ctrl-C raises after a call, never after a step of a `for`. So nothing can come between such a
  step and the `try` behind it, whose `finally` lets the lock go: `with` does no more, and takes twice as long, which
  is felt in every fire. The iterator is made once and kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from threading import Lock, RLock


def taking(lock: Lock | RLock) -> Iterator[bool]:
    """It has no end: every step takes the lock once."""
    return iter(lock.acquire, False)
