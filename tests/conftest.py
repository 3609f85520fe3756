"""What holds for all tests: no clock decides, the collector is set as in `chibi-hooks`, and the processes that tests
start find their bytecode written and end on SIGINT.
"""

from __future__ import annotations

import itertools
import math
import os
import signal
import tempfile
from collections.abc import Iterator
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

from chibi_hooks.collecting import tune_collector
from chibi_hooks.hooks.homes import config
from chibi_hooks.hooks.live import disk
from chibi_hooks.scheme.running import collector
from chibi_hooks.scheme.running.memory import resident_bytes
from tests import homes  # where Scheme is kept compiled for all test processes, before others begin
from tests.compiled import compile_in_turns
from tests.halves import is_anothers, is_first
from tests.isolation import IN_WORKERS, has_hook_files

LOOK: Final = 100  # tests between two looks at the size of the process
GROWN: Final = 384 << 20  # bytes that are worth a pass: it takes as long as a hundred tests, for it walks all there is
_ran: Final = itertools.count(1)
_size: int = 0  # of the process after the last pass

EXAMPLES: Final = {"long": 100, "short": 40}  # of a test that hypothesis makes them for, in the two halves of the suite
for _half, _many in EXAMPLES.items():
    settings.register_profile(
        _half, max_examples=_many, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
    )


def pytest_configure(config: pytest.Config) -> None:
    """As many examples as belong to the half that runs."""
    settings.load_profile("short" if "not long" in config.getoption("markexpr") else "long")


if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):  # not beside the sources, then
    _bytecode: Final = tempfile.TemporaryDirectory(prefix="ch-bytecode-")
    os.environ["PYTHONPYCACHEPREFIX"] = _bytecode.name

if (_memory := homes.in_memory()) and homes.TEMPORARY not in os.environ:  # for all tests of this run
    _temporary: Final = tempfile.TemporaryDirectory(prefix="ch-", dir=_memory)
    os.environ[homes.TEMPORARY] = _temporary.name

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a shell's background job, whose processes would inherit that
    signal.signal(signal.SIGINT, signal.default_int_handler)

if IN_WORKERS:  # the same tests, each hook file in its own process
    config.ISOLATIONS = ("worker", "thread")  # type: ignore[misc]

disk.how_busy = lambda: 1.0  # the machine may be busy, and what is deleted shall go as on an idle one


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[object]:
    """A test process of several that run all there is compiles its share first (tests/compiled.py)."""
    own = getattr(session.config, "workerinput", None)
    if own and session.config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        compile_in_turns(int(own["workerid"][2:]), own["workercount"], session.config)
    return (yield)


def pytest_xdist_auto_num_workers() -> int:
    """Two test processes more than there are cores: a third of the suite's time is waiting, for processes and the disk,
    and of three on two cores it happens one time in seven that two wait."""
    return (os.cpu_count() or 1) + 2


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what says the same again (isolation), and what another run has (halves); the longest come first."""
    if left_out := {item for item in items if is_anothers(item)}:
        config.hook.pytest_deselected(items=list(left_out))
        items[:] = [item for item in items if item not in left_out]
    items.sort(key=is_first, reverse=True)
    if IN_WORKERS:
        config.hook.pytest_deselected(items=[item for item in items if not has_hook_files(item.path)])
        items[:] = [item for item in items if has_hook_files(item.path)]


def pytest_collection_finish() -> None:
    """What there is now lives as long as the tests: no pass of theirs walks some 400,000 objects of pytest's."""
    _walk()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Iterator[object]:
    """Let go of what tests left in circles: between tests, for none shall find less than it made a moment ago."""
    ended = yield
    if next(_ran) % LOOK == 0 and not 0 < resident_bytes() < _size + GROWN:
        _walk()
    return ended


def _walk() -> None:
    global _size
    collector.COLLECTOR.walk()
    _size = resident_bytes()


tune_collector()
collector.COLLECTOR.next_pass = collector.MANY = math.inf  # type: ignore[misc, assignment]  # passes are made here
