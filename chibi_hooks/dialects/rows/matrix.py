"""Rows -> what can be said to whom: one line for each agent, event and word; the lines of `points --agents`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from chibi_hooks.dialects.rows.dialect import RowDialect
from chibi_hooks.dialects.rows.row import PERMISSION, WORDS, Becomes, Cannot, Degrades, EventRow, Word
from chibi_hooks.hooks.answer import Json

ANYWHERE = ("pre_shell_exec", "pre_file_read", "pre_file_write", "pre_fetch_url", "pre_spawn_agent")
EFFECTS: Final = ("honours", "degrades", "cannot")
LEGAL: dict[str, Word] = {
    "denied": "deny", "block": "deny", "defer": "defer", "ask": "ask", "allow": "allow", "arguments": "rewrite",
    "context": "context", "inject": "context", "warn": "warn", "stop": "stop", "keep_going": "keep_going",
    "output": "output", "prompt": "prompt",
}  # fmt: skip


class Line(NamedTuple):
    """What becomes of a word at an event of an agent."""

    agent: str
    event: str
    points: tuple[str, ...]
    word: Word
    effect: str  # one of EFFECTS
    to: str
    because: str

    def to_json(self) -> dict[str, Json]:
        """An object with all of it."""
        return {**self._asdict(), "points": list(self.points)}


def points_of(row: EventRow) -> tuple[str, ...]:
    """The points that an event may fire, the permission points by their names."""
    return tuple(name for point in row.points for name in (ANYWHERE if point == PERMISSION else (point,)))


def lines(dialects: Iterable[RowDialect]) -> Iterator[Line]:
    """Everything that may be said at the points of every event, with what becomes of it."""
    from chibi_hooks.hooks.deciding.point import POINTS  # few ask

    for dialect in dialects:
        for row in dialect.rows:
            fields = {field for point in points_of(row) for field in POINTS[point].outcome_fields}
            legal = {LEGAL[field] for field in fields if field in LEGAL}
            for word in WORDS:
                if word in legal:
                    yield Line(dialect.agent, row.event, row.points, word, *told(row.effect(word)))


def told(effect: Becomes) -> tuple[str, str, str]:
    """An effect as words: what, which other word, why."""
    if isinstance(effect, Degrades):
        return "degrades", effect.to or "less", effect.because
    if isinstance(effect, Cannot):
        return "cannot", "", effect.because
    return "honours", "", ""


def effects_at(dialect: RowDialect, point: str, field: str) -> Iterator[tuple[str, str, str, str]]:
    """What becomes of a field of an answer at a point: for every event that fires it, the event and `told`."""
    if field in LEGAL:
        for row in dialect.rows:
            if point in points_of(row):
                yield row.event, *told(row.effect(LEGAL[field]))


def _words(by_target: dict[str, list[str]]) -> str:
    """`defer ask -> deny, rewrite -> less`; those that stay what they are alone."""
    return ", ".join(" ".join([*words, *(("->", to) if to else ())]) for to, words in by_target.items())


def table(dialects: Iterable[RowDialect]) -> list[tuple[str, ...]]:
    """A heading, then a row for each event of each agent: the words that it honours, those that become another one, or
    less, and those of which nothing can be said."""
    dialects = list(dialects)
    events = [(each.agent, row.event, row.points) for each in dialects for row in each.rows]
    said: dict[tuple[object, ...], dict[str, list[str]]] = {
        (*each, effect): {} for each in events for effect in EFFECTS
    }
    for line in lines(dialects):
        said[line.agent, line.event, line.points, line.effect].setdefault(line.to, []).append(line.word)
    rows = {
        (agent, event, " ".join(points), *(_words(said[agent, event, points, effect]) for effect in EFFECTS))
        for agent, event, points in events
    }
    return [("AGENT", "EVENT", "FIRES", *(effect.upper() for effect in EFFECTS)), *sorted(rows)]
