"""How often Python's collector comes by."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.running.collector import SELDOM, THRESHOLDS, Collector


@pytest.fixture
def collector() -> Iterator[Collector]:
    """One that steers, and a process as it begins."""
    before = gc.get_threshold()
    gc.set_threshold(*THRESHOLDS)
    made = Collector()
    made.is_steered = True
    yield made
    gc.set_threshold(*before)


def test_while_a_compiler_is_at_work_the_young_are_walked_seldom(collector: Collector) -> None:
    assert collector.seldom(lambda: collector.seldom(gc.get_threshold)) == SELDOM
    assert gc.get_threshold() == THRESHOLDS


def test_a_compiler_that_fails_leaves_the_collector_as_it_was(collector: Collector) -> None:
    with pytest.raises(ZeroDivisionError):
        collector.seldom(lambda: 1 // 0)
    assert gc.get_threshold() == THRESHOLDS


def test_a_compiler_inside_another_leaves_it_in_peace(collector: Collector) -> None:
    def outer() -> tuple[int, int, int]:
        collector.seldom(lambda: None)
        return gc.get_threshold()

    assert collector.seldom(outer) == SELDOM


def test_a_stop_that_takes_the_count_away_is_healed_while_nothing_runs(collector: Collector) -> None:
    gc.set_threshold(*SELDOM)
    collector.compilers = 1
    collector.make_up()
    assert gc.get_threshold() == THRESHOLDS


def test_what_a_program_has_set_itself_stays(collector: Collector) -> None:
    gc.set_threshold(5_000, 5, 5)
    assert collector.seldom(gc.get_threshold) == (5_000, 5, 5)
    assert gc.get_threshold() == (5_000, 5, 5)


def test_a_program_runs_with_the_usual_collector(collector: Collector) -> None:
    assert Interpreter().evaluate("(define (f x) (* x x)) (f 7)") == 49
    assert gc.get_threshold() == THRESHOLDS
