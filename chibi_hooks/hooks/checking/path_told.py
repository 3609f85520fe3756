"""A recorded fire -> the paths through its hooks as `why` tells them: lines for people, JSON for programs.

known = known_paths(recorded, journal, homes, around)
lines = [*path_lines(recorded, known), known.note]
path_json(recorded, known)   # [{"responder": "guard", "hook": "hooks/guard.scm:2:1", "answered": {…}, …}]
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent
from typing import Final

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.checking.path_taken import PathTaken, paths_taken
from chibi_hooks.hooks.deciding.paint import Paint, plain
from chibi_hooks.hooks.deciding.steps import brief
from chibi_hooks.hooks.errors import BadRequest, ConfigError, HookError
from chibi_hooks.hooks.homes.home import Homes, Surroundings, find_scripts
from chibi_hooks.hooks.recording.journal import Recorded
from chibi_hooks.hooks.recording.texts import find, restore
from chibi_hooks.hooks.replaying.replay import NotReplayed
from chibi_hooks.scheme.values.source import Place, caret

SHOWN_TESTS: Final = 8  # the last ones before the answer
SHOWN: Final = 70  # characters of a test


@dataclass(frozen=True, slots=True)
class KnownPaths:
    """The ways through the hooks that answered a fire; `note`: why there are none, or what they are not."""

    paths: tuple[PathTaken, ...]
    note: str = ""


def known_paths(fire: Recorded, journal: Path, homes: Homes, around: Surroundings) -> KnownPaths:
    """The paths of a recorded fire through the hook files as they were then, or where these are not kept beside the
    journal, as they are in these homes now."""
    if not any(answer.kind == "scheme" for answer in fire.answers):
        return KnownPaths(())
    note = ""
    with TemporaryDirectory(prefix="chibi-hooks-") as directory:
        try:
            homes = _as_they_were(fire, journal, Path(directory))
        except BadRequest:
            note = "the files as they were then are not kept: the path is that of today's"
        except ConfigError as error:
            note = f"{error}: the path is that of today's files"
        try:
            paths = paths_taken(fire, homes, around)
        except (NotReplayed, HookError) as error:
            return KnownPaths((), f"no path is known: {error}")
        answered = {answer.place for answer in fire.answers}
        return KnownPaths(tuple(path for path in paths if path.hook in answered), note)


def path_lines(fire: Recorded, known: KnownPaths, paint: Paint = plain) -> Iterator[str]:
    """The paths as people read them, each with the responder whose it is."""
    if known.paths:
        yield paint("path", bold=True)
    for path in known.paths:
        name = _responder(fire, path)
        if path.answered is not None:
            yield f"  {name}  {path.answered}"
            yield from (f"     {line}" for line in dedent(caret(path.answered)).splitlines())
        else:
            yield f"  {name}  {path.hook}: it ended before any of its clauses answered"
        for test in path.tests[-SHOWN_TESTS:]:
            text = _text(test.place)
            cut = f"{text[:SHOWN]}…" if len(text) > SHOWN else text
            word = paint("true", fg="green") if test.held else paint("false", fg="yellow")
            yield f"     line {test.place.line}: {cut} was {word}"
            for read in test.read:
                yield f"       {read} = {brief(_at(fire.payload, read))}"


def path_json(fire: Recorded, known: KnownPaths) -> list[Json]:
    """The paths as programs read them: all tests, each with the values of the payload that it read."""
    return [
        {
            "responder": _responder(fire, path),
            "hook": path.hook,
            "answered": None if path.answered is None else _clause(path.answered),
            "tests": [
                {**_clause(test.place), "held": test.held, "read": {at: _at(fire.payload, at) for at in test.read}}
                for test in path.tests
            ],
        }
        for path in known.paths
    ]


def _clause(place: Place) -> dict[str, Json]:
    return {"place": str(place), "text": _text(place)}


def _text(place: Place) -> str:
    """What stands there, in one line."""
    return " ".join(place.source.text[place.start : place.end].split())


def _responder(fire: Recorded, path: PathTaken) -> str:
    return next((answer.responder for answer in fire.answers if answer.place == path.hook), path.hook)


def _as_they_were(fire: Recorded, journal: Path, directory: Path) -> Homes:
    """The hook files that answered, and no others. Raises BadRequest where they are not kept; ConfigError."""
    homes = restore(find(journal, fire.fire.generation), directory)
    answered = {(answer.place or "").partition(":")[0] for answer in fire.answers}
    for each in homes.homes:
        for name, path in find_scripts(each.path):
            if name not in answered:
                path.unlink()
    return homes


def _at(payload: Json, path: str) -> Json:
    """The value at a path of a payload; null where there is none."""
    value = payload
    for step in path.split("."):
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list):
            with suppress(ValueError, IndexError):
                value = value[int(step)]
        else:
            return None
    return value
