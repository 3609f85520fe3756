"""Another name of a procedure or a number is compiled as that itself, where it is one for good."""

from __future__ import annotations

import pytest

from chibi_hooks.scheme.compiling.analysing.facts import is_simple
from chibi_hooks.scheme.compiling.reshaping import renaming
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.source import SourceText
from tests.scheme.worlds.test_redefinition import last


def emitted(text: str) -> str:
    """The Python of a program, without the places at the ends of the lines."""
    shown = Interpreter(time_limit=None).show("python", SourceText("<test>", text))
    return "\n".join(line.partition("  #")[0].rstrip() for line in shown.splitlines())


@pytest.mark.parametrize(
    "text",
    [
        "(define left cadr) (define (f t) (left t))",
        "(define left cadr) (define other left) (define (f t) (other t))",
        "(define (f t) (left t)) (define left cadr)",
    ],
)
def test_another_name_of_a_primitive_stands_in_line(text: str) -> None:
    assert ".cdr.car" in emitted(text)


@pytest.mark.parametrize(
    "text",
    [
        "(define left cadr) (define (f t) (left t)) (set! left caddr)",
        "(define left cadr) (define (f t) (left t)) (define left caddr)",
        "(define (f t) (left t)) (f '()) (define left cadr)",
    ],
)
def test_a_name_that_may_mean_something_else_is_called(text: str) -> None:
    assert ".cdr.car" not in emitted(text)


def test_another_name_of_a_procedure_of_the_program_is_called_as_it_is() -> None:
    long = "(define (long t) (if (null? t) (newline) (long (cdr t))))"
    assert "g1(" not in emitted(f"{long} (define short long) (define (f t) (list (short t)))")


@pytest.mark.parametrize(
    ("inputs", "value"),
    [
        (["(define left cadr) (define (f t) (left t))", "(define (left t) 'mine)", "(f '(1 2))"], "mine"),
        (["(define left cadr) (define (f t) (left t))", "(define (cadr t) 'mine)", "(f '(1 2))"], "2"),
        (["(define (g t) 1) (define h g) (define (f t) (h t))", "(define (g t) 2)", "(list (f 0) (g 0))"], "(1 2)"),
        (["(define (g t) 1) (define h g) (define (f t) (h t))", "(define (h t) 2)", "(list (f 0) (g 0))"], "(2 1)"),
    ],
)
def test_a_later_definition_is_heeded(inputs: list[str], value: str) -> None:
    assert last(*inputs) == value


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
    moving = "(define n 1) (define (next!) (set! n (+ n 1)) n) (define m 5) (define m 6)"
    made = world(moving, "(define (both) (list n m))")
    assert made.evaluate("(list (next!) (both))") == [2, [2, 6]]


def test_what_the_program_itself_enters_while_it_runs_counts() -> None:
    program = """
    (define first-of car) (define size 3)
    (define (f) (list size (first-of '(1 2))))
    (define before (f))
    (eval '(begin (define first-of cadr) (define size 4)) (interaction-environment))
    (list before (f) size (first-of '(1 2)))
    """
    made = Interpreter(tier="unsandboxed", time_limit=20)
    made.evaluate("(import (scheme eval) (scheme repl))")
    assert made.evaluate(program) == [[3, 1], [4, 2], 4, 2]


def test_the_forms_of_a_unit_are_asked_once_each_what_they_run(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr(renaming, "is_simple", lambda node: asked.append(node) or is_simple(node))
    world("\n".join(f"(define size-{n} {n})" for n in range(200)))
    assert len(asked) < 2 * 200
