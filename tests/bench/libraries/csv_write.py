"""csv.writer: a table written as CSV, quoted where needed."""

import csv
from io import StringIO

SMALL = 3
FULL = 5_000


def run(n: int) -> int:
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    for i in range(n):
        row = [i, f"item {i}", i * 2, "plain", "a, b" if i % 2 == 0 else "c"]
        writer.writerow(row)
    return len(file.getvalue())
