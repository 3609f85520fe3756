"""Procedures that call each other, however many they are."""

from __future__ import annotations

from random import Random

import pytest

from chibi_hooks.scheme.compiling.analysing.mutual import mutual
from chibi_hooks.scheme.interpreter import Interpreter
from tests.scheme.compiling.test_turns import emitted


def ring(count: int, forms: str) -> str:
    """That many procedures, each of which calls the next one, and the last one the first."""
    procedures = (f"(p{i} (lambda (n) (if (= n 0) {i} (+ 1 (p{(i + 1) % count} (- n 1))))))" for i in range(count))
    return forms.replace("$", " ".join(procedures))


@pytest.mark.parametrize("forms", ["(letrec ($) (p0 99))", "(define (f) (letrec* ($) (p0 99))) (f)"])
def test_what_is_compiled_of_a_ring_grows_as_the_ring(forms: str) -> None:
    small, large = (len(emitted(ring(count, forms)).split()) for count in (40, 80))
    assert large < 2.2 * small


@pytest.mark.parametrize("count", [2, 15, 16, 17, 40])
def test_a_ring_of_any_size_comes_round(count: int) -> None:
    assert Interpreter().evaluate(ring(count, "(letrec ($) (p0 99))")) == 99 + 99 % count


def test_those_that_lead_to_each_other_are_found_in_any_graph() -> None:
    random = Random(11)
    for size in [*range(1, 8)] * 20:
        ahead = {n: [random.randrange(size + 1) for _ in range(random.randrange(3))] for n in range(size)}
        reached = {n: set(ahead[n]) for n in ahead}
        for _ in ahead:
            reached = {n: found.union(*(reached.get(each, ()) for each in found)) for n, found in reached.items()}
        back = {n: {m for m in reached[n] if n in reached.get(m, ())} for n in ahead}
        groups = [sorted(back[n]) for n in ahead if back[n] and n == min(back[n])]
        assert mutual(ahead) == groups


def test_a_long_way_is_no_deep_one() -> None:
    count = 100_000
    assert mutual({n: [n + 1] for n in range(count)}) == []
    assert [len(group) for group in mutual({n: [(n + 1) % count] for n in range(count)})] == [count]
