"""What can go wrong around a host, by a seed: the disk, SQLite, the clocks, the spawning of processes. Each is the real
thing as long as it is calm.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
import random
import sqlite3
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

LOOKING: Final = (errno.EACCES, errno.EIO, errno.ESTALE, errno.EMFILE, errno.EINTR)  # ENOENT is believed
WRITING: Final = (errno.ENOSPC, errno.EROFS, errno.EDQUOT, errno.EIO, errno.EMFILE)
SPAWN: Final = (errno.EAGAIN, errno.ENOMEM, errno.ETXTBSY, errno.EMFILE, errno.EACCES)
LOOKERS: Final = ("stat", "lstat", "scandir", "listdir", "readlink")
WRITERS: Final = ("mkdir", "replace", "rename", "unlink", "utime")
SQLITE: Final = {
    "database is locked": sqlite3.SQLITE_BUSY,
    "database table is locked": sqlite3.SQLITE_LOCKED,
    "database or disk is full": sqlite3.SQLITE_FULL,
    "attempt to write a readonly database": sqlite3.SQLITE_READONLY,
    "disk I/O error": sqlite3.SQLITE_IOERR,
    "unable to open database file": sqlite3.SQLITE_CANTOPEN,
    "database disk image is malformed": sqlite3.SQLITE_CORRUPT,
}


class FaultyDisk:
    """The file system below `root`, for the thread that arms it: one call in so many fails or does only half of what
    was asked. `reads` and `writes` are the rates."""

    def __init__(self, chance: random.Random, root: Path) -> None:
        self._chance = chance
        self._root = str(root)
        self._thread = 0
        self._reads = self._writes = 0.0
        self._half_written: set[int] = set()
        self._made: set[str] = set()  # paths that were opened

    @contextmanager
    def armed(self, reads: float, writes: float = 0.0) -> Iterator[None]:
        """Inside, calls fail."""
        self._thread, self._reads, self._writes = threading.get_ident(), reads, writes
        looking = [(os, name, self._failing(getattr(os, name), self._look)) for name in LOOKERS]
        writing = [(os, name, self._failing(getattr(os, name), self._write)) for name in WRITERS]
        opening = [(os, "open", self._opening(os.open)), (os, "read", self._reading(os.read))]
        opening += [(module, "open", self._making(module.open)) for module in (builtins, io)]
        places: list[tuple[Any, str, Any]] = [*looking, *writing, *opening]
        real = [getattr(module, name) for module, name, _ in places]
        for module, name, function in places:
            setattr(module, name, function)
        try:
            yield
        finally:
            for (module, name, _), function in zip(places, real, strict=True):
                setattr(module, name, function)
            self._half_written.clear()

    def _is_ours(self, path: Any) -> bool:
        below = isinstance(path, str | Path) and str(path).startswith(self._root)
        return below and threading.get_ident() == self._thread

    def _look(self, path: Any) -> None:
        self._strike(path, self._reads, LOOKING)

    def _write(self, path: Any) -> None:
        if str(path) in self._made and os.path.basename(str(path)).startswith("."):
            return  # what was made can be taken away again
        self._strike(path, self._writes, WRITING)

    def _strike(self, path: Any, rate: float, numbers: tuple[int, ...]) -> None:
        if self._is_ours(path) and self._chance.random() < rate:
            number = self._chance.choice(numbers)
            raise OSError(number, os.strerror(number), str(path))

    def _failing(self, function: Callable[..., Any], strike: Callable[[Any], None]) -> Callable[..., Any]:
        def call(path: Any = ".", *arguments: Any, **options: Any) -> Any:
            strike(path)
            return function(path, *arguments, **options)

        return call

    def _opening(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Any, flags: int, *arguments: Any, **options: Any) -> Any:
            writes = bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
            (self._write if writes else self._look)(path)
            made = function(path, flags, *arguments, **options)
            self._made.add(str(path))
            if writes and self._is_ours(path) and self._chance.random() < self._writes:
                self._half_written.add(made)
            return made

        return call

    def _reading(self, function: Callable[[int, int], bytes]) -> Callable[[int, int], bytes]:
        def call(descriptor: int, count: int) -> bytes:
            short = threading.get_ident() == self._thread and self._reads and count > 1 and self._chance.random() < 0.3
            return function(descriptor, self._chance.randrange(1, min(count, 64)) if short else count)

        return call

    def _making(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(file: Any, mode: str = "r", *arguments: Any, **options: Any) -> Any:
            (self._write if set(mode) & set("wax+") else self._look)(file)
            if isinstance(file, int) and file in self._half_written:
                self._half_written.discard(file)
                return Full(io.FileIO(file, "w"))
            made = function(file, mode, *arguments, **options)
            self._made.add(str(file))
            return made

        return call


class Full(io.BufferedWriter):
    """A file on a disk that is full after half of what is written."""

    def write(self, data: Any) -> int:
        """Half of it."""
        if isinstance(data, str):
            data = data.encode()
        super().write(data[: len(data) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


class FaultyConnection:
    """A connection to SQLite that fails as its `Sqlite` says."""

    def __init__(self, database: sqlite3.Connection, faults: Sqlite) -> None:
        self._database = database
        self._faults = faults

    def __getattr__(self, name: str) -> Any:
        return getattr(self._database, name)

    def execute(self, query: str, *values: Any) -> Any:
        """What the real one does, unless something is wrong; a COMMIT may be done and fail all the same."""
        if query == "COMMIT" and self._faults.strikes():
            if self._faults.chance.random() < 0.5:
                self._database.execute(query)
            raise self._faults.error()
        if query.startswith(("BEGIN", "INSERT", "PRAGMA journal_mode")) and self._faults.strikes():
            raise self._faults.error()
        return self._database.execute(query, *values)


class Sqlite:
    """SQLite, of which one statement in so many fails while `rate` is not 0."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.rate = 0.0

    def connect(self, *arguments: Any, **options: Any) -> Any:
        """As sqlite3.connect."""
        if self.strikes():
            raise self.error()
        return FaultyConnection(sqlite3.connect(*arguments, **options), self)

    def strikes(self) -> bool:
        """Does something go wrong now?"""
        return self.chance.random() < self.rate

    def error(self) -> sqlite3.Error:
        """One of its errors; damage is rare."""
        text = self.chance.choice([*SQLITE][:-1] * 4 + [*SQLITE])
        kind = sqlite3.DatabaseError if SQLITE[text] == sqlite3.SQLITE_CORRUPT else sqlite3.OperationalError
        error = kind(text)
        error.sqlite_errorcode = SQLITE[text]
        return error


class Clock:
    """The time of day, which may jump either way and stand still."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._ahead = 0.0
        self._stood = 0.0

    def __call__(self) -> float:
        """Seconds."""
        return self._stood or time.time() + self._ahead

    def nanoseconds(self) -> int:
        """The same, as the scan of the disk asks for it."""
        return int(self() * 1e9)

    def jump(self) -> str:
        """To another day, either way, or stop; gives what it does."""
        self._ahead += self._chance.choice((-1, 1)) * self._chance.choice((0.1, 2.0, 86_400.0 * 40))
        self._stood = time.time() + self._ahead if self._chance.random() < 0.3 else 0.0
        return f"the clock is {self._ahead:+.1f} s{' and stands still' if self._stood else ''}"


class Spawning:
    """`subprocess.Popen`, of which one call in so many fails while `rate` is not 0."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self.rate = 0.0

    def __call__(self, *arguments: Any, **options: Any) -> subprocess.Popen[bytes]:
        if self._chance.random() < self.rate:
            number = self._chance.choice(SPAWN)
            raise OSError(number, os.strerror(number), str(arguments[0][0]))
        return subprocess.Popen(*arguments, **options)
