"""Several test processes in a fresh tree -> the bytecode of each module is made by one of them and found by the others.

A fresh tree is what who follows the README has, and what CI tests on each CPython. All processes import all modules
in one order, to collect: side by side, each would compile all of them. Test modules get pytest's own bytecode, with
their asserts rewritten, and are not imported for it: that would give each process another order, and its own tests
where they are made of what has registered itself.
"""

from __future__ import annotations

from contextlib import suppress
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Final

import pytest
from _pytest.assertion import rewrite

ROOT: Final = Path(__file__).parents[1]


def compile_in_turns(own: int, processes: int, config: pytest.Config) -> None:
    """Compile this process's share of all modules."""
    for path in sorted({*ROOT.glob("chibi_hooks/**/*.py"), *ROOT.glob("tests/**/*.py")})[own::processes]:
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        with suppress(Exception):  # who imports it tells
            if path.name.startswith("test_"):
                compile_test(path, config)
            else:
                SourceFileLoader(name, str(path)).get_code(name)


def compile_test(path: Path, config: pytest.Config) -> None:
    """What pytest does when it imports a test module, but for running it. It has no public name for that: where another
    pytest differs, each process compiles all test modules again."""
    state = config.stash[rewrite.assertstate_key]
    kept = rewrite.get_cache_dir(path) / f"{path.stem}{rewrite.PYC_TAIL}"
    if rewrite._read_pyc(path, kept) is None:
        rewrite.try_makedirs(kept.parent)
        stat, code = rewrite._rewrite_test(path, config)
        rewrite._write_pyc(state, code, stat, kept)
