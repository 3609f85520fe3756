"""A fire that has ended -> a snapshot that is quick to take, and from that the row for the journal: redacted, cut to
size, as JSON texts.

Rules
-----
* `snapshot` costs the firing thread about 1 µs for 1 KB; the caller may change its payload the next moment.
* `Rows.row` costs ten times that. The journal's thread calls it; where fires come faster than one thread can make
  rows of, the threads that fire make their own (recorder.py).
* A fire that is no row is one fire lost, never more.
"""

from __future__ import annotations

import json
import marshal
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

from chibi_hooks.hooks.answer import Answer, Json
from chibi_hooks.hooks.deciding.steps import Step
from chibi_hooks.hooks.recording.redaction import Redaction

if TYPE_CHECKING:
    from chibi_hooks.hooks.fire import Fire
    from chibi_hooks.hooks.recording.journal import Row

SMALLER: Final = 2.5  # times: JSON is seldom smaller than that part of its snapshot, and to write a megabyte takes 5 ms
MANY: Final = 64  # rows after which the faster search for signs of secrets is loaded: it costs 10 ms once

_value: Final[Callable[[Answer], Json]] = itemgetter(Answer._fields.index("value"))  # in C: every fire comes by
_detail: Final[Callable[[Step], Json]] = itemgetter(Step._fields.index("detail"))

_encode: Final = json.JSONEncoder(separators=(",", ":"), skipkeys=True, default=repr).encode


def snapshot(fire: Fire) -> bytes:
    """The JSON values of a fire, which belong to the caller from now on, as bytes."""
    folded = fire.folded
    values: Any = (fire.payload, [*map(_value, fire.answers)], folded.values, [*map(_detail, folded.steps)])
    try:
        return marshal.dumps(values)
    except ValueError:  # subclasses of JSON types (a StrEnum, an OrderedDict), or nested too deep
        return b"j" + _encode(values).encode("ascii")


class Rows:
    """Makes rows of fires for the journal of these homes; any thread may."""

    def __init__(self, homes: Sequence[str], redaction: Redaction, max_bytes: int) -> None:
        self._homes = list(homes)
        self._redaction = redaction
        self._limit = max_bytes
        self._made = 0

    def row(self, fire: Fire, when: float, taken: bytes, nested: bool, handler: bool) -> Row:
        """The row of a fire whose snapshot is `taken`. Raises what a value raises that is no JSON."""
        from chibi_hooks.hooks.recording.journal import decision_of  # sqlite3 is loaded by the first fire's writing

        self._made += 1
        if self._made == MANY:
            self._redaction.quicken()
        values = _restore(taken)
        decision = decision_of(fire.folded.point, values[2])
        failed = sum(answer.error is not None for answer in fire.answers)
        names = dict.fromkeys(name for answer in fire.answers for name in _names(answer))
        responders = "".join(f"\n{name}\n" for name in names)
        marks = {"homes": self._homes, "nested": nested, "handler": handler}
        outcome, body, whole = self._texts(fire, values, marks, len(taken))
        return (
            fire.id, when, fire.point, *_origin(fire), decision, failed, whole, fire.generation, fire.ms, responders,
            outcome, body,
        )  # fmt: skip

    def _texts(self, fire: Fire, values: Sequence[Json], marks: dict[str, Json], size: int) -> tuple[str, str, bool]:
        """Outcome and body as JSON texts, and whether everything is in them."""
        limit = self._limit
        redaction = self._redaction
        parts = _parts(fire, values)
        if size <= SMALLER * limit:
            outcome, body = _encode(parts[0]), _encode(_body(fire, parts, marks, 0, 0))
            if len(body) <= limit:
                if not redaction.suspects(body) and not redaction.suspects(outcome):
                    return outcome, body, True
                cleaned = redaction.clean(parts)
                body = _encode(_body(fire, cleaned.value, marks, cleaned.redacted, 0))
                return _encode(cleaned.value[0]), body, True
        cleaned = redaction.clean(parts, cut=True)
        body = _encode(_body(fire, cleaned.value, marks, cleaned.redacted, cleaned.cut))
        if len(body) > limit:
            nothing: Sequence[Json] = (None, [None] * len(fire.answers), {}, [None] * len(fire.steps))
            cleaned = redaction.clean(_parts(fire, nothing), cut=True)
            body = _encode(_body(fire, cleaned.value, marks, cleaned.redacted, cleaned.cut + 1))
        return _encode(cleaned.value[0]), body, False


def _parts(fire: Fire, values: Sequence[Json]) -> list[Json]:
    """What of a fire can hold a secret: outcome, payload, answers, details of steps, messages, what plugins said."""
    payload, answered, outcome, details = values
    return [
        outcome,
        payload,
        answered,
        [{step.field or "": detail} for step, detail in zip(fire.steps, details, strict=True)],
        [None if answer.error is None else answer.error.message for answer in fire.answers],
        [text for _, text in fire.said],
        [call.to_json() for call in fire.calls],
    ]


def _body(fire: Fire, parts: Sequence[Json], marks: dict[str, Json], redacted: int, cut: int) -> dict[str, Json]:
    _, payload, answered, details, messages, texts, calls = parts
    return {
        "payload": payload,
        "answers": list(map(_answer, fire.answers, answered, messages)),
        "skipped": [each.to_json() for each in fire.skipped],
        "steps": list(map(_step, fire.steps, details)),
        "missing": list(fire.missing),
        "said": [[responder, text] for (responder, _), text in zip(fire.said, texts, strict=True)],
        "calls": calls,
        "redacted": redacted,
        "cut": cut,
        **marks,
    }


def _answer(answer: Answer, value: Json, message: str | None) -> Json:
    written = {**answer.to_json(), "value": value}
    if answer.error is not None:
        written["error"] = {"type": answer.error.type, "message": message}
    return written


def _step(step: Step, detail: Json) -> Json:
    (told,) = detail.values()
    return step._replace(detail=told).to_json()


def _origin(fire: Fire) -> tuple[str | None, ...]:
    origin = fire.origin
    return (None, None, None) if origin is None else (origin.agent, origin.event, origin.session)


def _names(answer: Answer) -> tuple[str, ...]:
    place = (answer.place or "").split(":", 1)[0]
    return (answer.responder, place) if place else (answer.responder,)


def _restore(snapshot: bytes) -> Sequence[Json]:
    restored: Sequence[Json] = json.loads(snapshot[1:]) if snapshot[:1] == b"j" else marshal.loads(snapshot)
    return restored
