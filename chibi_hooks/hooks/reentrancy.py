"""A hook point that is asked although it is not the one that fires -> whether it is firing already: `firing`.

Rules (DESIGN §4, spec/chibi.md §5.3)
-----
* Which points are firing, the chain of calls says (tools/calling.py); asking.py marks the point of a fire in it. This
  is for whoever asks hooks of another point on the way.
* What a Ctrl-C keeps from being taken off goes with the fire that it is in.
* The mark is on a chain of its own: others who are asked at the same time do not see it.

    with firing("pre_tool") as nested:
        …                         # nested is True when pre_tool is already firing further out
"""

from __future__ import annotations

from contextvars import Token

from chibi_hooks.hooks.tools.calling import CURRENT, Chain


class firing:
    """Mark `point` as firing inside the block; gives whether it already was. Outside of any fire there is nothing to
    mark."""

    __slots__ = ("_point", "_token")

    def __init__(self, point: str) -> None:
        self._point = point
        self._token: Token[Chain | None] | None = None

    def __enter__(self) -> bool:
        chain = CURRENT.get()
        if chain is None or self._point in chain.points:
            return chain is not None
        self._token = CURRENT.set(chain.marked(self._point))
        return False

    def __exit__(self, *error: object) -> None:
        if self._token is not None:
            CURRENT.reset(self._token)
            self._token = None
