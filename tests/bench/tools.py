"""Calls of tools per second, by one thread and by eight, and what a nested call adds.

python -m tests.bench.tools [CALLS]
"""

from __future__ import annotations

import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from chibi_hooks import Host
from chibi_hooks.hooks.homes.home import Surroundings
from tests.homes import make_home

CALLS = 2000
THREADS = 8
FILE = """
(define n 0)
(define-tool {name} (description "d") (parameters '())
  (execute (lambda (arguments) (set! n (+ n 1)) n)))
(define-tool {name}-nested (description "d") (parameters '())
  (execute (lambda (arguments) (call-tool "{other}" '()))))
"""
GUARD = '(define-hook pre_tool (tool-name) (if (equal? tool-name "rm") (block) (no-opinion)))'


def rate(host: Host, names: list[str], calls: int, threads: int) -> float:
    """Calls per second; the names are called in turn."""

    def work(number: int) -> None:
        for i in range(calls // threads):
            assert host.call_tool(names[(number + i) % len(names)]).status == "done"

    started = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, range(threads)))
    return calls / (time.perf_counter() - started)


def report(calls: int = CALLS) -> str:
    """The table."""
    with tempfile.TemporaryDirectory() as directory:
        files: dict[str, str | bytes] = {
            "hooks/a.scm": FILE.format(name="a", other="b"),
            "hooks/b.scm": FILE.format(name="b", other="a"),
            "hooks/guard.scm": GUARD,
        }
        home = make_home(Path(directory) / "home", files)
        around = Surroundings({"CHIBI_HOOKS_STATE": directory}, Path(directory), Path(directory))
        lines = [f"{'calls of tools per second':<28}{'1 thread':>12}{f'{THREADS} threads':>12}"]
        with Host.open(home=home, around=around, record=False) as host:
            for title, names in (
                ("one file", ["a"]),
                ("two files", ["a", "b"]),
                ("each calls the other", ["a-nested", "b-nested"]),
            ):
                rates = [rate(host, names, calls, threads) for threads in (1, THREADS)]
                lines.append(f"{title:<28}" + "".join(f"{each:>12.0f}" for each in rates))
    return "\n".join(lines)


if __name__ == "__main__":
    print(report(int(sys.argv[1]) if len(sys.argv) > 1 else CALLS))
