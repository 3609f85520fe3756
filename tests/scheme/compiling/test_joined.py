"""That what is only joined is neither strings nor pairs before, and what is joined all the same."""

from __future__ import annotations

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from tests.scheme.compiling.test_turns import emitted

IMPORTS = "(import (srfi 1) (srfi 130)) "


@pytest.mark.parametrize(
    "joined",
    [
        '(string-split s " ")',
        '(cons "sudo" (string-split s " "))',
        '(append (string-split s " ") (list "-q"))',
        '(let ((w (string-split s " "))) (cons "rg" (cdr w)))',
    ],
)
def test_pieces_that_are_joined_are_no_strings_before(joined: str) -> None:
    joined = f'(string-join {joined} "_")'
    if "(let" in joined:
        joined = '(let ((w (string-split s " "))) (string-join (cons "rg" (cdr w)) "_"))'
    made = emitted(f"{IMPORTS} (define (g s) {joined})")
    assert "%Pair(" not in made and "%strings_of(" not in made and "%list_of_pieces(" not in made


@pytest.mark.parametrize(
    ("call", "answer"),
    [
        ('(first-as "rg" "grep -n x")', '"rg -n x"'),
        ('(first-as "rg" "grep")', '"rg"'),
        ('(first-as 5 "grep x")', "string-join: argument 1: wanted a list of strings, and a member is none, got 5"),
        ('(rest-of "x")', "cdr: wanted a pair, got ()"),
        ('(rest-of "x" "a" "b")', '"x b"'),
        ('(rest-of "x" "a" 5)', "string-join: argument 1: wanted a list of strings, and a member is none, got 5"),
        ('(joined-by 7 "a b")', "string-join: argument 2: wanted a string, got 7"),
        ('(joined-by "-" "")', '""'),
        ('(changed "ab c")', '("ab-c" "Zb" ("Zb" "c"))'),
    ],
)
def test_it_is_joined_as_the_list_would_be(call: str, answer: str) -> None:
    world = Interpreter(time_limit=None)
    world.evaluate(f"""{IMPORTS}
      (define (first-as x s) (let ((w (string-split s " "))) (string-join (cons x (cdr w)) " ")))
      (define (rest-of x . l) (string-join (cons x (cdr l)) " "))
      (define (joined-by sep s) (string-join (string-split s " ") sep))
      (define (changed s)
        (let* ((w (string-split s " ")) (x (car w)) (j (string-join (cons x (cdr w)) "-")))
          (string-set! x 0 #\\Z)
          (list j x w)))""")
    told = world.evaluate(f"(guard (e (#t (error-object-message e))) {call})")
    assert told == (world.evaluate(f"'{answer}") if answer[0] in '"(' else answer)


def test_what_is_joined_has_a_limit() -> None:
    world = Interpreter(time_limit=None)
    world.evaluate(f"{IMPORTS} (define long (make-string 3000000 #\\a)) (define (g . l) (string-join l long))")
    for count in (2, 20):
        call = f'(apply g (list {"long " * count}))'
        told = world.evaluate(f"(guard (e (#t (error-object-message e))) {call})")
        assert "string-join" in told
