"""A home -> texts in it that register hooks, or programs, and lie where nobody looks: `misplaced`, as `Notice`s.

A guard that was saved under another name or one folder off does nothing, and nothing else would tell. What an editor
leaves (`guard.scm~`), and what somebody switched off by its name (`guard.scm.disabled`), is none of these.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from chibi_hooks.hooks.homes.home import TEST_ENDING, Notice
from chibi_hooks.scheme.reading.opener import is_directory, is_regular, is_text, read_start, walk

HOOKS: Final = "hooks"
PLUGINS: Final = "plugins"
ENDING: Final = ".scm"
SCHEME: Final = ("", ".scm", ".ss", ".sls", ".sps", ".scheme")  # endings of what somebody may take for a hook file
REGISTERS: Final = re.compile(rb"^\s*\((?:define-hook|register-hook)\s", re.MULTILINE)
LOOKED_AT: Final = 1 << 16  # bytes of a text


def misplaced(home: Path) -> Iterator[Notice]:
    """What looks like a hook file or a plugin of a home, and is none because of where it lies or what it is called."""
    for name in _names(home):
        if is_directory(home / name):
            yield from _other_folder(home, name)
        elif not name.endswith(TEST_ENDING) and _registers(home / name):
            yield Notice(name, f"nobody looks for hook files here: move it to {HOOKS}/")
    for name in _names(home / PLUGINS):
        path = home / PLUGINS / name
        if name.endswith(ENDING) and not os.access(path, os.X_OK) and _registers(path):
            yield Notice(f"{PLUGINS}/{name}", f"nobody looks for hook files here: move it to {HOOKS}/")
    entries = list(walk(home / HOOKS))
    for entry in entries:
        path, place = Path(entry.path), f"{HOOKS}/{entry.name}"
        if entry.is_directory and not entry.fault and entry.name.endswith(ENDING):
            if not any(each.name.startswith(f"{entry.name}/") and each.name.endswith(ENDING) for each in entries):
                yield Notice(place, "a hook file by its name, but a directory, and no hook file is in it")
            continue
        if entry.is_directory or entry.fault or not _registers(path):
            continue
        if path.name.endswith(TEST_ENDING):
            yield Notice(place, f"a test by its name ({TEST_ENDING}), whose hooks nobody asks: rename it")
        elif not path.name.endswith(ENDING):
            yield Notice(place, f"nobody looks at it: hook files end in {ENDING}, so call it {path.stem}{ENDING}")


def _other_folder(home: Path, name: str) -> Iterator[Notice]:
    """`hook/`, `Hooks/`, `plugin/` and the like."""
    wanted = {HOOKS[:-1]: HOOKS, PLUGINS[:-1]: PLUGINS}.get(name.lower().removesuffix("s"))
    if wanted is None or name == wanted or _is_same(home / name, home / wanted):
        return
    for inner in _names(home / name):
        path = home / name / inner
        program = wanted == PLUGINS and is_regular(path) and os.access(path, os.X_OK)
        if program or _registers(path):
            yield Notice(f"{name}/{inner}", f"nobody looks into {name}/: move it to {wanted}/")


def _names(directory: Path) -> list[str]:
    try:
        return sorted(filter(is_text, os.listdir(directory)))
    except OSError:
        return []


def _registers(path: Path) -> bool:
    """Is it a text that registers a hook, by a name that may be one of Scheme's?"""
    if path.name.startswith((".", "#")) or path.suffix.lower() not in SCHEME:
        return False
    try:
        return is_regular(path) and REGISTERS.search(read_start(path, LOOKED_AT)) is not None
    except OSError:
        return False


def _is_same(one: Path, other: Path) -> bool:
    try:
        return os.path.samefile(one, other)  # a file system that does not tell cases apart, or a link
    except OSError:
        return False
