"""Compiled Scheme against the same algorithm in hand-written Python (DESIGN §13): a program and its twin a row."""

from pathlib import Path

from tests.bench import programs


def report(quick: bool = False) -> str:
    """The table *language*."""
    return programs.table_of(Path(__file__).parent, mean_promise=1.5, promise=3, quick=quick)
