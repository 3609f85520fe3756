"""A template of `format` in, what stands between its data out (SRFI 28)."""

from __future__ import annotations

from chibi_hooks.scheme.values.data import string_of
from chibi_hooks.scheme.values.errors import fail
from chibi_hooks.typenames import Final

PLAIN: Final = {"%": "\n", "~": "~"}  # directives that take no datum


def pieces_of(template: str) -> tuple[list[str], str]:
    """What stands between data in a template, and the letters of what stands for them. Raises SchemeError."""
    pieces = [""]
    letters = ""
    done = 0
    while (at := template.find("~", done)) >= 0:
        letter = template[at + 1 : at + 2]
        pieces[-1] += template[done:at]
        if letter == "a" or letter == "s":
            letters += letter
            pieces.append("")
        elif letter in PLAIN:
            pieces[-1] += PLAIN[letter]
        else:
            what = "the template ends after ~" if not letter else f'unknown directive "~{letter}"'
            raise fail("error", what, string_of(template), who="format")
        done = at + 2
    pieces[-1] += template[done:]
    return pieces, letters
