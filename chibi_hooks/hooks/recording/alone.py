"""A directory -> leave to make or move files there which nobody else makes or moves meanwhile."""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from chibi_hooks.hooks.homes.locking import ALONE, locked_soon

PATIENCE: Final = 1.0  # seconds for another to be done, which takes it some milliseconds
TURN: Final = 0.002  # seconds between two attempts
DIRECTORY: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC


@contextmanager
def alone_in(directory: Path) -> Iterator[None]:
    """Inside, whoever else asks for this directory is refused, in this process too. Never waits: raises
    BlockingIOError when another is inside; OSError."""
    handle = os.open(directory, DIRECTORY)
    try:
        try:
            fcntl.flock(handle, ALONE)
        except BlockingIOError:
            raise BlockingIOError(errno.EAGAIN, f"{directory}: another writer makes or moves a file there") from None
        except OSError:  # a file system without locks
            pass
        yield
    finally:
        os.close(handle)


@contextmanager
def alone_soon(directory: Path) -> Iterator[None]:
    """The same for what must be done in any case: waits `PATIENCE` seconds for whoever is inside, then goes on."""
    handle = -1
    try:
        with suppress(OSError):  # it is gone, and nobody is there; or a file system without locks
            handle = os.open(directory, DIRECTORY)
            locked_soon(handle, PATIENCE, TURN)
        yield
    finally:
        if handle >= 0:
            os.close(handle)
