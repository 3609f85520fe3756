"""The hook points, one file per family; every file here is found and loaded by `point.POINTS`.

These files do without `from __future__ import annotations`: to read each annotation from its text would cost as much as
all else that loading the points does.
"""
