"""What stands in the place of calls, and what is called at once."""

from __future__ import annotations

import re
from typing import Any

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.running import machine
from tests.scheme.compiling.test_members import emitted


def test_a_small_procedure_of_a_library_that_calls_what_its_argument_holds_stands_in_the_place_of_the_call() -> None:
    text = emitted("(import (scheme base) (srfi 128)) (define (f c x) (if (<? c x 5) 1 2))")
    assert "<?@(srfi 128)(" not in text
    assert "ordering-predicate@" not in text


def test_a_choice_between_true_and_false_that_is_asked_is_its_own_test() -> None:
    text = emitted("(define (f g x) (if (let ((y (g x))) (if (g y) #t #f)) 1 2))")
    assert "«#t»" not in text


def test_what_is_further_down_is_called_at_once_and_what_comes_back_is_answered() -> None:
    text = emitted(
        "(define (f x k) (g x (lambda (y) (k y))))"
        "(define (g x k) (if (pair? x) (f (car x) (lambda (y) (k (list y)))) (k x)))"
        "(define (h x k) (f x (lambda (y) (g y k))))"
    )
    assert "return g1(v0, v2) if True else" in text  # g, of f
    assert "return (g0, v9, v6)" in text  # f, of g
    assert "return g0(v11, v13) if True else" in text  # f, of h
    assert "return g1(v14, v12) if True else" in text  # g, of a procedure inside h


@pytest.mark.parametrize(
    "clause",
    [
        "((and (eq? (kind x) '{0}) (> (size x) {0})) (* {0} (size x)))",
        "((assv (size x) '(({0} . 0))) => cdr)",
        "((assv (size x) '(({0} . 0))))",
    ],
)
def test_a_cond_may_have_as_many_clauses_as_one_likes(clause: str) -> None:
    """Each stands in the last branch of the one before."""
    record = "(define-record-type thing (make kind size) thing? (kind kind) (size size))"
    clauses = " ".join(clause.format(i) for i in range(800))
    program = f"{record} (define (f x) (cond {clauses} (else 'none))) (f (make 1 -1))"
    assert Interpreter(time_limit=None).evaluate(program).text == "none"


def test_a_small_procedure_that_calls_what_it_is_given_stands_in_the_place_of_its_call() -> None:
    text = emitted(
        "(define (send object message . arguments) (apply (object message) arguments))"
        "(define (pipe x f g) (g (f x)))"
        "(define (h o f) (+ (send o 'a 1 2) (pipe 1 f car)))"
    )
    assert "g0(" not in text.split("def g2")[1] and "g1(" not in text.split("def g2")[1]
    assert "(1, 2)" in text.split("def g2")[1]


@pytest.mark.parametrize("bound", ["(let ((n 0) (x 0.5)) {})", "(let () (define n 0) (define x 0.5) {})"])
def test_what_is_only_set_to_integers_is_one(bound: str) -> None:
    turn = "(begin (set! n (+ n 1)) (set! x (* x 2)) (loop (cdr l)))"
    body = f"(let loop ((l l)) (if (pair? l) {turn} (list (even? n) (= n 7) (/ x 3))))"
    assert "%is_even" not in (text := emitted(f"(define (f l) {bound.format(body)})"))
    assert "%numbers_equal" not in text
    kept = emitted(f"(define (f l) {bound.format('(for-each (lambda (g) (g (lambda () (set! n l)))) l)' + body)})")
    assert "%is_even" in kept  # somebody else sets it, to whatever


SHARED = """
(define (solutions ask)
  (let ((found 0) (choices '()))
    (define (flip) (call/cc (lambda (k) (set! choices (cons (lambda () (k #f)) choices)) #t)))
    (define (next) (let ((first (car choices))) (set! choices (cdr choices)) (first)))
    (if (ask flip) (set! found (+ found 1)))
    (if (pair? choices) (next))
    found))
(solutions (lambda (flip) (let loop ((i 0)) (if (= i 8) #t (begin (flip) (loop (+ i 1)))))))
"""
FORWARDED = """
(define leave #f)
(define resume #f)
(define (emit x) (call/cc (lambda (k) (set! resume k) (leave x))))
(define (produce n) (if (= n 0) (leave 'end) (first-half n)))
(define (first-half n) (emit n) (second-half n))
(define (second-half n) (produce (- n 1)))
(define (next) (call/cc (lambda (k) (set! leave k) (if resume (resume #f) (produce 256)))))
(let loop ((count 0)) (if (eq? (next) 'end) count (loop (+ count 1))))
"""
WIDE = """
(define leave #f)
(define resume #f)
(define (emit x) (call/cc (lambda (k) (set! resume k) (leave x))))
(define (pick from to step)
  (if (< (+ from step) to)
      (let ((middle (quotient (+ from to) 2))) (pick from middle step) (pick middle to step))
      (emit from)))
(define (next) (call/cc (lambda (k) (set! leave k) (if resume (resume #f) (begin (pick 0 256 1) (leave 'end))))))
(let loop ((count 0)) (if (eq? (next) 'end) count (loop (+ count 1))))
"""


@pytest.mark.parametrize(
    "text", [SHARED, FORWARDED, WIDE], ids=["a frame that all share", "tail calls made at once", "three arguments"]
)
def test_what_is_captured_often_leaves_the_stack_by_itself(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    unwound = machine.unwound
    times = 0

    def counted(*given: Any) -> Any:
        nonlocal times
        times += 1
        return unwound(*given)

    monkeypatch.setattr(machine, "unwound", counted)
    assert Interpreter(time_limit=None).evaluate(text) == 256
    assert times < 48


@pytest.mark.parametrize("use", ["(map (field 'b) l)", "((field 'b) l)"])
def test_what_a_procedure_of_the_program_makes_stands_in_the_place_of_its_call(use: str) -> None:
    shown = emitted(f"(define (field name) (lambda (r) (cdr (assq name r)))) (define (f l) {use})")
    assert shown.count("assq(«b», ") == 1 and "(«b»)" not in shown


def test_a_guard_makes_of_an_error_what_its_clauses_ask_for() -> None:
    raising = "(define (f x) (guard (e ({})) (if (null? x) (error {} x)) (car x)))"
    assert "%error(" not in emitted(raising.format("#t 0", '"none"'))
    told = emitted(raising.format("(error-object? e) (error-object-message e)", '"none"'))
    assert "%told_error(" in told and "list(" not in told
    assert "list(v" in emitted(raising.format("(error-object? e) (error-object-irritants e)", '"none"'))
    assert "%error(" in emitted(raising.format("(error-object? e) e", '"none"'))


def test_a_guard_in_a_procedure_is_light_inside_one_that_has_an_else() -> None:
    inner = "(define (f x) (guard (e ((symbol? e) (error \"s\" x))) (if x (raise 'a) 1))) "
    assert "%guard(" not in emitted(inner + "(define (g x) (guard (e (#t 2)) (f x)))").split("def g1")[1]
    assert "%guard(" in emitted(inner + "(define (g x) (guard (e ((pair? e) 2)) (f x)))").split("def g1")[1]


@pytest.mark.parametrize(
    "body",
    ["(car x)", "(if (null? x) (raise 'a) (car x))", "(cond ((null? x) 0) ((pair? x) (car x)) (else (raise x)))"],
)
def test_a_guard_around_primitives_returns_its_value_from_inside(body: str) -> None:
    shown = emitted(f"(define (f x) (guard (e ((symbol? e) 2)) {body}))")
    assert "while" not in shown and " is None" not in shown and " = None" not in shown
    assert re.search(r"try:\n(.+\n)*? +return v\d\.car", shown)


def test_what_a_guard_raises_has_no_holder_until_no_clause_matches() -> None:
    shown = emitted("(define (f x) (guard (e ((symbol? e) 2)) (if (null? x) (raise 'a) (raise x))))")
    assert "%raised_here(" not in shown.split("except")[0] and shown.count("%raised_here(") == 2


def test_what_is_chosen_for_a_string_is_held_as_its_text() -> None:
    text = emitted('(define (f x) (string-append "<" (if (> x 9) (number->string x) "0") ">"))')
    assert text.count("%String()") == 1
    assert "%chars[" not in emitted("(define (f s) (string-map (lambda (c) (if (char=? c #\\a) #\\b c)) s))")


SETS = ("lset-union", "lset-intersection", "lset-difference", "lset<=", "lset=", "lset-adjoin")


@pytest.mark.parametrize("name", SETS)
def test_lists_as_sets_over_a_known_relation_are_a_matter_of_primitives_where_they_are_called(name: str) -> None:
    text = emitted(f"(import (scheme base) (srfi 1)) (define (f a b) ({name} string=? a b))")
    assert f"{name}@(srfi 1)" not in text
    assert "(string=?, " in text


def test_what_a_comparison_looks_at_is_an_accessor_itself() -> None:
    form = "(delete-duplicates l (lambda (a b) (= (cadr a) (cadr b))))"
    text = emitted(f"(import (scheme base) (srfi 1)) (define (f l) {form})")
    assert "%comparison-by(=, cadr)" in text


def test_small_procedures_of_a_library_are_in_line_where_they_are_handed_over_or_do_not_use_an_argument() -> None:
    text = emitted(
        "(import (scheme base) (srfi 1) (srfi 130)) (define (f l) (remove string-null? l))"
        "(define (g s i) (string-cursor->index s (string-cursor-next s i)))"
    )
    assert "string-null?@" not in text and "remove@" not in text
    assert "string-cursor" not in text.replace("string-cursor-next\n", "")


@pytest.mark.parametrize(
    "form",
    [
        "(vector-unfold (lambda (i x) (values x (+ x i))) n 0)",
        "(vector-unfold-right (lambda (i x y) (values x y (+ x i))) n 0 1)",
        "(hash-table-unfold (lambda (i) (= i n)) (lambda (i) (values i i)) (lambda (i) (+ i 1)) 0 eqv?)",
    ],
)
def test_a_loop_of_a_library_that_receives_values_stands_in_the_place_of_the_call(form: str) -> None:
    text = emitted(f"(import (scheme base) (srfi 125) (srfi 133)) (define (f n) {form})")
    assert "unfold" not in text
    assert "%Values" not in text


def test_a_procedure_that_receives_values_of_what_it_is_given_stands_in_the_place_of_the_call() -> None:
    text = emitted(
        "(define (sum f n) (let loop ((i 0) (acc 0))"
        "  (if (= i n) acc (let-values (((a b) (f i))) (loop (+ i 1) (+ acc a b))))))"
        "(define (g n) (sum (lambda (i) (values i (* i i))) n))"
    )
    assert "g0(" not in text.split("def g1")[1] and "%Values" not in text.split("def g1")[1]


def test_what_a_small_procedure_calls_once_stands_where_it_is_called_however_large_it_is() -> None:
    loop = "(let loop ((c (read-char in))) (cond ((eof-object? c) #t) (else (write-char c out) (loop (read-char in)))))"
    text = emitted(
        "(define (collected f) (let ((port (open-output-string))) (f port) (get-output-string port)))"
        f"(define (copy in) (collected (lambda (out) {loop})))"
    )
    assert text.split("def g1")[1].count("def ") == 0
