"""A point at which nobody is asked but one hook of a file -> the function that does its whole fire, which is the usual
one: whole.py's, with what asks such a hook in the place of who answers; in pieces, of which `flat` is made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from chibi_hooks.hooks.account import Account
from chibi_hooks.hooks.answer import Answer, Json, made
from chibi_hooks.hooks.deciding.fold import folded_one
from chibi_hooks.hooks.deciding.folded import Folded
from chibi_hooks.hooks.fire import Fire, Origin
from chibi_hooks.hooks.recording.snapshots import AnswerFields
from chibi_hooks.hooks.responders import Generation, Responders
from chibi_hooks.hooks.scripts.asking import answered, asked
from chibi_hooks.hooks.scripts.payload_data import payload_to_scheme
from chibi_hooks.hooks.scripts.registering import EnteredWorld, Hook
from chibi_hooks.hooks.taking import taking
from chibi_hooks.hooks.tools.calling import NO_POINTS, Chain, Firing
from chibi_hooks.hooks.ways import Firer, PointWay, Straight
from chibi_hooks.hooks.whole import AskedAll, fired
from chibi_hooks.inlined import inlined
from chibi_hooks.scheme.running.entering import entered, through
from chibi_hooks.scheme.running.shares import Share
from chibi_hooks.scheme.values.data import Value


def sole(
    world: EnteredWorld, hook: Hook, host: Firer, firing: Firing, generation: Generation, responders: Responders
) -> Straight:
    """The function."""
    way = PointWay(host, firing, generation, responders)
    marked = responders.itself if responders.stages[0].guarded else NO_POINTS
    interpreter, key, responder, place = world.interpreter, world.context_key, hook.responder, hook.place
    interpreter.namespace.setdefault(key, None)
    build, holdings, procedure = interpreter.build, interpreter.holdings, hook.procedure
    take, release = taking(world.running), world.running.release
    point, dynamics = world.beginning(hook.point)

    @inlined
    def given(payload: Mapping[str, Json]) -> Value:
        return payload_to_scheme(payload, shared=not interpreter.mutates)

    @inlined
    def meant(value: Value, payload: Mapping[str, Json]) -> Json:
        return answered(value, point, payload)

    @inlined
    def work(payload: Mapping[str, Json]) -> Json:
        return through(payload, procedure, build, interpreter, dynamics, given, meant)

    @inlined
    def enter(share: Share, payload: Mapping[str, Json]) -> tuple[Json, float | None]:
        return entered(share, payload, holdings, work)

    @inlined
    def ask(chain: Chain, account: Account, payload: Mapping[str, Json], started: float) -> AskedAll:
        chain.points, context = marked, chain.context
        share = account.first_share(world, world.time_limit, world.joint)
        value, failure, told, ms = asked(
            world, interpreter, key, take, release, enter, share, payload, context, started
        )
        only: AnswerFields = responder, "scheme", place, value, failure, ms, told, 0, ()
        folded = folded_one(way.point, way.key, way.plans, value, failure)
        return (made(Answer, only),), only, [(responder, told)] if told else (), folded, ms

    def fire(
        payload: Mapping[str, Json], origin: Origin | None, settle: bool | Callable[[Folded], Folded]
    ) -> Fire | None:
        return fired(way, ask, payload, origin, settle)

    return fire
