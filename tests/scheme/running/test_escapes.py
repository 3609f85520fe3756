"""What leaves by a continuation and keeps none is a Python exception: no frame goes to the heap."""

from __future__ import annotations

from typing import Any

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.running import faults, machine
from chibi_hooks.scheme.values.source import SourceText

PROTECTED = """
(define (protected thunk)
  (call/cc
   (lambda (k)
     (with-exception-handler (lambda (e) (k (if (error-object? e) "error" e))) thunk))))
(list (protected (lambda () {body})))
"""
PARTIAL = """
(define (attempt thunk)
  (guard (e ((string? e) e)) (dynamic-wind (lambda () #t) thunk (lambda () #f))))
(list (guard (e (#t "error")) (attempt (lambda () {body}))))
"""


@pytest.mark.parametrize("program", [PROTECTED, PARTIAL], ids=["handler", "guard"])
@pytest.mark.parametrize(
    ("body", "expected"),
    [("(car 5)", "error"), ("(vector-ref (vector 1 2) 7)", "error"), ('(error "no")', "error"), ('(raise "x")', "x")],
)
def test_an_error_that_is_handled_moves_no_frame(
    program: str, body: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved: list[BaseException] = []
    unwound = machine.unwound

    def counted(run: Any, reason: BaseException, frames: Any) -> Any:
        moved.append(reason)
        return unwound(run, reason, frames)

    monkeypatch.setattr(machine, "unwound", counted)
    (answer,) = Interpreter(time_limit=None).evaluate(program.format(body=body))
    assert answer == expected
    assert not moved


def test_a_handler_that_always_escapes_needs_no_continuation() -> None:
    shown = Interpreter(time_limit=None).show("python", SourceText("<test>", PROTECTED.format(body="(car 5)")))
    assert "%handling(" in shown and "call/cc" not in shown


def test_an_error_past_a_dynamic_wind_that_nobody_looks_into_is_not_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    explained: list[Exception] = []
    explain = faults.explain

    def counted(error: Exception, *more: Any) -> Any:
        explained.append(error)
        return explain(error, *more)

    monkeypatch.setattr(faults, "explain", counted)
    body = "(dynamic-wind (lambda () #t) (lambda () (vector-ref (vector 1 2) 7)) (lambda () #f))"
    world = Interpreter(time_limit=None)
    assert world.evaluate(f"(define (f) {body}) (list (guard (e (else 5)) (f)))") == [5]
    assert not explained
    world.evaluate("(list (guard (e (else (error-object-message e))) (f)))")
    assert len(explained) == 1
