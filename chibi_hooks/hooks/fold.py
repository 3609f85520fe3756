"""A point, its payload and the answers in order -> one outcome, and the steps that led there.

Rules (spec/chibi.md §1.4, DESIGN §5)
-----
* How a field combines stands in the annotation of the outcome's field and nowhere else (rules.py).
* Types are strict: `"true"` and `1` are not `true`, `5.0` is not an integer. A wrong type counts as absent, with a
  warning.
* Within one answer the fields that decide come first, in the order of their declaration: `response` beats `block`,
  and `block` beats `arguments`.
* A decision ends the fold: later answers exist, but are not looked at; what earlier answers set stays.
* Nothing here fails because of an answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from chibi_hooks.hooks.answer import Answer, Json
from chibi_hooks.hooks.rules import Decides, Folding, OutcomeField
from chibi_hooks.hooks.steps import Step, brief

if TYPE_CHECKING:
    from chibi_hooks.hooks.point import Decision, Point

__all__ = ["NO_HANDLER", "REFUSED", "Folded", "Step", "fold", "refusal", "settle"]

REFUSED: Final = "permission denied"  # a permission handler said no and gave no reason
NO_HANDLER: Final = "no permission handler configured (fail-safe deny)"

UNKNOWN_KEYS: Final = 8  # unknown keys reported per answer; an answer may hold a million


@dataclass(frozen=True, slots=True)
class Folded:
    """What the answers come to: `values` holds the fields that were set, and no others."""

    point: type[Point]
    values: Mapping[str, Json]
    steps: Sequence[Step]

    @property
    def outcome(self) -> Decision:
        """The same as an object of the point's `Outcome`: a field that nobody set has its default."""
        return self.point.Outcome.model_construct(set(self.values), **self.values)


def fold(point: type[Point], payload: Mapping[str, Json], answers: Sequence[Answer]) -> Folded:
    """Combine the answers by the rules of the point."""
    state = Folding(payload)
    decisive: int | None = None
    for index, answer in enumerate(answers):
        state.index, state.answer = index, answer
        value = answer.value
        if decisive is not None:
            state.note(None, "skipped", decisive)
        elif answer.error is not None:
            state.note(None, "failed", answer.error.message)
        elif value is None or value == {}:
            state.note(None, "none")
        elif not isinstance(value, dict):
            state.note(None, "ignored", f"a hook answers with an object, got {brief(value)}")
        elif not point.outcome_fields:
            state.note(None, "ignored", f"{point.wire} only observes")
        elif _take(point, value, state):
            decisive = index
    return Folded(point, state.outcome, state.steps)


def settle(folded: Folded, values: Mapping[str, Json], reason: str) -> Folded:
    """The host's own word after the answers (a permission handler's, or the fail-safe deny): `values` are set,
    `reason` is the step.
    """
    return replace(
        folded, values={**folded.values, **values}, steps=[*folded.steps, Step(None, None, "settled", reason)]
    )


def refusal(point: type[Point], text: str) -> dict[str, Json] | None:
    """The answer that refuses at `point` with `text` as the reason; None where nothing can be refused.

    At a permission point `{"denied": true, "reason": text}`, at `pre_tool` `{"block": true, "message": text}`. What
    decides without a text beside it refuses nothing (`pre_cache_output`: a block there means "in full").
    """
    for each in point.outcome_fields.values():
        if isinstance(each.rule, Decides) and each.name in ("denied", "block") and each.companions:
            return {each.name: True, **{companion.name: text for companion in each.companions}}
    return None


def _take(point: type[Point], value: dict[str, Json], state: Folding) -> bool:
    """Let one answer take effect; did it decide?"""
    read = 0
    ended = False
    for each in point.fold_order:
        if each.name not in value:
            continue
        read += 1 + sum(companion.name in value for companion in each.companions)
        if ended:
            state.note(each.name, "ignored", "the same answer has decided")
        else:
            ended = _take_field(each, value, state)
    if read < len(value):
        _note_rest(point, value, state)
    return ended


def _take_field(each: OutcomeField, value: dict[str, Json], state: Folding) -> bool:
    usable, given = each.read(value, state)
    effect = each.rule.take(each.name, given, state) if usable else "nothing"
    for companion in each.companions:
        if effect != "nothing":
            _take_companion(companion, value, state)
        elif companion.name in value:
            state.note(companion.name, "ignored", f"it goes with {each.name}")
    return effect == "ended"


def _take_companion(each: OutcomeField, value: dict[str, Json], state: Folding) -> None:
    usable, given = each.read(value, state) if value.get(each.name) is not None else (False, None)
    if not usable:
        given = each.rule.fill_in(state)  # type: ignore[attr-defined]
    if given is None:
        state.outcome.pop(each.name, None)
    else:
        each.rule.take(each.name, given, state)


def _note_rest(point: type[Point], value: dict[str, Json], state: Folding) -> None:
    """The keys that no field read: a companion without its leader, and keys the point does not know."""
    for companion, leader in point.companions.items():
        if companion in value and leader not in value:
            state.note(companion, "ignored", f"it goes with {leader}")
    unknown = [name for name in value if name not in point.outcome_fields]
    for name in unknown[:UNKNOWN_KEYS]:
        state.note(name, "unknown", list(point.outcome_fields))
