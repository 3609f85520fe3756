"""Which loops become a `for`, and that they are left and entered again as a `while` would be."""

from __future__ import annotations

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.primitives.numbers.turns import turns_until, turns_while
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.source import SourceText


def emitted(text: str) -> str:
    world = Interpreter(time_limit=20.0)
    return world.show("python", SourceText("<test>", text))


@pytest.mark.parametrize(
    "loop",
    [
        "(do ((i 0 (+ i 1))) ((= i n)) (display i))",
        "(do ((i n (+ i 1))) ((= i 9)) (display i))",
        "(let loop ((i n) (l '())) (if (= i 0) l (loop (- i 1) (cons i l))))",
        "(do ((i 0 (+ 2 i))) ((>= i (vector-length v))) (display i))",
        "(do ((i (- (vector-length v) 1) (- i 1))) ((negative? i)) (display i))",
        "(let loop ((i 0) (s 0)) (if (< i n) (loop (+ i 1) (+ s i)) s))",
        "(let loop ((i 0)) (and (< i n) (begin (display i) (loop (+ i 1)))))",
        "(let loop ((l (map - v)) (s 0)) (if (null? l) s (loop (cdr l) (+ s (car l)))))",
        "(for-each display (map - v))",
        "(let loop ((i 0)) (cond ((= i n) 1) ((vector-ref v i) (loop (+ i 1))) (else (display i) (loop (+ i 1)))))",
    ],
)
def test_a_loop_that_counts_to_an_end_is_a_for(loop: str) -> None:
    assert "for v" in emitted(f"(define (f n v) {loop})")


@pytest.mark.parametrize(
    "loop",
    [
        "(do ((i n (+ i 1))) ((= i 9) i) (display i))",
        "(do ((i (car n) (+ i 1))) ((= i 9)) (display i))",
        "(do ((i 0 (+ i 1))) ((= i 4)) (display i))",
        "(do ((i 0 (* i 2))) ((>= i n)) (display i))",
        "(do ((i 0 (+ i 1))) ((<= i n)) (display i))",
        "(do ((i 0 (+ i 2))) ((= i n)) (display i))",
        "(do ((i 0 (+ i 1)) (n n (- n 1))) ((= i n)) (display i))",
        "(do ((i 0 (+ i 1))) ((= i n)) (set! n 3))",
        "(do ((i 0 (+ i 1))) ((= i n)) (set! i 3))",
        "(let loop ((l v) (s 0)) (if (null? l) s (loop (cdr l) (+ s (car l)))))",
        "(let loop ((l (map - v))) (and (pair? l) (or (car l) (loop (cdr l)))))",
        "(let loop ((i 0)) (cond ((= i n) #f) ((vector-ref v i) i) (else (loop (+ i 1)))))",
        "(let loop ((i 0)) (cond ((= i n) #f) ((vector-ref v i) (loop (+ i 2))) (else (loop (+ i 1)))))",
    ],
)
def test_any_other_loop_is_none(loop: str) -> None:
    assert "for v" not in emitted(f"(define (f n v) {loop})")


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("(define (f n) (if (= n 0) 0 (let ((m 8))"
            "  (do ((i 0 (+ i 1)) (s 0 (+ s (if (= i 7) (f (- n 1)) 1)))) ((= i m) s)))))", 210_000),
        ("(define (f n) (if (= n 0) 0 (let ((m 8))"
            "  (let loop ((i 0)) (if (= i m) (+ 7 (f (- n 1))) (loop (+ i 1)))))))", 210_000),
    ],
    ids=["in a turn", "behind the last"],
)  # fmt: skip
def test_the_stack_may_be_full_in_a_loop(text: str, result: int) -> None:
    assert Interpreter(time_limit=20.0, memory_limit=1 << 30).evaluate(f"{text} (f 30000)") == result


def test_a_time_limit_ends_a_loop_of_many_turns() -> None:
    with pytest.raises(SchemeError, match="stopped"):
        Interpreter(time_limit=0.2).evaluate("(define (f n) (do ((i 0 (+ i 1))) ((= i n)) i)) (f (expt 10 30))")


def test_an_end_may_be_any_number() -> None:
    def at_least(a: float, b: float) -> bool:
        return a >= b

    def below(a: float, b: float) -> bool:
        return a < b

    for end in (-1, 0, 1, 7, 2.5, 7.0, -0.5, 1e3, float("-inf")):
        for step in (1, 2, 3):
            expected, i = [], 0
            while i < end:
                expected.append(i)
                i += step
            assert list(turns_until(0, end, step, at_least)) == expected
            assert list(turns_while(0, end, step, below)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "(define (f l) (define (g x) (if (pair? x) (for-each g x) (display x))) (g l))",
        "(define (f l) (let ((g (lambda (x) (display x)))) (map g l) (map g l)))",
        "(define (f l) (let walk ((x l)) (if (pair? x) (map walk x) x)))",
    ],
)
def test_a_walk_that_is_given_a_local_procedure_by_name_is_in_line(text: str) -> None:
    assert "(scheme base)" not in emitted(text)


@pytest.mark.parametrize(("asked", "once"), [("(= i e)", True), ("(>= i e)", True), ("(= i n)", False)])
def test_what_all_states_of_a_machine_ask_is_asked_once(asked: str, once: bool) -> None:
    a = f"(define (a i) (if {asked} 'a (if (char=? (string-ref s i) #\\x) (b (+ i 1)) (a (+ i 1)))))"
    b = f"(define (b i) (if {asked} 'b (if (char=? (string-ref s i) #\\y) (a (+ i 1)) (b (+ i 1)))))"
    shown = emitted(f"(define (f s n) (define e (string-length s)) {a} {b} (a 0))")
    assert shown.count("%iter(") == once


@pytest.mark.parametrize(
    ("form", "loops"),
    [
        ("(define (f l) (if (null? l) 0 (+ 1 (f (cdr l)))))", True),
        ("(define (f l n) (let up ((l l)) (if (pair? l) (+ (up (cdr l)) 3) n)))", True),
        ("(define (f g l) (cond ((null? l) 0) ((g (car l)) (+ 1 (f g (cdr l)))) (else (f g (cdr l)))))", True),
        ("(define (f l) (if (null? l) 0 (+ 1 (f (f (cdr l))))))", False),
        ("(define (f g l) (if (null? l) (g l) (+ 1 (f g (cdr l)))))", False),  # it is called in tail position
        ("(define (f l) (if (null? l) 0 (+ 1.5 (f (cdr l)))))", False),
    ],
)
def test_what_adds_a_literal_to_what_it_answers_itself_is_a_loop(form: str, loops: bool) -> None:
    assert ("while True" in emitted(form)) is loops
