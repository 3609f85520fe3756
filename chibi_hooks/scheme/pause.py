"""A block of host code that Scheme has called -> the same block, out of reach of the budgets of the calls around it.

Theory. A host procedure that a script calls (`call-tool`) may run plugins, write files, and call other scripts, which
have budgets of their own. A Stop that is sent into the middle of that would hit the host. So the tickets of this
thread are taken off the watchdog's list for as long as the block lasts; afterwards they go on with the time that was
left. See budget.py for the handshake: under its lock nothing can be sent, and what was sent before is raised here.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from chibi_hooks.scheme.budget import WATCHDOG, Ticket
from chibi_hooks.scheme.compiler.stack import elsewhere
from chibi_hooks.typenames import TypeVar

T = TypeVar("T")


def aside(function: Callable[[], T]) -> T:
    """Do work of our own in the middle of a script's: on an empty stack, while its budgets stand still."""
    with paused():
        return elsewhere(function)


class paused:
    """Inside the block the budgets of this thread's calls into Scheme stand still, and no Stop can arrive."""

    __slots__ = ("_tickets", "_since")

    def __enter__(self) -> None:
        thread = threading.get_ident()
        with WATCHDOG.lock:
            mine = [ticket for ticket in WATCHDOG.tickets if ticket.thread == thread and ticket.active]
            sent = next((ticket.sent for ticket in mine if ticket.sent is not None), None)
            if sent is None:
                for ticket in mine:
                    ticket.active = False
                    WATCHDOG.tickets.remove(ticket)
        if sent is not None:
            raise sent  # it is on its way already
        self._tickets: list[Ticket] = mine
        self._since = time.monotonic()

    def __exit__(self, *error: object) -> None:
        passed = time.monotonic() - self._since
        with WATCHDOG.lock:
            for ticket in self._tickets:
                if ticket.deadline is not None:
                    ticket.deadline += passed
                ticket.active = True
        for ticket in self._tickets:
            WATCHDOG.arm(ticket)
