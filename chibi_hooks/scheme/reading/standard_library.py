"""Where our libraries written in Scheme lie, their texts as sources, and the features that they and the engine make up.

(No `pathlib`: it costs each start 4 ms.)
"""

from __future__ import annotations

import os
import sys
from functools import cache
from os import path

from chibi_hooks.scheme.values.source import SourceText
from chibi_hooks.typenames import Final


def _directory() -> str:
    """In a wheel the library lies inside the package, in a checkout beside it."""
    package = path.dirname(path.dirname(path.dirname(path.realpath(__file__))))
    inside = path.join(package, "scheme_lib")
    return inside if path.isdir(inside) else path.join(path.dirname(package), "scheme_lib")


DIRECTORY: Final = _directory()


FEATURES: Final = (
    "r7rs",
    "exact-closed",
    "ieee-float",
    "full-unicode",
    "ratios",
    "exact-complex",
    "regexp-non-greedy",  # of SRFI 115, like the next
    "regexp-unicode",
    "chibi-hooks",
    "chibi-hooks-0.1",
    "python",
    sys.implementation.name,
    sys.platform,
    "little-endian" if sys.byteorder == "little" else "big-endian",
)


@cache
def feature_names() -> tuple[str, ...]:
    """What cond-expand knows: the list above, and `srfi-N` for each of those libraries that there is (SRFI 0)."""
    numbers = sorted(int(name[:-4]) for name in os.listdir(path.join(DIRECTORY, "srfi")) if name.endswith(".sld"))
    return (*FEATURES, *[f"srfi-{number}" for number in numbers])


class LibrarySource(SourceText):
    """A file of `scheme_lib`, by the name that places show; read when its text is first asked for."""

    __slots__ = ("_read",)

    def __init__(self, name: str) -> None:
        self.name = name
        self._starts = []
        self._read: str | None = None

    @property
    def text(self) -> str:  # type: ignore[override]
        """What stands in the file; nothing if it is gone."""
        if self._read is None:
            try:
                with open(path.join(path.dirname(DIRECTORY), self.name), encoding="utf-8") as file:
                    self._read = file.read()
            except OSError:
                self._read = ""
        return self._read
