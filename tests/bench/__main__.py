"""Print the tables: every module and package of this folder that has a `report`, or those that are named.

python -m tests.bench [--quick] [--all] [NAME]...

`--quick`: fewer repeats; `--all`: every line of the tables that else show the worst ones only.
"""

from __future__ import annotations

import os
import pkgutil
import sys
import tempfile
from collections.abc import Callable
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Final

from chibi_hooks.collecting import tune_collector
from chibi_hooks.spacious import spacious

OPTIONS: Final = {"--quick": "quick", "--all": "everything"}  # the keyword of the reports that heed it


def reports() -> dict[str, Callable[..., str]]:
    """The tables by name."""
    found = [
        each.name
        for each in pkgutil.iter_modules([str(Path(__file__).parent)])
        if not each.name.startswith(("_", "test_"))
    ]
    modules = {name: import_module(f"tests.bench.{name}") for name in sorted(found)}
    return {name: module.report for name, module in modules.items() if hasattr(module, "report")}


def main(arguments: list[str]) -> int:
    """Print the tables with these names, all if there are none; a line says which there are when one is unknown."""
    options = {OPTIONS[each]: True for each in arguments if each in OPTIONS}
    wanted = [each for each in arguments if each not in OPTIONS]
    found = reports()
    if unknown := [name for name in wanted if name not in found]:
        there = f"there is no table {', '.join(unknown)}; there are: {', '.join(found)}"
        print(f"chibi-hooks bench: {there}", file=sys.stderr)
        return 64
    for name in wanted or found:
        report = found[name]
        known = {name: value for name, value in options.items() if name in signature(report).parameters}
        print(report(**known), flush=True)
        print()
    return 0


if __name__ == "__main__":
    tune_collector()
    with tempfile.TemporaryDirectory() as state:
        os.environ.setdefault("CHIBI_HOOKS_STATE", state)
        sys.exit(spacious(main, sys.argv[1:]))  # as every command is run
