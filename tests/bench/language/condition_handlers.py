"""A handler that mends: Python hands it in."""

from collections.abc import Callable

SMALL = 2
FULL = 4_000
PROMISE = 4
RECORDS = [{"a": 1, "b": 2, "c": 3}, {"a": 4, "c": 5}, {"b": 6}]

Missing = Callable[[str], int]


def read_field(record: dict[str, int], key: str, missing: Missing) -> int:
    if key in record:
        return record[key]
    return missing(key)


def total(record: dict[str, int], missing: Missing) -> int:
    return read_field(record, "a", missing) + read_field(record, "b", missing) + read_field(record, "c", missing)


def run(n: int) -> int:
    total_ = 0
    for _ in range(n):
        missing: Missing = lambda key: 10 if key == "b" else 100  # noqa: E731
        total_ += sum(total(record, missing) for record in RECORDS)
    return total_
