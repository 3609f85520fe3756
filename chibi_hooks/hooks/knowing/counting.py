"""Something happens -> how often it has: within some time, or in a row; hosts count together: `Counts`.

Rules
-----
* Every count is made at once, alone with the cells (cells.py): no host counts past another, and none loses what it has
  counted.
* A window has the last `TIMES` moments. Where the clock was put back, what lies in the future happened now.
"""

from __future__ import annotations

from bisect import bisect_right
from hashlib import blake2b
from typing import Final

from chibi_hooks.hooks.knowing.cells import CHANGED, MOMENTS, NUMBER, OWN, WORD, Cells, Owned

TIMES: Final = 1_000  # moments of a key: a limit of more a window is none
MARK: Final = 4 * WORD  # bytes
LOW: Final = (1 << 32) - 1
MOST: Final = 1 << 62  # in a row: what is damaged shall stay a number


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
            at, block = cells.window(place, now)
            words, reals = cells.words, cells.reals
            packed = words[at + NUMBER]  # where the moments begin and end, in one word: both count at once
            start, end = packed >> 32, packed & LOW
            if not start <= end <= MOMENTS:
                start = end = 0  # damaged
            last = block + end - 1
            while last >= block + start and reals[last] > now:
                reals[last] = now
                last -= 1
            within = block + end - bisect_right(reals, now - seconds, block + start, block + end)
            if within >= most:
                return 0
            if end == MOMENTS:
                start, end = 0, end - start
                reals[block : block + end] = reals[block + MOMENTS - end : block + MOMENTS]
            reals[block + end] = now
            end += 1
            words[at + NUMBER] = max(start, end - TIMES) << 32 | end
            reals[at + CHANGED] = now
        finally:
            cells.let_go()
        return within + 1

    def in_a_row(self, place: Owned, mark: str, now: float) -> int:
        """How often in a row this mark has come, this time included. Raises BadRequest."""
        wanted = mark.encode("utf-8", "surrogatepass")
        if len(wanted) > MARK:
            wanted = blake2b(wanted, digest_size=MARK).digest()
        cells = self._cells
        cells.hold()
        try:
            at = cells.row(place, now)
            words, there = cells.words, (at + OWN) * WORD
            if cells.bytes[there : there + MARK].rstrip(b"\0") == wanted:
                count = words[at + NUMBER] % MOST + 1
            else:
                count = 1
                words[at + NUMBER] = 0  # cut off from here on, it has not happened
                cells.bytes[there : there + MARK] = wanted.ljust(MARK, b"\0")
            words[at + NUMBER] = count
            cells.reals[at + CHANGED] = now
        finally:
            cells.let_go()
        return count
