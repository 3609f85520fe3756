"""What was taken of a fire (snapshots.py) -> the row for the journal: redacted, cut to size, as JSON texts.

Rules
-----
* A row costs ten times what its snapshot does. The journal's thread makes it; where fires come faster than one thread
  can make rows of, the threads that fire make their own (recorder.py).
* A fire that is no row is one fire lost, never more.
* The text of a row is put together from pieces: what is the same in fire after fire is encoded once. The shape of each
  piece is that of its value's `to_json`, which is asked for it with `HERE` where the variable parts stand.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from functools import lru_cache
from json import encoder
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

from chibi_hooks.hooks.answer import Answer, Json
from chibi_hooks.hooks.deciding.steps import Step
from chibi_hooks.hooks.recording.redaction import Redaction
from chibi_hooks.hooks.recording.snapshots import EndedFire, TakenFields

if TYPE_CHECKING:
    from chibi_hooks.hooks.recording.journal import Row

SMALLER: Final = 2.5  # times: JSON is seldom smaller than that part of its snapshot, and to write a megabyte takes 5 ms
MANY: Final = 64  # rows after which the faster search for signs of secrets is loaded: it costs 10 ms once

_error: Final[Callable[[Answer], Any]] = itemgetter(Answer._fields.index("error"))  # in C: every fire comes by
_who: Final[Callable[[Answer], tuple[str, str | None]]] = itemgetter(*map(Answer._fields.index, ("responder", "place")))

_encode: Final = json.JSONEncoder(separators=(",", ":"), skipkeys=True, default=repr).encode


def _made_encoder() -> Callable[[Json], str]:
    """`_encode` for what stands in no circle: made once, because to make it takes longer than to encode a small value.
    Where Python has no such thing, `_encode`."""
    make = getattr(encoder, "c_make_encoder", None)
    if make is None:
        return _encode
    encode = make(None, repr, encoder.encode_basestring_ascii, None, ":", ",", False, True, True)
    return lambda value: "".join(encode(value, 0))


_text: Final = _made_encoder()
HERE: Final = f"\0{os.urandom(8).hex()}"  # in a template: what stands there differs in every fire; nobody guesses it
KEPT_TEMPLATES: Final = 512  # of answers and steps; hooks say a handful of things again and again
SHORT: Final = 40  # characters of a text that a kept template may hold


class Rows:
    """Makes rows of fires for the journal of these homes; any thread may."""

    def __init__(self, homes: Sequence[str], redaction: Redaction, max_bytes: int) -> None:
        self._marks = [
            [_text({"homes": list(homes), "nested": nested, "handler": handler})[1:] for handler in (False, True)]
            for nested in (False, True)
        ]
        self._redaction = redaction
        self._limit = max_bytes
        self._made = 0

    def row(self, item: TakenFields) -> Row:
        """The row of a fire that was taken. Raises what a value raises that is no JSON."""
        from chibi_hooks.hooks.recording.journal import decision_of  # sqlite3 is loaded by the first fire's writing

        self._made += 1
        if self._made == MANY:
            self._redaction.quicken()
        snapshot, when, nested, handler, *_ = item
        fire = EndedFire.of(item)
        decision = decision_of(fire.folded.point, fire.values[2])
        failed = len(fire.answers) - list(map(_error, fire.answers)).count(None)
        responders = _responders(tuple(map(_who, fire.answers)))
        marks, size = self._marks[nested][handler], len(snapshot)
        try:
            outcome, body, whole = self._texts(fire, fire.values, marks, size)
        except RecursionError:  # a payload deeper than anybody takes it: the fire and its failures are told without it
            outcome, body, whole = self._texts(fire, (None, *fire.values[1:]), marks, size)
        return (
            fire.id, when, fire.folded.wire, *_origin(fire), decision, failed, whole, fire.generation, fire.ms,
            responders, outcome, body,
        )  # fmt: skip

    def _texts(self, fire: EndedFire, values: Sequence[Json], marks: str, size: int) -> tuple[str, str, bool]:
        """Outcome and body as JSON texts, and whether everything is in them."""
        limit = self._limit
        redaction = self._redaction
        parts = _parts(fire, values)
        if size <= SMALLER * limit:
            outcome, body = _text(parts[0]), _body(fire, parts, marks, 0, 0)
            if len(body) <= limit:
                if not redaction.suspects(body + outcome):
                    return outcome, body, True
                cleaned = redaction.clean(parts)
                body = _body(fire, cleaned.value, marks, cleaned.redacted, 0)
                return _text(cleaned.value[0]), body, True
        cleaned = redaction.clean(parts, cut=True)
        body = _body(fire, cleaned.value, marks, cleaned.redacted, cleaned.cut)
        if len(body) > limit:
            nothing: Sequence[Json] = (None, [None] * len(fire.answers), {}, [None] * len(fire.steps))
            cleaned = redaction.clean(_parts(fire, nothing), cut=True)
            body = _body(fire, cleaned.value, marks, cleaned.redacted, cleaned.cut + 1)
        return _text(cleaned.value[0]), body, False


def _parts(fire: EndedFire, values: Sequence[Json]) -> list[Json]:
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


def _body(fire: EndedFire, parts: Sequence[Json], marks: str, redacted: int, cut: int) -> str:
    """The JSON text of everything but the outcome."""
    _, payload, answered, details, messages, texts, calls = parts
    answers = ",".join(map(_answer, fire.answers, answered, messages))
    steps = ",".join(map(_step, fire.steps, details))
    said = [[responder, text] for (responder, _), text in zip(fire.said, texts, strict=True)]
    skipped = [each.to_json() for each in fire.skipped]
    return (
        f'{{"payload":{_text(payload)},"answers":[{answers}],"skipped":{_list(skipped)},"steps":[{steps}],'
        f'"missing":{_list(fire.missing)},"said":{_list(said)},"calls":{_list(calls)},'
        f'"redacted":{redacted},"cut":{cut},{marks}'
    )


def _list(members: Sequence[Json]) -> str:
    return _text(list(members)) if members else "[]"


def _answer(answer: Answer, value: Json, message: str | None) -> str:
    if answer.error is None and not answer.strays:
        start, middle, end = _usual_answer(answer[:3])
        return f"{start}{'null' if value is None else _text(value)}{middle}{answer.ms!r}{end}"
    written = {**answer.to_json(), "value": value}
    if answer.error is not None:
        written["error"] = {"type": answer.error.type, "message": message}
    return _text(written)


@lru_cache(KEPT_TEMPLATES)
def _usual_answer(who: tuple[Any, ...]) -> list[str]:
    """What stands before the value of somebody's answer, between it and its time, and behind that."""
    return _text({**Answer(*who).to_json(), "value": HERE, "ms": HERE}).split(_text(HERE))


def _step(step: Step, detail: Json) -> str:
    (told,) = detail.values()
    kind = told.__class__
    if step.told is None and (kind is bool or told is None or (kind is str and len(told) <= SHORT)):
        return _usual_step(step[:3], told, kind)
    return _text(step._replace(detail=told).to_json())


@lru_cache(KEPT_TEMPLATES)
def _usual_step(done: tuple[Any, ...], detail: Json, kind: type) -> str:
    """A step that many fires have; `kind`: of the detail, since True is 1."""
    return _text(Step(*done)._replace(detail=detail).to_json())


def _origin(fire: EndedFire) -> tuple[str | None, ...]:
    origin = fire.origin
    return (None, None, None) if origin is None else (origin.agent, origin.event, origin.session)


@lru_cache(KEPT_TEMPLATES)
def _responders(answered: tuple[tuple[str, str | None], ...]) -> str:
    """The names and files of those who answered, each once and on a line of its own, to be found by."""
    names: dict[str, None] = {}
    for responder, place in answered:
        names[responder] = names[(place or "").split(":", 1)[0]] = None
    return "".join(f"\n{name}\n" for name in names if name)
