"""Another name of a procedure is compiled as that procedure, where it is one for good."""

from __future__ import annotations

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
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
