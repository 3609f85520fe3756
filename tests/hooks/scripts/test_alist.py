"""JSON -> Scheme and back: tables of both directions, round trips of anything, and data that must not hurt."""

from __future__ import annotations

import collections
import contextlib
import enum
import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from chibi_hooks.hooks.deciding.point import POINTS
from chibi_hooks.hooks.errors import BadPayload
from chibi_hooks.hooks.payload import fault_in
from chibi_hooks.hooks.scripts import alist
from chibi_hooks.hooks.scripts.alist import Nothing, Unfit, answer_from_scheme, scheme_to_json
from chibi_hooks.hooks.scripts.payload_data import payload_to_scheme
from chibi_hooks.scheme.reading.reader import read_datum
from chibi_hooks.scheme.values.data import (
    EOF,
    FALSE,
    NIL,
    UNSPECIFIED,
    Bytevector,
    Pair,
    RecordType,
    Symbol,
    Value,
    char,
    cons,
    from_list,
    record_of,
    string_of,
    to_list,
    vector_of,
)
from chibi_hooks.scheme.values.numbers import Ratio
from chibi_hooks.scheme.values.printer import write_text

TOOL = {"tool_name": "shell_exec", "arguments": {"command": "ls", "env": {}, "paths": [], "tags": ["a"]}}
REQUEST = {
    "request_body": {"model": "m", "messages": [{"role": "user", "content": []}, {"role": "user", "content": "x"}]}
}


def datum(text: str) -> Value:
    """Written Scheme data -> the value."""
    return read_datum(text)[0]


# --- JSON -> Scheme ---


@pytest.mark.parametrize(
    ("payload", "written"),
    [
        ({}, "()"),
        ([], "()"),
        ({"b": 1, "a": 2}, '(("b" . 1) ("a" . 2))'),
        ({"a": {"x": {}}, "b": []}, '(("a" ("x")) ("b"))'),
        ({"a": [1, [2, []], {"k": "v"}]}, '(("a" 1 (2 ()) (("k" . "v"))))'),
        ([True, False, None], "(#t #f null)"),
        ([1, -1, 2**70, 1.0, 1e100, 0.5], "(1 -1 1180591620717411303424 1.0 1e100 0.5)"),
        ("text", '"text"'),
        ({"": "\x00ü"}, '(("" . "\\x0;ü"))'),
        ({"null": None}, '(("null" . null))'),
    ],
)
def test_a_payload_becomes_an_alist(payload: Any, written: str) -> None:
    assert write_text(payload_to_scheme(payload)) == write_text(datum(written))


def test_the_order_of_keys_is_the_payloads_own() -> None:
    keys = [f"k{n}" for n in (5, 3, 9, 1)]
    assert [entry.car.s for entry in from_list(payload_to_scheme(dict.fromkeys(keys, 0)))] == keys


def test_every_conversion_makes_fresh_data() -> None:
    payload = {"a": "x"}
    first, second = payload_to_scheme(payload), payload_to_scheme(payload)
    first.car.cdr.s = "changed"
    assert second.car.cdr.s == "x"


class Colour(enum.StrEnum):
    RED = "red"


class Number(enum.IntEnum):
    ONE = 1


def test_subclasses_of_json_types_and_tuples_are_taken() -> None:
    payload = collections.OrderedDict([(Colour.RED, (Colour.RED, Number.ONE, True))])
    value = payload_to_scheme(payload)
    assert scheme_to_json(value) == {"red": ["red", 1, True]}
    assert type(value.car.cdr.cdr.car) is int
    assert type(value.car.car.s) is str


@pytest.mark.parametrize(
    ("payload", "message"),
    [
        ({"a": {1: 2}}, "payload.a: wanted strings as keys, got an integer"),
        ({"a": [0, {1, 2}]}, "payload.a[1]: wanted a JSON value, got a Python set"),
        ({"a": b"x"}, "payload.a: wanted a JSON value, got a Python bytes"),
        ({"a": math.nan}, "payload.a: wanted a finite number, got nan"),
        ({"a": [-math.inf]}, "payload.a[0]: wanted a finite number, got -inf"),
    ],
)
def test_what_is_not_json_is_named_with_its_path(payload: Any, message: str) -> None:
    with pytest.raises(BadPayload) as caught:
        payload_to_scheme(payload)
    assert str(caught.value) == message == fault_in(payload)


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


def test_two_hundred_levels_are_taken_and_one_more_is_not() -> None:
    assert scheme_to_json(payload_to_scheme(nested(200))) == nested(200)
    for depth in (201, 5000):
        with pytest.raises(BadPayload, match="at most 200 levels"):
            payload_to_scheme(nested(depth))


def test_circular_payloads_are_refused() -> None:
    circle: list[Any] = []
    circle.append(circle)
    with pytest.raises(BadPayload, match="at most 200 levels"):
        payload_to_scheme({"a": circle})


# --- Scheme -> JSON: what a hook answers ---


@pytest.mark.parametrize("value", [NIL, FALSE, UNSPECIFIED])
def test_nothing_said_is_no_opinion(value: Value) -> None:
    assert answer_from_scheme(value, POINTS["pre_tool"], TOOL) is None


ANSWERS: list[tuple[str, str, Any]] = [
    # the ways to write a list, all of them meant the same
    ("pre_api_tools", '(("exclude" . ("a" "b")))', {"exclude": ["a", "b"]}),
    ("pre_api_tools", '(("exclude" ("a" "b")))', {"exclude": ["a", "b"]}),
    ("pre_api_tools", '(("exclude" . #("a" "b")))', {"exclude": ["a", "b"]}),
    ("pre_api_tools", '(("exclude" #("a" "b")))', {"exclude": ["a", "b"]}),
    ("pre_api_tools", '((exclude . (a "b")))', {"exclude": ["a", "b"]}),
    ("pre_api_tools", '(("exclude" "a"))', {"exclude": ["a"]}),
    ("pre_api_tools", '(("exclude" ("a")))', {"exclude": ["a"]}),
    ("pre_api_tools", '(("include"))', {"include": []}),
    ("pre_api_tools", '(("include" ()))', {"include": []}),
    ("pre_api_tools", '(("include" . "a"))', {"include": "a"}),
    ("pre_api_tools", '(("include" "a") ("exclude" ("b")))', {"include": ["a"], "exclude": ["b"]}),
    # objects
    ("pre_api_request", '(("request_body" ("temperature" . 0.1)))', {"request_body": {"temperature": 0.1}}),
    ("pre_api_request", '(("request_body" (("temperature" . 0.1))))', {"request_body": {"temperature": 0.1}}),
    ("pre_api_request", '(("request_body" ("a" . 1) ("b" . 2)))', {"request_body": {"a": 1, "b": 2}}),
    ("pre_api_request", '(("request_body" (("a" . 1) ("b" . 2))))', {"request_body": {"a": 1, "b": 2}}),
    ("pre_api_request", '(("request_body"))', {"request_body": {}}),
    ("pre_api_request", '(("request_body" ()))', {"request_body": {}}),
    ("pre_api_request", '(("request_body" ("stop" "a" "b")))', {"request_body": {"stop": ["a", "b"]}}),
    ("pre_api_request", '(("request_body" ("model" "n")))', {"request_body": {"model": "n"}}),
    (
        "pre_api_request",
        '(("request_body" ("messages" (("role" . "user") ("content")) (("role" . "user") ("content" . "x")))))',
        {"request_body": {"messages": [{"role": "user", "content": []}, {"role": "user", "content": "x"}]}},
    ),
    (
        "pre_api_request",
        '(("request_body" ("messages" (("role" . "system") ("content")))))',
        {"request_body": {"messages": [{"role": "system", "content": []}]}},
    ),
    # arguments: what the payload had is the hint
    ("pre_tool", '(("arguments" ("command" . "ls -l")))', {"arguments": {"command": "ls -l"}}),
    ("pre_tool", '(("arguments" (("command" . "ls -l"))))', {"arguments": {"command": "ls -l"}}),
    ("pre_tool", '(("arguments" (("command" "ls -l"))))', {"arguments": {"command": "ls -l"}}),
    ("pre_tool", '(("arguments" ("env") ("paths") ("new")))', {"arguments": {"env": {}, "paths": [], "new": []}}),
    ("pre_tool", '(("arguments" ("env" ("A" . "1"))))', {"arguments": {"env": {"A": "1"}}}),
    ("pre_tool", '(("arguments" ("tags" ("x" "y"))))', {"arguments": {"tags": ["x", "y"]}}),
    ("pre_tool", '(("arguments" ("paths" "a")))', {"arguments": {"paths": ["a"]}}),
    ("pre_tool", '(("arguments" ("new" ("k" . 1))))', {"arguments": {"new": {"k": 1}}}),
    ("pre_tool", '(("arguments" ("new" "a")))', {"arguments": {"new": ["a"]}}),
    ("pre_tool", '(("arguments"))', {"arguments": {}}),
    ("pre_tool", '(("arguments" ()))', {"arguments": {}}),
    ("pre_tool", '(("arguments" . null))', {"arguments": None}),
    ("pre_tool", '(("arguments" . #(("a" . 1))))', Unfit),
    ("pre_tool", '(("arguments" . #((("a" . 1)) 2)))', {"arguments": [{"a": 1}, 2]}),
    # plain values
    ("pre_tool", '(("block" . #t) ("message" . "no"))', {"block": True, "message": "no"}),
    ("pre_tool", '(("block" #t) ("message" "no"))', {"block": True, "message": "no"}),
    ("pre_tool", "((block . #f) (message . no))", {"block": False, "message": "no"}),
    ("pre_tool", '(("message" . null))', {"message": None}),
    ("pre_message", '(("prompt" . "first") ("prompt" . "second"))', {"prompt": "first"}),
    ("pre_message", '(("prompt" . 42))', {"prompt": 42}),
    ("pre_message", '(("prompt"))', {"prompt": []}),
    ("pre_message", '(("prompt" . #("a")))', {"prompt": ["a"]}),
    ("pre_message", '(("other" . #t))', {"other": True}),
    ("post_tool_batch", '(("fallback" . call_user) ("fuel_delta" . -5))', {"fallback": "call_user", "fuel_delta": -5}),
    ("post_tool_batch", '(("fuel" 3) ("fuel_delta" . -5.0))', {"fuel": 3, "fuel_delta": -5.0}),
    ("post_tool_batch", f'(("fuel_delta" . {2**80}))', {"fuel_delta": 2**80}),
    ("pre_message", '(("prompt" . 1/2))', {"prompt": 0.5}),
    # not an alist
    ("pre_message", "42", Unfit),
    ("pre_message", '"text"', Unfit),
    ("pre_message", "#t", Unfit),
    ("pre_message", '("prompt" "x")', Unfit),
    ("pre_message", '("prompt" . "x")', Unfit),
    ("pre_message", '((1 . "x"))', Unfit),
    ("pre_message", '(("prompt" . "x") . 3)', Unfit),
    ("pre_message", '((("prompt" . "x")))', Unfit),
    # points that only observe take anything
    ("on_start", "42", None),
    ("on_start", "#\\a", None),
    ("on_start", '(("count" . 1))', {"count": 1}),
]


@pytest.mark.parametrize(("point", "written", "answer"), ANSWERS)
def test_an_answer_means_what_its_author_meant(point: str, written: str, answer: Any) -> None:
    payload = {"pre_tool": TOOL, "pre_api_request": REQUEST}.get(point, {})
    if answer is Unfit:
        with pytest.raises(Unfit):
            answer_from_scheme(datum(written), POINTS[point], payload)
    else:
        found = answer_from_scheme(datum(written), POINTS[point], payload)
        assert found == answer
        assert repr(found) == repr(answer)


@pytest.mark.parametrize("point", [name for name in POINTS if not POINTS[name].can_modify])
def test_where_a_point_only_observes_anything_is_no_opinion(point: str) -> None:
    assert answer_from_scheme(42, POINTS[point], {}) is None
    assert answer_from_scheme(datum("(1 2)"), POINTS[point], {}) is None


def test_a_hook_that_answers_nonsense_is_told_what_to_return() -> None:
    with pytest.raises(Unfit) as caught:
        answer_from_scheme(42, POINTS["pre_message"], {})
    assert str(caught.value) == 'a hook returns an alist like (list (cons "block" …)), or (): got 42'


def alist_of(*entries: tuple[str, Value]) -> Value:
    return to_list([cons(string_of(key), value) for key, value in entries])


def circle() -> Pair:
    pair = cons(1, NIL)
    pair.cdr = pair
    return pair


def own_car() -> Pair:
    pair = cons(NIL, NIL)
    pair.car = pair
    return pair


def shared(levels: int, leaf: Value) -> Value:
    """A value of a few pairs that is 2^levels leaves."""
    for _ in range(levels):
        leaf = vector_of([leaf, leaf])
    return leaf


def deep(levels: int) -> Value:
    value: Value = 1
    for _ in range(levels):
        value = vector_of([value])
    return value


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (lambda: char("a"), "request_body.x: wanted a value that JSON has, got #\\a; use (string c)"),
        (lambda: Bytevector(bytearray(b"x")), "request_body.x: wanted a value that JSON has, got #u8(120)"),
        (lambda: vector_of([1, 2, EOF]), "request_body.x[2]: wanted a value that JSON has, got #<eof>"),
        (lambda: UNSPECIFIED, "request_body.x: wanted a value that JSON has, got #<unspecified>"),
        (lambda: record_of(RecordType("point", ()), []), "request_body.x: wanted a value that JSON has"),
        (lambda: lambda: 1, "request_body.x: wanted a value that JSON has, got #<procedure"),
        (lambda: complex(1, 2), "request_body.x: wanted a value that JSON has, got 1"),
        (lambda: math.nan, "request_body.x: wanted a finite number, got +nan.0"),
        (lambda: -math.inf, "request_body.x: wanted a finite number, got -inf.0"),
        (lambda: Ratio(10**400, 3), "request_body.x: wanted a finite number"),
        (lambda: 10**4300, "request_body.x: wanted an integer of at most 4300 digits"),
        (lambda: cons(1, 2), "request_body.x: wanted a list or an alist, got (1 . 2)"),
        (circle, "request_body.x: wanted a list that ends, got a circular one"),
        (own_car, "request_body.x[0][0][0][0]…[0][0][0][0][0][0]: wanted at most 200 levels; is it circular?"),
        (lambda: deep(100_000), "request_body.x[0][0][0][0]…[0][0][0][0][0][0]: wanted at most 200 levels"),
        (lambda: shared(100, 1), "request_body.x"),
        (lambda: shared(10, string_of("x" * 1_000_000)), "request_body.x"),
        (
            lambda: alist_of(("k", vector_of([Symbol("s"), char("b")]))),
            "request_body.x.k[1]: wanted a value that JSON has",
        ),
    ],
)
def test_what_json_cannot_say_is_named_with_its_path(value: Any, message: str) -> None:
    answer = alist_of(("request_body", alist_of(("x", value()))))
    with pytest.raises(Unfit) as caught:
        answer_from_scheme(answer, POINTS["pre_api_request"], {})
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("length", [1, 2, 15, 16, 17, 31, 32, 100])
def test_lists_with_a_circle_at_any_place_are_met(length: int) -> None:
    for back_to in {0, length // 2, length - 1}:
        value = to_list(list(range(length)))
        cells = []
        rest = value
        while rest is not NIL:
            cells.append(rest)
            rest = rest.cdr
        cells[-1].cdr = cells[back_to]
        with pytest.raises(Unfit, match="a circular one"):
            scheme_to_json(value)


def test_a_list_longer_than_the_limit_is_refused() -> None:
    with pytest.raises(Unfit, match=f"at most {alist.MEMBERS} members"):
        scheme_to_json(to_list([1] * (alist.MEMBERS + 1)))


def test_an_integer_of_the_greatest_length_can_be_written() -> None:
    assert json.dumps(scheme_to_json(2**alist.INTEGER_BITS - 1))


# --- there and back ---

json_values = some.recursive(
    some.none()
    | some.booleans()
    | some.integers()
    | some.floats(allow_nan=False, allow_infinity=False)
    | some.text(max_size=5),
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(some.text(max_size=3), inner, max_size=4),
    max_leaves=20,
)


@given(json_values)
def test_what_is_untouched_comes_back_as_it_was(value: Any) -> None:
    back = scheme_to_json(payload_to_scheme(value), value)
    assert back == value
    assert repr(back) == repr(value)  # 1 and 1.0 and True are different things, and the order of keys counts


@given(json_values, json_values)
def test_whatever_the_hint_is_a_value_is_converted_or_refused(value: Any, hint: Any) -> None:
    with contextlib.suppress(Unfit):  # where the hint says that a list of pairs is a list of lists
        json.dumps(scheme_to_json(payload_to_scheme(value), hint))


@given(some.dictionaries(some.text(max_size=3), json_values, min_size=1, max_size=3))
def test_without_a_hint_only_empty_objects_and_lists_of_pairs_are_lost(value: Any) -> None:
    def tangible(each: Any) -> bool:
        if isinstance(each, dict):
            return bool(each) and all(map(tangible, each.values()))
        if isinstance(each, list):
            looks_like_pairs = each and all(
                isinstance(one, list) and one and isinstance(one[0], str | None) for one in each
            )
            return not looks_like_pairs and all(map(tangible, each))
        return True

    back = scheme_to_json(payload_to_scheme(value), Nothing)
    if tangible(value):
        assert back == value
