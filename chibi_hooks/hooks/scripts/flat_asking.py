"""A hook -> what it says to an event.

Made by `python -m tests.flat` of chibi_hooks/hooks/scripts/asking.py and what is `inlined` there;
it is not edited by hand: chibi_hooks/inlined.py says how a fire is changed.
"""

# mypy: ignore-errors
# ruff: noqa
from __future__ import annotations

from collections.abc import Callable
from threading import get_ident
from time import monotonic
from chibi_hooks.hooks.answer import Answer, Failure, made
from chibi_hooks.hooks.event import Event
from chibi_hooks.hooks.scripts.alist import answer_from_scheme, flat_answer
from chibi_hooks.hooks.scripts.asking import FAULT, answered
from chibi_hooks.hooks.scripts.payload_data import payload_to_scheme
from chibi_hooks.hooks.scripts.registering import EnteredWorld, Hook, failure_of
from chibi_hooks.hooks.taking import taking
from chibi_hooks.scheme.primitives.system.system import Exit
from chibi_hooks.scheme.running.budget import limited_call, used_up
from chibi_hooks.scheme.running.entering import _enter, _leave, _outer_run, through
from chibi_hooks.scheme.running.faults import stopped_at
from chibi_hooks.scheme.running.frames import frame
from chibi_hooks.scheme.running.machine import RECOVERED, base, left_by, unwound
from chibi_hooks.scheme.running.memory import EVERY
from chibi_hooks.scheme.running.runs import Run
from chibi_hooks.scheme.running.shares import Share, _new
from chibi_hooks.scheme.running.watchdog import LONG, Ticket, WATCHDOG, bottom
from chibi_hooks.scheme.values.data import NIL, Pair, String, string_of
from chibi_hooks.scheme.values.errors import SchemeError, Stop
from chibi_hooks.scheme.values.indexed import SEARCHED, forget


def asking(world: EnteredWorld, hook: Hook) -> Callable[[Event], Answer]:
    """What `hook` says to an event, or how it failed."""
    interpreter, key, responder, place = (world.interpreter, world.context_key, hook.responder, hook.place)
    interpreter.namespace.setdefault(key, None)
    build, holdings, procedure = (interpreter.build, interpreter.holdings, hook.procedure)
    take, release = (taking(world.running), world.running.release)
    point, dynamics = world.beginning(hook.point)

    def given(event):
        argument = event.argument
        if argument is None or interpreter.mutates:
            argument = payload_to_scheme(event.payload, shared=not interpreter.mutates)
            if not interpreter.mutates:
                event.argument = argument
        return argument

    def meant(value, event):
        return answered(value, point, event.payload)

    def work(event):
        return through(event, procedure, build, interpreter, dynamics, given, meant)

    @bottom
    @frame(bounces=lambda procedure, argument: (procedure, argument))
    def ask(event):
        account, context, started = (event.account, event.context, monotonic())
        seconds = world.time_limit
        joint = world.joint
        shares = account.shares
        if shares is not None and (found := shares.get(world)) is not None:
            share = found
        elif shares is None:
            share = _new(Share)
            share.seconds = seconds
            share.tally = account
            share.joint = joint
            share.computed = share.measured = share.clock = 0.0
            account.shares = {world: share}
        else:
            made_1 = _new(Share)
            made_1.seconds = seconds
            made_1.tally = account
            made_1.joint = joint
            made_1.computed = made_1.measured = made_1.clock = 0.0
            share = shares.setdefault(world, made_1)
        value = None
        ended = None
        failure = None
        told = ''
        usual = None
        namespace, faults = (interpreter.namespace, interpreter.faults)
        for _ in take:
            break
        try:
            try:
                world.entered += 1
                usual = namespace[key]
                if usual.__class__ is not String or usual.s != context:
                    namespace[key] = string_of(context)
                tally = share.tally
                if holdings is None or holdings.busy or holdings.survey is not None or holdings.is_over or (tally is None) or ((share.clock or tally.drawn) and (share.is_spent() or share.is_measured())):
                    value, ended = (limited_call(share, holdings, work, event), None)
                else:
                    ticket = Ticket()
                    ticket.thread = get_ident()
                    ticket.share = share
                    ticket.holdings = holdings
                    ticket.begun = monotonic()
                    result = None
                    place_1 = None
                    frames = ()
                    try:
                        try:
                            WATCHDOG.tickets.append(ticket)
                            if WATCHDOG.asleep:
                                WATCHDOG.begin_watch()
                            argument = event.argument
                            if argument is None or interpreter.mutates:
                                argument = payload_to_scheme(event.payload, shared=not interpreter.mutates)
                                if not interpreter.mutates:
                                    event.argument = argument
                            run = _new(Run)
                            run.build = build
                            run.dynamics = dynamics
                            run.depth = 0
                            run.active = True
                            run.context = interpreter
                            run.left = run.program = run.entries = run.met = run.again = run.resumed = run.frames = None
                            run.outer = further_out = _outer_run(None)
                            token = None
                            try:
                                token = _enter(run)
                                try:
                                    r = procedure(argument)
                                except RECOVERED as reason:
                                    run.depth = 0
                                    run.frames, r = unwound(run, reason, run.frames)
                                if run.frames is not None or r.__class__ is tuple:
                                    r = base(run, r)
                            except BaseException as error_1:
                                left_by(error_1, run)
                                raise
                            finally:
                                run.active = False
                                run.outer = None
                                if token is not None:
                                    _leave(token)
                                else:
                                    _enter(further_out)
                            if r is NIL:
                                result_1 = None
                            else:
                                flat = flat_answer(r) if r.__class__ is Pair else None
                                result_1 = answer_from_scheme(r, point, event.payload) if flat is None else flat
                            argument = r = None
                            result = result_1
                        finally:
                            try:
                                ticket.active = False
                                if WATCHDOG.is_sending:
                                    WATCHDOG.wait_until_sent()
                                WATCHDOG.tickets.remove(ticket)
                            except (Stop, ValueError):
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
                        place_1, frames = stopped_at(stop)
                        stop.__traceback__ = None
                    if ticket.sent is not None:
                        raise used_up(ticket, place_1, frames)
                    value, ended = (result, now)
                if faults:
                    fault = world.take_fault()
                    told = f'{FAULT}{fault}\n'
                    failure = None if value else Failure('internal', fault)
            except (SchemeError, Exit) as error:
                faults.clear()
                failure = failure_of(interpreter.explained(error))
            except Exception as error:
                failure = failure_of(error)
            finally:
                namespace[key] = usual
                world.entered -= 1
                output, errors = (interpreter.output, interpreter.errors)
                if output.unwritten or errors.unwritten or output.joined or errors.joined:
                    told += world.take_said()
        finally:
            release()
        ms = int(((ended or monotonic()) - started) * 1000000.0) / 1000
        return made(Answer, (responder, 'scheme', place, value, failure, ms, told, 0, ()))
    return ask
