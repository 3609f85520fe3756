"""Who is left and entered again and again is so without exceptions, in whatever his frames stand."""

from __future__ import annotations

from typing import Any

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.running import machine

GENERATOR = """
(define (make-generator walk)
  (define return #f)
  (define (yield x) (call/cc (lambda (k) (set! resume (lambda () (k #f))) (return x))))
  (define (resume) (walk yield) (return 'end))
  (lambda () (call/cc (lambda (r) (set! return r) (resume)))))
(define (drain g) (let loop ((n 0)) (if (eq? (g) 'end) n (loop (+ n 1)))))
(define p (make-parameter 0))
(define (count n each) (do ((i 0 (+ i 1))) ((= i n)) (each i)))
"""
ENOUGH = 60  # exceptions until all frames are known to be left often, and are captured in no other way any more


@pytest.mark.parametrize(
    "walk",
    [
        "(count 500 yield)",
        "(guard (e (#t 0)) (count 500 yield))",
        "(count 500 (lambda (i) (guard (e (#t 0)) (yield i))))",
        "(count 500 (lambda (i) (guard (e ((symbol? e) 0)) (guard (e ((string? e) 0)) (yield i)))))",
        "(let ((n 0)) (count 500 (lambda (i) (guard (e (#t (set! n (+ n 1)))) (yield n) (raise i)))))",
        "(dynamic-wind (lambda () 0) (lambda () (count 500 yield)) (lambda () 1))",
        "(parameterize ((p 1)) (count 500 (lambda (i) (yield (p)))))",
        "(with-exception-handler (lambda (e) 1) (lambda () (count 500 (lambda (i) (yield (raise-continuable i))))))",
    ],
)
def test_a_generator_is_left_and_entered_without_exceptions(walk: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reasons: list[str] = []
    unwound = machine.unwound

    def counted(run: Any, reason: BaseException, frames: Any) -> Any:
        reasons.append(type(reason).__name__)
        return unwound(run, reason, frames)

    monkeypatch.setattr(machine, "unwound", counted)
    assert Interpreter(time_limit=20.0).evaluate(f"{GENERATOR} (drain (make-generator (lambda (yield) {walk})))") == 500
    assert len(reasons) < ENOUGH
