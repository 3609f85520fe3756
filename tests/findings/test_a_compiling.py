"""Finding A16: no call of Python's compiler holds the interpreter long, whatever the file."""

from __future__ import annotations

import ast
from collections.abc import Callable

import pytest

from chibi_hooks.scheme.compiling import code, pieces
from chibi_hooks.scheme.compiling.reshaping import parting
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.values.errors import SchemeError
from tests.halves import dealt

NODES = 50_000  # of one call: 30 ms of CPython 3.11 on the machine that this was written on


def clauses(n: int, answer: str) -> str:
    return " ".join(f"((= x {i}) (g {i}) {answer})" for i in range(n))


LARGE: dict[str, Callable[[int], str]] = {
    "many definitions": lambda n: "\n".join(f"(define (f{i} x) (if (> x {i}) (list x {i}) (car x)))" for i in range(n)),
    "a datum": lambda n: f"(define x '({' '.join(f'(a{i} {i} #(1 2))' for i in range(n))}))",
    "a cond": lambda n: f"(define (f x) (cond {' '.join(f'((= x {i}) (g {i}) (list x {i}))' for i in range(n))}))",
    "a case": lambda n: f"(define (f x) (case x {' '.join(f'((a{i} {i}) (list x {i}))' for i in range(n))}))",
    "a loop of itself": lambda n: f"(define (f x) (cond {clauses(n, '(f (+ x 1))')}))",
    "a named let": lambda n: f"(define (f x) (let loop ((x x)) (cond {clauses(n, '(loop (+ x 1))')})))",
    "a do": lambda n: f"(define (f x) (do ((i 0 (+ i 1))) ((= i 9)) {' '.join(f'(g (+ x {i}))' for i in range(n))}))",
    "the body of a guard": lambda n: f"(define (f x) (guard (e (#t 1)) (cond {clauses(n, '(list x)')})))",
    "the clauses of a guard": lambda n: f"(define (f) (guard (x {clauses(n, '(list x)')}) (g 1)))",
    "a closure": lambda n: f"(define (f y) (lambda (x) (cond {clauses(n, '(list x y)')})))",
    "a loop in a closure": lambda n: f"(define (f y) (lambda (x) (let go ((x x)) (cond {clauses(n, '(go y)')}))))",
    "an operand": lambda n: f"(define (f x) (list 1 (cond {clauses(n, '(list x)')})))",
    "a binding": lambda n: f"(define (f x) (let ((y (cond {clauses(n, '(list x)')}))) (list y y)))",
    "a clause of a case-lambda": lambda n: f"(define f (case-lambda ((x) (cond {clauses(n, '(list x)')})) ((x y) y)))",
    "the top level": lambda n: f"(define x 5) (cond {clauses(n, '(list x)')})",
    "a conjunction": lambda n: f"(define (f x) (and {' '.join(f'(g (+ x {i}))' for i in range(n))}))",
    "operands": lambda n: f"(define (f x) (list {' '.join(f'(g (+ x {i}))' for i in range(n))}))",
    "procedures": lambda n: f"(define (f x) (list {' '.join(f'(lambda (y) (list x y {i}))' for i in range(n))}))",
    "a let*": lambda n: f"(define (f x) (let* ({' '.join(f'(v{i} (+ x {i}))' for i in range(n))}) v1))",
    "a body": lambda n: f"(define (f x) {' '.join(f'(display (+ x {i}))' for i in range(n))})",
    "guards": lambda n: f"(define (f) {'(guard (e (#t 1)) (car 1)) ' * (n // 4)})",
    "a template": lambda n: f"(define (f x) `({' '.join(f'(k{i} ,(+ x {i}))' for i in range(n))}))",
}


def largest(kind: str, size: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many nodes Python's compiler is given at once for a program of this kind."""
    sizes: list[int] = []
    original = code._compile

    def counted(module: ast.Module, *rest: object) -> object:
        sizes.append(sum(1 for _ in ast.walk(module)))
        return original(module, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(code, "_compile", counted)
    world = Interpreter(time_limit=300.0, memory_limit=None)
    world.evaluate("(define (g x) x)")
    world.evaluate(LARGE[kind](size))
    return max(sizes)


@pytest.mark.parametrize("kind", LARGE)
def test_a16_what_is_compiled_at_once_is_small(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same as below, in a tenth of the size."""
    world = Interpreter(time_limit=300.0)
    world.evaluate("(define (g x) x)")
    world.evaluate(LARGE[kind](10))  # its libraries are compiled as ever, and kept so
    monkeypatch.setattr(code, "SITES", code.SITES // 10)
    for module, name in ((parting, "LARGE"), (parting, "WORTH"), (pieces, "WHOLE"), (pieces, "APART")):
        monkeypatch.setattr(module, name, getattr(module, name) // 10)
    assert largest(kind, 250, monkeypatch) < NODES / 10


@pytest.mark.parametrize("kind", dealt(LARGE, 0))
def test_a16_what_is_compiled_at_once_is_small_as_large_as_it_may_be(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert largest(kind, 2500, monkeypatch) < NODES


PROGRAM = """
(define k #f)
(define log '())
(define (note x) (set! log (cons x log)) x)
(define (many x)
  (define (again y) (if (= y 0) (note 'base) (again (- y 1))))
  (let* ((a (+ x 1)) (b (* a 2)) (c (note (+ a b))) (f (lambda (z) (+ z a b c))))
    (note (f 1))
    (set! a (+ a (call/cc (lambda (c) (set! k c) 10))))
    (let ((d (list a b)))
      (note (cons 'd d))
      (again 3)
      (cond ((= x 0) (note 'zero) (f 0))
            ((= x 1) (note 'one) (let loop ((i 0)) (if (< i 5) (loop (+ i 1)) (note i))))
            ((assv x '((2 . two))) => (lambda (p) (note (cdr p))))
            ((= x 3) (guard (e (#t (note 'caught))) (vector-ref (vector) x)))
            ((= x 4) (vector-ref (vector) x))
            ((= x 5) (car (list (many 1))))
            (else (note (map (lambda (q) (* q c)) d)) (note a) (car (list (many (- x 1)))))))))
"""
CALLS = (
    *(f"(many {x})" for x in (0, 1, 2, 3, 5, 8)),
    "(let ((n 0)) (many 0) (set! n (+ n 1)) (if (< (length log) 40) (k 20)) (list n (length log)))",
    "(guard (e (#t (error-object-message e))) (many 4))",
)


def results() -> list[str]:
    world = Interpreter(time_limit=60.0)
    world.evaluate(PROGRAM)
    return [str(world.evaluate(f"(list {call} log)")) for call in CALLS]


@pytest.mark.parametrize("size", [200, 60, 30])
def test_a16_a_procedure_in_parts_means_the_same(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = results()
    made: list[str] = []
    original = pieces._Apart.empty

    def counted(self: pieces._Apart, function: ast.FunctionDef, free: list[str]) -> None:
        made.append(function.name)
        original(self, function, free)

    monkeypatch.setattr(pieces._Apart, "empty", counted)
    for module, name, value in (
        (code, "SITES", -1), (parting, "LARGE", size), (parting, "WORTH", 6), (pieces, "WHOLE", 20),
    ):  # fmt: skip
        monkeypatch.setattr(module, name, value)
    assert results() == expected
    assert len(made) > 10


def test_a16_an_error_in_a_further_part_has_its_place_and_frames() -> None:
    clauses = " ".join(f"((= x {i}) (list x {i}))" for i in range(3000))
    world = Interpreter(time_limit=300.0, memory_limit=None)
    world.evaluate(f"(define (f x)\n(cond {clauses}\n(else (car x))))", "large")
    assert world.evaluate("(f 2999)") == [2999, 2999]
    with pytest.raises(SchemeError) as caught:
        world.evaluate("(list (f 5000))", "call")
    assert str(caught.value) == "large:3:7: car: wanted a pair, got 5000"
    assert [frame.procedure for frame in caught.value.frames] == ["f", "top level"]
