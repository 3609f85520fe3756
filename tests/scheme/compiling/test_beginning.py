"""That procedures which gather in a parameter do so in Python's way where it begins as the empty list."""

from __future__ import annotations

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.values.source import SourceText

LETTERS = """
(define (letters s i acc)
  (if (= i (string-length s)) (list->string (reverse acc)) (letters s (+ i 1) (cons (string-ref s i) acc))))
"""
MAPPED = "(define (mapped f l acc) (if (null? l) (reverse acc) (mapped f (cdr l) (cons (f (car l)) acc))))"


def emitted(text: str) -> str:
    return Interpreter(time_limit=None).show("python", SourceText("<test>", text))


def test_the_list_is_neither_reversed_nor_made_where_it_begins_empty() -> None:
    shown = emitted(LETTERS)
    empty, _, otherwise = shown.rpartition("%joined(")
    assert "%Pair()" not in empty and "reverse(" not in empty
    assert "%Pair()" in otherwise and "reverse(" in otherwise  # where it holds something already


def test_of_a_call_with_the_empty_list_the_other_way_is_left_out() -> None:
    shown = emitted(f"{MAPPED} (define (scaled l k) (mapped (lambda (x) (* x k)) l '()))")
    scaled = shown[shown.index(" scaled;") :]
    assert "reverse(" not in scaled and "mapped" not in scaled and "while True" in scaled
