"""Python's cyclic collector in a process that is ours; an embedding program's is its own."""

from __future__ import annotations

import gc


def tune_collector() -> None:
    """Walk the young seldom: a Scheme heap is many small objects that live, and what a start loads lives, too; at the
    usual threshold (700 new ones) both are walked again and again."""
    gc.set_threshold(20_000, 20, 20)
