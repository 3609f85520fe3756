"""A character in, whether it is white space out; and all there are."""

from __future__ import annotations

from chibi_hooks.typenames import Final


def is_whitespace(c: str) -> bool:
    """Unicode's White_Space: what Python says, without the four information separators."""
    return c.isspace() and not "\x1c" <= c <= "\x1f"


SPACES: Final = "".join(filter(is_whitespace, filter(str.isspace, map(chr, range(0x3001)))))  # the inner one is C's
"""All there are: Unicode has none behind U+3000."""
