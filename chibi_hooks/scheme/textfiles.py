"""A path comes in, its text goes out, or an error that a Scheme user understands."""

from __future__ import annotations

from chibi_hooks.scheme.errors import fail
from chibi_hooks.scheme.source import Place
from chibi_hooks.typenames import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

BYTES: Final = 20_000_000  # one source file; a 10 MB file on one line must still be read


def read_text(path: Path, shown_as: str, place: Place | None) -> str:
    """The text of a UTF-8 file. Raises SchemeError of kind "file" or "limit"."""
    try:
        with path.open("rb") as file:
            data = file.read(BYTES + 1)
    except OSError as error:
        reason = error.strerror or error.__class__.__name__
        raise fail("file", f"cannot read {shown_as}: {reason.lower()}", who="include", place=place) from None
    if len(data) > BYTES:
        raise fail("limit", f"{shown_as} is larger than {BYTES} bytes", who="include", place=place)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        hint = "save the file as UTF-8"
        raise fail(
            "file", f"{shown_as} is not UTF-8: wrong byte on line {line}", who="include", place=place, hint=hint
        ) from None
