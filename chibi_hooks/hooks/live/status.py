"""What became of a look at the disk: `Reloaded` (what changed, what is registered now), and `Status` (what is live,
since when, what is wrong).

Active revision, last success and last error are three separate facts (as OPA's bundles have them): an error says
nothing about what still decides.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Literal

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.homes.home import Notice

ChangeKind = Literal["added", "changed", "removed", "broken", "fixed", "rolled back"]


@dataclass(frozen=True, slots=True)
class Change:
    """One file: what happened to it, and why if it was not the file itself."""

    kind: ChangeKind
    place: str
    why: str = ""

    def __str__(self) -> str:
        return f"{self.kind} {self.place}{f' ({self.why})' if self.why else ''}"


@dataclass(frozen=True, slots=True)
class Registration:
    """One responder at one point, or a tool (then `point` is "tool")."""

    point: str
    responder: str
    place: str

    def __str__(self) -> str:
        return f"{self.point} {self.responder}"


@dataclass(frozen=True, slots=True)
class Reloaded:
    """One look that found something. `generation` is live afterwards; a broken save alone makes no new one."""

    generation: int
    published: bool
    changes: tuple[Change, ...]
    added: tuple[Registration, ...] = ()
    removed: tuple[Registration, ...] = ()
    errors: tuple[Notice, ...] = ()  # those that are new
    ms: float = 0.0

    def to_json(self) -> dict[str, Json]:
        """The same as one JSON object."""
        return asdict(self)

    @classmethod
    def from_json(cls, told: Mapping[str, Json]) -> Reloaded:
        """What `to_json` gave; other keys are left aside."""
        return cls(
            told["generation"],
            told["published"],
            tuple(Change(**each) for each in told["changes"]),
            tuple(Registration(**each) for each in told["added"]),
            tuple(Registration(**each) for each in told["removed"]),
            tuple(Notice(**each) for each in told["errors"]),
            told["ms"],
        )


@dataclass(frozen=True, slots=True)
class Departure:
    """Something live that is not what lies on disk: `place`, why, since when it is live (seconds of the epoch; 0: its
    source keeps no times) and since which generation (0: it was so when the host began)."""

    place: str
    reason: str
    since: float
    generation: int

    def __str__(self) -> str:
        what = self.reason if self.reason.startswith(self.place) else f"{self.place}: {self.reason}"
        if not self.since:
            return f"{what}; its last good version is live"
        when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(self.since))
        return f"{what}; what is live is of {when}, generation {self.generation}"


@dataclass(frozen=True, slots=True)
class Status:
    """How a host stands. `errors` stay until they are fixed; `stale` are files whose last good version decides;
    `departures` are all places where something else is live than lies on disk, for whatever reason."""

    generation: int
    since: float  # seconds of the epoch, as everywhere here
    reloads: int
    errors: tuple[Notice, ...] = ()
    stale: tuple[str, ...] = ()
    departures: tuple[Departure, ...] = ()
    last_success: float | None = None
    last_error: float | None = None
    last_error_message: str = ""
    watching: Literal["events", "polling", "off"] = "off"
    notice: str = field(default="")  # why it is polling

    def to_json(self) -> dict[str, Json]:
        """The same as one JSON object."""
        return asdict(self)
