"""What asks promises: each once, as far as that is known, and no promise is made that only becomes another one."""

from __future__ import annotations

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.values.source import SourceText

LAZY = "(import (scheme base) (scheme lazy)) (define (head s) (car (force s))) (define (tail s) (cdr (force s)))\n"


def asked(text: str) -> int:
    """How often the statements that ask a promise for its value stand in the Python of a definition."""
    world = Interpreter(time_limit=20.0)
    whole = world.show("python", SourceText("<test>", LAZY + text))
    return whole.count("%kept(") - world.show("python", SourceText("<test>", LAZY)).count("%kept(")


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("(define (f s) (vector (head s) (tail s) (head s)))", 1),
        ("(define (f s) (let ((x (head s))) (vector x (tail s))))", 1),
        ("(define (f w? s) (if (w? (head s)) 1 (f w? (tail s))))", 1),
        ("(define (f s t) (vector (head s) (head t)))", 2),
        ("(define (f s) (let ((x (head s))) (set! s 1) (vector x (head s))))", 2),
        ("(define (f a s) (vector (if a (head s) 0) (head s)))", 2),
        ("(define (f s) (vector (head s) (lambda () (vector (head s)))))", 2),
    ],
)
def test_what_was_forced_before_is_not_asked_again(text: str, times: int) -> None:
    assert asked(text) == times


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("(define (f s) (delay-force (if (null? s) (delay (car s)) (f (cdr s)))))", 1),
        ("(define (f s) (delay-force (let ((x (car s))) (delay-force (f x)))))", 1),
        ("(define (f s) (delay-force (vector-ref s (begin (delay (car s)) 0))))", 2),
    ],
)
def test_a_promise_that_only_becomes_another_one_is_not_made(text: str, made: int) -> None:
    world = Interpreter(time_limit=20.0)
    assert world.show("python", SourceText("<test>", LAZY + text)).count("%Promise()") == made
