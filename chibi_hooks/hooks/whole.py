"""A payload at a point where nobody further out is firing -> a whole fire, in the pieces of which `flat` is made.

Rules
-----
* The usual fire: everybody at the point is asked, one after the other. What `Host` does the long way, this says once
  more, without what is usually not there.
* Whatever ends it, the chain is. Inside of that `try`, as of every one that must let go of something, no loop ends in a
  condition (a filter, an `if` without more behind it): where it goes back, a Ctrl-C comes out of CPython 3.12 and 3.13
  past the `finally`. In a function that is called, and not `inlined`, it may.
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
from chibi_hooks.hooks.deciding.point import admitted
from chibi_hooks.hooks.deciding.settling import settled
from chibi_hooks.hooks.event import Event
from chibi_hooks.hooks.fire import Fire, Origin, fire_of
from chibi_hooks.hooks.recording.snapshots import AnswerFields
from chibi_hooks.hooks.responders import Generation, Responders
from chibi_hooks.hooks.tools.calling import CURRENT, NO_POINTS, Chain, Firing, outermost
from chibi_hooks.hooks.ways import Firer, PointWay, Straight
from chibi_hooks.inlined import inlined

_new: Final = object.__new__  # and filled: half the price of a constructor
_outer, _begin, _end = CURRENT.get, CURRENT.set, CURRENT.reset  # a method of what is imported is looked up at each call

AskedAll = tuple[Sequence[Answer], AnswerFields | None, Sequence[tuple[str, str]], Folded | None, float | None]
"""What everybody at a point said, or the fields of the only answer; and where it is known what that comes to, what was
displayed and how long it took."""


def in_turn(host: Firer, firing: Firing, generation: Generation, responders: Responders) -> Straight:
    """The function that asks all of them, one after the other."""
    way = PointWay(host, firing, generation, responders)
    stages = [(each.responders, responders.itself if each.guarded else NO_POINTS) for each in responders.stages]
    project = firing.project

    @inlined
    def ask(chain: Chain, account: Account, payload: Mapping[str, Json], started: float) -> AskedAll:
        event = _new(Event)
        event.point = way.key
        event.payload = payload
        event.context = chain.context
        event.project = project
        event.account = account
        event.argument = event._text = None
        answers: list[Answer] = []
        for hooks, chain.points in stages:  # while a stage is asked the chain is marked with its points
            for each in hooks:
                answers.append(each.ask(event))
        del event  # and with it the payload as Scheme data: what is referred to once is recorded faster
        return answers, None, (), None, None

    def fire(
        payload: Mapping[str, Json], origin: Origin | None, settle: bool | Callable[[Folded], Folded]
    ) -> Fire | None:
        return fired(way, ask, payload, origin, settle)

    return fire


@inlined
def fired(
    way: PointWay,
    ask: Callable[[Chain, Account, Mapping[str, Json], float], AskedAll],
    payload: Mapping[str, Json],
    origin: Origin | None,
    settle: bool | Callable[[Folded], Folded],
) -> Fire | None:
    """A whole fire; None where it is unusual. `ask`: whoever answers, in this chain, on this account, to this payload,
    since that time."""
    started = monotonic()
    if _outer() is not None:
        return None
    missing = admitted(way.point, way.admission, payload)
    chain = outermost(way.firing, payload, started)
    account = chain.account
    token: Token[Chain | None] | None = None
    try:
        token = _begin(chain)
        answers, only, said, folded, took = ask(chain, account, payload, started)
    finally:
        account.shares = None  # what refers to itself waits for the collector
        if token is not None:
            _end(token)
        else:  # a Ctrl-C came between the beginning and its token
            _begin(None)
    if folded is None:
        said = [(each[0], each[6]) for each in answers if each[6]]
        folded = fold(way.point, payload, answers)
    if settle is not True:
        if settle:
            folded = settle(folded)
    elif way.permission:
        folded = settled(folded, payload, way.handler, way.without)
    name = way.identities.new_name()
    if took is None or way.handler is not None:  # somebody may have thought about it
        took = int((monotonic() - started) * 1e6) / 1000  # `round` would take ten times as long
    done = fire_of(name, way.number, payload, answers, way.left_out, folded, missing, said, chain.calls, origin, took)
    recorder = way.host.recorder
    if recorder is not None:
        recorder.record(done, False, way.handler is not None, only)
        done.journaled = recorder.lost, recorder.waiting
    return done
