"""What one world does is no matter of another: libraries are shared by all worlds of a process, what can be changed is
not.
"""

from __future__ import annotations

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.libraries.catalogue import exports_of, standard_libraries
from chibi_hooks.scheme.values.data import Bytevector, Pair, String, Value, Vector
from chibi_hooks.scheme.values.errors import SchemeError
from tests.attacks.test_procedures import OF_THE_HOST

CHANGEABLE = (String, Pair, Vector, Bytevector)
SANDBOXED = [name for name, tier in standard_libraries().items() if tier == "sandboxed" and name not in OF_THE_HOST]


def data_of(library: str) -> dict[str, Value]:
    """What a new world gets from a library and can change."""
    world = Interpreter(time_limit=60.0)
    world.evaluate(f"(import {library})")
    found = {}
    for name in exports_of(library):
        try:
            value = world.lookup(name)
        except SchemeError:
            continue
        if isinstance(value, CHANGEABLE):
            found[name] = value
    return found


def test_no_two_worlds_share_data_that_can_be_changed() -> None:
    shared = []
    found = 0
    for library in SANDBOXED:
        one = data_of(library)
        other = data_of(library) if one else {}
        found += len(one)
        shared += [f"{name} of {library}" for name in one if one[name] is other[name]]
    assert shared == []
    assert found >= 2  # uuid-nil and introspect-docs


@pytest.mark.parametrize(
    ("change", "question", "answer"),
    [
        (
            "(import (srfi 128)) (define all (make-comparator (lambda (x) #t) (lambda (a b) #t) #f (lambda (x) 666)))"
            "(comparator-register-default! all) (= 666 (default-hash (current-output-port)))",
            "(import (srfi 128)) (= 666 (default-hash (current-output-port)))",
            False,
        ),
        (
            "(import (srfi 27)) (random-source-pseudo-randomize! default-random-source 7 7)"
            "(define (state-of source) (random-source-state-ref source))"
            "(not (equal? (state-of default-random-source) (state-of (make-random-source))))",
            "(import (srfi 27))"
            "(equal? (random-source-state-ref default-random-source) (random-source-state-ref (make-random-source)))",
            True,
        ),
        ("(import (srfi 64)) (test-begin \"a\") (test-runner? (test-runner-current))",
         "(import (srfi 64)) (test-runner? (test-runner-current))", False),
        ("(import (chibi test)) (test-begin \"a\") (not (not (current-test-group)))",
         "(import (chibi test)) (not (not (current-test-group)))", False),
        ("(import (chibi test)) (current-test-verbosity 'mine) (eq? (current-test-verbosity) 'mine)",
         "(import (chibi test)) (eq? (current-test-verbosity) 'mine)", False),
        ("(define (car x) 'mine) (eq? (car '(1)) 'mine)", "(eq? (car '(1)) 'mine)", False),
    ],
)  # fmt: skip
def test_a_change_stays_in_its_world(change: str, question: str, answer: object) -> None:
    one, other = Interpreter(time_limit=60.0), Interpreter(time_limit=60.0)
    assert one.evaluate(change) is True
    found = other.evaluate(question)
    assert [getattr(each, "text", each) for each in found] == answer if isinstance(found, list) else found == answer
