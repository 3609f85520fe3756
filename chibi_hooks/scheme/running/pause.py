"""A block of host code that Scheme has called -> the same block, out of reach of the budgets of the calls around it.

Theory. A host procedure that a script calls (`call-tool`) may run plugins, write files, and call other scripts, which
have budgets of their own. A Stop that is sent into the middle of that would hit the host. So the tickets of this
thread are taken off the watchdog's list for as long as the block lasts; afterwards they go on with the time that was
left. See watchdog.py for the handshake: under its lock nothing can be sent, and what was sent before is raised here.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from chibi_hooks.scheme.running.shares import Tally
from chibi_hooks.scheme.running.watchdog import WATCHDOG, Ticket, TimeStop
from chibi_hooks.scheme.values.late import load_by
from chibi_hooks.scheme.values.threads import computed, elsewhere
from chibi_hooks.typenames import TypeVar

T = TypeVar("T")


def aside(function: Callable[[], T]) -> T:
    """Do work of our own in the middle of a script's: on an empty stack, while its budgets stand still."""
    with paused():
        return elsewhere(function)


def unpaid_once(work: Callable[[], T]) -> T:
    """What `work` of ours gives, which takes as long as the process is large. That is not the script's affair: the
    first time in a call it is on nobody's account."""
    thread = threading.get_ident()
    with WATCHDOG.lock:
        mine = WATCHDOG.of_thread(thread)
    if any(ticket.had_unpaid for ticket in mine):
        return work()
    for ticket in mine:
        ticket.had_unpaid = True
    with paused():
        return work()


class paused:
    """Inside the block the budgets of this thread's calls into Scheme stand still, and no Stop can arrive.

    What this thread computes meanwhile is nobody's; with a `tally` it is that of the calls that wait, less what others
    drew from the tally: a script that has the host work for it in a loop uses up its own share. Raises TimeStop then.
    """

    __slots__ = ("_tickets", "_since", "_tally", "_drawn", "_computed")

    def __init__(self, tally: Tally | None = None) -> None:
        self._tally = tally

    def __enter__(self) -> None:
        thread = threading.get_ident()
        with WATCHDOG.lock:
            mine = WATCHDOG.of_thread(thread)
            sent = next((ticket.sent for ticket in mine if ticket.sent is not None), None)
            if sent is None:
                for ticket in mine:
                    ticket.active = False
                    WATCHDOG.tickets.remove(ticket)
        if sent is not None:
            raise sent  # it is on its way already
        self._tickets: list[Ticket] = mine
        for ticket in mine:
            ticket.measure()
        self._computed = self._clock()
        self._drawn = self._tally.drawn if self._tally is not None else 0.0
        self._since = time.monotonic()

    def __exit__(self, *error: object) -> None:
        passed, free = time.monotonic() - self._since, self._clock() - self._computed
        if self._tally is not None:
            free = min(free, self._tally.drawn - self._drawn)
        with WATCHDOG.lock:
            for ticket in self._tickets:
                ticket.away += passed
                ticket.start += free
                ticket.active = True
        for ticket in self._tickets:
            WATCHDOG.arm(ticket)
        now = time.monotonic()
        for ticket in self._tickets:
            if self._tally is not None and ticket.is_out_of_time(now):
                ticket.sent = TimeStop
                raise TimeStop

    def _clock(self) -> float:
        """What this thread has computed; 0 where nobody asks."""
        first = self._tickets[0] if self._tickets else None
        return 0.0 if first is None or first.clock is None else computed(first.clock, first.thread)


load_by(aside)
