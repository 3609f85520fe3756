"""csv.reader: CSV with quotes."""

from __future__ import annotations

import csv
from io import StringIO

SMALL = 2
FULL = 1_500
TEXT = 'name,age,city\nann,31,"New York, NY"\nbob,44,Paris\ncy,27,"the ""old"" town"\ndee,,Rome\n'


def run(n: int) -> list[str]:
    rows: list[list[str]] = []
    for _ in range(n):
        rows = list(csv.reader(StringIO(TEXT)))
    return [field for row in rows for field in row]
