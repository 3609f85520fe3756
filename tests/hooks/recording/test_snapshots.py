"""What is kept of a fire until its row is made."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from chibi_hooks.hooks.answer import Answer, Json
from chibi_hooks.hooks.deciding.fold import fold
from chibi_hooks.hooks.deciding.folded import Folded
from chibi_hooks.hooks.deciding.point import find
from chibi_hooks.hooks.fire import Fire
from chibi_hooks.hooks.recording.snapshots import EndedFire, held, taken


class Word(StrEnum):
    """A text of a class of its own."""

    LS = "ls"


def fired(payload: dict[str, Json], *values: Json) -> Fire:
    """A fire of which nothing but the answers is unusual."""
    answers = [Answer("guard", "scheme", "hooks/guard.scm:1:1", value, ms=0.5) for value in values]
    return Fire("f-1", 3, payload, answers, (), fold(find("pre_tool"), payload, answers), (), (), 0.5)


def test_what_is_kept_of_a_fire_does_not_change_with_it() -> None:
    for values in ([{"block": True, "message": "no"}], [None, {"message": "m", "block": True}]):
        payload: dict[str, Any] = {"tool_name": "ls", "arguments": {"paths": ["a"]}}
        fire = fired(payload, *values)
        for take in (taken, held):
            kept = take(fire, 1.0, False, False)
            assert kept is not None
            before = repr(EndedFire.of(kept).values)
            payload["arguments"]["paths"].append("b")
            assert repr(EndedFire.of(kept).values) == before


def test_of_the_usual_fire_nothing_is_kept_that_anybody_else_has() -> None:
    for value in ({"block": True, "message": "no"}, None):
        kept = taken(fired({"tool_name": "ls"}, value), 1.0, False, False)
        assert not {dict, list, Folded, Answer}.intersection(map(type, kept))


def test_a_fire_that_ended_has_its_answer_and_its_steps_again() -> None:
    for value in ({"block": True, "message": "no"}, None, {"arguments": {"a": 1}}):
        fire = fired({"tool_name": "ls", "arguments": {}}, value)
        ended = EndedFire.of(taken(fire, 1.0, False, False))
        assert ended.answers == fire.answers
        assert (ended.folded.wire, ended.folded.values, ended.steps) == ("pre_tool", fire.folded.values, fire.steps)


def test_values_of_no_plain_type_are_kept_as_json() -> None:
    fire = fired({"tool_name": Word.LS}, {"block": True, "message": Word.LS})
    payload, (value,), outcome, _ = EndedFire.of(taken(fire, 1.0, False, False)).values
    assert (payload, value, outcome) == ({"tool_name": "ls"}, *2 * ({"block": True, "message": "ls"},))
