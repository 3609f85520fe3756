"""That a list which a loop pushes on and pops from is no pairs meanwhile, and what it answers all the same."""

from __future__ import annotations

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from tests.scheme.compiling.test_turns import emitted

CUT = """(define (g l)
  (let loop ((l l) (done '()))
    (cond ((null? l) (reverse done))
          ((eq? (car l) 'up) (loop (cdr l) (if (null? done) '() (cdr done))))
          ((eq? (car l) 'off) (loop (cdr l) (cdr done)))
          ((eq? (car l) 'twice) (loop (cdr l) (cons (list (car done) (car done)) (cdr done))))
          (else (loop (cdr l) (cons (car l) done))))))"""


def test_what_is_popped_is_no_pair_before() -> None:
    made = emitted("(define (g l) (let loop ((l l) (d '())) (cond ((null? l) (reverse d)) "
                   "((car l) (loop (cdr l) (cdr d))) (else (loop (cdr l) (cons (car l) d))))))")  # fmt: skip
    assert "%collected_popped" in made and "%Pair(" not in made


@pytest.mark.parametrize(
    ("given", "answer"),
    [
        ("()", "()"),
        ("(a b up c)", "(a c)"),
        ("(up up a)", "(a)"),
        ("(a b off twice)", "((a a))"),
        ("(a twice up)", "()"),
    ],
)
def test_it_answers_what_is_left(given: str, answer: str) -> None:
    world = Interpreter(time_limit=None)
    world.evaluate(CUT)
    assert world.evaluate(f"(g '{given})") == world.evaluate(f"'{answer}")


@pytest.mark.parametrize(("given", "who"), [("(off)", "cdr"), ("(a off off)", "cdr"), ("(twice)", "car")])
def test_nothing_is_popped_from_an_empty_one(given: str, who: str) -> None:
    world = Interpreter(time_limit=None)
    world.evaluate(CUT)
    told = world.evaluate(f"(guard (e (#t (error-object-message e))) (g '{given}))")
    assert told == world.evaluate(f'"{who}: wanted a pair, got ()"')


def test_a_continuation_comes_back_to_what_was_not_popped() -> None:
    world = Interpreter(time_limit=None)
    text = """(define k #f) (define n 0) (define seen '())
      (define (mark x) (call/cc (lambda (c) (set! k c) x)))
      (define (g l)
        (let loop ((l l) (d '()))
          (cond ((null? l) (reverse d))
                ((eq? (car l) 'mark) (loop (cdr l) (cons (mark 0) d)))
                ((eq? (car l) 'up) (loop (cdr l) (cdr d)))
                (else (loop (cdr l) (cons (car l) d))))))
      (define (again l)
        (let ((found (g l))) (set! seen (cons found seen)) (set! n (+ n 1)) (if (< n 3) (k n)) seen))"""
    world.evaluate(text)
    assert world.evaluate("(again '(a b mark c up up up d mark))") == world.evaluate("'((a d 2) (a d 1) (a d 0))")
    world.evaluate("(set! n 0) (set! seen '())")
    assert world.evaluate("(again '(a b mark up up c))") == world.evaluate("'((a c) (a c) (a c))")


def test_one_that_is_asked_for_members_too_stays_a_list() -> None:
    made = emitted("(define (g l) (let loop ((l l) (d '())) (cond ((null? l) (reverse d)) "
                   "((memq (car l) d) (loop (cdr l) (cdr d))) (else (loop (cdr l) (cons (car l) d))))))")  # fmt: skip
    assert "%collected_popped" not in made
