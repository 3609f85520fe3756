"""A path comes in, its text goes out, or an error that a Scheme user understands."""

from __future__ import annotations

from errno import EFBIG

from chibi_hooks.scheme.reading.opener import read_file
from chibi_hooks.scheme.values.errors import fail
from chibi_hooks.scheme.values.source import Place
from chibi_hooks.typenames import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

BYTES: Final = 20_000_000  # one source file; a 10 MB file on one line must still be read


def read_text(path: Path, shown_as: str, place: Place | None) -> str:
    """The text of a UTF-8 file. Raises SchemeError of kind "file" or "limit"."""
    try:
        data = read_file(path, BYTES)
    except OSError as error:
        reason = error.strerror or error.__class__.__name__
        large = error.errno == EFBIG
        raise fail(
            "limit" if large else "file", f"cannot read {shown_as}: {reason.lower()}", who="include", place=place
        ) from None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        hint = "save the file as UTF-8"
        raise fail(
            "file", f"{shown_as} is not UTF-8: wrong byte on line {line}", who="include", place=place, hint=hint
        ) from None
