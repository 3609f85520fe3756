"""Python's cyclic collector, steered for a process that runs Scheme: `steer`, `settle`, `leave_alone`.

Rules
-----
* A Scheme heap is many small objects that live. The usual threshold (700 new ones) has the collector walk them again
  and again, so it is raised, unless the program around us has set its own.
* A full pass holds the interpreter for its whole length: 0.4 s over 256 MB of pairs. While a limited call runs there is
  none: what there is is frozen when one begins, so that it has nothing to walk. The pass is made up for when no call
  runs, by the watchdog's thread, and most of what a call made is gone by then without it.
* What a compiler makes lives until it has ended, and is gone then: passes over its trees were a tenth to a quarter of
  its time. So while one is at work the young are walked more seldom (`seldom`).
* A call that may hold too much waits for the watchdog here (watchdog.py); passes come soon then (`HELD`).
* What a generation needs is frozen when it is published: no pass ever walks its code. Every `RELOADS` generations
  everything is walked once, so that what earlier ones left in circles is freed; not more often than every `REST`
  seconds, unless that are `MANY` already: each leaves 100 KB and more.

The collector belongs to the process, and so does the choice: `leave_alone` is for programs that steer it themselves.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

from chibi_hooks.collecting import STARTING
from chibi_hooks.scheme.running.watchdog import WATCHDOG
from chibi_hooks.typenames import Any, Final, TypeVar

THRESHOLDS: Final = (20_000, 20, 20)  # a pass over the young walks 400,000 objects at most: some 15 ms
SELDOM: Final = (250_000, *THRESHOLDS[1:])  # the trees of some 2,000 lines, 50 MB
HELD: Final = (200, *THRESHOLDS[1:])
USUAL: Final = ((700, 10, 10), (2000, 10, 10), (2000, 10, 0))  # what CPython begins with, by version
RELOADS: Final = 16
MANY: Final = 128  # some 15 MB of small worlds
REST: Final = 10.0  # seconds between two passes that are made up for, and
RARELY: Final = 200  # times as long as the last one took

T = TypeVar("T")


class Collector:
    """What is steered, and what is owed."""

    def __init__(self) -> None:
        self.is_steered: bool | None = None  # None: nobody asked yet
        self.is_making_up = False
        self.owes = False  # a full pass was left out
        self.settled = 0  # generations since somebody asked that everything be walked
        self.unwalked = 0  # and since it was
        self.next_pass = 0.0
        self.is_holding = False  # are there calls that shall wait?
        self.compilers = 0  # at work, in all threads; a Stop or a race may miscount, which `make_up` heals

    def steer(self) -> None:
        """Begin, once."""
        self.is_steered = True
        if gc.get_threshold() == STARTING:
            gc.freeze()  # what was loaded until now lives as long as the process
            gc.set_threshold(*THRESHOLDS)
        elif gc.get_threshold() in USUAL:
            gc.set_threshold(*THRESHOLDS)
        gc.callbacks.append(self.look)
        WATCHDOG.when_idle = self.make_up
        WATCHDOG.when_held = self.hold

    def seldom(self, work: Callable[[], T]) -> T:
        """What `work` gives; meanwhile the young are walked more seldom, unless the program around us has set how
        often."""
        self.compilers += 1
        if self.is_steered and gc.get_threshold() == THRESHOLDS:
            gc.set_threshold(*SELDOM)
        try:
            return work()
        finally:
            self.compilers -= 1
            self.as_often_as_ever()

    def as_often_as_ever(self) -> None:
        """Walk the young as usual again, where no compiler is at work."""
        if self.compilers <= 0 and gc.get_threshold() == SELDOM:
            gc.set_threshold(*THRESHOLDS)

    def look(self, phase: str, about: dict[str, Any]) -> None:
        """The collector begins or ends a pass."""
        if phase == "stop" and self.is_holding:
            WATCHDOG.hold()
        if phase == "start" and about["generation"] >= 2 and WATCHDOG.tickets and not self.is_making_up:
            self.owes = True
            gc.freeze()

    def hold(self, wanted: bool) -> None:
        """Are there calls that shall wait at the next pass?"""
        if wanted != self.is_holding:
            self.is_holding = wanted
            if gc.get_threshold() == (THRESHOLDS if wanted else HELD):
                gc.set_threshold(*(HELD if wanted else THRESHOLDS))

    def make_up(self) -> None:
        """No call runs: walk what was left out, if it is time."""
        if self.compilers:
            self.compilers = 0
            self.as_often_as_ever()
        now = time.monotonic()
        if not self.owes or (now < self.next_pass and self.unwalked < MANY):
            return
        self.owes = False
        self.walk()
        ended = time.monotonic()
        self.next_pass = ended + max(REST, RARELY * (ended - now))

    def walk(self) -> None:
        """One full pass over everything; what lives is frozen again."""
        self.sweep()
        gc.freeze()
        self.settled = self.unwalked = 0

    def sweep(self) -> None:
        """One full pass over everything, at once."""
        self.is_making_up = True
        try:
            gc.unfreeze()
            gc.collect()
        finally:
            self.is_making_up = False

    def settle(self) -> None:
        """A generation was published: it will live."""
        if not self.is_steered:
            return
        self.settled += 1
        self.unwalked += 1
        if self.settled >= RELOADS:
            self.owes, self.settled = True, 0
        gc.freeze()


COLLECTOR: Final = Collector()


def steer() -> None:
    """Steer the collector of this process from now on, unless it shall be left alone."""
    if COLLECTOR.is_steered is None:
        COLLECTOR.steer()


def seldom(work: Callable[[], T]) -> T:
    """What a compiler gives; meanwhile the young are walked more seldom."""
    return COLLECTOR.seldom(work)


def settle() -> None:
    """Something that will live is complete."""
    COLLECTOR.settle()


def sweep() -> None:
    """Find out what nobody holds any more, whoever runs: as long as a full pass takes."""
    COLLECTOR.sweep()


def leave_alone() -> None:
    """The program around us steers the collector itself."""
    if COLLECTOR.is_steered:
        gc.callbacks.remove(COLLECTOR.look)
        WATCHDOG.when_idle = WATCHDOG.when_held = None
        COLLECTOR.hold(False)
        gc.unfreeze()
    COLLECTOR.is_steered = False
