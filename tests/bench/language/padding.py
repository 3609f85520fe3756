"""String building: a report with padded columns."""

SMALL = 3
FULL = 5_000


def line(name: str, count: int, price: int) -> str:
    return f"{name:<12}{count:>6}{count * price:>10}\n"


def run(n: int) -> int:
    report = ""
    for i in range(n):
        report += line(f"item-{i}", i, 7)
    return len(report)
