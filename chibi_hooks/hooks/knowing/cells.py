"""A path -> a file of cells that hosts count in together, mapped into their memory: `Cells`.

    page 0        what the file is, and the version of the values that are kept beside it (session.py)
    ROWS cells    for what comes in a row
    WINDOWS cells for what comes within some time; to each belongs a block of `MOMENTS`

A cell is eight words: the digest of its key (two), when it was changed, a number, and four that its kind may use.

Rules
-----
* To hold the cells is to be alone with them: `flock` keeps other processes out, a lock the threads of this one. What is
  read and written meanwhile is memory, so that to count costs less than a query of SQLite, and it stands as soon as it
  is done: `kill -9` takes nothing; a power cut may take what the system had not yet written.
* Each change ends with the word that makes it count, so that one that is cut off in the middle is none.
* What is mapped has room on the disk first: a full one is an error, not a signal. Who cuts the file short while it is
  mapped ends us all the same; so it is with the index that SQLite has beside a file with WAL.
* Bounded: where all cells are taken, the one that was changed the longest time ago goes.
* Without a path the cells live in memory, as long as their host. A forked child maps the file anew.
"""

from __future__ import annotations

import fcntl
import mmap
import os
import stat
import threading
import time
import weakref
from hashlib import blake2b
from pathlib import Path
from typing import Final

from chibi_hooks.hooks.errors import BadRequest

KEY: Final = 256  # characters of a key
ROWS: Final = 4096  # keys of one home: forty sessions with a hundred each
WINDOWS: Final = 256  # keys of one home: a window is minutes, and few sessions last through the same ones
MOMENTS: Final = 2048  # room of a window: twice what counts, so that it is moved once in a thousand times
PATIENCE: Final = 0.25  # seconds that a fire waits for another process; it holds the cells some microseconds
TURN: Final = 0.0005  # seconds between two tries
ALONE: Final = fcntl.LOCK_EX | fcntl.LOCK_NB

WORD: Final = 8  # bytes
PAGE: Final = 4096
CELL: Final = 8  # words
CHANGED: Final = 2  # words from the beginning of a cell: seconds since 1970, a real number
NUMBER: Final = 3  # what makes a change count
OWN: Final = 4  # the first of four
VERSION: Final = 1  # the word of the file that stands for the values
FIRST_ROW: Final = PAGE // WORD  # in words, as all that follow
FIRST_WINDOW: Final = FIRST_ROW + ROWS * CELL
FIRST_MOMENT: Final = FIRST_WINDOW + WINDOWS * CELL
END: Final = FIRST_MOMENT + WINDOWS * MOMENTS
MAGIC: Final = int.from_bytes(b"cells 1\n", "little")

Owned = tuple[str, str, str]
"""Whose it is: scope, owner, key."""

TakenCells = dict[Owned, tuple[int, int, int]]
"""Where a cell begins, and the digest that stands there: another one has taken it where that is no more."""


class Cells:
    """The cells of one home. Threads may share them."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._end: weakref.finalize[[int], Cells] | None = None  # closes the file, also of who forgets to
        self._begin()
        _THERE.add(self)

    def _begin(self) -> None:
        if self._end is not None:
            self._end()  # the parent's, and so is its lock
        self._lock = threading.Lock()
        self._file = -1  # open where there is a path, and something mapped
        self._map: mmap.mmap | None = None
        self._rows: TakenCells = {}
        self._windows: TakenCells = {}

    @classmethod
    def beside(cls, path: Path | None) -> Cells:
        """Those that belong to a file of values."""
        return cls(None if path is None else path.with_suffix(".counts"))

    def hold(self) -> None:
        """Be alone with them, until `let_go`. Raises BadRequest where the file cannot be used."""
        self._lock.acquire()
        try:
            if self._map is None:
                self._open()
            elif self._file >= 0:
                try:
                    fcntl.flock(self._file, ALONE)
                except BlockingIOError:
                    self._wait()
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
        try:
            return self.words[VERSION]
        except (AttributeError, ValueError):  # nothing is mapped yet, or any more
            self.hold()
            try:
                return self.words[VERSION]
            finally:
                self.let_go()

    def begin_change(self) -> int:
        """A value is going to be changed, held: what anybody remembers counts no more. The version that it gets."""
        self.words[VERSION] = odd = self.words[VERSION] | 1
        return odd + 1

    def end_change(self, version: int) -> None:
        """The value was changed."""
        self.words[VERSION] = version

    def row(self, place: Owned, now: float) -> int:
        """The cell of what comes in a row, held: its first word. Raises BadRequest."""
        known = self._rows.get(place)
        if known is not None and self.words[known[0]] == known[1] and self.words[known[0] + 1] == known[2]:
            return known[0]
        return self._slot(FIRST_ROW, ROWS, self._rows, place, now)

    def window(self, place: Owned, now: float) -> tuple[int, int]:
        """The cell of a window, held, and the first word of its moments. Raises BadRequest."""
        known = self._windows.get(place)
        if known is not None and self.words[known[0]] == known[1] and self.words[known[0] + 1] == known[2]:
            at = known[0]
        else:
            at = self._slot(FIRST_WINDOW, WINDOWS, self._windows, place, now)
        return at, FIRST_MOMENT + (at - FIRST_WINDOW) // CELL * MOMENTS

    def close(self) -> None:
        """Let the file go; who asks again opens it again."""
        with self._lock:
            if self._map is not None and self._file >= 0:  # without a file it would all be lost
                self._unmap()

    def _slot(self, first: int, count: int, slots: TakenCells, place: Owned, now: float) -> int:
        words, key = self.words, place[2]
        if len(key) > KEY:
            raise BadRequest(f"wanted a key of at most {KEY} characters, got {len(key)}")
        digest = blake2b(repr(place).encode("utf-8", "surrogatepass"), digest_size=2 * WORD).digest()
        at = self._find(first, count, digest)
        if at < 0:
            at = self._take(first, count, digest)
        self.reals[at + CHANGED] = now
        if len(slots) >= count:
            slots.clear()
        slots[place] = at, words[at], words[at + 1]
        return at

    def _find(self, first: int, count: int, digest: bytes) -> int:
        """The cell with this digest, or -1."""
        start, end = first * WORD, (first + count * CELL) * WORD
        found = self.bytes.find(digest, start, end)
        while found >= 0 and (found - start) % (CELL * WORD):
            found = self.bytes.find(digest, found + 1, end)
        return found // WORD

    def _take(self, first: int, count: int, digest: bytes) -> int:
        """A free cell, or the one that was changed the longest time ago, for a new key."""
        words, end = self.words, first + count * CELL
        changed = self.reals[first + CHANGED : end : CELL].tolist()
        at = first + min(range(count), key=changed.__getitem__) * CELL
        for word in (NUMBER, 0, 1, *range(OWN, CELL)):
            words[at + word] = 0
        if first == FIRST_WINDOW:
            self._make_room(FIRST_MOMENT + (at - FIRST_WINDOW) // CELL * MOMENTS)
        words[at + 1] = int.from_bytes(digest[WORD:], "little")
        words[at] = int.from_bytes(digest[:WORD], "little")
        return at

    def _make_room(self, block: int) -> None:
        """Have room on the disk for the moments of a window. Raises BadRequest."""
        if self._file >= 0:
            try:
                self._write(bytes(MOMENTS * WORD), block * WORD)
            except OSError as error:
                raise self._unusable(error.strerror) from None

    def _wait(self) -> None:
        """Wait for another process, not for ever. Raises BadRequest."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                fcntl.flock(self._file, ALONE)
                return
            except BlockingIOError:
                if time.monotonic() > until:
                    raise self._unusable(f"another process has held it for {PATIENCE:g} s") from None
                time.sleep(TURN)

    def _open(self) -> None:
        """Map the file, held, and make it where there is none. Raises OSError and BadRequest."""
        if self.path is None:
            self._views(mmap.mmap(-1, END * WORD))
            return
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
        self._file = os.open(self.path, flags, 0o600)
        try:
            if not stat.S_ISREG(os.fstat(self._file).st_mode):
                raise self._unusable("it is no file")
            self._wait()
            self._made()
            self._views(mmap.mmap(self._file, END * WORD))
        except BaseException:
            os.close(self._file)
            self._file = -1
            raise
        self._end = weakref.finalize(self, os.close, self._file)

    def _made(self) -> None:
        """See that the file is one of cells. Raises OSError and BadRequest."""
        begins = os.pread(self._file, WORD, 0)
        size = os.fstat(self._file).st_size
        if begins == MAGIC.to_bytes(WORD, "little") and size == END * WORD:
            return
        if begins.strip(b"\0"):
            raise self._unusable("it is something else; take it away, and counting begins anew")
        os.ftruncate(self._file, 0)
        self._write(bytes(FIRST_MOMENT * WORD), 0)
        os.ftruncate(self._file, END * WORD)  # moments have room once a window is taken
        self._write(MAGIC.to_bytes(WORD, "little"), 0)

    def _write(self, data: bytes, at: int) -> None:
        """Write all of it: a disk that is nearly full takes the beginning, and says nothing. Raises OSError."""
        while data:
            done = os.pwrite(self._file, data, at)
            data, at = data[done:], at + done

    def _views(self, mapped: mmap.mmap) -> None:
        self.bytes = mapped
        self.words = memoryview(mapped).cast("Q")
        self.reals = memoryview(mapped).cast("B").cast("d")
        self._map = mapped

    def _unmap(self) -> None:
        self._rows.clear()
        self._windows.clear()
        self.words.release()
        self.reals.release()
        self.bytes.close()
        if self._end is not None:
            self._end()
        self._file, self._map = -1, None

    def _unusable(self, why: str | None) -> BadRequest:
        return BadRequest(f"what hooks count cannot be used: {self.path}: {why}")


_THERE: Final[weakref.WeakSet[Cells]] = weakref.WeakSet()  # one for each host


def _forked() -> None:
    """In the child, before it has threads that could do so at once."""
    for each in list(_THERE):
        each._begin()


os.register_at_fork(after_in_child=_forked)
