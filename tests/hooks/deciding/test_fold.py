"""Answers -> outcome: one table of cases, one line each, by hook point."""

from __future__ import annotations

import random
from typing import Annotated, Any

import pytest

from chibi_hooks.hooks.answer import Answer, Failure
from chibi_hooks.hooks.deciding.fold import NO_HANDLER, Step, fold, refusal, settle
from chibi_hooks.hooks.deciding.folded import Folded
from chibi_hooks.hooks.deciding.point import POINTS, Decision, Point, PointTable, answered, find
from chibi_hooks.hooks.deciding.rules import beside, last, strictest
from chibi_hooks.hooks.deciding.samples import sample

FAILED = Failure("error", "car: wanted a pair, got 42")
BLOCKED = {"block": True, "message": "Tool call blocked by hook"}
WORD = 2**64 - 1


def said(*values: Any) -> list[Answer]:
    """Answers of responders a, b, c …; a Failure stands for one that failed."""
    return [
        Answer("abcdefgh"[index], "scheme", None, None, value)
        if isinstance(value, Failure)
        else Answer("abcdefgh"[index], "scheme", None, value)
        for index, value in enumerate(values)
    ]


def check(point: str, answers: list[Any], outcome: dict[str, Any], **payload: Any) -> Folded:
    """Fold the answers at `point`, on its sample payload changed by `payload`; only what was set may be in the
    outcome.
    """
    given = {key: value for key, value in {**sample(find(point)), **payload}.items() if value is not ...}
    folded = fold(find(point), given, said(*answers))
    assert dict(folded.values) == outcome
    for name, value in outcome.items():
        assert getattr(folded.outcome, name) == value
    return folded


CASES: list[tuple[str, list[Any], dict[str, Any]]] = [
    # last
    ("pre_message", [{"prompt": "a"}], {"prompt": "a"}),
    ("pre_message", [{"prompt": "a"}, {"prompt": "b"}], {"prompt": "b"}),
    ("pre_message", [{"prompt": "a"}, {}], {"prompt": "a"}),
    ("pre_message", [{"prompt": "a"}, {"prompt": ""}], {"prompt": ""}),
    ("pre_message", [{"prompt": "a"}, {"prompt": 1}], {"prompt": "a"}),
    ("pre_message", [{"prompt": None}], {}),
    ("pre_message", [{"prompt": ["a"]}], {}),
    # no opinion, failures, and values that are no objects
    ("pre_message", [], {}),
    ("pre_message", [None, {}, FAILED, "text", 42, ["prompt", "x"], True], {}),
    ("pre_message", [FAILED, {"prompt": "a"}, FAILED], {"prompt": "a"}),
    # injected texts: in front of everything so far, or at the end
    ("pre_system_prompt", [{"inject": "A"}, {"inject": "B"}], {"inject": "B\n\nA"}),
    ("post_system_prompt", [{"inject": "A"}, {"inject": "B"}, {"inject": "C"}], {"inject": "A\n\nB\n\nC"}),
    ("post_system_prompt", [{"inject": "A"}, {"inject": ""}, {"inject": 1}], {"inject": "A"}),
    ("post_system_prompt", [{"inject": ""}], {}),
    # tools: includes intersect, excludes unite
    ("pre_api_tools", [{"include": ["a", "b", "c"]}, {"include": ["c", "b", "d"]}], {"include": ["b", "c"]}),
    ("pre_api_tools", [{"include": ["a"]}, {"include": ["b"]}], {"include": []}),
    ("pre_api_tools", [{"include": []}], {"include": []}),
    ("pre_api_tools", [{"include": ["a", 1, None, "a"]}], {"include": ["a"]}),
    ("pre_api_tools", [{"exclude": ["a", "b"]}, {"exclude": ["b", "c"]}], {"exclude": ["a", "b", "c"]}),
    ("pre_api_tools", [{"exclude": []}], {"exclude": []}),
    ("pre_api_tools", [{"exclude": "a"}], {}),
    ("pre_api_tools", [{"include": ["a", "b"], "exclude": ["b"]}], {"include": ["a", "b"], "exclude": ["b"]}),
    # the request: top-level keys
    (
        "pre_api_request",
        [{"request_body": {"temperature": 0.1, "stop": {"a": 1}}}, {"request_body": {"stop": {"b": 2}, "seed": None}}],
        {"request_body": {"temperature": 0.1, "stop": {"b": 2}, "seed": None}},
    ),
    ("pre_api_request", [{"request_body": [["temperature", 0.1]]}], {}),
    ("pre_api_request", [{"request_body": {}}], {"request_body": {}}),
    # tools: a block ends the fold
    ("pre_tool", [{"block": True}], BLOCKED),
    ("pre_tool", [{"block": True, "message": "no"}], {"block": True, "message": "no"}),
    ("pre_tool", [{"block": True, "message": ""}], {"block": True, "message": ""}),
    ("pre_tool", [{"block": True, "message": 1}], BLOCKED),
    ("pre_tool", [{"block": True, "message": None}], BLOCKED),
    ("pre_tool", [{"block": True, "message": "1"}, {"block": True, "message": "2"}], {"block": True, "message": "1"}),
    ("pre_tool", [{"block": False, "message": "no"}], {}),
    ("pre_tool", [{"block": "true"}, {"block": 1}, {"message": "no"}], {}),
    ("pre_tool", [{"arguments": {"a": 1}}, {"arguments": {"b": 2}}], {"arguments": {"b": 2}}),
    ("pre_tool", [{"arguments": {"a": 1}}, {"arguments": None}], {"arguments": None}),
    (
        "pre_tool",
        [{"arguments": {"a": 1}}, {"block": True}, {"arguments": {"b": 2}}],
        {"arguments": {"a": 1}, **BLOCKED},
    ),
    ("pre_tool", [{"block": True, "arguments": {"a": 1}}], BLOCKED),
    ("pre_tool", [{"block": False, "arguments": {"a": 1}}], {"arguments": {"a": 1}}),
    ("pre_tool_output", [{"block": True}], {"block": True, "message": "Output blocked by hook"}),
    ("pre_tool_output", [{"output": "a"}, {"output": "b"}], {"output": "b"}),
    ("pre_tool_output", [{"output": "a", "block": True, "message": "m"}], {"block": True, "message": "m"}),
    # permission: the first denial; nothing can allow
    (
        "pre_shell_exec",
        [{}, {"denied": True}, {"denied": True, "reason": "late"}],
        {"denied": True, "reason": "denied by plugin"},
    ),
    ("pre_file_read", [{"denied": True, "reason": "secret"}], {"denied": True, "reason": "secret"}),
    ("pre_file_write", [{"approved": True}, {"denied": False, "reason": "fine"}, {"denied": "true"}], {}),
    ("pre_fetch_url", [FAILED, {"denied": True, "reason": 5}], {"denied": True, "reason": "denied by plugin"}),
    # delivery: the responder's name says by which way, if nothing else does
    ("pre_send_message", [{"delivered": False}, {"delivered": True}], {"delivered": True, "via": "b"}),
    ("pre_send_message", [{"delivered": True, "via": "mail"}], {"delivered": True, "via": "mail"}),
    ("pre_send_message", [{"via": "mail"}], {}),
    # sub-agents: the first answer that decides; a response beats a block
    ("pre_spawn_agent", [{"response": "done"}, {"block": True}], {"response": "done"}),
    ("pre_spawn_agent", [{"block": True, "response": "done"}], {"response": "done"}),
    (
        "pre_spawn_agent",
        [{"block": True}, {"response": "x"}],
        {"block": True, "message": "Sub-agent call blocked by hook"},
    ),
    ("pre_spawn_agent", [{"response": 1, "block": True, "message": "m"}], {"block": True, "message": "m"}),
    ("pre_spawn_agent", [{"response": ""}], {"response": ""}),
    # caching: a summary and a block
    ("pre_cache_output", [{"summary": "a"}, {"summary": "b"}], {"summary": "b"}),
    ("pre_cache_output", [{"summary": "a"}, {"block": True}], {"summary": "a", "block": True}),
    ("pre_cache_output", [{"block": False}], {}),
    # who goes on
    ("pre_agentic_loop", [{"fallback": "call_user"}, {"fallback": "call_agent"}], {"fallback": "call_agent"}),
    ("post_tool_batch", [{"fallback": "call_user", "fuel_delta": -5}], {"fallback": "call_user", "fuel_delta": -5}),
    # points that only observe
    ("on_start", [{"block": True}, 42, "x", FAILED], {}),
    ("pre_vfs_write", [{"denied": True}], {}),
]


@pytest.mark.parametrize(("point", "answers", "outcome"), CASES, ids=lambda each: each if isinstance(each, str) else "")
def test_the_answers_come_to_the_outcome(point: str, answers: list[Any], outcome: dict[str, Any]) -> None:
    check(point, answers, outcome)


@pytest.mark.parametrize("point", ["pre_agentic_loop", "post_tool_batch"])
@pytest.mark.parametrize(
    ("left", "answers", "outcome", "applied"),
    [
        (10, [{"fuel": 3}], {"fuel": 3}, 3),
        (10, [{"fuel": 3}, {"fuel": 0}], {"fuel": 0}, 0),
        (10, [{"fuel_delta": -4}, {"fuel_delta": 1}], {"fuel_delta": -3}, 7),
        (3, [{"fuel_delta": -5}], {"fuel_delta": -5}, 0),
        (3, [{"fuel_delta": -5}, {"fuel_delta": 2}], {"fuel_delta": -1}, 2),
        (3, [{"fuel_delta": -5}, {"fuel": 8}], {"fuel": 8}, 8),
        (3, [{"fuel": 8}, {"fuel_delta": -5}], {"fuel": 8, "fuel_delta": -5}, 3),
        (3, [{"fuel_delta": -5, "fuel": 8}], {"fuel": 8, "fuel_delta": -5}, 3),
        (3, [{"fuel": 2}, {"fuel_delta": -5}, {"fuel_delta": 4}], {"fuel": 2, "fuel_delta": 2}, 4),
        (3, [{"fuel": WORD}, {"fuel_delta": 5}, {"fuel_delta": -1}], {"fuel": WORD, "fuel_delta": -1}, WORD - 1),
        (3, [{"fuel": -1}, {"fuel": 2.0}, {"fuel": True}, {"fuel_delta": -5.0}, {"fuel": 2**64}], {}, 3),
        (3, [{"fuel_delta": 2**63}, {"fuel_delta": "1"}], {}, 3),
        (..., [{"fuel_delta": -5}, {"fuel": 2}], {}, None),
    ],
)
def test_fuel_saturates_in_order(
    point: str, left: Any, answers: list[Any], outcome: dict[str, int], applied: int
) -> None:
    check(point, answers, outcome, fuel_remaining=left)
    if left is not ...:
        assert min(max(outcome.get("fuel", left) + outcome.get("fuel_delta", 0), 0), WORD) == applied


def test_excludes_come_after_includes_and_the_tools_keep_their_order() -> None:
    folded = check(
        "pre_api_tools",
        [{"include": ["c", "b", "a"]}, {"exclude": ["b", "nobody"]}],
        {"include": ["c", "b", "a"], "exclude": ["b", "nobody"]},
    )
    assert folded.outcome.kept(["a", "b", "c", "d"]) == ["a", "c"]  # type: ignore[attr-defined]


def test_fields_that_nobody_set_have_their_default_and_are_not_among_the_values() -> None:
    folded = check("pre_tool", [], {})
    assert (folded.outcome.block, folded.outcome.message, folded.outcome.arguments) == (False, None, None)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("point", "answers", "steps"),
    [
        ("pre_tool", [{"block": True}], [(0, "block", "decided"), (0, "message", "set")]),
        (
            "pre_tool",
            [{"block": True}, {"block": True}],
            [(0, "block", "decided"), (0, "message", "set"), (1, None, "skipped")],
        ),
        ("pre_tool", [None, FAILED, 42], [(0, None, "none"), (1, None, "failed"), (2, None, "ignored")]),
        ("pre_tool", [{"arguments": 1}, {"arguments": 2}], [(0, "arguments", "set"), (1, "arguments", "replaced")]),
        ("pre_tool", [{"block": "yes"}], [(0, "block", "warning")]),
        ("pre_tool", [{"blok": True}], [(0, "blok", "unknown")]),
        ("pre_tool", [{"message": "m"}], [(0, "message", "ignored")]),
        ("pre_tool", [{"block": False, "message": "m"}], [(0, "block", "passed"), (0, "message", "ignored")]),
        (
            "pre_tool",
            [{"block": True, "arguments": 1, "message": 2}],
            [(0, "block", "decided"), (0, "message", "warning"), (0, "message", "set"), (0, "arguments", "ignored")],
        ),
        ("pre_api_tools", [{"include": ["a", 1]}], [(0, "include", "warning"), (0, "include", "kept")]),
        ("on_end", [{"x": 1}], [(0, None, "ignored")]),
    ],
)
def test_every_step_is_told(point: str, answers: list[Any], steps: list[tuple[Any, ...]]) -> None:
    folded = fold(find(point), sample(find(point)), said(*answers))
    assert [(step.answer, step.field, step.action) for step in folded.steps] == steps
    assert all(step.text for step in folded.steps)
    assert [step.to_json()["action"] for step in folded.steps] == [action for _, _, action in steps]


def test_an_unknown_key_has_a_near_name() -> None:
    folded = fold(find("pre_message"), {}, said({"promt": "x"}))
    assert folded.steps[0].is_warning
    assert folded.steps[0].text == '"promt" is not a field of this point: did you mean "prompt"?'


def test_a_wrong_type_says_what_was_wanted() -> None:
    folded = fold(find("post_tool_batch"), {}, said({"fuel_delta": -5.0}))
    assert folded.steps[0].text == "fuel_delta: wanted an integer, got -5.0; it counts as absent"


def test_a_million_unknown_keys_are_not_a_million_steps() -> None:
    folded = fold(find("pre_message"), {}, said({f"key{n}": n for n in range(1000)} | {"prompt": "x"}))
    assert folded.values == {"prompt": "x"}
    assert len(folded.steps) < 20


def test_the_text_of_a_step_is_short_however_large_the_value_is() -> None:
    for value in ("x" * 10**6, ["x" * 1000] * 1000, {"x" * 1000: ["y"] * 1000}, 1 << 100_000):
        for step in fold(find("pre_tool"), {}, said({"arguments": value})).steps:
            assert len(step.text) < 300


def test_the_answers_are_left_as_they_are() -> None:
    first, second = {"request_body": {"a": 1}}, {"request_body": {"b": 2}}
    fold(find("pre_api_request"), {}, said(first, second))
    assert (first, second) == ({"request_body": {"a": 1}}, {"request_body": {"b": 2}})


@pytest.mark.parametrize("point", list(POINTS))
def test_a_refusal_refuses_where_the_point_can(point: str) -> None:
    value = refusal(find(point), "because")
    if value is None:
        assert not find(point).refuses or not {"denied", "message"} & set(find(point).outcome_fields)
        return
    outcome = fold(find(point), sample(find(point)), said(value)).values
    assert outcome.get("denied", outcome.get("block")) is True
    assert "because" in outcome.values()


def test_the_hosts_own_word_is_a_step_too() -> None:
    folded = settle(fold(find("pre_shell_exec"), {}, said({})), {"denied": True, "reason": NO_HANDLER}, NO_HANDLER)
    assert folded.values == {"denied": True, "reason": NO_HANDLER}
    assert (folded.steps[-1].answer, folded.steps[-1].action, folded.steps[-1].text) == (None, "settled", NO_HANDLER)


class Verdict(Decision):
    """As other agents answer."""

    verdict: Annotated[str | None, strictest("deny", "defer", "ask", "allow")] = answered("may it?")
    why: Annotated[str | None, beside("verdict")] = answered("why")
    command: Annotated[str | None, last(by="completion")] = answered("what instead")


class Shell(Point, table=PointTable("other", spelled=str)):
    """A foreign event."""

    when = "before a command"
    Outcome = Verdict


def foreign(*values: Any) -> Folded:
    """Fold answers, each with its turn where it is a pair."""
    pairs = [each if isinstance(each, tuple) else (each, 0) for each in values]
    answers = [Answer("x", "command", None, value, turn=turn) for value, turn in pairs]
    return fold(Shell, {}, answers)


def test_the_strictest_word_wins_with_what_stands_beside_it() -> None:
    said = [{"verdict": "allow", "why": "a"}, {"verdict": "deny", "why": "b"}, {"verdict": "ask", "why": "c"}]
    folded = foreign(*said, {"verdict": "deny", "why": "d"})
    assert folded.values == {"verdict": "deny", "why": "b"}
    assert [step.action for step in folded.steps if step.field == "verdict"] == ["set", "replaced", "passed", "passed"]


def test_a_word_that_is_none_of_them_counts_as_absent() -> None:
    folded = foreign({"verdict": "block"}, {"verdict": "ask"})
    assert folded.values == {"verdict": "ask"}
    assert 'wanted "deny" or "defer" or "ask" or "allow", got "block"' in folded.steps[0].text


def test_the_last_to_end_wins_whatever_the_order() -> None:
    assert foreign(({"command": "a"}, 1), ({"command": "b"}, 0)).values == {"command": "a"}
    assert foreign(({"command": "a"}, 0), ({"command": "b"}, 1)).values == {"command": "b"}
    assert foreign({"command": "a"}, {"command": "b"}).values == {"command": "b"}


def test_a_refusal_is_the_strictest_word() -> None:
    assert refusal(Shell, "no") == {"verdict": "deny", "why": "no"}
    assert foreign().wire == "other:Shell"


# --- words beside a decision ---


def test_what_is_said_beside_and_after_a_decision_is_not_lost() -> None:
    folded = fold(
        POINTS["pre_tool"],
        {},
        [
            Answer("a", "scheme", None, {"ask": "sure?", "context": "one"}),
            Answer("b", "scheme", None, {"block": True, "message": "no", "warn": "careful"}),
            Answer("c", "scheme", None, {"context": "two", "arguments": {}, "stop": "enough"}),
            Answer("d", "scheme", None, {"arguments": {}}),
        ],
    )
    assert folded.values == {
        "ask": "sure?", "context": "one\n\ntwo", "block": True, "message": "no", "warn": "careful", "stop": "enough",
    }  # fmt: skip
    assert [step.action for step in folded.steps if step.answer == 3] == ["skipped"]


def test_who_says_nothing_is_a_step_before_and_after_a_decision() -> None:
    broken = Answer("c", "scheme", None, None, Failure("error", "no"))
    silent = Answer("a", "scheme", None)
    empty, block = Answer("b", "scheme", None, {}), Answer("d", "scheme", None, {"block": True, "message": "m"})
    folded = fold(POINTS["pre_tool"], {}, [silent, empty, broken, block, silent, broken, empty])
    assert folded.values == {"block": True, "message": "m"}
    assert [(step.answer, step.action, step.detail) for step in folded.steps] == [
        (0, "none", None), (1, "none", None), (2, "failed", "no"), (3, "decided", True), (3, "set", "m"),
        (4, "skipped", 3), (5, "skipped", 3), (6, "skipped", 3),
    ]  # fmt: skip


# --- the usual fire, written out ---

VALUES: list[Any] = [True, False, None, "", "text", 1, 0, -1, [], ["a"], {}, {"k": 1}, 1.5]


@pytest.mark.parametrize("point", POINTS.values(), ids=lambda point: str(point.wire))
def test_one_answer_alone_is_folded_like_one_among_others(point: type[Point]) -> None:
    names = [*point.outcome_fields, "approved", "unknown"]
    chance = random.Random(point.wire)
    for _ in range(300):
        keys = chance.sample(names, min(len(names), chance.randint(0, 4)))
        value = {key: chance.choice(VALUES) for key in keys} if chance.random() < 0.9 else chance.choice(VALUES)
        failure = Failure("error", "no") if chance.random() < 0.1 else None
        answer = Answer("a", "scheme", "a.scm", value, failure)
        alone, among = fold(point, {}, [answer]), fold(point, {}, [answer, Answer("b", "scheme", None)])
        assert (alone.values, alone.steps) == (among.values, among.steps[:-1]), value
        assert list(map(type, alone.steps)) == [Step] * len(alone.steps)
