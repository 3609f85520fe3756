"""Promises of promises, as they are emitted."""

from __future__ import annotations

import gc

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.primitives.promises import Promise
from tests.scheme.compiling.test_turns import emitted

FROM = "(define (from n) (delay-force (make-promise (cons n (from (+ n 1))))))"
KEEP = """
(define (keep p s)
  (delay-force
    (cond ((p (car (force s))) (delay (cons (car (force s)) (keep p (cdr (force s))))))
          (else (keep p (cdr (force s)))))))
"""


def test_one_whose_value_is_seen_is_no_chain() -> None:
    assert "%delay-force" not in emitted(FROM)
    assert "%delay-force" in emitted("(define (f x) (delay-force (make-promise (car x))))")


def test_a_stream_that_looks_for_its_next_member_goes_round() -> None:
    assert "while True" in emitted(KEEP)
    assert "%delay-force" not in emitted(KEEP)


def test_what_was_passed_over_is_let_go_while_it_looks() -> None:
    world = Interpreter()
    world.evaluate(FROM + KEEP + "(define found (keep (lambda (n) (if (= n 2000) (raise n) #f)) (from 0)))")
    before = promises()
    assert world.evaluate("(guard (e (#t e)) (force found))") == 2000
    assert promises() < before + 100


def promises() -> int:
    gc.collect()
    return sum(each.__class__ is Promise for each in gc.get_objects())
