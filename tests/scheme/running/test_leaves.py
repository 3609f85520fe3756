"""Which procedures Python's own C may call."""

from __future__ import annotations

import sys

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.primitive import PRIMITIVES
from chibi_hooks.scheme.running.leaves import begun_again, is_leaf
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.source import SourceText

PROGRAM = """
(import (scheme base) (scheme char) (srfi 132))
(define-record-type point (make-point x) point? (x point-x point-x!))
(define seen 0)
(define other <)
(define (smaller? a b) (< a b))
(define (endless? a b) (if (endless? a b) #t #f))
"""
LEAVES = [
    "(lambda (a b) (< a b))",
    "(lambda (a b) (< (modulo a 10) (modulo b 10)))",
    "(lambda (a b) (string<? (car a) (car b)))",
    "(lambda (a b) (if (= (point-x a) 1) #t (> (point-x a) (point-x b))))",
    "(lambda (a b) (let ((x (vector-ref a 0)) (y (vector-ref b 0))) (or (< x y) (and (= x y) (< seen 1)))))",
    "(lambda (a b) (if (smaller? a b) #t #f))",
    "(let ((n 5)) (lambda (a b) (< (* n a) b)))",
    "(lambda (a b) (let loop ((i 0)) (if (< i 3) (loop (+ i 1)) (char<? a b))))",
    '(lambda (a b) (if (null? a) (error "empty" a) (< (car a) b)))',
    "(lambda (a b) (< (apply + (map car a)) (length (map car b))))",
    "(lambda (a b) (string<? (symbol->string a) (symbol->string b)))",
    '(lambda (a b) (string<? (string-append (car a) "/" (cdr a)) (string-downcase (substring b 0 1))))',
    "(lambda (a b) (< (string->number (car a)) (string->number b)))",
]
OTHERS = [
    "(lambda (a b) (other a b))",
    "(lambda (a b) (set! seen (+ seen 1)) (< a b))",
    "(let ((n 0)) (lambda (a b) (set! n (+ n 1)) (< a n)))",
    "(lambda (a b) (call/cc (lambda (k) (other k b))))",
    "(lambda (a b) (set-car! a 1) (< (car a) (car b)))",
    "(lambda (a b) (vector-set! a 0 1) #t)",
    "(lambda (a b) (string-set! a 0 #\\a) #t)",
    '(let ((s (string-append "a" "b"))) (lambda (a b) (string-set! s 0 #\\a) #t))',
    '(lambda (a b) (let ((s (if (pair? a) (string-append b "x") a))) (string-set! s 0 #\\a) #t))',
    '(lambda (a b) (let ((s (string-append b "x"))) (string-set! (if (pair? a) s b) 0 #\\a) #t))',
    "(lambda (a b) (point-x! a 1) #t)",
    "(lambda (a b) (a b))",
    "(lambda (a b) (if (endless? a b) #t #f))",
    "(lambda (a b) (read-char a))",
    "(lambda (a b) (write-char a b))",
    "(lambda (a b) (eq? (list a) b))",
    '(lambda (a b) (raise "no"))',
    "(lambda (a b) (map other a))",
    "(lambda (a b) (for-each display a) (< (car a) (car b)))",
    "(lambda (a b) (lambda () a))",
    "(lambda (a b) (guard (e (#t #f)) (< a b)))",
    "(lambda (a . b) #t)",
    "(lambda (a) #t)",
    "(case-lambda ((a b) #t))",
]


def program(steps: int | None = None) -> Interpreter:
    world = Interpreter(steps=steps)
    world.run(SourceText("orders", PROGRAM), keep=True)
    return world


@pytest.mark.parametrize("text", LEAVES)
def test_what_calls_pure_primitives_only_is_a_leaf(text: str) -> None:
    assert is_leaf(program().run(SourceText("order", text)), 2)


@pytest.mark.parametrize("text", OTHERS)
def test_what_may_do_more_is_none(text: str) -> None:
    assert not is_leaf(program().run(SourceText("order", text)), 2)


def test_functions_of_python_are_none() -> None:
    assert not is_leaf(PRIMITIVES["<"].function, 2)
    assert not is_leaf(lambda a, b: a < b, 2)
    assert not is_leaf(5, 2)


def test_an_order_that_fails_is_told_with_its_own_place() -> None:
    text = "(list-sort (lambda (a b) (< (car a) (car b))) '((1) (2) x))"
    with pytest.raises(SchemeError, match="car: wanted a pair, got x") as caught:
        program().run(SourceText("order", text))
    assert caught.value.place is not None and caught.value.place.line == 1


def test_sorting_by_a_leaf_ends_at_the_limit() -> None:
    loops = "(lambda (a b) (let loop ((i 0)) (if (< i 1000000000) (loop (+ i 1)) #t)))"
    with pytest.raises(SchemeError, match="steps"):
        program(steps=100_000).run(SourceText("order", f"(list-sort {loops} '(3 2 1))"))


def test_a_full_stack_shows_no_call_that_had_begun() -> None:
    def deeper() -> int:
        return deeper() + 1

    with pytest.raises(RecursionError) as caught:
        begun_again(deeper)
    frame, depth = caught.tb, 0
    while frame is not None:
        frame, depth = frame.tb_next, depth + 1
    assert depth < sys.getrecursionlimit() // 10


def test_what_is_remembered_of_an_order_is_not_told_of_what_it_calls() -> None:
    world = program()
    order = world.run(SourceText("order", "(define (by a b) (if (smaller? a b) #t #f)) by"))
    assert is_leaf(order, 2)
    world.run(SourceText("again", "(define (smaller? a b) (set! seen a) (< a b))"))
    assert not is_leaf(order, 2)
