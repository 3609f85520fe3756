"""Python's cyclic collector in a process that is ours; an embedding program's is its own."""

from __future__ import annotations

import gc

from chibi_hooks.typenames import Final

STARTING: Final = (100_000, 20, 20)  # objects: a command loads some forty thousand, and all of them stay


def tune_collector() -> None:
    """Walk nothing while a command starts. Where Scheme runs, its own steering takes over from here
    (scheme/running/collector)."""
    gc.set_threshold(*STARTING)
