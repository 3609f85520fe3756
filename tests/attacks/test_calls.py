"""Every name that a sandboxed program can import, written as a call of none to five operands at many places:
the compiler makes code of it, or says in Scheme's words what is wrong.

`test_procedures` calls procedures that it holds as values; here the compiler knows what is called, and takes calls to
pieces whose number of operands nobody has looked at.
"""

from __future__ import annotations

import re
import sys
from random import Random
from typing import Final

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.libraries.catalogue import exports_of, where_is
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.source import SourceText
from tests.attacks.test_procedures import OF_THE_HOST, worlds
from tests.halves import dealt

PLACES: Final = (
    "{c}",
    "(if {c} 1 2)",
    "(list {c} {c})",
    "(let ((a {c})) (set! a {c}) (map (lambda (q) {c}) a))",
    "(let loop ((i 0) (acc '())) (if (= i 10) acc (loop (+ i 1) (cons {c} acc))))",
    "(let loop ((x x)) (if (null? x) {c} (loop (cdr x))))",
    "(let loop ((x x) (i 0)) (if {c} i (loop {c} (+ i 1))))",
    "(let-values (((a b) {c})) (for-each (lambda (x y z) {c}) (list x)))",
    '(guard (e (#t {c})) (string-append "a" {c}))',
    "(call/cc (lambda (k) (k {c})))",
    "(apply car (list {c}))",
)
OPERANDS: Final = (
    ("x", "y", "z", "w", "x"),
    ('"abc"', "'(1 2 3)", "5", "car", "(lambda (q) q)"),
    ("(lambda (q) q)", "car", "5", "'(1 2 3)", '"abc"'),
)
WORDS: Final = (("()", "(a b)", "((a 1))", "(lambda q)"), ("((a x))", "a", "(b)", "=>"))  # besides, for a keyword
PLACES_OF_A_NAME: Final = 3
PYTHON: Final = re.compile(r"chibi-hooks: |\w+Error:")


def calls(name: str, pools: tuple[tuple[str, ...], ...]) -> list[str]:
    """The name as a call of each number of operands of each kind."""
    return [*dict.fromkeys(f"({name} {' '.join(pool[:count])})" for pool in pools for count in range(len(pool) + 1))]


def compiled(world: Interpreter, bodies: list[str]) -> bool:
    """Are there procedures of these bodies now? AssertionError where it is our fault that there are none."""
    text = "\n".join(f"(define (f{number} x y z . w) {body})" for number, body in enumerate(bodies))
    try:
        world.run(SourceText("calls.scm", text))
    except SchemeError as error:
        assert error.kind != "internal" and not PYTHON.search(error.message), f"{bodies}: {error}"
        return False
    return True


def places(name: str) -> list[str]:
    """Some of the places, others for each name and each version of Python."""
    return Random(f"{name} {sys.version_info.minor}").sample(PLACES, PLACES_OF_A_NAME)


@pytest.mark.parametrize("library", dealt([each for each in worlds() if each not in OF_THE_HOST], 9))
def test_no_number_of_operands_breaks_the_compiler_of(library: str) -> None:
    world = Interpreter(time_limit=None)
    world.run(SourceText("world", f"(import {library})"))
    for name in exports_of(library):
        if where_is(name)[:1] not in ([], [library]):
            continue  # it is the same where it is found first
        forms = places(name)
        if not compiled(world, [form.replace("{c}", call) for call in calls(f"|{name}|", OPERANDS) for form in forms]):
            for call in calls(f"|{name}|", OPERANDS + WORDS):  # a keyword, which refuses some
                compiled(world, [forms[0].replace("{c}", call)])


def test_a_call_without_operands_is_an_error_of_the_call_and_not_of_the_file() -> None:
    world = Interpreter(time_limit=None)
    world.run(SourceText("hook.scm", "(define (f) (vector-ref))\n(define (g) (if (quotient) 1 2))\n(define (h) 7)"))
    assert world.call(world.lookup("h")) == 7
    for name in ("f", "g"):
        with pytest.raises(SchemeError) as raised:
            world.call(world.lookup(name))
        assert raised.value.kind == "arity"
