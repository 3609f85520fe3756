"""A generation -> a file with the texts that it was loaded from, beside the journal; and from there back to homes that
can be loaded again.

Rules
-----
* Kept is what decided something: the recorder writes a generation down with the first fire after it went live.
* The number is the one that fires carry. Every host counts from 1, so of several with one number the last one counts.
* The texts are the user's own files, as they were; the file is the user's to read only. `KEPT` of them stay.
"""

from __future__ import annotations

import glob
import json
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Final

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadRequest, ConfigError
from chibi_hooks.hooks.homes.home import CONFIG_NAME, Home, Homes
from chibi_hooks.hooks.homes.keeping import keep_file
from chibi_hooks.scheme.reading.opener import read_file

if TYPE_CHECKING:
    from chibi_hooks.hooks.responders import Generation, LoadedHome

KEPT: Final = 100  # generations; more than anybody saves in a day
FORMAT: Final = 1  # raise when the shape of the file changes
MARK: Final = ".generation-"  # journal.generation-3-0123456789abcdef.json
BROKEN: Final = 4_000_000  # bytes of a text that does not load: what a hook file may have
ALL: Final = 64 << 20  # bytes of all generations that are kept; the last one stays whatever it has
LARGEST: Final = 256 << 20  # bytes of a generation; a home of a thousand hook files has 5 MB
NAMED: Final = 8  # generations that an error message lists


@dataclass(frozen=True, slots=True)
class Kept:
    """A generation that was written down; `time` is when it last was the one of a host."""

    path: Path
    number: int
    time: float


def keep(generation: Generation, journal: Path) -> None:
    """Write a generation down, beside this journal. Raises OSError."""
    homes = [_home(each) for each in generation.loaded]
    body = json.dumps({"format": FORMAT, "project": str(generation.project), "homes": homes}, sort_keys=True)
    data = body.encode("utf-8", "surrogatepass")
    digest = blake2b(data, digest_size=8).hexdigest()
    path = journal.with_name(f"{journal.stem}{MARK}{generation.number}-{digest}.json")
    with suppress(FileNotFoundError):
        os.utime(path)
        return
    keep_file(path, data)
    _forget_old_ones(journal)


def _forget_old_ones(journal: Path) -> None:
    size = 0
    for count, each in enumerate(known(journal)):
        with suppress(FileNotFoundError):  # another process has just removed it
            size += each.path.stat().st_size
            if count >= KEPT or (count and size > ALL):
                each.path.unlink()


def known(journal: Path) -> list[Kept]:
    """The generations that were written down beside this journal, the last one first."""
    return sorted(_files(journal), key=lambda each: -each.time)


def find(journal: Path, number: int) -> Kept:
    """The last generation of that number. Raises BadRequest, with those that there are."""
    there = known(journal)
    for each in there:
        if each.number == number:
            return each
    shown = [f"{each.number} ({time.strftime('%Y-%m-%d %H:%M:%S', time.localtime(each.time))})" for each in there]
    more = [f"and {len(shown) - NAMED} older ones"] if len(shown) > NAMED else []
    said = f"there are {', '.join([*shown[:NAMED], *more])}" if shown else "there are none"
    raise BadRequest(f"generation {number} is not known; a generation is written down with its first fire; {said}")


def restore(kept: Kept, directory: Path) -> Homes:
    """The homes of a generation as they were, made anew in an empty directory, without plugins. Raises ConfigError."""
    try:
        data = json.loads(read_file(kept.path, LARGEST).decode("utf-8", "surrogatepass"))
        if data["format"] != FORMAT:
            raise ConfigError(f"{kept.path}: written by another version of chibi-hooks")
        return Homes(tuple(_restored(each, directory) for each in data["homes"]), Path(data["project"]), ())
    except (OSError, ValueError, KeyError) as error:
        raise ConfigError(f"{kept.path}: cannot be read: {error}") from None


def _home(loaded: LoadedHome) -> Json:
    files = {script.name: script.source.text for script in loaded.scripts}
    for script in loaded.scripts:
        for path, text in script.files.items():
            name = _below(loaded.home.path, path)
            if name is not None:
                files.setdefault(name, text)
    for name in [CONFIG_NAME, *(notice.place for notice in loaded.notices if notice.place.endswith(".scm"))]:
        with suppress(OSError):  # what does not load says so again
            files.setdefault(name, read_file(loaded.home.path / name, BROKEN).decode("utf-8", "replace"))
    return {"kind": loaded.home.kind, "path": str(loaded.home.path), "files": files}


def _below(home: Path, path: Path) -> str | None:
    """A library or included file as a name in the home; None for one that is elsewhere."""
    for root in (home, home.resolve()):
        if path.is_relative_to(root):
            return str(path.relative_to(root))
    return None


def _files(journal: Path) -> Iterator[Kept]:
    for path in journal.parent.glob(f"{glob.escape(journal.stem + MARK)}*.json"):
        number = path.name.removeprefix(journal.stem + MARK).partition("-")[0]
        if number.isdigit():
            with suppress(OSError):  # another process has just removed it
                yield Kept(path, int(number), path.stat().st_mtime)


def _restored(home: Json, directory: Path) -> Home:
    root = directory / home["kind"]
    for name, text in home["files"].items():
        path = root / name
        if not path.resolve().is_relative_to(root.resolve()):
            raise ValueError(f"{name} leads out of the home")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
    root.mkdir(exist_ok=True)
    return Home(root, home["kind"])
