"""One SQLite file per home -> the fires that are recorded there, while another process may write them (`appending`).

Rules
-----
* One of a newer version is left alone; one of an older version is read as it is.
* Whatever cannot be read costs itself: one row, or what the error says.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.deciding.point import Point
from chibi_hooks.hooks.errors import BadRequest, ConfigError
from chibi_hooks.hooks.fire import PROOF
from chibi_hooks.hooks.recording.recorded import DamagedRow, recorded
from chibi_hooks.hooks.recording.recorded import Recorded as Recorded
from chibi_hooks.scheme.reading.opener import is_regular

VERSION: Final = 2  # of the tables; 1 knew no origin
READING: Final = 5.0  # seconds that a reader waits for whoever writes

RECORD: Final = "`chibi-hooks fire pre_tool --sample` makes one, and so does every event of an agent"

DECISIONS: Final = ("blocked", "denied", "allowed", "changed", "none")

COLUMNS: Final = (
    "id", "time", "point", "agent", "event", "session", "decision", "failed", "whole", "generation", "ms", "responders",
    "outcome", "body",
)  # fmt: skip
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


class ForeignTables(sqlite3.DatabaseError):
    """A database whose tables are not those of a journal: nothing will ever be written there."""


def fault_of(error: Exception) -> FileFault:
    """Whose fault it is that rows could not be written: another process has it, the file is damaged, it cannot be
    written for a reason of its own (full, read-only, gone), or the row is to blame."""
    if isinstance(error, ForeignTables):
        return "damaged"
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
    proofs: bool = True  # those that `install` made, too

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
        if not self.proofs:
            tests.append((f"ifnull(substr(session, 1, {len(PROOF)}), '') <> ?", PROOF))
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

    def count(self, wanted: Wanted | None = None) -> int:
        """How many fires are wanted."""
        condition, values = (wanted or Wanted()).condition()
        with self._reading():
            found = self._database.execute(f"SELECT count(*) FROM {self._table} WHERE {condition}", values).fetchone()
        return int(found[0])

    def find(self, name: str | None = None) -> Recorded:
        """The fire with this id, or whose id begins or ends so; without a name, or as `last`, the last one, where there
        is another one not that by which `install` proved itself. Raises BadRequest."""
        if name in (None, "last"):
            found = self.fires(Wanted(proofs=False), limit=1) or self.fires(limit=1)
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
    if not is_regular(path):  # SQLite would wait for the writer of a pipe, and read a device
        raise sqlite3.OperationalError("it is not a regular file")
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
