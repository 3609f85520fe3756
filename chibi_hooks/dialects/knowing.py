"""The agents' rows -> what `check` and editors know of agents: `AgentsKnown`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from chibi_hooks.dialects.rows.dialect import dialect_of, row_dialects
from chibi_hooks.dialects.rows.tools import ALIASES, KEYS_OF, KINDS
from chibi_hooks.hooks.checking.linting.agent_words import AgentsKnown, AgentWords
from chibi_hooks.hooks.deciding.point import POINTS
from chibi_hooks.hooks.errors import did_you_mean

ELSE: Final = ("agent_event",)  # where an event goes for which there is no other point


def agents_known(used: Sequence[str] = ()) -> AgentsKnown:
    """What those in use do not simply honour, by point and field of an answer, and what all of them call things."""
    found = {name: dialect for name in used if (dialect := dialect_of(name)) is not None}

    def shortcomings(point: str, field: str) -> Iterator[str]:
        from chibi_hooks.dialects.rows.matrix import effects_at, points_of

        for name, dialect in found.items():
            if not any(point in points_of(row) for row in dialect.rows):
                yield f"{point}: {field} has no effect at {name}: no event of it fires {point}"
            for event, effect, to, because in effects_at(dialect, point, field):
                if effect != "honours":
                    becomes = f"becomes {to}" if effect == "degrades" else "has no effect"
                    yield f"{point}: {field} {becomes} at {name} {event}: {because}"

    return AgentsKnown(shortcomings, _words)


def unknown_agents(used: Sequence[str]) -> Iterator[str]:
    """What is said of names that are no agent's."""
    for name in used:
        if dialect_of(name) is None:
            near = did_you_mean(name, [each.agent for each in row_dialects()])
            yield f'agents.used: there is no agent "{name}"{near}'


@cache
def _words() -> AgentWords:
    """With it all agents are loaded, which few files need."""
    from chibi_hooks.dialects.rows.matrix import points_of

    events: dict[str, Sequence[str]] = {}
    for row in (row for each in row_dialects() for row in each.rows):
        if row.event not in POINTS and events.get(row.event, ELSE) == ELSE:
            events[row.event] = points_of(row)
    tables = [each.tools.names for each in row_dialects()]
    tools = {name: kind for each in tables for name, kind in each.items() if kind in KINDS and name != kind}
    keys = {own: canonical for canonical, names in ALIASES.items() for own in names}
    return AgentWords(tools, keys, [*dict.fromkeys(key for each in KEYS_OF.values() for key in each)], events)
