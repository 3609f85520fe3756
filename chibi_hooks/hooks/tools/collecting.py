"""The tools that everybody offers -> those that can be called, by name.

Rules (DESIGN §8)
-----
* Order: built-in tools, those of plugins, of Scheme files, of the program. A later tool of the same name takes the
  place of an earlier one.
* What is shared takes names before what belongs to one context, so that nobody hides a tool from the others.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from chibi_hooks.hooks.tools.tool import Tool

ORDER: Final = ("builtin", "plugin", "scheme", "python")


def collect(offered: Iterable[Tool]) -> dict[str, Tool]:
    """The tools by name; those of one kind come in the order in which they are offered."""
    shared: dict[str, Tool] = {}
    owned: dict[str, Tool] = {}
    for tool in sorted(offered, key=lambda tool: ORDER.index(tool.kind)):
        (shared if tool.audience is None else owned)[tool.name] = tool
    for name, tool in owned.items():
        shared.setdefault(name, tool)
    return shared
