"""Several threads run Scheme at once, in one world and in many; none sees another's continuations, parameters or
stops.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.friendly import friendly

PROGRAM = """
(define p (make-parameter 0))
(define (even n) (if (= n 0) #t (odd (- n 1))))
(define (odd n) (if (= n 0) #f (even (- n 1))))
(define (count n) (if (= n 0) 0 (+ 1 (count (- n 1)))))
(define (work n)
  (parameterize ((p n))
    (list (p)
          (call/cc (lambda (k) (for-each (lambda (x) (if (= x n) (k x))) (list 1 2 3 n)) 'none))
          (guard (e (#t (error-object-message e))) (if (even (* 2 n)) (error "even")))
          (count (+ 2000 n))
          (p))))
"""
THREADS = 6
ROUNDS = 15


def expected(n: int) -> list[object]:
    return [n, n, "even", 2000 + n, n]


def test_threads_in_one_world_do_not_disturb_each_other() -> None:
    world = Interpreter(time_limit=60.0, memory_limit=None)
    world.evaluate(PROGRAM)
    work = world.lookup("work")

    def run(n: int) -> list[object]:
        return [friendly(world.call(work, n)) for _ in range(ROUNDS)]

    with ThreadPoolExecutor(THREADS) as pool:
        results = list(pool.map(run, range(10, 10 + THREADS)))
    assert results == [[expected(n)] * ROUNDS for n in range(10, 10 + THREADS)]


def test_generators_over_one_library_loop_do_not_disturb_each_other() -> None:
    """Frames of a library that are captured often get a version of their own, which all threads share."""
    program = """
        (define (generator v)
          (define return #f)
          (define (visit x) (call/cc (lambda (k) (set! resume (lambda () (k #f))) (return x))))
          (define resume (lambda () (vector-for-each visit v) (return 'done)))
          (lambda () (call/cc (lambda (r) (set! return r) (resume)))))
        (define (total n)
          (let ((next (generator (make-vector n n))))
            (let loop ((sum 0)) (let ((x (next))) (if (eq? x 'done) sum (loop (+ sum x)))))))
    """

    def run(n: int) -> list[object]:
        world = Interpreter(time_limit=60.0, memory_limit=None)
        world.evaluate(program)
        return [world.evaluate(f"(total {n})") for _ in range(ROUNDS)]

    with ThreadPoolExecutor(THREADS) as pool:
        results = list(pool.map(run, range(20, 20 + THREADS)))
    assert results == [[n * n] * ROUNDS for n in range(20, 20 + THREADS)]


def test_a_stop_hits_the_thread_it_is_meant_for() -> None:
    def run(n: int) -> object:
        if n % 2:
            try:
                return Interpreter(time_limit=0.2).evaluate("(let loop () (loop))")
            except SchemeError as error:
                return error.kind
        world = Interpreter(time_limit=60.0, memory_limit=None)
        world.evaluate(PROGRAM)
        return [world.evaluate(f"(work {n})") for _ in range(5)]

    with ThreadPoolExecutor(THREADS) as pool:
        results = list(pool.map(run, range(THREADS)))
    assert results == ["limit" if n % 2 else [expected(n)] * 5 for n in range(THREADS)]


def test_a_continuation_on_the_stack_of_another_thread_cannot_be_called() -> None:
    caught, done = Event(), Event()

    def wait() -> object:
        caught.set()
        assert done.wait(30)
        return 1

    world = Interpreter(time_limit=60.0, memory_limit=None, provided={"(host)": {"wait": wait}})
    world.evaluate("(import (host)) (define k #f) (define (hold) (+ 1 (call/cc (lambda (c) (set! k c) (wait)))))")
    with ThreadPoolExecutor(1) as pool:
        held = pool.submit(world.call, world.lookup("hold"))
        assert caught.wait(30)
        with pytest.raises(SchemeError, match="this is the continuation of another call"):
            world.evaluate("(k 10)")
        done.set()
        assert held.result() == 2
    with pytest.raises(SchemeError, match="this is the continuation of an earlier call"):
        world.evaluate("(k 10)")


def test_threads_that_share_everything_get_values_or_errors() -> None:
    world = Interpreter(time_limit=60.0, memory_limit=None)
    world.evaluate("""
        (import (srfi 69) (srfi 132) (srfi 158))
        (define table (make-hash-table equal?))
        (define port (open-output-string))
        (define promise (delay (count 300)))
        (define generator (make-coroutine-generator (lambda (yield) (let loop ((i 0)) (yield i) (loop (+ i 1))))))
        (define numbers (vector 3 1 2 5 4))
        (define k #f)
        (define (count n) (if (= n 0) 0 (+ 1 (count (- n 1)))))
        (define (work n)
          (hash-table-set! table (list n) n)
          (if (= 0 (modulo n 10)) (hash-table-walk table (lambda (key value) (hash-table-delete! table key))))
          (write n port)
          (force promise)
          (set! promise (delay (count 300)))
          (vector-sort! < numbers)
          (vector-set! numbers 0 n)
          (generator)
          (call/cc (lambda (c) (set! k c)))
          (if (and k (= 0 (modulo n 3))) (let ((c k)) (set! k #f) (c n)))
          (count n))""")
    work = world.lookup("work")

    def run(start: int) -> list[object]:
        ends: list[object] = []
        for n in range(start, start + 60):
            try:
                ends.append(world.call(work, n))
            except SchemeError as error:
                ends.append(error.kind)
        return ends

    with ThreadPoolExecutor(THREADS) as pool:
        results = list(pool.map(run, range(0, 1000, 200)))
    assert all(isinstance(end, int) or end == "error" for ends in results for end in ends)
    assert world.evaluate("(begin (hash-table-set! table 'a 1) (hash-table-ref table 'a))") == 1
