"""Deep recursion: a list filtered; Python writes a loop."""

SMALL = 30
FULL = 60_000


def keep(wanted, l):  # type: ignore[no-untyped-def]  # noqa: E741
    kept = []
    for x in l:
        if wanted(x):
            kept.append(x)
    return kept


def run(n: int) -> int:
    return len(keep(lambda x: x % 3 != 0, list(range(1, n + 1))))
