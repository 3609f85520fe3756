"""`vfs:///shared/a.md` -> its steps; and what is said of everything that is no such path.

Rules (spec/chibi.md §3.6)
-----
* Strict, as in chibi: one file has one spelling. `//`, a slash at the end (but for the root), `.` and `..` are
  refused, not cleaned up: a guard that compares paths as text has seen the one that is used.
"""

from __future__ import annotations

from typing import Final

SCHEME: Final = "vfs://"
NAME_BYTES: Final = 255  # what common file systems take
STEPS: Final = 32  # directories in a path


class VfsError(Exception):
    """What was asked for is not possible or not allowed; the message is for the caller and begins with the path."""


def steps_of(path: str) -> list[str]:
    """`vfs:///shared/a.md` -> ["shared", "a.md"]. Raises VfsError for what is no virtual path."""
    shown = path[:200]
    if not path.startswith(SCHEME + "/"):
        raise VfsError(f"{shown or 'the empty path'}: wanted a path like vfs:///shared/notes.md")
    inner = path[len(SCHEME) + 1 :]
    steps = inner.split("/") if inner else []
    if len(steps) > STEPS:
        raise VfsError(f"{shown}: wanted at most {STEPS} directories")
    for number, step in enumerate(steps, 1):
        if step == "":
            raise VfsError(f"{shown}: {'a / at the end' if number == len(steps) else '//'} is not allowed")
        if step in (".", ".."):
            raise VfsError(f"{shown}: {step} is not allowed")
        if "\0" in step or "\\" in step or not 0 < len(_encoded(step)) <= NAME_BYTES:
            raise VfsError(f"{shown}: wanted names of at most {NAME_BYTES} bytes without NUL and backslash")
    return steps


def is_virtual(path: str | None) -> bool:
    """Is this the path of a virtual file?"""
    return path is not None and path.startswith(SCHEME)


def _encoded(name: str) -> bytes:
    try:
        return name.encode("utf-8")
    except UnicodeEncodeError:  # half of a surrogate pair: no file is called so
        return b""
