"""A procedure that is called from Python again and again, and what it is given -> a whole call of it: budget, run, and
what is converted there and back.

Rules
-----
* It says once more, without their calls, what `limited_call` (budget.py) and `begin` (machine.py) say: every fire comes
  by here, and those calls were a twelfth of it. What is unusual it leaves to them: a world that is surveyed, that keeps
  too much or whose calls are long, a share of which there may be nothing left or that is measured.
* tests/scheme/running/test_entering.py sends calls both ways.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import Token
from threading import get_ident
from time import monotonic

from chibi_hooks.inlined import inlined
from chibi_hooks.scheme.running.budget import limited_call, used_up
from chibi_hooks.scheme.running.build import Build
from chibi_hooks.scheme.running.faults import stopped_at
from chibi_hooks.scheme.running.frames import frame
from chibi_hooks.scheme.running.machine import RECOVERED, base, begin, left_by, unwound
from chibi_hooks.scheme.running.memory import EVERY, Holdings
from chibi_hooks.scheme.running.runs import Dynamics, Run, _current
from chibi_hooks.scheme.running.shares import Share
from chibi_hooks.scheme.running.watchdog import LONG, WATCHDOG, Ticket, bottom
from chibi_hooks.scheme.values.data import Value
from chibi_hooks.scheme.values.errors import Frame, Stop
from chibi_hooks.scheme.values.indexed import SEARCHED, forget
from chibi_hooks.typenames import Any, Final, TypeVar

_new: Final = object.__new__
_outer_run, _enter, _leave = _current.get, _current.set, _current.reset

T = TypeVar("T")
Given = TypeVar("Given")


@inlined
@bottom
@frame(bounces=lambda procedure, argument: (procedure, argument))
def entered(
    share: Share,
    given: Given,
    procedure: Value,
    build: Build,
    context: Any,
    dynamics: Dynamics,
    holdings: Holdings | None,
    before: Callable[[Given], Value],
    after: Callable[[Value, Given], T],
) -> T:
    """A call of a procedure of one argument, which `before` makes of what is given; `after` makes the result of the
    value, all on the account of a share. Raises what `limited_call` does."""
    tally = share.tally
    if (
        holdings is None
        or holdings.busy
        or holdings.survey is not None
        or holdings.is_over
        or tally is None
        or ((share.clock or tally.drawn) and (share.is_spent() or share.is_measured()))
    ):

        def called(it: Given) -> T:
            argument = before(it)
            return after(begin(Run(build, context, dynamics=dynamics), (procedure, argument)), it)

        return limited_call(share, holdings, called, given)
    result: Any = None
    place = None
    stack: tuple[Frame, ...] = ()
    ticket = Ticket()
    ticket.thread = get_ident()
    ticket.share = share
    ticket.holdings = holdings
    ticket.begun = begun = monotonic()
    try:
        try:
            WATCHDOG.tickets.append(ticket)
            if WATCHDOG.asleep:
                WATCHDOG.begin_watch()
            argument = before(given)
            run = _new(Run)
            run.build = build
            run.dynamics = dynamics
            run.depth = 0
            run.active = True
            run.context = context
            run.left = run.program = run.entries = run.met = run.again = run.resumed = run.frames = None
            run.outer = further_out = _outer_run(None)
            token: Token[Run] | None = None
            try:
                token = _enter(run)
                try:
                    r = procedure(argument)
                except RECOVERED as reason:
                    run.depth = 0
                    run.frames, r = unwound(run, reason, run.frames)
                if run.frames is not None or r.__class__ is tuple:
                    r = base(run, r)
            except BaseException as error:
                left_by(error, run)
                raise
            finally:
                run.active = False
                run.outer = None
                if token is not None:
                    _leave(token)
                else:  # as in `begin`
                    _enter(further_out)  # type: ignore[arg-type]
            result = after(r, given)
            argument = r = None  # where this stands in line, they would be held to its end
        finally:
            try:
                ticket.active = False
                if WATCHDOG.is_sending:
                    WATCHDOG.wait_until_sent()
                WATCHDOG.tickets.remove(ticket)
            except (Stop, ValueError):  # as in `limited_call`
                WATCHDOG.disarm(ticket)
            if ticket.sent is not None:
                WATCHDOG.disarm(ticket)
            now = monotonic()
            if ticket.clock is not None or now - holdings.looked >= EVERY:
                ticket.settle()
            else:
                clock = now - begun - ticket.away
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
        place, stack = stopped_at(stop)
        stop.__traceback__ = None
    if ticket.sent is not None:
        raise used_up(ticket, place, stack)
    return result  # type: ignore[no-any-return]
