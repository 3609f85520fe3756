"""Where a program runs -> the homes whose plugins and hook files it obeys, lowest first.

Rules
-----
* `Surroundings` is the only thing in `hooks` that looks at the process: its environment, its working directory.
  Everything else is handed one, so that tests and embedding programs decide what a plugin inherits.
* `--home` or `CHIBI_HOME` names the only home. Otherwise the user's `~/.chibi` comes first, then the project's: the
  nearest `.chibi` upward from the working directory.
* A project's home arrives with a repository, so when it is merely found it runs only after `chibi-hooks trust`
  (trust.py), and else is skipped with a notice. Naming it by `--home` or `CHIBI_HOME` is as good as a word of trust.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from chibi_hooks.hooks.errors import ConfigError
from chibi_hooks.scheme.reading.opener import NOWHERE, WalkEntry, about, is_regular, real_path, walk

if TYPE_CHECKING:
    from chibi_hooks.hooks.homes.config import Isolation
    from chibi_hooks.hooks.homes.trust import Gate, Trust

HOME_NAME: Final = ".chibi"
CONFIG_NAME: Final = "chibi-hooks.toml"
TEST_ENDING: Final = "-test.scm"  # of files that are no hook files but tests of them
CANNOT_READ: Final = "cannot be read: "  # how a reason begins where something may be there still
STATE_NAME: Final = "chibi-hooks"
SCRIPT_FOLDERS: Final = ("hooks", "vfs/tools/flocks", "vfs/tools/home", "vfs/tools/shared")
POLICIES: Final = "policies/"  # how the places of policies begin: no files of the home


def working_directory() -> str:
    """Where this process stands, or stood before somebody deleted that; empty where the system does not tell."""
    try:
        return os.getcwd()
    except OSError:
        with suppress(OSError):
            return os.readlink("/proc/self/cwd").removesuffix(" (deleted)")
        return ""


def still_there(directory: str) -> str:
    """The directory, or the nearest one around it that is there: who deletes the one in which he stands is in the same
    project still."""
    while not os.path.isdir(directory) and directory != (around := os.path.dirname(directory)):
        directory = around
    return directory or "/"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the process around a host is like: environment, working directory, and where state may be kept.

    `isolation`: where the worlds of hook files shall be, whatever their homes say; None: as these say.
    """

    environment: Mapping[str, str]
    directory: Path
    user_home: Path
    isolation: Isolation | None = None

    @classmethod
    def of_process(cls) -> Surroundings:
        """Those of this process, now."""
        return cls(dict(os.environ), Path(still_there(working_directory())), Path.home())

    def state_directory(self) -> Path:
        """Where caches and records go: `CHIBI_HOOKS_STATE`, else the platform's place: `$XDG_STATE_HOME/chibi-hooks`,
        `~/.local/state/chibi-hooks`, on macOS `~/Library/Application Support/chibi-hooks`.

        The paths are those of platformdirs, which cannot be asked: it reads this process's own environment and user,
        and a resident host answers for callers with others. The client (server/hook.py) finds the same without imports.
        """
        if named := self.environment.get("CHIBI_HOOKS_STATE"):
            return Path(named)
        if sys.platform == "darwin":
            return self.user_home / "Library" / "Application Support" / STATE_NAME
        named = self.environment.get("XDG_STATE_HOME", "")
        return (Path(named) if os.path.isabs(named) else self.user_home / ".local" / "state") / STATE_NAME

    def compiled_directory(self) -> Path:
        """Where compiled Scheme is kept (scheme/reading/store.py)."""
        return self.state_directory() / "compiled"

    def keep_compiled(self) -> None:
        """Let this process keep there what it reads and compiles, and look there first."""
        from chibi_hooks.scheme.reading.store import keep_compiled  # cold start: many commands read no Scheme

        keep_compiled(self.compiled_directory())


@dataclass(frozen=True, slots=True)
class Home:
    """A directory of plugins and hook files. `kind` tells how it was found."""

    path: Path
    kind: Literal["user", "project", "given"]
    gate: Gate | None = field(default=None, compare=False, repr=False)  # what of it may run; None: everything
    plugins: Path = field(init=False, compare=False, repr=False)  # these two are asked for at every look
    config: Path = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "plugins", self.path / "plugins")
        object.__setattr__(self, "config", self.path / CONFIG_NAME)

    @property
    def hooks(self) -> Path:
        return self.path / "hooks"

    @property
    def libraries(self) -> Path:
        return self.path / "lib"

    @property
    def virtual_files(self) -> Path:
        return self.path / "vfs"


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that was left out while loading: `place` (a path as the user knows it) and why, in a line or a page.

    `missing`: a hook point at which somebody of that place does not answer although the rest of it does; `*` where the
    point is not known; empty: the place as a whole, or only a word of warning.
    """

    place: str
    reason: str
    page: str = ""  # with source line and caret, where there is one
    missing: str = ""

    def __str__(self) -> str:
        return self.page or (self.reason if self.reason.startswith(self.place) else f"{self.place}: {self.reason}")


@dataclass(frozen=True, slots=True)
class Homes:
    """The homes to load, lowest first, the project's directory, and what was left out; `unknown`: places of which
    nobody can tell now whether they are homes, so that those that were found before stay. `revoked`: does the user
    trust the project's home no more?"""

    homes: tuple[Home, ...]
    project: Path
    notices: tuple[Notice, ...]
    unknown: tuple[Notice, ...] = ()
    revoked: bool = False


Given = str | os.PathLike[str] | Home | None
"""How a program names the only home that counts: its path, or a home that was found before."""


def find_homes(around: Surroundings, given: Given = None) -> Homes:
    """The homes that count here: the user's, and that of the nearest project which he trusts. One that he does not
    takes the place of none: whoever can make a directory could do so. Raises ConfigError when a named home is not a
    directory."""
    unknown: list[Notice] = []
    named = given if given is not None else around.environment.get("CHIBI_HOME") or None
    if named is not None:
        project = next(_roots_above(around.directory, around.user_home, unknown), around.directory)
        if not isinstance(named, Home):
            named = _named_home(around, named, "--home" if given is not None else "CHIBI_HOME")
        return Homes((named,), project, (), tuple(unknown))
    user = Home(around.user_home / HOME_NAME, "user")
    roots = _project_roots(around, unknown)
    nearest = next(roots, None)
    homes = (user,) if _is_directory(user.path, unknown) or _may_be_there(user.path, unknown, around) else ()
    if nearest is None:
        return Homes(homes, around.directory, (), tuple(unknown))
    from chibi_hooks.hooks.homes.trust import Gate, Trust  # most directories have no home of their own

    trust = Trust(around.state_directory())
    skipped: tuple[Notice, ...] = ()
    for root in chain((nearest,), roots):
        path = root / HOME_NAME
        known, fault = _is_known(trust, root, path)
        if known:
            return Homes((*homes, Home(path, "project", Gate(path, trust))), root, skipped, tuple(unknown))
        if fault:
            unknown.append(Notice(str(path), f"nobody can tell who trusts it: {fault}"))
            return Homes(homes, root, skipped, tuple(unknown))
        skipped = skipped or (_untrusted(path),)
    return Homes(homes, nearest, skipped, tuple(unknown), trust.is_there)


def _is_known(trust: Trust, root: Path, path: Path) -> tuple[bool, str]:
    """Does the user trust this project's home? And why nobody can tell, where that is so."""
    try:
        known = trust.knows_name(os.path.realpath(path, strict=True))  # strictly: half a name is another home's
        if not known and os.path.islink(path):  # it may have taken the place of one that is trusted
            known = trust.knows_as(path, os.path.join(os.path.realpath(root, strict=True), HOME_NAME))
        return known, trust.fault or ""
    except OSError as error:
        return False, error.strerror or "an error of the system"


def _is_directory(path: str | os.PathLike[str], unknown: list[Notice]) -> bool:
    """Is there a directory? What cannot be told is noted, and none; so is what has its name and is none."""
    try:
        there = about(path)
    except OSError as error:
        unknown.append(Notice(str(path), f"cannot be looked at: {error.strerror}"))
        return False
    if there is not None and stat.S_ISDIR(there.st_mode):
        return True
    if there is not None or os.path.islink(path):
        unknown.append(Notice(str(path), NOWHERE if there is None else "it is not a directory"))
    return False


def _may_be_there(path: Path, unknown: Sequence[Notice], around: Surroundings) -> bool:
    """Can nobody tell whether there is a home, of which earlier versions are kept? These decide then."""
    if not any(each.place == str(path) for each in unknown):
        return False
    from chibi_hooks.hooks.homes.keeping import has_last_good  # as above

    return has_last_good(around.state_directory(), path)


def may_be_home(path: Path) -> bool:
    """Is there a directory, or something that keeps anybody from telling that it is deleted?"""
    unknown: list[Notice] = []
    return _is_directory(path, unknown) or bool(unknown)


def given_name(text: str, door: str) -> str:
    """The name of a home, if it is one. An empty one comes of a variable that is not set: the working directory, and
    whatever hooks lie in it, is nobody's choice. Raises ConfigError."""
    if not text:
        raise ConfigError(f"{door}: it is empty; name a directory, or leave it out for the homes that count here")
    return text


def _named_home(around: Surroundings, named: str | os.PathLike[str], door: str) -> Home:
    text = given_name(os.fspath(named), door)  # no paths as objects: every event handed over comes by here
    path = os.path.join(around.directory, str(Path(text).expanduser()) if text.startswith("~") else text)
    try:
        there = about(path)
        real = os.path.realpath(path, strict=True) if there is not None else ""
    except OSError as error:
        raise ConfigError(f"{door}: {named} cannot be looked at: {error.strerror}") from None
    if there is None:
        raise ConfigError(f"{door}: {named} does not exist; `chibi-hooks init --home {named}` makes one")
    if not stat.S_ISDIR(there.st_mode):
        raise ConfigError(f"{door}: {named} is not a directory; name one, or make one with `chibi-hooks init DIR`")
    return Home(Path(real), "given")


def find_scripts(home: Path) -> Iterator[tuple[str, Path]]:
    """Place and path of every hook file of a home: `**/*.scm` in `SCRIPT_FOLDERS`, in the order of their names,
    without tests and hidden ones."""
    for each in walk_scripts(home):
        if not each.fault:
            yield each.name, Path(each.path)


def walk_scripts(home: Path, asked: Callable[[str], object] | None = None) -> Iterator[WalkEntry]:
    """The same with what is wrong there: an entry with a `fault` is a hook file that cannot be one, or a directory in
    which there may be some. `asked` as for `walk`."""
    seen: set[object] = set()
    for folder in SCRIPT_FOLDERS:
        for each in walk(os.path.join(home, folder), seen=seen, asked=asked):
            named = each.name.endswith(".scm") and not each.name.endswith(TEST_ENDING)
            if (named and not each.is_directory) or (each.fault and each.is_directory):
                name = f"{folder}/{each.name}" if each.name else folder
                yield WalkEntry(name, each.path, each.is_directory, each.fault)


def home_around(directory: Path) -> Path | None:
    """The home that a directory is, or in which it stands; None where it is in none."""
    whole = directory.resolve()
    for each in (whole, *whole.parents):
        if is_regular(each / CONFIG_NAME) or (each.name == HOME_NAME and is_home(each)):
            return each
        if each.name == "hooks" and not each.parent.name.startswith("."):  # those of other programs are theirs
            return each.parent
    return None


def is_home(directory: Path) -> bool:
    """Can a directory that somebody names be meant as a home? It has a configuration, hooks or plugins."""
    folders = any(_is_directory(directory / each, []) for each in ("hooks", "plugins"))
    return folders or is_regular(directory / CONFIG_NAME)


def project_home(around: Surroundings) -> Path | None:
    """The home of the project around the working directory, trusted or not; None when there is none."""
    root = next(_project_roots(around, []), None)
    return root / HOME_NAME if root is not None else None


def _project_roots(around: Surroundings, unknown: list[Notice]) -> Iterator[Path]:
    """Where projects have their homes, the nearest first: on the way here as it is named, then without its links."""
    yield from _roots_above(around.directory, around.user_home, unknown)
    real = real_path(around.directory)
    if real != str(around.directory):
        yield from _roots_above(Path(real), around.user_home, unknown)


def _roots_above(directory: Path, user_home: Path, unknown: list[Notice]) -> Iterator[Path]:
    for each in (directory, *directory.parents):
        if each == user_home:  # `~/.chibi` is the user's home, not a project's
            return
        if _is_directory(os.path.join(each, HOME_NAME), unknown):
            with suppress(OSError):  # the user may have none
                if os.path.samefile(each, user_home):
                    return
            yield each


def _untrusted(path: Path) -> Notice:
    reason = "a project's home runs only after `chibi-hooks trust` there, or when it is named with --home"
    return Notice(str(path), reason)
