"""A procedure that is called from Python again and again, and what it is given -> a whole call of it: budget, run, and
what is converted there and back.

Rules
-----
* It says once more, without their calls, how a ticket and a run begin (budget.py, machine.py): every fire comes by
  here, and those calls were a twelfth of it. What is unusual it leaves to `limited_call`: a world that is surveyed,
  that keeps too much or whose calls are long, a share of which there may be nothing left or that is measured.
* tests/scheme/running/test_entering.py sends calls both ways.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import Token
from threading import get_ident
from time import monotonic

from chibi_hooks.inlined import inlined
from chibi_hooks.scheme.running.budget import limited_call, watched
from chibi_hooks.scheme.running.build import Build
from chibi_hooks.scheme.running.frames import frame
from chibi_hooks.scheme.running.machine import RECOVERED, base, left_by, unwound
from chibi_hooks.scheme.running.memory import Holdings
from chibi_hooks.scheme.running.runs import Dynamics, Run, _current
from chibi_hooks.scheme.running.shares import Share
from chibi_hooks.scheme.running.watchdog import Ticket
from chibi_hooks.scheme.values.data import Value
from chibi_hooks.typenames import Any, Final, TypeVar

_new: Final = object.__new__
_outer_run, _enter, _leave = _current.get, _current.set, _current.reset

T = TypeVar("T")
Given = TypeVar("Given")


@inlined
def entered(
    share: Share, given: Given, holdings: Holdings | None, work: Callable[[Given], T]
) -> tuple[T, float | None]:
    """What `work`, which is `through`, makes of what is given, all on the account of a share; and when it ended, by the
    monotonic clock, if that is known. Raises what `limited_call` does."""
    tally = share.tally
    if (
        holdings is None
        or holdings.busy
        or holdings.survey is not None
        or holdings.is_over
        or tally is None
        or ((share.clock or tally.drawn) and (share.is_spent() or share.is_measured()))
    ):
        return limited_call(share, holdings, work, given), None
    ticket = Ticket()
    ticket.thread = get_ident()
    ticket.share = share
    ticket.holdings = holdings
    ticket.begun = monotonic()
    return watched(ticket, share, tally, holdings, work, given)


@inlined
@frame(bounces=lambda procedure, argument: (procedure, argument))
def through(
    given: Given,
    procedure: Value,
    build: Build,
    context: Any,
    dynamics: Dynamics,
    before: Callable[[Given], Value],
    after: Callable[[Value, Given], T],
) -> T:
    """A call of a procedure of one argument, which `before` makes of what is given; `after` makes the result of the
    value. Raises SchemeError."""
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
    return result
