"""Fires -> the home's journal, by a thread of its own (writer.py): a fire only takes a snapshot of itself and goes on.

Rules
-----
* `record` never raises, and waits for nobody: it copies the JSON values (snapshots.py; about 1 µs for 1 KB) and appends
  to a bounded queue. What does not fit is counted in `lost`.
* Where many threads fire, the one that writes has too small a share of the interpreter to make rows of it all. So when
  `HELP` fires wait, or large ones of `HELP_BYTES`, whoever fires makes the row of its own fire, 20 µs of its own time,
  and rests now and then (`REST`), so that the writer gets on.
* Window of loss: what a `kill -9` takes is `behind`, the fires that wait. The writer takes them as they come: with
  the machine's whole flood of fires that is at most the last `WINDOW` fires
  (counted in fires, because on a busy machine everything takes longer). A journal that cannot be written
  (locked, full, on a disk that stands still) makes it longer, up to the bound of the queue. `close` and a normal end
  of the process write all.
* A locked journal delays no fire; `flush` and `close` wait for it `writer.PATIENCE` seconds, `close` for `TRIES`
  attempts at least.
* A forked child starts a queue and a thread of its own.
* A journal that cannot be written makes fires late or lost, not failed: `fault` says why, until it can be written
  again; the number of the lost is written into the journal itself then.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from weakref import ref

from chibi_hooks.forks import FORKS
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.homes import secrets
from chibi_hooks.hooks.homes.config import Config
from chibi_hooks.hooks.homes.home import Homes, Surroundings
from chibi_hooks.hooks.recording.journal_path import journal_path as journal_path
from chibi_hooks.hooks.recording.journal_path import owner_of
from chibi_hooks.hooks.recording.redaction import Redaction
from chibi_hooks.hooks.recording.rows import Rows
from chibi_hooks.hooks.recording.snapshots import AnswerFields, TakenFields, held, taken
from chibi_hooks.hooks.recording.writer import PATIENCE, QueuedFire, Token, Writer
from chibi_hooks.hooks.taking import taking
from chibi_hooks.inlined import inlined

if TYPE_CHECKING:
    from chibi_hooks.hooks.fire import Fire
    from chibi_hooks.hooks.recording.appending import Writing
    from chibi_hooks.hooks.recording.journal import Row
    from chibi_hooks.hooks.responders import Generation

WINDOW: Final = 10_000  # fires: what a kill -9 may take under flood; tests/findings (B4) kills and counts
WAITING: Final = 100_000  # fires in the queue
WAITING_BYTES: Final = 64 << 20  # and the bytes of their snapshots
HELP: Final = 4_000  # fires that wait before those who fire make rows themselves: twice a burst (writer.py)
HELP_BYTES: Final = WAITING_BYTES // 4  # or so much of them: a row is cut to its size, a snapshot is not
REST_EVERY: Final = 64  # such fires, and
REST: Final = 0.002  # seconds: the writer lets go of the interpreter at each call of SQLite, and is given it after 5 ms
LARGE: Final = 64 << 10  # bytes of a snapshot that is worth another way (rows.held)
LOOK: Final = 256  # fires between two looks at the size of the journal
AGE_EVERY: Final = 600.0  # seconds between two looks at the age of its rows, which read them all
CLOSING: Final = 10.0  # seconds that `flush` and `close` wait for a writer that gets on
TURN: Final = 0.05  # seconds of one wait for it
TRIES: Final = 3  # attempts that whoever closes leaves it, however long each of them takes

Open = Callable[[Path, "str | None"], "Writing"]


@dataclass(frozen=True, slots=True)
class Settings:
    """The table [recorder] of `chibi-hooks.toml`."""

    max_fire_kilobytes: int = 256
    max_journal_megabytes: int = 64
    keep_days: float = 30.0
    redact_keys: tuple[str, ...] = secrets.KEYS
    redact_words: tuple[str, ...] = secrets.WORDS


class JournalState(NamedTuple):
    """How it stands with a journal: fires that will never be in it, fires that are not yet, why it cannot be written,
    and what else its owner should know."""

    lost: int
    behind: int
    fault: str | None
    notice: str | None

    def to_json(self) -> dict[str, Json]:
        """`{"lost": …, "behind": …, "unwritable": …, "mended": …}`, the last two texts or null."""
        return {"lost": self.lost, "behind": self.behind, "unwritable": self.fault, "mended": self.notice}


class Recorder:
    """Writes the fires of one host. Any thread may record. `open_writing` and `now` stand for the disk and the clock
    (tests hand in broken ones)."""

    def __init__(
        self,
        path: Path,
        settings: Settings | None = None,
        homes: Sequence[str] = (),
        owner: str | None = None,
        *,
        open_writing: Open | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.path = path
        self.settings = settings or Settings()
        self.fault: str | None = None  # why what waits cannot be written, or what was lost last
        self.notice: str | None = None  # what was done about a broken journal
        self.last_loss = ""  # why the last fire was lost that was
        self.lost = 0  # fires that are not in the journal and never will be
        self.written = 0
        self.waiting = 0  # fires that are not in the journal yet
        self.hurried = False  # somebody waits for the writer
        self.listeners: list[Callable[[Fire], None]] = []  # called on the thread that fired; they must not wait
        self._generations: list[ref[Generation]] = []  # that are to be written down with the next fire
        self._owner = owner
        self._rows = Rows(homes, Redaction(self.settings.redact_keys, self.settings.redact_words), self._max_fire)
        self._open_writing = open_writing
        self.now = now
        self._closed = False
        self._untold = 0  # of the lost, those of which the journal does not know
        self._refused_since: float | None = None  # of the monotonic clock
        self._refusals = 0  # of attempts to write
        self._refusals_before = 0  # `close`
        self._patience = PATIENCE
        self.large: set[str] = set()  # points at which fires were large; the next one may be, too
        self._until_look = 0
        self._next_age = 0.0
        self._begin()
        FORKS.tell(self._begin)

    @property
    def standing(self) -> JournalState:
        """How it stands now."""
        return JournalState(self.lost, self.waiting, self.fault, self.notice)

    @inlined
    def record(
        self, fire: Fire, nested: bool = False, handler: bool = False, only: AnswerFields | None = None
    ) -> None:
        """Take note of a fire that has ended; `only`: the fields of its only answer, where they are at hand. Never
        raises, and rests only in a flood that would outrun the writer."""
        try:
            item: QueuedFire | None = None
            if self.large and fire.folded.wire in self.large:
                item = held(fire, self.now(), nested, handler)
            if item is None:
                item = taken(fire, self.now(), nested, handler, only)
        except Exception as error:
            self._count_lost(1, f"{type(error).__name__}: {error}")
            self._tell(fire)
        else:
            self._keep(fire, item)

    @inlined
    def _keep(self, fire: Fire, item: QueuedFire) -> None:
        """Have what was taken of it wait; whoever listens is told before that."""
        try:
            if self.listeners:
                self._tell(fire)
            size = len(item[0])
            if size > LARGE:
                self.large.add(fire.folded.wire)
            if self.waiting > HELP or self._bytes > HELP_BYTES:
                item, size = self._helped(item)
            for _ in self._take:
                break
            try:
                full = self.waiting >= WAITING or self._bytes + size > WAITING_BYTES
                if (full or self._at_rest) and not self._takes(size):
                    self._count_lost(1, self.fault or "more fires than the journal can take")
                else:
                    self.waiting += 1
                    self._bytes += size
                    self._queue.put(item)  # under the lock: nothing comes behind the last token
            finally:
                self._lock.release()
        except Exception as error:  # the fire has its outcome; the journal has a gap, and says so
            self._count_lost(1, f"{type(error).__name__}: {error}")

    def _tell(self, fire: Fire) -> None:
        for listener in self.listeners:
            try:
                listener(fire)
            except Exception as error:
                self.notice = f"whoever listens to fires failed: {type(error).__name__}: {error}"

    def _helped(self, item: QueuedFire) -> tuple[QueuedFire, int]:
        """The row of a fire, made by whoever fired, and its size: too many wait."""
        if self.waiting % REST_EVERY == 0 and self._refused_since is None:
            time.sleep(REST)
        row = self.make_row(item)
        return (row, len(row[-1])), len(row[-1])

    def _takes(self, size: int) -> bool:
        """Is there room for so many bytes more, and somebody to write them?"""
        if self._closed or self.waiting >= WAITING or self._bytes + size > WAITING_BYTES:
            return False
        if self._thread is None:
            self._start()
        return True

    def note(self, generation: Generation) -> None:
        """Have a generation written down with the next fire (texts.py); one that is gone by then is not."""
        self._generations = [*(each for each in self._generations if each() is not None), ref(generation)]

    def flush(self, timeout: float = CLOSING) -> bool:
        """Have everything written that was recorded up to now; False when that took longer than `timeout`, or the
        journal cannot be written (then it stays with the writer, which tries again)."""
        return self._ask_writer(timeout, last=False)

    def close(self) -> None:
        """Write what is left and stop. What cannot be written soon is lost, counted, and told in `fault`."""
        with self._lock:
            if self._closed:
                return
            self._closed = self._at_rest = True
            self._refusals_before = self._refusals
        if self._ask_writer(CLOSING, last=True):
            if self._thread not in (None, threading.current_thread()):
                self._thread.join(CLOSING)  # it has nothing left to do: whoever closes leaves no thread behind
        elif self.waiting:
            with self._lock:  # a disk that hangs: the thread is left to it
                self._count_lost(self.waiting, f"the journal was not written within {CLOSING:g} s")

    def _begin(self) -> None:
        self._lock = threading.Lock()
        self._take = taking(self._lock)
        self._queue: SimpleQueue[Any] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._at_rest = True  # nobody writes: there was no fire yet, or it is closed
        self.waiting = 0
        self._bytes = 0
        self.hurried = False
        self.bell = threading.Event()

    def _start(self) -> None:
        writer = Writer(self._queue, self)
        thread = threading.Thread(target=writer.run, name="chibi-hooks-journal", daemon=True)
        thread.start()
        self._thread = thread
        self._at_rest = False

    def _ask_writer(self, timeout: float, last: bool) -> bool:
        thread = self._thread
        if thread is None or not thread.is_alive():
            return self.waiting == 0
        token = Token(threading.Event(), last)
        self.hurried = True
        self._queue.put(token)
        self.bell.set()
        until = time.monotonic() + timeout
        enough = self._refusals + 2  # the first may have begun before
        while not token.done.wait(TURN):
            if time.monotonic() > until or (not last and self._is_refused() and self._refusals >= enough):
                return False
        return not last or self.waiting == 0

    def _is_refused(self) -> bool:
        since = self._refused_since
        return since is not None and time.monotonic() - since > self._patience

    def _count_lost(self, count: int, why: str) -> None:
        self.lost += count
        self._untold += count
        self.fault = self.last_loss = why

    # what the writer asks (writer.Source) -----------------------------------------------------------------------------

    @property
    def _max_fire(self) -> int:
        return self.settings.max_fire_kilobytes << 10

    def make_row(self, item: TakenFields) -> Row:
        """The row of a fire; it may raise anything."""
        return self._rows.row(item)

    def open_journal(self) -> Writing:
        """The journal, to be appended to."""
        from chibi_hooks.hooks.recording.appending import Writing  # sqlite3 is loaded by the first fire, on this thread

        journal = (self._open_writing or Writing)(self.path, self._owner)
        if journal.aside is not None:
            self.notice = f"{self.path} was no journal; it is now {journal.aside.name}"
        return journal

    def keep_generations(self) -> None:
        """Write down what generations decided. One that cannot be costs no fire."""
        from chibi_hooks.hooks.recording.texts import keep  # here, so that it costs no start

        waiting = self._generations
        while waiting:
            if (generation := waiting.pop(0)()) is not None:
                try:
                    keep(generation, self.path)
                except OSError as error:
                    self.notice = f"generation {generation.number} was not written down: {error}"

    def wrote(self, count: int, size: int) -> None:
        """So many fires are in the journal."""
        with self._lock:
            self.written += count
            self.waiting -= count
            self._bytes -= size
            self._refused_since = None
            self.fault = None

    def lose(self, count: int, size: int, why: str) -> None:
        """So many fires will never be."""
        with self._lock:
            self._count_lost(count, why)
            self.waiting -= count
            self._bytes -= size

    def was_damaged(self, journal: Writing, error: Exception) -> None:
        """The journal was damaged, and has been set aside."""
        self.notice = f"{self.path} was damaged ({error}); it is now {journal.aside.name if journal.aside else 'gone'}"

    def cannot_write(self, why: str, patience: float) -> str:
        """It cannot be written now; it will be tried again. Whoever waits does so for `patience` seconds. Gives the
        reason in full."""
        self.fault = why if str(self.path) in why else f"{self.path}: {why}"
        self._patience = patience
        self._refusals += 1
        if self._refused_since is None:
            self._refused_since = time.monotonic()
        return self.fault

    def is_given_up(self) -> bool:
        """Has whoever closes waited long enough? On a busy machine one attempt may take all the time there is."""
        return self._closed and self._is_refused() and self._refusals - self._refusals_before >= TRIES

    def tidy(self, journal: Writing, count: int) -> None:
        """After `count` more rows: note what was lost; now and then look at size and age."""
        self._until_look -= count
        try:
            self._note_lost(journal)
            if self._until_look <= 0:
                self._until_look = LOOK
                journal.shrink(self.settings.max_journal_megabytes << 20)
                if time.monotonic() >= self._next_age:
                    self._next_age = time.monotonic() + AGE_EVERY
                    journal.forget(self.settings.keep_days * 86_400)
        except Exception as error:  # it holds all the same, and is tried again
            self.notice = f"{self.path} could not be tidied: {error}"

    def _note_lost(self, journal: Writing) -> None:
        untold = self._untold
        if untold:
            journal.note_gap(self.now(), untold, self.last_loss)
            with self._lock:
                self._untold -= untold


def recorder_for(
    generation: Generation, homes: Homes, around: Surroundings, record: bool | str | os.PathLike[str] = True
) -> Recorder | None:
    """The recorder of a host: at the path `record`, or in the state directory; None when `record` is False or a home
    says so.

    Of several homes the highest one decides about sizes; what any of them calls secret is.
    """
    configs = [each.config for each in generation.loaded] or [Config()]
    if record is False or (record is True and not all(config.recorder_enabled for config in configs)):
        return None
    settings = Settings(
        configs[-1].max_fire_kilobytes,
        configs[-1].max_journal_megabytes,
        configs[-1].keep_days,
        tuple(dict.fromkeys(key for config in configs for key in config.redact_keys)),
        tuple(dict.fromkeys(word for config in configs for word in config.redact_words)),
    )
    path = journal_path(homes, around) if record is True else around.directory / Path(record)
    owner = owner_of(homes) if record is True else None
    recorder = Recorder(path, settings, [str(home.path) for home in homes.homes], owner)
    recorder.note(generation)
    return recorder
