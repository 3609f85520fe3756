"""Lists of lists: the product of two matrices."""

SMALL = 3
FULL = 42


def run(n: int) -> int:
    a = [[i + 1] * n for i in range(n)]
    b = [[i + 1] * n for i in range(n)]
    trace = 0
    for i in range(n):
        for j in range(n):
            s = 0
            for k in range(n):
                s += a[i][k] * b[k][j]
            if i == j:
                trace += s
    return trace
