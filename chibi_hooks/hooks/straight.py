"""A point of a generation and whoever fires -> one function that does a whole fire in a line, for the usual case.

Rules
-----
* The usual case: nobody further out is firing, everybody at the point is asked, one after the other, and nothing is
  denied by default or missing. `straight` says None for points that are otherwise, and the function that it makes says
  None for a fire that is: then `Host` does it the long way, whose words this says once more without its calls. What
  decides anything is asked there and here alike: `admit`, `fold`, the responders, the recorder.
* tests/hooks/test_straight.py sends every kind of fire both ways and compares them whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextvars import Token
from time import monotonic
from typing import Final

from chibi_hooks.hooks.account import Account
from chibi_hooks.hooks.answer import Answer, Json
from chibi_hooks.hooks.deciding.fold import fold
from chibi_hooks.hooks.deciding.folded import Folded
from chibi_hooks.hooks.deciding.settling import settled
from chibi_hooks.hooks.event import Event
from chibi_hooks.hooks.fire import Fire, Journaled, MadeCall, Origin
from chibi_hooks.hooks.responders import Generation, Responder, Responders
from chibi_hooks.hooks.tools.calling import CURRENT, NO_POINTS, NONE_COUNTED, SECONDS, Chain, Firing, context_in
from chibi_hooks.hooks.ways import Firer, Straight

_new: Final = object.__new__  # and filled: half the price of a constructor
_named: Final = tuple.__new__


def straight(host: Firer, firing: Firing, generation: Generation, responders: Responders) -> Straight | None:
    """The function for a point; None where there is more to do."""
    unusual = responders.broken or responders.denies or responders.replaceable
    if unusual or not all(each.plain for each in responders.stages):
        return None
    hooks = responders.hooks
    if len(hooks) == 1 and len(responders.stages) == 1:  # the usual point
        alone = getattr(hooks[0], "alone", None)
        if alone is not None:
            from chibi_hooks.hooks.sole import sole  # it loads the engine, which whoever has such a hook has

            world, hook = alone
            return sole(world, hook, host, firing, generation, responders)
    return _straight(host, firing, generation, responders)


def _straight(host: Firer, firing: Firing, generation: Generation, responders: Responders) -> Straight:
    """The function: what does not change from fire to fire is in its cells."""
    stages = [(each.responders, responders.itself if each.guarded else NO_POINTS) for each in responders.stages]
    point = responders.point
    key, admit = point.key, point.admit
    left_out, number, project = generation.left_out, generation.number, firing.project
    name, handler = host.identities.next, host.permission_handler
    handles, permission, without = handler is not None, point.permission, generation.permission
    outer, begin, end = CURRENT.get, CURRENT.set, CURRENT.reset

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
        account.shares = None
        account.seconds = SECONDS
        account.deadline = started + SECONDS
        chain = _new(Chain)
        chain.firing = firing
        chain.context = context
        chain.account = account
        chain.tools = ()
        chain.points = NO_POINTS
        chain.calls = calls
        chain.payload = payload
        chain.known = None
        chain._counted = NONE_COUNTED
        event = _new(Event)
        event.point = key
        event.payload = payload
        event.context = context
        event.project = project
        event.account = account
        event.argument = event._text = None
        token: Token[Chain | None] | None = None
        try:
            token = begin(chain)
            answers = _asked(stages, chain, event)
        finally:
            account.shares = None  # what refers to itself waits for the collector
            del event  # and with it the payload as Scheme data: what is referred to once is recorded faster
            if token is not None:
                end(token)
            else:  # a Ctrl-C came between the beginning and its token
                begin(None)
        said = [(each[0], each[6]) for each in answers if each[6]]
        folded = fold(point, payload, answers)
        if settle is not True:
            if settle:
                folded = settle(folded)
        elif permission:
            folded = settled(folded, payload, handler, without)
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
        done.ms = int((monotonic() - started) * 1e6) / 1000  # `round` would take ten times as long
        done.journal = None
        recorder = host.recorder
        if recorder is not None:
            recorder.record(done, False, handles)
            done.journal = _named(Journaled, (recorder.lost, recorder.waiting))
        return done

    return fire


def _asked(stages: Sequence[tuple[Sequence[Responder], frozenset[str]]], chain: Chain, event: Event) -> list[Answer]:
    """What all of them say, one after the other; while a stage is asked the chain is marked with its points."""
    answers: list[Answer] = []
    for responders, chain.points in stages:
        for each in responders:
            answers.append(each.ask(event))
    return answers
