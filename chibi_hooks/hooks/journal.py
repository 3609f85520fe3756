"""Rows of fires <-> one SQLite file per home, written by recorder.py; it can be read while another process writes.

Rules
-----
* Write-ahead log, `synchronous=NORMAL`: a killed process loses nothing that was committed; a power cut may lose the
  last commits, and never breaks the file.
* The directory is 0700 and the file 0600: payloads are nobody else's business.
* A batch is one statement: the interpreter lock is given away once per batch, not once per row, so that a busy program
  does not starve the writer.
* A file that is no journal is set aside, not overwritten; one of a newer version is left alone.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from chibi_hooks.hooks.answer import Answer, Failure, Json
from chibi_hooks.hooks.calling import MadeCall
from chibi_hooks.hooks.errors import BadRequest, ConfigError
from chibi_hooks.hooks.point import Point

VERSION: Final = 1  # of the tables
BATCH: Final = 64  # rows in one statement: 64 × 12 values stay under the 999 of old SQLites
BUSY: Final = 1.0  # seconds that a writer waits for another process's commit
PRUNED: Final = 10  # percent of the rows that go when the file is over its size

JOURNAL: Final = "journal.db"
OWNER: Final = "home"  # the file beside it that holds the path of the home
FORGOTTEN: Final = 7 * 86_400  # seconds without a fire after which the journal of a home that is gone is deleted

DECISIONS: Final = ("blocked", "denied", "allowed", "changed", "none")

COLUMNS: Final = (
    "id", "time", "point", "dialect", "decision", "failed", "whole", "generation", "ms", "responders", "outcome",
    "body",
)  # fmt: skip
_TABLE: Final = """
    CREATE TABLE IF NOT EXISTS fires (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, time REAL NOT NULL, point TEXT NOT NULL,
        dialect TEXT, decision TEXT NOT NULL, failed INTEGER NOT NULL, whole INTEGER NOT NULL,
        generation INTEGER NOT NULL, ms REAL NOT NULL, responders TEXT NOT NULL, outcome TEXT NOT NULL,
        body TEXT NOT NULL)
"""

Row = tuple[Any, ...]  # the values of COLUMNS


class NoFires(ConfigError):
    """There is no journal yet, or nothing in it."""


class RecordedStep(NamedTuple):
    """A step of the fold as it was told then; like `steps.Step`, but its text is kept, not made."""

    answer: int | None
    field: str | None
    action: str
    text: str

    @property
    def is_warning(self) -> bool:
        """Would the author of the answer want to know?"""
        return self.action in ("failed", "warning", "unknown")


@dataclass(frozen=True, slots=True)
class Recorded:
    """A fire as the journal has it: redacted, perhaps cut."""

    seq: int
    id: str
    time: float  # seconds since 1970, when the fire ended
    point: str
    dialect: str | None
    decision: str  # one of DECISIONS
    generation: int
    ms: float
    payload: dict[str, Json] | None  # None: it was too large to keep
    outcome: dict[str, Json]
    answers: tuple[Answer, ...]
    skipped: tuple[tuple[str, str], ...]  # responder and reason
    steps: tuple[RecordedStep, ...]
    missing: tuple[str, ...]
    said: tuple[tuple[str, str], ...]
    homes: tuple[str, ...]
    nested: bool  # fired from inside a Scheme hook of the same point
    handler: bool  # did the program have a permission handler?
    redacted: int
    cut: int  # parts that were shortened or left out; such a fire cannot be replayed
    calls: tuple[MadeCall, ...] | None = None  # of tools, by its hooks; None: not recorded then

    @property
    def failures(self) -> tuple[Answer, ...]:
        """The answers that failed."""
        return tuple(answer for answer in self.answers if answer.error)

    def to_json(self) -> dict[str, Json]:
        """What `fire --json` printed, and what the journal knows beside."""
        return {
            "fire": self.id,
            "time": self.time,
            "point": self.point,
            "dialect": self.dialect,
            "decision": self.decision,
            "generation": self.generation,
            "payload": self.payload,
            "outcome": self.outcome,
            "answers": [answer.to_json() for answer in self.answers],
            "skipped": [{"responder": responder, "reason": reason} for responder, reason in self.skipped],
            "steps": [step._asdict() for step in self.steps],
            "calls": [call.to_json() for call in self.calls or ()],
            "redacted": self.redacted,
            "cut": self.cut,
            "ms": self.ms,
        }


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which fires: everything that is given must hold. `responder` is a name or a place without line."""

    point: str | None = None
    decision: str | None = None
    responder: str | None = None
    since: float | None = None
    until: float | None = None
    failed: bool = False
    after: int = 0  # only rows with a larger `seq`
    points: tuple[str, ...] | None = None  # one of these

    def condition(self) -> tuple[str, list[Any]]:
        """The SQL condition and its values."""
        tests: list[tuple[str, Any]] = [("seq > ?", self.after)]
        for column in ("point", "decision"):
            if (value := getattr(self, column)) is not None:
                tests.append((f"{column} = ?", value))
        if self.responder is not None:
            tests.append(("instr(responders, ?) > 0", f"\n{self.responder}\n"))
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
    if point.permission and "denied" in values:
        return "denied" if values["denied"] is True else "allowed"
    block = point.outcome_fields.get("block")
    if block is not None and block.companions and values.get("block") is True:
        return "blocked"
    return "changed"


class Writing:
    """A journal open for appending, by one thread; `home`: whose it is. Raises sqlite3.Error and OSError."""

    def __init__(self, path: Path, home: str | None = None) -> None:
        self.path = path
        self.aside: Path | None = None  # where a file was moved that was no journal
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if home is not None:
            _name_owner(path.parent, home)
        try:
            self._open()
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):  # locked, full, read-only: not the file's fault
                raise
            self._set_aside()
            self._open()

    def append(self, rows: Sequence[Row]) -> None:
        """Write the rows in one transaction."""
        with self._transaction():
            for start in range(0, len(rows), BATCH):
                part = rows[start : start + BATCH]
                self._database.execute(_insert(len(part)), [value for row in part for value in row])

    def is_there(self) -> bool:
        """Is the file still the one that was opened?"""
        try:
            status = os.stat(self.path)
        except OSError:
            return False
        return (status.st_dev, status.st_ino) == self._file

    def prune(self, max_bytes: int, oldest: float) -> None:
        """Delete what is older than `oldest`, and the oldest rows while the file is over `max_bytes`."""
        with self._transaction():
            self._database.execute("DELETE FROM fires WHERE time < ?", (oldest,))
            while self._used() > max_bytes:
                low, high = self._database.execute("SELECT min(seq), max(seq) FROM fires").fetchone()
                if low is None:
                    break
                last = low + (high - low) * PRUNED // 100
                self._database.execute("DELETE FROM fires WHERE seq <= ?", (last,))
        self._database.execute("PRAGMA incremental_vacuum").fetchall()

    def close(self) -> None:
        """Let the file go."""
        self._database.close()

    def _open(self) -> None:
        with suppress(FileExistsError):
            os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        status = os.stat(self.path)
        self._file = (status.st_dev, status.st_ino)
        database = sqlite3.connect(self.path, timeout=BUSY, isolation_level=None, check_same_thread=False)
        try:
            database.execute("PRAGMA auto_vacuum = INCREMENTAL")
            _retrying(lambda: database.execute("PRAGMA journal_mode = WAL").fetchone())
            database.execute("PRAGMA synchronous = NORMAL")
            version = database.execute("PRAGMA user_version").fetchone()[0]
            if version > VERSION:
                raise sqlite3.OperationalError(f"{self.path} was made by a newer chibi-hooks (version {version})")
            if version < VERSION:
                database.execute(_TABLE)
                database.execute(f"PRAGMA user_version = {VERSION}")
        except BaseException:
            database.close()
            raise
        self._database = database

    def _set_aside(self) -> None:
        self.aside = self.path.with_name(f"{self.path.name}.broken-{int(time.time())}")
        self.path.rename(self.aside)
        for ending in ("-wal", "-shm"):
            with suppress(FileNotFoundError):
                self.path.with_name(self.path.name + ending).unlink()

    def _used(self) -> int:
        names = ("page_count", "freelist_count", "page_size")
        pages, free, size = (self._database.execute(f"PRAGMA {name}").fetchone()[0] for name in names)
        return int((pages - free) * size)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._database.execute("ROLLBACK")
            raise
        self._database.execute("COMMIT")


class Journal:
    """A journal open for reading; others may write meanwhile. Raises ConfigError when it cannot be read."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            raise NoFires(f"no fire of this home has been recorded yet (there is no {path})")
        self.path = path
        try:
            self._database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=5.0)
        except sqlite3.Error as error:
            raise ConfigError(f"{path}: cannot be read: {error}") from None
        try:
            self._check_version()
        except ConfigError:
            self.close()
            raise

    def fires(self, wanted: Wanted | None = None, limit: int | None = None) -> list[Recorded]:
        """The fires that are wanted, oldest first; the last `limit` of them."""
        condition, values = (wanted or Wanted()).condition()
        query = f"SELECT seq, {', '.join(COLUMNS)} FROM fires WHERE {condition} ORDER BY seq DESC LIMIT ?"
        with self._reading():
            rows = self._database.execute(query, [*values, -1 if limit is None else limit]).fetchall()
        return [_recorded(row) for row in reversed(rows)]

    def relevant(self, count: int, wanted: Wanted | None = None, most: int = 500) -> list[Recorded]:
        """The last `count` fires, and of what is older everything blocked, denied or failed; at most `most` in all."""
        condition, values = (wanted or Wanted()).condition()
        query = f"""
            SELECT seq, {", ".join(COLUMNS)} FROM fires WHERE {condition} AND (
                decision IN ('blocked', 'denied') OR failed > 0
                OR seq IN (SELECT seq FROM fires WHERE {condition} ORDER BY seq DESC LIMIT ?))
            ORDER BY seq DESC LIMIT ?
        """
        with self._reading():
            rows = self._database.execute(query, [*values, *values, count, max(most, count)]).fetchall()
        return [_recorded(row) for row in reversed(rows)]

    def find(self, name: str | None = None) -> Recorded:
        """The fire with this id, or whose id begins or ends so; without a name the last one. Raises BadRequest."""
        if name is None:
            found = self.fires(limit=1)
            if not found:
                raise BadRequest("no fire of this home has been recorded yet")
            return found[0]
        query = f"SELECT seq, {', '.join(COLUMNS)} FROM fires WHERE"
        with self._reading():
            rows = self._database.execute(f"{query} id = ?", (name,)).fetchall()
            if not rows:
                test = "substr(id, 1, length(?)) = ? OR substr(id, -length(?)) = ?"
                rows = self._database.execute(f"{query} {test} ORDER BY seq DESC LIMIT 2", (name,) * 4).fetchall()
        if not rows:
            raise BadRequest(f"there is no fire {name[:64]} in the journal; `chibi-hooks log` lists them")
        if len(rows) > 1:
            raise BadRequest(f"{name[:64]} fits several fires, such as {rows[0][1]} and {rows[1][1]}; give more of it")
        return _recorded(rows[0])

    def close(self) -> None:
        """Let the file go."""
        self._database.close()

    def _check_version(self) -> None:
        with self._reading():
            version = self._database.execute("PRAGMA user_version").fetchone()[0]
        if version > VERSION:
            raise ConfigError(f"{self.path}: made by a newer chibi-hooks (version {version}, this one reads {VERSION})")
        if version < VERSION:
            raise NoFires(f"{self.path}: there is no fire in it yet")

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise ConfigError(f"{self.path}: cannot be read: {error}") from None

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _name_owner(directory: Path, home: str) -> None:
    """Note whose journal this is; a new one is the occasion to drop those of homes that are long gone (tests make
    thousands of temporary ones).
    """
    owner = directory / OWNER
    if owner.exists():
        return
    owner.touch(0o600)
    owner.write_text(home, encoding="utf-8", errors="surrogateescape")
    for other in directory.parent.iterdir():
        with suppress(OSError):
            gone = not os.path.exists((other / OWNER).read_text(encoding="utf-8", errors="surrogateescape"))
            if gone and time.time() - (other / JOURNAL).stat().st_mtime > FORGOTTEN:
                shutil.rmtree(other)


def _insert(count: int) -> str:
    values = f"({', '.join('?' * len(COLUMNS))})"
    return f"INSERT OR IGNORE INTO fires ({', '.join(COLUMNS)}) VALUES {', '.join([values] * count)}"


def _retrying(step: Any) -> None:
    """Changing to the write-ahead log does not wait for a lock by itself."""
    for delay in (0.01, 0.05, 0.2, 0.5, None):
        try:
            step()
            return
        except sqlite3.OperationalError as error:
            if delay is None or "locked" not in str(error):
                raise
            time.sleep(delay)


def _recorded(row: Sequence[Any]) -> Recorded:
    seq, id, when, point, dialect, decision, _, _, generation, ms, _, outcome, text = row
    body = json.loads(text)
    return Recorded(
        seq, id, when, point, dialect, decision, generation, ms,
        body["payload"],
        json.loads(outcome),
        tuple(_answer(each) for each in body["answers"]),
        tuple((responder, reason) for responder, reason in body["skipped"]),
        tuple(RecordedStep(*step) for step in body["steps"]),
        tuple(body["missing"]),
        tuple((responder, text) for responder, text in body["said"]),
        tuple(body["homes"]),
        body["nested"],
        body["handler"],
        body["redacted"],
        body["cut"],
        tuple(MadeCall(**call) for call in body["calls"]) if "calls" in body else None,
    )  # fmt: skip


def _answer(each: Json) -> Answer:
    error = each["error"]
    failure = None if error is None else Failure(error["type"], error["message"])
    return Answer(each["responder"], each["kind"], each["place"], each["value"], failure, each["ms"])
