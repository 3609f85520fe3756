"""Twice the text takes about twice the work to compile, counted in lines of ours that run: a file that somebody else
wrote must not hold a host at load.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.reading.reader import read_source
from chibi_hooks.scheme.values.source import SourceText

MOST = 2.5  # where work grows with the square it is near 4; 3.12 counts the lines of comprehensions otherwise than 3.11


def work(text: str) -> int:
    """How many lines of Python run to compile a text."""
    world = Interpreter(time_limit=None)
    world.evaluate("0")
    lines = 0

    def step(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal lines
        lines += event == "line"
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        world.prepare(read_source(SourceText("grown.scm", text)), world.top_level, "grown.scm")
    finally:
        sys.settrace(before)
    return lines


def _joined(count: int, each: Callable[[int], str]) -> str:
    return " ".join(each(i) for i in range(count))


FAMILIES: dict[str, Callable[[int], str]] = {
    "a call in a call of what stands in line": lambda n: (
        "(define (g x) (display x) x) (define (f x) " + "(g " * n + "x" + ")" * n + ")"
    ),
    "lists made of lists": lambda n: (
        "(define (f x) " + "(filter pair? (map car " * (n // 4) + "x" + "))" * (n // 4) + ")"
    ),
    "other names of a list": lambda n: (
        f"(define (f x) (let* ((a0 (map car x)) {_joined(n, lambda i: f'(a{i + 1} a{i})')}) (display a{n})))"
    ),
    "lists that one loop makes": lambda n: (
        "(define (f x) (let loop ((l x) "
        + _joined(2 * n, lambda i: f"(a{i} '())")
        + ") (if (null? l) a0 (loop (cdr l) "
        + _joined(2 * n, lambda i: f"(cons (car l) a{i})")
        + "))))"
    ),
    "jumps of a loop": lambda n: (
        f"(define (f x) (let loop ((i x)) (cond {_joined(3 * n, lambda i: f'((= i {i}) (loop (+ i {i})))')} (else i))))"
    ),
    "procedures in a ring": lambda n: (
        f"(let () {_joined(n, lambda i: f'(define (p{i} n) (if (= n 0) {i} (p{(i + 1) % n} (- n 1))))')} (p0 9))"
    ),
    "clauses": lambda n: "(define (f x) (cond " + _joined(n, lambda i: f"((assv x '((1 . {i}))) => cdr)") + "))",
}


@pytest.mark.parametrize("family", FAMILIES)
def test_twice_the_text_is_twice_the_work(family: str) -> None:
    make = FAMILIES[family]
    work(make(4))  # what is made once
    assert work(make(48)) < MOST * work(make(24))
