"""A home as looks see it: its configuration, its hook files, and what dialects find in it: `SeenHome`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from chibi_hooks.hooks.homes.config import Config
from chibi_hooks.hooks.homes.home import CONFIG_NAME, Home, Notice, Surroundings
from chibi_hooks.hooks.live.config_seen import SeenConfig
from chibi_hooks.hooks.live.differences import Look
from chibi_hooks.hooks.live.disk import Disk
from chibi_hooks.hooks.live.hook_files import HookFiles
from chibi_hooks.hooks.live.last_good import LastGood
from chibi_hooks.hooks.live.not_deleted import Devices
from chibi_hooks.hooks.live.source import Source, look_at
from chibi_hooks.hooks.live.status import Departure
from chibi_hooks.hooks.responders import NOTHING, LoadedHome

if TYPE_CHECKING:
    from chibi_hooks.hooks.scripts.script import Script


class SeenHome:
    """A home: what is live of it, and what was last tried. `others` make the sources that dialects have in it."""

    def __init__(
        self,
        home: Home,
        project: Path,
        around: Surroundings,
        others: Sequence[Callable[[SeenHome], Source]] = (),
        sandboxed_only: bool = False,
        last_good: bool = True,
    ) -> None:
        self.home = home
        self.project = project
        self.around = around
        self.fresh = False  # shall everything be asked anew that is kept from earlier starts?
        self._faults: list[Notice] = []
        self._away = ""  # why the home as a whole is not there, though it was named
        self._were: dict[str, set[str]] = {}  # who answered before it went, and at which points
        self._dirty = True
        last = LastGood(around.state_directory(), home.path) if last_good and not sandboxed_only else None
        self.devices = Devices()
        self._config = SeenConfig(home, last, self.devices)
        self._loaded = LoadedHome(home, self.config)
        self._files = HookFiles(home, around, sandboxed_only, last, self.devices)
        self._others = [make(self) for make in others]

    def look(self, disk: Disk, found: Look, *, first: bool = False) -> None:
        """Load what has changed. Raises ConfigError at the `first` look, when there is no configuration to keep."""
        if not self._away:  # else it holds as it was last said: who shall deny by failing stands in it
            self._config.look(self.home, disk, found, first)
        if not self._config.closed:
            self._files.look(self.config, disk, found)
            self._faults = look_at(self._others, disk, found)

    def leave(self, why: str) -> None:
        """The home that was named is away, and why; empty: it is there."""
        if why == self._away:
            return
        if not self._away:
            self._were = _who_answers(self._loaded)
        self._away, self._dirty = why, True

    @property
    def config(self) -> Config:
        """The configuration that holds."""
        return self._config.config

    def move(self, home: Home) -> None:
        """It is found in another way now."""
        if home != self.home:
            self.home = self._files.home = home
            self._dirty = True

    @property
    def loaded(self) -> LoadedHome:
        """What is live of it; the same object until something has changed."""
        others = tuple(each.loaded for each in self._others)
        same = len(others) == len(self._loaded.others) and all(map(_is, others, self._loaded.others))
        if self._dirty or self._config.dirty or self._files.dirty or not same:
            self._dirty = self._config.dirty = self._files.dirty = False
            files = self._files.live
            self._loaded = LoadedHome(
                self.home,
                self.config,
                tuple(file.script for file in files if file.script is not None),
                tuple(file.lease for file in files if file.lease is not None),
                others,
                tuple(self._notices()),
                self.config.inherited(self.around.environment) if self.config.facts else NOTHING,
            )
        return self._loaded

    def holds(self, script: Script) -> bool:
        """Is this world live?"""
        return script in self._loaded.scripts

    def load_again(self, name: str) -> bool:
        """Let the next look load a hook file although it is unchanged; is there one?"""
        return self._files.forget(name)

    def errors(self) -> Iterator[Notice]:
        """What is wrong on disk."""
        if self._config.error is not None:
            yield self._config.error
        yield from self._faults
        yield from self._files.errors()
        for each in self._others:
            yield from each.errors()

    def stale(self) -> Iterator[str]:
        """The places whose last good version decides."""
        if self._config.error is not None:
            yield CONFIG_NAME
        yield from self._files.stale()
        for each in self._others:
            yield from each.stale()

    def departures(self) -> Iterator[Departure]:
        """Where something else is live than lies on disk."""
        yield from self._config.departures()
        yield from self._files.departures()
        for each in self._others:
            yield from (Departure(place, "it cannot be used as it is", 0.0, 0) for place in each.stale())

    def will_make(self, number: int) -> None:
        """What is loaded from here on will be of this generation."""
        self._files.number = number

    def set_apart(self, script: Script, why: str) -> None:
        """Something else is live in this world than was loaded from its text; empty: no longer."""
        self._files.set_apart(script, why)

    def files(self) -> Iterator[Path]:
        """The files outside that decide here."""
        yield from self._files.reads()
        for each in self._others:
            yield from each.files()

    def roll_back(self, loaded: LoadedHome, found: Look) -> None:
        """Make live again what the home had; what was tried stays tried."""
        self._files.roll_back(loaded, found)
        before = {other.source: other for other in loaded.others}
        for each in self._others:
            if each.name in before:
                each.roll_back(before[each.name], found)
        if self._config.roll_back(loaded.config, found):
            self._files.limit_by(loaded.config)

    def _notices(self) -> Iterator[Notice]:
        if self._config.closed and self._config.error is not None:
            yield self._config.error
        for each in self._others:
            yield from each.loaded.notices
        yield from self._files.notices()
        if self._away:
            there = {file.name for file in self._files.live if file.script is not None}
            there = there.union(*(each.loaded.places for each in self._others))
            for place in self._were.keys() - there:
                yield from (Notice(place, self._away, missing=point) for point in sorted(self._were[place]))


def _who_answers(loaded: LoadedHome) -> dict[str, set[str]]:
    """The points at which each place of a home answers."""
    found: dict[str, set[str]] = {}
    for script in loaded.scripts:
        for hook in script.hooks:
            found.setdefault(script.name, set()).add(hook.point)
    for other in loaded.others:
        for point, responders in other.responders.items():
            for responder in responders:
                if responder.place is not None:
                    found.setdefault(responder.place, set()).add(point.wire)
    return found


def _is(one: object, other: object) -> bool:
    return one is other
