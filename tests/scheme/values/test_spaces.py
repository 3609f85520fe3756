"""The white space that is known is all there is in the Unicode of this Python."""

from __future__ import annotations

import sys

from chibi_hooks.scheme.values.spaces import SPACES, is_whitespace


def test_all_white_space_is_known() -> None:
    assert "".join(filter(is_whitespace, map(chr, range(sys.maxunicode + 1)))) == SPACES
