"""The texts that the user has trusted, by their digests, in the state directory: what decides while a file is another
one than was trusted.

Rules
-----
* A text is believed only if it has the digest it is asked for by: whoever could write there gains nothing.
* Kept is the last trusted text of each file, of hook files, libraries and configurations, at most `TEXT` bytes each and
  `ALL` together. Plugins are not kept: a program is more than its file.
* What cannot be kept is not there when it is asked for; nothing is raised.
"""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

from chibi_hooks.hooks.homes.keeping import keep_file
from chibi_hooks.scheme.reading.opener import read_file

FOLDER: Final = "trusted"
TEXT: Final = 4_000_000  # bytes of one text: what a hook file may have
ALL: Final = 64 << 20  # bytes of all of them


class TrustedTexts:
    """The texts in one directory. Threads and processes may share it."""

    def __init__(self, state: Path) -> None:
        self.directory = state / FOLDER
        self._there: set[str] | None = None  # what is known to be kept
        self._size = 0

    def has(self, digest: str) -> bool:
        """Is the text of this digest kept, as far as is known here? Cheap."""
        if self._there is None:
            self._list()
        return digest in (self._there or ())

    def keep(self, digest: str, data: bytes) -> None:
        """Keep a text; one that is too large, or too many, or a directory that cannot be written, is no error."""
        if self.has(digest) or len(data) > TEXT or self._size + len(data) > ALL or sha256(data).hexdigest() != digest:
            return
        with suppress(OSError):
            keep_file(self.directory / digest, data)
            self._size += len(data)
            assert self._there is not None
            self._there.add(digest)

    def find(self, digest: str) -> bytes | None:
        """The text of this digest; None when it is not kept, or no longer what it was."""
        try:
            data = read_file(self.directory / digest, TEXT)
        except OSError:
            return None
        return data if sha256(data).hexdigest() == digest else None

    def forget_all_but(self, digests: set[str]) -> None:
        """Keep these only."""
        self._list()
        for digest in (self._there or set()) - digests:
            with suppress(OSError):
                (self.directory / digest).unlink()
        self._there = None

    def _list(self) -> None:
        self._there, self._size = set(), 0
        with suppress(OSError), os.scandir(self.directory) as entries:
            for entry in entries:
                self._there.add(entry.name)
                self._size += entry.stat(follow_symlinks=False).st_size
