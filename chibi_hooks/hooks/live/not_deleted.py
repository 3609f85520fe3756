"""A file of a home that is not where it was, or one it reads that has become empty -> why nobody has deleted it.

Rules
-----
* What stands in the way of a name (a directory where the file was, a file or a pipe where its folder was, a folder that
  cannot be entered) is no deletion: what was live decides, and the reason is told. A name that is free is one.
* Nor is it one where a directory is of another file system than it was, mounted over it or taken away, and nothing of
  ours is in it now (`Devices`); so it is with an empty directory that is bound there. A start, which has seen nothing
  there, takes an empty file system that is mounted on the nearest directory that there is for such a one. Whatever is
  put into it ends that.
* An empty file says nothing; it does not take back what another one has said (`disk` waits for editors).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from chibi_hooks.scheme.reading.opener import about, is_directory

LOST: Final = "lost+found"  # an empty file system has it
MOUNTED: Final = Path("/proc/self/mountinfo")
OCTAL: Final = re.compile(rb"\\([0-7]{3})")  # how blanks are written in the list of what is mounted


def why_away(home: Path, name: str, closed: Mapping[str, str]) -> str | None:
    """What is in the way of a file of a home that is not found; None where it was deleted. `closed`: the directories
    that could not be entered, and why."""
    above = next((each for each in closed if name.startswith(f"{each}/")), None)
    if above is not None:
        return f"{above}: {closed[above]}"
    if is_directory(home / name):
        return "a directory has its name; delete that, or give it another one"
    return in_the_way(home, os.path.dirname(name))


def in_the_way(home: Path, folder: str) -> str | None:
    """What stands where a folder of a home (or of another directory) should be, or one above it, or the home: something
    that is none."""
    for each in (*reversed(Path(folder).parents), Path(folder)):
        path = home / each
        if os.path.lexists(path) and not is_directory(path):
            return f"{path if path == home else each}: it is not a directory any more"
    return None


class Devices:
    """The file systems of the directories of a home in which its files were found; none of a start."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[int, int]] = {}

    def note(self, home: Path, name: str) -> None:
        """A file of the home is there, unless something was mounted over it since it was read."""
        with suppress(OSError):
            found = {folder: _which(os.stat(home / folder)) for folder in _folders(name)}
            os.lstat(home / name)
            self._known.update(found)

    def why_away(self, home: Path, name: str) -> str | None:
        """Why a file that is not found may be there still, under another file system; None where it was deleted."""
        for folder in _folders(name):
            try:
                now = about(home / folder)
            except OSError:
                return None
            if now is None:
                continue
            known = self._known.get(folder)
            if known == _which(now) or not _is_empty(home / folder):
                return None
            if (known is None or known[0] == now.st_dev) and not _is_mount(home / folder):
                return None
            why = "another file system is there now, and nothing in it; any file in it ends that"
            return f"{folder.rstrip('/') or home}: {why}"
        return None


def _which(directory: os.stat_result) -> tuple[int, int]:
    return directory.st_dev, directory.st_ino


def _is_mount(directory: Path) -> bool:
    """Does a file system begin there, or is a directory of another place bound there, which only Linux tells?"""
    real = os.path.realpath(directory)
    if os.path.ismount(real):
        return True
    try:
        listed = MOUNTED.read_bytes().split(b"\n")
    except OSError:
        return False
    points = (point for each in listed for point in each.split(b" ")[4:5])
    return any(OCTAL.sub(_byte, point) == os.fsencode(real) for point in points)


def _byte(written: re.Match[bytes]) -> bytes:
    return bytes([int(written[1], 8) & 255])


def _is_empty(directory: Path) -> bool:
    """Is nothing in it but what is hidden, and what a file system begins with?"""
    try:
        return all(name.startswith(".") or name == LOST for name in os.listdir(directory))
    except OSError:
        return False


def _folders(name: str) -> Iterator[str]:
    """The directories of a home that are around a file, the nearest first, as their names begin; the home last."""
    while name:
        name = name.rstrip("/").rpartition("/")[0]
        name += "/" if name else ""
        yield name


def is_blank(text: bytes | str) -> bool:
    """Is there nothing in a text but blanks, and perhaps a byte order mark?"""
    told = text if isinstance(text, str) else text.decode("utf-8", "replace")
    return not told.removeprefix("\ufeff").strip()


def emptied(texts: Mapping[Path, str], before: Mapping[Path, str] | None) -> Path | None:
    """The first of these files that is empty and was not, or where nothing is said of `before` any empty one; None
    where there is none."""
    empty = (path for path, text in texts.items() if is_blank(text))
    return next((path for path in empty if before is None or not is_blank(before.get(path, ""))), None)
