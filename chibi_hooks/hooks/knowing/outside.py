"""Paths and directories -> the first path that lies outside of all of them, or leads out through a link.

Rules
-----
* A path that lies inside by its names, and has no link below the directory, is inside: one look at each name of it.
* Else it is where its links lead that counts, also for what does not exist yet.
* Who goes up (`..`) from a link goes up from where it leads: a path that goes up must be inside both ways.
"""

from __future__ import annotations

import os
import pwd
from collections.abc import Iterable, Sequence
from functools import lru_cache
from os.path import normpath
from typing import Final

from chibi_hooks.scheme.reading.opener import real_path

KEPT: Final = 32  # lists of directories: one a project, of those that a host serves


def find_outside(paths: Iterable[str], directories: Sequence[str], cwd: str) -> str | None:
    """The first path, as it was given, that is in none of the directories; relative ones are taken from `cwd`."""
    inside = _directories(tuple(directories), cwd)
    linked: dict[str, bool | None] = {}
    for path in dict.fromkeys(paths):
        if not path or "\0" in path:
            continue
        whole = _whole(path, cwd)
        if not _is_inside(_normal(whole), inside, linked) or ("/.." in whole and not _leads_inside(whole, inside)):
            return path
    return None


@lru_cache(KEPT)
def _directories(directories: tuple[str, ...], cwd: str) -> tuple[str, ...]:
    return tuple(_normal(_whole(each, cwd)) for each in directories if each)


def _is_inside(path: str, directories: tuple[str, ...], linked: dict[str, bool | None]) -> bool:
    """`linked`: what was found out about names in this call (see `_is_link`)."""
    for around in directories:
        if _is_below(path, around):
            break
    else:
        return False
    return not _has_link(path, around, linked) or _leads_inside(path, directories)


def _leads_inside(path: str, directories: tuple[str, ...]) -> bool:
    real = real_path(path)
    return any(_is_below(real, each) or _is_below(real, real_path(each)) for each in directories)


def _is_below(path: str, directory: str) -> bool:
    if not path.startswith(directory):
        return False
    end = len(directory)
    return len(path) == end or path[end] == "/" or directory.endswith("/")


def _has_link(path: str, directory: str, linked: dict[str, bool | None]) -> bool:
    """Is a name below the directory a link?"""
    at = len(directory)
    while at < len(path):
        at = path.find("/", at + 1)
        at = len(path) if at < 0 else at
        name = path[:at]
        if name not in linked:
            linked[name] = _is_link(name)
        found = linked[name]
        if found is not None:
            return found
    return False


def _is_link(name: str) -> bool | None:
    """None: a file or directory like others; False: there is nothing."""
    try:
        if not os.access(name, os.F_OK, follow_symlinks=False):  # an exception would take four times as long
            return False
        os.readlink(name)
    except FileNotFoundError:
        return False
    except (OSError, ValueError):
        return None
    return True


def _whole(path: str, cwd: str) -> str:
    if path[:1] == "~":
        path = _user_home(path)
    return path if path[:1] == "/" else f"{cwd}/{path}"


def _normal(whole: str) -> str:
    if "/." in whole or "//" in whole or whole[-1:] == "/" or whole[:1] != "/":
        return normpath(whole)
    return whole  # mostly


def _user_home(path: str) -> str:
    """A path from somebody's home; one that nobody has is outside of everything."""
    name, slash, rest = path[1:].partition("/")
    try:
        return f"{_home_of(name or os.getuid())}{slash}{rest}"
    except (KeyError, ValueError):
        return f"/~{name}{slash}{rest}"


@lru_cache(KEPT)  # who is not known may be so later: nothing is kept of an error
def _home_of(user: str | int) -> str:
    return (pwd.getpwnam(user) if isinstance(user, str) else pwd.getpwuid(user)).pw_dir
