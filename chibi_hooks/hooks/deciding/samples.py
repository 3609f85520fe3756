"""A point -> a payload as one would meet it, made of the examples in its statement: for `fire --sample`, tests and
documentation.
"""

from __future__ import annotations

from copy import deepcopy

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.deciding.point import Point
from chibi_hooks.hooks.deciding.statement import Absent


def sample(point: type[Point]) -> dict[str, Json]:
    """A complete payload, in the order of the statement; fields of old versions are left out. The caller may change
    it.
    """
    return {
        each.alias or name: deepcopy(each.example) for name, each in point.stated.items() if each.example is not Absent
    }
