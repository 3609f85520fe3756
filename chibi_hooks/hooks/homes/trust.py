"""A project's home and what the user has said about it -> which of its files may be run.

    trust = Trust(around.state_directory())
    trust.grant(home)              # every file as it is now
    trust.extend(home, [path])     # these files as they are now, of a home that is trusted
    trust.revoke(home)

Rules (DESIGN §8)
-----
* A project's home came with a repository. It is loaded only after `chibi-hooks trust`, and a file of it only with a
  content that the user has trusted under that name; going back to an earlier content needs no new word.
* What counts: the configuration, everything under `plugins/`, `hooks/`, `lib/` and `vfs/tools/`, and in the directories
  that [policies] uses. A configuration
  that is not trusted closes the whole home, since it decides how everything else runs.
* The last trusted texts are kept (trusted_texts.py): a file that has changed since goes on deciding as it was.
* `Gate` is what loaders ask. While the user is at work on the home (`dev`, `watch`, `repl`) it takes every new content
  for the user's, except what it has refused before.
* The file is the user's alone (0600); one that others could have written is as good as none.
"""

from __future__ import annotations

import errno
import json
import os
import time
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from threading import RLock
from typing import Final, Literal, TypeGuard

from chibi_hooks.forks import FORKS
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import ConfigError
from chibi_hooks.hooks.homes.declared import USE, used_directory
from chibi_hooks.hooks.homes.keeping import keep_file
from chibi_hooks.hooks.homes.locking import locked_soon
from chibi_hooks.hooks.homes.trusted_texts import TEXT, TrustedTexts
from chibi_hooks.scheme.reading.opener import Stamp, about, feed, is_directory, read_file, real_path, stamp_of, walk

NAME: Final = "trust.json"
FORMAT: Final = 1  # raise when the shape of the file changes
CONFIG: Final = "chibi-hooks.toml"
FOLDERS: Final = ("plugins", "hooks", "lib", "vfs/tools")
CONTENTS: Final = 50  # trusted contents kept of one file: a day's saves
LOCKING: Final = os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK  # a pipe is not waited for
LOCKED: Final = 5.0  # seconds that another process may be at it; a change takes milliseconds
LARGEST: Final = 1 << 30  # bytes of a file that can be trusted: a plugin with everything linked in
FILES: Final = 10_000  # of one home; more is a mistake, such as a link to /

TrustedHomes = dict[str, dict[str, list[str]]]  # home -> place -> digests of contents, the last one last
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
        self.texts = TrustedTexts(state)
        self._lock = RLock()
        FORKS.guard(self._lock)
        self.fault = ""  # why nobody can tell what is trusted; what was known before still holds then
        self.is_there = False  # is there a file that says so?
        self._stamp: Stamp | None = None
        self._homes: TrustedHomes = {}
        self._keys: dict[Path, str] = {}  # of the home or two that were asked about

    @property
    def stamp(self) -> Stamp | None:
        """Changes with everything that is said about trust."""
        self._read()
        return self._stamp

    def homes(self) -> list[Path]:
        """The homes that are trusted."""
        return [Path(home) for home in sorted(self._read())]

    def knows(self, home: Path) -> bool:
        """Has the user trusted this home?"""
        return self._key(home) in self._read()

    def knows_name(self, real: str) -> bool:
        """The same of the name of a home, its links resolved."""
        return real in self._read()

    def knows_as(self, home: Path, name: str) -> bool:
        """Has the user trusted a home of this name? Then what is trusted of that one is what counts of this one."""
        if known := self.knows_name(name):
            self._keys[home] = name
        return known

    def contents(self, home: Path) -> Mapping[str, list[str]]:
        """Place -> digests of the contents that are trusted, the last one last; nothing for a home that is not."""
        return self._read().get(self._key(home), {})

    def files(self, home: Path) -> list[Found]:
        """Every file of a home that counts, and those that are gone. Raises ConfigError."""
        trusted = self.contents(home)
        there = dict(files_of(home))
        for place in trusted:  # files of a project that are no home's: settings of agents
            if place not in there and (digest := _digest_of(home / place)) is not None:
                there[place] = digest
        found = [
            Found(place, "new" if place not in trusted else "trusted" if digest in trusted[place] else "changed")
            for place, digest in there.items()
        ]
        return sorted([*found, *(Found(place, "gone") for place in trusted if place not in there)], key=_by_place)

    def grant(self, home: Path) -> list[Found]:
        """Trust every file of a home as it is now; gives how they stood. Raises ConfigError."""
        before = self.files(home)
        with self._changing(forgets=True) as homes:
            found = list(files_of(home))
            homes[self._key(home)] = _with({}, found)
            self._keep(home, found)
        self._keep(home, found)  # what there was no room for beside those of before
        return before

    def extend(self, home: Path, paths: Iterable[Path]) -> None:
        """Trust these files of a home as they are now. A home that the user has not trusted stays so."""
        found = [(place_of(home, path), _digest_of(path)) for path in paths]
        self._add(home, [(place, digest) for place, digest in found if digest is not None])

    def add(self, home: Path, place: str, digest: str) -> None:
        """Trust this content of a file."""
        self._add(home, [(place, digest)])

    def has_file(self, directory: Path, place: str) -> bool:
        """Does the user trust this file of a directory, as it is now? `place` is its path from there."""
        digest = _digest_of(directory / place)
        return digest is not None and digest in self.contents(directory).get(place, ())

    def grant_files(self, directory: Path, places: Iterable[str]) -> None:
        """Trust these files of a directory as they are now, besides what is trusted of it; none: nothing of it any
        more. Raises ConfigError."""
        found = [(place, digest) for place in places if (digest := _digest_of(directory / place)) is not None]
        with self._changing() as homes:
            if found:
                homes[self._key(directory)] = _with(homes.get(self._key(directory), {}), found)
            else:
                homes.pop(self._key(directory), None)

    def revoke(self, home: Path) -> bool:
        """Trust nothing of a home any more; False when it was not trusted."""
        with self._changing(forgets=True) as homes:
            gone = homes.pop(self._key(home), None)
        return gone is not None

    def text(self, home: Path, place: str) -> bytes | None:
        """The last trusted text of a file; None when it is not kept, or nothing of that name is trusted."""
        digests = self.contents(home).get(place)
        return self.texts.find(digests[-1]) if digests else None

    def _key(self, home: Path) -> str:
        """What a home is known by: its name with links resolved, as that could be done first."""
        key = self._keys.get(home)
        if key is None:
            key = self._keys[home] = real_path(home)
        return key

    def _add(self, home: Path, found: list[tuple[str, str]]) -> None:
        with self._changing() as homes:
            if self._key(home) in homes:
                homes[self._key(home)] = _with(homes[self._key(home)], found)
                self._keep(home, found)

    def _keep(self, home: Path, found: Iterable[tuple[str, str]]) -> None:
        """Keep the texts of these files, as long as they are what was trusted."""
        for place, digest in found:
            if not place.startswith("plugins/") and not self.texts.has(digest):
                with suppress(OSError):
                    self.texts.keep(digest, read_file(home / place, TEXT))

    def _read(self) -> TrustedHomes:
        with self._lock:
            try:
                there = about(self.path)
                self.is_there = there is not None
                if there is not None and stamp_of(there) != self._stamp:
                    self._stamp, self._homes = stamp_of(there), self._parsed(there)
                self.fault = "" if there is not None or not self._homes else f"{self.path}: it is gone"
            except OSError as error:
                self._stamp, self.fault = None, f"{self.path}: cannot be read: {error.strerror}"
            return self._homes

    def _parsed(self, there: os.stat_result) -> TrustedHomes:
        """What the file says. Raises OSError when that cannot be told, or cannot be believed."""
        if there.st_uid != os.getuid() or there.st_mode & 0o022:
            raise OSError(errno.EPERM, "others could have written it")
        try:
            data = json.loads(read_file(self.path, LARGEST).decode("utf-8", "surrogateescape"))
        except (ValueError, RecursionError):
            data = None
        homes: Json = data.get("homes") if isinstance(data, dict) and data.get("format") == FORMAT else None
        if not _is_well_formed(homes):
            raise OSError(errno.EINVAL, "it is damaged; `chibi-hooks trust` makes a new one")
        return homes

    @contextmanager
    def _changing(self, forgets: bool = False) -> Iterator[TrustedHomes]:
        """The homes, to be changed by one process at a time and written in one step; `forgets`: texts that count no
        more go after that, and not before, since whoever is killed in between has not changed anything. Raises
        ConfigError."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = os.open(self.path.with_suffix(".lock"), LOCKING, 0o600)
        except OSError as error:
            raise ConfigError(f"{self.path}: cannot be written: {error.strerror}") from None
        try:
            _lock(lock, self.path)
            self._stamp = None
            yield (homes := self._to_be_changed())
            self._write(homes)
            if forgets:
                self.texts.forget_all_but({digests[-1] for files in homes.values() for digests in files.values()})
        finally:
            os.close(lock)

    def _to_be_changed(self) -> TrustedHomes:
        """What the file says now; nothing where it is gone or damaged. Raises ConfigError when it may say more than can
        be read: that would be lost."""
        known = self._read()
        if not self.fault:
            return {home: dict(files) for home, files in known.items()}
        try:
            read_file(self.path, LARGEST)
        except FileNotFoundError:
            return {}
        except OSError as error:
            if error.errno not in (errno.EISDIR, errno.EINVAL):  # no regular file: it says nothing
                raise ConfigError(self.fault) from None
        return {}

    def _write(self, homes: TrustedHomes) -> None:
        text = json.dumps({"format": FORMAT, "written": round(time.time()), "homes": homes}, indent=1, sort_keys=True)
        try:
            keep_file(self.path, text.encode("utf-8", "surrogateescape"))
        except OSError as error:
            raise ConfigError(f"{self.path}: cannot be written: {error.strerror}") from None
        self._stamp = None


class Gate:
    """Which files of one project's home may be run. Threads may share it."""

    def __init__(self, home: Path, trust: Trust) -> None:
        self.home = home
        self.trust = trust
        self._takes_saves = False
        self._refused: set[tuple[str, str]] = set()
        self._seen: dict[str, tuple[Stamp, str]] = {}  # place -> stamp and digest

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
        if data is not None and digest is not None and self._is_trusted(place, digest):
            if not self.trust.texts.has(digest):  # trusted before texts were kept
                self.trust.texts.keep(digest, data)
            return None
        return self._refusal_of_content(place, digest)

    def _refusal_of_content(self, place: str, digest: str | None) -> str | None:
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
            return self.refusal(place_of(self.home, path), read_file(path, LARGEST))
        return None

    def has_trusted(self, texts: Mapping[str, str]) -> bool:
        """Does the user trust each of these texts under its name?"""
        contents = self.trust.contents(self.home)
        return all(
            sha256(text.encode("utf-8", "surrogatepass")).hexdigest() in contents.get(place, ())
            for place, text in texts.items()
        )

    def restore(self, directory: Path) -> None:
        """Put the last trusted text of every file of the home but plugins into an empty directory, as far as they are
        kept. Raises OSError."""
        for place in self.trust.contents(self.home):
            path = directory / place
            if place.startswith("plugins/") or not real_path(path).startswith(real_path(directory) + "/"):
                continue
            data = self.trust.text(self.home, place)
            if data is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)

    def refusal_of_plugin(self, place: str, digest: str | None = None) -> str | None:
        """Why a plugin may not run: its executable, or, of one that is a directory, any file in it. `digest`: what its
        executable was when somebody looked, whatever may lie there now."""
        directory = self.home / place
        if not is_directory(directory):
            return self._refusal_of_content(place, digest or self._look(place))
        executable = f"{place}/{directory.name}"
        for inner, _ in _below(directory, place):
            looked = digest if inner == executable else None
            if reason := self._refusal_of_content(inner, looked or self._look(inner)):
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
            there = about(path)
        except OSError as error:  # there may be anything
            return f"({error.strerror})"
        if there is None:
            return None
        stamp = stamp_of(there)
        known = self._seen.get(place)
        is_old = max(stamp[3:]) < time.time_ns() - 2_000_000_000  # see scan.py: racily clean
        if known is not None and known[0] == stamp and is_old:
            return known[1]
        digest = _digest_of(path)
        if digest is not None:
            self._seen[place] = stamp, digest
        return digest or f"({stamp})"  # there, and it cannot be read: nobody has trusted that


def _lock(descriptor: int, path: Path) -> None:
    """Keep other processes away until it is closed. Raises ConfigError when one of them does not end."""
    try:
        if locked_soon(descriptor, LOCKED, 0.01):
            return
    except OSError as error:
        raise ConfigError(f"{path}: cannot be locked: {error.strerror}") from None
    raise ConfigError(f"{path}: another process has been changing it for {LOCKED:g} s")


def extend(state: Path, home: Path, paths: Iterable[Path]) -> None:
    """Trust these files of a trusted home as they are now: what watchers call for what the user saves."""
    Trust(state).extend(home, paths)


def place_of(home: Path, path: Path) -> str:
    """A file as a name in the home; the whole path of one that lies elsewhere."""
    for root in (home, Path(real_path(home))):
        if path.is_relative_to(root):
            return str(path.relative_to(root))
    return str(path)


def files_of(home: Path) -> Iterator[tuple[str, str]]:
    """Place and digest of every file of a home that counts. Raises ConfigError when there are too many."""
    digest = _digest_of(home / CONFIG)
    if digest is not None:
        yield CONFIG, digest
    count = 0
    for folder, directory in (*((each, home / each) for each in FOLDERS), *_used(home)):
        for place, path in _below(directory, folder):
            count += 1
            if count > FILES:
                raise ConfigError(f"{directory}: there are more than {FILES} files; does a link lead out of it?")
            digest = _digest_of(path)
            if digest is not None:
                yield place, digest


def _used(home: Path) -> Iterator[tuple[str, Path]]:
    """The directories with policies that the configuration names, by their whole paths."""
    try:
        table = tomllib.loads(read_file(home / CONFIG, LARGEST).decode("utf-8-sig")).get("policies")
    except (OSError, ValueError, RecursionError):  # whoever reads the configuration says so
        return
    use = table.get(USE) if isinstance(table, dict) else None
    for each in use if isinstance(use, list) else ():
        if isinstance(each, str) and each:
            directory = used_directory(home, each)
            yield str(directory), directory


def _below(directory: Path, place: str) -> Iterator[tuple[str, Path]]:
    """Place and path of every file below a directory, links followed once."""
    for each in walk(directory, hidden=True, most=FILES + FILES):
        if not each.is_directory:
            yield f"{place}/{each.name}", Path(each.path)


def _digest_of(path: Path) -> str | None:
    """The digest of a regular file; None for what cannot be read."""
    found = sha256()
    try:
        feed(path, LARGEST, found.update)
    except OSError:
        return None
    return found.hexdigest()


def _with(files: Mapping[str, list[str]], found: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    made = {place: list(digests) for place, digests in files.items()}
    for place, digest in found:
        others = [each for each in made.get(place, ()) if each != digest]
        made[place] = [*others, digest][-CONTENTS:]
    return made


def _is_well_formed(homes: Json) -> TypeGuard[TrustedHomes]:
    return isinstance(homes, dict) and all(isinstance(files, dict) and _are_texts(files) for files in homes.values())


def _are_texts(files: dict[str, Json]) -> bool:
    return all(isinstance(found, list) and all(isinstance(each, str) for each in found) for found in files.values())


def _by_place(found: Found) -> str:
    return found.place
