"""Frames that leave Python's stack before somebody captures them: which do, what they do themselves, what they mean."""

from __future__ import annotations

import gc
import sys
import weakref
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks.scheme.compiling.resuming import detaching
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.reading import store
from chibi_hooks.scheme.running import machine
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.printer import write_text
from chibi_hooks.scheme.values.source import SourceText

MANY = """
(define choices '())
(define (back) (let ((k (car choices))) (set! choices (cdr choices)) (k k)))
(define (choose-from items)
  (let ((k (call/cc (lambda (c) c))))
    (if (null? items)
        (back)
        (let ((item (car items)))
          (set! items (cdr items))
          (set! choices (cons k choices))
          item))))
(define (choose . items) (choose-from items))
(define (require p) (if (not p) (back)))
(define (puzzle)
  (call/cc (lambda (top)
    (set! choices (list (lambda (ignored) (top 'none))))
    (let* ((a (choose 1 2 3)) (b (choose 1 2 3)) (c (choose 1 2 3)) (d (choose 1 2 3)) (e (choose 1 2 3)))
      (require (not (= a b)))
      (require (not (= b c)))
      (require (not (= c d)))
      (require (not (= d e)))
      (require (> c a))
      (require (> e d))
      (require (= (+ a e) 4))
      (list a b c d e)))))
"""


@pytest.fixture
def unwound(monkeypatch: pytest.MonkeyPatch) -> list[type[BaseException]]:
    """What the base had to recover from."""
    found: list[type[BaseException]] = []
    way = machine.unwound

    def counted(run: Any, reason: BaseException, frames: Any) -> Any:
        found.append(reason.__class__)
        return way(run, reason, frames)

    monkeypatch.setattr(machine, "unwound", counted)
    return found


def test_a_search_with_many_choices_and_demands_is_soon_without_exceptions(unwound: list[type[BaseException]]) -> None:
    world = Interpreter(time_limit=None)
    assert world.evaluate(MANY + "(equal? (puzzle) '(1 2 3 1 3))") is True
    del unwound[:]
    world.evaluate("(puzzle)")  # which takes some hundred continuations
    assert len(unwound) < 20
    del unwound[:]
    world.evaluate("(puzzle)")
    assert len(unwound) < 10  # one for each procedure and what is met before: another run knows them


def test_a_search_that_was_kept_on_disk_leaves_the_stack_as_a_new_one_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unwound: list[type[BaseException]]
) -> None:
    monkeypatch.setattr(store, "_store", None)
    store.keep_compiled(tmp_path)
    source = SourceText("search.scm", MANY)
    counts = []
    for _ in ("compiled", "kept"):
        world = Interpreter(time_limit=None)
        world.run(source, keep=True)
        for _ in range(3):
            del unwound[:]
            assert write_text(world.call(world.lookup("puzzle"))) == "(1 2 3 1 3)"
        counts.append(len(unwound))
    assert counts[0] == counts[1] < 10


CHANNEL = """
(define (make-channel) (vector #f #f #f))
(define (send ch x)
  (call/cc (lambda (k) (vector-set! ch 0 x) (vector-set! ch 1 k) ((vector-ref ch 2) x))))
(define (receive ch start)
  (call/cc (lambda (k)
    (vector-set! ch 2 k)
    (let ((sender (vector-ref ch 1))) (if sender (sender #t) (start))))))
(define (total n)
  (let ((ch (make-channel)))
    (define (produce) (do ((i 0 (+ i 1))) ((= i n) (send ch 'end)) (send ch i)))
    (let loop ((x (receive ch produce)) (sum 0))
      (if (eq? x 'end) sum (loop (receive ch produce) (+ sum x))))))
"""


def called_for_a_total(world: Interpreter) -> list[str]:
    """The names of the procedures that Python calls for `(total 1000)`."""
    total = world.lookup("total")
    called = []

    def seen(frame: Any, event: str, argument: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith("<scheme"):
            called.append(frame.f_code.co_name)

    old = sys.getprofile()
    sys.setprofile(seen)
    try:
        assert world.call(total, 1000) == 499_500
    finally:
        sys.setprofile(old)
    return called


def test_what_only_makes_tail_calls_is_done_by_the_frame_that_waits_for_them() -> None:
    world = Interpreter(time_limit=None)
    assert world.evaluate(CHANNEL + "(total 100)") == 4950
    called = called_for_a_total(world)
    assert len(called) < 2100  # the producer and the consumer for each value; neither `send` nor what call/cc is given


RESUMED = """
(define (resumed walker)
  (define return #f)
  (define (resume)
    (walker (lambda (x) (call/cc (lambda (k) (set! resume (lambda () (k x))) (return x)))))
    (set! resume (lambda () (return 'end)))
    (resume))
  (lambda () (call/cc (lambda (r) (set! return r) (resume)))))
(define (numbers n) (resumed (lambda (yield) (do ((i 0 (+ i 1))) ((= i n)) (yield i)))))
(define (sum-of g) (let loop ((s 0)) (let ((x (g))) (if (eq? x 'end) s (loop (+ s x))))))
(define (total n) (sum-of (numbers n)))
"""


def test_what_a_frame_called_before_is_done_by_it() -> None:
    world = Interpreter(time_limit=None)
    many = detaching.WARM + 100
    assert world.evaluate(RESUMED + f"(total {many})") == many * (many - 1) // 2
    called = called_for_a_total(world)
    # for each value the producer, its `yield`, and the consumer; neither the generator nor what resumes it
    assert len(called) < 3100


def test_what_a_frame_called_before_is_not_held_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(detaching, "WARM", 1)
    world = Interpreter(time_limit=None)
    world.evaluate(RESUMED + "(define (fresh n) (let ((l (list n 'kept))) (sum-of (numbers n)) l)) (total 100)")
    world.evaluate("(define g (numbers 50)) (sum-of g)")
    held = weakref.ref(world.lookup("g"))
    assert held() is not None
    world.evaluate("(set! g #f) (total 20)")
    gc.collect()
    assert held() is None


def test_what_a_frame_called_before_may_be_defined_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(detaching, "WARM", 1)
    world = Interpreter(time_limit=None)
    world.run(SourceText("first", RESUMED), keep=True)
    world.evaluate("(total 100) (define g (numbers 40)) (g)")
    assert world.evaluate("(list (g) (g))") == [1, 2]
    world.evaluate("(define (sum-of g) (let loop ((s 0)) (let ((x (g))) (if (eq? x 'end) s (loop (+ s x x))))))")
    assert world.evaluate("(total 100)") == 9900
    world.evaluate("(define call/cc (let ((old call/cc)) (lambda (f) (old f))))")
    assert world.evaluate("(total 100)") == 9900
    assert world.evaluate("(list (g) (g))") == [3, 4]


IN_ANOTHER_PART = """
(define stop #f)
(define back #f)
(define (filling a b c) (let* ((d (list a b)) (e (list c d))) (lambda () (list d e))))
(define (yield x y)
  (call/cc (lambda (k)
    (let ((both (list x y))) (set! back (lambda (z) (k (list z x (car both))))) (stop both)))))
(define (next z) (call/cc (lambda (k) (set! stop k) (if back (back z) (walk 1 2)))))
(vector-fill! (make-vector 1) 0)
(define (walk p q)
  (let loop ((i 0) (made '()))
    (if (= i 20)
        (map (lambda (f) (f)) made)
        (let* ((s (+ p q i)) (t (yield i s)))
          (loop (+ i 1) (cons (lambda () (list p q i s t)) made))))))
(define (all)
  (set! back #f)
  (let loop ((i 0)) (let ((l (next i))) (if (= (length l) 2) (loop (+ i 1)) l))))
"""


def test_names_of_what_another_frame_does_are_its_own() -> None:
    world = Interpreter(time_limit=None)
    expected = [[1, 2, i, i + 3, [i + 1, i, i]] for i in reversed(range(20))]
    assert world.evaluate(IN_ANOTHER_PART + "(all)") == expected
    assert world.evaluate("(all)") == expected


def test_an_error_in_what_another_frame_does_is_told_where_it_stands() -> None:
    world = Interpreter(time_limit=None)
    world.run(SourceText("channel.scm", CHANNEL + "(define (f ch) (receive ch (lambda () (car ch))))"), keep=True)
    world.evaluate("(total 100)")
    with pytest.raises(SchemeError) as failed:
        world.evaluate(
            "(let ((ch (make-channel)))"
            " (define (produce) (do ((i 0 (+ i 1))) ((= i 20) (vector-set! ch 2 5) (send ch 1)) (send ch i)))"
            " (let loop ((x (receive ch produce))) (loop (receive ch produce))))"
        )
    assert "call: wanted a procedure, got 5" in str(failed.value)


WALK = """
(define stop #f)
(define back #f)
(define (yield x) (call/cc (lambda (k) (set! back (lambda (z) (k z))) (stop (list x 'old)))))
(define (walk n) (let loop ((i 0)) (if (< i n) (begin (yield i) (loop (+ i 1))) (stop 'done))))
(define (next z n) (call/cc (lambda (k) (set! stop k) (if back (back z) (walk n)))))
(define (drain n)
  (let loop ((l '()))
    (let ((x (next 0 n))) (if (eq? x 'done) (begin (set! back #f) l) (loop (cons x l))))))
"""
PAUSED = """
(define stop #f)
(define back #f)
(define left 40)
(define (pause) (call/cc (lambda (k) (set! back k) (set! left (- left 1)) (if (odd? left) (k #f) (stop left)))))
(define (go-on i) (if (> i 9) (set! left (list i i i i i i i))) (stop left))
(define (walk i) (pause) (go-on i))
(define (next z) (call/cc (lambda (k) (set! stop k) (walk z))))
"""


@pytest.mark.parametrize(
    ("program", "warm", "before", "redefined", "after", "result"),
    [
        (WALK, "(drain 40)", "(list (next 0 40) (next 1 40))",
            "(define (yield x) (call/cc (lambda (k) (set! back (lambda (z) (k z))) (stop (list x 'new)))))",
            "(list (next 0 40) (next 0 40))", "((2 new) (3 new))"),
        (WALK, "(drain 40)", "(list (next 0 40) (next 1 40))",
            "(define list vector)", "(next 0 40)", "#(2 old)"),
        (PAUSED, "(let loop () (if (> left 9) (begin (next 1) (loop))))", "(next 1)",
            "(define (go-on i) (stop 'new))", "(call/cc (lambda (k) (set! stop k) (back 0)))", "new"),
        (PAUSED, "(let loop () (if (> left 9) (begin (next 1) (loop))))", "(next 10)",
            "(define (list . l) 'mine)", "(call/cc (lambda (k) (set! stop k) (back 0)))", "mine"),
    ],
    ids=["in place of a call", "a name it has", "in place of a tail call", "a name that has"],
)  # fmt: skip
def test_what_was_defined_again_is_not_what_another_frame_does(
    program: str, warm: str, before: str, redefined: str, after: str, result: str
) -> None:
    world = Interpreter(time_limit=None)
    world.evaluate(program)
    for _ in range(3):
        world.evaluate(warm)
    world.evaluate(before)
    world.evaluate(redefined)
    assert write_text(world.run(SourceText("after", after))) == result


GENERATOR_OF_ANY = """
(define (each->generator for-each-in collection)
  (define return #f)
  (define (start)
    (for-each-in (lambda (x) (call/cc (lambda (next) (set! start (lambda () (next #t))) (return x)))) collection)
    (set! start (lambda () (return (eof-object))))
    (start))
  (lambda () (call/cc (lambda (r) (set! return r) (start)))))
(define (sum-of g) (let loop ((s 0)) (let ((x (g))) (if (eof-object? x) s (loop (+ s x))))))
(define (sums n)
  (let loop ((i 0) (s 0))
    (if (= i n) s (loop (+ i 1) (+ s (sum-of (each->generator for-each '(1 2 3))))))))
"""


def test_tail_calls_that_are_made_at_once_are_answered_where_frames_were_often_left_in_them(
    unwound: list[type[BaseException]],
) -> None:
    world = Interpreter(time_limit=None)
    assert world.evaluate(GENERATOR_OF_ANY + "(sums 100)") == 600
    del unwound[:]
    assert world.evaluate("(sums 100)") == 600
    assert len(unwound) < 15


def test_a_resource_that_is_left_and_entered_again_runs_both_thunks_in_the_outer_environment() -> None:
    text = """
    (define p (make-parameter 1))
    (define log '())
    (define (note x) (set! log (cons (list x (p)) log)))
    (define k #f)
    (define out #f)
    (define (body)
      (parameterize ((p 2))
        (dynamic-wind
          (lambda () (note 'in))
          (lambda () (parameterize ((p 3)) (call/cc (lambda (c) (set! k c) (out 1))) (note 'body)))
          (lambda () (note 'out))))
      (out 2))
    (define (turn thunk) (call/cc (lambda (c) (set! out c) (thunk))))
    (turn body)
    (turn (lambda () (parameterize ((p 9)) (k 1))))
    (reverse log)
    """
    told = write_text(Interpreter(time_limit=None).run(SourceText("text", text)))
    assert told == "((in 2) (out 2) (in 2) (body 3) (out 2))"


BY_THUNKS = """
(define choices '())
(define input '())
(define (back) (if (null? choices) 'none (let ((k (car choices))) (set! choices (cdr choices)) (k))))
(define (choose . thunks)
  (call/cc (lambda (return)
    (for-each
      (lambda (t)
        (call/cc (lambda (next) (set! choices (cons (lambda () (next #f)) choices)) (return (t)))))
      thunks)
    (back))))
(define (item c) (if (and (pair? input) (eqv? (car input) c)) (begin (set! input (cdr input)) c) (back)))
(define (from-here thunk) (let ((here input)) (lambda () (set! input here) (thunk))))
(define (sum)
  (let ((first (product)))
    (choose (from-here (lambda () (item '+) (list '+ first (sum)))) (from-here (lambda () first)))))
(define (product)
  (let ((first (factor)))
    (choose (from-here (lambda () (item '*) (list '* first (product)))) (from-here (lambda () first)))))
(define (factor)
  (choose (from-here (lambda () (item 'open) (let ((inside (sum))) (item 'close) inside)))
          (from-here (lambda () (item 1)))))
(define (parse items)
  (set! choices '())
  (set! input items)
  (let ((found (sum))) (if (null? input) found (back))))
(define (parsed times)
  (let ((found (parse '(1 + 1 * open 1 + 1 * 1 close)))) (if (= times 1) found (parsed (- times 1)))))
"""


def test_what_thunks_do_that_are_called_last_leaves_the_stack(unwound: list[type[BaseException]]) -> None:
    world = Interpreter(time_limit=None)
    world.run(SourceText("thunks.scm", BY_THUNKS))
    for _ in range(3):
        del unwound[:]
        assert world.evaluate("(equal? (parsed 20) '(+ 1 (* 1 (+ 1 (* 1 1)))))") is True
    assert len(unwound) < 20
