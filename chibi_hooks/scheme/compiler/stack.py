"""Work that needs a deep stack in, its result out, whatever the caller has left of his."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from chibi_hooks.scheme.errors import fail

T = TypeVar("T")


def roomy(work: Callable[[], T]) -> T:
    """What `work` answers. When it finds the stack full, because the host or `eval` called from deep in a recursion, it
    is begun anew in a thread, which starts with an empty one; it must have changed nothing until then.

    Raises a "limit" condition if that is not enough either, RecursionError if not even a thread can be started.
    """
    try:
        return work()
    except RecursionError:
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(_finally, work).result()


def _finally(work: Callable[[], T]) -> T:
    try:
        return work()
    except RecursionError:
        raise fail("limit", "expressions are nested too deeply to compile") from None
