"""A hook and the world of its file -> the function that answers events: what every fire runs for it.

Rules
-----
* One function for one hook, made when it is asked first: what does not change from fire to fire is in its cells. It is
  one line of work: take the world, draw from its share, convert, call, convert back, let go. What is written out here
  instead of called is what every fire would call.
* It never raises on account of the script; the Stop of a budget further out passes through.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic
from typing import Final

from chibi_hooks.hooks.answer import Answer, Failure, Json, made
from chibi_hooks.hooks.deciding.point import Point
from chibi_hooks.hooks.event import Event
from chibi_hooks.hooks.scripts.alist import answer_from_scheme, flat_answer
from chibi_hooks.hooks.scripts.payload_data import payload_to_scheme
from chibi_hooks.hooks.scripts.registering import EnteredWorld, Hook, failure_of
from chibi_hooks.hooks.taking import taking
from chibi_hooks.scheme.primitives.system import Exit
from chibi_hooks.scheme.running.shares import Share
from chibi_hooks.scheme.values.data import NIL, Pair, String, Value, string_of
from chibi_hooks.scheme.values.errors import SchemeError

FAULT: Final = "met a fault of chibi-hooks: "


def asking(world: EnteredWorld, hook: Hook) -> Callable[[Event], Answer]:
    """What `hook` says to an event, or how it failed."""
    interpreter, key = world.interpreter, world.context_key
    namespace, faults = interpreter.namespace, interpreter.faults
    output, errors = interpreter.output, interpreter.errors
    take, release = taking(world.running), world.running.release
    namespace.setdefault(key, None)
    responder, place = hook.responder, hook.place
    enter = _entering(world, hook)

    def ask(event: Event) -> Answer:
        started = monotonic()
        value: Json = None
        failure: Failure | None = None
        said = ""
        outer: Value = None
        for _ in take:
            break
        try:
            try:
                world.entered += 1
                outer = namespace[key]  # no call: nothing may come in between
                if outer.__class__ is not String or outer.s != event.context:  # the usual one is there already
                    namespace[key] = string_of(event.context)
                value = enter(event.account.share_of(world, world.time_limit, world.joint), event)
                if faults:  # an answer that was made all the same counts; none is a failure
                    fault = world.take_fault()
                    said = f"{FAULT}{fault}\n"
                    failure = None if value else Failure("internal", fault)
            except (SchemeError, Exit) as error:
                faults.clear()  # one of them is what is raised, or less than that
                failure = failure_of(interpreter.explained(error))
            except Exception as error:
                failure = failure_of(error)
            finally:
                namespace[key] = outer
                world.entered -= 1
                if output.unwritten or errors.unwritten or output.joined or errors.joined:
                    said += world.take_said()
        finally:
            release()
        ms = int((monotonic() - started) * 1e6) / 1000  # `round` would take ten times as long
        return made(Answer, (responder, "scheme", place, value, failure, ms, said, 0, ()))

    return ask


def _entering(world: EnteredWorld, hook: Hook) -> Callable[[Share, Event], Json]:
    """What is done on the world's account: what is converted for it, too."""
    interpreter = world.interpreter
    point, dynamics = world.beginning(hook.point)
    answering = answers_at(point)

    def told(event: Event) -> Value:
        if interpreter.mutates:
            return payload_to_scheme(event.payload)
        argument = event.argument
        if argument is None:
            argument = event.argument = payload_to_scheme(event.payload, shared=True)
        return argument

    def answered(value: Value, event: Event) -> Json:
        return answering(value, event.payload)

    return interpreter.entering(hook.procedure, dynamics, told, answered)


def answers_at(point: type[Point]) -> Callable[[Value, Mapping[str, Json]], Json]:
    """What a value that a hook at this point gives to a payload comes to."""

    def answered(value: Value, payload: Mapping[str, Json]) -> Json:
        if value is NIL:  # what most hooks say
            return None
        flat = flat_answer(value) if value.__class__ is Pair else None  # what most others say
        return answer_from_scheme(value, point, payload) if flat is None else flat

    return answered
