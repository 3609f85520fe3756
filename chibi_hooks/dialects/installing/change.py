"""A settings file and what it should be -> the change: shown as a diff, made on disk, undone.

Rules
-----
* A file is replaced whole, by a rename, with its mode and owner; a link stays a link, what it leads to is replaced.
* What somebody else has written meanwhile is never overwritten: then it is all done anew, with what stands there now.
* One copy of what was there before us lies beside it, until we go.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from chibi_hooks.dialects.installing.texts import read_settings
from chibi_hooks.hooks.errors import ConfigError
from chibi_hooks.hooks.homes.locking import locked_soon
from chibi_hooks.hooks.homes.rewriting import rewrite

BACKUP: Final = ".before-chibi-hooks"
TRIES: Final = 5  # of a change that others get in the way of
WAITING: Final = 5.0  # seconds for another of us, who needs some milliseconds; who holds it longer is somebody else
LOOK: Final = 0.05  # seconds between two looks whether it is free


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file, its bytes now and then (None: it is not there), and what its backup is to be."""

    path: Path
    before: bytes | None
    after: bytes | None
    backup: bytes | None = None

    @property
    def is_none(self) -> bool:
        """Is everything as it should be?"""
        return self.before == self.after

    def diff(self) -> str:
        """What changes, as people read it."""
        old, new = (_lines(each) for each in (self.before, self.after))
        name, there = str(self.path), (self.before is not None, self.after is not None)
        lines = difflib.unified_diff(old, new, name if there[0] else os.devnull, name if there[1] else os.devnull)
        return "".join(f"{line.rstrip()}\n" for line in lines)


def backup_of(path: Path) -> Path:
    """Where the copy of a file from before us lies."""
    return path.with_name(path.name + BACKUP)


def make(plan: Callable[[], FileChange]) -> FileChange:
    """Plan a change and make it, anew as long as others write meanwhile. Raises ConfigError."""
    for _ in range(TRIES):
        change = plan()
        if change.is_none:
            return change
        with _alone(change.path):
            if read_settings(change.path) == change.before:
                _write(change)
                return change
    raise ConfigError(f"{change.path}: others keep writing it; close the agent and try again")


def undo(change: FileChange) -> None:
    """Make it as it was, if it is still as we made it. Raises ConfigError."""
    if read_settings(change.path) == change.after:
        _write(FileChange(change.path, change.after, change.before))


def _write(change: FileChange) -> None:
    path = Path(os.path.realpath(change.path))
    copy = backup_of(path)
    try:
        if change.backup is not None:
            rewrite(copy, change.backup, path)
        if change.after is None:
            path.unlink()
            _remove_empty(path.parent)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            rewrite(path, change.after)
        if change.backup is None:
            copy.unlink(missing_ok=True)
    except OSError as error:
        raise ConfigError(f"{error.filename or path}: it cannot be written: {error.strerror}") from None


def _remove_empty(directory: Path) -> None:
    """The folders that were made for our file alone: up to the agent's own, whose name begins with a dot."""
    hidden = [each for each in (directory, *directory.parents) if each.name.startswith(".")]
    if not hidden:
        return
    with suppress(OSError):  # there is something in it
        while hidden[0] in (directory, *directory.parents):
            directory.rmdir()
            directory = directory.parent


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """No other of us writes there meanwhile. Raises ConfigError when it stays locked."""
    directory = path.parent
    while not directory.is_dir() and directory != directory.parent:
        directory = directory.parent
    try:
        handle = os.open(directory, os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        raise ConfigError(f"{directory}: it cannot be looked at: {error.strerror}") from None
    try:
        with suppress(OSError):  # a file system without locks
            if not locked_soon(handle, WAITING, LOOK):
                raise ConfigError(f"{directory}: another process has it locked; end that one and try again")
        yield
    finally:
        os.close(handle)


def _lines(content: bytes | None) -> list[str]:
    return (content or b"").decode("utf-8", "replace").splitlines()
