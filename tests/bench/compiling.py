"""What compiling costs per 1,000 lines, from text to code, in programs as people write them; and the time that
CPython's own compiler takes for 1,000 lines of ours, which tells how fast the machine is today. Lines differ: how many
tokens stand on one tells hooks and libraries from tests that say a program on a line.
"""

from __future__ import annotations

import statistics
import time
from pathlib import Path

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.reading.lexer import tokenize
from chibi_hooks.scheme.reading.reader import read_source
from chibi_hooks.scheme.values.source import SourceText

TURNS = 7
PROMISED = 80  # ms per 1,000 lines
TEXTS = ("../examples/*/scheme/hooks/*.scm", "../scheme_lib/srfi/1/*.scm", "cases/programs/*.scm", "bench/language.scm")
PYTHON = "../chibi_hooks/scheme/compiling/*.py"
LIBRARIES = ("base", "write", "case-lambda", "char", "cxr", "inexact")
IMPORTS = (*(f"(scheme {name})" for name in LIBRARIES), "(srfi 1)", "(srfi 69)")


def milliseconds(text: str, name: str) -> float:
    """Of computing: reading, expanding and compiling a text in a new world, median of a few."""
    times = []
    for _ in range(TURNS):
        world = Interpreter(time_limit=None, memory_limit=None, imports=IMPORTS)
        world.evaluate("0")  # its libraries are loaded
        started = time.thread_time()
        world.prepare(read_source(SourceText(name, text)), world.top_level, name)
        times.append(time.thread_time() - started)
    return statistics.median(times) * 1e3


def of_python(texts: list[str]) -> float:
    """Milliseconds that CPython compiles texts of Python for, median of a few."""
    times = []
    for _ in range(TURNS):
        started = time.thread_time()
        for text in texts:
            compile(text, "python", "exec")
        times.append(time.thread_time() - started)
    return statistics.median(times) * 1e3


def report() -> str:
    """The table. CPython is timed beside each row: these machines change their speed from one second to the next."""
    root = Path(__file__).parents[1]
    ours = [path.read_text(encoding="utf-8") for path in root.glob(PYTHON)]
    written = sum(text.count("\n") for text in ours)
    lines = []
    for pattern in TEXTS:
        texts = [path.read_text(encoding="utf-8") for path in sorted(root.glob(pattern))]
        count = sum(text.count("\n") for text in texts)
        if count:
            python = of_python(ours) * 1000 / written
            each = sum(milliseconds(text, pattern) for text in texts) * 1000 / count
            tokens = sum(1 for text in texts for _ in tokenize(text)) / count
            name = pattern.removeprefix("../")
            lines.append(f"{name:<31}{count:>7,} lines{tokens:>16,.0f}{each:>9,.0f} ms{python:>8,.0f} ms")
    heading = f"compiling 1,000 lines, promised ≤ {PROMISED} ms     tokens on a line        ours    CPython"
    return "\n".join([heading, *lines])


if __name__ == "__main__":
    print(report())
