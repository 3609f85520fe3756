"""Compiled Scheme against the same algorithm written by hand in Python: DESIGN §13, row 1, and the wider list of
programs.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from chibi_hooks.hooks.home import Surroundings
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.shared import keep_compiled
from chibi_hooks.scheme.source import Source
from tests.bench.measure import Row, compare, mean_line, table

# The Python side ------------------------------------------------------------------------------------------------------


def fib(n: int) -> int:
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def tak(x: int, y: int, z: int) -> int:
    if not y < x:
        return z
    return tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y))


def ack(m: int, n: int) -> int:
    if m == 0:
        return n + 1
    if n == 0:
        return ack(m - 1, 1)
    return ack(m - 1, ack(m, n - 1))


def sum_(n: int) -> int:
    i = total = 0
    while i != n:
        total += i
        i += 1
    return total


def is_even(n: int) -> bool:
    return True if n == 0 else is_odd(n - 1)


def is_odd(n: int) -> bool:
    return False if n == 0 else is_even(n - 1)


def deep_is_even(n: int) -> bool:
    """Python has no tail calls: it takes a recursion limit that lets the two go as deep."""
    return with_limit(is_even, n)


def with_limit(function: Callable[[int], Any], n: int) -> Any:
    """Call the function under a recursion limit above n; our side leaves the limit alone."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(n + 1_000)
    try:
        return function(n)
    finally:
        sys.setrecursionlimit(limit)


def queens(size: int) -> int:
    def safe(row: int, distance: int, placed: Any) -> bool:
        while placed:
            first, placed = placed
            if first == row + distance or first == row - distance or first == row:
                return False
            distance += 1
        return True

    def attempt(row: int, column: int, placed: Any) -> int:
        if column == size:
            return 1
        if row == size:
            return 0
        here = attempt(0, column + 1, (row, placed)) if safe(row, 1, placed) else 0
        return here + attempt(row + 1, column, placed)

    return attempt(0, 0, ())


def string_building(n: int) -> int:
    s = ""
    i = 0
    while i != n:
        s = s + "ab"
        i += 1
    return len(s)


_table = [(str(i), i) for i in range(99, -1, -1)]


def alist_lookup(n: int) -> int:
    def lookup(key: str) -> tuple[str, int]:
        for entry in _table:
            if entry[0] == key:
                return entry
        raise KeyError(key)

    total = 0
    for _ in range(n):
        total += lookup("50")[1]
    return total


def vector_sorting(n: int) -> int:
    v = [0] * n

    def swap(i: int, j: int) -> None:
        v[i], v[j] = v[j], v[i]

    def partition(low: int, high: int) -> int:
        pivot = v[high]
        i = low
        for j in range(low, high):
            if v[j] < pivot:
                swap(i, j)
                i += 1
        swap(i, high)
        return i

    def sort(low: int, high: int) -> None:
        if low < high:
            middle = partition(low, high)
            sort(low, middle - 1)
            sort(middle + 1, high)

    x = 12345
    for i in range(n):
        v[i] = x
        x = (x * 1103515245 + 12345) % 2147483648
    sort(0, n - 1)
    return v[n // 2]


def compose(f: Callable[[int], int], g: Callable[[int], int]) -> Callable[[int], int]:
    return lambda x: f(g(x))


def closures(n: int) -> int:
    f: Callable[[int], int] = lambda x: x  # noqa: E731
    total = 0
    for i in range(n):
        g = compose(lambda x, i=i: x + i, f)  # type: ignore[misc]
        f = (lambda x: x) if i % 10 == 0 else g
        total += g(1)
    return total


class _Escape(Exception):
    value: Any


def _call_cc(f: Callable[[Callable[[Any], Any]], Any]) -> Any:
    escape = _Escape()

    def k(value: Any) -> Any:
        escape.value = value
        raise escape

    try:
        return f(k)
    except _Escape as caught:
        if caught is not escape:
            raise
        return caught.value


def ctak(x: int, y: int, z: int) -> Any:
    return _call_cc(lambda k: _ctak(k, x, y, z))


def _ctak(k: Any, x: int, y: int, z: int) -> Any:
    if not y < x:
        return k(z)
    return _call_cc(
        lambda k: _ctak(
            k,
            _call_cc(lambda k: _ctak(k, x - 1, y, z)),
            _call_cc(lambda k: _ctak(k, y - 1, z, x)),
            _call_cc(lambda k: _ctak(k, z - 1, x, y)),
        )
    )


def count(n: int) -> int:
    return 0 if n == 0 else 1 + count(n - 1)


def deep_count(n: int) -> int:
    """`count` as deep as ours."""
    return int(with_limit(count, n))


def stack_count(n: int) -> int:
    """What one writes in Python where the limit must stay: a stack of one's own."""
    pending = []
    while n != 0:
        pending.append(1)
        n -= 1
    total = 0
    while pending:
        total = pending.pop() + total
    return total


_expression = ["+", ["*", 3, "x", "x"], ["*", "a", "x", "x"], ["*", "b", "x"], 5]


def _derivative(e: Any) -> Any:
    if not isinstance(e, list):
        return 1 if e == "x" else 0
    if e[0] == "+":
        return ["+"] + [_derivative(f) for f in e[1:]]
    if e[0] == "*":
        return ["*", e, ["+"] + [["/", _derivative(f), f] for f in e[1:]]]
    raise ValueError(e[0])


def deriv(n: int) -> None:
    for _ in range(n):
        _derivative(_expression)


def matrix_multiply(n: int) -> int:
    a = [[i + 1] * n for i in range(n)]
    b = [[i + 1] * n for i in range(n)]
    trace = 0
    for i in range(n):
        for j in range(n):
            s = 0
            for k in range(n):
                s += a[i][k] * b[k][j]
        trace += i
    return trace


def string_search(n: int) -> int:
    text = "a" * 200 + "needle"
    pattern = "needle"
    found = 0
    for _ in range(n):
        i = 0
        while True:
            j = 0
            while j != 6 and text[i + j] == pattern[j]:
                j += 1
            if j == 6:
                break
            i += 1
        found = i
    return found


_program = ["if", ["<", "n", 2], "n", ["+", ["f", ["-", "n", 1]], ["f", ["-", "n", 2]]]]


def _evaluate(e: Any, x: Any) -> Any:
    if isinstance(e, int):
        return e
    if isinstance(e, str):
        return x
    if e[0] == "if":
        return _evaluate(e[2], x) if _evaluate(e[1], x) else _evaluate(e[3], x)
    if e[0] == "<":
        return _evaluate(e[1], x) < _evaluate(e[2], x)
    if e[0] == "+":
        return _evaluate(e[1], x) + _evaluate(e[2], x)
    if e[0] == "-":
        return _evaluate(e[1], x) - _evaluate(e[2], x)
    return _evaluate(_program, _evaluate(e[1], x))


def interpreter(n: int) -> int:
    return int(_evaluate(_program, n))


_big = list(range(100_000))


def higher_order(k: int) -> int:
    total = 0
    for x in [x for x in [x * k for x in _big] if x % 3 == 0]:
        total += x
    return total


def _generator(n: int) -> Iterator[int]:
    i = 0
    while i < n:
        yield i
        i += 1


def generators(n: int) -> int:
    total = 0
    for x in _generator(n):
        total += x
    return total


def hash_tables(n: int) -> int:
    t = {}
    for i in range(n):
        t[i] = i * i
    total = 0
    for i in range(n):
        total += t.get(i, 0)
    return total


PROGRAMS: list[tuple[str, str, tuple[int, ...], Callable[..., Any], float]] = [
    ("fib 24", "fib", (24,), fib, 3),
    ("tak 18 12 6", "tak", (18, 12, 6), tak, 3),
    ("ack 2 60", "ack", (2, 60), ack, 3),
    ("named-let sum 300,000", "sum", (300_000,), sum_, 3),
    ("mutual tail calls 100,000", "is-even?", (100_000,), deep_is_even, 3),
    ("nqueens 7", "queens", (7,), queens, 3),
    ("string building 5,000", "string-building", (5_000,), string_building, 3),
    ("alist lookup 5,000", "alist-lookup", (5_000,), alist_lookup, 3),
    ("vector sort 5,000", "vector-sorting", (5_000,), vector_sorting, 3),
    ("closures 20,000", "closures", (20_000,), closures, 3),
    ("ctak 12 8 4", "ctak", (12, 8, 4), ctak, 3),
    ("deep recursion 1,000,000", "count", (1_000_000,), deep_count, 3),
    ("hash tables 20,000", "hash-tables", (20_000,), hash_tables, 3),
    ("the same, own stack in Python", "count", (1_000_000,), stack_count, 3),
    ("deriv 2,000", "deriv", (2_000,), deriv, 3),
    ("matrix multiply 40", "matrix-multiply", (40,), matrix_multiply, 3),
    ("string search 200", "string-search", (200,), string_search, 3),
    ("small interpreter 14", "interpreter", (14,), interpreter, 3),
    ("map, filter, fold over 100,000", "higher-order", (2,), higher_order, 6),
    ("re-entrant generator 5,000", "generators", (5_000,), generators, 150),
]


def rows(only: str = "", pairs: int = 5) -> list[Row]:
    """Run every program whose name contains `only`, on both sides, and check first that they agree."""
    keep_compiled(Surroundings.of_process().compiled_directory())  # as every host does
    world = Interpreter(time_limit=None, memory_limit=None, imports=("(scheme base)", "(srfi 1)", "(srfi 69)"))
    path = Path(__file__).with_name("language.scm")
    world.run(Source(path.name, path.read_text(encoding="utf-8")), keep=True)
    result = []
    for title, name, args, python, limit in PROGRAMS:
        if only in title:
            ours = partial(world.call, world.lookup(name), *args)
            result.append(compare(title, ours, partial(python, *args), pairs, limit, time.thread_time))
    return result


DESIGN = ("fib", "tak", "named-let sum", "nqueens", "string building", "alist", "ctak", "deep recursion")
LANGUAGE = (*DESIGN, "ack", "mutual", "vector sort", "closures", "hash tables")
MEANS = {"mean of DESIGN §13 (8 rows)": (DESIGN, 1.3), "mean of the language (13 rows)": (LANGUAGE, 1.3)}


def report(only: str = "") -> str:
    """The table of row 1, and the means that are promised."""
    found = rows(only)
    lines = [table("compiled Scheme / the same algorithm in Python", ("Scheme", "Python"), found)]
    for title, (names, limit) in MEANS.items():
        members = [row for row in found if row.name.startswith(names)]
        if len(members) == len(names):
            lines.append(mean_line(title, members, limit))
    return "\n".join(lines)


if __name__ == "__main__":
    print(report(*sys.argv[1:]))
