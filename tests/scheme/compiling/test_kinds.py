"""Of what kind values are known to be: what is asked of them in the Python of a unit, and what is not."""

from __future__ import annotations

import pytest

from tests.scheme.compiling.test_turns import emitted


@pytest.mark.parametrize(
    ("body", "asks"),
    [
        ("(define (go i) (if (= i 9) '() (let ((l (go (+ i 1)))) (cons (odd? i) l)))) (go 0)", False),
        ("(define (go i) (if (= i 9) '() (let ((l (go (+ i 1)))) (cons (odd? i) l)))) (go x)", True),
        ("(define (go i) (if (= i 9) '() (let ((l (go (/ i 2)))) (cons (odd? i) l)))) (go 0)", True),
        ("(define (go i) (if (= i 9) '() (let ((l (go (+ i 1)))) (cons (odd? i) l)))) (cons (go 0) go)", True),
        ("(define (go i . l) (if (= i 9) '() (let ((l (go (+ i 1)))) (cons (odd? i) l)))) (go 0)", True),
        ("(define (a i) (not (not (b (- i 1))))) (define (b i) (or (= i 0) (not (not (a i))))) (a 9)", False),
        ("(define (a i) (not (not (b (- i 1))))) (define (b i) (or (= i 0) (not (not (a x))))) (a 9)", True),
    ],
)
def test_what_a_local_procedure_takes_is_not_asked_where_all_its_calls_give_a_number(body: str, asks: bool) -> None:
    assert (".__class__" in emitted(f"(define (f x) {body})")) is asks
