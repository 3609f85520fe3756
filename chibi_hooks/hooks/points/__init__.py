"""The hook points, one file per family; every file here is found and loaded by `point.POINTS`.

These files do without `from __future__ import annotations`: pydantic would compile each annotation again from its
text, which costs half of what loading the points costs.
"""
