"""Versions and pairs compared and sorted as tuples."""

SMALL = 1
FULL = 600
ENTRIES = [(("core", "cli", "server", "docs")[i * 7 % 4], (i % 3, i * 5 % 7, i)) for i in range(24)]


def once() -> int:
    in_order = sorted(ENTRIES)
    return (
        in_order[0][1][2]
        + in_order[-1][1][2]
        + sum(1 for e in ENTRIES if e[1] == (1, 5, 1))
        + sum(1 for e in ENTRIES if e[1] > (1, 2))
        + (1 if "abc" < "abd" else 0)
    )


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        total += once()
    return total
