"""A fire -> the JSON texts of its row: put together from pieces, they are what the values themselves say."""

from __future__ import annotations

import json
from typing import Any

import pytest

from chibi_hooks.hooks.answer import Answer, Failure
from chibi_hooks.hooks.deciding.fold import fold
from chibi_hooks.hooks.deciding.folded import Folded
from chibi_hooks.hooks.deciding.point import find
from chibi_hooks.hooks.deciding.steps import Step
from chibi_hooks.hooks.fire import Fire, MadeCall, Skipped
from chibi_hooks.hooks.recording.redaction import Redaction
from chibi_hooks.hooks.recording.rows import Rows
from chibi_hooks.hooks.recording.snapshots import held, taken

PAYLOAD = {"tool_name": "é\x00\ud800", "arguments": {"n": [1, 2.5, None, True], "empty": {}}}
ANSWERS = [
    Answer("guard", "scheme", "hooks/guard.scm:6:1", {"block": True, "message": "no"}, ms=0.125),
    Answer("guard", "scheme", "hooks/guard.scm:6:1", None, ms=1),
    Answer('a "name"\0', "plugin", None, {"k": [1]}, ms=2.0),
    Answer("broken", "command", "x:1", None, Failure("exit", "it ended with 3"), 4.5),
    Answer("leaving", "plugin", "plugins/x", {}, strays=(12, 13)),
]
STEPS = [
    Step(0, "block", "decided", True),
    Step(0, "fuel", "set", 1),
    Step(0, "block", "set", 1.0),
    Step(1, None, "none"),
    Step(2, "k", "unknown", ["block", "message"]),
    Step(0, "message", "set", "long " * 40),
    Step(None, None, "settled", "denied"),
    Step(3, "x", "set", None, "told elsewhere"),
]


def row_of(fire: Fire) -> tuple[Any, ...]:
    """The row that the journal gets."""
    rows = Rows(["/home/a"], Redaction(), 1 << 20)
    return rows.row(taken(fire, 1.0, True, False))


def fire_with(answers: list[Answer], steps: list[Step], **more: Any) -> Fire:
    folded = Folded("pre_tool", {"block": True}, steps, find("pre_tool"))
    return Fire("f-1", 3, PAYLOAD, answers, more.get("skipped", ()), folded, more.get("missing", ()),
                more.get("said", ()), 0.5, more.get("calls", ()))  # fmt: skip


@pytest.mark.parametrize("times", [1, 2], ids=["new pieces", "pieces that are kept"])
def test_a_row_says_what_the_values_of_the_fire_say(times: int) -> None:
    more: dict[str, Any] = {
        "skipped": [Skipped("x", "why")], "missing": ("arguments",), "said": [("guard", "a word")],
        "calls": [MadeCall("guard", "ls", {"a": 1}, "done", "out", None)],
    }  # fmt: skip
    for given in ({}, more):
        fire = fire_with(ANSWERS, STEPS, **given)
        for _ in range(times):
            row = row_of(fire)
        told = fire.to_json(full=True)
        kept = {name: told[name] for name in ("payload", "answers", "skipped", "steps", "missing", "said", "calls")}
        marks = {"redacted": 0, "cut": 0, "homes": ["/home/a"], "nested": True, "handler": False}
        assert json.loads(row[-1]) == json.loads(json.dumps({**kept, **marks}))
        assert json.loads(row[-2]) == {"block": True}
        assert row[7] == 1  # one has failed


def test_who_answered_can_be_found_by_name_and_by_file() -> None:
    assert row_of(fire_with(ANSWERS[:2], STEPS[:1]))[11] == "\nguard\n\nhooks/guard.scm\n"


def test_a_value_that_is_no_json_costs_the_fire_its_row_and_nothing_else() -> None:
    value: dict[str, Any] = {"loop": []}
    value["loop"].append(value)
    fire = fire_with([ANSWERS[0]._replace(value=value)], STEPS[:1])
    with pytest.raises((ValueError, RecursionError)):
        row_of(fire)


def test_a_fire_with_one_answer_makes_the_same_row_whatever_was_kept_of_it() -> None:
    rows = Rows(["/home/a"], Redaction(), 1 << 20)
    for answer in ({"block": True, "message": "no"}, {"arguments": {"a": [1]}}, None, {"block": "wrong", "x": 1}):
        answers = [Answer("guard", "scheme", "hooks/guard.scm:1:1", answer, ms=0.5)]
        fire = fire_with(answers, [])
        fire.folded = fold(find("pre_tool"), fire.payload, answers)
        short, copied = taken(fire, 1.0, False, True), held(fire, 1.0, False, True)
        assert copied is not None
        row = rows.row(short)
        assert rows.row(copied) == row
        assert fire.steps  # which are known from now on
        assert rows.row(taken(fire, 1.0, False, True)) == row
