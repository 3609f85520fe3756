"""The parts of a library's name in, its text out, `(srfi 1)`: the one place that says what can be such a name.

A part becomes the name of a folder or file, so nothing that leads elsewhere is one: no slash, no dots alone.
"""

from __future__ import annotations

from collections.abc import Iterable

from chibi_hooks.scheme.values.late import late_pattern
from chibi_hooks.typenames import Final

PART: Final = late_pattern(r"(?!\.+\Z)[A-Za-z0-9!$%&*+.:<=>?@^_~-]{1,80}")


def library_text(parts: Iterable[str]) -> str | None:
    """The name as text; None if there is no part, or one that no library has."""
    found = list(parts)
    return f"({' '.join(found)})" if found and all(map(PART.fullmatch, found)) else None


def library_parts(name: str) -> list[str]:
    """The parts of a name as text; none if it is the name of no library."""
    parts = name[1:-1].split(" ")
    return parts if library_text(parts) == name else []
