"""A hook and the world of its file -> the function that answers events: what every fire runs for it.

Rules
-----
* One function for one hook, made when it is asked first: what does not change from fire to fire is in its cells. It is
  one line of work: take the world, draw from its share, convert, call, convert back, let go. What runs is made of these
  pieces: flat_asking.py, and flat/sole.py (inlined.py says how to change one).
* It never raises on account of the script; the Stop of a budget further out passes through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from time import monotonic
from typing import TYPE_CHECKING, Final, TypeVar

from chibi_hooks.hooks.answer import Answer, Failure, Json, made
from chibi_hooks.hooks.deciding.point import Point
from chibi_hooks.hooks.event import Event
from chibi_hooks.hooks.scripts.alist import answer_from_scheme, flat_answer
from chibi_hooks.hooks.scripts.payload_data import payload_to_scheme
from chibi_hooks.hooks.scripts.registering import EnteredWorld, Hook, failure_of
from chibi_hooks.hooks.taking import taking
from chibi_hooks.inlined import inlined
from chibi_hooks.scheme.primitives.system.system import Exit
from chibi_hooks.scheme.running.entering import entered, through
from chibi_hooks.scheme.running.shares import Share
from chibi_hooks.scheme.values.data import NIL, Pair, String, Value, string_of
from chibi_hooks.scheme.values.errors import SchemeError

if TYPE_CHECKING:
    from chibi_hooks.scheme.interpreter import Interpreter

Given = TypeVar("Given")

FAULT: Final = "met a fault of chibi-hooks: "


def asking(world: EnteredWorld, hook: Hook) -> Callable[[Event], Answer]:
    """What `hook` says to an event, or how it failed."""
    interpreter, key, responder, place = world.interpreter, world.context_key, hook.responder, hook.place
    interpreter.namespace.setdefault(key, None)
    build, holdings, procedure = interpreter.build, interpreter.holdings, hook.procedure
    take, release = taking(world.running), world.running.release
    point, dynamics = world.beginning(hook.point)

    @inlined
    def given(event: Event) -> Value:
        argument = event.argument
        if argument is None or interpreter.mutates:
            argument = payload_to_scheme(event.payload, shared=not interpreter.mutates)
            if not interpreter.mutates:
                event.argument = argument
        return argument

    @inlined
    def meant(value: Value, event: Event) -> Json:
        return answered(value, point, event.payload)

    @inlined
    def work(event: Event) -> Json:
        return through(event, procedure, build, interpreter, dynamics, given, meant)

    @inlined
    def enter(share: Share, event: Event) -> tuple[Json, float | None]:
        return entered(share, event, holdings, work)

    def ask(event: Event) -> Answer:
        account, context, started = event.account, event.context, monotonic()
        share = account.share_of(world, world.time_limit, world.joint)
        value, failure, told, ms = asked(world, interpreter, key, take, release, enter, share, event, context, started)
        return made(Answer, (responder, "scheme", place, value, failure, ms, told, 0, ()))

    return ask


@inlined
def asked(
    world: EnteredWorld,
    interpreter: Interpreter,
    key: str,
    take: Iterator[bool],
    release: Callable[[], None],
    enter: Callable[[Share, Given], tuple[Json, float | None]],
    share: Share,
    given: Given,
    context: str,
    started: float,
) -> tuple[Json, Failure | None, str, float]:
    """What a hook says that is entered in its world, or how it failed; what it displayed; and the milliseconds since it
    `started`, by the monotonic clock."""
    value: Json = None
    ended: float | None = None
    failure: Failure | None = None
    told = ""
    usual: Value = None
    namespace, faults = interpreter.namespace, interpreter.faults
    for _ in take:
        break
    try:
        try:
            world.entered += 1
            usual = namespace[key]  # no call: nothing may come in between
            if usual.__class__ is not String or usual.s != context:  # the usual one is there already
                namespace[key] = string_of(context)
            value, ended = enter(share, given)
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
            namespace[key] = usual
            world.entered -= 1
            output, errors = interpreter.output, interpreter.errors
            if output.unwritten or errors.unwritten or output.joined or errors.joined:
                told += world.take_said()
    finally:
        release()
    ms = int(((ended or monotonic()) - started) * 1e6) / 1000  # `round` would take ten times as long
    return value, failure, told, ms


@inlined
def answered(value: Value, point: type[Point], payload: Mapping[str, Json]) -> Json:
    """What a value that a hook at this point gives to a payload comes to."""
    if value is NIL:  # what most hooks say
        return None
    flat = flat_answer(value) if value.__class__ is Pair else None  # what most others say
    return answer_from_scheme(value, point, payload) if flat is None else flat
