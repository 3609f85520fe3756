"""Several test processes in a fresh tree -> the bytecode of each module is made by one of them and found by the others.

A fresh tree is what who follows the README has, and what CI tests on each CPython. All processes import all modules
in one order, to collect: side by side, each would compile all of them.
"""

from __future__ import annotations

import importlib
from contextlib import suppress
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]


def compile_in_turns(own: int, processes: int) -> None:
    """Compile this process's share of all modules, then import the test modules, its share of them first: what is
    compiled of those has its asserts rewritten.
    """
    tests = sorted(ROOT.glob("tests/**/test_*.py"))
    modules = sorted({*ROOT.glob("chibi_hooks/**/*.py"), *ROOT.glob("tests/**/*.py")} - {*tests})
    first = len(tests) * own // processes
    with_mistakes = suppress(Exception, pytest.skip.Exception)  # pytest imports such a module once more, and tells
    for path in modules[own::processes]:
        with with_mistakes:
            SourceFileLoader(dotted(path), str(path)).get_code(dotted(path))
    for path in tests[first:] + tests[:first]:
        with with_mistakes:
            importlib.import_module(dotted(path))


def dotted(path: Path) -> str:
    """The name of the module of this file."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)
