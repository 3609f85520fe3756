"""Rows of fires <-> one SQLite file per home, written by recorder.py; it can be read while another process writes.

Rules
-----
* Write-ahead log, `synchronous=NORMAL`: a killed process loses nothing that was committed; a power cut may lose the
  last commits, and never breaks the file.
* The directory is 0700 and the file 0600: payloads are nobody else's business.
* A batch is one statement: the interpreter lock is given away once per batch, not once per row, so that a busy program
  does not starve the writer.
* A file that is no journal is set aside, not overwritten; one of a newer version is left alone; one of an older
  version is read as it is, and brought up to date by the first who writes.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import stat
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.deciding.point import Point
from chibi_hooks.hooks.errors import BadRequest, ConfigError
from chibi_hooks.hooks.recording.alone import alone_in, alone_soon
from chibi_hooks.hooks.recording.recorded import DamagedRow, recorded
from chibi_hooks.hooks.recording.recorded import Recorded as Recorded

VERSION: Final = 2  # of the tables; 1 knew no origin
STATEMENT: Final = 512  # rows in one statement at most: the interpreter is let go once for each
BUSY: Final = 0.2  # seconds of one wait for another process's commit; the writer tries again (writer.PATIENCE)
READING: Final = 5.0  # seconds that a reader waits for whoever writes
PRUNED: Final = 10  # percent of the rows that go when the file is over its size
PERIODS: Final = 30  # into which the age to keep is divided: a month into days
STAYING: Final = 1_000  # the last rows, which stay whatever their age
CACHED: Final = 8  # statements; each keeps the texts that were bound last, up to 1 MB
GAPS: Final = 200  # rows about lost fires that stay

RECORD: Final = "`chibi-hooks fire pre_tool --sample` makes one, and so does every event of an agent"
JOURNAL: Final = "journal.db"
OWNER: Final = "home"  # the file beside it that holds the path of the home
FORGOTTEN: Final = 7 * 86_400  # seconds without a fire after which the journal of a home that is gone is deleted

DECISIONS: Final = ("blocked", "denied", "allowed", "changed", "none")

COLUMNS: Final = (
    "id", "time", "point", "agent", "event", "session", "decision", "failed", "whole", "generation", "ms", "responders",
    "outcome", "body",
)  # fmt: skip
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
_FIRES_OF_1: Final = "(SELECT *, dialect AS agent, NULL AS event, NULL AS session FROM fires)"

Row = tuple[Any, ...]  # the values of COLUMNS
FileFault = Literal["locked", "damaged", "file", "row"]
_CODES: Final[dict[int, FileFault]] = {
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_PROTOCOL: "locked",  # of the locks of the write-ahead log
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_IOERR_SHORT_READ: "damaged",  # pages are missing, of the file or of its log
    sqlite3.SQLITE_CONSTRAINT: "row",
    sqlite3.SQLITE_TOOBIG: "row",
    sqlite3.SQLITE_MISMATCH: "row",
    sqlite3.SQLITE_RANGE: "row",
}


def fault_of(error: Exception) -> FileFault:
    """Whose fault it is that rows could not be written: another process has it, the file is damaged, it cannot be
    written for a reason of its own (full, read-only, gone), or the row is to blame."""
    if isinstance(error, sqlite3.Error) and (code := getattr(error, "sqlite_errorcode", None)) is not None:
        return _CODES.get(code) or _CODES.get(code & 0xFF, "file")
    if isinstance(error, UnicodeDecodeError):  # SQLite names what it read, and CPython cannot
        return "damaged"
    return "file" if isinstance(error, OSError | sqlite3.OperationalError) else "row"


def sayable(value: Any) -> Any:
    """The value of a column as UTF-8 can say it: names of files may be any bytes."""
    return value.encode("utf-8", "backslashreplace").decode("utf-8") if isinstance(value, str) else value


class Gap(NamedTuple):
    """Fires that are not in the journal: when that was known, how many, and why."""

    time: float
    lost: int
    reason: str


class NoFires(ConfigError):
    """There is no journal yet, or nothing in it."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which fires: everything that is given must hold. `responder` is a name or a place without line."""

    point: str | None = None
    decision: str | None = None
    responder: str | None = None
    since: float | None = None
    until: float | None = None
    failed: bool = False
    agent: str | None = None  # who asked, by its name
    after: int = 0  # only rows with a larger `seq`
    points: tuple[str, ...] | None = None  # one of these

    def condition(self) -> tuple[str, list[Any]]:
        """The SQL condition and its values."""
        tests: list[tuple[str, Any]] = [("seq > ?", self.after)]
        for column in ("point", "decision", "agent"):
            if (value := getattr(self, column)) is not None:
                tests.append((f"{column} = ?", value))
        if self.responder is not None:
            tests.append(("instr(responders, ?) > 0", f"\n{sayable(self.responder)}\n"))
        if self.since is not None:
            tests.append(("time >= ?", self.since))
        if self.until is not None:
            tests.append(("time <= ?", self.until))
        if self.failed:
            tests.append(("failed > ?", 0))
        one_of = "" if self.points is None else f" AND point IN ({', '.join('?' * len(self.points))})"
        condition = " AND ".join(test for test, _ in tests) + one_of
        return condition, [*(value for _, value in tests), *(self.points or ())]


def decision_of(point: type[Point], values: Mapping[str, Json]) -> str:
    """One of DECISIONS for an outcome: what a person wants to know first."""
    if not values:
        return "none"
    said = values.get("decision") if "decision" in point.outcome_fields else None
    if values.get("denied") is True or said == "deny":
        return "denied"
    if said == "allow":
        return "allowed"
    if point.permission and "denied" in values:
        return "allowed"
    block = point.outcome_fields.get("block")
    if block is not None and block.companions and values.get("block") is True:
        return "blocked"
    return "changed"


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
        return _identity(self.path) == self._file and _identity(self._log_path) == self._log

    def settle(self) -> None:
        """Put what is only in the log into the file itself, as far as that can be done, when somebody has taken the
        log away and nobody will find it. Never when the file is away: the log may be that of the next one, whose rows
        would go where nobody finds them either. Nor when there is a next log: then the index of the pages, which all
        connections share, speaks of that one, and pages of ours would be written in place of its pages."""
        with suppress(OSError, sqlite3.Error), alone_in(self.path.parent):
            if _identity(self.path) == self._file and _identity(self._log_path) is None:
                self._database.execute("PRAGMA wal_checkpoint(RESTART)").fetchall()

    def shrink(self, max_bytes: int) -> None:
        """Delete the oldest rows while the file is over `max_bytes`."""
        if self._used() <= max_bytes:
            return
        with self._transaction():
            while self._used() > max_bytes:
                low, high = self._database.execute("SELECT min(seq), max(seq) FROM fires").fetchone()
                if low is None:
                    break
                last = low + (high - low) * PRUNED // 100
                self._database.execute("DELETE FROM fires WHERE seq <= ?", (last,))
        self._database.execute("PRAGMA incremental_vacuum").fetchall()

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
        move the file meanwhile, or make the next one, whose log it would be. And where there is a next log (see
        `settle`) we must not be the last."""
        with alone_soon(self.path.parent), ExitStack() as stack:
            if _identity(self.path) == self._file and _identity(self._log_path) not in (None, self._log):
                with suppress(sqlite3.Error):
                    last = stack.enter_context(closing(self._connect(self.path, timeout=BUSY)))
                    last.execute("PRAGMA user_version").fetchone()
            self._database.close()

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
            database.execute("PRAGMA journal_mode = WAL").fetchone()
            database.execute("PRAGMA synchronous = NORMAL")
            version = database.execute("PRAGMA user_version").fetchone()[0]
            if version > VERSION:
                raise sqlite3.OperationalError(f"{self.path} was made by a newer chibi-hooks (version {version})")
            if version < VERSION:
                _bring_up_to_date(database)
        except BaseException:
            database.close()
            raise
        self._log = _identity(self._log_path)
        self._database = database
        self._at_once = min(STATEMENT, database.getlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER) // len(COLUMNS))

    def set_aside(self) -> None:
        """Move the file away: it is no journal, or not any more. A new one is made at the next opening. Another writer
        may have done so already; then what is there now is the new one, and stays. Raises OSError."""
        with alone_in(self.path.parent):  # half of it done, whoever makes the next one would take the log for a stray
            if _identity(self.path) != self._file:
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


class Journal:
    """A journal open for reading; others may write meanwhile. Raises ConfigError when it cannot be read."""

    def __init__(self, path: Path) -> None:
        if not os.path.exists(path):
            raise NoFires(f"no fire of this home has been recorded yet (there is no {path}); {RECORD}")
        self.path = path
        self.damaged: list[str] = []  # rows that could not be read, and why
        try:
            self._database = open_to_read(path)
            self._database.text_factory = _text
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise ConfigError(f"{path}: cannot be read: {error}") from None
        try:
            self._check_version()
        except ConfigError:
            self.close()
            raise

    def fires(self, wanted: Wanted | None = None, limit: int | None = None) -> list[Recorded]:
        """The fires that are wanted, oldest first; the last `limit` of them."""
        condition, values = (wanted or Wanted()).condition()
        query = f"SELECT seq, {', '.join(COLUMNS)} FROM {self._table} WHERE {condition} ORDER BY seq DESC LIMIT ?"
        with self._reading():
            rows = self._database.execute(query, [*values, -1 if limit is None else limit]).fetchall()
        return self._readable(reversed(rows))

    def relevant(self, count: int, wanted: Wanted | None = None, most: int = 500) -> list[Recorded]:
        """The last `count` fires, and of what is older everything blocked, denied or failed; at most `most` in all."""
        condition, values = (wanted or Wanted()).condition()
        query = f"""
            SELECT seq, {", ".join(COLUMNS)} FROM {self._table} WHERE {condition} AND (
                decision IN ('blocked', 'denied') OR failed > 0
                OR seq IN (SELECT seq FROM {self._table} WHERE {condition} ORDER BY seq DESC LIMIT ?))
            ORDER BY seq DESC LIMIT ?
        """
        with self._reading():
            rows = self._database.execute(query, [*values, *values, count, max(most, count)]).fetchall()
        return self._readable(reversed(rows))

    def find(self, name: str | None = None) -> Recorded:
        """The fire with this id, or whose id begins or ends so; without a name, or as `last`, the last one. Raises
        BadRequest."""
        if name in (None, "last"):
            found = self.fires(limit=1)
            if not found:
                raise BadRequest(f"no fire of this home has been recorded yet; {RECORD}")
            return found[0]
        query = f"SELECT seq, {', '.join(COLUMNS)} FROM {self._table} WHERE"
        with self._reading():
            rows = self._database.execute(f"{query} id = ?", (name,)).fetchall()
            if not rows:
                test = "substr(id, 1, length(?)) = ? OR substr(id, -length(?)) = ?"
                rows = self._database.execute(f"{query} {test} ORDER BY seq DESC LIMIT 2", (name,) * 4).fetchall()
        if not rows:
            raise BadRequest(f"there is no fire {name[:64]} in the journal; `chibi-hooks log` lists them")
        if len(rows) > 1:
            raise BadRequest(f"{name[:64]} fits several fires, such as {rows[0][1]} and {rows[1][1]}; give more of it")
        try:
            return recorded(rows[0])
        except DamagedRow as damage:
            raise BadRequest(f"{damage}") from None

    def _readable(self, rows: Iterable[Sequence[Any]]) -> list[Recorded]:
        """The fires of these rows; one that cannot be read costs itself, and is told in `damaged`."""
        found = []
        for row in rows:
            try:
                found.append(recorded(row))
            except DamagedRow as damage:
                self.damaged.append(str(damage))
        return found

    def gaps(self) -> list[Gap]:
        """The fires that are known not to be here, oldest first."""
        with self._reading():
            there = self._database.execute("SELECT 1 FROM sqlite_master WHERE name = 'gaps'").fetchone()
            query = "SELECT time, lost, reason FROM gaps ORDER BY seq"
            rows = self._database.execute(query).fetchall() if there else []
        return [Gap(*row) for row in rows if [*map(type, row)] == [float, int, str]]

    def close(self) -> None:
        """Let the file go."""
        self._database.close()

    def _check_version(self) -> None:
        with self._reading():
            version = self._database.execute("PRAGMA user_version").fetchone()[0]
        if version > VERSION:
            raise ConfigError(f"{self.path}: made by a newer chibi-hooks (version {version}, this one reads {VERSION})")
        if version < 1:
            raise NoFires(f"{self.path}: there is no fire in it yet")
        self._table = "fires" if version == VERSION else _FIRES_OF_1

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError) as error:  # of a damaged schema's names
            raise ConfigError(f"{self.path}: cannot be read: {error}") from None

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def open_to_read(path: Path) -> sqlite3.Connection:
    """A connection that writes nothing; where the last writer was killed in the middle of a change to the file itself,
    SQLite first takes back the half of it that was done. Raises sqlite3.Error."""
    database = _connected(path, "ro")
    try:
        database.execute("PRAGMA user_version").fetchone()
    except sqlite3.Error as error:
        database.close()
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_READONLY:
            raise
        database = _connected(path, "rw")
        database.execute("PRAGMA query_only = ON")
    return database


def _connected(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=READING)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "backslashreplace")


def _identity(path: str | Path) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


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


def _bring_up_to_date(database: sqlite3.Connection) -> None:
    """Make the tables, or make those of an older version into ours; of several writers one does it."""
    database.execute("BEGIN IMMEDIATE")
    try:
        version = database.execute("PRAGMA user_version").fetchone()[0]
        for statement in _FROM_1 if version == 1 else (_TABLE,):
            database.execute(statement)
        database.execute(f"PRAGMA user_version = {VERSION}")
    except BaseException:
        database.execute("ROLLBACK")
        raise
    database.execute("COMMIT")


@lru_cache(8)
def _insert(count: int) -> str:
    values = f"({', '.join('?' * len(COLUMNS))})"
    return f"INSERT OR IGNORE INTO fires ({', '.join(COLUMNS)}) VALUES {', '.join([values] * count)}"
