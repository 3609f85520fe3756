"""How often Python's collector comes by."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator

import pytest

from chibi_hooks.collecting import STARTING, tune_collector
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.running.collector import HELD, SELDOM, THRESHOLDS, Collector
from chibi_hooks.scheme.running.watchdog import WATCHDOG, Watchdog


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


def test_what_a_start_of_ours_loads_is_frozen_when_the_steering_begins(
    collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("when_idle", "when_held"):
        monkeypatch.setattr(WATCHDOG, name, getattr(WATCHDOG, name))
    tune_collector()
    assert gc.get_threshold() == STARTING
    young = [[] for _ in range(1_000)]
    frozen = gc.get_freeze_count()
    collector.steer()
    gc.callbacks.remove(collector.look)
    assert gc.get_threshold() == THRESHOLDS
    assert gc.get_freeze_count() >= frozen + len(young)


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


def test_passes_come_soon_while_a_call_shall_wait_and_no_longer(collector: Collector) -> None:
    for wanted, threshold in ((True, HELD), (True, HELD), (False, THRESHOLDS)):
        collector.hold(wanted)
        assert gc.get_threshold() == threshold


def test_nobody_waits_once_no_call_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    told = threading.Event()
    watchdog = Watchdog()
    monkeypatch.setattr(watchdog, "when_held", lambda wanted: None if wanted else told.set())
    threading.Thread(target=watchdog.watch, daemon=True).start()
    assert told.wait(10)


def test_what_a_program_has_set_itself_stays(collector: Collector) -> None:
    gc.set_threshold(5_000, 5, 5)
    assert collector.seldom(gc.get_threshold) == (5_000, 5, 5)
    assert gc.get_threshold() == (5_000, 5, 5)


def test_a_program_runs_with_the_usual_collector(collector: Collector) -> None:
    assert Interpreter().evaluate("(define (f x) (* x x)) (f 7)") == 49
    assert gc.get_threshold() == THRESHOLDS
