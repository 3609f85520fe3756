"""No primitive holds the interpreter long: what one C call would work on for more than 50 ms is refused by its size,
and everything else goes in steps between which a stop can strike. Asserted by counting, not by the clock.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.source import SourceText

LIBRARIES = ["scheme base", "scheme inexact", "srfi 1", "srfi 69", "srfi 132", "tein safe-regexp", "tein json"]
IMPORTS = "(import (chibi string) " + " ".join(f"({name})" for name in LIBRARIES) + ")"
DEFINITIONS = """
(define (text n) (make-string n #\\a))
(define most 4000000)
(define big (expt 2 999990))
(define half (- (expt 2 499990) 1))
(define third (expt 3 62000))
"""
REFUSED = {
    "(make-string (+ most 1))": "make-string: the result would have 4000001 elements, the limit is 4000000",
    "(make-vector (+ most 1))": "the limit is 4000000",
    "(make-list (+ most 1))": "the limit is 4000000",
    "(make-bytevector (+ most 1))": "the limit is 4000000",
    "(make-string 100000000000000000000000)": "the limit is 4000000",
    "(string-append (text most) (text 1))": "the limit is 4000000",
    "(string-append (text most) \"a\" \"b\")": "the limit is 4000000",
    "(apply string-append (make-list 1000 (text 5000)))": "the limit is 4000000",
    "(string-join (make-list 1000 (text 5000)))": "the limit is 4000000",
    "(vector-append (make-vector most) (vector 1))": "the limit is 4000000",
    "(bytevector-append (make-bytevector most) (bytevector 1))": "the limit is 4000000",
    "(let ((l (make-list 2000001))) (append l l '()))": "the limit is 4000000",
    "(regexp-replace-all \"a\" (text 10000) (text 1000))": "the limit is 4000000",
    "(regexp-matches? \"([ab]{2000})*\" (text most))": "is too large for a text of 4000000 characters",
    "(expt 2 1000001)": "the limit is 1000000",
    "(expt 10 (expt 10 30))": "the limit is 1000000",
    "(expt 7/5 1000000)": "the limit is 1000000",
    "(* big big)": "the limit is 1000000",
    "(square big)": "the limit is 1000000",
    "(exact 1e308)": None,
    "(exact-integer-sqrt big)": None,
    "(gcd big (- big 1))": "up to 100000 bits only",
    "(/ half (- half 2))": "up to 100000 bits only",
    "(string->number (text 3000000) 16)": "the limit is 1001000",
    "(string->number \"1e999999999\")": None,
    "(string->number \"#e1e999999999\")": "the limit is 1000000",
    "(inexact big)": None,
}  # fmt: skip
STEPS = {  # expression -> at least so many lines or calls of Python, each a place where a stop can strike
    "(make-list 10000)": 10_000,
    "(string->list (text 10000))": 10_000,
    "(list->string (make-list 10000 #\\a))": 10_000,
    "(list-copy (make-list 10000))": 10_000,
    "(let ((l (make-list 10000))) (set-car! l 1) (length l))": 10_000,
    "(reverse (make-list 10000))": 10_000,
    "(append (make-list 10000) '(1))": 10_000,
    "(list->vector (make-list 10000))": 10_000,
    "(vector->list (make-vector 10000))": 10_000,
    "(equal? (map list (make-list 10000)) (map list (make-list 10000)))": 10_000,
    "(equal? (make-list 200000) (make-list 200000))": 200_000,
    "(assoc 1 (make-list 10000 '(2 . 3)))": 10_000,
    "(regexp-extract \"x*\" (text 2000))": 2_000,
    "(regexp-split \"x*\" (text 2000))": 2_000,
    "(regexp-replace-any '((\"x*\" . \"\")) (text 2000))": 2_000,
    "(string-split (text 20000) #\\a)": 20_000,
    "(json-parse (string-append \"[\" (string-join (make-list 3000 \"1\") \",\") \"]\"))": 3_000,
    "(number->string (expt 2 200000))": 60_000 // 512,
    "(string->number (make-string 60000 #\\7))": 60_000 // 512,
    "(exact-integer-sqrt (expt 2 400000))": 10,
    "(quotient big half)": 10,
    "(modulo (* half half) third)": 10,
    "(* half half)": 7,
    "(square half)": 7,
    "(expt 3 600000)": 10,
    "(list-sort string<? (make-list 100 (text 100000)))": 100 * 5,
    "(list-sort < (make-list 100 half))": 100 * 5,
    "(hash-table-copy (alist->hash-table (make-list 1000 '(1 . 2))))": 1000,
}  # fmt: skip


def world() -> Interpreter:
    interpreter = Interpreter(time_limit=60.0, memory_limit=1 << 30)
    interpreter.run(SourceText("definitions", IMPORTS + DEFINITIONS))
    return interpreter


@pytest.fixture(scope="module")
def refusing() -> Interpreter:
    """A world for all that defines nothing."""
    return world()


@pytest.mark.parametrize("text", REFUSED)
def test_what_would_take_c_too_long_is_refused_before_it_starts(refusing: Interpreter, text: str) -> None:
    wanted = REFUSED[text]
    if wanted is None:  # small enough for all its steps
        refusing.run(SourceText("text", text))
        return
    with pytest.raises(SchemeError) as caught:
        refusing.run(SourceText("text", text))
    assert wanted in caught.value.message
    assert caught.value.kind == "limit"


@pytest.mark.long
@pytest.mark.timeout(900)
def test_what_is_long_goes_in_steps() -> None:
    command = [sys.executable, "-m", "tests.attacks.test_holds"]  # a trace function wants a process of its own
    done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=880)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert {text: found[text] for text in STEPS if found[text] < STEPS[text]} == {}


def steps_of(text: str) -> int:
    """Lines and calls of Python that the expression takes."""
    interpreter = world()
    thunk = interpreter.run(SourceText("text", f"(lambda () {text})"))
    interpreter.call(thunk)  # what is loaded on first use shall not count
    steps = 0

    def count(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal steps
        steps += 1
        return count

    sys.settrace(count)
    try:
        interpreter.call(thunk)
    finally:
        sys.settrace(None)
    return steps


if __name__ == "__main__":
    print(json.dumps({text: steps_of(text) for text in STEPS}))
