"""Text that somebody else wrote in, text that does nothing to a terminal and hides nothing from its reader out.

Rules: whatever a responder, a payload, a file name or a plugin's stderr says goes through `visible` where it is shown
to a person, and through `exact_json` where it is data. Colour of ours survives: `styled` marks it with a word that
nobody else knows.
"""

from __future__ import annotations

import json
import re
from math import isfinite
from os import urandom
from typing import Any, Final

HIDDEN: Final = (
    "\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f"  # C0 but for tab and newline, delete, C1
    "\\xad\\u034f\\u061c\\u070f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f"  # soft hyphen, joiners, fillers
    "\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f"  # no width, ends of lines, directions
    "\\u2800\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb"  # blanks, byte order mark, annotations
    "\\ud800-\\udfff\\ufdd0-\\ufdef\\ufffe\\uffff"  # halves of pairs, no characters
    "\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a\\U000e0000-\\U000e0fff"  # shorthand, music, tags
)
"""What acts on a terminal, turns text around, or is not seen at all (Unicode: Cc, Cf, default ignorable), as the inside
of a class; variation selectors of the basic plane stay, which only choose how a character looks."""

NOTED: Final = 2_000  # characters of a message: an event may have megabytes for a name
_HIDDEN: Final = re.compile(f"[{HIDDEN}]")
_MARK: Final = urandom(8).hex()
_STYLE: Final = re.compile(f"\ufdd0{_MARK}([0-9;]*)\ufdd1")
_NAMES: Final = {"\r": "\\r", "\x1b": "\\e", "\b": "\\b", "\x07": "\\a"}


def visible(text: str) -> str:
    """The text as it may be shown, several lines if it has them; `\\e` and the like in place of what is not seen.

    >>> print(visible("a\\x1b[2Kb"))
    a\\e[2Kb
    """
    if text.isascii() and text.isprintable():
        return text
    plain = _STYLE.split(text)  # every second part is a style
    plain[::2] = [_HIDDEN.sub(_escaped, part) for part in plain[::2]]
    plain[1::2] = [f"\x1b[{code}m" for code in plain[1::2]]
    return "".join(plain)


def styled(code: str, text: str) -> str:
    """The text in a style of ours (the numbers of an SGR sequence), for `visible`."""
    return f"\ufdd0{_MARK}{code}\ufdd1{text}\ufdd0{_MARK}0\ufdd1"


def below(text: str, indent: str) -> str:
    """The text with its further lines moved in, so that they cannot pass for lines of ours."""
    return text.replace("\n", f"\n{indent}")


def noted(text: str) -> str:
    """The text as one message among others: no longer than is read, and nothing in it passes for another one.

    >>> print(noted("a\\x1b[2K\\nb"))
    a\\e[2K
      b
    """
    return below(visible(text if len(text) <= NOTED else f"{text[:NOTED]}…"), "  ")


def exact_json(value: Any, indent: int | None = None) -> str:
    """The value as JSON that says exactly what it is, in which nothing is hidden; NaN and infinities, which a program
    may have fired and JSON cannot say, are null."""
    try:
        text = json.dumps(value, ensure_ascii=False, indent=indent, allow_nan=False)
    except ValueError:
        text = json.dumps(_finite(value), ensure_ascii=False, indent=indent)
    return _HIDDEN.sub(_escaped_in_json, text)


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(member) for key, member in value.items()}
    return [_finite(member) for member in value] if isinstance(value, list | tuple) else value


def _escaped(found: re.Match[str]) -> str:
    c = found[0]
    code = ord(c)
    named = _NAMES.get(c)
    return named or (f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}")


def _escaped_in_json(found: re.Match[str]) -> str:
    return json.dumps(found[0])[1:-1] if found[0] != "\x7f" else "\\u007f"
