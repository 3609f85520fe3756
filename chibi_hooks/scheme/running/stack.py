"""Work that needs a deep stack in, its result out, whatever the caller has left of his, and wherever his stands."""

from __future__ import annotations

from collections.abc import Callable

from chibi_hooks.scheme.values.errors import fail
from chibi_hooks.scheme.values.source import Place
from chibi_hooks.scheme.values.threads import elsewhere
from chibi_hooks.typenames import TypeVar

T = TypeVar("T")


def roomy(
    work: Callable[[], T], deepest: Callable[[], Place | None] = lambda: None, instead: Callable[[], T] | None = None
) -> T:
    """What `work` answers. When it finds the stack full, because the host or `eval` called from deep in a recursion, it
    is begun anew in a thread, which starts with an empty one; it must have changed nothing until then. Where that is
    not enough, `instead` does the work another way.

    Raises a "limit" condition if that is not enough either, at the place that `deepest` finds; RecursionError if not
    even a thread can be started.
    """
    try:
        return work()
    except RecursionError:
        return elsewhere(lambda: _finally(work, deepest, instead))


def _finally(work: Callable[[], T], deepest: Callable[[], Place | None], instead: Callable[[], T] | None) -> T:
    try:
        return work()
    except RecursionError:
        if instead is not None:
            return _finally(instead, deepest, None)
        message, hint = "expressions are nested too deeply to compile", "move a part into a procedure"
        raise fail("limit", message, place=deepest(), hint=hint) from None
