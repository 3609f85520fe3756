"""A directory -> leave to make or move files there which nobody else makes or moves meanwhile."""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def alone_in(directory: Path) -> Iterator[None]:
    """Inside, whoever else asks for this directory is refused, in this process too. Never waits: raises
    BlockingIOError when another is inside; OSError."""
    handle = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BlockingIOError(errno.EAGAIN, f"{directory}: another writer makes or moves a file there") from None
        except OSError:  # a file system without locks
            pass
        yield
    finally:
        os.close(handle)
