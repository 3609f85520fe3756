"""The text of an `apply_patch` -> the files it touches, each with what is taken out and put in."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

BEGIN: Final = "*** Begin Patch"
_HEAD: Final = re.compile(r"\s*\*\*\* (Update|Add|Delete) File: (.+?)\s*$")
_MOVE: Final = re.compile(r"\s*\*\*\* Move to: (.+?)\s*$")


class Touched(NamedTuple):
    """A file that a patch touches; `how` is `update`, `add`, `delete` or `move` (to here)."""

    path: str
    how: str
    old: str
    new: str


def touched_files(patch: str) -> list[Touched]:
    """The files of a patch, in its order; none when it is no patch. A file that is moved is there under both names."""
    found: list[Touched] = []
    how, path, moved = "", "", ""
    old: list[str] = []
    new: list[str] = []

    def end() -> None:
        if path:
            found.append(Touched(path, how, "\n".join(old), "\n".join(new)))
            if moved:
                found.append(Touched(moved, "move", "\n".join(old), "\n".join(new)))
        old.clear()
        new.clear()

    for line in patch.splitlines():
        if head := _HEAD.match(line):
            end()
            how, path, moved = head[1].lower(), head[2], ""
        elif path and (move := _MOVE.match(line)):
            moved = move[1]
        elif line.startswith("+"):
            new.append(line[1:])
        elif line.startswith("-"):
            old.append(line[1:])
    end()
    return found
