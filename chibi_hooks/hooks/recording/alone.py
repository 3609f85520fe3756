"""A directory -> leave to make or move files there which nobody else makes or moves meanwhile."""

from __future__ import annotations

import errno
import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

PATIENCE: Final = 1.0  # seconds for another to be done, which takes it some milliseconds
TURN: Final = 0.002  # seconds between two attempts


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


@contextmanager
def alone_soon(directory: Path) -> Iterator[None]:
    """The same for what must be done in any case: waits `PATIENCE` seconds for whoever is inside, then goes on."""
    until = time.monotonic() + PATIENCE
    with ExitStack() as inside:
        while time.monotonic() < until:
            try:
                inside.enter_context(alone_in(directory))
                break
            except BlockingIOError:
                time.sleep(TURN)
            except OSError:  # it is gone, and nobody is there
                break
        yield
