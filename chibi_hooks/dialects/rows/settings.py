"""Where an agent keeps its hooks and how they are written there: `AgentSettings`, a fact of each agent's file.

Whoever writes our entry into such a file (installing) and whoever runs what stands in it (hosting) read the same
declaration.

    AgentSettings((SettingsFile("user", "$CLAUDE_CONFIG_DIR|~/.claude", "settings.json"), …), EntryShape(), …)

Rules
-----
* Files stand in the order in which the agent adds them up.
* A place is a directory, or several with `|` between them, of which the first that applies here counts: `$NAME` where
  that variable is set, `~` the user's directory, `.` the project's, `darwin:/…` on that platform, `/…` anywhere.
* A name with a `*` is every file that fits, by name; `writes` is then the file that is ours alone.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from chibi_hooks.hooks.answer import Json
from chibi_hooks.scheme.reading.opener import walk

if TYPE_CHECKING:
    from chibi_hooks.hooks.homes.home import Surroundings

FileScope = Literal["managed", "user", "project", "local", "plugin"]
Format = Literal["json", "jsonc", "toml", "script"]  # jsonc: with comments; script: a plugin
TimeoutUnit = Literal["s", "ms", "s-or-ms", "text"]  # text: "5s", "200ms", "2m"; a bare number is seconds
MILLISECONDS: Final = 1000  # s-or-ms: from here on a number is milliseconds, and below it seconds
MatcherLanguage = Literal[
    "none",
    "exact-or-search",  # Claude Code: names between | and , when there is nothing else in it, else a regexp found
    "exact-or-regex",  # Codex: names between | only, else a regexp
    "search",  # a regexp that is found anywhere
    "trimmed-search",  # Gemini: the same without the blanks around it
    "names-or-search",  # Qwen Code: names and regexps between |, with blanks around them
    "anchored",  # a regexp of the whole name
    "glob",  # * and ?, of the whole name
]

SCOPES: Final[tuple[FileScope, ...]] = ("user", "project", "local")  # where a person installs
EACH: Final = "*"  # among the keys that lead to the events: any key


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """One file, or the files of one name, in which an agent has hooks."""

    scope: FileScope
    place: str
    name: str
    format: Format = "json"
    events: tuple[str, ...] = ("hooks",)  # the keys that lead to the object whose keys are events
    writes: str = ""  # where `name` is a pattern: what we call our own file
    header: Mapping[str, Json] = field(default_factory=dict)  # what a new file must say besides
    fallback: bool = False  # read only where no file above it, in its scope or in `below`, has hooks
    below: tuple[FileScope, ...] = ()
    installs: bool = True  # we write there
    marked: bool = True  # the agent reads it with a byte order mark, too
    keys: frozenset[str] = frozenset()  # beside which it has none, or the agent reads nothing of it; empty: any


class Closing(NamedTuple):
    """How a handler says that its failure denies: a key, the value that says so, and the version that first reads it
    (empty: all that we know of)."""

    key: str
    value: Json = True
    since: str = ""


@dataclass(frozen=True, slots=True)
class EntryShape:
    """What one handler looks like. An empty key: the agent has none."""

    grouped: bool = True  # {"matcher": …, "hooks": [handler…]}; else the handler stands alone, with its matcher
    flat: frozenset[str] = frozenset()  # the events of which that is not so
    handlers: str = "hooks"
    matcher: str = "matcher"
    condition: str = ""
    everything: str = ""  # the matcher that we write: of everything; empty: none is the same
    type: str = "type"
    command: tuple[str, ...] = ("command",)  # the first is what we write
    args: str = ""  # the words of the command by themselves: then nothing is quoted, and no shell reads it
    timeout: tuple[str, ...] = ("timeout",)
    url: str = ""
    closing: Closing | None = None
    says: Mapping[str, Json] = field(default_factory=lambda: {"type": "command"})  # what our own entry says besides


class Switch(NamedTuple):
    """What turns hooks off: a key of a settings file (its path with dots) or a variable (`$NAME`), and its value."""

    key: str
    value: Json  # None: whatever it is
    means: str = "no hook runs"


class Approval(NamedTuple):
    """What an agent wants to be told before it runs hooks of these scopes; `how` is said to people."""

    scopes: tuple[FileScope, ...]
    how: str
    place: str = ""  # the file that knows, where it can be read: as the place of a `SettingsFile`
    name: str = ""
    starts: bool = True  # does the agent start without? If not, it concerns all hooks
    needless: tuple[Switch, ...] = ()  # that make it so


@dataclass(frozen=True, slots=True)
class AgentSettings:
    """All of that, of one agent."""

    files: tuple[SettingsFile, ...]
    entry: EntryShape = field(default_factory=EntryShape)
    unit: TimeoutUnit = "s"
    matcher: MatcherLanguage = "search"
    switches: tuple[Switch, ...] = ()
    disabled: str = ""  # the key of a list, as that of a switch: handlers, by their names or commands, that do not run
    approval: Approval | None = None
    reads: tuple[str, ...] = ()  # other agents whose files it reads, too
    shares: tuple[str, ...] = ()  # other agents that read these very files
    shell: Literal["sh", "none"] = "sh"  # who takes the command apart, where there is no list of words
    reload: str = ""  # when an edit counts, said to people
    program: str = ""  # its command, which tells its version with --version
    unasked: tuple[str, ...] = ()  # options of it with which nobody is asked, beside those that several agents have
    names_event: bool = False  # its events do not say their names: the command must
    spelling: str = ""  # a regexp of the events that we write, where one event has several names


def in_seconds(value: float, unit: TimeoutUnit) -> float:
    """What an agent makes of a number that is a time limit."""
    return value / 1000 if unit == "ms" or (unit == "s-or-ms" and value >= MILLISECONDS) else float(value)


class Located(NamedTuple):
    """A settings file at its path, whether it is there or not."""

    file: SettingsFile
    path: Path


class Places(NamedTuple):
    """Where files are looked for: the project's directory, and what the command line names."""

    project: Path
    managed: Path | None = None  # in place of the agent's own directory
    plugins: Sequence[Path] = ()


def located(settings: AgentSettings, around: Surroundings, places: Places) -> Iterator[Located]:
    """The files of an agent, in its order: those of one name whether they are there or not, of a pattern those that
    are."""
    for file in settings.files:
        for directory in _directories(file, around, places):
            if "*" not in file.name:
                yield Located(file, directory / file.name)
                continue
            inner = Path(file.name)
            for each in walk(directory / inner.parent):
                if not each.is_directory and "/" not in each.name and fnmatchcase(each.name, inner.name):
                    yield Located(file, Path(each.path))


def path_to_write(file: SettingsFile, around: Surroundings, project: Path) -> Path | None:
    """Where our own entry goes, there or not; None: nowhere on this machine."""
    directory = directory_of(file.place, around, project)
    return None if directory is None else directory / (file.writes or file.name)


def directory_of(place: str, around: Surroundings, project: Path) -> Path | None:
    """The directory that a place is here; None: none of its choices applies."""
    for choice in place.split("|"):
        platform, _, rest = choice.rpartition(":")
        if platform and sys.platform != platform:
            continue
        head, _, tail = rest.partition("/")
        if not head:
            return Path(rest)
        root = _root(head, around, project)
        if root is not None:
            return root / tail
    return None


def _root(head: str, around: Surroundings, project: Path) -> Path | None:
    if head == "~":
        return around.user_home
    if head == ".":
        return project
    named = around.environment.get(head.removeprefix("$"), "") if head.startswith("$") else head
    return Path(named) if os.path.isabs(named) else None


def _directories(file: SettingsFile, around: Surroundings, places: Places) -> Iterator[Path]:
    if file.scope == "plugin":
        yield from places.plugins
    elif file.scope == "managed" and places.managed is not None:
        yield places.managed
    else:
        found = directory_of(file.place, around, places.project)
        if found is not None:
            yield found
