"""A text and names of programs -> may running it run one of these? Without reading it: a quick no, or a perhaps.

Theory. A program's name is found where it stands in the text, whole or with quotes in it. It can only come from
elsewhere by what the shell makes of escapes, expansions and braces, or out of a text that `printf` or `base64` writes;
where any of these stands, the answer is a perhaps.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

HIDING: Final = ("\\", "$", "`", "{", "printf", "base64")
NAME: Final = re.compile(r"[\w./+-]+", re.ASCII)
JOINED: Final = re.compile(r"[\w./+-]['\"]+[\w./+-]")  # r''m: a name with quotes in it


def plain_names(names: Sequence[str]) -> tuple[str, ...] | None:
    """Names that can be looked for; None where one of them has other characters than names of programs have."""
    return tuple(names) if all(NAME.fullmatch(each) for each in names) else None


def may_run(text: str, names: Sequence[str]) -> bool:
    """False: no command of the text has one of these names (see `plain_names`)."""
    if _hides(text):
        return True
    if ("'" in text or '"' in text) and JOINED.search(text) is not None:
        text = text.replace("'", "").replace('"', "")
        return any(name in text for name in names)
    return any(name in text and _standing(name).search(text) is not None for name in names)


def may_name(text: str, needles: Sequence[str]) -> bool:
    """False: no word that running the text gives to a program has one of these in it, and none is a pattern."""
    if _hides(text) or "*" in text or "?" in text or "[" in text:
        return True
    return any(map(text.replace("'", "").replace('"', "").__contains__, needles))


def _hides(text: str) -> bool:
    return any(map(text.__contains__, HIDING))


@lru_cache(512)
def _standing(name: str) -> re.Pattern[str]:
    """The name as a word of its own; env -Sname has it behind a letter."""
    return re.compile(rf"(?:(?<!\w)|(?<=-\w)){re.escape(name)}(?!\w)")
