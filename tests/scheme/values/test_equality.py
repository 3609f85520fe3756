"""`equal?` of data of any shape: whether it is right, and that it ends soon where data is shared, circular or deep."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from chibi_hooks.scheme.values import equality
from chibi_hooks.scheme.values.data import NIL, Pair, Value, cons, intern, string_of, to_list, vector_of
from chibi_hooks.scheme.values.equality import equal, equal_pairs

SIZE = 20_000


def flat(last: Value) -> Value:
    return to_list([*range(SIZE), last])


def doubled(last: Value) -> Value:
    """Each pair holds the one below twice: 2 to the power of 200 leaves."""
    made = cons(last, last)
    for _ in range(200):
        made = cons(made, made)
    return made


def tails(last: Value) -> Value:
    """A list, and all its tails."""
    whole = flat(last)
    found = []
    rest = whole
    while rest is not NIL:
        found.append(rest)
        rest = rest.cdr
    return to_list(found)


def nested(last: Value) -> Value:
    made = last
    for _ in range(SIZE):
        made = cons(made, NIL)
    return made


def round_about(last: Value) -> Value:
    """A circle of numbers, and one through the cars."""
    made = to_list([*range(2_500), last])
    end = made
    while end.cdr is not NIL:
        end = end.cdr
    end.cdr = made
    inward = Pair()
    inward.car, inward.cdr = inward, made
    return inward


def entries(last: Value) -> Value:
    return to_list([cons(string_of(f"k{i}"), vector_of([i, last])) for i in range(3_000)])


@pytest.mark.parametrize("make", [flat, doubled, tails, nested, round_about, entries])
def test_large_data_is_compared_in_time(make: Callable[[Value], Value]) -> None:
    assert equal(make(5), make(5))
    assert not equal(make(5), make(6))
    assert equal_pairs(make(5), make(5))


def test_circles_of_different_lengths_are_equal() -> None:
    one, two = to_list([1, 1]), to_list([1, 1, 1])
    one.cdr.cdr, two.cdr.cdr.cdr = one, two
    assert equal(one, two)
    two.cdr.car = 2
    assert not equal(one, two)


def grown(random: Random, depth: int) -> Value:
    if depth == 0 or random.random() < 0.2:
        return random.choice([NIL, 1, 10**20, 1.5, intern("a"), string_of("a"), string_of("b"), True, False])
    if random.random() < 0.15:
        return vector_of([grown(random, depth - 1) for _ in range(random.randint(0, 3))])
    return to_list([grown(random, depth - 1) for _ in range(random.randint(1, 3))], grown(random, depth - 1))


def test_small_data_is_told_apart_as_large_data_is() -> None:
    random = Random(5)
    found = set()
    for seed in range(3_000):
        a, b = grown(Random(seed), 4), grown(Random(seed), 4)
        assert equal(a, b)
        if random.random() < 0.9:
            b = grown(Random(seed + random.randint(0, 1)), random.choice([3, 4]))
        kinds = a.__class__, b.__class__
        if kinds == (Pair, Pair):
            assert equal(a, b) == equality._walked(a, b)
        found.add(equal(a, b))
    assert found == {True, False}
