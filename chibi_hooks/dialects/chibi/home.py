"""A home -> what this dialect finds in it: the plugins in `plugins/`, kept like the disk (`PluginSource`).

Rules
-----
* A plugin that fails at `--schema` keeps its last good schema; one that is gone or not executable is held for a moment:
  an installer may be at work. What was said of one that was left out is held as long. One that could not be started,
  because somebody still writes it, is asked again.
* An executable answers once per fire, however many of its tools declare the point (chibi calls it once for each, and
  it cannot tell which is meant). A later tool takes the place, the hooks and the name of an earlier one that is
  called the same; whoever does not answer any more because of that is told.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from chibi_hooks.hooks.deciding.fold import can_refuse
from chibi_hooks.hooks.deciding.point import ALLOWING, POINTS, Point
from chibi_hooks.hooks.homes.config import Config
from chibi_hooks.hooks.homes.home import CANNOT_READ, Notice
from chibi_hooks.hooks.live.differences import Look
from chibi_hooks.hooks.live.disk import GRACE, Disk
from chibi_hooks.hooks.live.homes_seen import SeenHome
from chibi_hooks.hooks.live.not_deleted import in_the_way
from chibi_hooks.hooks.live.scan import ABSENT, digest
from chibi_hooks.hooks.live.status import Change, Registration
from chibi_hooks.hooks.responders import Loaded, Responder
from chibi_hooks.scheme.reading.opener import about, is_directory, real_path

if TYPE_CHECKING:
    from chibi_hooks.dialects.chibi.plugins import Plugin, PluginCall, PluginTool

SCHEMA_CACHE: Final = "schemas.json"
BUSY_RETRIES: Final = 3  # more looks at plugins that could not be started, because somebody still writes them
MAY_BE_THERE: Final = ("--schema:", CANNOT_READ)  # reasons for which a plugin was left out that was live
NOTHING: Final = Loaded("plugins", "plugin", held=())


class PluginSource:
    """The plugins of one home: what is live of them, and what was last tried. A `Source`."""

    name = NOTHING.source

    def __init__(self, seen: SeenHome) -> None:
        self._home = seen
        self._plugins: tuple[Plugin, ...] = ()
        self._notices: tuple[Notice, ...] = ()
        self._errors: tuple[Notice, ...] = ()  # of plugins whose last good schema is live
        self._seen: str | None = None
        self._config = Config()
        self._busy = 0
        self._were: set[str] = set()  # the places that were plugins as long as they were there
        self.loaded = NOTHING

    def look(self, disk: Disk, found: Look) -> None:
        """Ask again who is there, if the directory is another one than at the last look."""
        home = self._home
        directory = home.home.plugins
        disk.sightings.asks(str(directory))
        if not self._plugins and not self._notices and self._seen is None and _is_absent(directory):
            return
        seen, faulty = self._digest(directory, disk)
        if seen is None or (seen == self._seen and home.config == self._config):
            return
        listed, notices = self._read()
        kept, errors, waiting = self._keep(listed, notices, disk)
        away = self._away(notices, disk)
        busy = any(notice.reason.startswith("--schema: could not be started") for notice in notices)
        self._busy = self._busy + 1 if busy else 0
        if busy and self._busy <= BUSY_RETRIES:
            disk.again(GRACE)
            waiting = True
        unsteady = not faulty and any(notice.reason.startswith(CANNOT_READ) for notice in notices)
        self._seen = None if waiting or unsteady or away else seen
        plugins = tuple(sorted([*listed, *kept], key=lambda plugin: plugin.place))
        left = (*(notice for notice in notices if notice not in errors), *away, *_overtaken(plugins))
        self._compare(plugins, errors, left, found)
        gone = {place for place in self._were if _is_absent(home.home.path / place)}
        self._were = (self._were - gone) | {plugin.place for plugin in plugins}
        self._errors = errors
        for each in listed:
            home.devices.note(home.home.path, each.place)
        if (plugins, left, home.config) != (self._plugins, self._notices, self._config):
            self._plugins, self._notices, self._config = plugins, left, home.config
            self.loaded = self._made()

    def errors(self) -> Sequence[Notice]:
        """What is wrong on disk."""
        return self._errors

    def stale(self) -> Iterator[str]:
        """The places whose last good version decides."""
        return (notice.place for notice in self._errors)

    def files(self) -> Sequence[Path]:
        """The home's directories are watched as they are."""
        return ()

    def roll_back(self, loaded: Loaded, found: Look) -> None:
        """Make live again what was loaded then."""
        before, after = ({plugin.place: plugin for plugin in each} for each in (self._plugins, loaded.held))
        for place in sorted(before.keys() | after.keys()):
            if before.get(place) != after.get(place):
                found.changes.append(Change("rolled back", place))
                found.before += registrations(before.get(place))
                found.after += registrations(after.get(place))
        self._plugins, self.loaded = tuple(after.values()), replace(loaded, notices=self._notices)

    def _read(self) -> tuple[list[Plugin], list[Notice]]:
        """The plugins of the home, and what was left out."""
        from chibi_hooks.dialects.chibi.discovery import load_plugins  # a home without plugins does without

        home = self._home
        if (away := self._covered()) is not None:
            return [], [Notice(home.home.plugins.name, f"{CANNOT_READ}{away}")]
        return load_plugins(
            home.home.plugins,
            call=self._call(home.config.schema_timeout),
            points=list(POINTS),
            cache=home.around.state_directory() / SCHEMA_CACHE,
            fresh=home.fresh,
            were=self._were,
        )

    def _covered(self) -> str | None:
        """Why the plugins that were live may be there still, under another file system; None where they may not."""
        home = self._home
        return next((home.devices.why_away(home.home.path, each.place) for each in self._plugins), None)

    def _call(self, timeout: float) -> PluginCall:
        from chibi_hooks.dialects.chibi.plugins import PluginCall  # as above

        home = self._home
        environment = home.config.inherited(home.around.environment)
        environment["CHIBI_PROJECT_ROOT"] = str(home.project)
        return PluginCall(environment, str(home.project), timeout, home.home.gate)

    def _made(self) -> Loaded:
        from chibi_hooks.dialects.chibi.plugin_tools import plugin_tools  # as above

        call = self._call(self._config.plugin_timeout)
        return Loaded(
            self.name,
            "plugin",
            _responders(self._plugins, self._config, call),
            places=frozenset(plugin.place for plugin in self._plugins),
            tools=tuple(plugin_tools(self._plugins, call, self._config.wants_environment_payload)),
            notices=self._notices,
            held=self._plugins,
        )

    def _keep(
        self, listed: Sequence[Plugin], notices: Sequence[Notice], disk: Disk
    ) -> tuple[list[Plugin], tuple[Notice, ...], bool]:
        """Those of the plugins so far that stay although they were not listed, why, and whether to look again."""
        there = {plugin.place for plugin in listed}
        said = {notice.place: notice for notice in notices}
        folder = said.get(self._home.home.plugins.name)
        kept, errors, waiting = [], [], False
        for plugin in self._plugins:
            if plugin.place in there:
                continue
            notice = said.get(plugin.place, folder)
            if notice is not None and notice.reason.startswith(MAY_BE_THERE):
                errors.append(notice)
                kept.append(plugin)
            elif (notice is None or "executable" in notice.reason) and disk.held(self._home.home.path / plugin.place):
                kept.append(plugin)
                waiting = True
        return kept, tuple(errors), waiting

    def _away(self, notices: Sequence[Notice], disk: Disk) -> list[Notice]:
        """What is said of entries that are away for a moment, where nothing else is said of them now: a plugin that was
        left out, and told, is not forgotten between the two halves of a save."""
        said = {notice.place for notice in notices}
        known = [notice for notice in (*self._notices, *self._errors) if notice.place not in said]
        places = {place: self._home.home.path / place for place in dict.fromkeys(notice.place for notice in known)}
        held = {place for place, path in places.items() if _is_absent(path) and disk.held(path)}
        return [notice for notice in known if notice.place in held]

    def _compare(
        self, plugins: Sequence[Plugin], errors: Sequence[Notice], notices: Sequence[Notice], found: Look
    ) -> None:
        before = {plugin.place: plugin for plugin in self._plugins}
        after = {plugin.place: plugin for plugin in plugins}
        wrong = {notice.place for notice in self._errors}
        for place in sorted(before.keys() | after.keys()):
            old, new = before.get(place), after.get(place)
            if old != new:
                found.changes.append(Change("added" if old is None else "removed" if new is None else "changed", place))
                found.before += registrations(old)
                found.after += registrations(new)
            elif place in wrong and place not in {notice.place for notice in errors}:
                found.changes.append(Change("fixed", place))
        known = (*self._errors, *self._notices)
        for notice in (*errors, *notices):
            if notice not in known:
                found.errors.append(notice)
                found.changes.append(Change("broken", notice.place))

    def _digest(self, directory: Path, disk: Disk) -> tuple[str | None, bool]:
        """The content of a plugins directory in one digest (None while one of them is being written), and whether there
        was anything that could not be read."""
        try:
            names = sorted(os.listdir(directory))
        except FileNotFoundError:
            if (away := in_the_way(directory.parent, directory.name)) is not None:
                return f"({away})", True
            names = []
        except OSError as error:
            disk.sightings.asks_more()
            return f"({error.strerror})", True
        if not names and (away := self._covered()) is not None:
            disk.sightings.asks(str(directory.parent))
            return f"({away})", True
        if names:
            disk.sightings.asks_more()
        parts, faulty = [], False
        for name in names:
            path = directory / name
            inner = path / name if is_directory(path) else path
            seen = disk.seen(str(inner))
            if seen is None:
                return None, False
            gate = self._home.home.gate
            trusted = gate is None or gate.refusal_of_plugin(f"plugins/{name}") is None
            parts.append(f"{name}\0{real_path(inner)}\0{seen}\0{_mode(inner)}\0{trusted}")
            faulty = faulty or seen == ABSENT or seen.startswith("(")
        return digest("\0".join(parts).encode("utf-8", "surrogateescape")), faulty


def source(seen: SeenHome) -> PluginSource:
    """What `opening` asks every dialect that has a `home.py`: its source in this home."""
    return PluginSource(seen)


def registrations(plugin: Plugin | None) -> list[Registration]:
    """The hooks and tools of a plugin."""
    if plugin is None:
        return []
    return [Registration(each, tool.name, plugin.place) for tool in plugin.tools for each in ("tool", *tool.hooks)]


def _responders(
    plugins: Sequence[Plugin], config: Config, call: PluginCall
) -> dict[type[Point], tuple[Responder, ...]]:
    from chibi_hooks.dialects.chibi.responder import PluginHook  # as above

    found: dict[type[Point], dict[str, Responder]] = {}
    for plugin, tool in _tools_by_name(plugins):
        for wire in tool.hooks:
            point = POINTS[wire]
            denies = config.denies_on_failure(wire, plugin.place) and can_refuse(point)
            in_environment = config.wants_environment_payload(plugin.place)
            allows = wire != ALLOWING or config.may_allow(plugin.place)
            hook = PluginHook(tool.name, plugin, call, in_environment, denies, allows)
            found.setdefault(point, {}).setdefault(plugin.path, hook)
    return {point: tuple(hooks.values()) for point, hooks in found.items()}


def _tools_by_name(plugins: Sequence[Plugin]) -> Iterator[tuple[Plugin, PluginTool]]:
    """Every tool with its plugin; a later one of the same name has taken the place of the earlier one."""
    named: dict[str, tuple[Plugin, PluginTool]] = {}
    for plugin in plugins:
        for tool in plugin.tools:
            named[tool.name] = (plugin, tool)
    yield from named.values()


def _overtaken(plugins: Sequence[Plugin]) -> Iterator[Notice]:
    """What is to be said of tools whose place another plugin's has taken: where they would have answered."""
    named = {tool.name: plugin for plugin, tool in _tools_by_name(plugins)}
    answers = {(wire, plugin.path) for plugin, tool in _tools_by_name(plugins) for wire in tool.hooks}
    for plugin in plugins:
        for tool in plugin.tools:
            lost = [wire for wire in tool.hooks if (wire, plugin.path) not in answers]
            if lost:
                other = named[tool.name].place
                by = "a later one of its own" if other == plugin.place else f"one of {other}"
                why = f'its tool "{tool.name}" has the name of {by}, which takes its place: it does not answer at '
                told = f"{why}{', '.join(lost)}; call it otherwise"
                yield Notice(plugin.place, told, missing=lost[0] if len(lost) == 1 else "*")


def _is_absent(path: Path) -> bool:
    try:
        return about(path) is None and not os.path.islink(path)
    except OSError:  # nobody can tell
        return False


def _mode(path: Path) -> str:
    try:
        about = path.stat()
    except OSError:
        return ""
    return f"{about.st_mode}/{about.st_uid}"
