"""What one responder said at one fire, or how it failed: the value that the fold, `why` and the recorder share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

Json = Any  # a JSON value: None, bool, int, float, str, list of them, dict from str to them

Kind = Literal["plugin", "scheme", "command", "http"]


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


class Answer(NamedTuple):
    """One responder's answer: a JSON value (None: no opinion) or a `Failure`; `ms` is how long it took. A named tuple,
    because every responder of every fire makes one.

    `place` is where the responder can be read and changed: `hooks/guard.scm:6:1`, `plugins/logger`.
    """

    responder: str
    kind: Kind
    place: str | None
    value: Json = None
    error: Failure | None = None
    ms: float = 0.0

    def to_json(self) -> dict[str, Json]:
        """The form that `fire --json` prints (DESIGN §12)."""
        return {
            "responder": self.responder,
            "kind": self.kind,
            "place": self.place,
            "value": self.value,
            "error": None if self.error is None else self.error.to_json(),
            "ms": self.ms,
        }
