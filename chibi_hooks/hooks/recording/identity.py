"""Nothing -> names for fires: short, in the order of time, and never the same twice, whatever process makes them.

6560a1b2c3d4e5f6-1      second of the start, four random bytes, number within the host
"""

from __future__ import annotations

import itertools
import os
import time

from chibi_hooks.forks import FORKS
from chibi_hooks.inlined import inlined


class Identities:
    """The names that one host gives to its fires. A forked child gets a beginning of its own."""

    __slots__ = ("__weakref__", "_numbers", "_prefix")

    def __init__(self) -> None:
        self._begin()
        FORKS.tell(self._begin)

    @inlined
    def new_name(self) -> str:
        """For one fire."""
        return f"{self._prefix}-{next(self._numbers)}"

    def _begin(self) -> None:
        self._prefix = f"{int(time.time()):08x}{os.urandom(4).hex()}"
        self._numbers = itertools.count(1)
