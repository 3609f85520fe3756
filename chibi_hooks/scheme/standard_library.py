"""Where our libraries written in Scheme lie, and their texts as sources. (No `pathlib`: it costs each start 4 ms.)"""

from __future__ import annotations

from os import path

from chibi_hooks.scheme.source import Source
from chibi_hooks.typenames import Final


def _directory() -> str:
    """In a wheel the library lies inside the package, in a checkout beside it."""
    package = path.dirname(path.dirname(path.realpath(__file__)))
    inside = path.join(package, "scheme_lib")
    return inside if path.isdir(inside) else path.join(path.dirname(package), "scheme_lib")


DIRECTORY: Final = _directory()


class LibrarySource(Source):
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
