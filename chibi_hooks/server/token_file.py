"""A file of the user's alone -> the token in it, which agents' settings name; made where there is none."""

from __future__ import annotations

import os
import secrets
import stat
from typing import Final

from chibi_hooks.hooks.errors import ConfigError

TOKEN_BYTES: Final = 32


def token_at(path: str) -> str:
    """The token in this file, which is made where there is none. Raises ConfigError for one that others can read or
    write."""
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        try:
            file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        except FileExistsError:
            return token_in(path)
        with open(file, "w", encoding="ascii") as made:
            token = secrets.token_urlsafe(TOKEN_BYTES)
            made.write(f"{token}\n")
        return token
    except OSError as error:
        raise ConfigError(f"{path}: the token cannot be kept there: {error}") from None


def token_in(path: str) -> str:
    """The token in this file. Raises ConfigError for a file that others can read, and OSError for none."""
    file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        about = os.fstat(file)
        if not stat.S_ISREG(about.st_mode) or about.st_uid != os.geteuid() or about.st_mode & 0o077:
            raise ConfigError(f"{path}: wanted a file that only you can read; remove it, and another token is made")
        token = os.read(file, 4096).decode("ascii", "replace").strip()
    finally:
        os.close(file)
    if len(token) < TOKEN_BYTES:
        raise ConfigError(f"{path}: there is no token in it; remove it, and another one is made")
    return token
