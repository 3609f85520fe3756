"""A hosted agent -> its events as points of a table of its own: with what they tell, and the fold of a decision."""

from __future__ import annotations

from types import new_class
from typing import Annotated, Any, Final

from chibi_hooks.dialects.hosting.hosted import VERDICTS, HostedAgent, HostedEvent
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.deciding.point import Decision, Object, Point, PointTable, answered, told
from chibi_hooks.hooks.deciding.rules import Effect, Folding, Rule, Strictest, beside, joined, last, merged, strictest


class Listed(Rule):
    """Lists: all that is said, in order."""

    __slots__ = ()

    def take(self, name: str, value: Json, state: Folding) -> Effect:
        state.outcome[name] = [*state.outcome.get(name, ()), *value]
        state.note(name, "added", value)
        return "took"


class FirstWord(Strictest):
    """One of a few words: the first that is said wins."""

    __slots__ = ()

    def take(self, name: str, value: Json, state: Folding) -> Effect:
        if name in state.outcome and value in self.words:
            state.note(name, "passed", value)
            return "nothing"
        return super().take(name, value, state)


class HandlersDecision(Decision):
    """What handlers, ours among them, can say of an event."""

    decision: Annotated[str | None, strictest(*VERDICTS)] = answered("allow, ask, defer or deny: the strictest counts")
    reason: Annotated[str | None, beside("decision")] = answered("why, for the model")
    updated_input: Annotated[Object | None, last()] = answered("what the tool gets in place of its input")
    updated_output: Annotated[Json, last()] = answered("what the model reads in place of the output")
    context: Annotated[list[str] | None, Listed()] = answered("texts for the model")
    system_messages: Annotated[list[str] | None, Listed()] = answered("texts for the user")
    stops: Annotated[bool, last()] = answered("the agent ends", False)
    stop_reason: Annotated[str | None, last()] = answered("why it ends")
    keep_going: Annotated[str | None, joined()] = answered("the agent goes on, with this text")


class FirstDecision(HandlersDecision):
    """The same where the first decision counts."""

    decision: Annotated[str | None, FirstWord(*VERDICTS)] = answered("allow, ask, defer or deny: the first counts")


class MergedInput(HandlersDecision):
    """The same where rewrites are laid over one another."""

    updated_input: Annotated[Object | None, merged()] = answered("keys of the tool's input that change")


OUTCOMES: Final = {"first": FirstDecision, "merged": MergedInput, "": HandlersDecision}


_TABLES: Final[dict[tuple[str, str], PointTable]] = {}  # of agents and profiles: there are a dozen


def table_of(hosted: HostedAgent) -> PointTable:
    """Its points, made once."""
    found = _TABLES.get((hosted.agent, hosted.profile))
    if found is None:
        found = _TABLES[hosted.agent, hosted.profile] = _made(hosted)
    return found


def _made(hosted: HostedAgent) -> PointTable:
    table = PointTable(hosted.agent, spelled=str)
    outcome = OUTCOMES["first" if hosted.first_decides else "merged" if hosted.merges_input else ""]
    for event in hosted.events:
        _make_point(event, hosted, table, outcome)
    return table


def _make_point(event: HostedEvent, hosted: HostedAgent, table: PointTable, outcome: type[Decision]) -> None:
    fields = {key: each for key, each in event.sends.items() if key.isidentifier() and not hasattr(Point, key)}
    stated: dict[str, Any] = {
        "__module__": __name__,
        "__doc__": f"{hosted.agent} tells of {event.name}.",
        "__annotations__": dict.fromkeys(fields, Json),
        "when": f"at {hosted.agent}'s {event.name}",
        "Outcome": outcome,
        **{key: told(f"as {hosted.agent} sends it", each, optional=True) for key, each in fields.items()},
    }
    new_class(event.name, (Point,), {"table": table}, lambda space: space.update(stated))
