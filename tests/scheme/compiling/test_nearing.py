"""That a loop gathers in Python's way whoever asks for its list the right way round."""

from __future__ import annotations

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.values.source import SourceText

LOOP = "(let loop ((l l) (acc '())) (if (null? l) acc (loop (cdr l) (cons (f (car l)) acc))))"
STATES = """
(define (f l)
  (define (helper? x) (or (eq? x 'a) (eq? x 'b) (eq? x 'c)))
  (define (one l k) (cond ((null? l) k) ((helper? (car l)) (other (cdr l) k)) (else (one (cdr l) (+ k 1)))))
  (define (other l k) (cond ((null? l) k) ((helper? (car l)) (one (cdr l) k)) (else (other (cdr l) (* k 2)))))
  (list (one l 0)))
"""


def emitted(text: str) -> str:
    return Interpreter(time_limit=None).show("python", SourceText("<test>", text))


@pytest.mark.parametrize(
    "asked",
    ["(reverse {})", "(list->string (reverse {}))", "(apply string-append (reverse {}))", "(car (reverse {}))"],
)
def test_a_loop_gathers_in_order_for_who_reverses_its_answer(asked: str) -> None:
    assert "reverse(" not in emitted(f"(define (g f l) {asked.format(LOOP)})")


def test_states_are_one_loop_beside_their_helpers_and_below_who_asks() -> None:
    shown = emitted(STATES)
    assert "state" in shown and shown.count("def ") == 3  # the unit's two, and the procedure


def test_a_helper_that_is_no_loop_stays_in_line() -> None:
    loop = "(let loop ((d 2) (l '())) (if (> d n) l (loop (next d) (cons d l))))"
    shown = emitted(f"(define (f n) (define (next d) (if (= d 2) 3 (+ d 2))) {loop})")
    assert "3 if " in shown and shown.count("while") + shown.count("for ") == 1
