"""Something happens -> how often it has: within some time, or in a row; hosts count together: `Counts`.

Rules
-----
* Every count is made at once, alone with the cells (cells.py): no host counts past another, and none loses what it has
  counted.
* A window has the last `TIMES` moments. Where the clock was put back, what lies in the future happened now.
* The last moments of a window wait in the mark of its cell until there is no more room, and are then written behind the
  others: to count is to write a cell. Who has written it last stands there, too: a host that sees itself there knows
  all moments already.
"""

from __future__ import annotations

import struct
from array import array
from bisect import bisect_right
from hashlib import blake2b
from typing import Final

from chibi_hooks.hooks.knowing.cells import MARK, MOMENTS, WORD, WRITER, Cell, Cells, Owned, block_of

TIMES: Final = 1_000  # moments of a key: a limit of more a window is none
KNOWN: Final = 32  # windows that are remembered: as many as hooks ask for within minutes
LOW: Final = (1 << 32) - 1
MOST: Final = 1 << 62  # in a row: what is damaged shall stay a number
ROOM: Final = (MARK - WORD) // WORD  # moments in a mark, behind who has written it and how many there are
FORMS: Final = [struct.Struct(f"={WRITER}sB{count}d{(ROOM - count) * WORD}x") for count in range(ROOM + 1)]
MARKS: Final = [form.pack for form in FORMS]  # a mark with so many moments


class Window:
    """What is known of a key while its cell has this number and mark: `start` and `end` of what counts of its block,
    how many moments are `waiting` in the mark, and the last moments of all, these included."""

    __slots__ = ("end", "mark", "moments", "number", "start", "waiting")

    def __init__(self, number: int, mark: bytes) -> None:
        self.number = number
        self.mark = mark
        self.start, self.end, self.waiting = number >> 32, number & LOW, mark[WRITER]
        if not self.start <= self.end <= MOMENTS or self.waiting > ROOM:
            self.number = self.start = self.end = self.waiting = 0  # damaged
        self.moments: list[float] = [*FORMS[self.waiting].unpack(mark)[2:]]


class Counts:
    """How often things happen. Threads may share it. `maker`: who asks, for whom there is so much room as for others
    (cells.py). Every method raises BadRequest where the cells cannot be used."""

    def __init__(self, cells: Cells) -> None:
        self._cells = cells
        self._known: dict[int, Cell] = {}  # held: whose windows are remembered

    def times(self, place: Owned, seconds: float, now: float, maker: str = "") -> int:
        """How often something has happened within the last `seconds`, this time included. Raises BadRequest."""
        return self._cells.change(self._cells.windows, place, now, self._happen, (seconds, TIMES + 1), maker)

    def once_more(self, place: Owned, seconds: float, now: float, most: int, maker: str = "") -> bool:
        """May it happen once more, where it may happen `most` times within so many seconds? True counts. Raises
        BadRequest."""
        return self._cells.change(self._cells.windows, place, now, self._happen, (seconds, most), maker) > 0

    def in_a_row(self, place: Owned, mark: str, now: float, maker: str = "") -> int:
        """How often in a row this mark has come, this time included. Raises BadRequest."""
        wanted = mark.encode("utf-8", "surrogatepass")
        if len(wanted) != MARK:
            if len(wanted) > MARK:
                wanted = blake2b(wanted, digest_size=MARK).digest()
            wanted = wanted.ljust(MARK, b"\0")
        return self._cells.change(self._cells.rows, place, now, _come, wanted, maker)

    def _happen(self, cell: Cell, now: float, given: tuple[float, int]) -> tuple[int, int | None, bytes]:
        """It happens, or does not: 0, where it has been `most` times; with more than `TIMES` of these how often it has
        happened, this time included (see `CellStep`)."""
        seconds, most = given
        window: Window | None = cell.held
        if window is None or window.mark != cell.mark or window.number != cell.number:
            window = self._remember(cell, Window(cell.number, cell.mark))
        moments = window.moments
        known = len(moments)
        enough = most or 1
        if known < enough and known < TIMES and known < window.end - window.start + window.waiting:
            self._look_back(window, cell.at, enough if enough < TIMES else TIMES)  # further moments tell nothing
            moments = window.moments
            known = len(moments)
        back = known > 0 and moments[-1] > now
        if back:
            self._put_back(window, cell.at, now)
            moments = window.moments
            known = len(moments)
        within = 0
        if most > TIMES:  # nobody refuses, and the number is asked for
            within = known - bisect_right(moments, now - seconds, known - TIMES if known > TIMES else 0)
        elif most < 1 or (known >= most and moments[known - most] > now - seconds):
            if not window.mark.startswith(self._cells.writer):  # its host may put it back, and say nothing new
                self._forget(cell)
            return 0, window.number if back else None, window.mark
        waiting = window.waiting + 1
        if waiting > ROOM:
            self._write(window, cell.at, now)
            moments = window.moments
            moments.append(now)
            waiting, mark = 0, MARKS[0](self._cells.writer, 0)
        else:
            moments.append(now)
            mark = MARKS[waiting](self._cells.writer, waiting, *moments[-waiting:])
        window.waiting = waiting
        window.mark = mark
        return within + 1, window.number, mark

    def _remember(self, cell: Cell, window: Window) -> Window:
        while len(self._known) >= KNOWN:
            self._forget(next(iter(self._known.values())))
        self._known[cell.at] = cell
        cell.held = window
        return window

    def _forget(self, cell: Cell) -> None:
        cell.held = None
        self._known.pop(cell.at, None)

    def _look_back(self, window: Window, at: int, wanted: int) -> None:
        """Know so many of its moments, or all."""
        waiting = window.moments[len(window.moments) - window.waiting :]
        count = max(min(window.end - window.start, wanted - len(waiting)), 0)
        data = self._cells.read(block_of(at) + (window.end - count) * WORD, count * WORD)
        window.moments = [*array("d", data), *waiting]

    def _put_back(self, window: Window, at: int, now: float) -> None:
        """The clock was put back: what lies in the future happened now."""
        self._look_back(window, at, TIMES)
        moments = window.moments
        past, written = len(moments), len(moments) - window.waiting
        while past and moments[past - 1] > now:
            past -= 1
        moments[past:] = [now] * (len(moments) - past)
        if past < written:
            first = block_of(at) + (window.end - written + past) * WORD
            self._cells.write(first, array("d", moments[past:written]).tobytes())
        window.mark = MARKS[window.waiting](self._cells.writer, window.waiting, *moments[written:])

    def _write(self, window: Window, at: int, now: float) -> None:
        """Write what waits, and what happens now, behind the others; or all to the beginning, where nothing counts."""
        moments = window.moments
        if window.end + window.waiting >= MOMENTS:
            self._look_back(window, at, TIMES)
            window.moments = moments = window.moments[1 - TIMES :]
            window.start = window.end = 0
            behind = moments
        else:
            behind = moments[len(moments) - window.waiting :]
            if len(moments) > 2 * TIMES:
                del moments[:-TIMES]
        self._cells.write(block_of(at) + window.end * WORD, array("d", [*behind, now]).tobytes())
        window.end += len(behind) + 1
        window.start = max(window.start, window.end - TIMES)
        window.number = window.start << 32 | window.end


def _come(cell: Cell, now: float, wanted: bytes) -> tuple[int, int, bytes]:
    """A mark comes once more in a row, or begins one (see `CellStep`)."""
    count = cell.number % MOST + 1 if cell.mark == wanted else 1
    return count, count, wanted
