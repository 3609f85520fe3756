"""A time and memory limit around one call into Scheme: the watchdog raises `Stop` in the calling thread when it is used
up, and it becomes the error of the call.

Rules
-----
* Several calls may draw from one `Share`. A system call per call would be felt in every fire, so what a thread
  computes is looked up only for calls that the watchdog has seen, and for all others once an eighth of the share has
  gone by the clock: until then they cost nothing. So a share is L seconds, and at most an eighth more.
* The end of a call is where a Stop may still be on its way (watchdog.py): nothing goes on before that is known.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from threading import get_ident
from time import monotonic

from chibi_hooks.inlined import inlined
from chibi_hooks.scheme.running.faults import stopped_at
from chibi_hooks.scheme.running.memory import EVERY, Holdings
from chibi_hooks.scheme.running.shares import Share, Tally
from chibi_hooks.scheme.running.watchdog import LONG, WATCHDOG, InterruptStop, MemoryStop, Ticket, bottom
from chibi_hooks.scheme.values.errors import Frame, SchemeError, Stop, fail
from chibi_hooks.scheme.values.indexed import SEARCHED, forget
from chibi_hooks.spacious import spacious
from chibi_hooks.typenames import Any, TypeVar

T = TypeVar("T")
Given = TypeVar("Given")


def limited(share: Share | None, holdings: Holdings | None, function: Callable[..., T], *arguments: Any) -> T:
    """Call `function` with the arguments under a budget (`None`: without that limit). Raises what `limited_call`
    does."""
    return limited_call(share, holdings, lambda given: function(*given), arguments)


def limited_call(share: Share | None, holdings: Holdings | None, function: Callable[[Any], T], argument: Any) -> T:
    """The same of a function of one argument.

    Raises a SchemeError of kind "limit" when the budget is used up; the error of an enclosing budget passes through
    as `Stop`.
    """
    if share is not None and (share.clock or (share.tally is not None and share.tally.drawn)) and share.is_spent():
        raise out_of_time(share)
    if holdings is not None:
        if holdings.survey is not None:
            _wait_for_count(share, holdings)
        if holdings.is_over:
            raise _keeps_too_much(holdings)
        if holdings.busy:
            function = partial(spacious, function)
    return watched(ticket_of(share, holdings), share, None, holdings, function, argument)[0]


@inlined
@bottom
def watched(
    ticket: Ticket,
    share: Any,
    tally: Tally | None,
    holdings: Any,
    work: Callable[[Given], T],
    given: Given,
) -> tuple[T, float]:
    """What `work` makes of what is given while the ticket counts, and when it ended, by the monotonic clock. `tally`:
    that of the share, of a call that is watched just in case; None: its ticket may know more, and settles it. Raises
    what `limited_call` does of its end."""
    result: Any = None
    place = None
    frames: tuple[Frame, ...] = ()
    try:
        try:
            WATCHDOG.tickets.append(ticket)  # as `arm` does, and below `disarm` where nothing was sent
            if WATCHDOG.asleep:
                WATCHDOG.begin_watch()
            result = work(given)
        finally:
            try:
                ticket.active = False
                if WATCHDOG.is_sending:
                    WATCHDOG.wait_until_sent()
                WATCHDOG.tickets.remove(ticket)
            except (Stop, ValueError):  # it comes just now; after a fork the list is another
                WATCHDOG.disarm(ticket)
            if ticket.sent is not None:
                WATCHDOG.disarm(ticket)
            now = monotonic()
            if tally is None or ticket.clock is not None or now - holdings.looked >= EVERY:
                ticket.settle()
            else:
                clock = now - ticket.begun - ticket.away
                share.clock += clock
                tally.drawn += clock
                holdings.worked += clock
                if clock > LONG:
                    holdings.took_long()
                else:
                    holdings.lasting = 1
            if SEARCHED[0]:
                forget()
    except Stop as stop:
        WATCHDOG.disarm(ticket)
        if ticket.sent is None:
            raise
        place, frames = stopped_at(stop)
        stop.__traceback__ = None
    if ticket.sent is not None:
        raise used_up(ticket, place, frames)
    return result, now


def _wait_for_count(share: Share | None, holdings: Holdings) -> None:
    """Count what a world keeps to the end, on its own account; what is left undone then, the next call goes on with.

    Raises a SchemeError of kind "limit".
    """
    while holdings.survey is not None:
        clock, computed = monotonic(), time.thread_time()
        holdings.go_on()
        if share is not None:
            share.draw(monotonic() - clock, time.thread_time() - computed)
            if holdings.survey is not None and share.is_spent():
                limit = share.limit_reached()
                message = f"stopped: what it keeps between its calls took longer to count than its {limit:g} s"
                raise fail("limit", message, hint="the next call goes on counting; what keeps less is counted sooner")


def ticket_of(share: Share | None, holdings: Holdings | None) -> Ticket:
    """The ticket of a call that begins now; filled after it is made, which is half the price of a constructor."""
    ticket = Ticket()
    ticket.thread = get_ident()
    ticket.share = share
    ticket.holdings = holdings
    if share is not None and share.clock and share.is_measured():
        ticket.measure()
    ticket.begun = monotonic()
    return ticket


def used_up(ticket: Ticket, place: Any, frames: tuple[Frame, ...]) -> SchemeError:
    """The error of a call that was sent a Stop, which met it there."""
    error = _used_up(ticket, place)
    error.frames = frames
    return error


def _used_up(ticket: Ticket, place: Any) -> SchemeError:
    if ticket.sent is InterruptStop:
        return fail("limit", "interrupted", place=place)
    if ticket.sent is MemoryStop:
        assert ticket.holdings is not None
        most = ticket.holdings.most >> 20
        return fail("limit", f"stopped: it used more than its {most} MB of memory", place=place)
    assert ticket.share is not None
    return out_of_time(ticket.share, place)


def out_of_time(share: Share, place: Any = None) -> SchemeError:
    """The error of a share of which nothing is left."""
    limit = share.limit_reached()
    if limit == share.seconds:
        message, hint = f"stopped: it ran longer than its {limit:g} s", "is there a loop that does not end?"
    else:
        message = f"stopped: the hook files of this home ran longer than {limit:g} s together"
        hint = "fire_time_limit in chibi-hooks.toml says how long all of them may take for one event"
    return fail("limit", message, place=place, hint=hint)


def _keeps_too_much(holdings: Holdings) -> SchemeError:
    kept, most = holdings.held / (1 << 20), holdings.most >> 20
    return fail(
        "limit",
        f"stopped: it keeps {kept:.0f} MB between its calls, more than its {most} MB of memory",
        hint="it runs again when it is loaded again; does something grow with every call?",
    )
