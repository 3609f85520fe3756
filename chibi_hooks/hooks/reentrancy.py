"""Which hook points are firing in this logical call chain: asked so that a hook cannot set itself off for ever.

Rules (DESIGN §4, spec/chibi.md §5.3)
-----
* The chain is a context variable: it follows a call into `asyncio.to_thread` and tasks, and two threads do not see
  each other.
* Per hook point: a nested fire of the same point skips Scheme hooks (plugins still run); other points nest freely.
* The guard is released however the block ends, so the point is usable again at once.

    with firing("pre_tool") as nested:
        …                         # nested is True when pre_tool is already firing further out
"""

from __future__ import annotations

from contextvars import ContextVar, Token
from typing import Final

_active: Final[ContextVar[frozenset[str]]] = ContextVar("chibi_hooks_firing", default=frozenset())


class firing:
    """Mark `point` as firing inside the block; gives whether it already was."""

    __slots__ = ("_point", "_token")

    def __init__(self, point: str) -> None:
        self._point = point
        self._token: Token[frozenset[str]] | None = None

    def __enter__(self) -> bool:
        active = _active.get()
        if self._point in active:
            return True
        self._token = _active.set(active | {self._point})
        return False

    def __exit__(self, *error: object) -> None:
        if self._token is not None:
            _active.reset(self._token)
            self._token = None


def is_firing(point: str) -> bool:
    """Is `point` firing in this call chain?"""
    return point in _active.get()
