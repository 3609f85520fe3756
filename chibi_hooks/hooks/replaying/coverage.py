"""Tests or recorded fires -> which clauses of hook files they ran: `Covered`, one for each file.

    coverage = Coverage()
    run_test_file(path, coverage=coverage)
    for file in covered(coverage, home):
        print(file.path, file.ran, file.missed)

What a clause is, is coverage.py's of the Scheme.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Final

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.homes.home import Homes, Notice, Surroundings
from chibi_hooks.hooks.recording.journal import Recorded
from chibi_hooks.hooks.replaying.replay import NotReplayed, Replay, load_for_replay
from chibi_hooks.scheme.worlds.coverage import Branch, BranchKind, Coverage

WORDS: Final[dict[BranchKind, str]] = {
    "then": "the condition was never true",
    "else": "never got to else",
    "true": "the condition was never true",
    "false": "the condition was never false",
    "body": "its body never ran",
    "clause": "this clause was never taken",
    "no clause": "it always took a clause",
    "part": "never got here",
    "procedure": "never called",
}
SHOWN: Final = 100  # characters of a source line


@dataclass(frozen=True, slots=True)
class Missed:
    """A clause that never ran."""

    place: str
    kind: BranchKind
    source: str  # the line it begins on

    @property
    def words(self) -> str:
        """What that means."""
        return WORDS[self.kind]

    def to_json(self) -> dict[str, Json]:
        """`{"place": …, "kind": …, "source": …}`."""
        return {"place": self.place, "kind": self.kind, "source": self.source}


@dataclass(frozen=True, slots=True)
class Covered:
    """A file: how many clauses it has, how many ran, and the others."""

    path: Path
    clauses: int
    missed: tuple[Missed, ...]

    @property
    def ran(self) -> int:
        """How many ran."""
        return self.clauses - len(self.missed)

    def to_json(self) -> dict[str, Json]:
        """The form that `test --coverage --json` prints."""
        missed = [each.to_json() for each in self.missed]
        return {"file": str(self.path), "clauses": self.clauses, "ran": self.ran, "missed": missed}


def covered(coverage: Coverage, home: Path) -> list[Covered]:
    """What was counted of a home, file by file."""
    files = groupby(coverage.branches, lambda branch: branch.place.source.name)
    return [_covered(_path(home, name), list(branches)) for name, branches in files]


def _path(home: Path, name: str) -> Path:
    """Hook files are named from the home, libraries from `lib/`."""
    library = home / "lib" / name
    return library if library.exists() and not (home / name).exists() else home / name


def _covered(path: Path, branches: Sequence[Branch]) -> Covered:
    missed = tuple(
        Missed(str(branch.place), branch.kind, branch.place.source.line(branch.place.line).strip()[:SHOWN])
        for branch in branches
        if not branch.count
    )
    return Covered(path, len(branches), missed)


def percentage(files: Sequence[Covered]) -> float:
    """How much of everything ran; 100 when there is nothing to run in the files, 0 when there are no files."""
    if not files:
        return 0.0
    clauses = sum(file.clauses for file in files)
    return 100.0 * sum(file.ran for file in files) / clauses if clauses else 100.0


def run_recorded(
    fires: Sequence[Recorded], homes: Homes, around: Surroundings, coverage: Coverage
) -> tuple[list[tuple[Recorded, str]], Sequence[Notice]]:
    """Run recorded fires, without any effect, against the hook files of these homes; gives those that cannot be run,
    and why, and what could not be loaded. Raises ConfigError.
    """
    with coverage:
        generation = load_for_replay(homes, around)
    left_out: list[tuple[Recorded, str]] = []
    replay = Replay(generation)
    for fire in fires:
        try:
            replay.decide(fire)
        except NotReplayed as error:
            left_out.append((fire, str(error)))
    generation.close()
    return left_out, generation.notices
