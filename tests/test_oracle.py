"""The oracle against answers that R7RS gives, so that it can be trusted to judge the compiler."""

from __future__ import annotations

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.primitive import PRIMITIVES
from chibi_hooks.scheme.values.errors import Condition, SchemeError
from chibi_hooks.scheme.values.printer import write_text
from chibi_hooks.scheme.values.source import SourceText
from tests.oracle import Oracle, OutOfSteps

VALUES = {
    "(let loop ((i 0)) (if (< i 20000) (loop (+ i 1)) i))": "20000",
    "(let f ((n 20000)) (if (= n 0) 0 (+ 1 (f (- n 1)))))": "20000",
    "(+ 1 (call/cc (lambda (k) (+ 10 (k 1)))))": "2",
    "(let ((k #f) (n 0)) (call/cc (lambda (c) (set! k c))) (set! n (+ n 1)) (if (< n 3) (k #f) n))": "3",
    # a continuation captured inside map does not see what later elements did (R7RS 6.10)
    """(let ((k #f) (first #t))
         (let ((r (map (lambda (x) (call/cc (lambda (c) (if (= x 2) (set! k c)) x))) '(1 2 3))))
           (if first (begin (set! first #f) (k 'again)) r)))""": "(1 again 3)",
    """(let ((path '()) (c #f))
         (let ((add (lambda (s) (set! path (cons s path)))))
           (dynamic-wind (lambda () (add 'in))
                         (lambda () (add (call/cc (lambda (c0) (set! c c0) 'talk1))))
                         (lambda () (add 'out)))
           (if (< (length path) 4) (c 'talk2) (reverse path))))""": "(in talk1 out in talk2 out)",
    "(with-exception-handler (lambda (e) 42) (lambda () (+ (raise-continuable 'x) 23)))": "65",
    "(call/cc (lambda (k) (with-exception-handler (lambda (e) (k e)) (lambda () (raise 'x)))))": "x",
    "(guard (e ((symbol? e) (list e))) (guard (e ((string? e) 'str)) (raise 'boom)))": "(boom)",
    "(guard (e (#t (error-object? e))) (car 5))": "#t",
    "(let ((p (make-parameter 5 (lambda (x) (* x 2))))) (list (p) (parameterize ((p 3)) (p)) (p)))": "(10 6 10)",
    "(call-with-values (lambda () (values 1 2)) cons)": "(1 . 2)",
    "(apply + 1 2 '(3 4))": "10",
    "((lambda (a . b) (list a b)) 1 2 3)": "(1 (2 3))",
    """(guard (e (#t (error-object-irritants e)))
         (with-exception-handler (lambda (e) 1) (lambda () (raise 'x))))""": "(x)",
    "(force (let loop ((n 1000)) (if (= n 0) (delay 'done) (delay-force (loop (- n 1))))))": "done",
}  # fmt: skip
ERRORS = {
    "(raise 'x)": "raise",
    "(error \"x\")": "error",
    "nothing": "unbound",
    "(letrec ((a b) (b 1)) a)": "unbound",
    "(set! nothing 1)": "unbound",
    "(car 5)": "type",
    "(5)": "type",
    "((lambda (x) x))": "arity",
    "(car 1 2)": "arity",
    "(with-exception-handler (lambda (e) 1) (lambda () (raise 'x)))": "error",
}  # fmt: skip


@pytest.mark.parametrize("text", VALUES)
def test_the_oracle_gives_the_value_of_the_report(text: str) -> None:
    assert write_text(Oracle().run(text)) == VALUES[text]


SAID = {
    "(define (f l) (+ 1 (car l))) (f 5)": "1:20: car: wanted a pair, got 5",
    "(vector-ref (vector 1) 2)": "1:1: vector-ref: argument 2: wanted an index from 0 to 0, got 2",
    "(let ((g (lambda (x) x))) (g))": "g: wanted 1 argument, got 0",
    "(define (f x . y) x) (f)": "f: wanted at least 1 argument, got 0",
    "((case-lambda ((x) x) ((x y) y)))": "case-lambda: no clause takes 0 arguments",
    "((lambda (x) x))": "#<procedure>: wanted 1 argument, got 0",
    "nothing": "unbound variable: nothing",
    "(5 6)": "call: wanted a procedure, got 5",
    "(apply car 5)": "apply: argument 2: wanted a proper list, got 5",
    "(with-exception-handler (lambda (e) 1) (lambda () (raise 'x)))":
        "raise: a handler returned from a non-continuable raise",
}  # fmt: skip


@pytest.mark.parametrize("text", SAID)
def test_the_oracle_says_what_is_wrong_as_the_engine_does(text: str) -> None:
    with pytest.raises(SchemeError) as caught:
        Oracle().run(text)
    error = caught.value
    place = error.payload.place if isinstance(error.payload, Condition) else None
    assert (f"{place.line}:{place.column}: " if place else "") + error.message == SAID[text]
    with pytest.raises(SchemeError) as same:
        Interpreter().run(SourceText("<string>", text))
    assert same.value.message == error.message


@pytest.mark.parametrize("text", ERRORS)
def test_the_oracle_gives_the_error_of_the_report(text: str) -> None:
    with pytest.raises(SchemeError) as caught:
        Oracle().run(text)
    assert caught.value.kind == ERRORS[text]


def test_no_handler_of_the_program_sees_that_the_oracle_gave_up() -> None:
    with pytest.raises(OutOfSteps):
        Oracle(steps=1000).run("(guard (e (#t 'caught)) (let loop () (loop)))")


def test_the_oracle_does_not_use_the_control_primitives_of_the_engine() -> None:
    used_in_library_code_only = {"%throw", "%ask-handler", "%pop-handler!"}
    controls = {name for name, primitive in PRIMITIVES.items() if not primitive.leaf}
    assert controls - used_in_library_code_only <= set(Oracle().controls)
