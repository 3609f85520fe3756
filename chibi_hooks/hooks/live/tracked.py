"""A hook file as looks see it: what is live of it, and what was last tried.

Rules: nothing here reads the disk or loads anything; `hook_files` does, and changes what is kept here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from chibi_hooks.hooks.homes.config import Config, Isolation
from chibi_hooks.hooks.homes.home import SCRIPT_FOLDERS, Notice
from chibi_hooks.hooks.live.scan import digest
from chibi_hooks.hooks.live.status import Departure

if TYPE_CHECKING:
    from chibi_hooks.hooks.scripts.loading import Lease
    from chibi_hooks.hooks.scripts.script import Script


EMPTIED: Final = "it registers nothing any more"


class LoadRecipe(NamedTuple):
    """What decides how a hook file loads, besides the files that it reads."""

    digest: str
    tier: str
    time_limit: float
    memory_limit: int
    environment: Mapping[str, str] | None
    trusted: bool
    libraries: Path
    isolation: str


@dataclass(slots=True, eq=False)
class TrackedFile:
    """A hook file: what is live of it, and what was last tried."""

    name: str
    script: Script | None = None
    lease: Lease | None = None
    live: LoadRecipe | None = None
    live_reads: dict[Path, str] = field(default_factory=dict)
    tried: LoadRecipe | None = None
    reads: dict[Path, str] = field(default_factory=dict)
    error: Notice | None = None
    around: str | None = None  # the names in the home when it failed for want of a file
    pinned: bool = False  # brought back by a rollback although it is not on disk
    since: float = 0.0  # when what is live of it was loaded
    generation: int = 0  # the first one it was in
    apart: str = ""  # why something else is live than was loaded from its text: a rollback, an evaluation from outside
    number: int = -1  # among the policies that the configuration switches on
    emptied: bool = False  # was there a version that registered something, and this one does not?
    _place: tuple[int, list[tuple[int, str]]] | None = None  # among the files of the disk: every look sorts them

    def place_in_order(self) -> tuple[int, list[tuple[int, str]]]:
        """Policies first, as the configuration has them; then where `find_scripts` would name it: by folder; the files
        of a directory, then those of its directories."""
        if self.number >= 0:
            return -1, [(self.number, self.name)]
        if self._place is None:
            folder = next((n for n, each in enumerate(SCRIPT_FOLDERS) if self.name.startswith(f"{each}/")), 0)
            *directories, name = self.name.split("/")
            self._place = folder, [*((1, each) for each in directories), (0, name)]
        return self._place

    def departure(self) -> Departure | None:
        """How what is live differs from what lies on disk; None when it does not."""
        if self.error is not None and self.script is not None:
            line = self.error.reason.partition("\n")[0].removeprefix(f"{self.error.place}: ")
            return Departure(self.error.place, line, self.since, self.generation)
        return Departure(self.name, self.apart, self.since, self.generation) if self.apart else None

    def notices(self) -> Iterator[Notice]:
        """What a generation says about it."""
        if self.script is not None:
            yield from (problem.notice(self.name) for problem in self.script.problems)
            if self.emptied:
                yield Notice(self.name, f"{self.name}: {EMPTIED}")
        elif self.error is not None:
            yield self.error


def has_registered(script: Script | None) -> bool:
    """Has a hook file hooks or tools?"""
    return script is not None and bool(script.hooks or script.tools)


def under(config: Config, recipe: LoadRecipe, name: str, isolation: Isolation | None = None) -> LoadRecipe:
    """The recipe with what a configuration says of this file; `isolation` is what the host says, whatever that says."""
    return recipe._replace(
        tier=config.tier(name),
        time_limit=config.seconds(name),
        memory_limit=config.megabytes(name),
        isolation=isolation or config.isolated(name),
    )


def digests(texts: dict[Path, str]) -> dict[Path, str]:
    """What the texts of files are known by."""
    return {path: digest(text.encode("utf-8")) for path, text in texts.items()}
