"""A URL comes in, its host goes out, where nobody can read it in two ways: what `url-hosts` of `(harness policy)` asks
first.
"""

from __future__ import annotations

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.values.arguments import text
from chibi_hooks.scheme.values.data import FALSE, Value, string_of
from chibi_hooks.scheme.values.late import late_pattern
from chibi_hooks.typenames import Final

PLAIN: Final = late_pattern(r"(?i:https?|wss?|ftp)://([A-Za-z0-9.-]++)(?::[0-9]*+)?(?:[/?#]|\Z)")


@primitive("%plain-host")
def plain_host(url: Value) -> Value:
    """(%plain-host url) -> the host of a URL that its grammar and browsers read alike, in small letters, or #f."""
    found = PLAIN.match(text("url-hosts", 1, url))
    return FALSE if found is None else string_of(found[1].lower())
