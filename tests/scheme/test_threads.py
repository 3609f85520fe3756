"""Several threads run Scheme at once, in one world and in many; none sees another's continuations, parameters or
stops.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from chibi_hooks.scheme.errors import SchemeError
from chibi_hooks.scheme.interpreter import Interpreter, friendly

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
