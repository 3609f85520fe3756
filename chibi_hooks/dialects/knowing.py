"""The agents' rows -> what `check` and editors know of agents: `AgentsKnown`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from chibi_hooks.dialects.rows.dialect import RowDialect, dialect_of, row_dialects
from chibi_hooks.dialects.rows.tools import ALIASES, KEYS_OF, KINDS
from chibi_hooks.hooks.checking.agent_words import AgentsKnown, AgentWords
from chibi_hooks.hooks.errors import ConfigError, did_you_mean


def agents_known(used: Sequence[str] = ()) -> AgentsKnown:
    """What those in use do not simply honour, by point and field of an answer, and what all of them call things.
    Raises ConfigError for a wrong name."""
    found: dict[str, RowDialect] = {}
    for name in used:
        dialect = dialect_of(name)
        if dialect is None:
            near = did_you_mean(name, [each.agent for each in row_dialects()])
            raise ConfigError(f'[agents] used: there is no agent "{name}"{near}')
        found[name] = dialect

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


@cache
def _words() -> AgentWords:
    """With it all agents are loaded, which few files need."""
    tables = [each.tools.names for each in row_dialects()]
    tools = {name: kind for each in tables for name, kind in each.items() if kind in KINDS and name != kind}
    keys = {own: canonical for canonical, names in ALIASES.items() for own in names}
    return AgentWords(tools, keys, [*dict.fromkeys(key for each in KEYS_OF.values() for key in each)])
