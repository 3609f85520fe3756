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
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from chibi_hooks.hooks.errors import ConfigError

if TYPE_CHECKING:
    from chibi_hooks.hooks.trust import Gate

HOME_NAME: Final = ".chibi"
CONFIG_NAME: Final = "chibi-hooks.toml"
STATE_NAME: Final = "chibi-hooks"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the process around a host is like: environment, working directory, and where state may be kept."""

    environment: Mapping[str, str]
    directory: Path
    user_home: Path

    @classmethod
    def of_process(cls) -> Surroundings:
        """Those of this process, now."""
        return cls(dict(os.environ), Path.cwd(), Path.home())

    def state_directory(self) -> Path:
        """Where caches and records go: `CHIBI_HOOKS_STATE`, else the platform's place: `$XDG_STATE_HOME/chibi-hooks`,
        `~/.local/state/chibi-hooks`, on macOS `~/Library/Application Support/chibi-hooks`.
        """
        if named := self.environment.get("CHIBI_HOOKS_STATE"):
            return Path(named)
        if sys.platform == "darwin":
            return self.user_home / "Library" / "Application Support" / STATE_NAME
        named = self.environment.get("XDG_STATE_HOME", "")
        return (Path(named) if os.path.isabs(named) else self.user_home / ".local" / "state") / STATE_NAME

    def compiled_directory(self) -> Path:
        """Where compiled Scheme is kept (scheme/store.py)."""
        return self.state_directory() / "compiled"


@dataclass(frozen=True, slots=True)
class Home:
    """A directory of plugins and hook files. `kind` tells how it was found."""

    path: Path
    kind: Literal["user", "project", "given"]
    gate: Gate | None = field(default=None, compare=False, repr=False)  # what of it may run; None: everything

    @property
    def plugins(self) -> Path:
        return self.path / "plugins"

    @property
    def hooks(self) -> Path:
        return self.path / "hooks"

    @property
    def libraries(self) -> Path:
        return self.path / "lib"

    @property
    def virtual_files(self) -> Path:
        return self.path / "vfs"

    @property
    def config(self) -> Path:
        return self.path / CONFIG_NAME


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that was left out while loading: `place` (a path as the user knows it) and why, in a line or a page."""

    place: str
    reason: str
    page: str = ""  # with source line and caret, where there is one

    def __str__(self) -> str:
        return self.page or (self.reason if self.reason.startswith(self.place) else f"{self.place}: {self.reason}")


@dataclass(frozen=True, slots=True)
class Homes:
    """The homes to load, lowest first, the project's directory, and what was left out."""

    homes: tuple[Home, ...]
    project: Path
    notices: tuple[Notice, ...]


Given = str | os.PathLike[str] | Home | None
"""How a program names the only home that counts: its path, or a home that was found before."""


def find_homes(around: Surroundings, given: Given = None) -> Homes:
    """The homes that count here. Raises ConfigError when a named home is not a directory."""
    root = _project_root(around)
    project = root or around.directory
    if isinstance(given, Home):
        return Homes((given,), project, ())
    named = given if given is not None else around.environment.get("CHIBI_HOME") or None
    if named is not None:
        return Homes((_named_home(around, named, "--home" if given is not None else "CHIBI_HOME"),), project, ())
    user = Home(around.user_home / HOME_NAME, "user")
    homes = (user,) if user.path.is_dir() else ()
    if root is None:
        return Homes(homes, project, ())
    path = root / HOME_NAME
    from chibi_hooks.hooks.trust import Gate, Trust  # most directories have no home of their own

    trust = Trust(around.state_directory())
    if trust.knows(path):
        return Homes((*homes, Home(path, "project", Gate(path, trust))), project, ())
    return Homes(homes, project, (_untrusted(path),))


def _named_home(around: Surroundings, named: str | os.PathLike[str], door: str) -> Home:
    path = around.directory / Path(named).expanduser()
    if not path.is_dir():
        wanted = "is not a directory" if path.exists() else "does not exist"
        raise ConfigError(f"{door}: {named} {wanted}; `chibi-hooks init --home {named}` makes one")
    return Home(path.resolve(), "given")


def project_home(around: Surroundings) -> Path | None:
    """The home of the project around the working directory, trusted or not; None when there is none."""
    root = _project_root(around)
    return root / HOME_NAME if root is not None else None


def _project_root(around: Surroundings) -> Path | None:
    for directory in (around.directory, *around.directory.parents):
        if directory == around.user_home:  # `~/.chibi` is the user's home, not a project's
            return None
        if (directory / HOME_NAME).is_dir():
            return directory
    return None


def _untrusted(path: Path) -> Notice:
    reason = "a project's home runs only after `chibi-hooks trust` there, or when it is named with --home"
    return Notice(str(path), reason)
