"""Which questions of literal affixes are asked at once, and what they answer."""

from __future__ import annotations

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from tests.scheme.compiling.test_turns import emitted

IMPORTS = "(import (srfi 1) (srfi 130)) "


@pytest.mark.parametrize(
    ("question", "at_once"),
    [
        ("(any (lambda (s) (string-suffix? s x)) '(\".pem\" \".key\"))", True),
        ("(if (any (lambda (p) (string-prefix? p x)) kinds) 1 2)", True),
        ("(any (lambda (s) (string-suffix? x s)) '(\".pem\"))", False),
        ("(any (lambda (s) (string-suffix? s s)) '(\".pem\"))", False),
        ("(any (lambda (s) (string-suffix? s (f x))) '(\".pem\"))", False),
        ("(any (lambda (s) (string-suffix? s x)) '(\".pem\" a))", False),
        ("(any (lambda (s) (string-suffix? s x)) '())", False),
        ("(any (lambda (s) (string-suffix? s x)) (list x))", False),
        ('(or (string-prefix? "a" x) (string-prefix? "b" x) (f x))', True),
        ('(if (or (f x) (string-suffix? "a" x) (string-suffix? "b" x)) 1 2)', True),
        ('(or (string-prefix? "a" x) (string-suffix? "b" x))', False),
        ('(or (string-prefix? "a" x) (string-prefix? "b" f))', False),
        ('(and (string-prefix? "a" x) (string-prefix? "b" x))', False),
        ("(every (lambda (s) (string-suffix? s x)) '(\"a\"))", False),
        ("(let ((any f)) (any (lambda (s) (string-suffix? s x)) '(\"a\")))", False),
    ],
)
def test_literal_affixes_are_asked_for_at_once(question: str, at_once: bool) -> None:
    made = emitted(f"{IMPORTS} (define kinds '(\"a\" \"b\")) (define (g f x) {question})")
    assert ("swith((" in made) is at_once


def test_the_first_part_that_holds_is_what_an_or_answers() -> None:
    world = Interpreter(time_limit=None)
    world.evaluate(f"""{IMPORTS} (define (g x y)
      (or (string-prefix? "a" x) (string-prefix? "b" x) (string-length y) (string-suffix? "c" x)))""")
    world.evaluate("(define (h x) (or (newline) (newline)))")  # calls without an operand
    assert world.evaluate('(list (g "a" 1) (g "b" 1) (g "c" "xyz"))') == [True, True, 3]


def test_affixes_that_are_defined_anew_are_asked_for_as_they_are() -> None:
    world = Interpreter(time_limit=None)
    world.evaluate(f"{IMPORTS} (define kinds '(\"a\" \"b\"))")
    world.evaluate("(define (g x) (any (lambda (p) (string-prefix? p x)) kinds))")
    assert world.evaluate('(list (g "bc") (g "c"))') == [True, False]
    world.evaluate("(define kinds '(\"c\"))")
    assert world.evaluate('(list (g "bc") (g "c"))') == [False, True]
    world.evaluate('(set! kinds (list (string-copy "x")))')
    assert world.evaluate('(list (g "c") (g "x1"))') == [False, True]
    world.evaluate('(string-set! (car kinds) 0 #\\y)')
    assert world.evaluate('(list (g "x1") (g "y1"))') == [False, True]


@pytest.mark.parametrize(("name", "kind"), [("string-prefix?", "prefix"), ("string-suffix?", "suffix")])
def test_what_is_no_string_is_told_as_by_one_question(name: str, kind: str) -> None:
    world = Interpreter(time_limit=None)
    world.evaluate(f"{IMPORTS} (define (g x) (any (lambda (p) ({name} p x)) '(\"a\" \"b\")))")
    told = world.evaluate("(guard (e (#t (error-object-message e))) (g 'a))")
    assert told == f"string-{kind}?: argument 2: wanted a string, got a"
