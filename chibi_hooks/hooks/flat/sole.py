"""A point at which one hook of a file is asked -> its whole fire.

Made by `python -m tests.flat` of chibi_hooks/hooks/sole.py and what is `inlined` there;
it is not edited by hand: chibi_hooks/inlined.py says how a fire is changed.
"""

# mypy: ignore-errors
# ruff: noqa
from __future__ import annotations

from marshal import dumps
from threading import get_ident
from time import monotonic
from chibi_hooks.hooks.account import Account
from chibi_hooks.hooks.answer import Answer, Failure, made
from chibi_hooks.hooks.deciding.fold import _ordered, _plan, fold
from chibi_hooks.hooks.deciding.folded import Folded
from chibi_hooks.hooks.deciding.point import _OURS, _admit_common
from chibi_hooks.hooks.deciding.settling import settled
from chibi_hooks.hooks.errors import BadPayload
from chibi_hooks.hooks.fire import Fire
from chibi_hooks.hooks.payload import kind_of
from chibi_hooks.hooks.recording.recorder import HELP, HELP_BYTES, LARGE, WAITING, WAITING_BYTES
from chibi_hooks.hooks.recording.snapshots import _as_json, _whole, held
from chibi_hooks.hooks.responders import Generation, Responders
from chibi_hooks.hooks.scripts.alist import answer_from_scheme, flat_answer
from chibi_hooks.hooks.scripts.asking import FAULT, answered
from chibi_hooks.hooks.scripts.payload_data import payload_to_scheme
from chibi_hooks.hooks.scripts.registering import EnteredWorld, Hook, failure_of
from chibi_hooks.hooks.taking import taking
from chibi_hooks.hooks.tools.calling import Chain, Firing, NONE_COUNTED, NO_POINTS, SECONDS, _new, context_in
from chibi_hooks.hooks.ways import Firer, PointWay, Straight
from chibi_hooks.hooks.whole import _begin, _end, _outer
from chibi_hooks.scheme.primitives.system.system import Exit
from chibi_hooks.scheme.running.budget import limited_call, used_up
from chibi_hooks.scheme.running.entering import _enter, _leave, _outer_run, through
from chibi_hooks.scheme.running.faults import stopped_at
from chibi_hooks.scheme.running.frames import frame
from chibi_hooks.scheme.running.machine import RECOVERED, base, left_by, unwound
from chibi_hooks.scheme.running.memory import EVERY
from chibi_hooks.scheme.running.runs import Run
from chibi_hooks.scheme.running.shares import Share
from chibi_hooks.scheme.running.watchdog import LONG, Ticket, WATCHDOG, bottom
from chibi_hooks.scheme.values.data import NIL, Pair, String, string_of
from chibi_hooks.scheme.values.errors import SchemeError, Stop
from chibi_hooks.scheme.values.indexed import SEARCHED, forget


def sole(world: EnteredWorld, hook: Hook, host: Firer, firing: Firing, generation: Generation,
    responders: Responders) -> Straight:
    """The function."""
    way = PointWay(host, firing, generation, responders)
    marked = responders.itself if responders.stages[0].guarded else NO_POINTS
    interpreter, key, responder, place = (world.interpreter, world.context_key, hook.responder, hook.place)
    interpreter.namespace.setdefault(key, None)
    build, holdings, procedure = (interpreter.build, interpreter.holdings, hook.procedure)
    take, release = (taking(world.running), world.running.release)
    point, dynamics = world.beginning(hook.point)

    def given(payload):
        return payload_to_scheme(payload, shared=not interpreter.mutates)

    def meant(value, payload):
        return answered(value, point, payload)

    def work(payload):
        return through(payload, procedure, build, interpreter, dynamics, given, meant)
    way_admission = way.admission
    way_firing = way.firing
    way_handler = way.handler
    way_host = way.host
    way_identities = way.identities
    way_key = way.key
    way_left_out = way.left_out
    way_number = way.number
    way_permission = way.permission
    way_plans = way.plans
    way_point = way.point
    way_without = way.without

    @bottom
    @frame(bounces=lambda procedure, argument: (procedure, argument))
    def fire(payload, origin, settle):
        started = monotonic()
        if _outer() is not None:
            return None
        if not isinstance(payload, dict):
            raise BadPayload(f'{way_point.wire}: wanted a JSON object as the payload, got {kind_of(payload)}')
        missing = ()
        there = 0
        for name_1, check, exact, optional in way_admission:
            if name_1 not in payload:
                if not optional:
                    missing += (name_1,)
                continue
            there += 1
            if exact is not object and type(payload[name_1]) is not exact:
                fault = check(payload[name_1])
                if fault is not None and (not (optional and payload[name_1] is None)):
                    raise BadPayload(f'{way_point.wire}: {name_1}{fault}')
        if there < len(payload) and way_point.table is _OURS:
            _admit_common(way_point, payload)
        context = ''
        if 'context_name' in payload or 'caller' in payload:
            context = context_in(payload) or ''
        account_1 = _new(Account)
        account_1.drawn = 0.0
        account_1.shares = None
        account_1.seconds = SECONDS
        account_1.deadline = started + SECONDS
        chain = _new(Chain)
        chain.firing = way_firing
        chain.context = context
        chain.account = account_1
        chain.tools = ()
        chain.points = NO_POINTS
        chain.calls = []
        chain.payload = payload
        chain.known = None
        chain._counted = NONE_COUNTED
        account = account_1
        token = None
        try:
            token = _begin(chain)
            chain.points, context = (marked, chain.context)
            share = _new(Share)
            share.seconds = world.time_limit
            share.tally = account
            share.joint = world.joint
            share.computed = share.measured = share.clock = 0.0
            account.shares = {world: share}
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
                    tally = account
                    if holdings is None or holdings.busy or holdings.survey is not None or holdings.is_over or (tally is None) or ((share.clock or tally.drawn) and (share.is_spent() or share.is_measured())):
                        value, ended = (limited_call(share, holdings, work, payload), None)
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
                                argument = payload_to_scheme(payload, shared=not interpreter.mutates)
                                run = _new(Run)
                                run.build = build
                                run.dynamics = dynamics
                                run.depth = 0
                                run.active = True
                                run.context = interpreter
                                run.left = run.program = run.entries = run.met = run.again = run.resumed = run.frames = None
                                run.outer = further_out = _outer_run(None)
                                token_1 = None
                                try:
                                    token_1 = _enter(run)
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
                                    if token_1 is not None:
                                        _leave(token_1)
                                    else:
                                        _enter(further_out)
                                if r is NIL:
                                    result_1 = None
                                else:
                                    flat = flat_answer(r) if r.__class__ is Pair else None
                                    result_1 = answer_from_scheme(r, point, payload) if flat is None else flat
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
            only_1 = (responder, 'scheme', place, value, failure, ms, told, 0, ())
            outcome = {}
            names = ()
            usual = failure is None
            if usual and value is not None:
                shape = tuple(value) if value.__class__ is dict else ()
                names, kinds, in_order = way_plans.get(shape) or _plan(way_point, shape)
                outcome = value.copy() if in_order else _ordered(value, names)
                usual = tuple(map(type, outcome.values())) == kinds and outcome[names[0]] is not False
            if not usual:
                folded_1 = None
            else:
                folded_2 = _new(Folded)
                folded_2.wire = way_key
                folded_2.values = outcome
                folded_2.stated = way_point
                folded_2.known_steps = None
                folded_2.decided = names
                folded_1 = folded_2
            answers, only, said, folded, took = ((made(Answer, only_1),), only_1, [(responder, told)] if told else (),
                folded_1, ms)
        finally:
            account.shares = None
            if token is not None:
                _end(token)
            else:
                _begin(None)
        if folded is None:
            said = [(each[0], each[6]) for each in answers if each[6]]
            folded = fold(way_point, payload, answers)
        if settle is not True:
            if settle:
                folded = settle(folded)
        elif way_permission:
            folded = settled(folded, payload, way_handler, way_without)
        name = f'{way_identities._prefix}-{next(way_identities._numbers)}'
        if took is None or way_handler is not None:
            took = int((monotonic() - started) * 1000000.0) / 1000
        done = _new(Fire)
        done.id = name
        done.generation = way_number
        done.payload = payload
        done.answers = answers
        done.skipped = way_left_out
        done.folded = folded
        done.missing = missing
        done.said = said
        done.calls = chain.calls
        done.origin = origin
        done.ms = took
        done.journaled = None
        recorder = way_host.recorder
        if recorder is not None:
            handler = way_handler is not None
            try:
                item = None
                if recorder.large and folded.wire in recorder.large:
                    item = held(done, recorder.now(), False, handler)
                if item is None:
                    when = recorder.now()
                    folded_1 = folded
                    if folded_1.known_steps is not None:
                        item = _whole(done, when, False, handler)
                    else:
                        responder_1, kind, place_1, value, error_1, took_1, _, _, strays = only or answers[0][:]
                        if error_1 is not None or strays:
                            item = _whole(done, when, False, handler)
                        else:
                            values = (payload, value)
                            try:
                                snapshot = dumps(values)
                            except ValueError:
                                snapshot = _as_json(values)
                            item = (snapshot, when, False, handler, name, way_number, took, origin, missing,
                                way_left_out, said, done.calls or (), folded_1.stated, folded_1.decided, responder_1,
                                kind, place_1, took_1)
            except Exception as error:
                recorder._count_lost(1, f'{type(error).__name__}: {error}')
                recorder._tell(done)
            else:
                item_1 = item
                try:
                    if recorder.listeners:
                        recorder._tell(done)
                    size = len(item_1[0])
                    if size > LARGE:
                        recorder.large.add(folded.wire)
                    if recorder.waiting > HELP or recorder._bytes > HELP_BYTES:
                        item_1, size = recorder._helped(item_1)
                    for _ in recorder._take:
                        break
                    try:
                        full = recorder.waiting >= WAITING or recorder._bytes + size > WAITING_BYTES
                        if (full or recorder._at_rest) and (not recorder._takes(size)):
                            recorder._count_lost(1, recorder.fault or 'more fires than the journal can take')
                        else:
                            recorder.waiting += 1
                            recorder._bytes += size
                            recorder._queue.put(item_1)
                    finally:
                        recorder._lock.release()
                except Exception as error_1:
                    recorder._count_lost(1, f'{type(error_1).__name__}: {error_1}')
            done.journaled = (recorder.lost, recorder.waiting)
        return done
    return fire
