"""Lines of text in, a table out: what one use of each exported procedure costs against what Python would use for it.

Rules
-----
* A file `NAME.txt` holds a world: `import …`, `form SCHEME`, `let NAME = SCHEME | PYTHON` for data that both sides
  have, and a line `SCHEME | PYTHON` for each procedure. The Python side is an expression, or `@TEMPLATE …`
  (templates.py) where Python writes a loop.
* Where our data is C-backed (strings, vectors, tables, JSON) the twin is what Python has in C; where it is pairs, it is
  a loop over the same pairs. Both give the same.
* Collections have 1,000 members; strings 10 and 1,000 characters; predicates are known to the compiler or not.
* Where Python's own call answers a list of its own and ours one of pairs, the twin stays Python's. The table says of
  how many lines that are late the pairs alone make them so: it takes as long to link as many in Python.
"""

from __future__ import annotations

import gc
import math
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.values.data import (
    NIL,
    TRUE,
    UNSPECIFIED,
    Boolean,
    Bytevector,
    Char,
    Pair,
    String,
    Symbol,
    Values,
    Vector,
    to_list,
)
from tests.bench.procedures.templates import Template, python_function, world_of_python

PROMISE: Final = 10
WORST: Final = 40  # lines that are printed unless all are wanted


@dataclass(slots=True)
class Lines:
    """One file."""

    name: str
    imports: list[str] = field(default_factory=list)
    forms: list[str] = field(default_factory=list)
    data: list[tuple[str, str, str]] = field(default_factory=list)  # name, Scheme, Python
    rows: list[tuple[str, str]] = field(default_factory=list)  # Scheme, Python


@dataclass(frozen=True, slots=True)
class Cost:
    """One line, measured: microseconds of one use on both sides, and their ratio."""

    library: str
    text: str
    scheme: float
    python: float
    ratio: float
    pairs: int = 0  # of the list that it answers, where Python answers one of its own

    def without_pairs(self, cost: float) -> float:
        """The ratio without so many microseconds for each pair."""
        return self.ratio - self.pairs * cost / self.python


@dataclass(frozen=True, slots=True)
class Side:
    """Both sides of a line, ready to run: `once` gives the result, `often` runs it that many times."""

    text: str
    once: Callable[[], Any]
    often: Callable[[int], Any]
    python_once: Callable[[], Any]
    python_often: Callable[[int], Any]


def files() -> list[Path]:
    """The files of this folder."""
    return sorted(Path(__file__).parent.glob("*.txt"))


def parsed(path: Path) -> Lines:
    """A file as data."""
    lines = Lines(path.stem)
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith(";"):
            continue
        if line.startswith("import "):
            lines.imports.append(line.removeprefix("import "))
            continue
        if line.startswith("form "):
            lines.forms.append(line.removeprefix("form "))
            continue
        ours, theirs = line.split(" | ", 1)
        if ours.startswith("let "):
            name, ours = ours.removeprefix("let ").split(" = ", 1)
            lines.data.append((name, ours, theirs))
        else:
            lines.rows.append((ours, theirs))
    return lines


def program(lines: Lines) -> str:
    """The Scheme side of a file: for each line a procedure that gives its value, and one that makes it n times."""
    parts = [f"(import {' '.join(lines.imports)})", "(define %sink #f)", *lines.forms]
    parts += [f"(define {name} {text})" for name, text, _ in lines.data]
    for i, (text, _) in enumerate(lines.rows):
        parts.append(f"(define (%once-{i}) {text})")
        parts.append(f"(define (%often-{i} %n) (do ((%i 0 (+ %i 1))) ((= %i %n)) (set! %sink {text})))")
    return "\n".join(parts)


def sides(lines: Lines) -> Iterator[Side]:
    """Both sides of all lines of a file."""
    world = Interpreter(time_limit=None, memory_limit=None)
    world.evaluate(program(lines), lines.name)
    names = world_of_python()
    for name, _, theirs in lines.data:
        names[name.replace("-", "_")] = eval(theirs, names)
    for i, (ours, theirs) in enumerate(lines.rows):
        once, often = world.lookup(f"%once-{i}"), world.lookup(f"%often-{i}")
        twin: Template = python_function(theirs, names)
        yield Side(
            ours,
            lambda once=once: world.call(once),  # type: ignore[misc]
            lambda n, often=often: world.call(often, n),  # type: ignore[misc]
            twin.once,
            twin.often,
        )


def plain(x: Any) -> Any:
    """A value of either side as plain Python data, so that both can be compared."""
    if isinstance(x, Pair) or x is NIL:
        items = []
        while isinstance(x, Pair):
            items.append(plain(x.car))
            x = x.cdr
        return items if x is NIL else [*items, plain(x)]
    if isinstance(x, Values):
        return plain(x.values[0])
    if isinstance(x, Vector):
        return plain(x.v)
    if isinstance(x, list | tuple):
        return [plain(each) for each in x]
    for kind, attribute in ((String, "s"), (Char, "c"), (Symbol, "text"), (Bytevector, "b")):
        if isinstance(x, kind):
            return getattr(x, attribute)
    if isinstance(x, Boolean):
        return x is TRUE
    return None if x is UNSPECIFIED else x


def agree(side: Side) -> bool:
    """Do both sides give the same? What is no plain data (a table, a match) is not compared."""
    ours, theirs = plain(side.once()), plain(side.python_once())
    if isinstance(theirs, float):
        return math.isclose(ours, theirs)
    known = (bool, int, float, str, bytes, bytearray, list, type(None))
    return not isinstance(ours, known) or bool(ours == theirs)


def cost(library: str, side: Side, pairs: int) -> Cost:
    """Time both sides of a line in turn, often enough that the clock sees it."""
    side.often(1)
    n = 1
    while (seconds := timed(side.python_often, n)) < 2e-4:
        n *= 2 if seconds > 2e-5 else 10
    times = [(timed(side.often, n), timed(side.python_often, n)) for _ in range(pairs)]
    return Cost(
        library,
        side.text,
        statistics.median(a for a, _ in times) / n * 1e6,
        statistics.median(b for _, b in times) / n * 1e6,
        statistics.median(a / b for a, b in times),
        made_of_pairs(side),
    )


def made_of_pairs(side: Side) -> int:
    """How many pairs the answer has where that of Python is no list of pairs."""
    ours, theirs = side.once(), side.python_once()
    count = 0
    while isinstance(ours, Pair) and not isinstance(theirs, Pair):
        count += 1
        ours = ours.cdr
    return count


def cost_of_pair() -> float:
    """Microseconds in which Python links one."""
    items = [0] * 1_000
    return min(timed(lambda n: [to_list(items) for _ in range(n)], 20) for _ in range(20)) / 20_000 * 1e6


def timed(function: Callable[[int], Any], n: int) -> float:
    """Seconds of computing."""
    start = time.thread_time()
    function(n)
    return time.thread_time() - start


def report(quick: bool = False, everything: bool = False) -> str:
    """The table *procedures*: the worst lines, how many there are, and how many are over the promise."""
    costs = []
    for path in files():
        gc.collect()
        lines = parsed(path)
        costs += [cost(lines.name, side, 1 if quick else 5) for side in sides(lines)]
    costs.sort(key=lambda each: -each.ratio)
    late = sum(each.ratio > PROMISE for each in costs)
    mean = math.exp(statistics.mean(math.log(each.ratio) for each in costs))
    shown = costs if everything else costs[:WORST]
    head = f"{'procedures: one use':<92}{'Scheme':>12}{'Python':>12}{'ratio':>9}"
    pair = cost_of_pair()
    linked = sum(each.ratio > PROMISE >= each.without_pairs(pair) for each in costs)
    tail = (
        f"{len(costs)} lines, geometric mean {mean:.2f}; over {PROMISE}: {late}, {linked} of them for nothing but the "
        f"pairs of their answers ({pair * 1e3:.0f} µs for 1,000); shown: {len(shown)}"
    )
    return "\n".join([head, *map(row, shown), tail])


def row(each: Cost) -> str:
    """A line as text."""
    text = f"{each.library}: {each.text}"
    text = text if len(text) <= 90 else text[:88] + " …"
    late = "  over" if each.ratio > PROMISE else ""
    return f"{text:<92}{each.scheme:>9.2f} µs{each.python:>9.2f} µs{each.ratio:>9.2f}{late}"
