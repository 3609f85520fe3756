"""What stands in the place of calls."""

from __future__ import annotations

from tests.scheme.compiling.test_members import emitted


def test_a_small_procedure_of_a_library_that_calls_what_its_argument_holds_stands_in_the_place_of_the_call() -> None:
    text = emitted("(import (scheme base) (srfi 128)) (define (f c x) (if (<? c x 5) 1 2))")
    assert "<?@(srfi 128)(" not in text
    assert "ordering-predicate@" not in text


def test_a_choice_between_true_and_false_that_is_asked_is_its_own_test() -> None:
    text = emitted("(define (f g x) (if (let ((y (g x))) (if (g y) #t #f)) 1 2))")
    assert "«#t»" not in text
