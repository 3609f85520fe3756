"""What one responder said at one fire, or how it failed: the value that the fold, `why` and the recorder share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

Json = Any  # a JSON value: None, bool, int, float, str, list of them, dict from str to them

ResponderKind = Literal["plugin", "scheme", "command", "http"]


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no answer. `type` is one word for programs (`error`, `timeout`, `exit`, `result` …), `message` is
    for people.
    """

    type: str
    message: str

    def to_json(self) -> dict[str, Json]:
        """`{"type": …, "message": …}`."""
        return {"type": self.type, "message": self.message}

    @classmethod
    def from_json(cls, told: Mapping[str, Json]) -> Failure:
        """What `to_json` gave."""
        return cls(told["type"], told["message"])


made: Final = tuple.__new__  # a named tuple is made by a call of its own, which takes twice as long


class Answer(NamedTuple):
    """One responder's answer: a JSON value (None: no opinion) or a `Failure`; `ms` is how long it took. A named tuple,
    because every responder of every fire makes one.

    `place` is where the responder can be read and changed: `hooks/guard.scm:6:1`, `plugins/logger`; `said` is what it
    displayed, or wrote to stderr; `turn` the place in which it came, where several were asked together; `strays` the
    numbers of processes that it left behind, and that were ended.
    """

    responder: str
    kind: ResponderKind
    place: str | None
    value: Json = None
    error: Failure | None = None
    ms: float = 0.0
    said: str = ""
    turn: int = 0
    strays: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Json]:
        """The form that `fire --json` prints (DESIGN §12)."""
        responder, kind, place, value, error, ms, _, _, strays = self  # at once: every fire that is shown comes by
        told = {
            "responder": responder,
            "kind": kind,
            "place": place,
            "value": value,
            "error": None if error is None else error.to_json(),
            "ms": ms,
        }
        if strays:
            told["strays"] = list(strays)
        return told

    def without_allowance(self) -> Answer:
        """The same, but it fails when it says `allow`, from somebody whose allowance does not count."""
        if not isinstance(self.value, dict) or not self.value.get("allow"):
            return self
        file = (self.place or self.responder).partition(":")[0]
        reason = f'allow skips the user: it counts only where chibi-hooks.toml says [agents] may_allow = ["{file}"]'
        return self._replace(value=None, error=Failure("result", reason))

    @classmethod
    def from_json(cls, told: Mapping[str, Json]) -> Answer:
        """What `to_json` gave."""
        error = None if told["error"] is None else Failure.from_json(told["error"])
        strays = tuple(told.get("strays", ()))
        return cls(told["responder"], told["kind"], told["place"], told["value"], error, told["ms"], strays=strays)
