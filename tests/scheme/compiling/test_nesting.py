"""How deep programs may nest, with the stack that Python gives: compiling takes few calls a level."""

from __future__ import annotations

import pytest

from chibi_hooks.scheme.interpreter import Interpreter

NESTS = {
    "procedures": (110, "(lambda (x) ", "x", ")"),
    "thunks": (95, "(f (lambda () ", "x", "))"),
    "mapped": (45, "(map (lambda (x) ", "x", ") l)"),
    "loops": (200, "(let loop ((x l)) (if (null? x) (loop (cdr x)) ", "x", "))"),
    "counts": (130, "(do ((i 0 (+ i 1))) ((= i 3) 1) ", "x", ")"),
    "guards": (170, "(guard (e (#t (car l))) ", "x", ")"),
    "bindings": (900, "(let ((x (car l))) ", "x", ")"),
}


@pytest.mark.parametrize("name", NESTS)
def test_a_program_that_nests_compiles(name: str) -> None:
    levels, opened, innermost, closed = NESTS[name]
    program = f"(lambda (f l x) {opened * levels}{innermost}{closed * levels})"
    assert Interpreter(time_limit=None).evaluate(f"(procedure? {program})") is True
