"""Paths -> what they contain, as digests; a file is read only when device, inode, size or time say that it may be
another one.

Rules
-----
* A file that was changed within the last `SETTLED` before it was read is read again at the next look: a second save
  may fall into the same tick of the file system's clock and leave the same size (what git calls racily clean).
* Only regular files are opened; a pipe called `x.scm` would keep its reader for ever.
* A file that changes while it is read is `Unsteady`: look again soon.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

ABSENT: Final = "absent"
SETTLED: Final = 2_000_000_000  # nanoseconds; FAT, the coarsest clock that files are kept by, counts in steps of 2 s
MOST_HASHED: Final = 64 << 20  # bytes; of a larger file (a plugin with everything linked in) the stamp must do
DIGEST_SIZE: Final = 16  # bytes: chance will not make two of them equal, and nobody gains by doing so
BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


class Unsteady(Exception):
    """The file changed while it was read."""


class Stamp(NamedTuple):
    """What `stat` says about the content of a file."""

    device: int
    inode: int
    size: int
    mtime_ns: int


class Contents:
    """The digests of files, remembered with their stamps. Not for several threads at once."""

    def __init__(self, now_ns: Callable[[], int] = time.time_ns) -> None:
        self._now_ns = now_ns
        self._known: dict[str, tuple[Stamp, str]] = {}
        self._looked: set[str] = set()

    def look(self, path: str | os.PathLike[str]) -> str:
        """The digest of the file, `ABSENT`, or a word in brackets for what cannot be read. Raises Unsteady."""
        key = os.fspath(path)
        self._looked.add(key)
        try:
            about = os.stat(key)
        except (FileNotFoundError, NotADirectoryError):
            return ABSENT
        except OSError as error:  # links in a circle, a directory that may not be entered
            return f"({error.strerror})"
        stamp = stamp_of(about)
        known = self._known.get(key)
        if known is not None and known[0] == stamp:
            return known[1]
        if not stat.S_ISREG(about.st_mode):
            return "(not a regular file)"
        if stamp.size > MOST_HASHED:
            return f"({stamp})"
        try:
            return self.read(key)[0]
        except FileNotFoundError:
            return ABSENT
        except OSError as error:
            return f"({error.strerror})"

    def read(self, path: str | os.PathLike[str]) -> tuple[str, bytes]:
        """Digest and content of a regular file. Raises OSError, Unsteady."""
        key = os.fspath(path)
        self._looked.add(key)
        before, data = _read(key)
        found = digest(data)
        if before.mtime_ns < self._now_ns() - SETTLED:
            self._known[key] = before, found
        else:
            self._known.pop(key, None)
        return found, data

    def forget_the_rest(self) -> None:
        """Forget what was not looked at since the last time."""
        self._known = {key: known for key, known in self._known.items() if key in self._looked}
        self._looked.clear()


def stamp_of(about: os.stat_result) -> Stamp:
    """The part of a `stat` that tells one content of a file from another."""
    return Stamp(about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns)


def digest(data: bytes) -> str:
    """The digest of a file's content; a byte order mark does not count."""
    return blake2b(data.removeprefix(BYTE_ORDER_MARK), digest_size=DIGEST_SIZE).hexdigest()


EMPTY: Final = digest(b"")


def _read(path: str) -> tuple[Stamp, bytes]:
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    with open(descriptor, "rb", buffering=0) as file:
        about = os.fstat(descriptor)
        if not stat.S_ISREG(about.st_mode):
            raise OSError(0, "not a regular file")
        data = file.read(MOST_HASHED)
        after = stamp_of(os.fstat(descriptor))
    if after != stamp_of(about) or len(data) != after.size:
        raise Unsteady(path)
    return after, data


def names_below(*roots: Path) -> Iterator[str]:
    """The path of everything below the roots that is not hidden; links to directories are followed once."""
    seen: set[str] = set()
    pending = [str(root) for root in roots]
    while pending:
        directory = pending.pop()
        real = os.path.realpath(directory)
        if real in seen:
            continue
        seen.add(real)
        try:
            with os.scandir(directory) as entries:
                found = sorted((entry.path, entry.is_dir()) for entry in entries if not entry.name.startswith("."))
        except OSError:
            continue
        for path, is_directory in found:
            yield path
            if is_directory:
                pending.append(path)
