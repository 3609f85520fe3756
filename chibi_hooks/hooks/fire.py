"""One event's whole journey as a value: `Fire`, with who asked for it, what was answered, what was skipped and which
tools were called. It is made by `host`, and read by everybody who records, explains or renders it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from chibi_hooks.hooks.answer import Answer, Json
from chibi_hooks.hooks.deciding.folded import Folded
from chibi_hooks.hooks.deciding.steps import Step
from chibi_hooks.inlined import inlined

PROOF: Final = "install-proof-"  # how the sessions begin whose events `install` makes itself


@dataclass(frozen=True, slots=True)
class Origin:
    """Who asked for a fire: an agent, by one of its events, in one of its sessions (empty where it names none)."""

    agent: str
    event: str
    session: str = ""

    def to_json(self) -> dict[str, Json]:
        """`{"agent": …, "event": …, "session": …}`."""
        return {"agent": self.agent, "event": self.event, "session": self.session}

    def __str__(self) -> str:
        session = f", session {self.session}" if self.session else ""
        return f"{self.agent} {self.event}".rstrip() + session


class Skipped(NamedTuple):
    """A responder that was not asked, and why."""

    responder: str
    reason: str

    def to_json(self) -> dict[str, Json]:
        """`{"responder": …, "reason": …}`."""
        return {"responder": self.responder, "reason": self.reason}


class MadeCall(NamedTuple):
    """A tool call that a hook made, and what it got: what a replay answers with. `script` is the file's name."""

    script: str
    tool: str
    arguments: Json
    status: str  # a CallStatus; "refused": there was no call, see `error`; "unkept": too large to be kept
    output: str
    error: str | None

    @property
    def size(self) -> int:
        """Characters of its arguments and output, nearly."""
        told = self.arguments
        if told.__class__ is not dict:
            return len(self.output) + len(repr(told))
        size = len(self.output)
        for each in told.values():
            kind = each.__class__
            size += len(each) if kind is str else len(repr(each))
        return size

    def to_json(self) -> dict[str, Json]:
        """An object with all of it."""
        return {name: getattr(self, name) for name in ("script", "tool", "arguments", "status", "output", "error")}

    @classmethod
    def from_json(cls, told: Mapping[str, Json]) -> MadeCall:
        """What `to_json` gave."""
        return cls(told["script"], told["tool"], told["arguments"], told["status"], told["output"], told["error"])


class Journaled(NamedTuple):
    """How the journal stood when a fire had ended: fires of this host that it will never have, and fires that wait to
    be written, this one among them."""

    lost: int
    behind: int


@dataclass(slots=True, eq=False)
class Fire:
    """One event's whole journey: what was asked, what was answered, and what it came to."""

    id: str
    generation: int
    payload: Mapping[str, Json]
    answers: Sequence[Answer]
    skipped: Sequence[Skipped]
    folded: Folded
    missing: Sequence[str]  # documented payload fields that were not there
    said: Sequence[tuple[str, str]]  # responder and what it displayed, or wrote to stderr
    ms: float
    calls: Sequence[MadeCall] = ()  # of tools, by Scheme hooks
    origin: Origin | None = None  # None: the point was fired as it is
    journaled: tuple[int, int] | None = None  # see `journal`

    @property
    def journal(self) -> Journaled | None:
        """How the journal stood then; None: it was not recorded, or is read from a journal."""
        return None if self.journaled is None else Journaled(*self.journaled)

    @property
    def point(self) -> str:
        """The name of the hook point."""
        return self.folded.wire

    @property
    def outcome(self) -> Any:
        """The outcome as an object: every field of the point can be read, those that nobody set have their default.
        Raises UnknownPoint for a fire from elsewhere whose point there is no more."""
        return self.folded.outcome

    @property
    def steps(self) -> Sequence[Step]:
        """The fold, step by step."""
        return self.folded.steps

    def to_json(self, *, full: bool = False) -> dict[str, Json]:
        """The object that `chibi-hooks fire --json` prints (DESIGN §12); `full`: with the payload, the steps and all
        that was said, so that `from_json` gives the whole fire back."""
        folded, answers = self.folded, []
        for each in self.answers:  # a call from a call of ours: less than one from `map`
            answers.append(each.to_json())
        told = {
            "fire": self.id,
            "point": folded.wire,
            "generation": self.generation,
            "origin": None if self.origin is None else self.origin.to_json(),
            "outcome": {**folded.values},
            "answers": answers,
            "skipped": [*map(Skipped.to_json, self.skipped)] if self.skipped else [],
            "ms": self.ms,
        }
        if full:
            told["payload"] = dict(self.payload)
            told["steps"] = [step.to_json() for step in self.steps]
            told["missing"] = list(self.missing)
            told["said"] = [list(each) for each in self.said]
            told["calls"] = [call.to_json() for call in self.calls]
            told["journal"] = None if self.journal is None else self.journal._asdict()
        return told

    @classmethod
    def from_json(cls, told: Mapping[str, Json]) -> Fire:
        """What `to_json` gave; what is left out of it is empty. The point may be one that there is no more."""
        origin, journal = told["origin"], told.get("journal")
        steps = [Step.from_json(each) for each in told.get("steps", ())]
        return cls(
            told["fire"],
            told["generation"],
            told.get("payload") or {},
            tuple(Answer.from_json(each) for each in told["answers"]),
            tuple(Skipped(each["responder"], each["reason"]) for each in told["skipped"]),
            Folded(told["point"], told["outcome"], steps),
            tuple(told.get("missing", ())),
            tuple((responder, text) for responder, text in told.get("said", ())),
            told["ms"],
            tuple(MadeCall.from_json(each) for each in told.get("calls", ())),
            None if origin is None else Origin(**origin),
            None if journal is None else Journaled(**journal),
        )


_new: Final = object.__new__


@inlined
def fire_of(
    name: str,
    generation: int,
    payload: Mapping[str, Json],
    answers: Sequence[Answer],
    skipped: Sequence[Skipped],
    folded: Folded,
    missing: Sequence[str],
    said: Sequence[tuple[str, str]],
    calls: Sequence[MadeCall],
    origin: Origin | None,
    ms: float,
) -> Fire:
    """A fire that has ended: filled, which is half the price of a constructor, and every caller waits."""
    fire = _new(Fire)
    fire.id = name
    fire.generation = generation
    fire.payload = payload
    fire.answers = answers
    fire.skipped = skipped
    fire.folded = folded
    fire.missing = missing
    fire.said = said
    fire.calls = calls
    fire.origin = origin
    fire.ms = ms
    fire.journaled = None
    return fire
