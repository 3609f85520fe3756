"""An agent's rows and a command -> the handlers that we write for its events; a settings file -> those that it has.

wanted(dialect, words, False)  ->  {"PreToolUse": {"type": "command", "command": "…", "timeout": 30}, …}
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from chibi_hooks.dialects.rows.conversation import points_of_failure
from chibi_hooks.dialects.rows.dialect import GuestSettings
from chibi_hooks.dialects.rows.settings import EACH, EntryShape, SettingsFile, TimeoutUnit, in_seconds
from chibi_hooks.hooks.answer import Json

if TYPE_CHECKING:
    from chibi_hooks.dialects.rows.dialect import RowDialect
    from chibi_hooks.dialects.rows.row import EventRow

OPEN: Final = GuestSettings()
NAMED: Final = "chibi-hooks"  # our key where an agent's file names each set of hooks


class StandingHandler(NamedTuple):
    """A handler in a settings file: under which keys and numbers it stands, and what it says."""

    path: tuple[str | int, ...]
    event: str
    matcher: Json
    handler: Json


def wanted(dialect: RowDialect, words: Sequence[str], every: bool, settings: GuestSettings = OPEN) -> dict[str, Json]:
    """The handler for each event: those in which something can be said, or `every` one. Where the home says that a
    failure denies, the handler says it, too, if the agent has a word for that."""
    closed = closed_events(dialect, settings)
    made: dict[str, Json] = {}
    for row in wired_rows(dialect, every):
        made.setdefault(row.event, handler(dialect, row, words) | closed.get(row.event, {}))
    return made


def closed_events(dialect: RowDialect, settings: GuestSettings) -> dict[str, dict[str, Json]]:
    """The events at which our failure denies, and what a handler says there so that its own does: of a client that
    cannot start, or that is too slow, nobody else hears."""
    closing = dialect.settings.entry.closing
    rows = dialect.rows if closing is not None else ()
    denies = {row.event for row in rows if "deny" in row.answers and settings.closes(points_of_failure(row))}
    return {event: {closing.key: closing.value} for event in denies if closing is not None}


def wired_rows(dialect: RowDialect, every: bool) -> Iterator[EventRow]:
    """The rows of the events that we install us for."""
    for row in dialect.rows:
        if not row.unwired and (every or row.has_answers) and re.match(dialect.settings.spelling, row.event):
            yield row


def wired_events(dialect: RowDialect, every: bool) -> list[str]:
    """The names of those events."""
    return list(dict.fromkeys(row.event for row in wired_rows(dialect, every)))


def handler(dialect: RowDialect, row: EventRow, words: Sequence[str]) -> Json:
    """What the agent's file says for one event."""
    settings, shape = dialect.settings, dialect.settings.entry
    told = [*words, row.event] if settings.names_event else list(words)
    made: dict[str, Json] = dict(shape.says)
    if settings.shell == "none":
        made |= {shape.command[0]: told[0], shape.args: told[1:]}
    else:
        made[shape.command[0]] = shlex.join(told)
    return made | {shape.timeout[0]: timeout_text(row.timeout, settings.unit)}


def timeout_text(seconds: float, unit: TimeoutUnit) -> Json:
    """Seconds as the agent writes them."""
    whole = int(seconds) if seconds == int(seconds) else seconds
    if unit == "s":
        return whole
    return f"{whole}s" if unit == "text" else int(seconds * 1000)


def timeout_seconds(value: Json, unit: TimeoutUnit) -> float | None:
    """What the agent makes of a time limit; None: nothing that can be read."""
    if unit == "text":
        found = re.fullmatch(r"\s*([0-9]+(?:\.[0-9]+)?)\s*(ms|s|m|h)?\s*", value) if isinstance(value, str) else None
        return float(found[1]) * {"ms": 0.001, "m": 60, "h": 3600}.get(found[2], 1) if found else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return in_seconds(value, unit)


def in_group(shape: EntryShape, event: str, handler: Json) -> Json:
    """A handler as it stands in the list of its event."""
    if not shape.grouped or event in shape.flat:
        return handler
    matcher = {shape.matcher: shape.everything} if shape.everything else {}
    return {**matcher, shape.handlers: [handler]}


def standing(data: Json, file: SettingsFile, shape: EntryShape) -> Iterator[StandingHandler]:
    """Every handler of a file, in its order; what has another form than the agent reads is passed over."""
    for way, events in event_objects(data, file):
        for event, groups in events.items():
            for number, group in enumerate(groups if isinstance(groups, list) else ()):
                yield from _of_group((*way, event, number), event, group, shape)


def event_objects(data: Json, file: SettingsFile) -> Iterator[tuple[tuple[str, ...], Mapping[str, Json]]]:
    """The objects of a file whose keys are events, with the keys that lead there."""
    found: list[tuple[tuple[str, ...], Json]] = [((), data)]
    for key in file.events:
        inner = [(way, each) for way, each in found if isinstance(each, dict)]
        found = [
            ((*way, name), value)
            for way, each in inner
            for name, value in each.items()
            if isinstance(each, dict) and key in (name, EACH)
        ]
    yield from ((way, each) for way, each in found if isinstance(each, dict))


def way_to_events(file: SettingsFile) -> tuple[str, ...]:
    """The keys under which we write."""
    return tuple(NAMED if key == EACH else key for key in file.events)


def _of_group(path: tuple[str | int, ...], event: str, group: Json, shape: EntryShape) -> Iterator[StandingHandler]:
    if not isinstance(group, dict):
        return
    matcher = group.get(shape.matcher)
    if not shape.grouped or event in shape.flat:
        yield StandingHandler(path, event, matcher, group)
        return
    handlers = group.get(shape.handlers)
    for number, each in enumerate(handlers if isinstance(handlers, list) else ()):
        yield StandingHandler((*path, shape.handlers, number), event, matcher, each)
