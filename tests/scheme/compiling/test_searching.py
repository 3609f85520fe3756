"""Which searches in literal lists are none (what they answer is in `cases/lists/literal-*`)."""

from __future__ import annotations

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from tests.scheme.compiling.test_turns import emitted


@pytest.mark.parametrize(
    ("search", "looks"),
    [
        ("(assq x '((a . 1) (b . 2)))", True),
        ("(assv (f x) '((#\\a . 1) (#\\b . 2)))", True),
        ("(cond ((assoc x '((\"a\" . 1))) => cdr) (else x))", True),
        ("(assv (car x) '((1 . 1)))", True),
        ("(assq x table)", True),
        ("(assv (f x) '((1 . 1)))", False),  # it would have to be asked whether the key is one
        ("(assq x '((a . 1) (2 . 2)))", False),
        ("(assq x '((a . 1) b))", False),
        ("(assq x (list x))", False),
    ],
)
def test_an_entry_of_a_literal_association_list_is_looked_up(search: str, looks: bool) -> None:
    made = emitted(f"(define table '((a . 1) (b . 2))) (define (g f x) {search})")
    assert ("%entries[" in made) is looks


def test_a_list_that_is_defined_anew_is_looked_into_as_it_is() -> None:
    world = Interpreter(time_limit=20.0)
    world.evaluate("(define table '((a . 1))) (define (value x) (cdr (assq x table)))")
    assert world.evaluate("(value 'a)") == 1
    world.evaluate("(define table '((a . 2)))")
    assert world.evaluate("(value 'a)") == 2
    world.evaluate("(set! table (list (cons 'a 3)))")
    assert world.evaluate("(value 'a)") == 3
