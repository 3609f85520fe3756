"""What hooks keep beyond a fire, in one SQLite file beside the journal: `SessionStore`.

Rules
-----
* Several hosts may have it open at once: every change is one transaction, a counted one compares before it writes.
* A value is a text (what it means is Scheme's); who reads it gets its version along, so that `put` can tell whether
  somebody was faster.
* What counts remembers what it wrote last, and writes on where the version says that nobody else has written since.
* Bounded: `TEXT` characters a value, `TIMES` moments a key, `ROWS` keys; the oldest go, and what a session kept for
  `DAYS` without a change.
* A store without a path lives in memory, as long as its host.
* It never makes a fire wait longer than `PATIENCE` seconds for another process.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from chibi_hooks.hooks.errors import BadRequest

TEXT: Final = 64 << 10  # characters of a value: what a hook remembers is a list of names, not a document
KEY: Final = 256  # characters of a key
TIMES: Final = 1_000  # moments of a key: a limit of more a window is none
ROWS: Final = 10_000  # keys of one home: a hundred sessions with a hundred each
DAYS: Final = 30.0  # that a session's values stay without a change
LOOK: Final = 256  # changes between two looks at the number of rows
RECENT: Final = 64  # keys of which the last change is remembered: what counts is counted at every fire
PATIENCE: Final = 0.25  # seconds; another host's change takes less than a millisecond

_TABLE: Final = """CREATE TABLE IF NOT EXISTS kept (
    scope TEXT NOT NULL, owner TEXT NOT NULL, key TEXT NOT NULL,
    text TEXT NOT NULL, version INTEGER NOT NULL, changed REAL NOT NULL,
    PRIMARY KEY (scope, owner, key)) WITHOUT ROWID"""
_FIND: Final = "SELECT text, version FROM kept WHERE scope = ? AND owner = ? AND key = ?"
_PUT: Final = """INSERT INTO kept VALUES (?, ?, ?, ?, 1, ?) ON CONFLICT (scope, owner, key)
    DO UPDATE SET text = excluded.text, version = version + 1, changed = excluded.changed"""
_CHANGE: Final = """UPDATE kept SET text = ?, version = version + 1, changed = ?
    WHERE scope = ? AND owner = ? AND key = ? AND version = ?"""
_DROP: Final = "DELETE FROM kept WHERE scope = ? AND owner = ? AND key = ?"
_OLD: Final = "DELETE FROM kept WHERE scope IN ('session', 'session moments', 'session row') AND changed < ?"
_MANY: Final = """DELETE FROM kept WHERE (scope, owner, key) IN
    (SELECT scope, owner, key FROM kept ORDER BY changed DESC LIMIT -1 OFFSET ?)"""


class SessionStore:
    """The values of one home. Threads may share it. Every method raises BadRequest where the file cannot be used."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._database: sqlite3.Connection | None = None
        self._process = 0
        self._changes = 0
        self._recent: dict[tuple[str, str, str], tuple[str, int]] = {}  # text and version, the oldest first

    def find(self, scope: str, owner: str, key: str) -> tuple[str, int] | None:
        """The text that is kept, and its version; None without. Raises BadRequest."""
        with self._using() as database:
            found = database.execute(_FIND, (scope, owner, _checked(key))).fetchone()
        return None if found is None else (found[0], found[1])

    def put(self, scope: str, owner: str, key: str, text: str | None, now: float, version: int | None = None) -> bool:
        """Keep a text, None: forget it; `version`: only where that is still the one there (0: there is none). Was it
        done? Raises BadRequest."""
        if text is not None and len(text) > TEXT:
            raise BadRequest(f"{key[:KEY]}: wanted a value of at most {TEXT} characters, got {len(text)}")
        with self._changing(now) as database:
            if version is not None:
                found = database.execute(_FIND, (scope, owner, _checked(key))).fetchone()
                if (0 if found is None else found[1]) != version:
                    return False
            if text is None:
                database.execute(_DROP, (scope, owner, _checked(key)))
            else:
                database.execute(_PUT, (scope, owner, _checked(key), text, now))
        return True

    def times(
        self, scope: str, owner: str, key: str, seconds: float, now: float, most: int | None = None
    ) -> tuple[int, bool]:
        """How often something has happened within the last `seconds`, this time included; with `most` it happens, and
        counts, only while it has been less often. The number, and whether it counted. Raises BadRequest."""
        within = 0

        def counted(text: str) -> str | None:
            nonlocal within
            moments = text.split(" ") if text else []
            at, within = len(moments), 0  # it is asked again where somebody else was faster
            while at and (most is None or within < most) and float(moments[at - 1]) > now - seconds:
                at, within = at - 1, within + 1  # the last ones are the latest
            if most is not None and within >= most:
                return None
            return f"{text} {now!r}".strip() if len(moments) < TIMES else " ".join([*moments[1:], repr(now)])

        done = self._count(f"{scope} moments", owner, key, counted, now)
        return (within + 1, True) if done else (within, False)

    def in_a_row(self, scope: str, owner: str, key: str, mark: str, now: float) -> int:
        """How often in a row this mark has come, this time included. Raises BadRequest."""
        count = 0

        def counted(text: str) -> str:
            nonlocal count
            before, _, number = text.rpartition(" ")
            count = int(number) + 1 if number and before == mark else 1
            return f"{mark} {count}"

        self._count(f"{scope} row", owner, key, counted, now)
        return count

    def _count(self, scope: str, owner: str, key: str, counted: Callable[[str], str | None], now: float) -> bool:
        """Keep what `counted` makes of the text that is kept, "" without one; None: leave it. Was it changed?"""
        place = (scope, owner, _checked(key))
        recent = self._recent.pop(place, None)
        if recent is not None:
            text = counted(recent[0])
            if text is None:
                self._recent[place] = recent  # others can only have counted more
                return False
            with self._using() as database:
                if database.execute(_CHANGE, (text, now, *place, recent[1])).rowcount == 1:
                    self._remember(place, text, recent[1] + 1)
                    return True
        with self._changing(now) as database:
            found = database.execute(_FIND, place).fetchone()
            text = counted(found[0] if found is not None else "")
            if text is not None:
                database.execute(_PUT, (*place, text, now))
        if text is not None:
            self._remember(place, text, found[1] + 1 if found is not None else 1)
        return text is not None

    def _remember(self, place: tuple[str, str, str], text: str, version: int) -> None:
        while len(self._recent) >= RECENT:
            self._recent.pop(next(iter(self._recent)), None)
        self._recent[place] = (text, version)

    def close(self) -> None:
        """Let the file go."""
        with self._lock:
            if self._database is not None and self._process == os.getpid():
                self._database.close()
            self._database = None

    @contextmanager
    def _using(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                if self._database is None or self._process != os.getpid():  # no connection is taken over a fork
                    self._database, self._process = self._opened(), os.getpid()
                yield self._database
            except sqlite3.Error as error:
                raise BadRequest(f"what hooks keep cannot be used: {self.path or 'in memory'}: {error}") from None

    @contextmanager
    def _changing(self, now: float) -> Iterator[sqlite3.Connection]:
        with self._using() as database:
            database.execute("BEGIN IMMEDIATE")
            try:
                yield database
                self._changes += 1
                if self._changes % LOOK == 1:
                    database.execute(_OLD, (now - DAYS * 86_400,))
                    database.execute(_MANY, (ROWS,))
                database.execute("COMMIT")
            except BaseException:  # of the end, too: left open, it would lock everybody out, and us first
                with suppress(sqlite3.Error):
                    database.execute("ROLLBACK")
                raise

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
        return database


def _checked(key: str) -> str:
    if len(key) > KEY:
        raise BadRequest(f"wanted a key of at most {KEY} characters, got {len(key)}")
    return key
