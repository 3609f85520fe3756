"""Bytes -> a file of the user's own, in one step: who is stopped in the middle, or has no room, leaves the old one."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def rewrite(path: Path, content: bytes, like: Path | None = None) -> None:
    """Put these bytes there, with the mode and owner that the file has, or another one has (`like`). Raises OSError,
    whose `filename` is the path."""
    try:
        _replace(path, content, path if like is None else like)
    except OSError as error:
        error.filename = str(path)  # of a draft, or of nothing where no room is left
        raise


def _replace(path: Path, content: bytes, like: Path) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        _dress(name, like)
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def _dress(name: str, like: Path) -> None:
    try:
        about = os.stat(like)
    except FileNotFoundError:
        mask = os.umask(0o077)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)
        return
    with suppress(PermissionError):  # who may write a file need not own it
        os.chown(name, about.st_uid, about.st_gid)
    os.chmod(name, about.st_mode & 0o7777)
