"""Loops that ask once, before they begin, whether they go over exact integers: which do, and that nobody can tell."""

from __future__ import annotations

import re

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.values.errors import SchemeError
from tests.scheme.compiling.test_turns import emitted

CHAIN = "(define (f n) (let loop ((n n) (i 0)) (cond ((= n 1) i) ((even? n) (loop (quotient n 2) (+ i 1))) (else {}))))"


def asked_before(text: str) -> tuple[int, int]:
    """Of how many variables it is asked before a loop whether they are integers, and whether they are not negative."""
    test = re.search(r"(?m)^ *if (v\d+\.__class__ is %int|v\d+ >= 0).*:( *#.*)?\n *(while|for) ", emitted(text))
    return (test[0].count("%int"), test[0].count(">=")) if test is not None else (0, 0)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (CHAIN.format("(loop (+ (* 3 n) 1) (+ i 1))"), (1, 1)),
        (CHAIN.format("(loop (- (* 3 n) 1) (+ i 1))"), (1, 0)),
        ("(define (f a b) (if (= b 0) a (f b (remainder a b))))", (2, 2)),
        ("(define (f i n) (do ((i i (+ i 1))) ((or (= i n) (odd? (+ i n)))) (display i)))", (2, 0)),
        ("(define (f n) (let loop ((i 0)) (if (and (< i n) (= (modulo i n) 3)) i (loop (+ i 1)))))", (1, 0)),
        ("(define (f n) (define (g a b) (if (= b 0) (not a) (g b (modulo a b)))) (list g (g n n)))", (2, 0)),
        ("(define (f v j) (let loop ((i j)) (if (vector-ref v i) i (loop (+ i 1)))))", (1, 1)),
    ],
)
def test_what_a_loop_begins_with_and_what_is_around_it_is_asked_before_it_begins(
    text: str, asked: tuple[int, int]
) -> None:
    assert asked_before(text) == asked


@pytest.mark.parametrize(
    "text",
    [
        CHAIN.format("(loop (/ n 2) (+ i 1))"),
        CHAIN.format("(loop (car n) (+ i 1))"),
        CHAIN.format("(begin (set! f (lambda () n)) (loop (+ n 1) i))"),
        CHAIN.format("(begin (set! n (car n)) (loop (+ n 1) i))"),
        "(define (f n) (do ((i 0 (+ i 1))) ((= i n)) (display i)))",
        "(define (f n) (let loop ((n n)) (if (> n 9) n (loop (+ n 1)))))",
        "(define (f n) (let loop ((i 0)) (if (and (< i 9) (odd? (vector-ref n i))) i (loop (+ i 1)))))",
        "(define (f n) (let loop ((s 1.0)) (if (> (* s n) 9) n (loop (+ s 1)))))",
        "(define (f n) (if (= n 0) 1 (* n (f (- n 1)))))",
        f"(define (f n) (let loop ((n n)) (if (= n 0) 1 (begin {'(display n) ' * 60} (loop (- n 1))))))",
    ],
)
def test_a_loop_that_would_win_nothing_stands_there_once(text: str) -> None:
    assert asked_before(text) == (0, 0)


@pytest.mark.parametrize(
    ("call", "result"),
    [
        ("(f 27)", "111"),
        ("(f 16.0)", "4"),
        ("(f (expt 2 90))", "90"),
        ("(f -8)", "-1"),
        ("(f 'a)", "1:46: =: argument 1: wanted a number, got a"),
        ("(f 3/2)", "1:58: even?: wanted an integer, got 3/2"),
        ("(list (f 5) (f 5.0) (f 5))", "[5, 5, 5]"),
        ("(letrec ((f (lambda (n) (if (= n 0) 0 (+ 1 (f)))))) (f 1))", "wanted 1 argument, got 0"),
    ],
)
def test_both_versions_answer_and_fail_alike(call: str, result: str) -> None:
    program = CHAIN.format("(if (< n 0) -1 (loop (+ (* 3 n) 1) (+ i 1)))")
    world = Interpreter()
    world.evaluate(program)
    try:
        answer = str(world.evaluate(call))
    except SchemeError as error:
        answer = str(error)
    assert result in answer


def test_a_continuation_goes_on_in_the_version_that_it_was_captured_in() -> None:
    program = """
        (define k #f) (define trips 0)
        (define (mark n) (call/cc (lambda (c) (if (= n 2) (set! k c)) n)))
        (define (f n)
          (let loop ((n n) (l '()))
            (if (= n 1) (reverse l)
                (loop (if (even? n) (quotient n 2) (+ n 1)) (cons (mark n) l)))))
        (define (twice n)
          (let ((l (f n))) (set! trips (+ trips 1)) (if (odd? trips) (k (* 10 n)) l)))
        (list (twice 6) (twice 6.0))
    """
    assert Interpreter().evaluate(program) == [[6, 3, 4, 60], [6.0, 3.0, 4.0, 60.0]]


def test_a_redefinition_at_the_prompt_ends_a_procedure_that_goes_on_with_itself() -> None:
    world = Interpreter()
    world.evaluate("(define (g n) n)")
    world.evaluate("(define (f a b n) (if (= b 0) (list a n) (begin (g n) (f b (remainder a b) (+ n 1)))))")
    assert world.evaluate("(f 12 18 0)") == [6, 3]
    world.evaluate("(define h f)")
    world.evaluate("(define (f . l) (cons 'new l))")
    assert world.evaluate("(h 12 18 0)")[1:] == [18, 12, 1]
