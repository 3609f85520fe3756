"""Colour in texts for people: `paint(text, bold=True)` where the door has some; by default there is none."""

from __future__ import annotations

from collections.abc import Callable

Paint = Callable[..., str]


def plain(text: str, **style: bool | str) -> str:
    """The text as it is, for doors without colour."""
    return text
