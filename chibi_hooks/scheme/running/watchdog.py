"""A call into Scheme while it lasts (`Ticket`) -> a `Stop` in its thread when it has used up what it may: the watchdog.

Rules
-----
* A limit of L means L seconds of the thread's computing, and max(10 L, L + 5 s) by the clock: on a busy machine a call
  is not stopped for what others did. Where the system does not tell what a thread has computed, the clock counts.
* A world may grow faster than it can be walked: Python's interpreter takes turns. So once the process has grown by as
  much as the world may hold, the call waits for the end of the walk, at the next pass of the collector, which
  allocating brings about (`hold`). It computes nothing meanwhile, but the clock goes on: on a busy machine that took a
  minute, and somebody waits for the answer. Large values of no objects of their own, as vectors of one element, bring
  no pass about: whoever makes many of them comes by here itself (`claim`).

Theory. `PyThreadState_SetAsyncExc` costs the running code nothing and stops any loop, but it is delivered "soon",
perhaps when the call has already returned. The handshake: before the watchdog looks whether a ticket is on, and until
it has sent, it says so (`is_sending`) and holds a lock. Whoever has switched his ticket off then waits for it; who
finds nothing said was first, and goes on without the lock, as nearly every call does. A Stop that was sent is taken
back (or swallowed, if it lands meanwhile) before the caller goes on. So it is never delivered into the host. It is sent
again every `RESEND` seconds while the ticket is active: nothing that swallows one exception escapes the next. While the
call imports a module of Python, it waits: a lock would stay held for ever. One that lands in a callback of a weak
reference or of the collector is lost, and Python would print it; it is not worth a word.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import get_ident
from types import CodeType

from chibi_hooks.scheme.running.memory import EVERY, LEAST_GROWTH, Holdings, Survey, resident_bytes, variables_of
from chibi_hooks.scheme.running.shares import Share
from chibi_hooks.scheme.values import limits
from chibi_hooks.scheme.values.errors import Stop
from chibi_hooks.scheme.values.threads import clock_of, computed, raise_here, strike
from chibi_hooks.typenames import Any, Final, TypeVar

POLL: Final = 0.005  # how late a stop may come; 200 wake-ups a second, and only while something runs
RESEND: Final = 0.02
LONG: Final = 0.0005  # seconds that a world works in one call: the next ones get a stack of their own (`spacious`)
LONGEST_HOLD: Final = 1.0  # at one pass of the collector; whatever else the walk waits for, it is not for ever
MEMBER: Final = 8  # bytes of a vector's; what has smaller ones is only looked at more often
FAULTS_TOLD: Final = 3
IDLE: Final = 1.0  # seconds without work after which the watchdog sleeps until it is called

F = TypeVar("F", bound=Callable[..., Any])


class TimeStop(Stop):
    """The time limit was reached."""

    reason = "time"


class MemoryStop(Stop):
    """The world holds more than it may."""

    reason = "memory"


class InterruptStop(Stop):
    """Somebody asked for this call to stop (Ctrl-C in the REPL)."""

    reason = "interrupt"


class Ticket:
    """One limited call while it runs. `share`: what it draws from; None: there is no time limit. `holdings`: what its
    world may hold; None: there is no limit.
    """

    # no slots: every fire makes one, and what few of them need costs nothing as an attribute of the class
    clock: int | None = None  # of the thread's computing, once it is measured
    start = 0.0  # of the computing, by that clock
    away = 0.0  # seconds by the clock in which it was paused
    rest = 0.0  # when the next stop may be sent
    baseline: int | None = None  # of the process's size: reading it costs half a fire, the watchdog does it
    room = 0
    origin = 0  # the process's size when it was first read, or would be without what was found since
    claimed = 0  # bytes of large values since the process's size was last looked at for them
    survey: Survey | None = None  # of what its world holds, under way
    walked: threading.Event | None = None  # what the call waits for: the end of the survey
    active = True
    sent: type[Stop] | None = None
    interrupted = False
    had_unpaid = False  # work that was on nobody's account (pause.py)

    thread: int
    share: Share | None
    holdings: Holdings | None
    begun: float  # by the monotonic clock

    def measure(self) -> None:
        """Count what the thread computes, from now on. Only while the thread is known to live."""
        if self.clock is None:
            self.clock = clock_of(self.thread)
            self.start = computed(self.clock, self.thread)

    @property
    def spent(self) -> float | None:
        """Seconds of computing since it is measured."""
        return None if self.clock is None else computed(self.clock, self.thread) - self.start

    def is_out_of_time(self, now: float) -> bool:
        """Has it used up its share?"""
        share = self.share
        if share is None:
            return False
        return (self.spent or 0.0) > share.left or now - self.begun - self.away > share.patience

    def is_out_of_memory(self, resident: Callable[[], int]) -> bool:
        """Does its world hold more than it may? It is looked at once the process has grown, a slice at a time."""
        holdings = self.holdings
        if holdings is None:
            return False
        if self.survey is None:
            size = resident()
            if self.baseline is None:
                self.begin_growth(size)
            assert self.baseline is not None
            if size - self.baseline <= self.room and self.walked is None:
                return False
            self.baseline = size
            self.survey = holdings.begin(variables_of(self.thread, BOTTOMS))
        if self.walked is None and resident() - self.origin > holdings.most:
            self.walked = threading.Event()
        if not self.survey.go_on():
            return False
        found, self.survey = self.survey.found, None
        self.origin = resident() - found
        self.go_on()
        self.room = holdings.room_beside(found)
        return found > holdings.most

    def begin_growth(self, size: int) -> None:
        """The process is that large: what comes on top may be its world's."""
        assert self.holdings is not None
        self.baseline = self.origin = size
        self.room = self.holdings.room_beside(self.holdings.held)

    def claim(self, size: int) -> bool:
        """So many bytes will be taken at once. Whether the world has to wait for a walk before that."""
        holdings = self.holdings
        if holdings is None:
            return False
        self.claimed += size
        if self.claimed <= holdings.most // LEAST_GROWTH:
            return False
        self.claimed = 0
        resident = resident_bytes()
        if self.baseline is None:
            self.begin_growth(resident)
        if self.walked is None and resident + size - self.origin > holdings.most:
            self.walked = threading.Event()
        return self.walked is not None

    def go_on(self) -> None:
        """Nothing more is to be waited for."""
        walked, self.walked = self.walked, None
        if walked is not None:
            walked.set()

    def verdict(self, now: float, resident: Callable[[], int]) -> type[Stop] | None:
        """The Stop to send, if any."""
        if self.interrupted:
            self.go_on()
            return InterruptStop
        if now < self.rest:
            return None
        if self.is_out_of_time(now):
            self.go_on()
            return TimeStop
        return MemoryStop if self.sent is MemoryStop or self.is_out_of_memory(resident) else None

    def settle(self) -> None:
        """Draw what it took from its share, and see whether its world should be looked at."""
        now = time.monotonic()
        clock = now - self.begun - self.away
        share, holdings = self.share, self.holdings
        if share is not None:
            if self.clock is None:
                share.draw_unmeasured(clock)
            else:
                share.draw(clock, self.spent or 0.0)
        if holdings is not None:
            holdings.worked += clock
            if clock > LONG:
                holdings.took_long()
            elif (left := holdings.busy) > 0:
                holdings.busy = left - 1
            else:
                holdings.lasting = 1
            if now - holdings.looked >= EVERY and holdings.is_due(now):
                WATCHDOG.survey(holdings)


class Watchdog:
    """One daemon thread for the process, started with the first limited call."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.is_sending = False  # somebody holds the lock who may have seen a ticket active
        self.tickets: list[Ticket] = []  # whoever goes through them takes a copy: calls begin and end meanwhile
        self.surveys: list[Holdings] = []  # of what worlds keep, under way
        self.when_idle: Callable[[], None] | None = None  # done now and then while no call runs
        self.when_held: Callable[[bool], None] | None = None  # told whether there are calls that shall wait
        self.wake = threading.Event()
        self.asleep = True  # what `wake` is told too, to be read without a call
        self.thread: threading.Thread | None = None
        self.faults = 0  # of ours, in looks

    def arm(self, ticket: Ticket) -> None:
        """Watch this call from now on."""
        self.tickets.append(ticket)
        if self.asleep:
            self.begin_watch()

    def of_thread(self, thread: int) -> list[Ticket]:
        """Its calls that run. A function, because a Ctrl-C in such a loop goes past what is around (hooks/whole.py)."""
        return [ticket for ticket in list(self.tickets) if ticket.thread == thread and ticket.active]

    def begin_watch(self) -> None:
        """Wake the thread, or start it."""
        self.wake.set()
        if self.thread is None:
            with self.lock:
                if self.thread is None:
                    _keep_quiet()
                    thread = threading.Thread(target=self.watch, name="scheme-watchdog", daemon=True)
                    thread.start()
                    self.thread = thread
        self.asleep = False  # last: whatever ends us before, the next call comes by again

    def survey(self, holdings: Holdings) -> None:
        """Find out what a world keeps, soon."""
        with self.lock:
            if holdings.survey is not None:
                return
            holdings.survey = holdings.begin()
            self.surveys.append(holdings)
        self.begin_watch()

    def disarm(self, ticket: Ticket) -> None:
        """Switch the ticket off; when this returns no Stop of it can come any more."""
        while True:
            try:
                with self.lock:
                    ticket.active = False
                    if ticket in self.tickets:  # not after a fork, and not when a Stop made us come by twice
                        self.tickets.remove(ticket)
                    if ticket.sent is None:
                        return
                    raise_here(_TakenBack)  # in the place of what has not arrived: it arrives here, as a rule
                for _ in range(1_000):  # or in the first turn
                    pass
                return
            except Stop:
                continue
            except _TakenBack:
                return

    def watch(self) -> None:
        """Look at the calls every few milliseconds, for ever: what the thread does."""
        quiet = 0.0
        while True:
            surveying = False
            if self.tickets or self.surveys:
                quiet = 0.0
                try:
                    surveying = self.look()
                except Exception as fault:
                    self.begin_anew(fault)
            else:
                if self.when_held is not None:
                    self.when_held(False)
                if self.when_idle is not None:
                    self.when_idle()
                quiet += POLL
                if quiet > IDLE:
                    self.wake.clear()
                    self.asleep = True  # whoever comes between this and the next look is seen by it
                    if not self.tickets and not self.surveys:
                        self.wake.wait()
                    quiet = 0.0
            time.sleep(0.0 if surveying else POLL)

    def look(self) -> bool:
        """Send a Stop to every call whose budget is used up; whether there is more to do at once."""
        now = time.monotonic()
        for ticket in list(self.tickets):
            with self.sending():
                if not ticket.active:
                    continue
                if ticket.share is not None:
                    ticket.measure()  # the thread lives: it cannot disarm the ticket now
            verdict = ticket.verdict(now, resident_bytes)
            if verdict is not None:
                self.send(ticket, verdict, now)
        if self.when_held is not None:
            self.when_held(any(ticket.walked is not None for ticket in list(self.tickets)))
        for holdings in list(self.surveys):
            if holdings.go_on():
                self.surveys.remove(holdings)
        return bool(self.surveys) or any(ticket.survey is not None for ticket in list(self.tickets))

    def begin_anew(self, fault: Exception) -> None:
        """A look has failed, for a fault of ours: say so, and begin what was under way anew. Nobody else watches."""
        if self.faults < FAULTS_TOLD:
            self.faults += 1
            threading.excepthook(
                threading.ExceptHookArgs((type(fault), fault, fault.__traceback__, threading.current_thread()))
            )
        for ticket in list(self.tickets):
            ticket.survey = None
        for holdings in self.surveys:
            holdings.survey = None
        self.surveys.clear()

    def hold(self) -> None:
        """Wait, where a call of this thread shall: until the watchdog has walked what its world holds."""
        own = get_ident()
        for ticket in list(self.tickets):
            walked = ticket.walked
            if walked is None or ticket.thread != own or self.lock.locked():  # it may be our own, and the walk needs it
                continue
            try:
                walked.wait(LONGEST_HOLD)
            except BaseException as error:  # the collector would lose it
                raise_here(type(error))

    def claim(self, members: int) -> None:
        """A call of this thread is about to make a value of so many members: see whether it has to wait."""
        own, waits = get_ident(), False
        for ticket in list(self.tickets):
            if ticket.thread == own and ticket.claim(MEMBER * members):
                waits = True
        if waits:
            self.hold()

    def send(self, ticket: Ticket, verdict: type[Stop], now: float) -> None:
        """Stop a call, if it still runs."""
        with self.sending():
            if ticket.active:
                before, ticket.sent = ticket.sent, verdict
                if strike(ticket.thread, verdict, BOTTOMS):
                    ticket.rest = now + RESEND
                else:
                    ticket.sent = before

    @contextmanager
    def sending(self) -> Iterator[None]:
        """Tickets that are active inside stay so until the end."""
        with self.lock:
            self.is_sending = True
            try:
                yield
            finally:
                self.is_sending = False

    def wait_until_sent(self) -> None:
        """A ticket was switched off while somebody was `sending`: be there after him."""
        with self.lock:
            pass

    def begin(self) -> None:
        """In a forked child: nobody watches there yet, and its parent's calls are not its own."""
        self.lock = threading.Lock()
        self.is_sending = False
        self.tickets = [ticket for ticket in self.tickets if ticket.thread == threading.get_ident()]
        for ticket in self.tickets:
            ticket.go_on()
        for holdings in self.surveys:  # whose walker stayed behind, perhaps in the middle of a slice
            holdings.survey, holdings.lock = None, threading.Lock()
        self.surveys = []
        self.wake = threading.Event()
        self.asleep = True
        self.thread = None


class _TakenBack(BaseException):
    """Sent to our own thread in the place of a Stop, and caught at once. Where one is only taken back, CPython 3.11 and
    3.12 look for it at every turn of every loop until the next one, and 3.11 does not get beyond the first instruction
    of a function that is traced (by a debugger, a profiler, a coverage tool).
    """


def _keep_quiet() -> None:
    """Let Python not report a Stop that it could not raise."""
    report = sys.unraisablehook

    def report_others(lost: sys.UnraisableHookArgs) -> None:
        if not issubclass(lost.exc_type, Stop):
            report(lost)

    sys.unraisablehook = report_others


WATCHDOG: Final = Watchdog()
limits.tell_of_large(WATCHDOG.claim)
BOTTOMS: Final[set[CodeType]] = set()  # of functions that have tickets: what runs above one of them is what it limits
os.register_at_fork(after_in_child=WATCHDOG.begin)


def bottom(function: F) -> F:
    """It has a ticket while it runs."""
    BOTTOMS.add(function.__code__)
    return function
