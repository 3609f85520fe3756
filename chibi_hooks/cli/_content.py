"""FILE, or `-` for stdin -> its bytes, of which nobody reads more than a payload may have."""

from __future__ import annotations

import sys

from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.hooks.payload import BYTES


def content_of(file: str) -> bytes:
    """What is in a file, or on stdin for `-`: as much of it as a payload may have, and a byte more, so that one that
    has no end (`/dev/zero`) is refused, too. Raises OSError."""
    if file == "-":
        return sys.stdin.buffer.read(BYTES + 1)
    with open(file, "rb") as stream:
        return stream.read(BYTES + 1)


def whole(content: bytes, name: str) -> bytes:
    """The content. Raises BadRequest where it was too much."""
    if len(content) > BYTES:
        raise BadRequest(f"{name}: wanted at most {BYTES} bytes, got more")
    return content


def read_whole(file: str, name: str) -> bytes:
    """All of a file, or of stdin for `-`; messages call it by the name. Raises BadRequest."""
    try:
        return whole(content_of(file), name)
    except OSError as error:
        raise BadRequest(f"{name}: cannot be read: {error.strerror}") from None
