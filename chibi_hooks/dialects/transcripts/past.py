"""An agent and a time -> its transcripts as fires that nobody has answered: `replay --from AGENT`.

    past = read_past("claude-code", around, since, until)
    changed_decisions(past.fires, None, generation)        what our hooks would have done

Rules
-----
* Nothing is sent and nothing is written; the agent's files are read only.
* A line or a file that cannot be read costs itself, and is told.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from chibi_hooks.dialects import parts
from chibi_hooks.dialects.rows.conversation import converse
from chibi_hooks.dialects.rows.dialect import GuestSettings, RowDialect, dialect_of
from chibi_hooks.dialects.rows.memory import InProcess
from chibi_hooks.dialects.rows.settings import directory_of
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.deciding.folded import Folded
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.hooks.fire import Fire
from chibi_hooks.hooks.recording.journal import Recorded
from chibi_hooks.scheme.reading.opener import read_file, walk

if TYPE_CHECKING:
    from chibi_hooks.dialects import Heard
    from chibi_hooks.hooks.homes.home import Surroundings


class Transcript(Protocol):
    """One transcript, line by line."""

    def events(self, line: dict[str, Json]) -> Iterator[dict[str, Json]]:
        """The events of a line."""


class TranscriptPlace(NamedTuple):
    """Where an agent keeps its transcripts (a place as in rows/settings.py, and a folder there), which files are such,
    and how one is read."""

    place: str
    folder: str
    is_ours: Callable[[str], bool]
    begin: Callable[[], Transcript]


LARGEST: Final = 256 << 20  # bytes of a transcript; a day's long session has some tens of millions


def kept_by() -> dict[str, TranscriptPlace]:
    """The agents whose transcripts we can read."""
    return {agent: part.TRANSCRIPT for agent, part in parts("transcript")}


@dataclass(slots=True)
class Past:
    """What was found: fires in their order, from how many sessions, and what could not be read."""

    fires: list[Recorded] = field(default_factory=list)
    sessions: set[str] = field(default_factory=set)
    notes: list[str] = field(default_factory=list)


def read_past(agent: str, around: Surroundings, since: float, until: float | None = None) -> Past:
    """The transcripts of an agent between two times. Raises BadRequest for one whose transcripts are not known."""
    known = kept_by()
    reader, dialect = known.get(agent), dialect_of(agent)
    if reader is None or dialect is None:
        raise BadRequest(f"--from {agent}: how it keeps its transcripts is not known; that of {', '.join(known)} is")
    past = Past()
    directory = directory_of(reader.place, around, around.directory)
    seen: set[str] = set()
    found = walk(directory / reader.folder, hidden=True, most=1_000_000) if directory is not None else ()
    for each in found:
        if each.is_directory or not reader.is_ours(each.name):
            continue
        try:
            if os.stat(each.path).st_mtime >= since:
                _read(reader, dialect, each.path, (since, until or float("inf")), seen, past)
        except OSError as error:
            past.notes.append(f"{each.path}: {error.strerror}")
    past.fires.sort(key=lambda fire: fire.time)
    past.fires = [_numbered(fire, number) for number, fire in enumerate(past.fires, 1)]
    return past


def _read(
    reader: TranscriptPlace, dialect: RowDialect, path: str, times: tuple[float, float], seen: set[str], past: Past
) -> None:
    lines, broken = reader.begin(), 0
    for text in read_file(path, LARGEST).splitlines():
        try:
            line = json.loads(text)
        except (ValueError, RecursionError):
            broken += 1
            continue
        if not isinstance(line, dict) or line.get("uuid") in seen:  # a resumed session has the lines of the first
            continue
        seen.update([line["uuid"]] if isinstance(line.get("uuid"), str) else [])
        events = list(lines.events(line))
        time = _time(line.get("timestamp"))
        if time is not None and times[0] <= time <= times[1]:
            for event in events:
                past.fires += _fires(dialect, event, time)
                past.sessions.add(str(event.get("session_id")))
    if broken:
        past.notes.append(f"{path}: {broken} lines are no JSON")


def _time(text: Json) -> float | None:
    try:
        return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() if isinstance(text, str) else None
    except (ValueError, OverflowError):
        return None


def _fires(dialect: RowDialect, event: dict[str, Json], time: float) -> Iterator[Recorded]:
    """What an event fires as long as nobody says anything."""
    text = json.dumps(event).encode()
    talk = converse(dialect, text, "", InProcess(lambda: time), GuestSettings())
    try:
        heard = next(talk)
        while True:
            recorded = _unanswered(heard, time)
            yield recorded
            heard = talk.send(recorded.fire)
    except StopIteration:
        return


def _unanswered(heard: Heard, time: float) -> Recorded:
    payload = dict(heard.payload)
    folded = Folded(heard.point, {}, ())
    fire = Fire("", 0, payload, (), (), folded, (), (), 0.0, (), heard.origin)
    return Recorded(0, fire, time, "none", payload, (), (), False, False, 0, 0)


def _numbered(recorded: Recorded, number: int) -> Recorded:
    """Its name here; no journal has it."""
    fire = recorded.fire
    fire.id = f"past-{number}"
    return Recorded(number, fire, recorded.time, "none", recorded.payload, (), (), False, False, 0, 0)
