"""A project's home and what the user has said about it -> which of its files may be run.

    trust = Trust(around.state_directory())
    trust.grant(home)              # every file as it is now
    trust.extend(home, [path])     # these files as they are now, of a home that is trusted
    trust.revoke(home)

Rules (DESIGN §8)
-----
* A project's home came with a repository. It is loaded only after `chibi-hooks trust`, and a file of it only with a
  content that the user has trusted under that name; going back to an earlier content needs no new word.
* What counts: the configuration, and everything under `plugins/`, `hooks/`, `lib/` and `vfs/tools/`. A configuration
  that is not trusted closes the whole home, since it decides how everything else runs.
* `Gate` is what loaders ask. While the user is at work on the home (`dev`, `watch`, `repl`) it takes every new content
  for the user's, except what it has refused before.
* The file is the user's alone (0600); one that others could have written is as good as none.
"""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from threading import RLock
from typing import Final, Literal, TypeGuard

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import ConfigError

NAME: Final = "trust.json"
FORMAT: Final = 1  # raise when the shape of the file changes
CONFIG: Final = "chibi-hooks.toml"
FOLDERS: Final = ("plugins", "hooks", "lib", "vfs/tools")
CONTENTS: Final = 50  # trusted contents kept of one file: a day's saves
FILES: Final = 10_000  # of one home; more is a mistake, such as a link to /

Homes = dict[str, dict[str, list[str]]]  # home -> place -> digests of contents, the last one last
Standing = Literal["trusted", "changed", "new", "gone"]


@dataclass(frozen=True, slots=True)
class Found:
    """A file of a home, and how it stands."""

    place: str
    standing: Standing


class Trust:
    """What the user trusts, in one file of the state directory. Threads and processes may share it."""

    def __init__(self, state: Path) -> None:
        self.path = state / NAME
        self._lock = RLock()
        self._stamp: tuple[int, int, int] | None = None
        self._homes: Homes = {}

    @property
    def stamp(self) -> tuple[int, int, int] | None:
        """Changes with everything that is said about trust."""
        self._read()
        return self._stamp

    def homes(self) -> list[Path]:
        """The homes that are trusted."""
        return [Path(home) for home in sorted(self._read())]

    def knows(self, home: Path) -> bool:
        """Has the user trusted this home?"""
        return _key(home) in self._read()

    def contents(self, home: Path) -> Mapping[str, list[str]]:
        """Place -> digests of the contents that are trusted, the last one last; nothing for a home that is not."""
        return self._read().get(_key(home), {})

    def files(self, home: Path) -> list[Found]:
        """Every file of a home that counts, and those that are gone. Raises ConfigError."""
        trusted = self.contents(home)
        there = dict(files_of(home))
        found = [
            Found(place, "new" if place not in trusted else "trusted" if digest in trusted[place] else "changed")
            for place, digest in there.items()
        ]
        return sorted([*found, *(Found(place, "gone") for place in trusted if place not in there)], key=_by_place)

    def grant(self, home: Path) -> list[Found]:
        """Trust every file of a home as it is now; gives how they stood. Raises ConfigError."""
        before = self.files(home)
        with self._changing() as homes:
            homes[_key(home)] = _with({}, files_of(home))
        return before

    def extend(self, home: Path, paths: Iterable[Path]) -> None:
        """Trust these files of a home as they are now. A home that the user has not trusted stays so."""
        found = [(place_of(home, path), _digest_of(path)) for path in paths]
        self._add(home, [(place, digest) for place, digest in found if digest is not None])

    def add(self, home: Path, place: str, digest: str) -> None:
        """Trust this content of a file."""
        self._add(home, [(place, digest)])

    def revoke(self, home: Path) -> bool:
        """Trust nothing of a home any more; False when it was not trusted."""
        with self._changing() as homes:
            return homes.pop(_key(home), None) is not None

    def _add(self, home: Path, found: list[tuple[str, str]]) -> None:
        with self._changing() as homes:
            if _key(home) in homes:
                homes[_key(home)] = _with(homes[_key(home)], found)

    def _read(self) -> Homes:
        with self._lock:
            try:
                about = self.path.stat()
            except OSError:
                self._stamp, self._homes = None, {}
                return self._homes
            stamp = (about.st_ino, about.st_size, about.st_mtime_ns)
            if stamp != self._stamp:
                self._homes = self._parsed(about)
                self._stamp = stamp
            return self._homes

    def _parsed(self, about: os.stat_result) -> Homes:
        if about.st_uid != os.getuid() or about.st_mode & 0o022:
            return {}
        try:
            data = json.loads(self.path.read_text(encoding="utf-8", errors="surrogateescape"))
        except (OSError, ValueError, RecursionError):
            return {}
        homes: Json = data.get("homes") if isinstance(data, dict) and data.get("format") == FORMAT else None
        return homes if _is_well_formed(homes) else {}

    @contextmanager
    def _changing(self) -> Iterator[Homes]:
        """The homes, to be changed by one process at a time and written in one step. Raises ConfigError."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = os.open(self.path.with_suffix(".lock"), os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise ConfigError(f"{self.path}: cannot be written: {error.strerror}") from None
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self._stamp = None
            homes = {home: dict(files) for home, files in self._read().items()}
            yield homes
            self._write(homes)
        finally:
            os.close(lock)

    def _write(self, homes: Homes) -> None:
        text = json.dumps({"format": FORMAT, "written": round(time.time()), "homes": homes}, indent=1, sort_keys=True)
        draft = self.path.with_name(f".{NAME}.{os.getpid()}")
        try:
            with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(text.encode("utf-8", "surrogateescape"))
            os.replace(draft, self.path)
        except OSError as error:
            draft.unlink(missing_ok=True)
            raise ConfigError(f"{self.path}: cannot be written: {error.strerror}") from None
        self._stamp = None


class Gate:
    """Which files of one project's home may be run. Threads may share it."""

    def __init__(self, home: Path, trust: Trust) -> None:
        self.home = home
        self.trust = trust
        self._takes_saves = False
        self._refused: set[tuple[str, str]] = set()
        self._seen: dict[str, tuple[tuple[int, ...], str]] = {}  # place -> stamp and digest

    def take_saves(self, wanted: bool = True) -> None:
        """Is what changes from now on the user's own work? Raises ConfigError."""
        if wanted and not self._takes_saves:
            for place, digest in files_of(self.home):
                if not self._is_trusted(place, digest):
                    self._refused.add((place, digest))
        self._takes_saves = wanted

    def admits(self, place: str) -> bool:
        """May the file be run as it lies there? Cheap: it is read only when it has changed."""
        digest = self._look(place)
        if digest is None or self._is_trusted(place, digest):
            return True  # what is not there runs nothing
        return self._takes_saves and (place, digest) not in self._refused

    def refusal(self, place: str, data: bytes | None = None) -> str | None:
        """Why this content of a file (None: as it lies there) may not be run; None when it may."""
        digest = self._look(place) if data is None else sha256(data).hexdigest()
        if digest is None or self._is_trusted(place, digest):
            return None
        if self._takes_saves and (place, digest) not in self._refused:
            self.trust.add(self.home, place, digest)
            return None
        self._refused.add((place, digest))
        known = place in self.trust.contents(self.home)
        return f"{'it has changed since it was trusted' if known else 'it is new'}; read it, then `chibi-hooks trust`"

    def refusal_of(self, path: Path) -> str | None:
        """The same for a path: a library, an included file."""
        with suppress(OSError):  # then it cannot be read by anybody else either
            return self.refusal(place_of(self.home, path), path.read_bytes())
        return None

    def refusal_of_plugin(self, place: str) -> str | None:
        """Why a plugin may not run: its executable, or, of one that is a directory, any file in it."""
        directory = self.home / place
        if not directory.is_dir():
            return self.refusal(place)
        for inner, _ in _below(directory, place):
            if reason := self.refusal(inner):
                return f"{inner}: {reason}"
        return None

    def _is_trusted(self, place: str, digest: str) -> bool:
        contents = self.trust.contents(self.home)
        if os.path.isabs(place):  # behind a link: under another name it may be known
            return any(digest in digests for digests in contents.values())
        return digest in contents.get(place, ())

    def _look(self, place: str) -> str | None:
        path = self.home / place
        try:
            about = path.stat()
        except OSError:
            return None
        stamp = (about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns)
        known = self._seen.get(place)
        is_old = about.st_mtime_ns < time.time_ns() - 2_000_000_000  # see scan.py: racily clean
        if known is not None and known[0] == stamp and is_old:
            return known[1]
        digest = _digest_of(path)
        if digest is not None:
            self._seen[place] = stamp, digest
        return digest


def extend(state: Path, home: Path, paths: Iterable[Path]) -> None:
    """Trust these files of a trusted home as they are now: what watchers call for what the user saves."""
    Trust(state).extend(home, paths)


def place_of(home: Path, path: Path) -> str:
    """A file as a name in the home; the whole path of one that lies elsewhere."""
    for root in (home, Path(os.path.realpath(home))):
        if path.is_relative_to(root):
            return str(path.relative_to(root))
    return str(path)


def files_of(home: Path) -> Iterator[tuple[str, str]]:
    """Place and digest of every file of a home that counts. Raises ConfigError when there are too many."""
    digest = _digest_of(home / CONFIG)
    if digest is not None:
        yield CONFIG, digest
    count = 0
    for folder in FOLDERS:
        for place, path in _below(home / folder, folder):
            count += 1
            if count > FILES:
                raise ConfigError(f"{home / folder}: there are more than {FILES} files; does a link lead out of it?")
            digest = _digest_of(path)
            if digest is not None:
                yield place, digest


def _below(directory: Path, place: str) -> Iterator[tuple[str, Path]]:
    """Place and path of every file below a directory, links followed once."""
    seen: set[str] = set()
    pending = [(directory, place)]
    while pending:
        here, name = pending.pop()
        real = os.path.realpath(here)
        if real in seen:
            continue
        seen.add(real)
        try:
            entries = sorted(os.scandir(here), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in entries:
            inner = f"{name}/{entry.name}"
            if entry.is_dir():
                pending.append((here / entry.name, inner))
            else:
                yield inner, here / entry.name


def _digest_of(path: Path) -> str | None:
    """The digest of a regular file; None for what cannot be read."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    found = sha256()
    with open(file, "rb") as stream:
        if not os.path.isfile(path):
            return None
        try:
            while piece := stream.read(1 << 20):
                found.update(piece)
        except OSError:
            return None
    return found.hexdigest()


def _with(files: Mapping[str, list[str]], found: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    made = {place: list(digests) for place, digests in files.items()}
    for place, digest in found:
        others = [each for each in made.get(place, ()) if each != digest]
        made[place] = [*others, digest][-CONTENTS:]
    return made


def _is_well_formed(homes: Json) -> TypeGuard[Homes]:
    return isinstance(homes, dict) and all(
        isinstance(files, dict) and all(isinstance(digests, list) for digests in files.values())
        for files in homes.values()
    )


def _key(home: Path) -> str:
    return os.path.realpath(home)


def _by_place(found: Found) -> str:
    return found.place
