"""A path -> a file of cells that hosts count in together: `Cells`.

    page 0        what the file is, and the version of the values that are kept beside it (session.py)
    ROWS cells    for what comes in a row
    WINDOWS cells for what comes within some time; to each belongs a block of `MOMENTS`

A cell is the digest of its key, who has made it, when it was changed, a number, and a mark.

Rules
-----
* To hold the cells is to be alone with them: `flock` keeps other processes out, a lock the threads of this one. What is
  read and written meanwhile is the system's memory of the file, so that to count costs less than a query of SQLite, and
  it stands as soon as it is done: `kill -9` takes nothing; a power cut may take what the system had not yet written.
* Nothing is mapped: a file that somebody cuts short is an error, where mapped memory would end us with a signal.
* A change ends with one write of the cell, which makes it count, so that one that is cut off in the middle is none.
* `change` is the one way to count. It says once more, without their calls, what `hold`, `_cell`, `write` and `let_go`
  say: the calls of a count took as long as the system's work.
* Bounded: where all cells are taken, one goes of whoever has made most of them, that which was changed the longest time
  ago: a hook file that counts under ten thousand keys takes room from no other one that has less.
* Without a path the cells live in memory, as long as their host. A forked child opens the file anew.
"""

from __future__ import annotations

import fcntl
import os
import stat
import struct
import sys
import threading
import weakref
from collections import Counter
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from chibi_hooks.forks import FORKS
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.hooks.homes.locking import ALONE, locked_soon

KEY: Final = 256  # characters of a key
ROWS: Final = 4096  # keys of one home: forty sessions with a hundred each
WINDOWS: Final = 256  # keys of one home: a window is minutes, and few sessions last through the same ones
MOMENTS: Final = 2048  # room of a window: twice what counts, so that it is moved once in a thousand times
PATIENCE: Final = 0.25  # seconds that a fire waits for another process; it holds the cells some microseconds
TURN: Final = 0.0005  # seconds between two tries

FORM: Final = struct.Struct("=16sdQ32s")  # of a cell: digests of key and maker, seconds since 1970, number, mark
CELL: Final = FORM.size  # bytes
KEYED: Final = 16  # of them: the digests
MAKER: Final = 4  # bytes of these: the last ones
MAKERS: Final = (3, 16)  # which of a cell's words of that size says who has made it, of how many
CHANGED: Final = (2, 8)  # which of a cell's words says when it was changed, of how many
MARK: Final = 32  # bytes
WRITER: Final = 7  # bytes: two of a million hosts are hardly the same
WORD: Final = 8  # bytes: of a moment, too
PAGE: Final = 4096
VERSION: Final = WORD  # where that of the values is; as all that follow, in bytes
FIRST_ROW: Final = PAGE
FIRST_WINDOW: Final = FIRST_ROW + ROWS * CELL
FIRST_MOMENT: Final = FIRST_WINDOW + WINDOWS * CELL
END: Final = FIRST_MOMENT + WINDOWS * MOMENTS * WORD
MAGIC: Final = b"cells 2\n"
OF_NOBODY: Final = b"cells 1\n"  # the same, where the last bytes of a digest are the key's, too

Owned = tuple[str, str, str]
"""Whose it is: scope, owner, key."""

class Cell:
    """The cell of a key: where it begins, the digests that stand there (another key has taken it where that is no
    more), and its number and mark when its bytes were these. `held`: what whoever counts there knows of it."""

    __slots__ = ("at", "data", "digest", "held", "mark", "number")

    def __init__(self, at: int, data: bytes) -> None:
        self.at = at
        self.held: Any = None
        self.take(data)

    def take(self, data: bytes) -> None:
        """These are its bytes."""
        self.data = data
        self.digest, _, self.number, self.mark = FORM.unpack(data)


T = TypeVar("T")
Given = TypeVar("Given")
CellStep = Callable[[Cell, float, Given], tuple[T, int | None, bytes]]
"""A cell, the time, and what was given -> a result, and the number and mark that the cell gets; None: it stays."""


class CellSlots(NamedTuple):
    """Cells of one kind: where the first one begins, how many there are, and those of keys that somebody has asked
    for."""

    first: int
    many: int
    taken: dict[Owned, Cell]


class Cells:
    """The cells of one home. Threads may share them."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._end: weakref.finalize[[int], Cells] | None = None  # closes the file, also of who forgets to
        self._begin()
        FORKS.tell(self._begin)

    def _begin(self) -> None:
        if self._end is not None:
            self._end()  # the parent's, and so is its lock
        self._lock = threading.Lock()
        self._file = -1  # open where there is a path, and somebody has asked
        self._memory = bytearray(0 if self.path is not None else END)
        self.rows = CellSlots(FIRST_ROW, ROWS, {})
        self.windows = CellSlots(FIRST_WINDOW, WINDOWS, {})
        self.writer = os.urandom(WRITER)  # who has written a cell: no other host, and no parent of this process

    @classmethod
    def beside(cls, path: Path | None) -> Cells:
        """Those that belong to a file of values."""
        return cls(None if path is None else path.with_suffix(".counts"))

    def hold(self) -> None:
        """Be alone with them, until `let_go`. Raises BadRequest where the file cannot be used."""
        self._lock.acquire()
        try:
            if self._file >= 0:
                try:
                    fcntl.flock(self._file, ALONE)
                except BlockingIOError:
                    self._wait()
            elif self.path is not None:
                self._open(self.path)
        except BaseException as error:
            self._lock.release()
            if isinstance(error, OSError):
                raise self._unusable(error.strerror or str(error)) from None
            raise

    def let_go(self) -> None:
        """Let others have them."""
        if self._file >= 0:
            fcntl.flock(self._file, fcntl.LOCK_UN)
        self._lock.release()

    @property
    def version(self) -> int:
        """That of the values that are kept beside the cells, for who does not hold them: odd while somebody changes
        one. Raises BadRequest."""
        if self.path is None:
            return int.from_bytes(self.read(VERSION, WORD), "little")
        try:
            return int.from_bytes(os.pread(self._file, WORD, VERSION), "little")
        except OSError:  # not open
            self.hold()
            try:
                return int.from_bytes(self.read(VERSION, WORD), "little")
            finally:
                self.let_go()

    def begin_change(self) -> int:
        """A value is going to be changed, held: what anybody remembers counts no more. The version that it gets. Raises
        BadRequest."""
        odd = int.from_bytes(self.read(VERSION, WORD), "little") | 1
        self.write(VERSION, odd.to_bytes(WORD, "little"))
        return odd + 1

    def end_change(self, version: int) -> None:
        """The value was changed. Raises BadRequest."""
        self.write(VERSION, version.to_bytes(WORD, "little"))

    def change(
        self, slots: CellSlots, place: Owned, now: float, step: CellStep[Given, T], given: Given, maker: str = ""
    ) -> T:
        """The result of a step, alone with the cells; the key's cell is changed as it says. `maker`: who makes it where
        it is not there. Raises BadRequest."""
        self._lock.acquire()
        try:
            file = self._file
            if file >= 0:
                try:
                    fcntl.flock(file, ALONE)
                except BlockingIOError:
                    self._wait()
            elif self.path is not None:
                self._open(self.path)
                file = self._file
            cell = slots.taken.get(place)
            if cell is None or file < 0 or os.pread(file, CELL, cell.at) != cell.data:  # most often as we left it
                cell = self._cell(slots, place, maker)
            result, number, mark = step(cell, now, given)
            if number is not None:
                data = FORM.pack(cell.digest, now, number, mark)
                if file < 0 or os.pwrite(file, data, cell.at) != CELL:
                    self.write(cell.at, data)
                cell.data = data
                cell.number = number
                cell.mark = mark
        except OSError as error:
            raise self._unusable(error.strerror or str(error)) from None
        finally:
            if self._file >= 0:
                fcntl.flock(self._file, fcntl.LOCK_UN)
            self._lock.release()
        return result

    def read(self, at: int, size: int) -> bytes:
        """So many bytes, held. Raises BadRequest."""
        if self.path is None:
            return bytes(self._memory[at : at + size])
        try:
            data = os.pread(self._file, size, at)
        except OSError as error:
            raise self._unusable(error.strerror) from None
        if len(data) < size:
            self._let_file_go()
            raise self._unusable("somebody has cut it short")
        return data

    def write(self, at: int, data: bytes | bytearray) -> None:
        """Put bytes there, held. A disk that is nearly full takes the beginning, and says nothing. Raises
        BadRequest."""
        if self.path is None:
            self._memory[at : at + len(data)] = data
            return
        try:
            done = os.pwrite(self._file, data, at)
            while done < len(data):
                done += os.pwrite(self._file, data[done:], at + done)
        except OSError as error:
            raise self._unusable(error.strerror) from None

    def close(self) -> None:
        """Let the file go; who asks again opens it again."""
        with self._lock:
            self._let_file_go()

    def _cell(self, slots: CellSlots, place: Owned, maker: str) -> Cell:
        known = slots.taken.get(place)
        if known is not None:
            data = self.read(known.at, CELL)
            if data[:KEYED] == known.digest:
                known.take(data)
                return known
        key = place[2]
        if len(key) > KEY:
            raise BadRequest(f"wanted a key of at most {KEY} characters, got {len(key)}")
        found = self._slot(slots.first, slots.many, _digest(repr(place))[:-MAKER] + _digest(maker)[-MAKER:])
        if len(slots.taken) >= slots.many:
            slots.taken.clear()
        slots.taken[place] = found
        return found

    def _slot(self, first: int, count: int, digest: bytes) -> Cell:
        """The cell of this key; else a free one, or the one that goes."""
        cells = self.read(first, count * CELL)
        key = digest[:-MAKER]
        found = cells.find(key)
        while found % CELL and found >= 0:
            found = cells.find(key, found + 1)
        if found >= 0:
            return Cell(first + found, cells[found : found + CELL])
        at = first + _that_goes(cells, int.from_bytes(digest[-MAKER:], sys.byteorder)) * CELL
        if first == FIRST_WINDOW:
            self.write(block_of(at), bytes(MOMENTS * WORD))  # so much room it has on the disk from now on
        free = FORM.pack(digest, 0.0, 0, b"")
        self.write(at, free)
        return Cell(at, free)

    def _wait(self) -> None:
        """Wait for another process, not for ever. Raises BadRequest."""
        if not locked_soon(self._file, PATIENCE, TURN):
            raise self._unusable(f"another process has held it for {PATIENCE:g} s")

    def _open(self, path: Path) -> None:
        """Open the file, held, and make it where there is none. Raises OSError and BadRequest."""
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
        self._file = os.open(path, flags, 0o600)
        try:
            if not stat.S_ISREG(os.fstat(self._file).st_mode):
                raise self._unusable("it is no file")
            self._wait()
            self._made()
        except BaseException:
            os.close(self._file)
            self._file = -1
            raise
        self._end = weakref.finalize(self, os.close, self._file)

    def _made(self) -> None:
        """See that the file is one of cells. Raises OSError and BadRequest."""
        begins = os.pread(self._file, WORD, 0)
        whole = os.fstat(self._file).st_size == END
        if begins == MAGIC and whole:
            return
        if begins == OF_NOBODY and whole:
            cells = bytearray(self.read(FIRST_ROW, FIRST_MOMENT - FIRST_ROW))
            for each in range(KEYED - MAKER, KEYED):
                cells[each::CELL] = bytes(ROWS + WINDOWS)
            self.write(FIRST_ROW, cells)
            self.write(0, MAGIC)
            return
        if begins.strip(b"\0"):
            raise self._unusable("it is something else; take it away, and counting begins anew")
        os.ftruncate(self._file, 0)
        for at in range(0, FIRST_MOMENT, PAGE):  # what is written at once the system keeps in one piece, which costs
            self.write(at, bytes(PAGE))
        os.ftruncate(self._file, END)  # moments have room once a window is taken
        self.write(0, MAGIC)

    def _let_file_go(self) -> None:
        self.rows.taken.clear()
        self.windows.taken.clear()
        self._file = -1
        if self._end is not None:
            self._end()

    def _unusable(self, why: str | None) -> BadRequest:
        return BadRequest(f"what hooks count cannot be used: {self.path}: {why}")


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=KEYED).digest()


def _that_goes(cells: bytes, maker: int) -> int:
    """Which of the cells goes for one that this maker wants: a free one, or the one that was changed the longest time
    ago of those whose maker has most, with that one."""
    word, words = CHANGED
    changed = memoryview(cells).cast("d")[word::words].tolist()
    oldest = min(range(len(changed)), key=changed.__getitem__)
    if not changed[oldest]:
        return oldest
    word, words = MAKERS
    makers = memoryview(cells).cast("I")[word::words].tolist()
    count = Counter((maker, *makers))
    most = max(count.values())
    return min((at for at, each in enumerate(makers) if count[each] == most), key=changed.__getitem__)


def block_of(window: int) -> int:
    """Where the moments of a window begin, whose cell begins there."""
    return FIRST_MOMENT + (window - FIRST_WINDOW) // CELL * MOMENTS * WORD
