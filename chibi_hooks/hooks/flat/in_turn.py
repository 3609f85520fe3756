"""A point at which hooks are asked in turn -> its whole fire.

Made by `python -m tests.flat` of chibi_hooks/hooks/whole.py and what is `inlined` there;
it is not edited by hand: chibi_hooks/inlined.py says how a fire is changed.
"""

# mypy: ignore-errors
# ruff: noqa
from __future__ import annotations

from marshal import dumps
from time import monotonic
from chibi_hooks.hooks.account import Account
from chibi_hooks.hooks.deciding.fold import fold
from chibi_hooks.hooks.deciding.point import _OURS, _admit_common
from chibi_hooks.hooks.deciding.settling import settled
from chibi_hooks.hooks.errors import BadPayload
from chibi_hooks.hooks.event import Event
from chibi_hooks.hooks.fire import Fire
from chibi_hooks.hooks.payload import kind_of
from chibi_hooks.hooks.recording.recorder import HELP, HELP_BYTES, LARGE, WAITING, WAITING_BYTES
from chibi_hooks.hooks.recording.snapshots import _as_json, _whole, held
from chibi_hooks.hooks.responders import Generation, Responders
from chibi_hooks.hooks.tools.calling import Chain, Firing, NONE_COUNTED, NO_POINTS, SECONDS, context_in
from chibi_hooks.hooks.ways import Firer, PointWay, Straight
from chibi_hooks.hooks.whole import _begin, _end, _new, _outer


def in_turn(host: Firer, firing: Firing, generation: Generation, responders: Responders) -> Straight:
    """The function that asks all of them, one after the other."""
    way = PointWay(host, firing, generation, responders)
    stages = [(each.responders, responders.itself if each.guarded else NO_POINTS) for each in responders.stages]
    project = firing.project
    way_admission = way.admission
    way_firing = way.firing
    way_handler = way.handler
    way_host = way.host
    way_identities = way.identities
    way_key = way.key
    way_left_out = way.left_out
    way_number = way.number
    way_permission = way.permission
    way_point = way.point
    way_without = way.without

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
            event = _new(Event)
            event.point = way_key
            event.payload = payload
            event.context = context
            event.project = project
            event.account = account
            event.argument = event._text = None
            answers_1 = []
            for hooks, chain.points in stages:
                for each_2 in hooks:
                    answers_1.append(each_2.ask(event))
            del event
            answers, only, said, folded, took = (answers_1, None, (), None, None)
        finally:
            account.shares = None
            if token is not None:
                _end(token)
            else:
                _begin(None)
        if folded is None:
            said = [(each_1[0], each_1[6]) for each_1 in answers if each_1[6]]
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
                        responder, kind, place, value, error_1, took_1, _, _, strays = only or answers[0][:]
                        if error_1 is not None or strays:
                            item = _whole(done, when, False, handler)
                        else:
                            values = (payload, value)
                            try:
                                snapshot = dumps(values)
                            except ValueError:
                                snapshot = _as_json(values)
                            item = (snapshot, when, False, handler, name, way_number, took, origin, missing,
                                way_left_out, said, done.calls or (), folded_1.stated, folded_1.decided, responder,
                                kind, place, took_1)
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
