"""`entering`: a procedure that is entered again and again does what it does when called, under the same budget."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.primitives.system.system import Exit
from chibi_hooks.scheme.running.budget import limited_call
from chibi_hooks.scheme.running.entering import entered, through
from chibi_hooks.scheme.running.runs import current_or_none
from chibi_hooks.scheme.running.shares import JointLimit, Share, Tally
from chibi_hooks.scheme.running.watchdog import WATCHDOG
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.printer import write_text

PROCEDURES = {
    "a value": "(lambda (x) (+ x 1))",
    "a tail call": """
        (letrec ((f (lambda (n) (if (= n 0) 'done (g (- n 1)))))
                 (g (lambda (n) (f n))))
          (lambda (x) (f x)))""",
    "a deep recursion": "(letrec ((f (lambda (n) (if (= n 0) 0 (- (f (- n 1)) -1))))) (lambda (x) (f 100000)))",
    "an error": "(lambda (x) (car x))",
    "an error of its own call": "(lambda () 1)",
    "an error of a tail call": "(letrec ((f (lambda () 1))) (lambda (x) (f x)))",
    "an error of what it calls": "(letrec ((f (lambda () 1))) (lambda (x) (+ 1 (f x))))",
    "an error that is handled": "(lambda (x) (guard (e (#t 'handled)) (car x)))",
    "a handler": """
        (lambda (x)
          (with-exception-handler (lambda (e) 5) (lambda () (+ 1 (raise-continuable x)))))""",
    "a continuation": "(lambda (x) (+ 1 (call/cc (lambda (k) (+ 10 (k x))))))",
    "one that comes again": """
        (let ((again #f) (n 0))
          (lambda (x)
            (call/cc (lambda (k) (set! again k)))
            (set! n (+ n 1))
            (if (< n 5) (again #f) (begin (set! n 0) x))))""",
    "one of the call before": """
        (let ((before #f))
          (lambda (x)
            (let ((k before))
              (call/cc (lambda (now) (set! before now)))
              (if k (begin (set! before #f) (k 1)) x))))""",
    "a wind": """
        (let ((n 0))
          (lambda (x)
            (dynamic-wind (lambda () (set! n (+ n 1))) (lambda () (error "out" n)) (lambda () #f))))""",
    "an integer beyond the floats": "(lambda (x) (+ 1.5 (expt 10 400)))",
    "an exit": "(lambda (x) (exit 3))",
    "several values": "(lambda (x) (values x x))",
    "a loop for ever": "(lambda (x) (let loop () (loop)))",
}
MEMORY = 64 << 20


def outcome(call: Callable[[], Any]) -> Any:
    try:
        return write_text(call())
    except SchemeError as error:
        return error.report()
    except Exit as error:
        return "exit", error.code


def entering(
    world: Interpreter, procedure: Any, before: Callable[[Any], Any], after: Callable[[Any, Any], Any]
) -> Callable[[Share, Any], Any]:
    """Calls of a procedure, as every fire makes them."""
    dynamics = world.beginning(world.parameters)

    def work(given: Any) -> Any:
        return through(given, procedure, world.build, world, dynamics, before, after)

    def enter(share: Share, given: Any) -> Any:
        value, _ = entered(share, given, world.holdings, work)
        return value

    return enter


class World:
    """A world with one procedure, which is entered or called."""

    def __init__(self, text: str, memory: int | None = MEMORY) -> None:
        self.world = Interpreter(memory_limit=memory)
        self.world.evaluate(f"(define it {text})")
        self.procedure, self.dynamics = self.world.lookup("it"), self.world.beginning(self.world.parameters)
        if self.world.holdings is not None:
            self.world.holdings.busy = 0  # else it is called until none took long, and not entered
        self.entering = entering(self.world, self.procedure, lambda given: given, lambda value, _: value)

    def share(self, seconds: float) -> Share:
        return Tally().share_of(self, seconds, JointLimit(seconds))

    def enter(self, seconds: float = 0.3) -> Any:
        return outcome(lambda: self.entering(self.share(seconds), 7))

    def call(self, seconds: float = 0.3) -> Any:
        def called(given: int) -> Any:
            return self.world.enter(self.procedure, given, self.dynamics)

        return outcome(lambda: limited_call(self.share(seconds), self.world.holdings, called, 7))


@pytest.mark.parametrize("name", PROCEDURES)
def test_a_procedure_that_is_entered_does_what_it_does_when_called(name: str) -> None:
    one, other = World(PROCEDURES[name]), World(PROCEDURES[name])
    assert [one.enter() for _ in range(3)] == [other.call() for _ in range(3)]
    assert WATCHDOG.tickets == []
    assert current_or_none() is None


@pytest.mark.parametrize("way", ["enter", "call"])
def test_a_call_that_ends_while_somebody_sends_waits_for_him(way: str) -> None:
    world = World("(lambda (x) x)")
    ended = threading.Event()

    def call() -> None:
        getattr(world, way)(5.0)
        ended.set()

    caller = threading.Thread(target=call)
    with WATCHDOG.sending():
        caller.start()
        while not WATCHDOG.tickets or WATCHDOG.tickets[0].active:
            assert not ended.wait(0.001)
        assert not ended.wait(0.02)
    caller.join()
    assert ended.is_set() and WATCHDOG.tickets == []


def test_what_is_converted_counts_too() -> None:
    world = World("(lambda (x) x)").world
    share = Tally().share_of(world, 0.05)

    def for_ever(*given: Any) -> Any:
        while True:
            pass

    for before, after in ((for_ever, lambda value, given: value), (lambda given: given, for_ever)):
        enter = entering(world, world.lookup("it"), before, after)
        with pytest.raises(SchemeError, match="stopped: it ran longer"):
            enter(share, 7)
    assert WATCHDOG.tickets == []


def test_what_is_raised_on_the_way_passes_through() -> None:
    world = World("(lambda (x) x)").world
    enter = entering(world, world.lookup("it"), lambda given: 1 // given, lambda *_: 0)
    with pytest.raises(ZeroDivisionError):
        enter(Tally().share_of(world, 1.0), 0)
    assert WATCHDOG.tickets == []


def test_calls_draw_from_their_share_until_it_is_spent() -> None:
    world = World("(lambda (x) (let loop ((n 3000)) (if (= n 0) x (loop (- n 1)))))")
    share, calls = world.share(0.02), 0
    with pytest.raises(SchemeError, match="stopped: it ran longer"):
        while calls < 100_000:
            assert world.entering(share, 7) == 7
            calls += 1
    assert calls > 0
    assert share.is_spent()
    with pytest.raises(SchemeError, match="stopped: it ran longer"):
        world.entering(share, 7)


def test_a_stop_of_a_call_further_out_passes_through() -> None:
    world = World("(lambda (x) (let loop () (loop)))")
    outer = Interpreter()
    with pytest.raises(SchemeError, match=r"stopped: it ran longer than its 0\.1 s"):
        outer.within(lambda: world.entering(world.share(60.0), 7), Share(0.1))
    assert WATCHDOG.tickets == []
    assert current_or_none() is None


def test_a_world_that_keeps_too_much_is_not_entered() -> None:
    world = World(
        "(let ((kept '())) (lambda (x) (set! kept (cons (make-vector 1000000 x) kept)) (length kept)))", 1 << 20
    )
    told = [world.enter(5.0) for _ in range(3)]
    holdings = world.world.holdings
    assert holdings is not None
    holdings.measure()
    told.append(world.enter(5.0))
    assert "memory" in told[-1]


def test_without_a_limit_of_memory_it_is_called() -> None:
    world = World("(lambda (x) (+ x 1))", None)
    assert world.enter() == "8"
