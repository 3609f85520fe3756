"""Fires from the recorder's queue -> rows of the journal, on a thread of the recorder's own.

Rules
-----
* A batch is whatever waits: no wait gathers fires, and the more there are, the fewer commits they cost. After
  `SLICE` seconds of making rows what is ready is written, so that a kill finds little that is not.
* To be woken would cost whoever fires twenty times what its snapshot costs. So after a fire the thread looks for more
  by itself, every `TURN`, and sleeps when none has come for `LINGER`. Whoever waits for it rings.
* While few fires wait the thread lets others run after some rows (`LEAST`), so that a busy program is interrupted for
  their worth and not for a whole slice of the interpreter. Not after each: to let go of the interpreter, and to get it
  back from a program that works, costs both of them more than a row does.
* A burst of fires passes first, up to `BURST` of them or `BURST_SECONDS`: rows take longer than fires, and whoever
  fires waits for the interpreter.
* What fails says whose fault it is. The file's (locked, full, read-only): the rows wait and are tried again, as long
  as the queue has room. A damaged file is set aside. Anything else is a row's: each row is written alone, and one that
  cannot be costs itself.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Final, Protocol

from chibi_hooks.forks import FORKS

if TYPE_CHECKING:
    from chibi_hooks.hooks.recording.appending import Writing
    from chibi_hooks.hooks.recording.journal import Row

BATCH: Final = 2_000  # rows of one commit: 3 MB of usual fires, written in 20 ms
SLICE: Final = 0.05  # seconds of making rows before they are written
CALM: Final = 64  # fires that wait below which others go first
BURST: Final = 2_000  # fires that wait at most, a fifth of what a kill may take (recorder.WINDOW)
BURST_SECONDS: Final = 0.1  # and so long
BURST_TURN: Final = 0.02  # seconds between two looks whether more come: at each, those who fire wait for us
LEAST: Final = 0.0001  # seconds of making rows before others go first: some six rows of usual fires
PAUSE: Final = 0.0001  # seconds of a pause then; long enough for another thread to take the interpreter
TURN: Final = 0.005  # seconds between two looks for fires
LINGER: Final = 1.0  # seconds without a fire after which the next one has to wake us
AGAIN: Final = (0.02, 0.05, 0.1, 0.2)  # seconds before the next attempts at a journal that cannot be written; then 0.5
LAST_AGAIN: Final = 0.5
PATIENCE: Final = 1.0  # seconds that whoever waits does so for a journal that another process holds
IMPATIENCE: Final = 0.15  # and for one that cannot be written for another reason: some attempts

QueuedFire = tuple[Any, ...]  # what was taken of a fire (snapshots.py), or a row and its size


def _size(item: QueuedFire) -> int:
    return int(item[1]) if len(item) == 2 else len(item[0])


@dataclass(slots=True)
class Token:
    """In the queue: everything before it is to be written, then `done` set; `last`: and nothing comes after it."""

    done: threading.Event
    last: bool


class FireSource(Protocol):
    """Whose fires they are (recorder.Recorder), and who is told how it went."""

    waiting: int
    hurried: bool
    bell: threading.Event

    def make_row(self, item: QueuedFire) -> Row: ...
    def open_journal(self) -> Writing: ...
    def keep_generations(self) -> None: ...
    def wrote(self, count: int, size: int) -> None: ...
    def lose(self, count: int, size: int, why: str) -> None: ...
    def was_damaged(self, journal: Writing, error: Exception) -> None: ...
    def cannot_write(self, why: str, patience: float) -> str: ...
    def is_given_up(self) -> bool: ...
    def tidy(self, journal: Writing, count: int) -> None: ...


class Writer:
    """The state of the writing thread; `run` is its life."""

    def __init__(self, queue: SimpleQueue[Any], source: FireSource) -> None:
        self._queue = queue
        self._source = source
        self._journal: Writing | None = None
        self._rows: list[tuple[Row, int]] = []  # ready, with the size of each in the queue
        self._tokens: list[Token] = []
        self._failures = 0  # attempts in a row that the file has refused
        self._over = False
        self._at_work = threading.Lock()  # modules are imported there, and SQLite's own locks taken: whole in no copy
        FORKS.guard(self._at_work)

    def run(self) -> None:
        """Write until a last token has come."""
        while not self._over:
            self._gather()
            with self._at_work:
                self._write()
            if not self._rows:
                self._answer_tokens()

    # gathering --------------------------------------------------------------------------------------------------------

    def _gather(self) -> None:
        """Make rows of what waits; wait for something only when nothing is left to be done."""
        item = self._first()
        if self._source.waiting >= CALM:
            self._let_pass()
        resumed = time.monotonic()
        until = resumed + SLICE
        while item is not None:
            if isinstance(item, Token):
                self._tokens.append(item)
                return
            self._make_ready(item)
            now = time.monotonic()
            if len(self._rows) >= BATCH or now > until:
                return
            if now - resumed > LEAST and self._source.waiting < CALM and not self._source.hurried:
                time.sleep(PAUSE)
                resumed = time.monotonic()
            try:
                item = self._queue.get_nowait()
            except Empty:
                return

    def _let_pass(self) -> None:
        """Wait while a burst of fires is under way."""
        until = time.monotonic() + BURST_SECONDS
        source, seen = self._source, 0
        while seen < source.waiting < BURST and not source.hurried and time.monotonic() < until:
            seen = source.waiting
            time.sleep(BURST_TURN)

    def _first(self) -> Any:
        """What comes next; while rows wait for a journal that cannot be written, None when it is time to try again."""
        if not self._failures:
            return self._next()
        pause = AGAIN[self._failures - 1] if self._failures <= len(AGAIN) else LAST_AGAIN
        if self._tokens or len(self._rows) >= BATCH:  # somebody waits, or there is enough for one commit
            time.sleep(min(pause, AGAIN[1]) if self._tokens else pause)
            return None
        try:
            return self._queue.get(timeout=pause)
        except Empty:
            return None

    def _next(self) -> Any:
        until = time.monotonic() + LINGER
        while time.monotonic() < until:
            try:
                return self._queue.get_nowait()
            except Empty:
                if self._source.bell.wait(TURN):
                    self._source.bell.clear()
        return self._queue.get()

    def _make_ready(self, item: QueuedFire) -> None:
        if len(item) == 2:  # whoever fired has made the row
            self._rows.append((item[0], item[1]))
            return
        size = _size(item)
        try:
            with self._at_work:
                self._rows.append((self._source.make_row(item), size))
        except Exception as error:
            self._source.lose(1, size, f"{type(error).__name__}: {error}")

    # writing ----------------------------------------------------------------------------------------------------------

    def _write(self) -> None:
        if not self._rows:
            return
        from chibi_hooks.hooks.recording.journal import fault_of  # sqlite3: by this thread, once

        try:
            self._source.keep_generations()
            journal = self._open()
            journal.append([row for row, _ in self._rows])
            if not journal.is_there():  # they may be in a file that nobody will find: once more, into the next one
                raise OSError(f"{journal.path}: somebody took it away while it was written")
        except Exception as error:
            match fault_of(error):
                case "damaged" if self._journal is not None:
                    self._set_aside(self._journal, error)
                case "row":
                    self._write_each()
                case fault:
                    self._refused(error, PATIENCE if fault == "locked" else IMPATIENCE)
        else:
            self._wrote(len(self._rows))

    def _wrote(self, count: int) -> None:
        """The first `count` rows are in the journal."""
        size = sum(size for _, size in self._rows[:count])
        del self._rows[:count]
        self._failures = 0
        self._source.wrote(count, size)
        if not self._rows and self._journal is not None:
            self._source.tidy(self._journal, count)

    def _open(self) -> Writing:
        if self._journal is not None and not self._journal.is_there():
            self._close()
        if self._journal is None:
            self._journal = self._source.open_journal()
        return self._journal

    def _set_aside(self, journal: Writing, error: Exception) -> None:
        """A damaged journal goes aside; the rows go into a new one at the next attempt."""
        self._failures += 1
        try:
            self._close()
            journal.set_aside()
        except Exception as problem:
            self._refused(OSError(f"{error}; and it cannot be set aside: {problem}"), IMPATIENCE)
        else:
            self._source.was_damaged(journal, error)

    def _refused(self, error: Exception, patience: float) -> None:
        """The file cannot be written now: try again later, unless somebody ends us meanwhile."""
        self._close()
        self._failures += 1
        why = self._source.cannot_write(str(error) or type(error).__name__, patience)
        if self._source.is_given_up():
            rows, self._rows = self._rows, []
            self._source.lose(len(rows), sum(size for _, size in rows), why)
            self._lose_the_rest(why)

    def _lose_the_rest(self, why: str) -> None:
        try:
            while True:
                item = self._queue.get_nowait()
                if isinstance(item, Token):
                    self._tokens.append(item)
                else:
                    self._source.lose(1, _size(item), why)
        except Empty:
            pass

    def _write_each(self) -> None:
        """One of the rows cannot be written: find it, and write the others."""
        from chibi_hooks.hooks.recording.journal import fault_of

        while self._rows:
            row, size = self._rows[0]
            try:
                self._write_one(row)
            except Exception as error:
                if fault_of(error) != "row":
                    self._refused(error, PATIENCE)
                    return
                del self._rows[:1]
                self._source.lose(1, size, f"a fire that cannot be written: {type(error).__name__}: {error}")
            else:
                self._wrote(1)

    def _write_one(self, row: Row) -> None:
        from chibi_hooks.hooks.recording.journal import sayable

        try:
            self._open().append([row])
        except UnicodeEncodeError:  # a name that is not UTF-8
            self._open().append([tuple(map(sayable, row))])

    def _answer_tokens(self) -> None:
        tokens, self._tokens = self._tokens, []
        self._source.hurried = self._source.hurried and not tokens
        for token in tokens:
            if token.last:
                self._over = True
                self._tidy_up()
            token.done.set()

    def _tidy_up(self) -> None:
        if self._journal is not None:
            self._source.tidy(self._journal, 0)
        self._close()

    def _close(self) -> None:
        if self._journal is not None:
            self._journal.close()
            self._journal = None
