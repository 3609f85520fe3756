"""The name of a library in, its file out; a folder in, the libraries below it out. No file is opened."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from chibi_hooks.scheme.reading.library_names import library_parts, library_text
from chibi_hooks.scheme.reading.opener import walk
from chibi_hooks.scheme.reading.standard_library import DIRECTORY
from chibi_hooks.scheme.values.spelling import near
from chibi_hooks.typenames import Final

FILES: Final = 2_000  # looked at in one root when a name is to be guessed
SCHEME_LIB: Final = Path(DIRECTORY)
OURS: Final = f"{SCHEME_LIB}{os.sep}"  # what the paths of its files begin with


def library_path(name: str, root: Path) -> Path | None:
    """The file of a library below a root, if it exists. What is no name has none."""
    path = library_file(name, root)
    try:
        return path if path is not None and os.path.lexists(path) else None  # what is no regular file says so when read
    except (OSError, ValueError):  # no file can have such a name
        return None


def library_file(name: str, root: Path) -> Path | None:
    """Where the file of a library would be below a root: `(srfi 1)` is srfi/1.sld. What is no name has none."""
    parts = library_parts(name)
    return root.joinpath(*parts[:-1], parts[-1] + ".sld") if parts else None


def libraries_in(root: Path) -> list[str]:
    """The names of the libraries below a root, in order; a file that nobody could import is none."""
    paths = []
    for each in walk(root):
        if each.name.endswith(".sld") and not each.fault:
            paths.append(each.name.removesuffix(".sld"))
            if len(paths) == FILES:
                break
    return sorted(filter(None, (library_text(path.split("/")) for path in paths)))


def near_libraries(name: str, known: Iterable[str], roots: Iterable[Path]) -> list[str]:
    """Names of importable libraries that look like a name, best first."""
    names = list(known)
    for root in (SCHEME_LIB, *roots):
        names += [each for each in libraries_in(root) if not each.startswith("(engine ")]
    return near(name, names, 3)
