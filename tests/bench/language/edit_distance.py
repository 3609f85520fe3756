"""Lists and strings: Levenshtein's distance."""

SMALL = 1
FULL = 20


def distance(a: str, b: str) -> int:
    row = list(range(len(b) + 1))
    for i in range(1, len(a) + 1):
        diagonal = row[0]
        row[0] = i
        for j in range(1, len(b) + 1):
            above = row[j]
            cost = 0 if a[i - 1] == b[j - 1] else 1
            row[j] = min(above + 1, row[j - 1] + 1, diagonal + cost)
            diagonal = above
    return row[-1]


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        total += distance("call-with-current-continuation", "call-with-output-string")
    return total
