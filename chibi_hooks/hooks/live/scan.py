"""Paths -> what they contain, as digests; a file is read only when device, inode, size or time say that it may be
another one.

Rules
-----
* A file that was changed within the last `SETTLED` before it was read is read again at the next look: a second save
  may fall into the same tick of the file system's clock and leave the same size (what git calls racily clean).
* How a file is opened is opener.py's. One that cannot be read has a digest too, made of the reason: it is tried again
  when that changes, and not before.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from hashlib import blake2b
from typing import Final

from chibi_hooks.scheme.reading.opener import Stamp, Unsteady, read_stamped, stamp_of, walk

ABSENT: Final = "absent"
SETTLED: Final = 2_000_000_000  # nanoseconds; FAT, the coarsest clock that files are kept by, counts in steps of 2 s
MOST_HASHED: Final = 64 << 20  # bytes; of a larger file (a plugin with everything linked in) the stamp must do
DIGEST_SIZE: Final = 16  # bytes: chance will not make two of them equal, and nobody gains by doing so
BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


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
        if about.st_size > MOST_HASHED:
            return f"({stamp})"
        try:
            return self.read(key)[0]
        except Unsteady:
            raise
        except FileNotFoundError:
            return ABSENT
        except OSError as error:
            return f"({error.strerror})"

    def read(self, path: str | os.PathLike[str], most: int = MOST_HASHED) -> tuple[str, bytes]:
        """Digest and content of a regular file of at most `most` bytes. Raises OSError, Unsteady."""
        key = os.fspath(path)
        self._looked.add(key)
        stamp, data = read_stamped(key, most)
        found = digest(data)
        if max(stamp[3:]) < self._now_ns() - SETTLED:
            self._known[key] = stamp, found
        else:
            self._known.pop(key, None)
        return found, data

    def forget_the_rest(self) -> None:
        """Forget what was not looked at since the last time."""
        self._known = {key: known for key, known in self._known.items() if key in self._looked}
        self._looked.clear()


def digest(data: bytes) -> str:
    """The digest of a file's content; a byte order mark does not count."""
    return blake2b(data.removeprefix(BYTE_ORDER_MARK), digest_size=DIGEST_SIZE).hexdigest()


EMPTY: Final = digest(b"")


def names_below(*roots: str | os.PathLike[str]) -> list[str]:
    """The path of everything below the roots that is not hidden."""
    return [each.path for root in roots for each in walk(root)]
