"""A folder of programs in, a table out: each program in Scheme against its twin in Python, run as a program and as a
hook file.

Rules
-----
* A row is two files, `NAME.scm` and `NAME.py`; the folder is walked. Both define `run`, a procedure of one number, the
  size. The twin also says `SMALL` and `FULL`, the size for tests and for measuring, and `PROMISE` where the row has one
  of its own (DESIGN §13).
* A program is what a user of hook files or an R7RS programmer would write, its twin what a good Python programmer
  would: loops where Python loops, `re` and `json` where Python uses them, no raised recursion limit. Both give the
  same.
* A row is written before it is measured, is not tuned, and is never left out because it is slow. All count in the mean.
"""

from __future__ import annotations

import math
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from chibi_hooks import Host
from chibi_hooks.hooks.homes.home import Surroundings
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.friendly import friendly
from chibi_hooks.scheme.values.source import SourceText
from tests.bench.measure import once
from tests.homes import make_home

# What makes a hook file of a program: the size comes in the payload, what `run` gives goes out as text.
REGISTRATION = """
(register-hook 'pre_tool
  (lambda (payload)
    (let ((port (open-output-string)))
      (write (run (cdr (assoc "size" (cdr (assoc "arguments" payload))))) port)
      (list (cons "message" (get-output-string port))))))
"""

# On a busy machine a slow row would run into the limit of a second: it shall be slow in the table, not missing there.
CONFIG = "[scheme]\ntime_limit = 60.0\n"


class Failed(Exception):
    """A program did not give what its twin gives."""


@dataclass(frozen=True, slots=True)
class Program:
    """One row."""

    name: str
    text: str  # Scheme
    twin: ModuleType
    promise: float


@dataclass(frozen=True, slots=True)
class Timed:
    """What a row took, in milliseconds, and both ratios; `failed` says why there is no ratio, or only one."""

    name: str
    promise: float
    scheme: float = math.nan
    python: float = math.nan
    as_program: float = math.nan
    as_hook: float = math.nan
    failed: str = ""

    @property
    def missed(self) -> bool:
        """Is the promise of this row broken, one way or the other?"""
        return bool(self.failed) or max(self.as_program, self.as_hook) > self.promise


def programs(folder: Path, promise: float) -> list[Program]:
    """The rows of a folder, by name."""
    package = f"tests.bench.{folder.name}"
    return [
        Program(path.stem, path.read_text(encoding="utf-8"), twin, getattr(twin, "PROMISE", promise))
        for path in sorted(folder.glob("*.scm"))
        for twin in [import_module(f"{package}.{path.stem}")]
    ]


Runner = Callable[[int], Any]


def as_program(program: Program) -> Runner:
    """Run once as a program; `run` is called in its world."""
    world = Interpreter(time_limit=None, memory_limit=None)
    world.run(SourceText(f"{program.name}.scm", program.text), keep=True)
    run = world.lookup("run")
    return lambda size: world.call(run, size)


@contextmanager
def as_hook(program: Program) -> Iterator[Runner]:
    """A home with the program as its only hook file, with the tier and under the budgets of hook files; gives text.
    Raises Failed when the hook does.
    """
    with tempfile.TemporaryDirectory() as folder:
        text = program.text + REGISTRATION
        home = make_home(Path(folder), {f"hooks/{program.name}.scm": text, "chibi-hooks.toml": CONFIG})
        with Host.open(home=home, record=False) as host:

            def run(size: int) -> Any:
                fire = host.fire("pre_tool", {"tool_name": "bench", "arguments": {"size": size}})
                if not fire.answers:
                    raise Failed("; ".join(str(notice) for notice in host.notices) or "the hook did not load")
                answer = fire.answers[0]
                if answer.error is not None:
                    raise Failed(f"{answer.error.type}: {answer.error.message}")
                return answer.value["message"]

            yield run


def same(ours: Any, theirs: Any) -> bool:
    """Are these the same result? Numbers to nine digits: libraries may sum in another order."""
    if isinstance(theirs, list):
        return isinstance(ours, list) and len(ours) == len(theirs) and all(map(same, ours, theirs))
    if isinstance(theirs, bool) or not isinstance(theirs, int | float):
        return bool(ours == theirs)
    return not isinstance(ours, bool) and isinstance(ours, int | float) and math.isclose(ours, theirs)


def check(program: Program, run: Runner, size: int) -> None:
    """Raises Failed unless a runner gives what the twin gives."""
    ours, theirs = friendly(run(size)), program.twin.run(size)
    if not same(ours, theirs):
        raise Failed(f"{program.name}: wanted {short(theirs)} as in Python, got {short(ours)}")


def short(value: Any) -> str:
    """A value in a message."""
    text = repr(value)
    return text if len(text) < 300 else text[:300] + " …"


def check_hook(program: Program, run: Runner, size: int) -> None:
    """The same for what a hook wrote."""
    check(program, lambda size: Interpreter().run(SourceText("written", f"'{run(size)}")), size)


def measured(program: Program, pairs: int) -> Timed:
    """Check a row, then time its sides in turn. A side that fails is told, and the other goes on."""
    size = program.twin.FULL
    runners: list[Runner] = [program.twin.run]
    failed = ""
    with ExitStack() as opened:
        try:
            plain = as_program(program)
            check(program, plain, size)
            runners.append(plain)
            hook = opened.enter_context(as_hook(program))
            check_hook(program, hook, size)
            hook(program.twin.SMALL)  # what a process loads at its second fire is no part of the first row
            runners.append(hook)
        except (Failed, SchemeError) as error:
            failed = str(error).splitlines()[0]
        times = [[once(partial(run, size), time.thread_time) for run in runners] for _ in range(pairs)]
    milliseconds = [statistics.median(column) * 1e3 for column in zip(*times, strict=True)]
    ratios = [statistics.median(each[i] / each[0] for each in times) for i in range(1, len(runners))]
    return Timed(
        program.name,
        program.promise,
        *(milliseconds[1:2] or [math.nan]),
        milliseconds[0],
        *(ratios + [math.nan, math.nan])[:2],
        failed,
    )


def mean(ratios: list[float]) -> float:
    """The geometric mean of those there are."""
    known = [each for each in ratios if not math.isnan(each)]
    return math.exp(statistics.mean(map(math.log, known))) if known else math.nan


def table_of(folder: Path, mean_promise: float, promise: float, quick: bool = False) -> str:
    """The table of a folder: every row, both means, and how many rows miss their promise."""
    Surroundings.of_process().keep_compiled()  # as every host does
    return table(folder.name, mean_promise, [measured(each, 1 if quick else 5) for each in programs(folder, promise)])


def table(title: str, mean_promise: float, rows: list[Timed]) -> str:
    """The rows as text."""
    head = f"{title + ': Scheme / Python':<30}{'Scheme':>12}{'Python':>12}{'program':>9}{'hook':>9}{'promised':>10}"
    means = mean([row.as_program for row in rows]), mean([row.as_hook for row in rows])
    late = "" if max(means) <= mean_promise else "  over"
    missed = sum(row.missed for row in rows)
    return "\n".join(
        [
            head,
            *map(line, rows),
            f"{'geometric mean of all':<54}{means[0]:>9.2f}{means[1]:>9.2f}{f'≤ {mean_promise:g}':>10}{late}",
            f"over their promise: {missed} of {len(rows)} rows",
        ]
    )


def line(row: Timed) -> str:
    """A row as text."""
    late = f"  {row.failed or 'over'}" if row.missed else ""
    return (
        f"{row.name:<30}{row.scheme:>9.2f} ms{row.python:>9.2f} ms{row.as_program:>9.2f}{row.as_hook:>9.2f}"
        f"{f'≤ {row.promise:g}':>10}{late}"
    )
