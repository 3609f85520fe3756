"""What hooks keep beyond a fire, in one SQLite file beside the journal: `SessionStore`.

Rules
-----
* Several hosts may have it open at once: every change is made alone with the cells beside it (cells.py), and a counted
  one compares before it writes. It stands as soon as it is done.
* A value is a text (what it means is Scheme's); who reads it gets its version along, so that `put` can tell whether
  somebody was faster.
* What was read or written is remembered with the version that the cells have for all values: while that stays, to read
  it again costs no query, and to write the same again nothing. While it is odd somebody writes.
* Bounded: `TEXT` characters a value, `ROWS` keys; the oldest go of the hook file that has written most of them, so that
  one that keeps ten thousand takes room from no other one that has less; and what a session kept for `DAYS` without a
  change.
* A store without a path lives in memory, as long as its host.
* It never makes a fire wait longer than `PATIENCE` seconds for another process.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from chibi_hooks.forks import FORKS
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.hooks.knowing.cells import KEY, Cells, Owned

TEXT: Final = 64 << 10  # characters of a value: what a hook remembers is a list of names, not a document
ROWS: Final = 10_000  # keys of one home: a hundred sessions with a hundred each
DAYS: Final = 30.0  # that a session's values stay without a change
LOOK: Final = 256  # changes between two looks at the number of rows
KNOWN: Final = 256  # values that are remembered
SMALL: Final = 4096  # characters of one of them
FRESH: Final = 3600.0  # seconds for which a value that is written again counts as just changed
PATIENCE: Final = 0.25  # seconds; another host's change takes less than a millisecond

_TABLE: Final = """CREATE TABLE IF NOT EXISTS kept (
    scope TEXT NOT NULL, owner TEXT NOT NULL, key TEXT NOT NULL,
    text TEXT NOT NULL, version INTEGER NOT NULL, changed REAL NOT NULL, writer TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (scope, owner, key)) WITHOUT ROWID"""
_WITHOUT_WRITER: Final = "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM pragma_table_info('kept') WHERE name = 'writer')"
_WRITER: Final = "ALTER TABLE kept ADD COLUMN writer TEXT NOT NULL DEFAULT ''"  # tables of earlier versions have none
_FIND: Final = "SELECT text, version, changed FROM kept WHERE scope = ? AND owner = ? AND key = ?"
_PUT: Final = "INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?, ?, ?, ?)"
_DROP: Final = "DELETE FROM kept WHERE scope = ? AND owner = ? AND key = ?"
_OLD: Final = "DELETE FROM kept WHERE scope LIKE 'session%' AND changed < ?"
_COUNT: Final = "SELECT count(*) FROM kept"
_MANY: Final = """DELETE FROM kept WHERE (scope, owner, key) IN
    (SELECT scope, owner, key FROM (SELECT scope, owner, key, changed,
         row_number() OVER (PARTITION BY writer ORDER BY changed DESC) AS number FROM kept)
     ORDER BY number, changed DESC LIMIT -1 OFFSET ?)"""  # who has most loses what is behind the others' last one

KeptText = tuple[str, int, float]
"""Text, version, and when it was changed."""


class SessionStore:
    """The values of one home. Threads may share it. Every method raises BadRequest where the file cannot be used."""

    def __init__(self, path: Path | None = None, cells: Cells | None = None) -> None:
        self.path = path
        self._cells = cells or Cells.beside(path)
        self._database: sqlite3.Connection | None = None
        self._forks = FORKS.count
        self._changes = 0
        self._known: dict[Owned, tuple[int, KeptText | None]] = {}  # with the version of all, the oldest first

    def find(self, scope: str, owner: str, key: str) -> tuple[str, int] | None:
        """The text that is kept, and its version; None without. Raises BadRequest."""
        place = (scope, owner, key)
        known = self._known.get(place)
        if known is not None and known[0] == self._cells.version:
            row = known[1]
        else:
            with self._alone():
                row = self._row(place)
        return None if row is None else row[:2]

    def put(
        self, scope: str, owner: str, key: str, text: str | None, now: float, version: int | None = None,
        writer: str = "",
    ) -> bool:  # fmt: skip
        """Keep a text, None: forget it; `version`: only where that is still the one there (0: there is none); `writer`:
        the hook file. Was it done? Raises BadRequest."""
        if text is not None and len(text) > TEXT:
            raise BadRequest(f"{key[:KEY]}: wanted a value of at most {TEXT} characters, got {len(text)}")
        place = (scope, owner, key)
        if version is None:
            known = self._known.get(place)
            if known is not None and known[0] == self._cells.version and _is_same(known[1], text, now):
                return True
        with self._alone() as database:
            if version is not None:
                there = self._row(place)
                if (0 if there is None else there[1]) != version:
                    return False
            self._change(database, place, text, now, writer)
        return True

    def _row(self, place: Owned) -> KeptText | None:
        """What is kept there, alone with the cells."""
        known = self._known.pop(place, None)
        now = self._cells.version
        if known is None or known[0] != now:
            known = now, self._base().execute(_FIND, _checked(place)).fetchone()
        self._remember(place, known)
        return known[1]

    def _change(self, database: sqlite3.Connection, place: Owned, text: str | None, now: float, writer: str) -> None:
        cells = self._cells
        self._known.pop(_checked(place), None)
        number = cells.begin_change()
        row: KeptText | None = None
        try:
            if text is None:
                database.execute(_DROP, place)
            else:
                row = text, number >> 1, now
                database.execute(_PUT, (*place, *row, writer))
            self._changes += 1
            if self._changes % LOOK == 1:
                database.execute(_OLD, (now - DAYS * 86_400,))
                if database.execute(_COUNT).fetchone()[0] > ROWS:
                    database.execute(_MANY, (ROWS,))
                row, self._known = None, {}
        finally:
            cells.end_change(number)
        if row is not None or text is None:
            self._remember(place, (number, row))

    def _remember(self, place: Owned, known: tuple[int, KeptText | None]) -> None:
        if known[0] & 1 or (known[1] is not None and len(known[1][0]) > SMALL):
            return
        while len(self._known) >= KNOWN:
            self._known.pop(next(iter(self._known)), None)
        self._known[place] = known

    def close(self) -> None:
        """Let the file go."""
        if self._database is not None:
            with suppress(BadRequest), self._alone() as database:
                database.close()
            self._database = None

    @contextmanager
    def _alone(self) -> Iterator[sqlite3.Connection]:
        self._cells.hold()
        try:
            yield self._base()
        except sqlite3.Error as error:
            raise BadRequest(f"what hooks keep cannot be used: {self.path or 'in memory'}: {error}") from None
        finally:
            self._cells.let_go()

    def _base(self) -> sqlite3.Connection:
        if self._database is None or self._forks != FORKS.count:  # no connection is taken over a fork
            self._database, self._forks = self._opened(), FORKS.count
        return self._database

    def _opened(self) -> sqlite3.Connection:
        if self.path is None:
            database = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        else:
            try:
                self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                with suppress(FileExistsError):
                    os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600))
            except OSError as error:
                raise BadRequest(f"what hooks keep cannot be written: {self.path}: {error.strerror}") from None
            database = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = OFF")  # a power cut may take the last values, never the file's order
        database.execute(_TABLE)
        if database.execute(_WITHOUT_WRITER).fetchone() is not None:
            with suppress(sqlite3.OperationalError):  # another process has been faster
                database.execute(_WRITER)
        return database


def _is_same(row: KeptText | None, text: str | None, now: float) -> bool:
    """Is there nothing to write?"""
    return text is None if row is None else row[0] == text and 0 <= now - row[2] < FRESH


def _checked(place: Owned) -> Owned:
    if len(place[2]) > KEY:
        raise BadRequest(f"wanted a key of at most {KEY} characters, got {len(place[2])}")
    return place
