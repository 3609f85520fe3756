"""The disk -> a generation; the disk once more -> the next one, when something there has changed.

Rules (DESIGN §9)
-----
* A scan decides, whoever asked for it: every look compares what is on disk with what was last tried. The first one is a
  look like the others, from nothing.
* All that changed is loaded first; then one assignment publishes it. A fire holds the generation with which it began.
* `rollback` takes back one thing: the last reload, or the last thing that was registered from outside of a file. What
  was rolled back stays so until it is saved again, and until then it is told.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Final

from chibi_hooks.forks import FORKS
from chibi_hooks.hooks.errors import BadRequest, ConfigError
from chibi_hooks.hooks.homes.home import Home, Homes, Notice, Surroundings
from chibi_hooks.hooks.live.differences import Look, difference, registrations_of
from chibi_hooks.hooks.live.disk import GRACE as GRACE
from chibi_hooks.hooks.live.disk import NOTHING, Disk
from chibi_hooks.hooks.live.generation import compose
from chibi_hooks.hooks.live.homes_seen import SeenHome
from chibi_hooks.hooks.live.source import Source, look_at
from chibi_hooks.hooks.live.status import Change, Departure, Reloaded, Status
from chibi_hooks.hooks.responders import Generation

if TYPE_CHECKING:
    from chibi_hooks.hooks.homes.trust import Gate
    from chibi_hooks.hooks.scripts.registering import Hook, Revision
    from chibi_hooks.hooks.scripts.script import Script
    from chibi_hooks.hooks.tools.tool import Tool

REVISIONS: Final = 16  # registrations from outside that can be taken back, one after the other
FROM_OUTSIDE: Final = "changed from outside (a REPL), until it is loaded again"
ORDER: Final = ("user", "project", "given")  # of homes: lower ones answer first


@dataclass(frozen=True, slots=True)
class Revised:
    """A world, and what it had registered before somebody registered something else in it from outside."""

    script: Script
    hooks: tuple[Hook, ...]
    tools: tuple[Tool, ...]


class Reloader:
    """Keeps one host's generation like the disk. Any thread may call it; one look at a time.

    `find` gives the homes as they are now; `others` make what dialects find in a home, `sources` stand beside the
    homes; `last_good`: at the start, does the last version that loaded decide in place of a file that does not load?
    `clock` counts seconds. `load` comes first; `publish` makes a generation the live one.
    """

    def __init__(
        self,
        find: Callable[[], Homes],
        around: Surroundings,
        others: Sequence[Callable[[SeenHome], Source]] = (),
        sources: Sequence[Source] = (),
        *,
        sandboxed_only: bool = False,
        last_good: bool = True,
        clock: Callable[[], float] = time.monotonic,
        now_ns: Callable[[], int] = time.time_ns,
    ) -> None:
        self.publish: Callable[[Generation], None] = _nobody
        self.listeners: list[Callable[[Reloaded], None]] = []  # called on the thread that looked
        self.clock = clock
        self.takes_saves = False
        self._lock = RLock()
        FORKS.guard(self._lock)
        self._find = find
        self._around = around
        self._others = others
        self._sources = sources
        self._faults: list[Notice] = []  # of these, as of the last look
        self._sandboxed_only = sandboxed_only
        self._last_good = last_good
        self._disk = Disk(lambda: self.clock(), now_ns)
        self._generation: Generation
        self._previous: Generation | None = None
        self._revisions: list[Revised] = []  # since then, the last one last
        self.found = Homes((), around.directory, ())  # as of the last look
        self._homes: dict[str, SeenHome] = {}
        self.status = Status(0, time.time(), 0)  # what is live and what is wrong, as of the last look

    def load(self, number: int, *, fresh: bool = False) -> Generation:
        """The first generation; `fresh` asks every plugin for its schema again. Raises ConfigError."""
        with self._lock:
            found = Look()
            self._disk.begin()
            found_homes = self._find()
            self._take_homes(replace(found_homes, notices=(*found_homes.notices, *found_homes.unknown)))
            for home in self._homes.values():
                home.will_make(number)
                home.fresh = fresh
                home.look(self._disk, found, first=True)
                home.fresh = False
            self._faults = look_at(self._sources, self._disk, found)
            self._disk.end()
            self._generation = self._composed(number)
            self.status = Status(
                number, time.time(), 0, tuple(self._errors()), tuple(self._stale()), tuple(self._departures())
            )
            return self._generation

    @property
    def due(self) -> float | None:
        """When another look is needed, even if nothing happens."""
        return self._disk.due

    @property
    def homes(self) -> Sequence[Home]:
        """The homes as of the last look."""
        return [seen.home for seen in self._homes.values()]

    @property
    def read(self) -> Sequence[Path]:
        """The files besides those of the homes that decide, as of the last look."""
        with self._lock:
            inside = [path for seen in self._homes.values() for path in seen.files()]
            return [*inside, *(path for source in self._sources for path in source.files())]

    def look(self, homes: Homes | None = None) -> Reloaded | None:
        """Load what has changed and publish it; None when there is nothing new. `homes`: as whoever asks has found them
        just now where this would seek; they are not sought again where they are those that there were."""
        with self._lock:
            those = self._are_those(homes) if homes is not None else None
            if those is not None and those == self.found and self._disk.is_still():
                return None
            started = time.perf_counter()
            self._disk.begin(for_nobody=homes is None)  # a watch has no use for it, and each file is one question more
            found = Look()
            self._find_homes(those)
            self._announce()
            for seen in self._homes.values():
                seen.look(self._disk, found)
            self._faults = look_at(self._sources, self._disk, found)
            self._disk.end()
            reloaded = self._finish(found, started)
            if reloaded is None and not found.errors:
                self._disk.sightings.keep()
            return reloaded

    def gone(self, path: Path) -> None:
        """The file was deleted on purpose, by a tool: the next look waits for no editor that might bring it back."""
        with self._lock:
            self._disk.let_go(path)

    def written(self, path: Path) -> None:
        """The file was written by a tool: that is all of it, even if it registers nothing any more."""
        with self._lock:
            self._disk.let_go(f"{path}{NOTHING}")

    def close(self) -> None:
        """Let go what is kept for a rollback."""
        previous, self._previous = self._previous, None
        if previous is not None:
            previous.close()

    def rollback(self) -> Reloaded:
        """Bring back what the generation before this one had. Raises BadRequest when there is none, or nothing else in
        it."""
        with self._lock:  # and the loops in a function of their own: see whole.py
            return self._rolled_back()

    def _rolled_back(self) -> Reloaded:
        started = time.perf_counter()
        found = Look()
        self._announce()
        while self._revisions:
            revised = self._revisions.pop()
            if any(seen.holds(revised.script) for seen in self._homes.values()):
                return self._take_back(revised, found, started)
        if self._previous is None:
            raise BadRequest("rollback: there is no earlier generation to go back to")
        for loaded in self._previous.loaded:
            if loaded.home.kind in self._homes:  # not of a home that is no longer trusted
                self._homes[loaded.home.kind].roll_back(loaded, found)
        for source, before in zip(self._sources, self._previous.sources, strict=True):
            source.roll_back(before, found)
        reloaded = self._finish(found, started)
        if reloaded is None:
            raise BadRequest("rollback: the generation before this one had the same hooks and tools")
        return reloaded

    def _take_back(self, revised: Revised, found: Look, started: float) -> Reloaded:
        script = revised.script
        found.before += registrations_of(script)
        script.take_back(revised.hooks, revised.tools)
        found.after += registrations_of(script)
        found.changes.append(Change("rolled back", script.name, "not on disk"))
        still = any(each.script is script for each in self._revisions)
        for seen in self._homes.values():
            seen.set_apart(script, FROM_OUTSIDE if still else "")
        previous, revisions = self._previous, self._revisions
        reloaded = self._finish(found, started, revised=True)
        self._previous, self._revisions = previous, revisions
        assert reloaded is not None  # it has a change
        return reloaded

    def _announce(self) -> None:
        """Tell the homes which generation they may make."""
        for seen in self._homes.values():
            seen.will_make(self._generation.number + 1)

    def revise(self, script: Script, revision: Revision) -> Reloaded:
        """Publish what was registered in a live world from outside of its file, until the file is loaded again.

        `rollback` takes back this alone, `load_again` all of it. Raises BadRequest when that world is live no more.
        """
        with self._lock:
            started = time.perf_counter()
            self._find_homes()
            if not any(seen.holds(script) for seen in self._homes.values()):
                raise BadRequest(f"{script.name}: it was loaded again meanwhile, and this world is live no more")
            found = Look(changes=[Change("changed", script.name, "not on disk")], before=registrations_of(script))
            before = Revised(script, script.hooks, script.tools)
            script.revise(revision)
            found.after += registrations_of(script)
            self._announce()
            for seen in self._homes.values():
                seen.set_apart(script, FROM_OUTSIDE)
            previous, revisions = self._previous, [*self._revisions, before][-REVISIONS:]
            reloaded = self._finish(found, started, revised=True)
            self._previous, self._revisions = previous, revisions
            assert reloaded is not None  # it has a change
            return reloaded

    def load_again(self, name: str) -> Reloaded | None:
        """Load a hook file although it is unchanged: what was done to its world from outside is gone then.

        Raises BadRequest when there is no such file.
        """
        with self._lock:
            there = [seen.load_again(name) for seen in self._homes.values()]
            if True not in there:
                raise BadRequest(f"there is no hook file {name}")
            return self.look()

    def take_saves(self, wanted: bool = True) -> None:
        """Is what changes from now on the user's own work, so that it needs no `chibi-hooks trust`?"""
        with self._lock:
            self.takes_saves = wanted
            self._disk.sightings.forget()
            for gate in self._gates():
                gate.take_saves(wanted)

    def _gates(self) -> list[Gate]:
        return [home.gate for home in self.homes if home.gate is not None]

    def note_failure(self, message: str) -> None:
        """Remember what went wrong besides the files themselves."""
        self.status = replace(self.status, last_error=time.time(), last_error_message=message)

    def _find_homes(self, homes: Homes | None = None) -> None:
        """A home that is not there any more stays in the list: it is watched for, and has no files. `homes`: they were
        found already."""
        away = ""
        try:
            homes = homes or self._find()
        except ConfigError as error:  # the home that was named is gone, or nobody can tell
            away = str(error)
            places = [str(seen.home.path) for seen in self._homes.values()]
            gone = tuple(Notice(place, str(error)) for place in places)
            homes = Homes((), self.found.project, self.found.notices, gone)
        unsaid = homes.notices if "project" in self._homes and not homes.revoked else ()  # trust was there
        if unknown := (*homes.unknown, *unsaid):  # what was found before may be there still
            homes = Homes(homes.homes, self.found.project, self.found.notices, unknown)
        self._take_homes(homes)
        for seen in self._homes.values():
            seen.leave(away)

    def _are_those(self, homes: Homes) -> Homes | None:
        """What a look here would find, where that is told by what another has found: a home that was named is the same
        in every project."""
        if homes.homes != self.found.homes:
            return None
        if all(each.kind == "given" for each in homes.homes):
            return replace(homes, project=self.found.project)
        return homes if homes.project == self.found.project else None

    def _take_homes(self, homes: Homes) -> None:
        """Have these homes from now on, beside those that were found before and are not revoked."""
        self.found = homes
        for home in homes.homes:
            if home.kind not in self._homes:
                self._homes[home.kind] = self._begun(home)
            self._homes[home.kind].move(home)
        if homes.revoked:
            self._homes.pop("project", None)
        self._homes = {kind: self._homes[kind] for kind in ORDER if kind in self._homes}
        for seen in self._homes.values():
            seen.project = homes.project

    def _begun(self, home: Home) -> SeenHome:
        if home.gate is not None:
            home.gate.take_saves(self.takes_saves)
        return SeenHome(home, self.found.project, self._around, self._others, self._sandboxed_only, self._last_good)

    def _finish(self, found: Look, started: float, *, revised: bool = False) -> Reloaded | None:
        published = self._publish_next(revised)
        if not published and not found.changes:
            self._tell(None, found)
            return None
        self._disk.sightings.forget()
        added, removed = difference(found.before, found.after)
        ms = round((time.perf_counter() - started) * 1000, 3)
        number = self._generation.number
        reloaded = Reloaded(number, published, tuple(found.changes), added, removed, tuple(found.errors), ms)
        self._tell(reloaded, found)
        for listener in tuple(self.listeners):
            try:
                listener(reloaded)
            except Exception as error:  # theirs; the next reload must not wait for it
                self.note_failure(f"a listener failed: {type(error).__name__}: {error}")
        return reloaded

    def _publish_next(self, revised: bool) -> bool:
        there = self._generation
        loaded = tuple(seen.loaded for seen in self._homes.values())
        sources = tuple(source.loaded for source in self._sources)
        same = (there.project, there.loaded, there.sources) == (self.found.project, loaded, sources)
        same = same and there.notices[: len(self.found.notices)] == self.found.notices
        if same and not revised:
            return False
        self._previous, self._generation, self._revisions = there, self._composed(there.number + 1), []
        self.publish(self._generation)
        return True

    def _composed(self, number: int) -> Generation:
        loaded = tuple(seen.loaded for seen in self._homes.values())
        sources = tuple(source.loaded for source in self._sources)
        return compose(number, self.found.project, self.found.notices, loaded, sources)

    def _errors(self) -> Iterator[Notice]:
        yield from self.found.unknown
        yield from self._faults
        for seen in self._homes.values():
            yield from seen.errors()
        for source in self._sources:
            yield from source.errors()

    def _stale(self) -> Iterator[str]:
        for seen in self._homes.values():
            yield from seen.stale()
        for source in self._sources:
            yield from source.stale()

    def _departures(self) -> Iterator[Departure]:
        for seen in self._homes.values():
            yield from seen.departures()

    def _tell(self, reloaded: Reloaded | None, found: Look) -> None:
        status = replace(
            self.status,
            errors=tuple(self._errors()),
            stale=tuple(self._stale()),
            departures=tuple(self._departures()),
        )
        now = time.time()
        if reloaded is not None and reloaded.published:
            status = replace(
                status,
                generation=reloaded.generation,
                since=now,
                reloads=status.reloads + 1,
                last_success=status.last_success if found.errors else now,
            )
        if found.errors:
            status = replace(status, last_error=now, last_error_message=str(found.errors[-1].reason))
        self.status = status


def load_without_effects(homes: Homes, around: Surroundings) -> Generation:
    """The hook files of these homes in worlds of their own: no plugins, no unsandboxed files, so that loading does
    nothing to the world outside. Raises ConfigError.
    """
    return Reloader(lambda: homes, around, sandboxed_only=True).load(0)


def _nobody(generation: Generation) -> None:
    """For whoever loads without publishing."""
