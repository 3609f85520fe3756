"""Tickets: what counts against a limit, said without waiting for it."""

from __future__ import annotations

import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

from chibi_hooks.scheme import budget
from chibi_hooks.scheme.budget import PATIENCE, MemoryStop, Ticket, TimeStop
from chibi_hooks.scheme.compiler.stack import elsewhere
from chibi_hooks.scheme.errors import SchemeError
from chibi_hooks.scheme.interpreter import Interpreter


class Clock:
    """Seconds by the clock and seconds of computing, set by the test."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        self.computed = 0.0
        monkeypatch.setattr(budget.time, "monotonic", lambda: self.now)
        monkeypatch.setattr(budget.Computing, "spent", lambda computing: self.computed)

    def look(self, ticket: Ticket, now: float, computed: float) -> type[budget.Stop] | None:
        self.now, self.computed = 100.0 + now, computed
        return ticket.verdict(self.now, lambda: 0)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def test_a_call_is_stopped_by_the_clock(clock: Clock) -> None:
    ticket = Ticket(1.0, None)
    assert clock.look(ticket, 0.9, 0.9) is None
    assert clock.look(ticket, 1.1, 0.2) is TimeStop


def test_a_patient_ticket_counts_what_the_thread_has_computed(clock: Clock) -> None:
    ticket = Ticket(1.0, None, patient=True)
    assert clock.look(ticket, 1.1, 0.2) is None
    assert clock.look(ticket, 1.8, 0.9) is None  # not asked again before the 0.8 s that were left have passed
    assert clock.look(ticket, 2.0, 0.9) is None
    assert clock.look(ticket, 2.2, 1.0) is TimeStop


def test_patience_ends(clock: Clock) -> None:
    ticket = Ticket(1.0, None, patient=True)
    assert clock.look(ticket, PATIENCE - 0.1, 0.0) is None
    assert clock.look(ticket, PATIENCE + 1.1, 0.0) is TimeStop


def test_memory_counts_from_the_first_look() -> None:
    ticket = Ticket(None, 100)
    assert ticket.verdict(0.0, lambda: 1000) is None
    assert ticket.verdict(0.0, lambda: 1100) is None
    assert ticket.verdict(0.0, lambda: 1101) is MemoryStop


def test_a_program_that_computes_too_long_is_stopped_in_a_load_too() -> None:
    with pytest.raises(SchemeError, match=r"stopped: it ran longer than its 0\.2 s"):
        Interpreter(time_limit=0.2).evaluate("(let loop () (loop))")


TRACED = """
import sys
from chibi_hooks.scheme.interpreter import Interpreter
for _ in range(3):
    try:
        Interpreter(time_limit=0.05).evaluate("(let loop () (loop))")
    except Exception as error:
        assert "ran longer" in str(error), error
def turn():
    return sum(range(10))
sys.settrace(lambda frame, event, argument: None)
print(turn())
"""


def test_after_a_stop_a_debugger_can_trace() -> None:
    """CPython 3.11 hangs in the first traced function when an exception was sent to a thread and taken back."""
    ran = subprocess.run([sys.executable, "-c", TRACED], capture_output=True, text=True, timeout=100)
    assert (ran.stdout, ran.stderr) == ("45\n", "")


def test_a_stop_that_python_cannot_raise_is_not_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[type[BaseException]] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda lost: reported.append(lost.exc_type))
    monkeypatch.setattr(budget, "WATCHDOG", watchdog := budget.Watchdog())
    budget.limited(60.0, None, lambda: None)
    assert watchdog.thread is not None
    for kind in (TimeStop, ValueError, MemoryStop):
        sys.unraisablehook(SimpleNamespace(exc_type=kind, exc_value=None))
    assert reported == [ValueError]


def test_a_stop_waits_while_a_module_is_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    busy = "import time\nend = time.monotonic() + 0.3\nwhile time.monotonic() < end:\n    pass\ndone = True\n"
    (tmp_path / "slow_to_import.py").write_text(busy)
    monkeypatch.syspath_prepend(str(tmp_path))

    def work() -> None:
        import_module("slow_to_import")
        while True:
            pass

    with pytest.raises(SchemeError, match="ran longer than its 0.05 s"):
        budget.limited(0.05, None, work)
    assert sys.modules["slow_to_import"].done


def test_a_module_that_runs_scheme_while_it_is_imported_is_no_hiding_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = "from chibi_hooks.scheme import Interpreter\nInterpreter(time_limit=0.05).evaluate('(let loop () (loop))')\n"
    (tmp_path / "runs_scheme.py").write_text(runs)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(SchemeError, match="ran longer than its 0.05 s"):
        import_module("runs_scheme")


def test_work_that_was_given_a_stack_of_its_own_is_stopped_with_its_caller() -> None:
    turns: list[int] = []

    def spin() -> None:
        while True:
            turns.append(1)

    with pytest.raises(SchemeError, match="ran longer than its 0.1 s"):
        budget.limited(0.1, None, lambda: elsewhere(spin))
    before = len(turns)
    time.sleep(0.05)
    assert len(turns) == before > 0
