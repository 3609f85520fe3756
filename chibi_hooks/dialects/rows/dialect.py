"""The rows and tools of one agent, with what its events have in common -> a dialect: `RowDialect`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Final

from chibi_hooks.dialects import dialects
from chibi_hooks.dialects.rows.row import EventRow
from chibi_hooks.dialects.rows.settings import AgentSettings
from chibi_hooks.dialects.rows.tools import Tools
from chibi_hooks.hooks.answer import Json

PACKAGE: Final = "chibi_hooks.dialects"

CLAUDE_COMMON: Final[Mapping[str, str]] = {
    "session_id": "session_id",
    "turn_id": "turn_id|prompt_id",
    "cwd": "cwd",
    "permission_mode": "permission_mode",
    "transcript": "transcript_path",
}
CLAUDE_SUBAGENT: Final[Mapping[str, str]] = {"id": "agent_id", "type": "agent_type"}


@dataclass(frozen=True, slots=True)
class GuestSettings:
    """What our home says about answering agents. `closed` are the points and files whose failure is a denial."""

    closed: frozenset[str] = frozenset()
    stop_cap: int = 3
    prompt_rewrite: str = "block"

    def closes(self, points: Iterable[str]) -> bool:
        """Is an event that fires these points denied when nobody can be asked? A file whose failure denies has said so
        of every point at which it might have answered."""
        return not self.closed.isdisjoint(points) or any("/" in each for each in self.closed)


@dataclass(frozen=True, slots=True)
class RowDialect:
    """An agent that is described by rows."""

    agent: str
    rows: tuple[EventRow, ...]
    tools: Tools
    names: tuple[str, ...] = ("hook_event_name", "hookEventName")  # where an event says its name
    common: Mapping[str, str] = field(default_factory=lambda: CLAUDE_COMMON)
    subagent: Mapping[str, str] = field(default_factory=lambda: CLAUDE_SUBAGENT)
    spellings: Mapping[str, str] = field(default_factory=dict)  # other names of events
    signs: Mapping[str, str] = field(default_factory=dict)  # "keys that are there" -> event, where none is named
    server: str = ""  # where the server of an MCP tool is told
    other: EventRow = EventRow("", ("agent_event",))  # an event that no row is about
    version: str = ""  # of the agent, for which the rows were measured
    since: Mapping[str, str] = field(default_factory=dict)  # event -> the version of the agent that first has it
    unhosted: str = "it only asks others"  # why it has no handlers that we run, where its folder has no `hosting.py`
    settings: AgentSettings = AgentSettings(())  # where its hooks stand, and in which form
    profiles: Mapping[str, RowDialect] = field(default_factory=dict)  # the agent as it is, where that is not documented

    def row_of(self, name: str, told: Mapping[str, Json] | None = None) -> EventRow | None:
        """The row of an event by its name; of several the one whose `when` holds, of an event that nobody could read
        (None) the one without conditions."""
        wanted = self.spelled(name)
        fallback = None
        for row in self.rows:
            if row.event == wanted:
                if row.holds(told) if told is not None else not row.when:
                    return row
                fallback = fallback or row
        return fallback

    def spelled(self, name: str) -> str:
        """The name of an event as the rows have it."""
        return self.spellings.get(name, name)

    def possible(self, text: bytes) -> list[EventRow]:
        """The rows that an event may be of which does not read: those whose name is in its text, else all of them;
        first those that come before a tool runs."""
        keys = "|".join(map(re.escape, self.names))
        said = re.findall(rf'"(?:{keys})"\s*:\s*"([^"\\]*)"', text.decode("utf-8", "replace")) if keys else []
        named = [row for name in dict.fromkeys(said) if (row := self.row_of(name)) is not None]
        return sorted(named or self.rows, key=lambda row: "pre_tool" not in row.points)

    def guessed(self, told: Mapping[str, Json]) -> EventRow | None:
        """The row of an event without a name, by the fields that it has."""
        for keys, name in self.signs.items():
            if all(key in told for key in keys.split()):
                return self.row_of(name, told)
        return None


def dialect_of(agent: str) -> RowDialect | None:
    """The dialect of an agent by its name on the command line, and no other one imported for it; None: no such.
    `AGENT:PROFILE` is one of its profiles."""
    agent, _, profile = agent.partition(":")
    name = agent.replace("-", "_")
    if not name.isidentifier() or name.startswith("_"):
        return None
    try:
        found = getattr(import_module(f"{PACKAGE}.{name}"), "DIALECT", None)
    except ModuleNotFoundError:
        return None
    if not isinstance(found, RowDialect):
        return None
    return found.profiles.get(profile) if profile else found


def row_dialects() -> list[RowDialect]:
    """All of them, by the names of their files."""
    return [each for each in dialects() if isinstance(each, RowDialect)]
