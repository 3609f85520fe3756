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


STATES = """
(define (start l n m)
  (cond ((null? l) (list n m))
        ((symbol? (car l)) (word (cdr l) n m))
        ((number? (car l)) (number (cdr l) n m))
        ((string? (car l)) (start (cdr l) (+ n 1) (+ m 1)))
        (else (start (cdr l) n m))))
(define (word l n m)
  (cond ((null? l) (list (+ n 1) m))
        ((symbol? (car l)) (word (cdr l) n m))
        ((number? (car l)) (number (cdr l) (+ n 1) m))
        ((string? (car l)) (start (cdr l) (+ n 1) (+ m 1)))
        (else (start (cdr l) (+ n 1) m))))
(define (number l n m)
  (cond ((null? l) (list n (+ m 1)))
        ((number? (car l)) (number (cdr l) n m))
        ((symbol? (car l)) (word (cdr l) n (+ m 1)))
        ((string? (car l)) (start (cdr l) (+ n 1) (+ m 1)))
        (else (start (cdr l) n (+ m 1)))))
(define (scan l) (start l 0 0))
"""


def test_of_large_ones_that_go_on_to_each_other_only_that_which_is_entered_is_a_loop_of_all() -> None:
    text = emitted(STATES)
    entered, later = text.split("def g1(")
    assert "(g1" not in entered  # it goes on to no other
    assert "g0(" in later  # and they do, in turn


def test_such_a_loop_answers_as_they_do_and_they_may_be_entered_too() -> None:
    world = Interpreter()
    world.evaluate(STATES)
    assert world.evaluate("(scan '(a b 1 #f c #t 2 3))") == [2, 2]
    assert world.evaluate("(word '(1 a #f) 0 0)") == [2, 1]
    assert world.evaluate("(scan (vector->list (make-vector 100000 'a)))") == [1, 0]
    world.evaluate("(define (number l n m) (list 7 n m))")
    assert world.evaluate("(scan '(a b 1 #f c))") == [7, 1, 0]
    assert world.evaluate("(word '(a 1) 5 0)") == [7, 6, 0]
