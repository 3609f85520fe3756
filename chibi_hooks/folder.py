"""A package in, its modules imported: how a file in a folder is all that a primitive family or a point needs.

`pkgutil` would find them, but its import costs each start 6 ms.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from importlib import import_module
from types import ModuleType


def modules_of(package: str, paths: Iterable[str]) -> Iterator[ModuleType]:
    """The modules in the folders of a package and in those below, imported in the order of their names."""
    for path in paths:
        for name in sorted(os.listdir(path)):
            if name.endswith(".py") and name != "__init__.py":
                yield import_module(f"{package}.{name.removesuffix('.py')}")
            elif name.isidentifier():
                yield from modules_of(f"{package}.{name}", [os.path.join(path, name)])
