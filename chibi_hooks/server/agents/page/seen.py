"""A resident host -> what its page shows, as JSON objects. Any thread may ask; nothing is changed.

What hooks, plugins and agents wrote goes out as it is: the page puts it in as text and never as markup.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from textwrap import dedent
from typing import TYPE_CHECKING, Final

from chibi_hooks.hooks.deciding.point import POINTS
from chibi_hooks.hooks.errors import BadRequest, UnknownPoint
from chibi_hooks.hooks.homes.home import Homes, find_homes
from chibi_hooks.hooks.recording.explanation import explain_recorded, headline, source_lines, subject
from chibi_hooks.hooks.recording.journal import Journal, NoFires, Wanted
from chibi_hooks.hooks.recording.recorded import Recorded
from chibi_hooks.server.agents.page.counted import Counted
from chibi_hooks.server.operations import Told

if TYPE_CHECKING:
    from chibi_hooks.server.resident import Resident

FIRES: Final = 100  # sent at once
SHOWN: Final = 300  # characters of a command among which one looks for a fire


def standing(resident: Resident, counted: Counted) -> Told:
    """Homes, generation, what is wrong, and each point with who answers there and how that went so far."""
    host = resident.host
    generation = host.generation
    with _journal(resident) as journal:
        if journal is not None:
            counted.read(journal)
    return {
        **resident.about(),
        "generation": generation.number,
        "watching": host.status.notice or host.status.watching,
        "departures": [str(each) for each in host.status.departures],
        "notices": [{"place": each.place, "reason": each.reason} for each in host.notices_of(generation)],
        "points": [_point(resident, name, counted) for name in _points(resident, counted)],
    }


def fires(resident: Resident, after: int, wanted: str) -> Told:
    """The fires with a larger `seq`, oldest first, at most the last `FIRES`; `wanted` is a decision, `failed` or empty.
    Raises ConfigError when the journal cannot be read.
    """
    failed = wanted == "failed"
    chosen = Wanted(after=after, decision=None if failed or not wanted else wanted, failed=failed)
    if resident.host.recorder is not None:
        resident.host.recorder.flush(0.1)
    with _journal(resident) as journal:
        found = [] if journal is None else journal.fires(chosen, FIRES)
    return {"fires": [_row(each) for each in found]}


def fire(resident: Resident, name: str) -> Told:
    """One fire: answers with their lines of source, the fold, the outcome, and what `why` prints. Raises BadRequest and
    ConfigError.
    """
    with _journal(resident) as journal:
        if journal is None:
            raise BadRequest("no fire of this home has been recorded yet")
        found = journal.find(name)
    told = found.to_json()
    told["answers"] = [{**answer.to_json(), "source": list(source_lines(found, answer))} for answer in found.answers]
    try:
        told["why"] = "\n".join(explain_recorded(found))
    except UnknownPoint as error:
        told["why"] = str(error)
    return {**_row(found), **told}


def path(resident: Resident, name: str) -> Told:
    """The way through the hooks of one fire: the clauses that answered, and what their tests read. The hook files are
    asked once more, without any effect. Raises BadRequest and ConfigError.
    """
    from chibi_hooks.hooks.checking.path_told import known_paths, path_lines  # brings the engine's front

    with _journal(resident) as journal:
        if journal is None:
            raise BadRequest("no fire of this home has been recorded yet")
        found, written = journal.find(name), journal.path
    known = known_paths(found, written, _homes(resident), resident.around)
    return {"lines": dedent("\n".join([*path_lines(found, known)][1:])).splitlines(), "note": known.note}


def coverage(resident: Resident) -> Told:
    """Which clauses of the hook files the recorded fires ran: the last hundred, and what was blocked or failed. Raises
    ConfigError.
    """
    from chibi_hooks.hooks.replaying.coverage import covered, percentage, run_recorded  # brings much; few ask for it
    from chibi_hooks.scheme.worlds.coverage import Coverage

    with _journal(resident) as journal:
        recorded = [] if journal is None else journal.relevant(FIRES)
    homes = _homes(resident)
    counts = Coverage()
    left_out, _ = run_recorded(recorded, homes, resident.around, counts)
    files = covered(counts, homes.homes[-1].path if homes.homes else homes.project)
    missed = [
        {"file": str(file.path), "clauses": file.clauses, "ran": file.ran,
         "missed": [{**each.to_json(), "words": each.words} for each in file.missed]}
        for file in files
    ]  # fmt: skip
    return {"percent": percentage(files), "fires": len(recorded) - len(left_out), "files": missed}


def _homes(resident: Resident) -> Homes:
    loaded = resident.host.generation.loaded
    return find_homes(resident.around, str(loaded[-1].home.path) if loaded else None)


@contextmanager
def _journal(resident: Resident) -> Iterator[Journal | None]:
    """The journal of a host; None: there is none, or nothing in it."""
    recorder = resident.host.recorder
    with ExitStack() as stack:
        journal = None
        if recorder is not None:
            with suppress(NoFires):
                journal = stack.enter_context(Journal(recorder.path))
        yield journal


def _points(resident: Resident, counted: Counted) -> list[str]:
    """Those where somebody answers, in their order, then those that were fired all the same."""
    live = resident.host.generation.responders
    known = [name for name in POINTS if name in live and live[name].hooks]
    others = [name for name, each in live.items() if name not in known and each.hooks]
    return [*known, *sorted(others), *sorted(set(counted.fires) - {*known, *others})]


def _point(resident: Resident, name: str, counted: Counted) -> Told:
    live = resident.host.generation.responders.get(name)
    responders = [
        {"name": each.name, "kind": each.kind, "place": each.place, **counted.of(name, each.name, each.place)}
        for each in (() if live is None else live.hooks)
    ]
    decisions: Told = {word: count for (point, word), count in sorted(counted.decisions.items()) if point == name}
    return {"point": name, "fires": counted.fires[name], "decisions": decisions, "responders": responders}


def _row(found: Recorded) -> Told:
    payload = found.payload or {}
    arguments = payload.get("arguments")
    command = (arguments if isinstance(arguments, dict) else payload).get("command")
    return {
        "seq": found.seq,
        "id": found.id,
        "time": found.time,
        "point": found.point,
        "decision": found.decision,
        "failed": len(found.failures),
        "asked_by": None if found.fire.origin is None else str(found.fire.origin),
        "about": subject(found.payload),
        "command": command[:SHOWN] if isinstance(command, str) else None,
        "headline": headline(found),
        "ms": found.fire.ms,
    }
