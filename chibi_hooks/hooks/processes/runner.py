"""An executable and the bytes for its stdin -> `Ran`: what came out and how it ended. Never raises, never waits for
ever.

Rules
-----
* One deadline, counted from before the spawn: a slow start, a stdin that is never read and a hang all count.
* One selector loop writes stdin and reads both outputs at the same time: no thread, and no pipe can fill up and block
  us.
* The child leads a session of its own. Ending it means TERM to the whole group, a grace, KILL to the whole group; the
  leader is reaped only after that, so that its number cannot belong to somebody else by then.
* A child that left processes behind which hold its pipes gets a little longer, then the pipes are closed and its
  answer counts. Whatever it left is ended, and told (keeper.py, which also gives each call its place).
* With the user's terminal (terminal.py) it stays in our session, and what it writes to stderr is shown at once.
* POSIX only: pipes cannot be selected on elsewhere.
"""

from __future__ import annotations

import errno
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from typing import IO, Final, Literal

from chibi_hooks.hooks.processes.keeper import KEEPER, Keeper, Leave, NoPlace
from chibi_hooks.hooks.processes.terminal import UserTerminal
from chibi_hooks.scheme.reading.opener import read_start

STDOUT_CAP: Final = 1 << 20  # 1 MiB: a decision is a few hundred bytes; more is a mistake
STDERR_KEPT: Final = 8 << 10  # enough for a traceback; the rest is read and dropped
TERM_GRACE: Final = 0.5  # seconds between TERM and KILL
PIPE_GRACE: Final = 0.5  # seconds after the child's exit for pipes that its children still hold
CHUNK: Final = 1 << 16  # the size of a Linux pipe
POLL: Final = 0.01  # seconds between looks at the child where the system has no descriptor for a process
SPAWN_DELAYS: Final = (0.005, 0.010, 0.020)  # before trying again when the file is being written or processes are short
SPAWN_AGAIN: Final = frozenset({errno.ETXTBSY, errno.EAGAIN})

End = Literal["exit", "signal", "timeout", "spawn", "output", "busy", "ended"]


@dataclass(frozen=True, slots=True)
class Ran:
    """How it ended: `exit` (status: exit code), `signal` (status: its number), `timeout`, `spawn` (never started:
    `reason` says why), `busy` (never started: no place was free), `ended` (the host ends) or `output` (more than
    `STDOUT_CAP` bytes on stdout). `strays` are processes that it left behind, and that were ended."""

    end: End
    status: int
    stdout: bytes
    stderr: bytes
    reason: str
    seconds: float
    strays: tuple[int, ...] = ()


def run(
    argv: Sequence[str],
    *,
    stdin: bytes = b"",
    environment: Mapping[str, str],
    directory: str,
    timeout: float,
    at_terminal: bool = False,
    keeper: Keeper = KEEPER,
) -> Ran:
    """Run `argv` in `directory` with `stdin` as its whole input, for at most `timeout` seconds in all, once there is a
    place for it.

    The environment is `environment`, and the keeper's mark. `at_terminal`: it may use the user's, where there is one.
    """
    started = time.monotonic()
    try:
        with keeper.place(timeout, environment) as place:
            ran = _run(argv, stdin, directory, timeout, place, keeper, keeper.terminal if at_terminal else None)
    except NoPlace as error:
        return Ran("busy", 0, b"", b"", str(error), time.monotonic() - started)
    return replace(ran, strays=place.strays) if place.strays else ran


def _run(
    argv: Sequence[str],
    stdin: bytes,
    directory: str,
    timeout: float,
    place: Leave,
    keeper: Keeper,
    terminal: UserTerminal | None,
) -> Ran:
    started = time.monotonic()
    deadline = started + timeout
    with terminal.loan() if terminal is not None else nullcontext(False) as lent:
        try:
            child = _spawn(keeper, argv, place.environment, directory, deadline, own_session=not lent)
        except (OSError, ValueError) as error:
            return Ran("spawn", 0, b"", b"", _spawn_reason(error, argv[0]), time.monotonic() - started)
        place.began(child.pid)
        if terminal is not None and lent:
            terminal.give_to(child.pid)
        talk = _Talk(child, stdin, deadline, place.ending, terminal.show if terminal is not None else None)
        try:
            end = talk.until_over()
            if end != "exit":
                talk.end_group()
        except BaseException:  # an interrupt of ours: the child has its own group and would not hear of it
            talk.end_group()
            raise
        finally:
            talk.close()
            status = _reap(child)
    if end == "exit" and status < 0:
        end, status = "signal", -status
    if lent and (end, status) == ("signal", signal.SIGINT):  # it was for both of us, as in a shell
        os.kill(os.getpid(), signal.SIGINT)
    return Ran(end, status, bytes(talk.stdout), bytes(talk.stderr), "", time.monotonic() - started)


def _spawn(
    keeper: Keeper,
    argv: Sequence[str],
    environment: Mapping[str, str],
    directory: str,
    deadline: float,
    own_session: bool,
) -> subprocess.Popen[bytes]:
    for delay in (*SPAWN_DELAYS, None):
        try:
            child: subprocess.Popen[bytes] = keeper.spawn(
                argv,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=directory,
                env=environment,
                start_new_session=own_session,
                process_group=None if own_session else 0,
                bufsize=0,
            )
            return child
        except OSError as error:
            if error.errno not in SPAWN_AGAIN or delay is None or time.monotonic() + delay > deadline:
                raise
            time.sleep(delay)
    raise AssertionError("unreachable: the last round returns or raises")


def _reap(child: subprocess.Popen[bytes]) -> int:
    try:
        return child.wait(TERM_GRACE)
    except subprocess.TimeoutExpired:  # killed, yet stuck in the kernel (a dead network disk): not our wait to have
        return -signal.SIGKILL


def _spawn_reason(error: OSError | ValueError, program: str) -> str:
    if not isinstance(error, OSError):
        return str(error)
    if error.errno == errno.ENOEXEC:
        return f"{program} is not a program: does its first line start with #! ?"
    if error.errno == errno.ENOENT and error.filename == program and os.path.exists(program):
        if _begins_with_crlf(program):
            return f"{program}: its first line ends in CR LF, which is part of the interpreter's name; save it with LF"
        return f"{program}: the interpreter named in its first line does not exist"
    if error.errno == errno.E2BIG:
        return f"{program}: the environment is too big (one variable may hold 128 KiB on Linux)"
    return f"{error.filename or program}: {error.strerror}"


def _begins_with_crlf(program: str) -> bool:
    try:
        return b"\r" in read_start(program, 256).partition(b"\n")[0]
    except OSError:
        return False


class _Talk:
    """The conversation with one child: its pipes, what came out, and its end."""

    __slots__ = (
        "child", "deadline", "selector", "process_handle", "pending", "stdout", "stderr", "open_outputs", "over_cap",
        "ending", "show",
    )  # fmt: skip

    def __init__(
        self,
        child: subprocess.Popen[bytes],
        stdin: bytes,
        deadline: float,
        ending: int,
        show: Callable[[bytes], object] | None,
    ) -> None:
        self.child = child
        self.deadline = deadline
        self.pending = memoryview(stdin)
        self.stdout = bytearray()
        self.stderr = bytearray()
        self.open_outputs = 2
        self.over_cap = False
        self.ending = False
        self.show = show
        # poll, not epoll: no descriptor of its own, and the handful of pipes here is its best case
        self.selector: selectors.BaseSelector = getattr(selectors, "PollSelector", selectors.SelectSelector)()
        self.process_handle = _process_handle(child.pid)
        if self.process_handle is not None:
            self.selector.register(self.process_handle, selectors.EVENT_READ, None)
        self.selector.register(ending, selectors.EVENT_READ, self.hear_the_end)
        assert child.stdin and child.stdout and child.stderr  # asked for in _spawn
        for pipe, ready in (
            (child.stdin, self.write),
            (child.stdout, self.read_stdout),
            (child.stderr, self.read_stderr),
        ):
            os.set_blocking(pipe.fileno(), False)
            event = selectors.EVENT_WRITE if pipe is child.stdin else selectors.EVENT_READ
            self.selector.register(pipe, event, ready)
        if not stdin:
            self.drop(child.stdin)

    def until_over(self) -> End:
        """Write and read until the child has ended and its pipes are closed, or until a limit is passed."""
        limit = self.deadline
        ended = False
        while not (ended and self.open_outputs == 0):
            now = time.monotonic()
            if now >= limit:
                return "exit" if ended else "timeout"
            self.turn(limit - now)
            if self.over_cap:
                return "output"
            if self.ending and not ended:
                return "ended"
            if not ended and self.has_ended():
                ended = True
                limit = time.monotonic() + PIPE_GRACE
        return "exit"

    def turn(self, longest: float) -> None:
        """Wait for one batch of events, at most `longest` seconds, and serve them."""
        wait = longest if self.process_handle is not None else min(longest, POLL)
        for key, _ in self.selector.select(wait):
            if key.data is not None:
                key.data(key.fileobj)
            elif self.open_outputs:  # the child has ended: only its pipes are of interest now
                self.forget_process()

    def write(self, pipe: IO[bytes]) -> None:
        try:
            self.pending = self.pending[os.write(pipe.fileno(), self.pending[:CHUNK]) :]
        except BlockingIOError:
            return
        except OSError:  # EPIPE: it does not want its input, which is fine
            self.pending = self.pending[:0]
        if not self.pending:
            self.drop(pipe)

    def read_stdout(self, pipe: IO[bytes]) -> None:
        self.stdout += self.read(pipe)
        if len(self.stdout) > STDOUT_CAP:
            del self.stdout[STDOUT_CAP:]
            self.over_cap = True

    def read_stderr(self, pipe: IO[bytes]) -> None:
        chunk = self.read(pipe)
        self.stderr += chunk[: STDERR_KEPT - len(self.stderr)]
        if self.show is not None and chunk:
            self.show(chunk)

    def hear_the_end(self, bell: int) -> None:
        self.ending = True
        self.selector.unregister(bell)

    def read(self, pipe: IO[bytes]) -> bytes:
        try:
            chunk = os.read(pipe.fileno(), CHUNK)
        except BlockingIOError:
            return b""
        if not chunk:
            self.drop(pipe)
            self.open_outputs -= 1
        return chunk

    def drop(self, pipe: IO[bytes]) -> None:
        self.selector.unregister(pipe)
        pipe.close()

    def has_ended(self) -> bool:
        """Has the leader ended? It is left unreaped, so that its group cannot be reused before `end_group`."""
        if hasattr(os, "waitid"):
            try:
                return os.waitid(os.P_PID, self.child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
            except ChildProcessError:  # the embedding program ignores SIGCHLD: nothing is left to wait for
                return True
        return self.child.poll() is not None

    def end_group(self) -> None:
        """TERM to the group, grace, KILL to the group."""
        self.signal_group(signal.SIGTERM)
        limit = time.monotonic() + TERM_GRACE
        while not (self.has_ended() and self.open_outputs == 0):
            now = time.monotonic()
            if now >= limit:
                break
            self.turn(limit - now)
            if self.over_cap:  # reading on would only help it to go on
                self.turn_deaf()
        self.signal_group(signal.SIGKILL)

    def turn_deaf(self) -> None:
        self.over_cap = False
        if self.child.stdout and not self.child.stdout.closed:
            self.drop(self.child.stdout)
            self.open_outputs -= 1

    def signal_group(self, number: int) -> None:
        with suppress(ProcessLookupError, PermissionError):  # gone, or not ours any more
            os.killpg(self.child.pid, number)

    def forget_process(self) -> None:
        if self.process_handle is not None:
            self.selector.unregister(self.process_handle)
            os.close(self.process_handle)
            self.process_handle = None

    def close(self) -> None:
        self.forget_process()
        for pipe in (self.child.stdin, self.child.stdout, self.child.stderr):
            if pipe and not pipe.closed:
                self.drop(pipe)
        self.selector.close()


def _process_handle(pid: int) -> int | None:
    """A descriptor that becomes readable when the process ends, where the system has one (Linux 5.3)."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None
