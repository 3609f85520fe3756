"""The end of a command -> the end of the processes that it runs."""

from __future__ import annotations

import sys


def end_processes() -> None:
    """End what is under way, where a process was ever run."""
    keeper = sys.modules.get("chibi_hooks.hooks.processes.keeper")
    if keeper is not None and hasattr(keeper, "KEEPER"):  # it may be half imported
        keeper.KEEPER.end_all()
