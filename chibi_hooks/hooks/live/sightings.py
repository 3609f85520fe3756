"""What a look has asked the disk -> whether another look would be told the same: `Sightings`.

Rules
-----
* A look asks much and is told little: which files there are, and what `stat` says of them. So after one that found
  nothing new, whoever looks again asks just that, at a quarter of the price, and looks only where something is another.
  Nothing is taken from the file system's word: of a directory the names count, too, for some systems keep no time of
  it; what was not there is asked for again.
* What counts is what was told before that look began: a save while it looked is none that it has seen. And a stamp
  counts only once it is settled (scan.py).
* Who looks tells all that it asks (`asks`), or that it asks more than is told (`asks_more`): then every look is whole.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from typing import Final

from chibi_hooks.hooks.live.scan import SETTLED
from chibi_hooks.scheme.reading.opener import Stamp, stamp_of

Sighting = tuple[Stamp, tuple[str, ...]] | tuple[int | None, bool]
"""What lies at a path: its stamp, and of a directory the names in it; or why nobody can tell, and whether it is a
link."""

_NO_NAMES: Final[tuple[str, ...]] = ()


class Sightings:
    """What looks ask of the disk, and what it says. Not for several threads at once."""

    def __init__(self, now_ns: Callable[[], int]) -> None:
        self._now_ns = now_ns
        self._asked: dict[str, None] = {}
        self._has_more = True
        self._before: dict[str, Sighting] = {}  # what the look before asked, as it was when this one began
        self._latest = 0  # what is older was settled then
        self._youngest = 0  # of the stamps that were found: until it is settled, there is nothing to be kept
        self._kept: dict[str, Sighting] = {}  # what holds as long as these are as they are

    def begin(self, for_nobody: bool = False) -> None:
        """A look begins; `for_nobody`: whoever looks will not ask whether another one is needed."""
        self._latest = self._now_ns() - SETTLED
        is_young = self._latest <= self._youngest <= self._latest + SETTLED  # a later one is no time
        in_vain = for_nobody or self._has_more or is_young
        self._before = {} if in_vain else {path: _sighted(path) for path in self._asked}
        self._kept, self._asked, self._has_more = {}, {}, False

    def asks(self, path: str) -> None:
        """It asks what lies there."""
        self._asked[path] = None

    def asks_more(self) -> None:
        """It asks what is not told here."""
        self._has_more = True

    def keep(self) -> None:
        """It has ended, and found nothing new."""
        before = self._before
        if self._has_more or before.keys() != self._asked.keys():
            return
        self._youngest = max((max(told[3:]) for told, _ in before.values() if told.__class__ is tuple), default=0)
        if self._youngest < self._latest:
            self._kept = before

    def forget(self) -> None:
        """The next look may find what is not on the disk."""
        self._kept, self._has_more, self._youngest = {}, True, 0

    def hold(self) -> bool:
        """Would another look be told what that one was?"""
        kept = self._kept
        return bool(kept) and all(_sighted(path) == sighting for path, sighting in kept.items())


def _sighted(path: str) -> Sighting:
    is_link = False
    try:
        there = os.lstat(path)
        is_link = stat.S_ISLNK(there.st_mode)
        if is_link:
            there = os.stat(path)
        if stat.S_ISDIR(there.st_mode):
            return stamp_of(there), tuple(os.listdir(path))
        return stamp_of(there), _NO_NAMES
    except OSError as error:
        return error.errno, is_link
