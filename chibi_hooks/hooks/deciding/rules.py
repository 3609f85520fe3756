"""The ways in which a field of an outcome combines what several answers say: one class each, made for `Annotated`.

    block: Annotated[bool, decides()] = False

Rules (spec/chibi.md §1.4, DESIGN §5)
-----
* `take` gets a value whose type is right already, changes `state.outcome`, notes what it did, and tells how far it
  went.
* A rule knows nothing of points, payload models or Scheme.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final, Literal

from chibi_hooks.hooks.answer import Answer, Json, made
from chibi_hooks.hooks.deciding.steps import Action, Step, brief

MOST: Final = 2**64 - 1  # the original counts fuel in an unsigned machine word and saturates there

Effect = Literal["nothing", "took", "ended"]


class Answerer:
    """As the default of `beside`: the name of whoever answered."""


class Folding:
    """A fold under way: what the rules read and write."""

    __slots__ = ("answer", "index", "outcome", "payload", "steps", "turns")

    def __init__(self, payload: Mapping[str, Json]) -> None:
        self.payload = payload
        self.outcome: dict[str, Json] = {}
        self.steps: list[Step] = []
        self.turns: dict[str, int] = {}  # of the answers whose values stand, where the order of completion counts
        self.index = 0
        self.answer: Answer

    def note(self, name: str | None, action: Action, detail: Json = None) -> None:
        """Record a step of the current answer."""
        self.steps.append(made(Step, (self.index, name, action, detail, None)))

    def put(self, name: str, value: Json) -> None:
        """Set a field, in place of what it was."""
        outcome = self.outcome
        self.steps.append(made(Step, (self.index, name, "replaced" if name in outcome else "set", value, None)))
        outcome[name] = value


class Rule(ABC):
    """How a field combines. `whoever_decides`: it is read in answers that come after the one that decided, too."""

    __slots__ = ()
    whoever_decides: ClassVar[bool] = False

    @abstractmethod
    def take(self, name: str, value: Json, state: Folding) -> Effect:
        """Let one answer's value for the field `name` take effect."""


class Last(Rule):
    """The last answer that has the field wins."""

    __slots__ = ()

    def take(self, name: str, value: Json, state: Folding) -> Effect:
        state.put(name, value)
        return "took"


class LastToEnd(Rule):
    """The answer that came last wins, in whatever order the responders stand: those of a stage are asked together."""

    __slots__ = ()

    def take(self, name: str, value: Json, state: Folding) -> Effect:
        turn = state.answer.turn
        if turn < state.turns.get(name, turn):
            state.note(name, "passed", value)
            return "nothing"
        state.turns[name] = turn
        state.put(name, value)
        return "took"


class Strictest(Rule):
    """One of a few words, the strictest first: of all answers the strictest word wins, of equal ones the first."""

    __slots__ = ("words",)

    def __init__(self, *words: str) -> None:
        self.words = words

    def take(self, name: str, value: Json, state: Folding) -> Effect:
        if value not in self.words:
            wanted = " or ".join(f'"{word}"' for word in self.words)
            state.note(name, "warning", f"wanted {wanted}, got {brief(value)}")
            return "nothing"
        stands = state.outcome.get(name)
        if stands is not None and self.words.index(stands) <= self.words.index(value):
            state.note(name, "passed", value)
            return "nothing"
        state.put(name, value)
        return "took"


class Decides(Rule):
    """The first answer that says `true` (a boolean field) or says anything (any other) wins and ends the fold."""

    __slots__ = ()

    def take(self, name: str, value: Json, state: Folding) -> Effect:
        if value is False:
            state.note(name, "passed", value)
            return "nothing"
        state.outcome[name] = value
        state.note(name, "decided", value)
        return "ended"


@dataclass(frozen=True, slots=True)
class Beside(Rule):
    """Counts only in the answer that sets `leader`, and goes when another answer sets it; `default` fills in."""

    leader: str
    default: str | type[Answerer] | None = None

    def take(self, name: str, value: Json, state: Folding) -> Effect:
        state.put(name, value)
        return "took"

    def fill_in(self, state: Folding) -> str | None:
        """The value when the answer that sets the leader lacks this field."""
        return self.default if self.default is None or isinstance(self.default, str) else state.answer.responder


class Union(Rule):
    """Lists of strings: every member of every list, once, in order of appearance."""

    __slots__ = ()

    def take(self, name: str, value: Json, state: Folding) -> Effect:
        united: dict[str, None] = dict.fromkeys(state.outcome.get(name, []))
        united.update(dict.fromkeys(value))
        state.outcome[name] = list(united)
        state.note(name, "added", value)
        return "took"


class Intersection(Rule):
    """Lists of strings: the members of the first that are in every other one, in its order."""

    __slots__ = ()

    def take(self, name: str, value: Json, state: Folding) -> Effect:
        allowed = set(value)
        earlier: Json = state.outcome.get(name, value)
        left = [each for each in dict.fromkeys(earlier) if each in allowed]
        state.outcome[name] = left
        state.note(name, "kept", left)
        return "took"


class Merged(Rule):
    """Objects: top-level keys of later answers replace those of earlier ones; what is inside is not merged."""

    __slots__ = ()

    def take(self, name: str, value: Json, state: Folding) -> Effect:
        state.outcome[name] = {**state.outcome.get(name, {}), **value}
        state.note(name, "added", value)
        return "took"


@dataclass(frozen=True, slots=True)
class Total(Rule):
    """Integers: the sum, applied to a start value that is never under 0 or over `MOST`, after each answer.

    The start is the field `on` of the outcome, else the field `start` of the payload; a payload without it has no
    limit to change, and the answer is ignored. An answer that sets `on` makes the sum start again. Applying outcome's
    `on`, then the sum, gives what the answers would have given one by one.
    """

    on: str
    start: str

    def take(self, name: str, value: Json, state: Folding) -> Effect:
        if _is_unlimited(self.start, name, state):
            return "nothing"
        start = state.outcome.get(self.on, state.payload[self.start])
        total = min(max(start + state.outcome.get(name, 0), 0), MOST) - start
        state.put(name, min(max(total + value, -MOST), MOST))
        return "took"


@dataclass(frozen=True, slots=True)
class Restarts(Rule):
    """The last answer wins, and the sum in the field `total` starts again from here; ignored where the payload has no
    field `start`, as in `Total`."""

    total: str
    start: str

    def take(self, name: str, value: Json, state: Folding) -> Effect:
        if _is_unlimited(self.start, name, state):
            return "nothing"
        state.put(name, value)
        state.outcome.pop(self.total, None)
        return "took"


def _is_unlimited(start: str, name: str, state: Folding) -> bool:
    """Is there nothing that could be changed?"""
    if isinstance(state.payload.get(start), int):
        return False
    state.note(name, "ignored", f"there is no limit: the payload has no {start}")
    return True


@dataclass(frozen=True, slots=True)
class Text(Rule):
    """Texts, a blank line between them; each later one goes after what there is, or before it."""

    before: bool

    def take(self, name: str, value: Json, state: Folding) -> Effect:
        if value == "":
            state.note(name, "passed", value)
            return "nothing"
        earlier = state.outcome.get(name)
        parts = [value] if earlier is None else [value, earlier] if self.before else [earlier, value]
        state.outcome[name] = "\n\n".join(parts)
        state.note(name, "set" if earlier is None else "added", value)
        return "took"


class Gathered(Text):
    """Texts in order, those of answers after the decision and beside it included: nobody's word is lost."""

    __slots__ = ()
    whoever_decides: ClassVar[bool] = True


decides, beside, union, intersection, merged, total, restarts, strictest = (
    Decides, Beside, Union, Intersection, Merged, Total, Restarts, Strictest,
)  # fmt: skip


def last(by: Literal["order", "completion"] = "order") -> Last | LastToEnd:
    """The last answer that has the field wins: by the order of the responders, or by when they were done."""
    return Last() if by == "order" else LastToEnd()


def joined() -> Text:
    """Texts in order, a blank line between them."""
    return Text(before=False)


def heard() -> Gathered:
    """Texts in order, whoever decides: what is said beside a decision, and what outranks it."""
    return Gathered(before=False)


def prepended() -> Text:
    """Each text before the earlier ones, a blank line between them."""
    return Text(before=True)


@dataclass(frozen=True, slots=True)
class ValueKind:
    """A JSON type that an answer's field may have. `hint` is an example of its shape, for reading Scheme data; whatever
    is exactly of the class `exact` is accepted.
    """

    wanted: str
    accepts: Callable[[Json], bool]
    hint: Json
    exact: type | None = None


STRING: Final = ValueKind("a string", lambda x: isinstance(x, str), "", str)
BOOLEAN: Final = ValueKind("a boolean", lambda x: isinstance(x, bool), False, bool)
INTEGER: Final = ValueKind("an integer", lambda x: type(x) is int and -(2**63) <= x < 2**63, 0)
COUNT: Final = ValueKind("an integer, 0 or more", lambda x: type(x) is int and 0 <= x <= MOST, 0)
STRINGS: Final = ValueKind("an array of strings", lambda x: isinstance(x, list), [""])
OBJECT: Final = ValueKind("an object", lambda x: isinstance(x, dict), {}, dict)
ANY: Final = ValueKind("any value", lambda x: True, None)


@dataclass(frozen=True, slots=True)
class OutcomeField:
    """A field of an outcome as the fold sees it; `companions` are the fields that stand beside it."""

    name: str
    rule: Rule
    kind: ValueKind
    companions: tuple[OutcomeField, ...] = ()
    exact: type | None = field(init=False, compare=False)  # that of its kind
    decides: bool = field(init=False, compare=False)  # is that its rule?
    default: str | type[Answerer] | None = field(init=False, compare=False)  # what fills in where it stands beside

    def __post_init__(self) -> None:
        object.__setattr__(self, "exact", self.kind.exact)
        object.__setattr__(self, "decides", self.rule.__class__ is Decides)
        object.__setattr__(self, "default", self.rule.default if isinstance(self.rule, Beside) else None)

    def take(self, value: dict[str, Json], state: Folding) -> bool:
        """Let this field of an answer, and those beside it, take effect; did it end the fold?"""
        given = value[self.name]
        usable = True
        if given.__class__ is not self.exact:
            usable, given = self.read(value, state)
        rule = self.rule
        effect = rule.take(self.name, given, state) if usable else "nothing"
        for companion in self.companions:
            if effect != "nothing":
                companion.take_beside(value, state)
            elif companion.name in value:
                state.note(companion.name, "ignored", f"it goes with {self.name}")
        return effect == "ended"

    def take_beside(self, value: dict[str, Json], state: Folding) -> None:
        """Let this field take effect in an answer whose leading field did."""
        given = value.get(self.name)
        if given.__class__ is not self.exact or given is None:
            usable, given = self.read(value, state) if given is not None else (False, None)
            if not usable:
                given = self.rule.fill_in(state)  # type: ignore[attr-defined]
        if given is None:
            state.outcome.pop(self.name, None)
        else:
            self.rule.take(self.name, given, state)

    def read(self, value: dict[str, Json], state: Folding) -> tuple[bool, Json]:
        """The value in an answer, and whether it is usable; a wrong type is noted."""
        given = value[self.name]
        if not self.kind.accepts(given):
            state.note(self.name, "warning", f"wanted {self.kind.wanted}, got {brief(given)}")
            return False, None
        if self.kind is STRINGS and not all(isinstance(each, str) for each in given):
            state.note(self.name, "warning", f"wanted {self.kind.wanted}; other members of {brief(given)} are left out")
            given = [each for each in given if isinstance(each, str)]
        return True, given
