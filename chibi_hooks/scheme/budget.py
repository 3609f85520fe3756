"""A time and memory limit around one call into Scheme: a watchdog thread raises `Stop` in the calling thread when it
is used up.

Theory. `PyThreadState_SetAsyncExc` costs the running code nothing and stops any loop, but it is delivered "soon",
perhaps when the call has already returned. The handshake: tickets are switched off under the lock that the watchdog
holds while it sends, and a Stop that was sent is taken back (or swallowed, if it lands meanwhile) before the caller
goes on. So it is never delivered into the host. It is sent again every `RESEND` seconds while the ticket is active:
nothing that swallows one exception escapes the next. While the call imports a module of Python, it waits: a lock
would stay held for ever. One that lands in a callback of a weak reference or of the collector is lost, and Python
would print it; it is not worth a word.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable

from chibi_hooks.scheme.compiler.stack import raise_here, strike
from chibi_hooks.scheme.errors import Frame, SchemeError, Stop, fail
from chibi_hooks.scheme.faults import stopped_at
from chibi_hooks.typenames import Any, Final, TypeVar

POLL: Final = 0.005  # how late a stop may come; 200 wake-ups a second, and only while something runs
RESEND: Final = 0.02
PATIENCE: Final = 10  # times the limit by the clock: a machine may be busy, and a load must end all the same
IDLE: Final = 1.0  # seconds without work after which the watchdog sleeps until it is called

T = TypeVar("T")


class TimeStop(Stop):
    """The wall-clock limit was reached."""

    reason = "time"


class MemoryStop(Stop):
    """The process grew by more than the call may use."""

    reason = "memory"


class InterruptStop(Stop):
    """Somebody asked for this call to stop (Ctrl-C in the REPL)."""

    reason = "interrupt"


class Computing:
    """How long a thread has computed since now, of so many seconds that it may."""

    __slots__ = ("seconds", "clock", "start", "end")

    def __init__(self, thread: int, seconds: float) -> None:
        self.seconds = seconds
        self.clock = time.pthread_getcpuclockid(thread) if hasattr(time, "pthread_getcpuclockid") else None
        self.start = self.spent()
        self.end = time.monotonic() + PATIENCE * seconds

    def spent(self) -> float:
        """Seconds of computing; all the time there is where the system does not tell."""
        return time.clock_gettime(self.clock) if self.clock is not None else time.monotonic()

    def left(self, now: float) -> float:
        """Seconds that are left; none when it has taken far too long by the clock."""
        return 0.0 if now > self.end else self.seconds - (self.spent() - self.start)


class Ticket:
    """One limited call while it runs."""

    __slots__ = ("thread", "deadline", "computing", "memory", "baseline", "active", "sent", "interrupted")

    def __init__(self, seconds: float | None, memory: int | None, patient: bool = False) -> None:
        """`patient`: seconds in which the thread could not compute, because others did, do not count, up to `PATIENCE`
        times the limit by the clock.
        """
        self.thread = threading.get_ident()
        self.deadline = time.monotonic() + seconds if seconds is not None else None
        self.computing = Computing(self.thread, seconds) if patient and seconds is not None else None
        self.memory = memory
        self.baseline: int | None = None  # taken at the first look of the watchdog: reading it costs as much as a fire
        self.active = True
        self.sent: type[Stop] | None = None
        self.interrupted = False

    def verdict(self, now: float, resident: Callable[[], int]) -> type[Stop] | None:
        """The Stop to send, if any."""
        if self.interrupted:
            return InterruptStop
        if self.deadline is not None and now > self.deadline:
            left = self.computing.left(now) if self.computing is not None else 0.0
            if left <= 0.0:
                return TimeStop
            self.deadline = now + left
        if self.memory is not None:
            used = resident()
            if self.baseline is None:
                self.baseline = used
            elif used - self.baseline > self.memory:
                return MemoryStop
        return None


class Watchdog:
    """One daemon thread for the process, started with the first limited call."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.tickets: list[Ticket] = []
        self.wake = threading.Event()
        self.thread: threading.Thread | None = None

    def arm(self, ticket: Ticket) -> None:
        self.tickets.append(ticket)
        if not self.wake.is_set():
            self.wake.set()
        if self.thread is None:
            with self.lock:
                if self.thread is None:
                    _keep_quiet()
                    self.thread = threading.Thread(target=self.watch, name="scheme-watchdog", daemon=True)
                    self.thread.start()

    def disarm(self, ticket: Ticket) -> None:
        """Switch the ticket off; when this returns no Stop of it can come any more."""
        while True:
            try:
                with self.lock:
                    ticket.active = False
                    if ticket in self.tickets:  # not after a fork, and not when a Stop made us come by twice
                        self.tickets.remove(ticket)
                    if ticket.sent is not None:
                        raise_here(None)
                if ticket.sent is not None:
                    _settle()
                return
            except Stop:
                continue

    def watch(self) -> None:
        quiet = 0.0
        while True:
            if self.tickets:
                quiet = 0.0
                self.look()
            else:
                quiet += POLL
                if quiet > IDLE:
                    self.wake.clear()
                    if not self.tickets:
                        self.wake.wait()
                    quiet = 0.0
            time.sleep(POLL)

    def look(self) -> None:
        now = time.monotonic()
        for ticket in list(self.tickets):
            verdict = ticket.verdict(now, resident_bytes)
            if verdict is None:
                continue
            with self.lock:
                if ticket.active:
                    before, ticket.sent = ticket.sent, verdict
                    if not strike(ticket.thread, verdict, limited.__code__):
                        ticket.sent = before
                    elif ticket.deadline is None or ticket.deadline < now + RESEND:
                        ticket.deadline = now + RESEND

    def begin(self) -> None:
        """In a forked child: nobody watches there yet, and its parent's calls are not its own."""
        self.lock = threading.Lock()
        self.tickets = [ticket for ticket in self.tickets if ticket.thread == threading.get_ident()]
        self.wake = threading.Event()
        self.thread = None


class _TakenBack(BaseException):
    """Sent to our own thread and caught at once."""


def _settle() -> None:
    """Let this thread receive one more exception, here, after one was taken back.

    Until then CPython 3.11 and 3.12 look for it at every turn of every loop, and 3.11 does not get beyond the first
    instruction of a function that is traced (by a debugger, a coverage tool).
    """
    try:
        raise_here(_TakenBack)
        for _ in range(1_000):  # it arrives in the first turn
            pass
    except _TakenBack:
        return


def _keep_quiet() -> None:
    """Let Python not report a Stop that it could not raise."""
    report = sys.unraisablehook

    def report_others(lost: sys.UnraisableHookArgs) -> None:
        if not issubclass(lost.exc_type, Stop):
            report(lost)

    sys.unraisablehook = report_others


WATCHDOG: Final = Watchdog()
os.register_at_fork(after_in_child=WATCHDOG.begin)


def resident_bytes() -> int:
    """Memory the process holds now; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def limited(seconds: float | None, memory: int | None, function: Callable[[], T], ticket: Ticket | None = None) -> T:
    """Call `function` under a budget (`None`: without that limit).

    Raises a SchemeError of kind "limit" when the budget is used up; the error of an enclosing budget passes through
    as `Stop`.
    """
    ticket = ticket or Ticket(seconds, memory)
    result: Any = None
    place = None
    frames: tuple[Frame, ...] = ()
    try:
        try:
            WATCHDOG.arm(ticket)
            result = function()
        finally:
            WATCHDOG.disarm(ticket)
    except Stop as stop:
        WATCHDOG.disarm(ticket)
        if ticket.sent is None:
            raise
        place, frames = stopped_at(stop)
        stop.__traceback__ = None
    if ticket.sent is not None:
        error = _used_up(ticket, seconds, memory, place)
        error.frames = frames
        raise error
    return result  # type: ignore[no-any-return]


def _used_up(ticket: Ticket, seconds: float | None, memory: int | None, place: Any) -> SchemeError:
    assert ticket.sent is not None
    if ticket.sent is InterruptStop:
        return fail("limit", "interrupted", place=place)
    if ticket.sent is MemoryStop:
        return fail("limit", f"stopped: it used more than its {(memory or 0) >> 20} MB of memory", place=place)
    return fail(
        "limit",
        f"stopped: it ran longer than its {seconds:g} s",
        place=place,
        hint="is there a loop that does not end?",
    )
