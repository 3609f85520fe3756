"""What a start leaves out is loaded in the middle of a script: neither a full stack nor a Stop may harm that."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.halves import sampled

ROOT = Path(__file__).parents[3]
PROGRAM = r"""
import sys
from chibi_hooks.scheme import Interpreter
from chibi_hooks.scheme.reading.store import keep_compiled
from chibi_hooks.scheme.values.source import SourceText

TEXT = '''
(define (count n) (if (= n 0) 0 (- (count (- n 1)) -1)))
(define k #f)
(define n 0)
(define r (map (lambda (x) (call/cc (lambda (c) (if (= x 2) (set! k c)) x))) (list 1 2 3)))
(set! n (+ n 1))
(if (< n 3) (k n))
(list->vector (list (guard (e (#t (string->number "12"))) (car 5)) (count 20000) (apply + r)))
'''

def run(limit=20.0):
    return Interpreter(time_limit=limit).run(SourceText("program", TEXT), keep=True).v

def deeper(levels):
    return run() if levels == 0 else deeper(levels - 1)

keep_compiled(sys.argv[1])
"""


def lines(kept: Path, more: str) -> list[str]:
    """What a process prints in which nothing is loaded yet."""
    command = [sys.executable, "-c", PROGRAM + more, str(kept)]
    ran = subprocess.run(command, cwd=ROOT, env=dict(os.environ), capture_output=True, text=True, timeout=100)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()


@pytest.mark.parametrize("left", sampled([100, 60, 150, 250], 4))
def test_it_needs_no_stack_of_the_host(tmp_path: Path, left: int) -> None:
    first = lines(tmp_path / "kept", "print(run())")
    from_disk = lines(tmp_path / "kept", f"print(deeper(sys.getrecursionlimit() - {left}))")
    assert first == from_disk == ["[12, 20000, 6]"]


@pytest.mark.parametrize("milliseconds", sampled([10, 1, 4, 25, 60], 5))
def test_a_stop_in_the_middle_leaves_nothing_half_loaded(tmp_path: Path, milliseconds: int) -> None:
    more = f"""
try:
    print(run({milliseconds} / 1000))
except Exception as stop:
    print("longer than" in str(stop))
print(run())"""
    for _ in range(2):  # compiled, then from disk if it got that far
        first, second = lines(tmp_path / "kept", more)
        assert first in ("True", "[12, 20000, 6]") and second == "[12, 20000, 6]"
