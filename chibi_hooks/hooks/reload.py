"""A generation and the disk -> the next generation, when something there has changed.

Rules (DESIGN §9)
-----
* A scan decides, whoever asked for it: every look compares what is on disk with what was last tried, and what is
  unchanged is left alone, its worlds with their state included.
* All that changed is loaded first, into fresh worlds and under the files' own budgets; then one assignment publishes
  it. A fire holds the generation with which it began.
* A file that cannot be loaded keeps its last good version, and its error stays until the file is right again. No
  longer kept: a file that is gone, and one that is no longer unsandboxed.
* What is gone, or has become empty, is held for `GRACE`: an editor that empties and writes, or removes and renames,
  must not open a gap without a guard.
* `rollback` brings back what the generation before had. A file that was rolled back stays so until it is saved again.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from threading import RLock
from typing import Final

from chibi_hooks.hooks.config import Config
from chibi_hooks.hooks.differences import Look, difference, plugin_registrations, registrations_of
from chibi_hooks.hooks.errors import BadRequest, ConfigError
from chibi_hooks.hooks.generation import (
    Generation,
    Loaded,
    closing,
    compose,
    find_scripts,
    plugin_call,
    read_config,
    read_plugins,
    read_script,
)
from chibi_hooks.hooks.home import CONFIG_NAME, Home, Homes, Notice, Surroundings
from chibi_hooks.hooks.plugins import Plugin
from chibi_hooks.hooks.scan import ABSENT, EMPTY, Contents, Unsteady, digest, names_below
from chibi_hooks.hooks.scripts import BrokenScript, Revision, Script, lease
from chibi_hooks.hooks.status import Change, Kind, Reloaded, Status
from chibi_hooks.hooks.tracked import Recipe, TrackedFile, TrackedHome, adopted, digests, under
from chibi_hooks.hooks.trust import Gate

GRACE: Final = 0.150  # seconds; an editor's remove-and-rename takes a few milliseconds, on a slow disk a hundred
SOON: Final = 0.025  # seconds until a file that was being written is looked at again
BUSY_RETRIES: Final = 3  # more looks at plugins that could not be started, because somebody still writes them
SEEKING: Final = ("file", "library")  # kinds of errors that a file which does not exist yet may cure
ORDER: Final = ("user", "project", "given")  # of homes: lower ones answer first


class Reloader:
    """Keeps one host's generation like the disk. Any thread may call it; one look at a time.

    `find` gives the homes as they are now; `publish` makes a generation the live one; `clock` counts seconds.
    """

    def __init__(
        self,
        generation: Generation,
        find: Callable[[], Homes],
        around: Surroundings,
        publish: Callable[[Generation], None],
        *,
        clock: Callable[[], float] = time.monotonic,
        now_ns: Callable[[], int] = time.time_ns,
    ) -> None:
        self.listeners: list[Callable[[Reloaded], None]] = []  # called on the thread that looked
        self.due: float | None = None  # when another look is needed, even if nothing happens
        self._lock = RLock()
        self._find = find
        self._around = around
        self._publish = publish
        self.clock = clock
        self.takes_saves = False
        self._contents = Contents(now_ns)
        self._absences: dict[str, float] = {}  # path -> since when, as of the last look
        self._absent: dict[str, float] = {}  # the same of this look
        self._generation = generation
        self._previous: Generation | None = None
        self._notices: tuple[Notice, ...] = ()
        self._project: Path | None = None
        self._states = {each.home.kind: adopted(each) for each in generation.loaded}
        self._status = Status(generation.number, time.time(), 0, tuple(self._errors()))

    @property
    def status(self) -> Status:
        """What is live and what is wrong, as of the last look."""
        return self._status

    @property
    def homes(self) -> Sequence[Home]:
        """The homes as of the last look."""
        return [state.home for state in self._states.values()]

    @property
    def read(self) -> Sequence[Path]:
        """The files besides those of the homes that worlds were made from, as of the last look."""
        with self._lock:
            return [path for state in self._states.values() for file in state.files.values() for path in file.reads]

    def look(self) -> Reloaded | None:
        """Load what has changed and publish it; None when there is nothing new."""
        with self._lock:
            started = time.perf_counter()
            self.due = None
            self._absent = {}
            found = Look()
            self._find_homes()
            for state in self._states.values():
                self._look_at_config(state, found)
                if not state.closed:
                    self._look_at_scripts(state, found)
                    self._look_at_plugins(state, found)
            self._absences = self._absent
            self._contents.forget_the_rest()
            return self._finish(found, started)

    def gone(self, path: Path) -> None:
        """The file was deleted on purpose, by a tool: the next look waits for no editor that might bring it back."""
        with self._lock:
            self._absences[str(path)] = float("-inf")

    def rollback(self) -> Reloaded:
        """Bring back what the generation before this one had. Raises BadRequest when there is none."""
        with self._lock:
            started = time.perf_counter()
            if self._previous is None:
                raise BadRequest("rollback: there is no earlier generation to go back to")
            found = Look()
            for loaded in self._previous.loaded:
                if loaded.home.kind in self._states:  # not of a home that is no longer trusted
                    self._roll_back(self._states[loaded.home.kind], loaded, found)
            reloaded = self._finish(found, started)
            assert reloaded is not None  # two generations that follow each other differ
            return reloaded

    def revise(self, script: Script, revision: Revision) -> Reloaded:
        """Publish what was registered in a live world from outside of its file, until the file is loaded again.

        `rollback` does not take it back (the world is the same); `load_again` does. Raises BadRequest when that world
        is live no more.
        """
        with self._lock:
            started = time.perf_counter()
            self._find_homes()
            state = next((each for each in self._states.values() if script in each.loaded.scripts), None)
            if state is None:
                raise BadRequest(f"{script.name}: it was loaded again meanwhile, and this world is live no more")
            found = Look(changes=[Change("changed", script.name, "not on disk")], before=registrations_of(script))
            script.revise(revision)
            found.after += registrations_of(script)
            previous = self._previous
            reloaded = self._finish(found, started, revised=True)
            self._previous = previous
            assert reloaded is not None  # it has a change
            return reloaded

    def load_again(self, name: str) -> Reloaded | None:
        """Load a hook file although it is unchanged: what was done to its world from outside is gone then.

        Raises BadRequest when there is no such file.
        """
        with self._lock:
            files = [state.files[name] for state in self._states.values() if name in state.files]
            if not files:
                raise BadRequest(f"there is no hook file {name}")
            for file in files:
                file.tried = file.live = None
            return self.look()

    # homes ------------------------------------------------------------------------------------------------------------

    def _find_homes(self) -> None:
        """A home that is not there any more stays in the list: it is watched for, and has no files."""
        try:
            homes = self._find()
        except ConfigError:  # the home that was named is gone
            homes = Homes((), self._project or self._around.directory, self._notices)
        moved = self._project is not None and homes.project != self._project
        self._project, self._notices = homes.project, homes.notices
        for home in homes.homes:
            state = self._states.get(home.kind)
            if state is None:
                self._states[home.kind] = self._begin(home)
            elif state.home != home:
                state.home, state.dirty = home, True
        for state in self._states.values():
            state.dirty = state.dirty or moved
        revoked = homes.notices and not any(home.kind == "project" for home in homes.homes)
        self._states = {
            kind: self._states[kind] for kind in ORDER if kind in self._states and not (revoked and kind == "project")
        }

    def _begin(self, home: Home) -> TrackedHome:
        config = Config()
        if home.gate is not None:
            home.gate.take_saves(self.takes_saves)
        empty = Loaded(home, config, plugin_call(config, self._around.directory, self._around, home), (), (), (), ())
        state = adopted(empty)
        state.closed = home.gate is not None
        return state

    def take_saves(self, wanted: bool = True) -> None:
        """Is what changes from now on the user's own work, so that it needs no `chibi-hooks trust`?"""
        with self._lock:
            self.takes_saves = wanted
            for home in self.homes:
                if home.gate is not None:
                    home.gate.take_saves(wanted)

    # configuration ----------------------------------------------------------------------------------------------------

    def _look_at_config(self, state: TrackedHome, found: Look) -> None:
        path = str(state.home.config)
        seen = self._seen(path)
        if seen is None or (seen == ABSENT and not state.closed and self._held(path)):
            return
        seen += "" if state.admits(CONFIG_NAME) else " untrusted"
        if seen == state.config_seen:
            return
        notice = closing(state.home)
        try:
            config = state.config if notice is not None else read_config(state.home)
        except ConfigError as error:
            notice = Notice(CONFIG_NAME, str(error), str(error))
        if notice is not None:
            state.config_seen = seen
            if notice != state.config_error:
                state.config_error = notice
                found.errors.append(notice)
                found.changes.append(Change("broken", CONFIG_NAME))
            return
        state.config_seen, state.closed = seen, False
        if config != state.config:
            state.config, state.dirty = config, True
            state.plugins_seen = None  # how long a schema may take, and what it inherits
            found.changes.append(Change("changed", CONFIG_NAME))
        elif state.config_error is not None:
            found.changes.append(Change("fixed", CONFIG_NAME))
        state.config_error = None

    # hook files -------------------------------------------------------------------------------------------------------

    def _look_at_scripts(self, state: TrackedHome, found: Look) -> None:
        paths = dict(find_scripts(state.home.path))
        for name, path in paths.items():
            seen = self._seen(str(path))
            if seen == ABSENT:  # a link that leads nowhere, or gone since
                self._look_for_absent(state, name, found)
            elif seen is not None:
                self._look_at_script(state, name, path, seen, found)
        for name in [name for name in state.files if name not in paths]:
            self._look_for_absent(state, name, found)

    def _look_for_absent(self, state: TrackedHome, name: str, found: Look) -> None:
        file = state.files.get(name)
        if file is None or file.pinned or self._held(str(state.home.path / name)):
            return
        del state.files[name]
        state.dirty = True
        found.replaced(file.script, None)
        found.changes.append(Change("removed", name))

    def _look_at_script(self, state: TrackedHome, name: str, path: Path, seen: str, found: Look) -> None:
        file = state.files.get(name)
        if seen == EMPTY and file is not None and file.script is not None and file.script.hooks and self._held(path):
            return
        config = state.config
        recipe = Recipe(
            seen, config.tier(name), config.seconds(name), config.megabytes(name),
            config.seen_by(name, self._around.environment), state.admits(name), state.home.libraries,
        )  # fmt: skip
        why = ""
        if file is None:
            file = TrackedFile(name)
        elif recipe != file.tried:
            why = _why(file.tried, recipe)
        elif changed := self._changed(file.reads):
            why = _shown(changed, state.home)
        elif file.around is None or file.around == self._names(state.home):
            return
        if recipe == file.live and all(self._seen(str(read)) == content for read, content in file.live_reads.items()):
            _restore(file, recipe, found)
            return
        self._load(state, file, path, recipe, why, found)

    def _load(self, state: TrackedHome, file: TrackedFile, path: Path, recipe: Recipe, why: str, found: Look) -> None:
        try:
            content, data = self._contents.read(path)
            if content != recipe.digest:
                raise Unsteady(path)
        except Unsteady:
            self._again(SOON)
            return
        except OSError as error:
            self._fail(state, file, recipe, BrokenScript(file.name, f"cannot be read: {error.strerror}"), found)
            return
        try:
            script = read_script(state.home, state.config, self._around, file.name, path, data)
        except BrokenScript as broken:
            self._fail(state, file, recipe, broken, found)
            return
        found.replaced(file.script, script)
        kind: Kind = "fixed" if file.error else "changed" if file.script else "added"
        found.changes.append(Change(kind, file.name, why))
        state.files[file.name], file.pinned = file, False
        file.script, file.lease = script, lease(script)
        file.error, file.around = None, None
        file.live = file.tried = recipe
        file.live_reads = file.reads = digests(script.files)
        state.dirty = True

    def _fail(self, state: TrackedHome, file: TrackedFile, recipe: Recipe, broken: BrokenScript, found: Look) -> None:
        """The last good version stays, unless it may do what this one may not."""
        state.files[file.name], file.pinned = file, False
        file.tried, file.reads = recipe, digests(broken.files)
        file.around = self._names(state.home) if broken.kind in SEEKING else None
        notice = Notice(file.name, str(broken), broken.report)
        if file.script is not None and file.script.tier == "unsandboxed" and recipe.tier != "unsandboxed":
            found.replaced(file.script, None)
            file.script = file.lease = file.live = None
            state.dirty = True
        if notice == file.error:
            return
        state.dirty = state.dirty or file.script is None
        file.error = notice
        found.errors.append(notice)
        found.changes.append(Change("broken", file.name))

    def _changed(self, reads: dict[Path, str]) -> Path | None:
        """The first of these files that is not what it was."""
        for path, content in reads.items():
            seen = self._seen(str(path))
            if seen is None or (seen == ABSENT != content and self._held(path)):
                continue
            if seen != content:
                return path
        return None

    def _names(self, home: Home) -> str:
        names = "\0".join(names_below(home.hooks, home.libraries))  # what can be imported or included
        names += str(home.gate.trust.stamp) if home.gate is not None else ""  # and what may be
        return blake2b(names.encode("utf-8", "surrogateescape")).hexdigest()

    # plugins ----------------------------------------------------------------------------------------------------------

    def _look_at_plugins(self, state: TrackedHome, found: Look) -> None:
        seen = self._seen_plugins(state.home.plugins, state.home.gate)
        if seen is None or seen == state.plugins_seen:
            return
        assert self._project is not None
        listed, notices = read_plugins(state.home, state.config, self._project, self._around)
        kept, errors, waiting = self._keep_plugins(state, listed, notices)
        busy = any(notice.reason.startswith("--schema: could not be started") for notice in notices)
        state.busy = state.busy + 1 if busy else 0
        if busy and state.busy <= BUSY_RETRIES:
            self._again(GRACE)
            waiting = True
        state.plugins_seen = None if waiting else seen
        plugins = tuple(sorted([*listed, *kept], key=lambda plugin: plugin.place))
        left = tuple(notice for notice in notices if notice not in errors)
        self._compare_plugins(state, plugins, errors, left, found)
        if plugins != state.plugins or left != state.plugin_notices:
            state.plugins, state.plugin_notices, state.dirty = plugins, left, True
        state.plugin_errors = errors

    def _keep_plugins(
        self, state: TrackedHome, listed: Sequence[Plugin], notices: Sequence[Notice]
    ) -> tuple[list[Plugin], tuple[Notice, ...], bool]:
        """Those of the plugins so far that stay although they were not listed, why, and whether to look again."""
        there = {plugin.place for plugin in listed}
        said = {notice.place: notice for notice in notices}
        kept, errors, waiting = [], [], False
        for plugin in state.plugins:
            if plugin.place in there:
                continue
            notice = said.get(plugin.place)
            if notice is not None and notice.reason.startswith("--schema:"):
                errors.append(notice)
                kept.append(plugin)
            elif (notice is None or "executable" in notice.reason) and self._held(state.home.path / plugin.place):
                kept.append(plugin)
                waiting = True
        return kept, tuple(errors), waiting

    def _compare_plugins(
        self,
        state: TrackedHome,
        plugins: Sequence[Plugin],
        errors: Sequence[Notice],
        notices: Sequence[Notice],
        found: Look,
    ) -> None:
        before = {plugin.place: plugin for plugin in state.plugins}
        after = {plugin.place: plugin for plugin in plugins}
        wrong = {notice.place for notice in state.plugin_errors}
        for place in sorted(before.keys() | after.keys()):
            old, new = before.get(place), after.get(place)
            if old != new:
                kind: Kind = "added" if old is None else "removed" if new is None else "changed"
                found.changes.append(Change(kind, place))
                found.before += plugin_registrations(old)
                found.after += plugin_registrations(new)
            elif place in wrong and place not in {notice.place for notice in errors}:
                found.changes.append(Change("fixed", place))
        known = (*state.plugin_errors, *state.plugin_notices)
        for notice in (*errors, *notices):
            if notice not in known:
                found.errors.append(notice)
                found.changes.append(Change("broken", notice.place))

    def _seen_plugins(self, directory: Path, gate: Gate | None) -> str | None:
        """The content of a plugins directory in one digest; None while one of them is being written."""
        try:
            names = sorted(os.listdir(directory))
        except OSError:
            names = []
        parts = []
        for name in names:
            path = directory / name
            inner = path / name if path.is_dir() else path
            seen = self._seen(str(inner))
            if seen is None:
                return None
            trusted = gate is None or gate.refusal_of_plugin(f"plugins/{name}") is None
            parts.append(f"{name}\0{os.path.realpath(inner)}\0{seen}\0{_mode(inner)}\0{trusted}")
        return digest("\0".join(parts).encode("utf-8", "surrogateescape"))

    # looking ----------------------------------------------------------------------------------------------------------

    def _seen(self, path: str) -> str | None:
        """What a file contains; None while it is being written."""
        try:
            return self._contents.look(path)
        except Unsteady:
            self._again(SOON)
            return None

    def _held(self, path: str | Path) -> bool:
        """Has this been gone for so short a time that we do as if it were there?"""
        key, now = str(path), self.clock()
        since = self._absent[key] = self._absences.get(key, now)
        left = since + GRACE - now
        if left > 0:
            self._again(left)
        return left > 0

    def _again(self, seconds: float) -> None:
        at = self.clock() + seconds
        self.due = at if self.due is None else min(self.due, at)

    # publishing -------------------------------------------------------------------------------------------------------

    def _finish(self, found: Look, started: float, *, revised: bool = False) -> Reloaded | None:
        published = self._publish_next(revised)
        if not published and not found.changes:
            self._tell(None, found)
            return None
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

    def note_failure(self, message: str) -> None:
        """Remember what went wrong besides the files themselves."""
        self._status = replace(self._status, last_error=time.time(), last_error_message=message)

    def _publish_next(self, revised: bool = False) -> bool:
        assert self._project is not None
        notices = tuple(self._notices)
        loaded = tuple(self._loaded(state) for state in self._states.values())
        for state, each in zip(self._states.values(), loaded, strict=True):
            state.loaded, state.dirty = each, False
        if loaded == self._generation.loaded and not revised:
            return False
        generation = compose(self._generation.number + 1, notices, loaded)
        self._previous, self._generation = self._generation, generation
        self._publish(generation)
        return True

    def _loaded(self, state: TrackedHome) -> Loaded:
        if not state.dirty:
            return state.loaded
        assert self._project is not None
        files = sorted(state.files.values(), key=TrackedFile.place_in_order)
        return Loaded(
            state.home,
            state.config,
            plugin_call(state.config, self._project, self._around, state.home),
            state.plugins,
            tuple(file.script for file in files if file.script is not None),
            (*state.plugin_notices, *(notice for file in files for notice in file.notices())),
            tuple(file.lease for file in files if file.lease is not None),
        )

    def _errors(self) -> Iterator[Notice]:
        for state in self._states.values():
            yield from state.errors()

    def _tell(self, reloaded: Reloaded | None, found: Look) -> None:
        status = replace(
            self._status,
            errors=tuple(self._errors()),
            stale=tuple(place for state in self._states.values() for place in state.stale()),
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
        self._status = status

    def _roll_back(self, state: TrackedHome, loaded: Loaded, found: Look) -> None:
        """Make live again what a home had; what was tried of its files stays tried."""
        scripts = {script.name: (script, held) for script, held in zip(loaded.scripts, loaded.leases, strict=True)}
        for name in sorted(state.files.keys() | scripts.keys()):
            file = state.files.setdefault(name, TrackedFile(name, pinned=True))
            script, held = scripts.get(name, (None, None))
            if script is not file.script:
                found.replaced(file.script, script)
                found.changes.append(Change("rolled back", name))
                file.script, file.lease, file.live, file.live_reads = script, held, None, {}
        before, after = ({plugin.place: plugin for plugin in each} for each in (state.plugins, loaded.plugins))
        for place in sorted(before.keys() | after.keys()):
            if before.get(place) != after.get(place):
                found.changes.append(Change("rolled back", place))
                found.before += plugin_registrations(before.get(place))
                found.after += plugin_registrations(after.get(place))
        if state.config != loaded.config:
            found.changes.append(Change("rolled back", CONFIG_NAME))
            for file in state.files.values():  # what was tried stays tried, under these limits too
                file.tried = file.tried and under(loaded.config, file.tried, file.name)
        state.plugins, state.config, state.dirty = loaded.plugins, loaded.config, True


def _restore(file: TrackedFile, recipe: Recipe, found: Look) -> None:
    """The file is again what is live of it."""
    file.tried, file.reads, file.around = recipe, file.live_reads, None
    if file.error is not None:
        file.error = None
        found.changes.append(Change("fixed", file.name, "as it was"))


def _why(tried: Recipe | None, recipe: Recipe) -> str:
    """Why a file is loaded again, when it is not its own text."""
    if tried is None or tried.digest != recipe.digest:
        return ""
    return "its libraries moved" if tried.libraries != recipe.libraries else CONFIG_NAME


def _shown(path: Path, home: Home) -> str:
    return str(path.relative_to(home.path)) if path.is_relative_to(home.path) else str(path)


def _mode(path: Path) -> str:
    try:
        about = path.stat()
    except OSError:
        return ""
    return f"{about.st_mode}/{about.st_uid}"
