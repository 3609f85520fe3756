"""A point, its payload and the answers in order -> one outcome, and the steps that led there.

Rules (spec/chibi.md §1.4, DESIGN §5)
-----
* How a field combines stands in the annotation of the outcome's field and nowhere else (rules.py).
* Types are strict: `"true"` and `1` are not `true`, `5.0` is not an integer. A wrong type counts as absent, with a
  warning.
* Within one answer the fields that decide come first, in the order of their declaration: `response` beats `block`,
  and `block` beats `arguments`.
* A decision ends the fold: later answers exist, but are not looked at; what earlier answers set stays. What is said
  beside decisions (`heard`: a text for the model, for the user, the word that outranks a denial) is read all the same.
* Nothing here fails because of an answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from chibi_hooks.hooks.answer import Answer, Failure, Json
from chibi_hooks.hooks.deciding.folded import Folded
from chibi_hooks.hooks.deciding.rules import Decides, Folding, OutcomeField, Strictest
from chibi_hooks.hooks.deciding.steps import Step, brief
from chibi_hooks.inlined import inlined

if TYPE_CHECKING:
    from chibi_hooks.hooks.deciding.point import Point, SolePlan

__all__ = ["NO_HANDLER", "REFUSED", "Step", "can_refuse", "fold", "folded_one", "misfit", "refusal", "settle"]

REFUSED: Final = "permission denied"  # a permission handler said no and gave no reason
NO_HANDLER: Final = "no permission handler configured (fail-safe deny)"

OLD_VETO: Final = (
    "approved"  # `{"approved": false}` is how chibi's published permission plugin denies, true its silence
)
SHAPES: Final = 256  # combinations of keys that are remembered for a point; hooks answer with a handful
SILENT: Final = 1024  # steps that are kept
UNKNOWN_KEYS: Final = 8  # unknown keys reported per answer; an answer may hold a million


def misfit(point: type[Point], value: Mapping[str, Json]) -> str | None:
    """What is wrong with the field of an answer that would have decided: somebody meant to decide, and nobody can tell
    what. None when there is no such field, or nothing wrong with it."""
    for each in point.outcome_fields.values():
        given = value.get(each.name)
        if given is not None and isinstance(each.rule, Decides) and not each.kind.accepts(given):
            return f"{each.name}: wanted {each.kind.wanted}, got {brief(given)}"
    return None


def fold(point: type[Point], payload: Mapping[str, Json], answers: Sequence[Answer]) -> Folded:
    """Combine the answers by the rules of the point."""
    if len(answers) == 1 and (folded := folded_one(point, point.key, point.plans, *answers[0][3:5])) is not None:
        return folded
    state = Folding(payload)
    decisive: int | None = None
    for index, answer in enumerate(answers):
        value = answer[3]
        if value is None and (decisive is not None or answer[4] is None):  # what most of many say
            state.steps.append(_silent_step(index, decisive))
            continue
        state.index, state.answer = index, answer
        if decisive is not None:
            if not (point.whoever_decides and _take_rest(point, value, state)):
                state.note(None, "skipped", decisive)
        elif answer.error is not None:
            state.note(None, "failed", answer.error.message)
        elif value == {}:
            state.note(None, "none")
        elif not isinstance(value, dict):
            state.note(None, "ignored", f"a hook answers with an object, got {brief(value)}")
        elif not point.outcome_fields:
            state.note(None, "ignored", f"{point.wire} only observes")
        elif _take(point, value, state):
            decisive = index
    return Folded(point.key, state.outcome, state.steps, point)


@lru_cache(SILENT)
def _silent_step(index: int, decisive: int | None) -> Step:
    """The step of an answer that says nothing: made once for all fires."""
    return Step(index, None, "none") if decisive is None else Step(index, None, "skipped", decisive)


@inlined
def folded_one(
    point: type[Point], key: str, plans: Mapping[tuple[str, ...], SolePlan], value: Json, error: Failure | None
) -> Folded | None:
    """The usual fire at a point: what its only answer comes to that has no opinion, or decides with texts beside the
    decision; None where it is anything else. What comes out is what `fold` makes of it among others
    (tests/hooks/deciding). `key` and `plans` are the point's: to ask the class takes longer than the rest.
    """
    outcome: dict[str, Json] = {}
    names: tuple[str, ...] = ()
    usual = error is None
    if usual and value is not None:
        shape = tuple(value) if value.__class__ is dict else ()
        names, kinds, in_order = plans.get(shape) or _plan(point, shape)
        outcome = value.copy() if in_order else _ordered(value, names)
        usual = tuple(map(type, outcome.values())) == kinds and outcome[names[0]] is not False
    if not usual:
        return None
    folded = _new(Folded)
    folded.wire = key
    folded.values = outcome
    folded.stated = point
    folded.known_steps = None
    folded.decided = names
    return folded


def _plan(point: type[Point], shape: tuple[str, ...]) -> SolePlan:
    """How an only answer with these keys decides: the fields that it sets, in this order, with the classes of values
    that pass, and whether it names them so; None as classes where that takes more than a look at them."""
    leading = _leading(point, shape)
    plan: SolePlan = ((), None, False)
    if leading is not None and len(leading) == 1 and leading[0].decides:
        (field,) = leading
        there = [field, *(each for each in field.companions if each.name in shape)]
        filled = any(each.default is not None for each in field.companions if each.name not in shape)
        if not filled and all(each.exact is not None for each in there):
            names = tuple(each.name for each in there)
            plan = names, tuple(each.exact for each in there), names == shape
    if len(point.plans) < SHAPES:
        point.plans[shape] = plan
    return plan


def _ordered(value: Json, names: tuple[str, ...]) -> dict[str, Json]:
    return {name: value[name] for name in names}


_new: Final = object.__new__


def settle(folded: Folded, values: Mapping[str, Json], reason: str) -> Folded:
    """The host's own word after the answers (a permission handler's, or the fail-safe deny): `values` are set,
    `reason` is the step.
    """
    steps = [*folded.steps, Step(None, None, "settled", reason)]
    return Folded(folded.wire, {**folded.values, **values}, steps, folded.stated)


def refusal(point: type[Point], text: str) -> dict[str, Json] | None:
    """The answer that refuses at `point` with `text` as the reason; None where nothing can be refused.

    At a permission point `{"denied": true, "reason": text}`, at `pre_tool` `{"block": true, "message": text}`, where
    the strictest word wins that word. What decides without a text beside it refuses nothing (`pre_cache_output`: a
    block there means "in full").
    """
    for each in point.outcome_fields.values() if point.refuses else ():
        texts = {companion.name: text for companion in each.companions[:1]}
        if texts and isinstance(each.rule, Decides) and each.name in ("denied", "block"):
            return {each.name: True, **texts}
        if texts and isinstance(each.rule, Strictest):
            return {each.name: each.rule.words[0], **texts}
    return None


def can_refuse(point: type[Point]) -> bool:
    """Can an answer at this point deny or block?"""
    return refusal(point, "") is not None


def _take_rest(point: type[Point], value: Json, state: Folding) -> bool:
    """Let an answer after the decisive one take what effect it still has; has it any?"""
    left = [each for each in point.whoever_decides if isinstance(value, dict) and each.name in value]
    for each in left:
        each.take(value, state)
    return bool(left)


def _take(point: type[Point], value: dict[str, Json], state: Folding) -> bool:
    """Let one answer take effect; did it decide?"""
    shape = tuple(value)
    leading = point.shapes.get(shape)
    if leading is None:
        leading = _leading(point, shape)
        if leading is None:
            return _take_odd(point, value, state)
    ended = False
    for each in leading:
        if ended:
            state.note(each.name, "ignored", "the same answer has decided")
        else:
            ended = each.take(value, state)
    return ended


def _leading(point: type[Point], shape: tuple[str, ...]) -> tuple[OutcomeField, ...] | None:
    """The fields that answers with these keys set, in the order in which they are read; None where keys are left that
    none of them takes."""
    names = frozenset(shape)
    leading = tuple(each for each in point.fold_order if each.name in names)
    taken = {each.name for each in leading}.union(*({beside.name for beside in each.companions} for each in leading))
    if not names <= taken:
        return None
    if len(point.shapes) < SHAPES:
        point.shapes[shape] = leading
    return leading


def _take_odd(point: type[Point], value: dict[str, Json], state: Folding) -> bool:
    """The same for an answer some of whose keys no field takes."""
    if point.permission and isinstance(value.get(OLD_VETO), bool):
        vetoes = not value[OLD_VETO]
        value = {key: each for key, each in value.items() if key != OLD_VETO} | ({"denied": True} if vetoes else {})
        if not vetoes:
            state.note(None, "none")  # the other half of that form: nobody can approve here
    ended = False
    for each in point.fold_order:
        if each.name not in value:
            continue
        if ended:
            state.note(each.name, "ignored", "the same answer has decided")
        else:
            ended = each.take(value, state)
    _note_rest(point, value, state)
    return ended


def _note_rest(point: type[Point], value: dict[str, Json], state: Folding) -> None:
    """The keys that no field read: a companion without its leader, and keys the point does not know."""
    for companion, leader in point.companions.items():
        if companion in value and leader not in value:
            state.note(companion, "ignored", f"it goes with {leader}")
    unknown = [name for name in value if name not in point.outcome_fields]
    for name in unknown[:UNKNOWN_KEYS]:
        state.note(name, "unknown", list(point.outcome_fields))
