"""String building: append in a loop."""

SMALL = 10
FULL = 90_000


def run(n: int) -> int:
    s = ""
    for _ in range(n):
        s += "ab"
    return len(s)
