"""What a home looks like to the reloader: of each file what is live and what was last tried.

Rules: nothing here reads the disk or loads anything; `reload` does, and changes what is kept here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from chibi_hooks.hooks.config import Config
from chibi_hooks.hooks.generation import SCRIPT_FOLDERS, Loaded
from chibi_hooks.hooks.home import CONFIG_NAME, Home, Notice
from chibi_hooks.hooks.plugins import Plugin
from chibi_hooks.hooks.scan import digest
from chibi_hooks.hooks.scripts import Lease, Script


class Recipe(NamedTuple):
    """What decides how a hook file loads, besides the files that it reads."""

    digest: str
    tier: str
    time_limit: float
    memory_limit: int
    environment: Mapping[str, str] | None
    trusted: bool
    libraries: Path


@dataclass(slots=True, eq=False)
class TrackedFile:
    """A hook file: what is live of it, and what was last tried."""

    name: str
    script: Script | None = None
    lease: Lease | None = None
    live: Recipe | None = None
    live_reads: dict[Path, str] = field(default_factory=dict)
    tried: Recipe | None = None
    reads: dict[Path, str] = field(default_factory=dict)
    error: Notice | None = None
    around: str | None = None  # the names in the home when it failed for want of a file
    pinned: bool = False  # brought back by a rollback although it is not on disk

    def place_in_order(self) -> tuple[int, list[tuple[int, str]]]:
        """Where `find_scripts` would name it: by folder; the files of a directory, then those of its directories."""
        folder = next((n for n, each in enumerate(SCRIPT_FOLDERS) if self.name.startswith(f"{each}/")), 0)
        *directories, name = self.name.split("/")
        return folder, [*((1, each) for each in directories), (0, name)]

    def notices(self) -> Iterator[Notice]:
        """What a generation says about it."""
        if self.script is not None:
            yield from (Notice(self.name, str(problem)) for problem in self.script.problems)
        elif self.error is not None:
            yield self.error


@dataclass(slots=True, eq=False)
class TrackedHome:
    """A home: what is live of it, and what was last tried."""

    home: Home
    config: Config
    loaded: Loaded
    files: dict[str, TrackedFile]
    plugins: tuple[Plugin, ...]
    plugin_notices: tuple[Notice, ...]
    plugins_seen: str | None = None
    plugin_errors: tuple[Notice, ...] = ()  # of plugins whose last good schema is live
    busy: int = 0
    config_seen: str | None = None
    config_error: Notice | None = None
    dirty: bool = False
    closed: bool = False  # its configuration has never been trusted

    def admits(self, place: str) -> bool:
        """May this file of the home be run?"""
        return self.home.gate is None or self.home.gate.admits(place)

    def errors(self) -> Iterator[Notice]:
        """What is wrong on disk."""
        if self.config_error is not None:
            yield self.config_error
        yield from (file.error for file in self.files.values() if file.error is not None)
        yield from self.plugin_errors

    def stale(self) -> Iterator[str]:
        """The places whose last good version decides."""
        if self.config_error is not None:
            yield CONFIG_NAME
        yield from (file.name for file in self.files.values() if file.error is not None and file.script is not None)
        yield from (notice.place for notice in self.plugin_errors)


def adopted(loaded: Loaded) -> TrackedHome:
    """What is known of a home that was loaded without us."""
    files: dict[str, TrackedFile] = {}
    for script, held in zip(loaded.scripts, loaded.leases, strict=True):
        reads = digests(script.files)
        config = loaded.config
        recipe = Recipe(
            digest(script.source.text.encode("utf-8", "surrogatepass")),
            script.tier,
            config.seconds(script.name),
            config.megabytes(script.name),
            script.environment,
            True,
            loaded.home.libraries,
        )
        files[script.name] = TrackedFile(script.name, script, held, recipe, reads, recipe, reads)
    about_plugins = []
    for notice in loaded.notices:
        if notice.place.startswith("plugins"):
            about_plugins.append(notice)
        elif notice.place not in (*files, CONFIG_NAME):
            files[notice.place] = TrackedFile(notice.place, error=notice)
    state = TrackedHome(loaded.home, loaded.config, loaded, files, loaded.plugins, tuple(about_plugins))
    state.config_error = next((notice for notice in loaded.notices if notice.place == CONFIG_NAME), None)
    state.closed = state.config_error is not None
    return state


def under(config: Config, recipe: Recipe, name: str) -> Recipe:
    """The recipe with what a configuration says of this file."""
    return recipe._replace(
        tier=config.tier(name), time_limit=config.seconds(name), memory_limit=config.megabytes(name)
    )


def digests(texts: dict[Path, str]) -> dict[Path, str]:
    """What the texts of files are known by."""
    return {path: digest(text.encode("utf-8")) for path, text in texts.items()}
