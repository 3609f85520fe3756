"""What else is known of a failure: the operand that gave the value, the keys that are there, what to write."""

from __future__ import annotations

import pytest

from chibi_hooks.hooks.recording.advice import advice

PAYLOAD = {"tool_name": "shell_exec", "arguments": {"command": "ls", "timeout": 3}}


def test_a_lookup_that_found_nothing_is_labelled_with_the_keys_that_are_there() -> None:
    text = '(define (f payload)\n  (cdr (assoc "no-such-key" payload)))'
    assert list(advice("hooks/a.scm:2:3: cdr: wanted a pair, got #f", text, PAYLOAD)) == [
        '(cdr (assoc "no-such-key" payload)))',
        "     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ this gave #f",
        "the payload has: tool_name, arguments (command, timeout)",
        'what is not there is #f; with a default: (payload-ref payload "no-such-key" \'())',
    ]


def test_the_argument_that_is_meant_is_labelled() -> None:
    text = '(string-contains "x"\n  (payload-ref arguments "text"))'
    told = list(advice("a.scm:1:1: string-contains: argument 2: wanted a string, got #f", text, PAYLOAD))
    assert told[:2] == ['(payload-ref arguments "text"))', "^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ this gave #f"]
    assert told[-1].endswith('(payload-ref arguments "text" "")')


def test_of_a_call_with_too_few_arguments_no_operand_is_blamed() -> None:
    text = '(if (string-contains (payload-ref arguments) "x") 1 (f 1))'
    told = list(advice("a.scm:1:22: payload-ref: wanted 2 to 3 arguments, got 1", text, PAYLOAD))
    assert told == [
        text,
        "                     ^^^^^^^^^^^^^^^^^^^^^^^",
        "`chibi-hooks doc payload-ref` shows how it is called",
    ]
    assert len(list(advice("a.scm:1:53: f: wanted at least 2 arguments, got 1", text, PAYLOAD))) == 2


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("it ran longer than its 1 s", "is there a loop that does not end? [scheme.time_limits]"),
        ("it used more than its 256 MB of memory", "does something grow without end? [scheme.memory_limits]"),
    ],
)
def test_a_limit_is_told_with_what_raises_it(said: str, told: str) -> None:
    source, under, next_step = advice(f"a.scm:2:3: stopped: {said}", "(define (f)\n  (let g () (g)))", {})
    assert (source, under) == ("(let g () (g)))", "^^^^^^^^^^^^^^")
    assert next_step.startswith(told)


@pytest.mark.parametrize(
    "message",
    ["a.scm:9:9: car: wanted a pair, got #f", "took too long", "a.scm:1:1: boom", "a.scm:1:1: f: wanted x, got y"],
)
def test_what_is_not_known_adds_nothing(message: str) -> None:
    assert list(advice(message, "(", PAYLOAD)) == []


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("strng-contains", "", "did you mean string-contains?"),
        ("riksy?", "(define (risky? x) x) (riksy? 1)", "did you mean risky??"),
        ("filter-map", "", "filter-map is in (srfi 1): (import (srfi 1))"),
        ("setq", "", "Scheme writes set!"),
        ("xqzwv", "(xqzwv)", None),
        ("secret-in", "", None),
        ("lbock", "(define (block) 1)", "did you mean block?"),
    ],
)
def test_a_name_that_nothing_defines_is_told_as_what_was_meant(name: str, text: str, told: str | None) -> None:
    assert list(advice(f"hooks/g.scm:1:2: unbound variable: {name}", text, {})) == ([] if told is None else [told])
