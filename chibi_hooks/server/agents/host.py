"""Thin clients' calls -> answers: the one host for all agents of a user, `Agents`, behind a socket of its own.

    with Agents.listen(lock) as agents:       # started by a client (hook_alone.py), or by `chibi-hooks serve --agents`
        agents.run()

Rules
-----
* Who has the lock is the host. What it no longer is (idle, its code replaced on disk, its socket gone) it says by
  letting go socket and lock at once, before what is under way has ended: the next client starts another one.
* A call is begun when it is whole and the client still listens; before that it may be done elsewhere.
* Homes, and what they answer, are held_homes.py's.
"""

from __future__ import annotations

import fcntl
import os
import select
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final

from chibi_hooks.hooks.errors import BadRequest, ConfigError
from chibi_hooks.server import hook
from chibi_hooks.server.agents.call import answer_bytes, read_call
from chibi_hooks.server.agents.held_homes import HeldHomes
from chibi_hooks.server.command import CLIENT, place_of_host
from chibi_hooks.spacious import spacious

IDLE: Final = 600.0  # seconds without a call after which it ends
TICK: Final = 1.0  # seconds between two looks around
CALLS: Final = 64  # at once; more wait in the socket's queue, and their clients for TAKING
BACKLOG: Final = 512
ENDING: Final = 15.0  # seconds that what is under way may take when it ends
RECEIVE: Final = 8.0  # seconds for a call to come: by then its client has gone on
SEND: Final = 10.0  # seconds for an answer to be taken; its client waits for nothing else
CREDENTIALS: Final = struct.Struct("iII")  # of SO_PEERCRED: process, user, group


class Busy(ConfigError):
    """Another process is the host for agents."""


class Agents:
    """The host for agents; make one with `listen`, end it with `stop`."""

    def __init__(self, path: str, lock: int, homes: HeldHomes, say: Callable[[str], None], idle: float) -> None:
        self.path = path
        self.homes = homes
        self.ended_because = ""
        self._lock = lock
        self._say = say
        self._idle = idle
        self._listener = _listening(f"{path}.sock")
        self._code = _stamps([str(CLIENT)])
        self._used = time.monotonic()
        self._free = threading.Semaphore(CALLS)
        self._under_way = 0
        self._changed = threading.Condition()
        self._bell = socket.socketpair()
        self._ending = threading.Event()
        os.ftruncate(lock, 0)
        os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)

    @classmethod
    def listen(
        cls,
        homes: HeldHomes,
        path: str | None = None,
        lock: int | None = None,
        *,
        say: Callable[[str], None] = lambda text: None,
        idle: float = IDLE,
    ) -> Agents:
        """Be the host; `path` is that of the socket without its ending (default: where clients of this installation
        look), `lock` a descriptor that holds the lock already. Raises Busy and ConfigError."""
        try:
            path = path or place_of_host()
            return cls(path, _locked(path) if lock is None else lock, homes, say, idle)
        except OSError as error:
            raise ConfigError(f"{path}: cannot listen there: {error}") from None

    def run(self) -> None:
        """Answer until it is time to end; what is under way is ended then."""
        arrival = select.poll()
        arrival.register(self._listener, select.POLLIN)
        arrival.register(self._bell[0], select.POLLIN)
        looked = time.monotonic()
        while not self._ending.is_set():
            ready = arrival.poll(TICK * 1000)
            if any(each == self._listener.fileno() for each, _ in ready):
                self._accept()
            if time.monotonic() - looked > TICK / 2:
                if not self._may_stay():
                    break
                looked = time.monotonic()
        self.release()
        with self._changed:
            self._changed.wait_for(lambda: not self._under_way, ENDING)
        self.homes.close()
        with self._changed:
            for end in self._bell:
                end.close()

    def stop(self) -> None:
        """End `run`."""
        self._ending.set()
        with self._changed, suppress(OSError):  # it has ended
            self._bell[1].send(b"!")

    def release(self) -> None:
        """From here on it is somebody else's to be the host."""
        with self._changed:
            lock, self._lock = self._lock, -1
        if lock < 0:
            return
        self._ending.set()
        with suppress(OSError):
            if _is_locked_by(lock, self.path):
                os.unlink(f"{self.path}.sock")
                os.unlink(f"{self.path}.lock")
        self._listener.close()
        os.close(lock)

    def _may_stay(self) -> bool:
        self.homes.look_around()
        if not _is_locked_by(self._lock, self.path) or not os.path.exists(f"{self.path}.sock"):
            self.ended_because = "its socket was removed"
        elif self._code != _stamps(self._code):
            self.ended_because = "its code on disk is another one now"
        elif not self._under_way and time.monotonic() - self._used > self._idle:
            self.ended_because = f"nobody has called for {self._idle:g} s"
        for name, stamp in _stamps(_own_files()).items():
            self._code.setdefault(name, stamp)
        return not self.ended_because

    def _accept(self) -> None:
        try:
            client, _ = self._listener.accept()
        except OSError as error:
            if not isinstance(error, BlockingIOError):
                self._say(f"a call could not be let in: {error}")
                self._ending.wait(TICK)
            return
        if not self._free.acquire(timeout=hook.TAKING):
            client.close()
            return
        with self._changed:
            self._under_way += 1
        try:
            threading.Thread(target=spacious, args=(self._serve, client), name="chibi-hooks-agent", daemon=True).start()
        except RuntimeError as error:  # no thread left: slower is better than a guard that is away
            self._say(f"calls are answered one by one: {error}")
            try:
                spacious(self._serve, client)
            except Exception as fault:  # on a thread of its own it would have ended that; here, all of us
                self._say(f"a call was not answered: an error of ours: {type(fault).__name__}: {fault}")

    def _serve(self, client: socket.socket) -> None:
        try:
            if _is_ours(client) and not self._is_replaced():
                client.settimeout(RECEIVE)
                call = read_call(client.recv)
                client.sendall(hook.BEGUN)  # fails when it has gone on without us
                client.settimeout(SEND)
                client.sendall(answer_bytes(self.homes.answer(call)))
        except (OSError, BadRequest) as error:
            self._say(f"a call was not answered: {error}")
        except MemoryError:
            self._say("a call was not answered: MemoryError")
            self._end_now("it has no memory left")
        finally:
            self._done(client)

    def _done(self, client: socket.socket) -> None:
        client.close()
        self._free.release()
        with self._changed:
            self._used = time.monotonic()
            self._under_way -= 1
            self._changed.notify_all()

    def _is_replaced(self) -> bool:
        """Has the client been installed anew? Then it is another installation's to answer."""
        name = str(CLIENT)
        if self._code.get(name) == _stamps([name]).get(name):
            return False
        self._end_now("its code on disk is another one now")
        return True

    def _end_now(self, reason: str) -> None:
        """End, and let the next client start another one at once."""
        self.ended_because = reason
        self.release()
        self.stop()


def _locked(path: str) -> int:
    """A descriptor that holds the lock. Raises Busy and OSError."""
    directory = os.path.dirname(path)
    os.makedirs(os.path.dirname(directory), mode=0o700, exist_ok=True)
    with suppress(FileExistsError):
        os.mkdir(directory, 0o700)
    about = os.lstat(directory)
    if about.st_mode & 0o170022 != 0o040000 or about.st_uid != os.geteuid():
        raise ConfigError(f"{directory}: the socket of the host for agents needs a directory that is yours alone")
    while True:
        lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            pid = os.pread(lock, 32, 0).decode("ascii", "replace").strip()
            os.close(lock)
            raise Busy(f"a host for agents runs already ({f'pid {pid}' if pid.isdigit() else pid})") from None
        if _is_locked_by(lock, path):
            return lock
        os.close(lock)  # whoever held it has just removed it


def _is_locked_by(lock: int, path: str) -> bool:
    """Is this descriptor that of the lock file that others look at?"""
    try:
        ours, there = os.fstat(lock), os.stat(f"{path}.lock")
    except OSError:
        return False
    return (ours.st_dev, ours.st_ino) == (there.st_dev, there.st_ino)


def _listening(path: str) -> socket.socket:
    """A socket there, for its owner only; one that was left over is removed. Raises OSError."""
    with suppress(FileNotFoundError):
        os.unlink(path)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(path)
    os.chmod(path, 0o600)
    listener.listen(BACKLOG)
    listener.setblocking(False)
    return listener


def _own_files() -> Iterable[str]:
    """The files of this package that are loaded."""
    root = os.path.dirname(os.path.dirname(str(CLIENT)))
    found = [getattr(module, "__file__", None) for module in tuple(sys.modules.values())]
    return [each for each in found if isinstance(each, str) and each.startswith(root)]


def _stamps(paths: Iterable[str]) -> dict[str, tuple[int, int, int]]:
    """What tells a file from another one at the same path."""
    found = {}
    for path in paths:
        with suppress(OSError):
            about = os.stat(path)
            found[path] = about.st_ino, about.st_size, about.st_mtime_ns
    return found


def _is_ours(client: socket.socket) -> bool:
    """Is the user at the other end us, where the system tells? The directory keeps others out everywhere."""
    if not sys.platform.startswith("linux"):
        return True
    user = CREDENTIALS.unpack(client.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, CREDENTIALS.size))[1]
    return bool(user == os.geteuid())
