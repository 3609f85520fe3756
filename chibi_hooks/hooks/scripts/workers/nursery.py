"""Nothing yet -> a process that has loaded the engine and copies itself for each world: `Nursery`.

Rules
-----
* It is started when the first worker is wanted, in a session of its own (Ctrl-C is not for it), without anything of
  our environment and without the standard streams; it ends when its host does, since it sees the end of its socket,
  and its workers end with it.
* It knows no hook file. It says nothing but numbers of processes and never waits for a worker, so that whoever asks
  it is answered at once. It alone ends workers: a number is of nobody else as long as it has not been waited for.
* One for the process: workers of all hosts are copies of the same engine. A forked child of the host starts its own.
"""

from __future__ import annotations

import atexit
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.scripts.workers import wire
from chibi_hooks.scheme.reading.store import store_in_use

START: Final = 60.0  # seconds until the engine is loaded, on whatever machine
ASKED: Final = 20.0  # seconds for a fork: a machine at load 100 takes one
ENVIRONMENT: Final = {"CHIBI_HOOKS_WORKERS": "1"}  # none at all looks like a process that is only beginning (keeper.py)
RUN: Final = (
    "import sys; sys.path[:] = {path!r}; "
    "from chibi_hooks.hooks.scripts.workers.child import main; main({fd}, {store!r})"
)


_SILENT: Final = (OSError, wire.BadFrame, wire.Unheard)  # with TimeoutError, which is an OSError


class NoWorker(Exception):
    """A worker cannot be started; the message says why."""


class Born(NamedTuple):
    """A new worker: the host's end of its socket, and its number."""

    socket: socket.socket
    pid: int


class Nursery:
    """The process that workers are copies of; threads may share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None

    def bear(self) -> Born:
        """A new worker. Raises NoWorker."""
        with self._lock:
            for again in (True, False):  # it may have been killed since
                ours, its = _pair()
                try:
                    pid = self._ask(("fork",), its.fileno()).get("pid")
                except _SILENT as error:
                    ours.close()
                    self._end()
                    if not again:
                        raise NoWorker(f"the process that starts workers does not answer: {error}") from None
                    continue
                finally:
                    its.close()
                if not isinstance(pid, int):
                    ours.close()
                    raise NoWorker("the system has no room for another process")
                return Born(ours, pid)
        raise AssertionError("unreachable: the second round returns or raises")

    def kill(self, pid: int) -> None:
        """End a worker of ours at once; one that has ended is no matter."""
        with self._lock:
            if self._socket is not None:
                try:
                    self._ask(("kill", pid))
                except _SILENT:
                    self._end()  # and its workers with it

    def close(self) -> None:
        """End it, and its workers."""
        with self._lock:
            self._end()

    def forget(self) -> None:
        """In a forked child of the host: it is the parent's."""
        self._lock = threading.Lock()
        if self._socket is not None:
            self._socket.close()
        if self._process is not None:
            self._process.returncode = 0  # not ours to wait for
        self._process = self._socket = None

    def _ask(self, message: tuple[Any, ...], fd: int | None = None) -> dict[str, Json]:
        if self._socket is None:
            self._start()
        assert self._socket is not None
        try:
            socket.send_fds(self._socket, [b"\0"], [] if fd is None else [fd])
            answer = wire.exchange(self._socket.fileno(), wire.frame_down(message), _patience(ASKED))
        except _SILENT:
            raise
        except BaseException:  # an interrupt: its answer would be taken for that to the next question
            self._end()
            raise
        return answer if isinstance(answer, dict) else {}

    def _start(self) -> None:
        ours, its = _pair()
        try:
            self._process = subprocess.Popen(
                _command(its.fileno()),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                cwd="/",
                env=ENVIRONMENT,
                start_new_session=True,
                pass_fds=(its.fileno(),),
            )
        except OSError as error:
            ours.close()
            raise NoWorker(f"the process that starts workers cannot be started: {error.strerror}") from None
        finally:
            its.close()
        wire.prepare(ours)
        self._socket = ours
        try:
            ours.send(b"\0")
            wire.exchange(ours.fileno(), wire.frame_down(("hello",)), _patience(START))
        except _SILENT as error:
            said = self._end()
            raise NoWorker(f"the process that starts workers did not start: {error}{said}") from None
        assert self._process.stderr is not None
        self._process.stderr.close()

    def _end(self) -> str:
        """End it; gives the last line that it said, for a message."""
        process, self._process = self._process, None
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        if process is None:
            return ""
        said = b""
        process.kill()
        if process.stderr is not None and not process.stderr.closed:
            said = process.stderr.read(1 << 16)
            process.stderr.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(ASKED)
        last = said.decode("utf-8", "replace").strip().rpartition("\n")[2]
        return f": {last}" if last else ""


NURSERY: Final = Nursery()
os.register_at_fork(after_in_child=NURSERY.forget)
atexit.register(NURSERY.close)


def code_paths() -> Iterator[str]:
    """Where the engine and what it needs are read from: nothing of the user's."""
    standard = os.path.dirname(os.__file__)
    for path in sys.path:
        if path.startswith(standard) or os.path.basename(path) in ("site-packages", "dist-packages", "lib-dynload"):
            yield path


def package_parent() -> str:
    """The directory that holds the package and `scheme_lib`."""
    return str(Path(__file__).parents[4])


def _command(fd: int) -> list[str]:
    kept = store_in_use()
    path = list(dict.fromkeys((*code_paths(), package_parent())))
    code = RUN.format(path=path, fd=fd, store=kept.directory if kept is not None else None)
    cache = [] if sys.pycache_prefix is None else ["-X", f"pycache_prefix={sys.pycache_prefix}"]
    return [sys.executable, "-I", "-S", *cache, "-c", code]


def _pair() -> tuple[socket.socket, socket.socket]:
    try:
        return socket.socketpair()
    except OSError as error:
        raise NoWorker(f"the system has no room for another process: {error.strerror}") from None


def _patience(seconds: float) -> wire.Patience:
    end = time.monotonic() + seconds

    def still() -> None:
        if time.monotonic() > end:
            raise TimeoutError(f"no answer within {seconds:g} s")

    return still
