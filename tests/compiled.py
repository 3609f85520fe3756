"""Several test processes in a fresh tree -> the bytecode of each module is made by one of them and found by the others.

A fresh tree is what who follows the README has, and what CI tests on each CPython. All processes import all modules
in one order, to collect: side by side, each would compile all of them. Test modules are left to pytest, which rewrites
their asserts: to import some of them first would give each process another order, and its own tests where they are made
of what has registered itself.
"""

from __future__ import annotations

from contextlib import suppress
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]


def compile_in_turns(own: int, processes: int) -> None:
    """Compile this process's share of all modules but the test modules."""
    modules = {*ROOT.glob("chibi_hooks/**/*.py"), *ROOT.glob("tests/**/*.py")} - {*ROOT.glob("tests/**/test_*.py")}
    for path in sorted(modules)[own::processes]:
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        with suppress(Exception):  # who imports it tells
            SourceFileLoader(name, str(path)).get_code(name)
