"""The seventeen traps of the study of the compiler, by number: each test would fail if its trap came back.

The modes in which the whole language is run besides (`test_modes`, `test_store`) catch some of them a second time.
"""

from __future__ import annotations

import gc
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks.scheme.compiling.code import NAME
from chibi_hooks.scheme.compiling.resuming import continuations, rest
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.printer import write_text
from chibi_hooks.scheme.values.source import SourceText

ENGINE = Path(continuations.__file__).parent


def world() -> Interpreter:
    return Interpreter(time_limit=60.0, memory_limit=1 << 30)


def value(text: str) -> str:
    return write_text(world().run(SourceText("text", text)))


def test_1_calls_with_many_arguments_and_apply_do_not_use_up_the_stack_of_c() -> None:
    five = "(define (f n a b c d) (if (= n 0) 0 (- (f (- n 1) a b c d) -1))) (f 60000 1 2 3 4)"
    by_apply = "(define (f n . l) (if (= n 0) 0 (+ 1 (apply f (- n 1) l)))) (f 60000 1 2 3 4 5)"
    tail = "(define (f n . l) (if (= n 0) 'done (apply g (- n 1) l))) (define (g n . l) (apply f n l)) (f 60000 1 2 3)"
    assert [value(five), value(by_apply), value(tail)] == ["60000", "60000", "done"]


def test_2_the_recursion_limit_stays_and_deep_data_hurts_nobody() -> None:
    before = sys.getrecursionlimit()
    deep = "(define (deep n) (let loop ((i 0) (l '())) (if (< i n) (loop (+ i 1) (list l)) l)))(define d (deep 200000))"
    assert value(deep + "(list (equal? d (deep 200000)) (equal? d (deep 199999)))") == "(#t #f)"
    assert value(deep + "(call-with-port (open-output-string) (lambda (p) (write d p)"
                 " (string-length (get-output-string p))))") == "400002"  # fmt: skip
    assert value("(define (count n) (if (= n 0) 0 (+ 1 (count (- n 1))))) (count 200000)") == "200000"
    assert sys.getrecursionlimit() == before


def test_3_frames_are_found_without_columns() -> None:
    program = (
        "from chibi_hooks.scheme.interpreter import Interpreter\n"
        "print(Interpreter(time_limit=60).evaluate('(define k #f) (define n 0)"
        " (define r (+ 1 (* 10 (call/cc (lambda (c) (set! k c) 1))) 100))"
        " (set! n (+ n 1)) (if (< n 4) (k n)) (list n r)'))"
    )
    done = subprocess.run(
        [sys.executable, "-X", "no_debug_ranges", "-c", program], capture_output=True, text=True, timeout=120
    )
    assert done.stdout == "[4, 131]\n", done.stderr
    assert not [path for path in ENGINE.rglob("*.py") if "co_positions" in path.read_text("utf-8")]


def test_4_an_escape_that_was_tail_called_moves_nothing_to_the_heap(monkeypatch: pytest.MonkeyPatch) -> None:
    moved: list[Any] = []
    original = continuations.heap_frames

    def counted(*args: Any) -> Any:
        moved.append(args)
        return original(*args)

    interpreter = world()
    interpreter.evaluate("""
        (define (leave k x) (if (> x 0) (k x) x))
        (define (in-a-tail x) (call/cc (lambda (k) (leave k x))))
        (define (deeper x) (+ 1 (call/cc (lambda (k) (+ 1 (leave k x))))))
        (define (unused x) (call/cc (lambda (k) x)))
        (define (run n) (if (> n 0) (begin (in-a-tail n) (deeper n) (unused n) (run (- n 1)))))""")
    monkeypatch.setattr(continuations, "heap_frames", counted)
    interpreter.evaluate("(run 100)")
    assert moved == []


def test_5_what_continues_a_call_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[Any] = []
    original = rest.define

    def counted(*args: Any) -> Any:
        compiled.append(args)
        return original(*args)

    monkeypatch.setattr(rest, "define", counted)
    assert (
        value("""
        (define (make-generator l)
          (define return #f)
          (define resume #f)
          (define (yield x) (call/cc (lambda (k) (set! resume k) (return x))))
          (lambda ()
            (call/cc (lambda (r)
              (set! return r)
              (if resume (resume #f) (begin (for-each yield l) (return 'end)))))))
        (define next (make-generator (let loop ((i 0) (l '())) (if (< i 500) (loop (+ i 1) (cons i l)) l))))
        (let loop ((n 0)) (if (eq? (next) 'end) n (loop (+ n 1))))""")
        == "500"
    )
    assert len(compiled) < 30


LOOP = """
(define k #f)
(define entries 0)
(define (f)
  (let ((hits 0) (seen '()))
    (let loop ((i 0))
      (let ((mine (* i 10)))
        (if (= i 2) (call/cc (lambda (c) (set! k c))))
        (set! hits (+ hits 1))
        (set! mine (+ mine 1))
        (set! seen (cons (list i mine hits) seen))
        (if (< i 3) (loop (+ i 1)) (reverse seen))))))
(define first (f))
(set! entries (+ entries 1))
(if (< entries 3) (k #f))
first
"""


def test_6_and_7_a_loop_that_is_re_entered_shares_what_set_changes_and_makes_bindings_anew() -> None:
    assert value(LOOP) == ("((0 1 1) (1 11 2) (2 21 3) (3 31 4) (2 22 5) (3 31 6) (2 23 7) (3 31 8))")


def test_8_what_follows_a_call_may_assign_globals() -> None:
    text = "(define g 0) (define k #f) (define (f) (call/cc (lambda (c) (set! k c))) (set! g (+ g 1)) (define-g))"
    assert value(text + "(define (define-g) g) (f) (if (< g 3) (k #f)) g") == "3"


def test_9_a_procedure_that_is_assigned_is_a_variable_like_others() -> None:
    assert value("(define (f) (define (g) 1) (let ((old (lambda () (g)))) (set! g (lambda () 2)) (old))) (f)") == "2"
    assert value("(letrec ((g (lambda () 1)) (h (lambda () (g)))) (set! g (lambda () 2)) (h))") == "2"


def test_10_an_error_at_any_depth_of_the_stack_is_that_error() -> None:
    interpreter = world()
    interpreter.evaluate("(define (f n) (if (= n 0) (g) (+ 1 (f (- n 1)))))")
    for failing in ("(car 5)", '(error "message")', "(vector-ref (vector) 1)", "(no-such-name)", "(raise 'x)"):
        interpreter.evaluate(f"(define (g) (list {failing}))")
        kinds = interpreter.evaluate("""
            (define (kind n) (guard (e ((error-object? e) 'error) ((symbol? e) e)) (f n)))
            (let loop ((n 700) (l '())) (if (< n 1000) (loop (+ n 3) (cons (kind n) l)) l))""")
        assert len(set(map(write_text, kinds))) == 1, failing


def test_11_an_escape_finds_its_own_base_among_equal_ones() -> None:
    inner: list[Interpreter] = []

    def call_back(thunk: Any) -> Any:
        return inner[0].call(thunk)

    interpreter = Interpreter(time_limit=60.0, provided={"(host)": {"call-back": call_back}})
    inner.append(interpreter)
    interpreter.evaluate("(import (host))")
    text = "(list (call/cc (lambda (k) (call-back (lambda () (call-back (lambda () (k 'out)))) ) 'no)))"
    assert write_text(interpreter.run(SourceText("text", text))) == "(out)"
    text = "(list (call-back (lambda () (call/cc (lambda (k) (call-back (lambda () (k 'middle))) 'no)))))"
    assert write_text(interpreter.run(SourceText("text", text))) == "(middle)"


def test_12_an_effect_happens_once_wherever_the_stack_is_full() -> None:
    interpreter = world()
    interpreter.evaluate("""
        (define table (list 'counts))
        (define n 0)
        (define v (vector 0))
        (define (f i)
          (write-string "x")
          (set! n (+ n 1))
          (vector-set! v 0 (+ 1 (vector-ref v 0)))
          (set-cdr! table (cons i (cdr table)))
          (if (> i 0) (+ 1 (f (- i 1))) 0))""")
    interpreter.output.take()
    assert interpreter.evaluate("(f 5000)") == 5000
    assert len(interpreter.output.take()) == 5001
    assert interpreter.evaluate("(list n (vector-ref v 0) (length (cdr table)))") == [5001, 5001, 5001]


def test_13_integers_do_not_run_away_and_have_as_many_digits_as_they_have() -> None:
    for text in ("(expt 3 20000000)", "(let loop ((x 3)) (loop (* x x)))", "(exact 1e400)"):
        with pytest.raises(SchemeError):
            world().evaluate(text)
    assert value("(string-length (number->string (expt 10 10000)))") == "10001"
    assert value("(= (string->number (make-string 6000 #\\9)) (- (expt 10 6000) 1))") == "#t"


@pytest.mark.parametrize(
    "text",
    [
        '(= "a" "a")', "(= 'a 'a)", "(= #t 1)", "(+ #t 1)", "(< #f 1)", "(* 2 \"a\")", "(+ '(1) '(2))",
        "(+ \"a\" \"b\")", "(vector-set! (vector 1 2) 1.5 0)",
        "(vector-ref (vector 1 2) -1)", "(string-ref \"ab\" -1)", "(bytevector-u8-ref (bytevector 1) -1)",
        "(vector-set! (vector 1 2) -1 0)", "(list-ref '(1 2) -1)", "(max \"a\" \"b\")", "(abs 'x)",
        "(let ((x \"a\") (y \"a\")) (= x y))", "(let ((x #t)) (+ x 1))", "(let ((i -1)) (vector-ref (vector 1) i))",
        "(vector-ref (vector 1 2) 1.0)", "(string-append \"a\" 'b)", "(length \"abc\")", "(car (vector 1))",
    ],
)  # fmt: skip
def test_14_what_python_would_accept_is_an_error(text: str) -> None:
    with pytest.raises(SchemeError) as caught:
        world().evaluate(text)
    assert caught.value.kind in ("type", "range")


def test_14_division_and_overflow_of_floats_are_those_of_ieee() -> None:
    assert value("(list (/ 1. 0.) (/ -1. 0.) (/ 0. 0.) (* 1e308 10.) (exp 1000.))") == (
        "(+inf.0 -inf.0 +nan.0 +inf.0 +inf.0)"
    )


def test_15_literals_anywhere_are_compiled_without_a_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert value("(list (eq? 'a 'a) (eqv? 1.5 1.5) (eq? \"\" 5) (eqv? #\\a #\\a))") == "(#t #t #f #t)"
        for text in ("(5 1)", '("text" 1)', "(#(1) 0)", "('sym)", "(car 5)", "(vector-ref 5 0)", "((list 1) 2)"):
            with pytest.raises(SchemeError):
                world().evaluate(text)
    assert value('\'(1 #(2 "s") #u8(1) #\\x . y)') == '(1 #(2 "s") #u8(1) #\\x . y)'


def test_16_the_collector_stays_as_the_host_has_set_it() -> None:
    before = gc.get_threshold(), gc.isenabled(), gc.get_freeze_count()
    value("(define (deep n) (if (= n 0) '() (cons n (deep (- n 1))))) (length (deep 20000))")
    value("(let ((k #f) (n 0)) (call/cc (lambda (c) (set! k c))) (set! n (+ n 1)) (if (< n 50) (k #f)) n)")
    assert (gc.get_threshold(), gc.isenabled(), gc.get_freeze_count()) == before


def test_17_names_of_the_program_are_none_of_python() -> None:
    text = "(define g0 1) (define (v0 g0) (let ((v1 (+ g0 1)) (car 5)) (list g0 v1 car))) (list (v0 10) g0)"
    assert value(text) == "((10 11 5) 1)"
    text = "(define (f main resume heap) (let ((j 1) (x 2) (t0 3)) (list main resume heap j x t0))) (f 7 8 9)"
    assert value(text) == "(7 8 9 1 2 3)"
    interpreter = world()
    interpreter.evaluate("(define (print class) (let ((import 1) (None 2)) (lambda (self) (+ class None self))))")
    code = interpreter.value_of("print").__code__
    used = [*code.co_names, *code.co_varnames, *code.co_cellvars, *code.co_freevars]
    assert all(NAME.fullmatch(name) for name in used)
