"""Every procedure that a sandboxed program can import, with none to four hostile arguments: what comes out is a Scheme
value or an error in Scheme's words.

The procedures among the arguments raise, escape, answer several values, and enter continuations again whose
procedures are long done. Steps and not seconds end what does not end, so that each run is the same; each
version of Python has a sample of its own.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest

from chibi_hooks.hooks.scripts.loading import load_script
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.libraries.catalogue import exports_of, standard_libraries
from chibi_hooks.scheme.running import backtrace
from chibi_hooks.scheme.values.data import Value
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.source import SourceText
from tests.attacks.test_primitives import HOSTILE, LARGE, is_scheme_value
from tests.halves import dealt

STEPS = 1_000  # of one call
SECONDS = 0.05  # of one call: primitives make no steps
SAMPLES = {2: 4, 3: 3, 4: 2}  # number of arguments -> combinations that are tried; of one argument all
CALLBACKS = 5  # combinations that begin with a procedure, or have one in second place
OF_THE_HOST = ("(harness hooks)", "(harness tools)")
PYTHON = re.compile(
    r"\w+Error:|\w+Exception|NoneType|Traceback|positional arg|object has no|unsupported operand|<locals>|\bat 0x|"
    r"/chibi_hooks/|\bNone\b|__(?!module__)\w+__"
)
PROCEDURES = """
(import (scheme lazy) (srfi 69) (srfi 115) (srfi 128) (srfi 158) (only (srfi 27) default-random-source))
(define saved '())
(define turns 0)
(define (first-of . x) (if (pair? x) (car x) #f))
(define (raises . x) (raise 'no))
(define (fails . x) (error "no" x))
(define (raises-on . x) (raise-continuable 1))
(define (escapes . x) (call/cc (lambda (k) (k 7))))
(define (captures . x) (call/cc (lambda (k) (set! saved (list k)) 1)))
(define (enters-again . x)
  (set! turns (+ turns 1))
  (if (and (pair? saved) (< turns 30)) (let ((k (car saved))) (set! saved '()) (k 1)) 1))
(define (values-three . x) (values 1 2 3))
(define (values-none . x) (values))
(define (says-yes . x) #t)
(define (says-no . x) #f)
(define (one x) x)
(define (two x y) x)
(define (nothing) 5)
(define (not-a-number . x) +nan.0)
(define (negative . x) -1)
(define (text . x) "text")
(define (spins . x) (let loop () (loop)))
"""
OBJECTS = {
    "table": "(let ((t (make-hash-table equal?))) (hash-table-set! t 1 2) (hash-table-set! t \"k\" 3) t)",
    "table of itself": "(let ((t (make-hash-table equal?))) (hash-table-set! t 1 t) (hash-table-set! t t 1) t)",
    "comparator": "(make-default-comparator)",
    "generator": "(generator 3 1 2)",
    "regexp": "(regexp '(+ any))",
    "match": "(regexp-search '(: ($ any) ($ any)) \"abc\")",
    "promise": "(delay 1)",
    "promise that raises": "(delay (raise 'no))",
    "parameter": "(make-parameter 1)",
    "continuation": "(call/cc (lambda (k) k))",
    "alist": "(list (cons 'a 1) (cons \"b\" 2))",
    "strings": "(list \"b\" \"a\")",
    "chars": "(list #\\b #\\a)",
    "numbers": "(list 3 1 2)",
    "long list": "(make-list 20000 1)",
    "closed input": "(let ((p (open-input-string \"x\"))) (close-port p) p)",
    "closed output": "(let ((p (open-output-string))) (close-port p) p)",
    "binary input": "(open-input-bytevector (bytevector 1 2))",
    "binary output": "(open-output-bytevector)",
    "knotted vector": "(let ((v (vector 1 2))) (vector-set! v 0 (list v)) v)",
    "random source": "default-random-source",
    "ratio": "3/4",
    "literal string": "\"literal\"",
    "literal list": "'(1 2 3)",
}  # fmt: skip


class World:
    """One library in a world of its own, and the arguments for its procedures."""

    def __init__(self, library: str, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.freely(PROCEDURES)
        self.callbacks = re.findall(r"\(define \(([^ )]+)", PROCEDURES)
        large = {name: HOSTILE[name]() for name in LARGE}
        self.makers: dict[str, Callable[[], Value]] = {**HOSTILE, **{n: lambda x=x: x for n, x in large.items()}}
        for name in self.callbacks:
            self.makers[name] = partial(interpreter.lookup, name)
        for name, text in OBJECTS.items():
            self.makers[name] = partial(interpreter.call, self.freely(f"(lambda () {text})"))
        self.freely(f"(import {library})")
        self.data = [name for name in self.makers if name not in self.callbacks]

    def freely(self, text: str) -> Value:
        """Run our own part, without a budget."""
        return self.without_budget(lambda: self.interpreter.run(SourceText("world", text)))

    def without_budget(self, work: Callable[[], Value]) -> Value:
        limits = self.interpreter.steps, self.interpreter.time_limit
        self.interpreter.steps, self.interpreter.time_limit = limits[0] and 10**9, 60.0
        try:
            return work()
        finally:
            self.interpreter.steps, self.interpreter.time_limit = limits

    def made(self, names: tuple[str, ...]) -> list[Value]:
        """Fresh arguments."""
        return [self.without_budget(self.makers[each]) for each in names]

    def arguments(self, name: str) -> Iterator[tuple[str, ...]]:
        """Names of arguments for the procedure of that name."""
        random = Random(f"{name} {sys.version_info.minor}")
        everything = list(self.makers)
        yield ()
        yield from ((each,) for each in everything)
        for count, samples in SAMPLES.items():
            yield from (tuple(random.choices(everything, k=count)) for _ in range(samples))
        for place in range(CALLBACKS):
            rest = random.choices(self.data, k=random.randint(1, 3))
            yield (*rest[: place % 2], random.choice(self.callbacks), *rest[place % 2 :])


def worlds() -> list[str]:
    return [name for name, tier in standard_libraries().items() if tier == "sandboxed"]


@pytest.fixture
def world(library: str, tmp_path: Path) -> World:
    if library not in OF_THE_HOST:
        return World(library, Interpreter(time_limit=SECONDS, steps=STEPS))
    file = tmp_path / "hook.scm"
    file.write_text("1")
    interpreter = load_script(file).interpreter
    interpreter.time_limit = SECONDS
    return World(library, interpreter)


@pytest.mark.parametrize("library", dealt(worlds(), 9))
def test_no_argument_breaks_a_procedure_of(library: str, world: World) -> None:
    for name in exports_of(library):
        try:
            procedure = world.freely(f"|{name}|")
        except SchemeError as error:
            assert error.kind == "syntax", error.message  # a keyword
            continue
        if callable(procedure):
            refused: set[int] = set()  # numbers of arguments
            for names in world.arguments(name):
                if len(names) not in refused and check(world, name, procedure, names) == "arity":
                    refused.add(len(names))
    found = world.without_budget(lambda: world.interpreter.call(world.interpreter.lookup("first-of"), 1))
    assert found == 1  # the world is whole


def check(world: World, name: str, procedure: Value, names: tuple[str, ...]) -> str:
    """Call the procedure; AssertionError on what a program must not see. Answers how it ended."""
    call = f"({name} {' '.join(names)})"
    arguments = world.made(names)
    try:
        value = world.interpreter.call(procedure, *arguments)
    except SchemeError as error:
        page = backtrace.page(error)
        assert not PYTHON.search(page), f"{call}\n{page}"
        return "arity" if error.kind == "arity" and not error.frames else error.kind
    assert is_scheme_value(value), f"{call} answered {type(value)}"
    return "value"
