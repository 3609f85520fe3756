"""Continuations and deep recursion in the ways that ordinary programs reach seldom: the traps of the compiler study."""

from __future__ import annotations

import gc
import subprocess
import sys
import traceback
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

from chibi_hooks.scheme.compiling.resuming import receiving, rest
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.primitives.control import control
from chibi_hooks.scheme.running import machine, runs
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.printer import write_text
from tests.fuzz.compare import difference
from tests.fuzz.generate import generate, program_text
from tests.halves import dealt, sampled
from tests.scheme.compiling.test_leaving import CHANNEL


@pytest.fixture
def every_capture(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every call/cc takes its continuation for leaked, so that every frame goes to the heap and is run from there."""
    monkeypatch.setattr(control, "UNLEAKED", -1)
    yield


def value(text: str, seconds: float = 20.0) -> object:
    return Interpreter(time_limit=seconds, memory_limit=1 << 30).evaluate(text)


@pytest.mark.parametrize("batch", dealt(range(6), 6))
def test_programs_mean_the_same_when_every_continuation_goes_to_the_heap(batch: int, every_capture: None) -> None:
    for seed in range(5_000 + batch * 10, 5_010 + batch * 10):
        found = difference(generate(seed, 100))
        assert not found, f"seed {seed}\n{program_text(generate(seed, 100))}\n{found}"


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("(define (count n) (if (= n 0) 0 (+ 1 (count (- n 1))))) (count 300000)", 300_000),
        ("(define (f n) (if (= n 0) 0 (+ 1 (g (- n 1)))))"
            "(define (g n) (if (= n 0) 0 (+ 1 (f (- n 1))))) (f 50000)", 50_000),
        ("(define (build n) (if (= n 0) '() (cons n (build (- n 1))))) (length (build 100000))", 100_000),
        ("(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))"
            "(define (deep n) (if (= n 0) (fib 12) (+ 0 (deep (- n 1))))) (deep 5000)", 144),
        ("(define (down n k) (if (= n 0) (k 7) (+ 1 (down (- n 1) k)))) (call/cc (lambda (k) (down 50000 k)))", 7),
        ("(define (sum l) (if (null? l) 0 (+ (car l) (sum (cdr l)))))"
            "(sum (let loop ((i 0) (l '())) (if (= i 50000) l (loop (+ i 1) (cons 1 l)))))", 50_000),
        ("(let loop ((n 40000)) (if (= n 0) 0 (+ 1 (call/cc (lambda (k) (loop (- n 1)))))))", 40_000),
        ("(define x 0) (define (f n) (set! x (+ x 1)) (if (= n 0) 0 (begin (f (- n 1)) x))) (f 30000)", 30_001),
    ],
    ids=["self", "mutual", "cons", "fib at the bottom", "escape", "list", "through call/cc", "set!"],
)  # fmt: skip
def test_recursion_is_as_deep_as_memory(text: str, result: int) -> None:
    before = sys.getrecursionlimit()
    assert value(text) == result
    assert sys.getrecursionlimit() == before


@pytest.mark.parametrize("count", sampled([300, 400, 700], 3))
def test_a_file_may_hold_a_long_chain_of_tail_calls(count: int) -> None:
    procedures = [f"(define (p{i} n) (if (= n 0) {i} (p{(i + 1) % count} (- n 1))))" for i in range(count)]
    local = f"(let () {' '.join(procedures)} (p0 {2 * count + 3}))"
    assert Interpreter(time_limit=20.0).evaluate(f"{' '.join(procedures)} (+ {local} (p0 {2 * count + 5}))") == 8


def test_call_cc_in_tail_position_runs_in_constant_stack() -> None:
    assert value("(define (f n) (if (= n 0) 'done (call/cc (lambda (k) (f (- n 1)))))) (eq? (f 100000) 'done)") is True


def test_two_re_entries_of_one_activation_share_what_set_changes() -> None:
    text = """
    (define k #f) (define log '())
    (define (f) (let ((n 0)) (call/cc (lambda (c) (set! k c))) (set! n (+ n 1)) n))
    (set! log (cons (f) log))
    (if (< (length log) 3) (k #f))
    log
    """
    assert value(text) == [3, 2, 1]


def test_every_turn_of_a_loop_has_its_own_binding_after_re_entry() -> None:
    text = """
    (define ks '()) (define procs '())
    (define (f) (let loop ((i 0))
      (if (< i 3)
          (begin (call/cc (lambda (c) (set! ks (cons c ks)))) (set! procs (cons (lambda () i) procs)) (loop (+ i 1))))))
    (f)
    (map (lambda (p) (p)) procs)
    """
    assert value(text) == [2, 1, 0]


def test_a_continuation_re_enters_map_without_disturbing_its_first_result() -> None:
    text = """
    (define k #f)
    (define first #f)
    (define result (map (lambda (x) (call/cc (lambda (c) (if (= x 2) (set! k c)) x))) '(1 2 3)))
    (if (not first) (begin (set! first result) (k 20)))
    (list first result)
    """
    assert value(text) == [[1, 2, 3], [1, 20, 3]]


def test_a_continuation_of_an_ended_call_is_refused() -> None:
    world = Interpreter()
    world.evaluate("(define k #f) (define (f) (+ 1 (call/cc (lambda (c) (set! k c) 1))))")
    assert world.call(world.lookup("f")) == 2
    with pytest.raises(SchemeError, match="this is the continuation of an earlier call"):
        world.evaluate("(k 41)")


def test_a_continuation_that_a_stop_cut_off_is_refused() -> None:
    world = Interpreter(time_limit=0.2)
    with pytest.raises(SchemeError, match="ran longer"):
        world.evaluate("(define k #f) (call/cc (lambda (c) (set! k c) (let loop () (loop))))")
    with pytest.raises(SchemeError, match="cut off"):
        world.evaluate("(k 1)")


def test_positions_do_not_need_column_information() -> None:
    """Sites are lines, so `-X no_debug_ranges` changes nothing: a capture and an error find their places."""
    program = (
        "(define k #f) (define n 0) (define (f) (+ 1 (call/cc (lambda (c) (set! k c) 1))))"
        "(f) (set! n (+ n 1)) (if (< n 3) (k n)) (car n)"
    )
    run = f"Interpreter().evaluate({program!r})"
    code = f"from chibi_hooks.scheme import Interpreter\ntry: {run}\nexcept Exception as e: print(e)"
    result = subprocess.run(
        [sys.executable, "-X", "no_debug_ranges", "-c", code], capture_output=True, text=True, timeout=200
    )
    assert result.stdout.strip() == "<string>:1:122: car: wanted a pair, got 3", result.stderr


def test_a_world_is_freed_with_all_it_compiled() -> None:
    def world() -> weakref.ref[Interpreter]:
        interpreter = Interpreter()
        interpreter.evaluate(
            "(define (f n) (if (= n 0) 0 (+ 1 (f (- n 1))))) (f 3000)"
            "(define k #f) (define (g) (+ 1 (call/cc (lambda (c) (set! k c) 1)))) (g)"
        )
        return weakref.ref(interpreter)

    worlds = [world() for _ in range(3)]
    for _ in range(20):  # a pass of ours that comes in between leaves it out
        gc.unfreeze()
        gc.collect()
        if not any(each() for each in worlds):
            break
    assert [each() for each in worlds] == [None] * 3


def test_a_procedure_defined_again_is_no_hurdle_for_deep_recursion_and_continuations() -> None:
    world = Interpreter(time_limit=20.0, memory_limit=1 << 30)
    world.evaluate("(define (next n) (- n 1)) (define (count n) (if (= n 0) 0 (+ 1 (count (next n)))))")
    world.evaluate("(define (next n) (apply - (list n 1)))")
    assert world.evaluate("(count 20000)") == 20_000
    world.evaluate(
        "(define again #f) (define (down n) (count (next n)))"
        "(define (count n) (if (= n 0) (call/cc (lambda (k) (set! again k) 0)) (+ 1 (down n))))"
    )
    assert world.evaluate("(count 20000)") == 20_000
    assert world.evaluate("(let ((first (count 3))) (if (< first 5) (again (+ first 2)) first))") == 8


@pytest.mark.parametrize("room", [60, 90, 120, 150])
def test_a_host_that_has_hardly_any_stack_left_sees_no_more_of_it(room: int) -> None:
    chain = f"{'(+ 1 ' * 60}(if (= n 5) (call/cc (lambda (c) (set! k c) 1)) 1){')' * 60}"
    interpreter = Interpreter()  # no budget: its watchdog would take a part of the stack
    again = interpreter.evaluate(
        f"(define (again n) (let ((k #f) (turns 0)) (let ((v {chain}))"
        " (set! turns (+ turns 1)) (if (< turns 3) (k (* 10 turns)) v)))) again"
    )

    def below(frames: int) -> object:
        return below(frames - 1) if frames else interpreter.call(again, 5)

    depth = sum(1 for _ in traceback.walk_stack(sys._getframe()))
    assert below(sys.getrecursionlimit() - depth - room) == 80


GUARDS = """
(define (overflowing n) (guard (e ((string? e) e)) (+ 1 (* n 1.5) (if (= n 0) (expt 10 400) (overflowing (- n 1))))))
(define (down n to) (guard (e ((eqv? e n) (raise (- n 1)))) (if (= n to) (raise n) (down (+ n 1) to))))
(define (deep to) (guard (e (#t e)) (down 0 to)))
(define (both) (list (map deep '(40 75 150)) (guard (e (#t 'large)) (overflowing 20))))
both
"""


@pytest.mark.parametrize("room", range(40, 61))
def test_a_guard_that_finds_the_stack_full_passes_on_what_is_not_for_it(
    room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    interpreter = Interpreter(time_limit=20.0)
    both = interpreter.evaluate(GUARDS)
    wanted = write_text(interpreter.call(both))
    call = machine.call

    def cramped(*args: Any, run: runs.Run) -> Any:
        before, depth = sys.getrecursionlimit(), sum(1 for _ in traceback.walk_stack(sys._getframe()))
        sys.setrecursionlimit(depth + room)
        try:
            return call(*args, run=run)
        finally:
            sys.setrecursionlimit(before)

    monkeypatch.setattr(machine, "call", cramped)
    assert write_text(interpreter.call(both)) == wanted


def nested_guards(body: str, depth: int) -> str:
    return f"{'(guard (e (#f 2)) ' * depth}{body}{')' * depth}"


@pytest.mark.parametrize("depth", [11, 19, 20, 21, 60])
def test_guards_inside_guards_may_be_more_than_python_nests_blocks(depth: int) -> None:
    assert value(nested_guards("1", depth)) == 1
    assert value(f"(guard (e ((symbol? e) 7)) {nested_guards('(raise (quote x))', depth)})") == 7
    again = nested_guards("(call/cc (lambda (c) (set! k c)))", depth)
    assert value(f"(let ((k #f) (n 0)) {again} (set! n (+ n 1)) (if (< n 3) (k 1) n))") == 3
    loops = nested_guards("(let loop ((j 0)) (if (< j 3) (loop (+ j 1)) (set! n (+ n j))))", depth)
    assert value(f"(let ((n 0)) (let loop ((i 0)) (if (< i 4) (begin {loops} (loop (+ i 1))) n)))") == 12


GENERATOR = """
(define (make-generator n)
  (define return #f)
  (define (start)
    (let loop ((i 0))
      (if (< i n)
          (begin (call/cc (lambda (next) (set! start (lambda () (next #f))) (return i))) (loop (+ i 1)))))
    (return 'done))
  (lambda () (call/cc (lambda (r) (set! return r) (start)))))
(define (sum n)
  (let ((next (make-generator n)))
    (let loop ((total 0)) (let ((x (next))) (if (eq? x 'done) total (loop (+ total x)))))))
"""


LEAVES = """
(define (leaves tree)
  (define caller #f)
  (define (walk t)
    (cond ((null? t) #f)
          ((pair? t) (walk (car t)) (walk (cdr t)))
          (else (call/cc (lambda (rest) (set! resume (lambda () (rest #f))) (caller t))))))
  (define (resume) (walk tree) (caller 'done))
  (lambda () (call/cc (lambda (k) (set! caller k) (resume)))))
(define (tree n) (if (= n 0) 1 (cons (tree (- n 1)) (tree (- n 1)))))
(define (sum n)
  (let ((next (leaves (tree n))))
    (let loop ((total 0)) (let ((x (next))) (if (eq? x 'done) total (loop (+ total x)))))))
"""


@pytest.mark.parametrize(
    ("text", "result"),
    [(GENERATOR + "(sum 100)", 4950), (LEAVES + "(sum 7)", 128), (CHANNEL + "(total 100)", 4950)],
)
def test_a_stack_that_is_full_before_a_continuation_is_made_in_line(
    text: str, result: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0

    def full_sometimes() -> runs.Continuation:
        nonlocal asked
        asked += 1
        if asked % 7 == 0:
            raise RecursionError
        return runs.Continuation()

    monkeypatch.setattr(receiving, "Continuation", full_sometimes)
    assert value(text) == result
    assert asked > 80


@pytest.mark.parametrize(
    "walk",
    [
        "(define (walk t)"
        " (cond ((pair? t) (walk (car t)) (walk (cdr t))) ((null? t) #f) ((even? t) (return t)) (else #f)))",
        "(define (walk t) (if (pair? t) (all t) (if (even? t) (return t) 0)))"
        " (define (all l) (if (pair? l) (+ (walk (car l)) (all (cdr l))) 0))",
    ],
    ids=["of one procedure", "of two"],
)
def test_a_continuation_that_is_left_from_a_recursion_is_gone_without_the_collector(walk: str) -> None:
    world = Interpreter(time_limit=None, memory_limit=None)
    world.evaluate(f"(define (first-even tree) (call/cc (lambda (return) {walk} (walk tree) #f)))")
    gc.collect()
    gc.disable()
    try:
        assert world.evaluate("(first-even '((1 3) (5 (6))))") == 6
        assert not any(isinstance(each, runs.Continuation) for each in gc.get_objects())
    finally:
        gc.enable()


def test_continuations_that_are_made_in_line_keep_nothing_of_the_turns_before() -> None:
    world = Interpreter(time_limit=None, memory_limit=None)
    world.evaluate(GENERATOR + "(define next (make-generator 1000000))")

    def alive() -> int:
        gc.collect()
        return sum(isinstance(each, runs.Continuation) for each in gc.get_objects())

    world.evaluate("(let loop ((i 0)) (if (< i 100) (begin (next) (loop (+ i 1)))))")
    before = alive()
    world.evaluate("(let loop ((i 0)) (if (< i 100) (begin (next) (loop (+ i 1)))))")
    assert alive() <= before + 2


PUZZLE = """
(define back #f)
(define-syntax amb
  (syntax-rules ()
    ((_ e ...)
     (let ((saved back))
       (call/cc (lambda (found)
         (call/cc (lambda (next) (set! back (lambda () (set! back saved) (next #f))) (found e))) ...
         (saved)))))))
(define (puzzle)
  (call/cc (lambda (top)
    (set! back (lambda () (top 'none)))
    (let* ((a (amb 1 2 3 4 5)) (b (amb 1 2 3 4 5)) (c (amb 1 2 3 4 5)) (d (amb 1 2 3 4 5)))
      (if (= (+ a (* 2 b) (* 3 c) (* 4 d)) 49) (list a b c d) (back))))))
"""


def test_a_search_with_many_choices_is_compiled_only_where_it_comes_back_to(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    define = rest.define

    def counted(*args: Any) -> Any:
        made.append(args)
        return define(*args)

    monkeypatch.setattr(rest, "define", counted)
    assert value(PUZZLE + "(equal? (puzzle) (quote (4 5 5 5)))") is True
    assert len(made) < 65  # 81 when all are made anew with each one that becomes hot
