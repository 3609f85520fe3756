"""A name for a number, or for a primitive, costs nothing and means what it meant."""

from __future__ import annotations

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.source import SourceText

NAMED = """
(define first-of car)
(define nothing '())
(define size 3)
(define (sum l) (if (eq? l nothing) 0 (+ (first-of l) (sum (cdr l)))))
(define (count) (let loop ((i 0) (n 0)) (if (= i size) n (loop (+ i 1) (+ n i)))))
(define (later) (unknown-yet 1))
(define unknown-yet -)
"""


def world(*inputs: str) -> Interpreter:
    made = Interpreter(time_limit=20)
    for each in inputs:
        made.run(SourceText("input", each))
    return made


def test_what_has_a_name_stands_in_line_as_without_it() -> None:
    shown = Interpreter(time_limit=None).show("python", SourceText("<test>", NAMED))
    procedures = shown[shown.index("sum;") : shown.index("later")]
    assert ".car" in procedures
    assert "== 3" in procedures


def test_it_gives_the_same() -> None:
    made = world(NAMED)
    assert made.evaluate("(list (sum '(1 2 3)) (count) (later) (eq? first-of car))") == [6, 3, -1, True]


def test_a_definition_that_comes_later_counts() -> None:
    made = world(NAMED, "(define first-of cadr)", "(define size 2)", "(define nothing '())")
    assert made.evaluate("(count)") == 1
    assert made.evaluate("(begin (define (sum-two l) (first-of l)) (sum-two '(1 2)))") == 2


def test_a_name_goes_on_meaning_what_is_defined_anew_under_another_one() -> None:
    made = world(NAMED, "(define (car x) 'new)")
    assert made.evaluate("(list (sum '(1 2)) (first-of '(5)))") == [3, 5]


def test_it_has_no_value_before_its_definition() -> None:
    with pytest.raises(SchemeError, match="unbound variable: unknown"):
        world("(define (early) unknown)\n(early)\n(define unknown 5)")


def test_one_that_is_assigned_has_the_value_of_the_moment() -> None:
    counter = "(define n 1) (define (next!) (set! n (+ n 1)) n)"
    made = world(counter, "(define m 5) (define m 6) (define (both) (list n m))")
    assert made.evaluate("(list (next!) (both))") == [2, [2, 6]]
