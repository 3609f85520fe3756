"""A hook in a file, the journal of its home, and the files on disk -> what the editor shows above it: how often it was
fired today, how often it refused, and how many recorded decisions would be different now."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from chibi_hooks.hooks.errors import ConfigError
from chibi_hooks.hooks.homes.home import Surroundings, find_homes
from chibi_hooks.hooks.recording.journal import Journal, NoFires, Wanted
from chibi_hooks.hooks.recording.recorder import journal_path
from chibi_hooks.hooks.replaying.replay import changed_decisions, load_for_replay

REFUSED: Final = ("blocked", "denied")
REPLAYED: Final = 50  # the last fires of a point, besides all that were refused or failed
SECONDS: Final = 1.0  # for the replay; what is not done by then is left out


@dataclass(frozen=True, slots=True)
class Traffic:
    """What the journal says of one hook today."""

    fires: int
    refused: int

    def __str__(self) -> str:
        return f"{self.fires} fire{'' if self.fires == 1 else 's'} today, {self.refused} blocked"


def traffic(home: Path, name: str, point: str, around: Surroundings, now: float) -> Traffic | None:
    """The fires since midnight that a file answered at a point; None where nothing is recorded. Raises ConfigError."""
    today = time.localtime(now)
    midnight = time.mktime((today.tm_year, today.tm_mon, today.tm_mday, 0, 0, 0, 0, 0, -1))
    try:
        with Journal(journal_path(find_homes(around, home), around)) as journal:
            fires = journal.fires(Wanted(point=point, responder=name, since=midnight))
    except NoFires:
        return None
    return Traffic(len(fires), sum(each.decision in REFUSED for each in fires))


def different(home: Path, points: set[str], around: Surroundings) -> dict[str, int]:
    """How many recorded decisions the files on disk would make in another way, by point. Raises ConfigError."""
    homes = find_homes(around, home)
    try:
        with Journal(journal_path(homes, around)) as journal:
            fires = journal.relevant(REPLAYED, Wanted(points=tuple(sorted(points))))
    except NoFires:
        return {}
    generation = load_for_replay(homes, around)
    try:
        report = changed_decisions(fires, None, generation, seconds=SECONDS)
    finally:
        generation.close()
    counts = dict.fromkeys(points, 0)
    for each in report.changed:
        counts[each.fire.point] = counts.get(each.fire.point, 0) + 1
    return counts


def titles(said: Traffic | None, changed: int) -> Iterator[str]:
    """The words of the lenses of one hook, but for that which fires."""
    if said is not None:
        yield str(said)
    if changed:
        yield f"{changed} decision{'' if changed == 1 else 's'} would change"


def differences_or_none(home: Path, points: set[str], around: Surroundings) -> dict[str, int]:
    """The same, and nothing where a home or its journal cannot be read: `check` and `doctor` tell why."""
    with suppress(ConfigError):
        return different(home, points, around)
    return {}
