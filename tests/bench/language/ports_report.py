"""Text files: lines read, and a report written to a text buffer."""

from io import StringIO

SMALL = 2
FULL = 1_500
TEXT = "alpha 3\nbeta 14\ngamma 15\ndelta 92\nepsilon 65\n"


def report(text: str) -> str:
    out = StringIO()
    total = 0
    for line in StringIO(text):
        name, number = line.split()
        out.write(f"{name}\t{2 * int(number)}\n")
        total += int(number)
    out.write(f"total {total}")
    return out.getvalue()


def run(n: int) -> str:
    s = ""
    for _ in range(n):
        s = report(TEXT)
    return s
