"""Two functions in, the ratio of their times out: alternately run, median of pairs, so that a drifting machine hurts
both alike.
"""

from __future__ import annotations

import gc
import math
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table: milliseconds of both sides and their ratio. `limit`: what DESIGN §13 promises for this
    row, if anything.
    """

    name: str
    ours: float
    theirs: float
    ratio: float
    limit: float | None = None


Clock = Callable[[], float]  # seconds; `time.thread_time` where nothing but computing is measured


def once(function: Callable[[], object], clock: Clock = time.perf_counter) -> float:
    """Seconds of one call, after a collection."""
    gc.collect()
    start = clock()
    function()
    return clock() - start


def compare(
    name: str,
    ours: Callable[[], object],
    theirs: Callable[[], object],
    pairs: int = 7,
    limit: float | None = None,
    clock: Clock = time.perf_counter,
    between: Callable[[], object] = lambda: None,
) -> Row:
    """Time both in turn, `pairs` times after one warm-up each; `between` comes before each, and is not timed."""
    ours()
    theirs()
    times = []
    for _ in range(pairs):
        between()
        spent = once(ours, clock)
        between()  # what one leaves to other threads is not the other's
        times.append((spent, once(theirs, clock)))
    return Row(
        name,
        statistics.median(a for a, _ in times) * 1e3,
        statistics.median(b for _, b in times) * 1e3,
        statistics.median(a / b for a, b in times),
        limit,
    )


def table(title: str, columns: tuple[str, str], rows: Iterable[Row]) -> str:
    """The rows as text, with the geometric mean of the ratios."""
    rows = list(rows)
    lines = [title, f"{'':<30}{columns[0]:>14}{columns[1]:>14}{'ratio':>10}{'promised':>12}"]
    for row in rows:
        promised = f"≤ {row.limit:g}" if row.limit is not None else ""
        late = "  over" if row.limit is not None and row.ratio > row.limit else ""
        lines.append(f"{row.name:<30}{row.ours:>11.2f} ms{row.theirs:>11.2f} ms{row.ratio:>10.2f}{promised:>12}{late}")
    lines.append(mean_line("geometric mean of all", rows))
    return "\n".join(lines)


def mean_line(title: str, rows: Iterable[Row], limit: float | None = None) -> str:
    """A line of a table: the geometric mean of the ratios."""
    mean = math.exp(statistics.mean(math.log(row.ratio) for row in rows))
    promised = "" if limit is None else f"{f'≤ {limit:g}':>12}{'  over' if mean > limit else ''}"
    return f"{title:<32}{'':>24}{mean:>10.2f}{promised}"
