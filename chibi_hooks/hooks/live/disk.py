"""Paths -> what is in them as of this look, with patience for whoever is writing: `Disk`.

Rules
-----
* What is gone, or has become empty, or registers nothing any more, is held for `GRACE`: an editor that empties and
  writes, or removes and renames, or writes in parts, must not open a gap without a guard. Where more processes want to
  run than there are processors, an editor's few milliseconds take as many times longer, and so does this, up to
  `BUSIEST` times.
* A file that changes while it is read is not looked at now, but soon.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from chibi_hooks.hooks.live.scan import ABSENT, MOST_HASHED, Contents
from chibi_hooks.hooks.live.sightings import Sightings
from chibi_hooks.scheme.reading.opener import Unsteady, about

GRACE: Final = 0.150  # seconds; an editor's remove-and-rename takes a few milliseconds, on a slow disk a hundred
BUSIEST: Final = 13  # times; with that, what is deleted is held for two seconds
NOTHING: Final = " registers nothing"  # behind the path of such a file: not gone, and held like one that is
SOON: Final = 0.025  # seconds until a file that was being written is looked at again


class Disk:
    """The disk as one look after the other sees it. Not for several threads at once.

    `clock` counts seconds, `now_ns` tells the time of day.
    """

    def __init__(self, clock: Callable[[], float], now_ns: Callable[[], int] = time.time_ns) -> None:
        self.due: float | None = None  # when another look is needed, even if nothing happens
        self._clock = clock
        self._now_ns = now_ns
        self._began_ns = 0  # the look under way
        self.sightings = Sightings(now_ns)
        self._contents = Contents(now_ns)
        self._absences: dict[str, float] = {}  # path -> since when, as of the last look
        self._absent: dict[str, float] = {}  # the same of this look

    def begin(self, for_nobody: bool = False) -> None:
        """A look begins; `for_nobody`: of somebody who will not ask `is_still` before the next one."""
        self._began_ns = self._now_ns()
        self.due = None
        self._absent = {}
        self.sightings.begin(for_nobody)

    def end(self) -> None:
        """It has ended; what it did not ask for is forgotten."""
        self._absences = self._absent
        self._contents.forget_the_rest()

    def is_still(self) -> bool:
        """Would another look find nothing new, as the last one did?"""
        return self.due is None and self.sightings.hold()

    def seen(self, path: str) -> str | None:
        """What a file contains, as a digest; None while it is being written."""
        self.sightings.asks(path)
        try:
            return self._contents.look(path)
        except Unsteady:
            self.again(SOON)
            return None

    def read(self, path: Path, most: int = MOST_HASHED) -> tuple[str, bytes]:
        """Digest and content of a regular file of at most `most` bytes. Raises OSError, Unsteady."""
        return self._contents.read(path, most)

    def changed(self, reads: dict[Path, str]) -> Path | None:
        """The first of these files that is not what it was."""
        for path, content in reads.items():
            seen = self.seen(str(path))
            if seen is None or (seen == ABSENT != content and self.held(path)):
                continue
            if seen != content:
                return path
        return None

    def held(self, path: str | Path) -> bool:
        """Has this been gone for so short a time that we do as if it were there?"""
        key, now = str(path), self._clock()
        since = self._absent[key] = self._absences.get(key, now)
        left = since + GRACE - now
        if left <= 0 and now < since + GRACE * BUSIEST:  # who is never there is asked for at every look
            left = since + GRACE * how_busy() - now
        if left > 0:
            self.again(left)
        return left > 0

    def has_just_gone(self, path: Path) -> bool:
        """Was something taken out of the directory where this would be, so short a time ago that it may come back?
        For a first look, which has seen nothing there. What cannot be told has not."""
        for above in path.parents:
            try:
                there = about(above)
            except OSError:
                return False
            if there is not None:
                when, grace = there.st_mtime_ns, GRACE * how_busy() * 1e9
                # since the look began, which may be a while ago on a busy machine, and not in the future
                return self._began_ns - when < grace and when - self._now_ns() < grace
        return False

    def let_go(self, path: str | Path) -> None:
        """It is gone on purpose: the next look waits for nobody who might bring it back."""
        self._absences[str(path)] = float("-inf")

    def soon(self) -> None:
        """Somebody is writing: look again in a moment."""
        self.again(SOON)

    def again(self, seconds: float) -> None:
        """Look again after so many seconds."""
        at = self._clock() + seconds
        self.due = at if self.due is None else min(self.due, at)


def how_busy() -> float:
    """How many processes want each processor, 1 to `BUSIEST`; 1 where the system does not tell."""
    try:
        return min(max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1)), BUSIEST)
    except (OSError, AttributeError):
        return 1.0
