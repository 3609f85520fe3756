"""Which generators are made where they are consumed (what they give is in `cases/srfi/158-pipelines`)."""

from __future__ import annotations

import pytest

from tests.scheme.compiling.test_turns import emitted

IMPORTS = "(import (scheme base) (srfi 158))"
CALLED = "@(srfi 158)"  # a procedure of the library


@pytest.mark.parametrize(
    "generator",
    [
        "(gappend (list->generator l) (vector->generator v))",
        "(gmap + (list->generator l) (vector->generator v) (make-range-generator 0))",
        "(gindex (vector->generator v) (make-range-generator 0 9))",
        "(gselect (list->generator l) (circular-generator #t #f))",
        "(gdelete-neighbor-dups (gcons* 1 (gdrop (list->generator l) 2)))",
        "(gmap length (ggroup (vector->generator v) 2))",
        "(gflatten (gmap list->generator (vector->generator v)))",
    ],
)
def test_generators_of_generators_are_one_loop(generator: str) -> None:
    assert CALLED not in emitted(f"{IMPORTS} (define (f l v) (generator-fold + 0 {generator}))")


def test_a_generator_goes_through_procedures_of_the_program_without_a_call() -> None:
    program = "(define (evens g) (gfilter even? g)) (define (total g) (generator-fold + 0 g))"
    made = emitted(f"{IMPORTS} {program} (define (f l) (total (evens (list->generator l))))")
    assert "total(" not in made.split("def g2")[1]
    assert CALLED not in made.split("def g2")[1]


def test_a_generator_that_a_procedure_of_the_program_makes_is_consumed_without_a_call() -> None:
    program = "(define (odds) (gfilter odd? (make-range-generator 0))) (define (twos g) (gmap length (ggroup g 2)))"
    use = "(define (f l) (list (generator-find cadr (odds)) (generator-fold + 0 (twos (list->generator l)))))"
    made = emitted(f"{IMPORTS} {program} {use}")
    assert CALLED not in made.split("def g2")[1]


@pytest.mark.parametrize("consumer", ["generator-map->list list", "generator-for-each list", "generator-fold list 0"])
def test_two_generators_are_consumed_in_one_loop(consumer: str) -> None:
    made = emitted(f"{IMPORTS} (define (f l v) ({consumer} (gfilter odd? (list->generator l)) (vector->generator v)))")
    assert CALLED not in made
