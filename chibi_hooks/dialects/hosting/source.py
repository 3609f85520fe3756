"""A `HandlersOf` (whose handlers, from where) -> a source of responders, by the points of the agent's table; and the
settings as of a generation.

Rules
-----
* A file of a repository runs programs of its author: its handlers run only where the caller says so, or the user has
  trusted these very texts (`chibi-hooks trust`, homes/trust.py). Else they are listed with the reason.
* A file that was good and is broken by a save goes on deciding as it was, until it is mended: no guard vanishes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from chibi_hooks.dialects.hosting.event_run import EventRun
from chibi_hooks.dialects.hosting.frontmatter import front_files
from chibi_hooks.dialects.hosting.hosted import HandlerEntry, HostedAgent
from chibi_hooks.dialects.hosting.late_words import LateWords, Wake
from chibi_hooks.dialects.hosting.plugins import enabled_plugins, list_of_plugins
from chibi_hooks.dialects.hosting.running import Background
from chibi_hooks.dialects.hosting.settings import HostSettings, read_settings
from chibi_hooks.dialects.hosting.stopping import StopCounts
from chibi_hooks.dialects.hosting.table import table_of
from chibi_hooks.dialects.rows.settings import Places, located
from chibi_hooks.hooks.answer import Answer, Json, ResponderKind
from chibi_hooks.hooks.errors import ConfigError
from chibi_hooks.hooks.homes.home import Notice
from chibi_hooks.hooks.homes.trust import Trust
from chibi_hooks.hooks.live.source import FileSource
from chibi_hooks.hooks.responders import Loaded

if TYPE_CHECKING:
    from chibi_hooks.dialects.rows.dialect import RowDialect
    from chibi_hooks.hooks.deciding.point import Point
    from chibi_hooks.hooks.event import Event
    from chibi_hooks.hooks.homes.home import Surroundings

UNTRUSTED = "not trusted: it comes with the project; read it, then `chibi-hooks trust --agent {agent}` there"


Model = Callable[[dict[str, Json]], Json]
"""What a program gives for handlers that need a model: it is told `kind`, what the entry says (`prompt`, `model`,
`server`, `tool`, `input` …) and the `payload`; of a prompt or an agent it answers {"ok": false, "reason": …}, of a tool
what the tool says."""


@dataclass(frozen=True, slots=True)
class GivenHandlers:
    """Whose handlers, and what the caller says about them."""

    project: Path
    managed: Path | None = None
    plugins: tuple[Path, ...] = ()
    trusted: bool = False
    silent: bool = False  # --no-hooks
    ask: Model | None = None
    wake: Wake | None = None


@dataclass(frozen=True, slots=True)
class Hosting:
    """What a loaded source holds: an agent's settings, and what its events are run with."""

    dialect: RowDialect = field(compare=False)
    settings: HostSettings
    background: Background = field(compare=False)
    stops: StopCounts = field(compare=False)
    late: LateWords = field(compare=False)
    ask: Model | None = field(default=None, compare=False)
    seen: set[str] = field(default_factory=set, compare=False)  # what runs once in a session, and has

    def begin(self, name: str, told: dict[str, Json], given: Mapping[str, Json]) -> EventRun | None:
        """An event on its way; None: the agent has no such."""
        event = self.settings.hosted.event(name)
        if event is None:
            return None
        language = self.dialect.settings.matcher
        return EventRun(
            self.settings, event, told, given, language, self.background, self.late, self.ask, done=self.seen
        )


@dataclass(frozen=True, slots=True)
class HandlerHook:
    """A handler of an agent's settings. A `Responder`; `run` is the event, where it is under way already."""

    entry: HandlerEntry
    hosting: Hosting = field(compare=False, repr=False)
    run: EventRun | None = field(default=None, compare=False, repr=False)
    denies: bool = False
    audience: ClassVar[None] = None
    reenters: ClassVar[bool] = True
    is_replaced: ClassVar[None] = None

    @property
    def kind(self) -> ResponderKind:
        """A command, or a server."""
        return "http" if self.entry.kind == "http" else "command"

    @property
    def name(self) -> str:
        """The program, or the server."""
        return self.entry.name

    @property
    def place(self) -> str:
        """File, line and column of the entry."""
        return self.entry.place

    def ask(self, event: Event) -> Answer:
        """What it says; nothing where it is not for this event. Raises BadPayload for what is no JSON."""
        run = self.run
        if run is None:
            run = self.hosting.begin(self.entry.event, dict(event.payload), event.payload)
            if run is None or self.entry not in run.choose():
                return Answer(self.name, self.kind, self.place)
        return run.ask(self.entry, event)


def handlers_source(dialect: RowDialect, hosted: HostedAgent, given: GivenHandlers, around: Surroundings) -> FileSource:
    """The agent's handlers as they are on disk."""
    background, stops, late = Background(), StopCounts(), LateWords(given.wake)
    table = table_of(hosted)
    nothing = Loaded(dialect.agent, "command", dict.fromkeys(table.values(), ()), parallel=hosted.parallel)
    good: set[Path] = set()

    def places() -> Places:
        stated = Places(given.project, given.managed, given.plugins)
        enabled = [
            each for each in enabled_plugins(hosted, dialect.settings, around, stated) if each not in given.plugins
        ]
        return stated._replace(plugins=(*given.plugins, *enabled))

    def files() -> Sequence[Path]:
        where = places()
        found = [each.path for each in located(dialect.settings, around, where)]
        found += [each.path for each in front_files(hosted.fronts, around, where)]
        listed = list_of_plugins(hosted, around, given.project)
        if listed is not None:
            found.append(listed)
        return found if given.trusted else [*found, Trust(around.state_directory()).path]

    def load() -> Loaded:
        settings = read_settings(hosted, dialect.settings, around, places())
        if newly := [path for path in settings.broken if path in good]:
            said = next(text for text in settings.warnings if text.startswith(str(newly[0])))
            raise ConfigError(f"{said}\n  until then it decides as it was")
        good.update(path for path in settings.files if path not in settings.broken)
        settings = replace(
            settings, entries=tuple(as_trusted(each, given, hosted, around) for each in settings.entries)
        )
        hosting = Hosting(dialect, settings, background, stops, late, given.ask)
        responders: dict[type[Point], tuple[HandlerHook, ...]] = dict.fromkeys(table.values(), ())
        for entry in settings.entries:
            if entry.event in table and not entry.why_not:
                point = table[entry.event]
                responders[point] = (*responders[point], HandlerHook(entry, hosting))
        notices = [Notice(dialect.agent, text) for text in settings.warnings]
        notices += [Notice(each.place, each.why_not) for each in settings.entries if each.why_not]
        return Loaded(
            dialect.agent,
            "command",
            responders,
            parallel=hosted.parallel,
            places=frozenset(str(each.source) for each in settings.entries),
            notices=tuple(notices),
            held=hosting,
        )

    return FileSource(nothing, files, load)


def as_trusted(entry: HandlerEntry, given: GivenHandlers, hosted: HostedAgent, around: Surroundings) -> HandlerEntry:
    """The same, with the reason where it may not run for lack of trust."""
    if not entry.why_not and given.silent:
        return replace(entry, why_not="switched off by --no-hooks")
    if not entry.why_not and entry.kind in hosted.model_kinds and given.ask is None:
        return replace(entry, why_not=f"{entry.kind} handlers need a model: a program gives one by Source(ask=…)")
    if entry.why_not or given.trusted:
        return entry
    wanted = entry.scope in ("project", "local") or (hosted.trust == "all" and entry.scope == "user")
    if not wanted:
        return entry
    trust = Trust(around.state_directory())
    place = os.path.relpath(entry.source, given.project)
    if trust.has_file(given.project, place):
        return entry
    return replace(entry, why_not=UNTRUSTED.format(agent=hosted.agent))
