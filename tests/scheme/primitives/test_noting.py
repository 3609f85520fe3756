"""That a collector which is asked what is in it says what a walk along its list says."""

from __future__ import annotations

from random import Random

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.primitive import PRIMITIVES
from chibi_hooks.scheme.primitives.sequences.noting import FEW, SELDOM, SHORT, Noted
from chibi_hooks.scheme.values.data import FALSE, TRUE, Value, char, cons, intern, string_of, to_list

MAKE = [
    lambda i: i,
    lambda i: i << 70,
    lambda i: string_of(f"s{i}"),
    lambda i: intern(f"s{i}"),
    lambda i: float(i) if i else -0.0,
    lambda i: float("nan"),
    lambda i: char(chr(97 + i)),
    lambda i: char(chr(0x1F600 + i)),
    lambda i: cons(i, string_of("x")),
    lambda i: to_list([string_of(f"s{i}"), i]),
    lambda i: TRUE if i % 2 else FALSE,
]


def call(name: str, *arguments: Value) -> Value:
    return PRIMITIVES[name].function(*arguments)


@pytest.mark.parametrize("copied", [False, True])
@pytest.mark.parametrize("count", [FEW - 1, FEW + 1, SHORT + 5, 60])
@pytest.mark.parametrize("name", ["memq", "memv", "member"])
def test_what_is_there_is_what_a_walk_finds(name: str, count: int, copied: bool) -> None:
    Interpreter()
    random = Random(f"{name}{count}")
    results = call("%collector-noted")
    assert type(results) is Noted and results.__class__ is list
    for turn in range(count):
        x = random.choice(MAKE)(random.randrange(6))
        call("%collect", results, x)
        if turn == count // 2:
            call("string-set!", call("%collect", results, string_of("q"))[-1], 0, char("r"))
        for make in MAKE:
            y = random.choice([x, make(random.randrange(6)), string_of("r")])
            held = results.copy() if copied else results
            assert (call(f"%collected-{name}?", held, y) is FALSE) is (call(name, y, to_list(held)) is FALSE)


def test_a_member_that_is_changed_is_another_one() -> None:
    Interpreter()
    results, s = call("%collector-noted"), string_of("a")
    for each in [s, *[string_of(f"s{i}") for i in range(SHORT)]]:
        call("%collect", results, each)
    assert call("%collected-member?", results, string_of("a")) is TRUE
    call("string-set!", s, 0, char("b"))
    assert call("%collected-member?", results, string_of("a")) is FALSE
    assert call("%collected-member?", results, string_of("b")) is TRUE


def test_texts_that_are_lost_again_and_again_are_walked_along() -> None:
    results = call("%collector-noted")
    strings = [string_of(f"s{i}") for i in range(40)]
    for x in strings:
        call("%collect", results, x)
    for i in range(3 * SELDOM):
        call("string-set!", strings[i % 40], 0, char(chr(97 + i % 26)))
        assert call("%collected-member?", results, string_of(strings[i % 40].s)) is not FALSE
        assert call("%collected-member?", results, string_of("none")) is FALSE
    assert results.losses == SELDOM
