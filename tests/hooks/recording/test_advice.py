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


@pytest.mark.parametrize(
    "message",
    ["a.scm:9:9: car: wanted a pair, got #f", "took too long", "a.scm:1:1: boom", "a.scm:1:1: f: wanted x, got y"],
)
def test_what_is_not_known_adds_nothing(message: str) -> None:
    assert list(advice(message, "(", PAYLOAD)) == []
