"""Where a Scheme file lies among the virtual files -> for whom its hooks answer and who may call its tools."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chibi_hooks.hooks.scripts.script import Script
    from chibi_hooks.hooks.tools.tool import Tool


def audience_of(place: str, flocks: Mapping[str, Sequence[str]]) -> frozenset[str] | None:
    """The contexts for which the file at `place` answers: its owner, the members of its flock; None: all."""
    match place.split("/"):
        case ["vfs", "tools", "home", owner, _, *_]:
            return frozenset((owner,))
        case ["vfs", "tools", "flocks", flock, _, *_]:
            return frozenset(flocks.get(flock, ()))
        case ["vfs", "tools", "home" | "flocks", *_]:
            return frozenset()
    return None


def tools_of(scripts: Iterable[Script], flocks: Mapping[str, Sequence[str]]) -> Iterator[Tool]:
    """The tools of these files, each for its audience."""
    for script in scripts:
        audience = audience_of(script.name, flocks)
        yield from (replace(tool, audience=audience) for tool in script.tools)
