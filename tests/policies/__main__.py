"""`python -m tests.policies`: the tables of the pack and its false alarms, as a table."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from chibi_hooks.hooks.deciding.columns import columns
from tests.policies.pack import alarms
from tests.policies.tables import FOLDER, SETTINGS, names, rows, wrong_rows


def main() -> None:
    """Print the table, and what is decided wrong."""
    cells: list[tuple[str, ...]] = [("POLICY", "ROWS", "PASS", "MISSED", "FALSE ALARMS")]
    total = [0, 0, 0, 0]
    told: list[str] = []
    for name in names():
        there = [row for row in rows(FOLDER / f"{name}.txt") if row.word not in SETTINGS]
        with TemporaryDirectory() as directory:
            wrong = wrong_rows(name, Path(directory))
        passing = sum(row.word == "pass" for row in there)
        false = sum(each.row.word == "pass" for each in wrong)
        counts = (len(there), passing, len(wrong) - false, false)
        total = [one + other for one, other in zip(total, counts, strict=True)]
        cells.append((name, *map(str, counts)))
        told += [f"{name}: {each}" for each in wrong]
    cells.append(("all", *map(str, total)))
    print("\n".join(columns(cells)))
    with TemporaryDirectory() as directory:
        found, asked = alarms(Path(directory))
    print(*told, sep="\n")
    rate = total[3] / max(total[1], 1)
    print(f"false alarms in the tables: {total[3]} of {total[1]} rows that pass ({rate:.2%})")
    inputs = len({alarm.input for alarm in found})
    print(f"ordinary work, all policies together: {inputs} of {asked} inputs ({inputs / max(asked, 1):.2%})")
    for alarm in found:
        print(f"  {alarm.input}: {alarm.policy}: {alarm.said}")


if __name__ == "__main__":
    main()
