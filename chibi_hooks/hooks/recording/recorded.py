"""A row of the journal -> the fire it holds, `Recorded`; or a `DamagedRow`, since a file on disk may say anything.

Rules
-----
* A row that cannot be read costs itself: whoever reads many leaves it out and tells.
* Version 1 wrote some objects as arrays; what is read is as of today.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, Final

from chibi_hooks.hooks.answer import Answer, Json
from chibi_hooks.hooks.deciding.steps import Step
from chibi_hooks.hooks.fire import Fire, MadeCall

LATEST: Final = 1e11  # seconds since 1970, the year 5138: no clock says more, and `time` could not


class DamagedRow(Exception):
    """A row that holds no fire; the text says what is wrong."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A fire as the journal has it: redacted, perhaps cut."""

    seq: int
    fire: Fire = field(compare=False)
    time: float  # seconds since 1970, when the fire ended
    decision: str  # one of DECISIONS
    payload: dict[str, Json] | None  # None: it was too large to keep, and that of `fire` is empty
    calls: tuple[MadeCall, ...] | None  # of tools, by its hooks; None: not recorded then
    homes: tuple[str, ...]
    nested: bool  # fired from inside a Scheme hook of the same point
    handler: bool  # did the program have a permission handler?
    redacted: int
    cut: int  # parts that were shortened or left out; such a fire cannot be replayed

    @property
    def id(self) -> str:
        """The name of the fire."""
        return self.fire.id

    @property
    def point(self) -> str:
        """The name of its hook point, which there may be no more."""
        return self.fire.point

    @property
    def outcome(self) -> Mapping[str, Json]:
        """The fields of the outcome that were set."""
        return self.fire.folded.values

    @property
    def answers(self) -> Sequence[Answer]:
        """What everybody said."""
        return self.fire.answers

    @property
    def steps(self) -> Sequence[Step]:
        """The fold, step by step, as it was told then."""
        return self.fire.steps

    @property
    def failures(self) -> tuple[Answer, ...]:
        """The answers that failed."""
        return tuple(answer for answer in self.answers if answer.error)

    def to_json(self) -> dict[str, Json]:
        """The full form of the fire, and what the journal knows beside."""
        known = {name: getattr(self, name) for name in ("time", "decision", "redacted", "cut")}
        return {**self.fire.to_json(full=True), "payload": self.payload, **known}


SOUND: Final[Mapping[str, Callable[[Recorded], bool]]] = {
    "id": lambda each: isinstance(each.id, str),
    "point": lambda each: isinstance(each.point, str),
    "time": lambda each: isinstance(each.time, int | float) and isfinite(each.time) and 0 <= each.time < LATEST,
    "decision": lambda each: isinstance(each.decision, str),
    "generation": lambda each: isinstance(each.fire.generation, int),
    "duration": lambda each: isinstance(each.fire.ms, int | float),
    "payload": lambda each: isinstance(each.payload, dict | None),
    "outcome": lambda each: isinstance(each.outcome, dict),
    "answers": lambda each: all(isinstance(answer.responder, str) for answer in each.answers),
    "steps": lambda each: all(isinstance(step.action, str) for step in each.steps),
    "skipped": lambda each: all(isinstance(text, str) for skip in each.fire.skipped for text in skip),
    "count of what is redacted or cut": lambda each: isinstance(each.redacted, int) and isinstance(each.cut, int),
}
"""What must hold of a fire that is shown."""


def recorded(row: Sequence[Any]) -> Recorded:
    """The fire of a row, of `seq` and then COLUMNS. Raises DamagedRow."""
    try:
        made = _recorded(row)
        wrong = next((name for name, right in SOUND.items() if not right(made)), "")
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise DamagedRow(f"the fire in row {row[0]} cannot be read: {_in_words(error)}") from None
    if wrong:
        raise DamagedRow(f"the fire in row {row[0]} cannot be read: its {wrong} is none")
    return made


def _in_words(error: Exception) -> str:
    """What is wrong with a row that could not be taken apart."""
    match error:
        case json.JSONDecodeError():
            return f"it is no JSON: {error}"
        case KeyError(args=(str(name),)):
            return f"it has no {name}"
        case RecursionError():
            return "it is nested too deeply"
    return "it has another form than a fire"


def _recorded(row: Sequence[Any]) -> Recorded:
    seq, id, when, point, agent, event, session, decision, _, _, generation, ms, _, outcome, text = row
    body = _as_now(json.loads(text))
    told = {"fire": id, "point": point, "generation": generation, "outcome": json.loads(outcome), "ms": ms}
    told["origin"] = None if agent is None else {"agent": agent, "event": event or "", "session": session or ""}
    fire = Fire.from_json({**told, **body})
    calls = tuple(fire.calls) if "calls" in body else None
    marks = (body[name] for name in ("nested", "handler", "redacted", "cut"))
    return Recorded(seq, fire, when, decision, body["payload"], calls, tuple(body["homes"]), *marks)


def _as_now(body: dict[str, Json]) -> dict[str, Json]:
    """A body in the form of today: version 1 wrote arrays for objects."""
    for name, keys in (("skipped", ("responder", "reason")), ("steps", ("answer", "field", "action", "text"))):
        each: list[Json] = body[name]
        body[name] = [dict(zip(keys, row, strict=True)) if isinstance(row, list) else row for row in each]
    return body
