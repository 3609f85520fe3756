"""Rows of fires -> one SQLite file per home (`journal`, where they are read): made, appended to, kept small. It is
recorder.py's.

Rules
-----
* Write-ahead log, `synchronous=NORMAL`: a killed process loses nothing that was committed; a power cut may lose the
  last commits, and never breaks the file.
* The directory is 0700 and the file 0600: payloads are nobody else's business.
* A batch is one statement: the interpreter lock is given away once per batch, not once per row, so that a busy program
  does not starve the writer.
* A file that is no journal is set aside, not overwritten; one of a newer version is left alone; one of an older
  version is brought up to date by the first who writes.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import stat
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import lru_cache, partial
from itertools import chain
from pathlib import Path
from typing import Any, Final

from chibi_hooks.hooks.recording.alone import PATIENCE, TURN, alone_in, alone_soon
from chibi_hooks.hooks.recording.journal import COLUMNS, VERSION, ForeignTables, Row, fault_of, sayable
from chibi_hooks.scheme.reading.opener import identity_of

STATEMENT: Final = 512  # rows in one statement at most: the interpreter is let go once for each
BUSY: Final = 0.2  # seconds of one wait for another process's commit; the writer tries again (writer.PATIENCE)
PRUNED: Final = 10  # percent of the rows that go when the file is over its size
PERIODS: Final = 30  # into which the age to keep is divided: a month into days
STAYING: Final = 1_000  # the last rows, which stay whatever their age
CACHED: Final = 8  # statements; each keeps the texts that were bound last, up to 1 MB
GAPS: Final = 200  # rows about lost fires that stay

JOURNAL: Final = "journal.db"
OWNER: Final = "home"  # the file beside it that holds the path of the home
FORGOTTEN: Final = 7 * 86_400  # seconds without a fire after which the journal of a home that is gone is deleted

_TABLE: Final = """
    CREATE TABLE IF NOT EXISTS fires (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, time REAL NOT NULL, point TEXT NOT NULL,
        agent TEXT, event TEXT, session TEXT, decision TEXT NOT NULL, failed INTEGER NOT NULL, whole INTEGER NOT NULL,
        generation INTEGER NOT NULL, ms REAL NOT NULL, responders TEXT NOT NULL, outcome TEXT NOT NULL,
        body TEXT NOT NULL)
"""
_GAPS_TABLE: Final = """
    CREATE TABLE IF NOT EXISTS gaps (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, time REAL NOT NULL, lost INTEGER NOT NULL, reason TEXT NOT NULL)
"""
_FROM_1: Final = (  # its column `dialect` was never written
    "ALTER TABLE fires RENAME COLUMN dialect TO agent",
    "ALTER TABLE fires ADD COLUMN event TEXT",
    "ALTER TABLE fires ADD COLUMN session TEXT",
)


class Writing:
    """A journal open for appending, by one thread; `home`: whose it is; `connect` stands for SQLite. Raises
    sqlite3.Error and OSError, and what a value raises that SQLite cannot take."""

    def __init__(self, path: Path, home: str | None = None, connect: Callable[..., Any] = sqlite3.connect) -> None:
        self.path = path
        self._connect = connect
        self.aside: Path | None = None  # where a file was moved that was no journal
        self._log_path = f"{path}-wal"  # it has what is not in the journal's own file yet
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if home is not None:
            _name_owner(path.parent, home)
        try:
            self._open()
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            if fault_of(error) != "damaged":
                raise
            self.set_aside()
            self._open()

    def append(self, rows: Sequence[Row]) -> None:
        """Write the rows in one transaction."""
        with self._transaction():
            for start in range(0, len(rows), self._at_once):
                part = rows[start : start + self._at_once]
                self._database.execute(_insert(len(part)), list(chain.from_iterable(part)))

    def is_there(self) -> bool:
        """Is the file still the one that was opened, with its log of what is not in it yet?"""
        return identity_of(self.path) == self._file and identity_of(self._log_path) == self._log

    def shrink(self, max_bytes: int) -> None:
        """Delete the oldest rows while the file is over `max_bytes`."""
        if self._used() <= max_bytes:
            return
        with self._transaction():
            self._prune(max_bytes)
        self._database.execute("PRAGMA incremental_vacuum").fetchall()

    def _prune(self, max_bytes: int) -> None:
        while self._used() > max_bytes:
            low, high = self._database.execute("SELECT min(seq), max(seq) FROM fires").fetchone()
            if low is None:
                break
            last = low + (high - low) * PRUNED // 100
            self._database.execute("DELETE FROM fires WHERE seq <= ?", (last,))

    def forget(self, seconds: float) -> None:
        """Delete what is older than so many seconds in which fires were recorded. A clock that is wrong for a while
        makes one period of `PERIODS`, not an end to the others; and the last `STAYING` rows stay."""
        period = seconds / PERIODS
        with self._transaction():
            query = "SELECT DISTINCT CAST(time / ? AS INTEGER) AS period FROM fires ORDER BY period DESC LIMIT ?"
            periods = self._database.execute(query, (period, PERIODS)).fetchall()
            if len(periods) < PERIODS:
                return
            last = "seq <= (SELECT max(seq) FROM fires) - ?"
            query = f"DELETE FROM fires WHERE CAST(time / ? AS INTEGER) < ? AND {last}"
            self._database.execute(query, (period, periods[-1][0], STAYING))
        self._database.execute("PRAGMA incremental_vacuum").fetchall()

    def note_gap(self, time: float, lost: int, reason: str) -> None:
        """Write down that so many fires are not here, and why."""
        with self._transaction():
            self._database.execute(_GAPS_TABLE)
            row = (time, lost, sayable(reason[:500]))
            self._database.execute("INSERT INTO gaps (time, lost, reason) VALUES (?, ?, ?)", row)
            self._database.execute("DELETE FROM gaps WHERE seq <= (SELECT max(seq) FROM gaps) - ?", (GAPS,))

    def close(self) -> None:
        """Let the file go. The last connection to a file settles its log and takes it away, by name: nobody else may
        move the file meanwhile, or make the next one, whose log it would be.

        Somebody may have taken our log away. What is only in it is put into the file itself, since nobody will find
        it. Never when the file is away: the log may be that of the next one, whose rows would go where nobody finds
        them either. Nor when there is a next log: then the index of the pages, which all connections share, speaks of
        that one, and pages of ours would be written in place of its pages; so we must not be the last either.
        """
        with alone_soon(self.path.parent), ExitStack() as company:
            if identity_of(self.path) == self._file:
                log = identity_of(self._log_path)
                if log is None:
                    _tried(self._settle)
                elif log != self._log and not _tried(partial(self._is_in_company, company)):
                    _left_open.append(self._database)
                    return
            self._database.close()

    def _settle(self) -> bool:
        """Put what is in the log into the file; False while others are at it."""
        busy, *_ = self._database.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()
        return not busy

    def _is_in_company(self, company: ExitStack) -> bool:
        """Have another connection to the file, which closes behind ours. One that is of no use closes at once: the next
        one gets its descriptors, which SQLite keeps as long as ours is open."""
        with ExitStack() as unless:
            other = unless.enter_context(closing(self._connect(self.path, timeout=BUSY)))
            other.execute("PRAGMA user_version").fetchone()
            company.enter_context(unless.pop_all())
        return True

    def _open(self) -> None:
        if not os.path.lexists(self.path):
            self._make()
        with alone_soon(self.path.parent):  # whoever settles the log before must be done
            self._open_alone()

    def _open_alone(self) -> None:
        status = os.stat(self.path)
        if not stat.S_ISREG(status.st_mode):  # SQLite would write to a device, and read from a directory
            raise OSError(errno.EINVAL, f"{self.path}: not a regular file")
        self._file = (status.st_dev, status.st_ino)
        database = self._connect(
            self.path, timeout=BUSY, isolation_level=None, check_same_thread=False, cached_statements=CACHED
        )
        try:
            database.execute("PRAGMA auto_vacuum = INCREMENTAL")
            (mode,) = database.execute("PRAGMA journal_mode = WAL").fetchone()
            database.execute("PRAGMA synchronous = NORMAL")
            version = database.execute("PRAGMA user_version").fetchone()[0]
            if version > VERSION:
                raise sqlite3.OperationalError(f"{self.path} was made by a newer chibi-hooks (version {version})")
            _bring_up_to_date(database, version)
            self._log = identity_of(self._log_path)
            if mode == "wal" and self._log is None:
                raise OSError(errno.ENOENT, f"{self._log_path}: somebody took it away while it was opened")
        except BaseException:
            database.close()
            raise
        self._database = database
        self._at_once = min(STATEMENT, database.getlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER) // len(COLUMNS))

    def set_aside(self) -> None:
        """Move the file away: it is no journal, or not any more. A new one is made at the next opening. Another writer
        may have done so already; then what is there now is the new one, and stays. Raises OSError."""
        with alone_in(self.path.parent):  # half of it done, whoever makes the next one would take the log for a stray
            if identity_of(self.path) != self._file:
                return
            beginning = f"{self.path.name}.broken-{int(time.time())}"
            names = (beginning, *(f"{beginning}-{number}" for number in range(2, 1_000)))
            self.aside = next(path for name in names if not (path := self.path.with_name(name)).exists())
            os.rename(self.path, self.aside)
            with suppress(FileNotFoundError):  # what is not in the file itself yet goes along
                os.rename(f"{self.path}-wal", f"{self.aside}-wal")
            with suppress(FileNotFoundError):
                os.unlink(f"{self.path}-shm")

    def _make(self) -> None:
        """An empty file, if there is none. Until it is there nobody else has it open: what lies beside it is that of a
        file that was deleted, and would be taken for that of this one.
        """
        with alone_in(self.path.parent):
            if os.path.lexists(self.path):
                return
            for name in ("-wal", "-shm"):
                with suppress(FileNotFoundError):
                    os.unlink(f"{self.path}{name}")
            with suppress(FileExistsError):
                os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))

    def _used(self) -> int:
        names = ("page_count", "freelist_count", "page_size")
        pages, free, size = (self._database.execute(f"PRAGMA {name}").fetchone()[0] for name in names)
        return int((pages - free) * size)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """One that failed, at its end too, is taken back: left open it would lock everybody else out until we write
        again."""
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._database.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):  # SQLite has done so itself when the disk was full
                self._database.execute("ROLLBACK")
            raise


_left_open: Final[list[Any]] = []  # connections that nobody may close: they would spoil the journal


def _tried(work: Callable[[], bool]) -> bool:
    """Whether it was done, at once or soon: a file may be locked for a moment, as long as a busy machine takes."""
    until = time.monotonic() + PATIENCE
    while True:
        with suppress(sqlite3.Error):
            if work():
                return True
        if time.monotonic() > until:
            return False
        time.sleep(TURN)


def _name_owner(directory: Path, home: str) -> None:
    """Note whose journal this is; a new one is the occasion to drop those of homes that are long gone (tests make
    thousands of temporary ones).
    """
    owner = directory / OWNER
    if os.path.exists(owner):
        return
    owner.touch(0o600)
    owner.write_text(home, encoding="utf-8", errors="surrogateescape")
    for other in directory.parent.iterdir():
        with suppress(OSError):
            gone = not os.path.exists((other / OWNER).read_text(encoding="utf-8", errors="surrogateescape"))
            if gone and time.time() - (other / JOURNAL).stat().st_mtime > FORGOTTEN:
                shutil.rmtree(other)


def _bring_up_to_date(database: sqlite3.Connection, version: int) -> None:
    """See that the tables are ours, whatever the version was. Raises ForeignTables when they are not."""
    try:
        if version < VERSION:
            _make_tables(database)
        database.execute(f"SELECT {', '.join(COLUMNS)} FROM fires LIMIT 0")
    except sqlite3.OperationalError as error:
        if getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_ERROR:
            raise
        raise ForeignTables(str(error)) from None


def _make_tables(database: sqlite3.Connection) -> None:
    """Make the tables, or make those of an older version into ours; of several writers one does it."""
    database.execute("BEGIN IMMEDIATE")
    try:
        version = database.execute("PRAGMA user_version").fetchone()[0]
        for statement in _FROM_1 if version == 1 else (_TABLE,):
            database.execute(statement)
        database.execute(f"PRAGMA user_version = {VERSION}")
        database.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # SQLite has done so itself when the disk was full
            database.execute("ROLLBACK")
        raise


@lru_cache(8)
def _insert(count: int) -> str:
    values = f"({', '.join('?' * len(COLUMNS))})"
    return f"INSERT OR IGNORE INTO fires ({', '.join(COLUMNS)}) VALUES {', '.join([values] * count)}"
