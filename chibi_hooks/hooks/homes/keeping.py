"""Bytes -> a file of the state directory, whole or not at all: `keep_file`.

Rules
-----
* The file is the user's alone (0600), and so is a directory that has to be made (0700).
* Whoever reads it meets the old content or the new one. What cannot be written leaves the old one, and no draft.
* A process that is killed may leave a draft; the next one that writes into the directory takes it away when it is old.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Final

from chibi_hooks.scheme.reading.opener import real_path

DRAFT: Final = ".draft-"  # .draft-1234-trust.json
WRITING: Final = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC
LEFT: Final = 3600.0  # seconds after which nobody writes at a draft any more

LAST_GOOD: Final = "last-good"  # the directory of what is kept of homes

_swept: set[str] = set()  # directories in which this process has looked for drafts; a handful


def keep_file(path: Path, data: bytes) -> None:
    """Put these bytes there. Raises OSError."""
    directory, name = os.path.split(path)
    draft = os.path.join(directory, f"{DRAFT}{os.getpid()}-{name}")
    try:
        with open(_opened(draft, path), "wb") as file:
            file.write(data)
        os.replace(draft, path)
    except OSError:
        with suppress(OSError):
            os.unlink(draft)
        raise
    if directory not in _swept:
        _swept.add(directory)
        _sweep(directory)


def short(text: str) -> str:
    """What a path or a name is known by in the names of what is kept."""
    return blake2b(text.encode("utf-8", "surrogateescape"), digest_size=12).hexdigest()


def last_good_of(state: Path, home: Path) -> Path:
    """Where earlier versions of a home's files are kept (live/last_good.py)."""
    return state / LAST_GOOD / short(real_path(home))


def has_last_good(state: Path, home: Path) -> bool:
    """Is anything kept of it?"""
    with suppress(OSError):
        return any(each.endswith(".json") for each in os.listdir(last_good_of(state, home)))
    return False


def _opened(draft: str, path: Path) -> int:
    try:
        return os.open(draft, WRITING, 0o600)
    except FileNotFoundError:  # the directory is there but for the first time
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return os.open(draft, WRITING, 0o600)


def _sweep(directory: str) -> None:
    """Take away what processes that were killed have left."""
    now = time.time()
    with suppress(OSError), os.scandir(directory) as entries:
        for each in entries:
            with suppress(OSError):
                if each.name.startswith(DRAFT) and abs(now - each.stat(follow_symlinks=False).st_mtime) > LEFT:
                    os.unlink(each.path)
