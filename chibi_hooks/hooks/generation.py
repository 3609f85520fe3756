"""Homes -> one `Generation`: every responder they hold, by hook point and in the order in which they answer.

Rules
-----
* A generation never changes: a fire that began with it ends with it, whatever is saved meanwhile.
* Order at a point: plugins, then Scheme hooks; within each, lower homes first, then the order of files' names, then
  of registration.
* An executable answers once per fire, however many of its tools declare the point (chibi calls it once for each, and
  it cannot tell which is meant). A later tool takes the place, the hooks and the name of an earlier one that is
  called the same.
* What cannot be loaded is a `Notice` and leaves the rest alone; where `on_failure = "deny"` covers it, it answers as
  a failure.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from chibi_hooks.hooks.answer import Answer, Failure, Json, Kind
from chibi_hooks.hooks.config import Config, load_config
from chibi_hooks.hooks.discovery import load_plugins
from chibi_hooks.hooks.fold import refusal
from chibi_hooks.hooks.home import CONFIG_NAME, Home, Homes, Notice, Surroundings
from chibi_hooks.hooks.plugins import Call, Plugin, PluginTool, call_hook
from chibi_hooks.hooks.point import POINTS, Point
from chibi_hooks.hooks.vfs import Quota, Vfs

if TYPE_CHECKING:
    from chibi_hooks.hooks.scripts import Lease, Script

SCHEMA_CACHE: Final = "schemas.json"
SCRIPT_FOLDERS: Final = ("hooks", "vfs/tools/flocks", "vfs/tools/home", "vfs/tools/shared")


@dataclass(frozen=True, slots=True)
class PluginHook:
    """A plugin at one hook point."""

    responder: str
    plugin: Plugin
    call: Call
    in_environment: bool
    denies: bool  # does its failure deny here?
    kind: Kind = "plugin"

    @property
    def place(self) -> str:
        """Where it can be read and changed: `plugins/name`."""
        return self.plugin.place

    def answer(self, point: str, payload: bytes) -> tuple[Answer, str]:
        """Its answer to this payload (JSON text), and what it wrote to stderr."""
        return call_hook(self.plugin, self.responder, point, payload, self.call, in_environment=self.in_environment)


@dataclass(frozen=True, slots=True)
class SchemeHook:
    """A callback of a hook file at one hook point; `answer` never raises."""

    responder: str
    place: str
    answer: Callable[[Json], Answer]
    denies: bool
    kind: Kind = "scheme"
    audience: frozenset[str] | None = None  # the contexts for which it answers; None: all


@dataclass(frozen=True, slots=True)
class Responders:
    """Who answers at one point. `broken` stand for responders that could not be loaded and whose failure denies."""

    point: type[Point]
    plugins: tuple[PluginHook, ...] = ()
    scripts: tuple[SchemeHook, ...] = ()
    broken: tuple[Answer, ...] = ()
    denies: bool = False  # does the failure of any of them deny?

    @property
    def hooks(self) -> Sequence[PluginHook | SchemeHook]:
        """Everybody, in the order in which they answer."""
        return (*self.plugins, *self.scripts)


@dataclass(frozen=True, slots=True)
class Loaded:
    """One home with everything that it gave."""

    home: Home
    config: Config
    call: Call
    plugins: tuple[Plugin, ...]
    scripts: tuple[Script, ...]
    notices: tuple[Notice, ...]
    leases: tuple[Lease, ...]  # one for each script: its world ends when no generation holds it


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Generation:
    """One immutable set of loaded responders."""

    number: int
    loaded: tuple[Loaded, ...]
    notices: tuple[Notice, ...]
    responders: Mapping[str, Responders] = field(repr=False)
    permission: str

    @property
    def project(self) -> Path:
        """The project's directory."""
        return Path(self.loaded[-1].call.directory) if self.loaded else Path()

    @property
    def vfs(self) -> Vfs | None:
        """The virtual files: those of the highest home."""
        if not self.loaded:
            return None
        highest = self.loaded[-1]
        return virtual_files(highest.home, highest.config)

    def has_replaced_plugin(self, point: str) -> bool:
        """Does another file lie where a plugin was loaded from that answers at this point?"""
        responders = self.responders.get(point)
        plugins = responders.plugins if responders is not None else ()
        return bool(plugins) and any(hook.plugin.is_replaced() for hook in plugins)  # most points have none

    def close(self) -> None:
        """Let the worlds of its files go."""
        for each in self.loaded:
            for script in each.scripts:
                script.close()


def load_generation(
    number: int, homes: Homes, around: Surroundings, *, fresh: bool = False, effects: bool = True
) -> Generation:
    """Load every home. `fresh` asks every plugin for its schema again; without `effects` plugins and unsandboxed files
    are left out, so that loading does nothing to the world outside (replay.py). Raises ConfigError.
    """
    loaded = tuple(_load_home(home, homes.project, around, fresh, effects) for home in homes.homes)
    return compose(number, homes.notices, loaded)


def compose(number: int, notices: Sequence[Notice], loaded: tuple[Loaded, ...]) -> Generation:
    """The generation of these homes; `notices` are those that belong to none of them."""
    notices = (*notices, *(notice for each in loaded for notice in each.notices))
    stated = [each.config.permission for each in loaded if each.config.permission is not None]
    hooks = _scheme_hooks(loaded)
    responders = {wire: _responders(point, loaded, hooks.get(wire, ())) for wire, point in POINTS.items()}
    return Generation(number, loaded, notices, responders, stated[-1] if stated else "deny")


def _load_home(home: Home, project: Path, around: Surroundings, fresh: bool, effects: bool) -> Loaded:
    if notice := closing(home):
        return Loaded(home, Config(), plugin_call(Config(), project, around, home), (), (), (notice,), ())
    config = read_config(home)
    plugins, notices = read_plugins(home, config, project, around, fresh=fresh) if effects else ([], [])
    scripts, broken = _load_scripts(home, config, around, effects)
    call = plugin_call(config, project, around, home)
    leases: list[Lease] = []
    if scripts:
        from chibi_hooks.hooks.scripts import lease  # as in _load_scripts

        leases = [lease(script) for script in scripts]
    return Loaded(home, config, call, tuple(plugins), tuple(scripts), (*notices, *broken), tuple(leases))


def closing(home: Home) -> Notice | None:
    """Why nothing of a project's home may be run: its configuration, which decides how, is not trusted."""
    reason = home.gate.refusal(CONFIG_NAME) if home.gate is not None else None
    return Notice(CONFIG_NAME, f"{reason}; until then nothing new of {home.path} runs") if reason else None


def read_config(home: Home) -> Config:
    """The configuration of a home. Raises ConfigError."""
    return load_config(home.config, {wire: can_refuse(point) for wire, point in POINTS.items()})


def read_plugins(
    home: Home, config: Config, project: Path, around: Surroundings, *, fresh: bool = False
) -> tuple[list[Plugin], list[Notice]]:
    """The plugins of a home, and what was left out."""
    if not home.plugins.is_dir():
        return [], []
    return load_plugins(
        home.plugins,
        call=_call(config, project, around, config.schema_timeout, home),
        points=list(POINTS),
        cache=around.state_directory() / SCHEMA_CACHE,
        fresh=fresh,
    )


def can_refuse(point: type[Point]) -> bool:
    """Can an answer at this point deny or block?"""
    return refusal(point, "") is not None


def virtual_files(home: Home, config: Config) -> Vfs:
    """The virtual files of a home."""
    unsandboxed = [prefix for prefix, tier in config.tiers.items() if tier == "unsandboxed"]

    def is_sealed(place: str) -> bool:
        if not f"{place}/".startswith("vfs/tools/"):  # nothing else is run
            return False
        return config.tier(place) == "unsandboxed" or any(each.startswith(f"{place}/") for each in unsandboxed)

    quota = Quota(config.vfs_megabytes << 20, config.vfs_files)
    return Vfs(home.virtual_files, config.flocks, quota, is_sealed)


def plugin_call(config: Config, project: Path, around: Surroundings, home: Home) -> Call:
    """What a hook call of a home's plugins needs."""
    return _call(config, project, around, config.plugin_timeout, home)


def _call(config: Config, project: Path, around: Surroundings, timeout: float, home: Home) -> Call:
    environment = config.inherited(around.environment)
    environment["CHIBI_PROJECT_ROOT"] = str(project)
    return Call(environment, str(project), timeout, home.gate)


def find_scripts(home: Path) -> Iterator[tuple[str, Path]]:
    """Place and path of every hook file of a home: `**/*.scm` in `SCRIPT_FOLDERS`, in the order of their names,
    without tests and hidden ones."""
    seen: set[str] = set()
    pending = [home / folder for folder in reversed(SCRIPT_FOLDERS)]
    while pending:
        directory = pending.pop()
        real = os.path.realpath(directory)
        if real in seen:  # links in a circle
            continue
        seen.add(real)
        inner = []
        for entry in sorted(_entries(directory), key=lambda entry: entry.name):
            path = directory / entry.name
            if entry.name.startswith("."):
                continue
            if entry.is_dir():
                inner.append(path)
            elif entry.name.endswith(".scm") and not entry.name.endswith("-test.scm"):
                yield str(path.relative_to(home)), path
        pending += reversed(inner)


def _entries(directory: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(directory) as entries:
            return list(entries)
    except OSError:
        return []


def _responders(point: type[Point], loaded: Sequence[Loaded], scripts: Sequence[SchemeHook]) -> Responders:
    wire = point.wire
    plugins = [hook for each in loaded for hook in _plugin_hooks(each, wire)]
    broken = [answer for each in loaded for answer in _broken(each, point)]
    denies = bool(broken) or any(hook.denies for hook in plugins) or any(hook.denies for hook in scripts)
    return Responders(point, tuple(plugins), tuple(scripts), tuple(broken), denies)


def _plugin_hooks(loaded: Loaded, point: str) -> Iterator[PluginHook]:
    config = loaded.config
    asked: set[str] = set()
    for plugin, tool in _tools_by_name(loaded.plugins):
        if point in tool.hooks and plugin.path not in asked:
            asked.add(plugin.path)
            yield PluginHook(
                tool.name,
                plugin,
                loaded.call,
                config.wants_environment_payload(plugin.place),
                config.denies_on_failure(point, plugin.place) and can_refuse(POINTS[point]),
            )


def _tools_by_name(plugins: Sequence[Plugin]) -> Iterator[tuple[Plugin, PluginTool]]:
    """Every tool with its plugin; a later one of the same name has taken the place of the earlier one."""
    named: dict[str, tuple[Plugin, PluginTool]] = {}
    for plugin in plugins:
        for tool in plugin.tools:
            named[tool.name] = (plugin, tool)
    yield from named.values()


def _scheme_hooks(loaded: Sequence[Loaded]) -> dict[str, list[SchemeHook]]:
    """The hooks of all files by point: one pass, since there may be ten thousand of them."""
    found: dict[str, list[SchemeHook]] = {}
    for each in loaded:
        for script in each.scripts:
            audience = audience_of(script.name, each.config.flocks)
            deniers = bool(each.config.on_failure)
            for hook in script.hooks:
                point = hook.point
                denies = deniers and each.config.denies_on_failure(point, script.name) and can_refuse(POINTS[point])
                made = SchemeHook(hook.responder, hook.place, hook.answer, denies, audience=audience)
                found.setdefault(point, []).append(made)
    return found


def _broken(loaded: Loaded, point: type[Point]) -> Iterator[Answer]:
    """Whoever could not be loaded and shall deny by failing; what it would have registered for is not known."""
    there = {plugin.place for plugin in loaded.plugins} | {script.name for script in loaded.scripts}
    for notice in loaded.notices:
        denies = can_refuse(point) and loaded.config.denies_on_failure(point.wire, notice.place)
        if denies and notice.place not in there:
            kind: Kind = "plugin" if notice.place.startswith("plugins/") else "scheme"
            yield Answer(notice.place, kind, notice.place, None, Failure("load", notice.reason))


def audience_of(place: str, flocks: Mapping[str, Sequence[str]]) -> frozenset[str] | None:
    """The contexts for which the file at `place` answers: its owner, the members of its flock; None: all."""
    match place.split("/"):
        case ["vfs", "tools", "home", owner, _, *_]:
            return frozenset((owner,))
        case ["vfs", "tools", "flocks", flock, _, *_]:
            return frozenset(flocks.get(flock, ()))
        case ["vfs", "tools", "home" | "flocks", *_]:
            return frozenset()
    return None


def read_script(
    home: Home, config: Config, around: Surroundings, name: str, path: Path, data: bytes | None = None
) -> Script:
    """One hook file of a home; `data` is its content where it was read before. Raises BrokenScript."""
    from chibi_hooks.hooks.scripts import load_script  # as in _load_scripts
    from chibi_hooks.scheme.shared import keep_compiled

    keep_compiled(around.compiled_directory())
    return load_script(
        path,
        name,
        tier=config.tier(name),
        time_limit=config.seconds(name),
        memory_limit=config.megabytes(name) << 20,
        roots=[home.libraries],
        data=data,
        vfs=virtual_files(home, config),
        environment=config.seen_by(name, around.environment),
        gate=home.gate,
    )


def _load_scripts(
    home: Home, config: Config, around: Surroundings, effects: bool
) -> tuple[list[Script], list[Notice]]:
    found = [each for each in find_scripts(home.path) if effects or config.tier(each[0]) == "sandboxed"]
    if not found:
        return [], []
    from chibi_hooks.hooks.scripts import BrokenScript  # a home without hook files does without the engine

    scripts: list[Script] = []
    notices: list[Notice] = []
    for name, path in found:
        try:
            script = read_script(home, config, around, name, path)
        except BrokenScript as broken:
            notices.append(Notice(name, str(broken), broken.report))
            continue
        scripts.append(script)
        notices += [Notice(name, str(problem)) for problem in script.problems]
    return scripts, notices
