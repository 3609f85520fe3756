"""Programs that call libraries against what Python would call for it (DESIGN §13): a program and its twin a row."""

from pathlib import Path

from tests.bench import programs


def report(quick: bool = False) -> str:
    """The table *libraries*."""
    return programs.table_of(Path(__file__).parent, mean_promise=2.5, promise=6, quick=quick)
