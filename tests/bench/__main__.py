"""Print the tables: every module of this folder that has a `report`, or those that are named.

python -m tests.bench [NAME]...
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from chibi_hooks.cli import tune_collector


def reports() -> dict[str, Callable[[], str]]:
    """The tables by name."""
    names = sorted(path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith("_"))
    modules = {name: import_module(f"tests.bench.{name}") for name in names}
    return {name: module.report for name, module in modules.items() if hasattr(module, "report")}


def main(wanted: list[str]) -> int:
    """Print the tables with these names, all if there are none; a line says which there are when one is unknown."""
    found = reports()
    if unknown := [name for name in wanted if name not in found]:
        print(f"there is no table {', '.join(unknown)}; there are: {', '.join(found)}", file=sys.stderr)
        return 64
    for name in wanted or found:
        print(found[name](), flush=True)
        print()
    return 0


if __name__ == "__main__":
    tune_collector()
    with tempfile.TemporaryDirectory() as state:
        os.environ.setdefault("CHIBI_HOOKS_STATE", state)
        sys.exit(main(sys.argv[1:]))
