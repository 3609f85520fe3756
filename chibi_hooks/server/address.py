"""Homes -> where their resident host listens: a Unix socket and a lock in a directory that nobody else can write to.

Rules
-----
* One address per set of homes and state directory: links are resolved, so that a home has one however it is named, and
  programs that keep their state apart do not meet.
* The directory is `$XDG_RUNTIME_DIR/chibi-hooks`, else `run` in the state directory, else, where that is too long for
  a socket, `/tmp/chibi-hooks-UID`. It is 0700 and ours, or it is refused: whoever can write there can answer in our
  name and read what is asked.
* Who holds the lock owns the socket: what lies there without a lock is left over, and is taken over. The kernel gives
  the lock back however a process ends.
* It imports nothing heavy: every command looks here.
"""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Final

from chibi_hooks.hooks.errors import ConfigError
from chibi_hooks.hooks.homes.home import STATE_NAME, Home, Homes, Surroundings
from chibi_hooks.scheme.reading.opener import identity_of, read_file

LONGEST: Final = 100  # bytes of a socket's path: macOS takes 103, Linux 107; names are as long as those of hook.py
OTHERS_WRITE: Final = 0o022
SOON: Final = 2.0  # seconds until a server on this machine has let us in


class Unsafe(ConfigError):
    """The directory of the socket is not ours alone."""


class Taken(ConfigError):
    """Another process holds the address; `pid` is its number, if it has said so."""

    def __init__(self, message: str, pid: int | None) -> None:
        super().__init__(message)
        self.pid = pid


class Address:
    """Where the resident host of some homes listens, whether one does or not."""

    __slots__ = ("directory", "home", "http", "lock", "socket", "token")

    def __init__(self, directory: Path, name: str, home: str) -> None:
        self.directory = directory
        self.home = home  # as people know it
        self.socket = str(directory / f"{name}.sock")
        self.lock = str(directory / f"{name}.lock")
        self.token = str(directory / f"{name}.token")  # of the server on 127.0.0.1, and where that is
        self.http = str(directory / f"{name}.http")

    def check(self) -> bool:
        """Is the directory there? Raises Unsafe when others could have put something into it."""
        runtime = self.directory.parent
        if self.directory.name == STATE_NAME and not _is_safe(runtime):  # $XDG_RUNTIME_DIR
            return False
        return _is_safe(self.directory)

    def url(self) -> str | None:
        """Where these homes are served over HTTP; None: nowhere, or whoever did has died."""
        import socket  # one command asks

        try:
            url = read_file(self.http, 100).decode("ascii").strip()
            with socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2])), SOON):
                return url
        except (OSError, ValueError):
            return None

    def take(self) -> Held:
        """Make it ours, until `release`. Raises Taken, Unsafe and ConfigError."""
        try:
            self.directory.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.directory.mkdir(mode=0o700, exist_ok=True)
            self.check()
            self.directory.chmod(0o700)  # ours, but perhaps made by somebody with another taste
            return Held(self, _locked(self))
        except OSError as error:
            raise ConfigError(f"{self.directory}: cannot hold the socket of the resident host: {error}") from None


class Held:
    """An address that is ours."""

    def __init__(self, address: Address, lock: int) -> None:
        self.address = address
        self._lock = lock

    def is_ours(self) -> bool:
        """Is the lock that we hold still the one that others look at?"""
        return identity_of(self.address.lock) == identity_of(self._lock)

    def clear(self) -> None:
        """Remove a socket that lies there: without the lock it is nobody's."""
        if os.path.lexists(self.address.socket):
            os.unlink(self.address.socket)

    def release(self) -> None:
        """Give it back, and leave nothing behind."""
        if self.is_ours():
            self.clear()
            os.unlink(self.address.lock)
        os.close(self._lock)


def address_of(homes: Homes, around: Surroundings) -> Address:
    """Where the resident host of these homes listens; without a home nobody does (door.py)."""
    state = os.path.realpath(around.directory / around.state_directory())
    name = sha256(os.fsencode("\0".join([*names_of(homes.homes), state]))).hexdigest()[:21]
    shown = str(homes.homes[-1].path) if homes.homes else str(homes.project)
    runtime = around.environment.get("XDG_RUNTIME_DIR", "")
    directory = Path(runtime) / STATE_NAME if os.path.isabs(runtime) else Path(state) / "run"
    address = Address(directory, name, shown)
    if len(os.fsencode(address.socket)) <= LONGEST:
        return address
    return Address(Path(f"/tmp/{STATE_NAME}-{os.geteuid()}"), name, shown)


def names_of(homes: Iterable[Home]) -> list[str]:
    """What tells the host of these homes from those of others. A project's home of which only trusted files run is not
    the same as one that was named, of which all do.
    """
    return [os.path.realpath(home.path) + ("" if home.gate is None else "\0trusted files only") for home in homes]


def _is_safe(directory: Path) -> bool:
    try:
        about = os.lstat(directory)
    except OSError:  # a ring of links, a disk that fails: nobody listens there either
        return False
    wanted = f"{directory}: the resident host's socket needs a directory that only you can write to"
    if not stat.S_ISDIR(about.st_mode):
        raise Unsafe(f"{wanted}, got {'a link' if stat.S_ISLNK(about.st_mode) else 'something else'}; move it away")
    if about.st_uid != os.geteuid():
        raise Unsafe(f"{wanted}, got one of user {about.st_uid}; set XDG_RUNTIME_DIR to one of yours")
    if about.st_mode & OTHERS_WRITE:
        raise Unsafe(f"{wanted}, got mode {stat.S_IMODE(about.st_mode):04o}; `chmod go-w {directory}` if you trust it")
    return True


def _locked(address: Address) -> int:
    """A descriptor of the lock file, locked by us alone."""
    while True:
        lock = os.open(address.lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            pid = _pid_in(lock)
            os.close(lock)
            if not isinstance(error, BlockingIOError):
                raise
            who = f" (pid {pid})" if pid else ""
            told = f"{address.home}: a resident host runs already{who}; `chibi-hooks status` shows it"
            raise Taken(told, pid) from None
        if identity_of(lock) == identity_of(address.lock):
            os.truncate(lock, 0)
            os.write(lock, f"{os.getpid()}\n".encode())
            return lock
        os.close(lock)  # whoever held it before has just removed it


def _pid_in(lock: int) -> int | None:
    text = os.pread(lock, 32, 0).strip()
    return int(text) if text.isdigit() else None
