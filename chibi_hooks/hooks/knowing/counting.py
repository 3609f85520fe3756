"""Something happens -> how often it has: within some time, or in a row; hosts count together: `Counts`.

Rules
-----
* Every count is made at once, alone with the cells (cells.py): no host counts past another, and none loses what it has
  counted.
* A window has the last `TIMES` moments. Where the clock was put back, what lies in the future happened now.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from hashlib import blake2b
from typing import Final

from chibi_hooks.hooks.knowing.cells import MARK, MOMENTS, WORD, Cells, Owned

TIMES: Final = 1_000  # moments of a key: a limit of more a window is none
LOW: Final = (1 << 32) - 1
MOST: Final = 1 << 62  # in a row: what is damaged shall stay a number
MOMENT: Final = struct.Struct("=d")


class Counts:
    """How often things happen. Threads may share it. Every method raises BadRequest where the cells cannot be used."""

    def __init__(self, cells: Cells) -> None:
        self._cells = cells

    def times(self, place: Owned, seconds: float, now: float) -> int:
        """How often something has happened within the last `seconds`, this time included. Raises BadRequest."""
        return self._happens(place, seconds, now, TIMES + 1)

    def once_more(self, place: Owned, seconds: float, now: float, most: int) -> bool:
        """May it happen once more, where it may happen `most` times within so many seconds? True counts. Raises
        BadRequest."""
        return self._happens(place, seconds, now, most) > 0

    def _happens(self, place: Owned, seconds: float, now: float, most: int) -> int:
        """How often it has happened, this time included; 0, and it does not happen, when it has been `most` times."""
        cells = self._cells
        cells.hold()
        try:
            (at, digest, packed, _), block = cells.window(place)
            start, end = packed >> 32, packed & LOW  # of the moments, in one number: both count at once
            if not start <= end <= MOMENTS:
                start = end = 0  # damaged
            count = end - start
            known = count if end == MOMENTS else min(count, max(most, 1))  # further ones tell nothing
            while True:
                data = cells.read(block + (end - known) * WORD, known * WORD)
                moments = memoryview(data).cast("d")
                if known == count or moments[0] <= now:
                    break
                known = count  # the clock was put back
            past = known
            while past and moments[past - 1] > now:
                past -= 1
            within = known - bisect_right(moments, now - seconds, 0, past)
            happens = within < most
            first = past  # of the moments that are written: what is behind it happened now
            if happens and end == MOMENTS:
                start, end, first = 0, count, 0
            anew = data[first * WORD : past * WORD] + MOMENT.pack(now) * (known - past + happens)
            cells.write(block + (end - known + first) * WORD, anew)
            if not happens:
                return 0
            end += 1
            cells.put(at, digest, now, max(start, end - TIMES) << 32 | end)
        finally:
            cells.let_go()
        return within + 1

    def in_a_row(self, place: Owned, mark: str, now: float) -> int:
        """How often in a row this mark has come, this time included. Raises BadRequest."""
        wanted = mark.encode("utf-8", "surrogatepass")
        if len(wanted) > MARK:
            wanted = blake2b(wanted, digest_size=MARK).digest()
        wanted = wanted.ljust(MARK, b"\0")
        cells = self._cells
        cells.hold()
        try:
            at, digest, number, there = cells.row(place)
            count = number % MOST + 1 if there == wanted else 1
            cells.put(at, digest, now, count, wanted)
        finally:
            cells.let_go()
        return count
