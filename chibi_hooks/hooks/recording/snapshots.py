"""A fire that has ended -> what waits for the journal (`taken`), quick to make and small; and back, where nobody waits
(`EndedFire.of`).

Rules
-----
* The caller may change its payload the next moment, so all JSON values are copied: written as bytes, which costs about
  1 µs for 1 KB; of large ones of few containers only those are copied (`held`).
* What waits is memory that the next fires would have had again, and to find other memory costs each of them as much as
  the copy. So of the usual fire nothing is kept that is more than a text, a number or what the generation holds anyway.
"""

from __future__ import annotations

import json
import marshal
from collections.abc import Callable, Sequence
from marshal import dumps
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from chibi_hooks.hooks.answer import Answer, Failure, Json, ResponderKind, made
from chibi_hooks.hooks.deciding.folded import Folded
from chibi_hooks.hooks.deciding.steps import Step
from chibi_hooks.inlined import inlined

if TYPE_CHECKING:
    from chibi_hooks.hooks.deciding.point import Point
    from chibi_hooks.hooks.fire import Fire, MadeCall, Origin, Skipped

LEAVES: Final[frozenset[type]] = frozenset({str, int, float, bool, type(None)})
CONTAINERS: Final = 64  # that are copied; a snapshot of as many small ones is quicker

_value: Final[Callable[[Answer], Json]] = itemgetter(Answer._fields.index("value"))  # in C: every fire comes by
_detail: Final[Callable[[Step], Json]] = itemgetter(Step._fields.index("detail"))

_encode: Final = json.JSONEncoder(separators=(",", ":"), skipkeys=True, default=repr).encode

AnswerFields = tuple[str, ResponderKind, "str | None", Json, "Failure | None", float, str, int, tuple[int, ...]]
"""The fields of an `Answer`."""

TakenFields = tuple[Any, ...]
"""The fields of a `TakenFire` or `TakenAlone`, of which they are made where nobody waits; the first is the snapshot."""


class TakenFire(NamedTuple):
    """What is kept of any fire."""

    snapshot: bytes | HeldValues  # payload, values of the answers, outcome, details of the steps where those are known
    when: float
    nested: bool
    handler: bool
    id: str
    generation: int
    ms: float
    origin: Origin | None
    missing: Sequence[str]
    skipped: Sequence[Skipped]
    said: Sequence[tuple[str, str]]
    calls: Sequence[MadeCall]
    folded: Folded
    answers: Sequence[Answer]


class TakenAlone(NamedTuple):
    """What is kept of a fire whose only answer has decided, or had no opinion."""

    snapshot: bytes  # payload, value of the answer; the outcome is the fields of that which decided
    when: float
    nested: bool
    handler: bool
    id: str
    generation: int
    ms: float
    origin: Origin | None
    missing: Sequence[str]
    skipped: Sequence[Skipped]
    said: Sequence[tuple[str, str]]
    calls: Sequence[MadeCall]
    stated: type[Point] | None
    decided: tuple[str, ...]
    responder: str
    kind: ResponderKind
    place: str | None
    took: float


@inlined
def taken(fire: Fire, when: float, nested: bool, handler: bool, only: AnswerFields | None = None) -> TakenFields:
    """What is kept of a fire until its row is made; its JSON values are the caller's from now on."""
    folded = fire.folded
    if folded.known_steps is not None:
        return _whole(fire, when, nested, handler)
    responder, kind, place, value, error, took, _, _, strays = only or fire.answers[0][:]  # a tuple: it goes sooner
    if error is not None or strays:
        return _whole(fire, when, nested, handler)
    snapshot = _snapshot((fire.payload, value))
    return (
        snapshot, when, nested, handler, fire.id, fire.generation, fire.ms, fire.origin, fire.missing, fire.skipped,
        fire.said, fire.calls or (), folded.stated, folded.decided, responder, kind, place, took,
    )  # fmt: skip


def held(fire: Fire, when: float, nested: bool, handler: bool) -> TakenFields | None:
    """As `taken`, a tenth of its time for a megabyte of long texts; None where there are too many containers, or what
    is of no plain type."""
    values, sizes = _values(fire), [0]
    try:
        copied = HeldValues(tuple(_copied(each, sizes) for each in values), sum(sizes))
    except TypeError:
        return None
    return _kept(fire, copied, when, nested, handler)


def _whole(fire: Fire, when: float, nested: bool, handler: bool) -> TakenFields:
    snapshot = _snapshot(_values(fire))
    return _kept(fire, snapshot, when, nested, handler)


def _kept(fire: Fire, snapshot: bytes | HeldValues, when: float, nested: bool, handler: bool) -> TakenFields:
    return (
        snapshot, when, nested, handler, fire.id, fire.generation, fire.ms, fire.origin, fire.missing, fire.skipped,
        fire.said, fire.calls, fire.folded, fire.answers,
    )  # fmt: skip


def _values(fire: Fire) -> tuple[Any, ...]:
    """Payload, answers, outcome, details of the steps; those are None where they are the values of the outcome."""
    answers, known = fire.answers, fire.folded.known_steps
    return (
        fire.payload,
        [*map(_value, answers)],
        fire.folded.values,
        None if known is None else [*map(_detail, known)],
    )


@inlined
def _snapshot(values: tuple[Json, ...]) -> bytes:
    snapshot: bytes
    try:
        snapshot = dumps(values)
    except ValueError:
        snapshot = _as_json(values)
    return snapshot


def _as_json(values: tuple[Json, ...]) -> bytes:
    """Of subclasses of JSON types (a StrEnum, an OrderedDict), or nested too deep; a payload that is deeper than JSON
    text may be is left out."""
    try:
        text = _encode(values)
    except RecursionError:
        text = _encode((None, *values[1:]))
    return b"j" + text.encode("ascii")


class HeldValues:
    """The JSON values of a fire whose containers are copies and whose leaves, which nobody can change, are not: for
    large ones with few containers. `len` of it is about that of its snapshot."""

    __slots__ = ("size", "values")

    def __init__(self, values: tuple[Any, ...], size: int) -> None:
        self.values = values
        self.size = size

    def __len__(self) -> int:
        return self.size


def _copied(value: Json, sizes: list[int]) -> Json:
    """The value, its containers copied; what that may take in bytes is added to `sizes`. Raises TypeError."""
    kind = value.__class__
    if kind in LEAVES:
        return value
    if (kind is not dict and kind is not list) or len(sizes) > CONTAINERS:
        raise TypeError("no plain type, or more containers than it is worth")
    copy = value.copy()  # first: another thread may change it
    members = copy.values() if kind is dict else copy
    if kind is dict and not LEAVES.issuperset(map(type, copy)):
        raise TypeError("keys of no plain type")
    sizes.append(8 * len(copy) + sum(len(each) for each in members if each.__class__ is str))
    if LEAVES.issuperset(map(type, members)):
        return copy
    if kind is list:
        return [_copied(each, sizes) for each in copy]
    return {key: _copied(each, sizes) for key, each in copy.items()}


class EndedFire(NamedTuple):
    """A fire as its row needs it: its JSON values are those of the snapshot."""

    id: str
    generation: int
    ms: float
    origin: Origin | None
    missing: Sequence[str]
    skipped: Sequence[Skipped]
    said: Sequence[tuple[str, str]]
    calls: Sequence[MadeCall]
    folded: Folded
    answers: Sequence[Answer]
    values: Sequence[Json]  # payload, values of the answers, outcome, details of the steps

    @property
    def steps(self) -> Sequence[Step]:
        """The fold, step by step."""
        return self.folded.steps

    @classmethod
    def of(cls, item: TakenFields) -> EndedFire:
        """What was taken of it. Raises what a value raises that is no JSON."""
        restored = _restored(item[0])
        if len(item) == len(TakenFire._fields):
            payload, answered, outcome, details = restored
            folded, answers = item[12:]
        else:
            payload, value = restored
            stated, decided, responder, kind, place, took = item[12:]
            outcome = {name: value[name] for name in decided}
            folded = Folded(stated.key, outcome, None, stated, decided)
            answered, details = [value], None
            answers = [made(Answer, (responder, kind, place, value, None, took, "", 0, ()))]
        if details is None:
            details = [outcome.get(name) for name in folded.decided] or [None]
        return made(cls, (*item[4:12], folded, answers, (payload, answered, outcome, details)))


def _restored(snapshot: bytes | HeldValues) -> Sequence[Json]:
    if isinstance(snapshot, HeldValues):
        return snapshot.values
    restored: Sequence[Json] = json.loads(snapshot[1:]) if snapshot[:1] == b"j" else marshal.loads(snapshot)
    return restored
