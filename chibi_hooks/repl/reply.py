"""What one request came to -> the JSON object that the doors show: values, a page of text, an error, ways to go on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal

from chibi_hooks.hooks.answer import Json
from chibi_hooks.scheme.values.errors import Frame, SchemeError

FRAMES: Final = 8  # of a backtrace that are shown

RestartName = Literal["retry", "use-value", "no-opinion", "abort"]


@dataclass(frozen=True, slots=True)
class Restart:
    """A way to go on after an error: `,N` takes it. `act` gets what is written after the number."""

    name: RestartName
    text: str
    act: Callable[[str], Reply]
    source: str = ""  # what may be edited before it is tried again


@dataclass(frozen=True, slots=True)
class Trouble:
    """An error: one word for programs, a line and a page for people."""

    kind: str
    message: str
    place: str
    page: str

    def to_json(self) -> dict[str, Json]:
        """`{"kind": …, "message": …, "place": …, "page": …}`."""
        return {"kind": self.kind, "message": self.message, "place": self.place, "page": self.page}


@dataclass(slots=True)
class Reply:
    """What there is to show. `values` are pairs of a name (`$3`, "" for none) and the printed value."""

    page: str = ""
    values: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    error: Trouble | None = None
    restarts: list[Restart] = field(default_factory=list)
    quit: bool = False
    edit: tuple[str, int] | None = None  # a file and a line that the door shall open in the user's editor

    def to_json(self) -> dict[str, Json]:
        """The object that `repl --json` prints, without what the door and the session add."""
        restarts = [
            {"number": number, "name": each.name, "text": each.text, "source": each.source}
            for number, each in enumerate(self.restarts, 1)
        ]
        return {
            "value": self.values[-1][1] if self.values else None,
            "values": [{"name": name, "text": text} for name, text in self.values],
            "page": self.page,
            "notes": self.notes,
            "error": None if self.error is None else self.error.to_json(),
            "restarts": restarts,
            "quit": self.quit,
            "edit": None if self.edit is None else {"path": self.edit[0], "line": self.edit[1]},
        }


def trouble(error: SchemeError) -> Trouble:
    """A Scheme error as it is shown: the page with the caret, then the calls that led there."""
    lines = [error.report()]
    frames = [f"  in {frame.procedure}, {frame.place}" for frame in error.frames if _is_told(frame)]
    lines += frames[:FRAMES]
    if len(frames) > FRAMES:
        lines.append(f"  and {len(frames) - FRAMES} more")
    return Trouble(error.kind, error.message, str(error.place or ""), "\n".join(lines))


def _is_told(frame: Frame) -> bool:
    return frame.procedure != "top level" and not str(frame.place).startswith("<trace>")


def failure(error: Exception) -> Trouble:
    """What was asked for makes no sense, or cannot be had: the message says what to do."""
    return Trouble("request", str(error), "", str(error))
