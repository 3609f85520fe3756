"""The answer to a request to fire: the fire, what is wrong with what was loaded, and whether it was recorded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.fire import Fire


@dataclass(frozen=True, slots=True)
class Fired:
    """What whoever asked is told. `not_recorded` says why, where it could not be; `mended`: what was done about a
    journal that was none."""

    fire: Fire
    notices: list[Json]
    not_recorded: str | None = None
    mended: str | None = None

    def to_json(self) -> dict[str, Json]:
        """The same as one JSON object, without the payload: whoever asked has it."""
        fire = self.fire.to_json(full=True)
        del fire["payload"]
        return {"fire": fire, "notices": self.notices, "not_recorded": self.not_recorded, "mended": self.mended}

    @classmethod
    def from_json(cls, told: Mapping[str, Json]) -> Fired:
        """What `to_json` gave."""
        return cls(Fire.from_json(told["fire"]), told["notices"], told["not_recorded"], told.get("mended"))
