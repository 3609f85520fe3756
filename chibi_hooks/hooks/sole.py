"""A point at which nobody is asked but one hook of a file -> the function that does its whole fire in a line.

Rules
-----
* It is straight.py's function and asking.py's in one, said without the calls between them: they cost a tenth of such a
  fire, which is the usual one. What decides anything is asked here as there, and so is what makes a fire unusual: None
  for one that `Host` does the long way.
* tests/hooks/test_straight.py sends every kind of fire both ways and compares them whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextvars import Token
from marshal import dumps
from time import monotonic
from typing import Final

from chibi_hooks.hooks.account import Account
from chibi_hooks.hooks.answer import Answer, Failure, Json, made
from chibi_hooks.hooks.deciding.fold import fold, folding_one
from chibi_hooks.hooks.deciding.folded import Folded
from chibi_hooks.hooks.deciding.settling import settled
from chibi_hooks.hooks.fire import Fire, Journaled, MadeCall, Origin
from chibi_hooks.hooks.recording.snapshots import TakenFields
from chibi_hooks.hooks.responders import Generation, Responders
from chibi_hooks.hooks.scripts.asking import FAULT, answers_at
from chibi_hooks.hooks.scripts.payload_data import payload_to_scheme
from chibi_hooks.hooks.scripts.registering import EnteredWorld, Hook, failure_of
from chibi_hooks.hooks.taking import taking
from chibi_hooks.hooks.tools.calling import CURRENT, NO_POINTS, NONE_COUNTED, SECONDS, Chain, Firing, context_in
from chibi_hooks.hooks.ways import Firer, Straight
from chibi_hooks.scheme.primitives.system import Exit
from chibi_hooks.scheme.running.shares import Share
from chibi_hooks.scheme.values.data import String, Value, string_of
from chibi_hooks.scheme.values.errors import SchemeError

_new: Final = object.__new__  # and filled: half the price of a constructor
_named: Final = tuple.__new__


def sole(
    world: EnteredWorld, hook: Hook, host: Firer, firing: Firing, generation: Generation, responders: Responders
) -> Straight:
    """The function: what does not change from fire to fire is in its cells."""
    (stage,) = responders.stages
    marked = responders.itself if stage.guarded else NO_POINTS
    point = responders.point
    admit, fold_sole = point.admit, folding_one(point)
    left_out, number = generation.left_out, generation.number
    name, handler = host.identities.next, host.permission_handler
    handles, permission, without = handler is not None, point.permission, generation.permission
    outer, begin, end = CURRENT.get, CURRENT.set, CURRENT.reset
    interpreter, context_key = world.interpreter, world.context_key
    namespace, faults = interpreter.namespace, interpreter.faults
    output, errors = interpreter.output, interpreter.errors
    take, release = taking(world.running), world.running.release
    namespace.setdefault(context_key, None)
    responder, place = hook.responder, hook.place
    stated, dynamics = world.beginning(hook.point)

    def given(payload: Mapping[str, Json]) -> Value:
        return payload_to_scheme(payload, shared=not interpreter.mutates)

    enter = interpreter.entering(hook.procedure, dynamics, given, answers_at(stated))

    def fire(
        payload: Mapping[str, Json],
        origin: Origin | None,
        settle: bool | Callable[[Folded], Folded],
    ) -> Fire | None:
        started = monotonic()
        if outer() is not None:
            return None
        missing = admit(payload)
        context = ""
        if "context_name" in payload or "caller" in payload:
            context = context_in(payload) or ""
        calls: list[MadeCall] = []
        account = _new(Account)
        account.drawn = 0.0
        account.seconds = SECONDS
        account.deadline = started + SECONDS
        share = _new(Share)
        share.seconds = world.time_limit
        share.tally = account
        share.joint = world.joint
        share.computed = share.unmeasured = share.clock = 0.0
        account.shares = {world: share}
        chain = _new(Chain)
        chain.firing = firing
        chain.context = context
        chain.account = account
        chain.tools = ()
        chain.points = marked
        chain.calls = calls
        chain.payload = payload
        chain.known = None
        chain._counted = NONE_COUNTED
        value: Json = None
        failure: Failure | None = None
        told = ""
        usual: Value = None
        token: Token[Chain | None] | None = None
        for _ in take:
            break
        try:
            try:
                world.entered += 1
                usual = namespace[context_key]  # no call: nothing may come in between
                token = begin(chain)
                if usual.__class__ is not String or usual.s != context:  # the usual one is there already
                    namespace[context_key] = string_of(context)
                value = enter(share, payload)
                if faults:  # an answer that was made all the same counts; none is a failure
                    fault = world.take_fault()
                    told = f"{FAULT}{fault}\n"
                    failure = None if value else Failure("internal", fault)
            except (SchemeError, Exit) as error:
                faults.clear()  # one of them is what is raised, or less than that
                failure = failure_of(interpreter.explained(error))
            except Exception as error:
                failure = failure_of(error)
            finally:
                account.shares = None  # what refers to itself waits for the collector
                namespace[context_key] = usual
                world.entered -= 1
                if token is not None:
                    end(token)
                else:  # a Ctrl-C came between the beginning and its token
                    begin(None)
                if output.unwritten or errors.unwritten or output.joined or errors.joined:
                    told += world.take_said()
        finally:
            release()
        ms = took = int((monotonic() - started) * 1e6) / 1000  # `round` would take ten times as long
        answer = made(Answer, (responder, "scheme", place, value, failure, took, told, 0, ()))
        answers = [answer]
        said: Sequence[tuple[str, str]] = [(responder, told)] if told else ()
        folded = fold_sole(answer)
        if folded is None:
            folded = fold(point, payload, answers)
        if settle is not True:
            if settle:
                folded = settle(folded)
        elif permission:
            folded = settled(folded, payload, handler, without)
            if handles:  # somebody may have thought about it
                ms = int((monotonic() - started) * 1e6) / 1000
        done = _new(Fire)
        done.id = name()
        done.generation = number
        done.payload = payload
        done.answers = answers
        done.skipped = left_out
        done.folded = folded
        done.missing = missing
        done.said = said
        done.calls = calls
        done.origin = origin
        done.ms = ms
        done.journal = None
        recorder = host.recorder
        if recorder is not None:
            item: TakenFields | None = None
            if folded.known_steps is None and not recorder.large:
                values: tuple[Json, ...] = (payload, value)
                try:
                    item = (  # a `TakenAlone`
                        dumps(values), recorder.now(), False, handles, done.id, number, ms, origin, missing, left_out,
                        said, calls or (), point, folded.decided, responder, "scheme", place, took,
                    )  # fmt: skip
                except Exception:  # `record` knows what to do, or says why the fire is lost
                    item = None
            if item is None:  # there is more to it
                recorder.record(done, False, handles)
            else:
                recorder.put(done, item)
            done.journal = _named(Journaled, (recorder.lost, recorder.waiting))
        return done

    return fire
