"""The primitives, one family of procedures per file; importing a family declares it (see `primitive`).

A new family is a new file here: `load_families` finds it.
"""

from __future__ import annotations

from chibi_hooks.folder import modules_of


def load_families() -> None:
    """Import every family in this folder, so that `primitive.PRIMITIVES` is complete. Later calls do nothing."""
    for _ in modules_of(__name__, __path__):
        pass
