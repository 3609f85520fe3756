"""What is put together: the files that are made, by path."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import chibi_hooks
from tests.flat.flattening import flattened

HOOKS = Path(chibi_hooks.__file__).parent / "hooks"


def _flat(module: str, function: str, title: str) -> Callable[[], str]:
    return partial(flattened, f"chibi_hooks.hooks.{module}", function, title)


FILES = {
    HOOKS / "flat/in_turn.py": _flat("whole", "in_turn", "A point at which hooks are asked in turn -> its whole fire."),
    HOOKS / "flat/sole.py": _flat("sole", "sole", "A point at which one hook of a file is asked -> its whole fire."),
    HOOKS / "scripts/flat_asking.py": _flat("scripts.asking", "asking", "A hook -> what it says to an event."),
}
