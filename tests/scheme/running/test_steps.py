"""The budget that is counted and not timed: what counts, that it is the same every time, that nothing escapes it."""

from __future__ import annotations

import sys
import threading

import pytest

from chibi_hooks.scheme.compiling.units import emit_unit
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.values.errors import SchemeError
from tests.fuzz.compare import compiled_outcome, oracle_outcome
from tests.fuzz.generate import generate, program_text
from tests.halves import dealt

ENOUGH = 10**9


def world(steps: int | None = ENOUGH) -> Interpreter:
    return Interpreter(time_limit=60.0, memory_limit=1 << 30, steps=steps)


def needed(text: str) -> int:
    """The smallest budget that the program ends in."""
    low, high = 0, 1
    while not ends(text, high):
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if ends(text, middle) else (middle, high)
    return high


def ends(text: str, steps: int) -> bool:
    try:
        world(steps).evaluate(text)
    except SchemeError as error:
        assert error.message == f"stopped: it took more than its {steps} steps"
        return False
    return True


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("(define (f) 1) (f)", 1),
        ("(define (f) 1) (f) (f) (f)", 3),
        ("(let loop ((i 0)) (if (< i 99) (loop (+ i 1))))", 100),
        ("(do ((i 0 (+ i 1))) ((= i 99)))", 100),
        ("(define (f n) (if (> n 0) (f (- n 1)))) (f 99)", 100),
        ("(define (f n) (if (> n 0) (+ 1 (f (- n 1))) 0)) (f 99)", 100),
        ("(define (even n) (if (= n 0) #t (odd (- n 1)))) (define (odd n) (even (- n 1))) (even 100)", 101),
        ("(let* ((i 0) (k (call/cc (lambda (k) k)))) (set! i (+ i 1)) (if (< i 99) (k k)))", 99),  # a receiver
        ("(let* ((i 0) (k (call/cc (lambda (k) k)))) (set! i (+ i 1)) (if (< i 99) (begin (k k) 1)))", 99),
        ("(define f (case-lambda ((a) a) ((a b) (f a)))) (f 1 2)", 2),
        ("(define (f . l) l) (apply f '(1 2 3))", 1),
        ("(define (f n) (if (> n 0) (+ 1 (f (- n 1))) 0)) (f 29999)", 30_000),  # through a full stack
        ("(for-each (lambda (x) x) (make-list 1000 1)) (vector-fill! (make-vector 1000 0) 1)", None),
    ],
)
def test_a_step_is_an_entry_or_a_turn(text: str, steps: int | None) -> None:
    if steps is not None:
        assert ends(text, steps) and not ends(text, steps - 1)
    else:
        assert 2_000 <= needed(text) <= 2_100  # the loop of for-each and what it calls


CONTROL = """
(define k #f) (define n 0)
(define (deep m) (if (= m 0) (call/cc (lambda (c) (set! k c) 0)) (+ 1 (deep (- m 1)))))
(define r (dynamic-wind (lambda () 1) (lambda () (deep 300)) (lambda () 2)))
(set! n (+ n 1))
(if (< n 5) (k n))
(guard (e (#t (map (lambda (x) (* x x)) '(1 2 3)))) (vector-ref (vector) 1))
"""


def test_the_count_does_not_depend_on_the_stack_or_on_what_ran_before() -> None:
    wanted = needed(CONTROL)
    assert needed(CONTROL) == wanted
    world(None).evaluate(CONTROL)
    found: list[int] = []

    def in_a_deep_stack(depth: int) -> None:
        if depth:
            in_a_deep_stack(depth - 1)
        else:
            found.append(needed(CONTROL))

    thread = threading.Thread(target=in_a_deep_stack, args=(sys.getrecursionlimit() // 2,))
    thread.start()
    thread.join()
    assert found == [wanted]


@pytest.mark.parametrize(
    "text",
    [
        "(let loop () (loop))",
        "(define (f) (guard (e (#t (f))) (f))) (f)",
        "(define (f) (dynamic-wind (lambda () 1) f f)) (f)",
        "(define (f) (with-exception-handler (lambda (e) (f)) f)) (f)",
        "(define (f) (call/cc (lambda (k) (f)))) (f)",
        "(define k #f) (call/cc (lambda (c) (set! k c))) (define (f) (k 1)) (f)",
        "(let ((k (call/cc (lambda (k) k)))) (k k))",
        "(let ((k (call/cc (lambda (k) k)))) (+ 1 (k k)))",
        "(let ((i 0) (k #f)) (call/cc (lambda (c) (set! k c))) (set! i (+ i 1)) (k i) i)",
        "(let ((k (call/cc (lambda (k) k)))) (apply k (list k)))",
        "(define p (make-parameter 1)) (let ((k (call/cc (lambda (k) k)))) (parameterize ((p 2)) (k k)))",
        "(let ((k (call/cc (lambda (k) k)))) (dynamic-wind (lambda () 1) (lambda () (k k)) (lambda () 2)))",
        "(for-each (lambda (x) x) (let ((l (list 1 2))) (let loop () (loop)) l))",
        "(define s (make-parameter 1 (lambda (x) (let loop () (loop)))))",
        "(define l (list 1)) (let loop ((i 0)) (map (lambda (x) (loop i)) l))",
        "(force (let loop () (delay-force (loop))))",
    ],
)
def test_nothing_escapes_the_budget(text: str) -> None:
    with pytest.raises(SchemeError, match="stopped: it took more than its 5000 steps") as caught:
        world(5_000).evaluate(text)
    assert caught.value.kind == "limit" and caught.value.place is not None


def test_after_thunks_and_handlers_of_a_stopped_program_do_not_run() -> None:
    interpreter = world(1_000)
    with pytest.raises(SchemeError):
        interpreter.evaluate("""
            (define log '())
            (define (spin) (spin))
            (dynamic-wind (lambda () #f) (lambda () (guard (e (#t (set! log '(guard)))) (spin)))
                          (lambda () (set! log (cons 'after log))))""")
    assert interpreter.evaluate("log") == []


def test_each_call_from_the_host_has_its_own_budget() -> None:
    interpreter = world(100)
    interpreter.evaluate("(define (count n) (if (= n 0) 'done (count (- n 1))))")
    for _ in range(5):
        interpreter.evaluate("(count 90)")
    with pytest.raises(SchemeError):
        interpreter.evaluate("(count 100)")
    interpreter.call(interpreter.lookup("count"), 90)


def test_the_programs_own_libraries_count_too() -> None:
    library = "(define-library (own) (export f) (import (scheme base)) (begin (define (f n) (if (> n 0) (f (- n 1))))))"
    assert needed(library + "(import (own)) (f 99)") == 100


def test_without_the_option_the_code_is_what_it_was() -> None:
    plain = world(None)
    plain.evaluate("(define (f n) (let loop ((i n)) (if (> i 0) (loop (- i 1)))))")
    assert "%tick" not in plain.lookup("f").__code__.co_names
    counted = world()
    counted.evaluate("(define (f n) (let loop ((i n)) (if (> i 0) (loop (- i 1)))))")
    assert "%tick" in counted.lookup("f").__code__.co_names
    assert emit_unit.__kwdefaults__ is None and emit_unit.__defaults__ is not None
    assert emit_unit.__defaults__[-1] is False


@pytest.mark.parametrize("batch", dealt(range(4), 4))
def test_random_programs_mean_the_same_with_a_count(batch: int) -> None:
    for seed in range(9_000 + batch * 12, 9_012 + batch * 12):
        text = program_text(generate(seed, 100))
        if oracle_outcome([text]) is None:
            continue
        assert compiled_outcome([text], ENOUGH).agrees(compiled_outcome([text])), f"seed {seed}"
