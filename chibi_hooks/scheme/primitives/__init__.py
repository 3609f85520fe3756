"""The primitives, one family of procedures per file; importing a family declares it (see `primitive`).

A new family is a new file here: `load_families` finds it.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules


def load_families() -> None:
    """Import every family in this folder, so that `primitive.PRIMITIVES` is complete. Later calls do nothing."""
    for module in iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")
