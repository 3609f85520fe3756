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
from collections.abc import Sequence
from functools import lru_cache
from os.path import normpath
from stat import S_ISLNK
from typing import Any, Final

from chibi_hooks.scheme.reading.opener import real_path

FEW: Final = 16  # paths, of which it is not asked whether some are the same
UNSEEN: Final[Any] = object()
KEPT: Final = 32  # lists of directories: one a project, of those that a host serves


def find_outside(paths: Sequence[str], directories: Sequence[str], cwd: str) -> str | None:
    """The first path, as it was given, that is in none of the directories; relative ones are taken from `cwd`."""
    inside, home = _directories(tuple(directories), cwd)
    linked: dict[str, bool | None] = {}
    for given in paths if len(paths) <= FEW else dict.fromkeys(paths):
        if not given or "\0" in given:
            continue
        path = given if given[-2:] != "/." else given[:-2] or "/"  # what git does in a directory
        if home and path[0] not in "/~." and path[-1] != "/" and "/." not in path and "//" not in path:  # most
            cut = path.rfind("/")
            above = path[:cut] if cut > 0 else ""  # no absolute path, as those that `_seen_above` keeps are
            found = linked.get(above, UNSEEN)
            if found is UNSEEN:
                found = linked[above] = _seen_above(f"{cwd}/{above}" if above else cwd, len(home), linked)
            if found is None:
                whole = f"{cwd}/{path}"
                found = linked[whole] if whole in linked else _is_link(whole)
            if found and not _leads_inside(f"{cwd}/{path}", inside):
                return given
        elif _is_outside(path, inside, cwd, linked):
            return given
    return None


def _is_outside(path: str, inside: Sequence[tuple[str, str]], cwd: str, linked: dict[str, bool | None]) -> bool:
    """Is a path of any form in none of the directories?"""
    first = path[0]
    whole = path if first == "/" else _whole(path, cwd) if first == "~" else f"{cwd}/{path}"
    normal = _normal(whole) if "/." in whole or "//" in whole or whole[-1] == "/" else whole
    for around, below in inside:
        if normal.startswith(below) or normal == around:
            break
    else:
        return True
    if _has_link(normal, around, linked) and not _leads_inside(normal, inside):
        return True
    return "/.." in whole and not _leads_inside(whole, inside)


@lru_cache(KEPT)
def _directories(directories: tuple[str, ...], cwd: str) -> tuple[Sequence[tuple[str, str]], str]:
    """Each directory, and how what lies below it begins; and the first in which `cwd` lies by its names, or ""."""
    whole = [_normal(_whole(each, cwd)) for each in directories if each]
    home = next((each for each in whole if _is_below(cwd, each)), "") if cwd == _normal(cwd) else ""
    return [(each, each if each.endswith("/") else f"{each}/") for each in whole], home


def _leads_inside(path: str, directories: Sequence[tuple[str, str]]) -> bool:
    real = real_path(path)
    return any(_is_below(real, each) or _is_below(real, real_path(each)) for each, _ in directories)


def _is_below(path: str, directory: str) -> bool:
    return path == directory or path.startswith(directory if directory.endswith("/") else f"{directory}/")


def _has_link(path: str, directory: str, linked: dict[str, bool | None]) -> bool:
    """Is a name below the directory a link? `linked`: what was found out in this call of the directories that paths lie
    in, and of all names above them (see `_is_link`)."""
    end = path.rfind("/")
    if end > len(directory):
        above = path[:end]
        found = linked[above] if above in linked else _seen_above(above, len(directory), linked)
        if found is not None:
            return found
    elif len(path) <= len(directory):
        return False
    return (linked[path] if path in linked else _is_link(path)) or False


def _seen_above(path: str, at: int, linked: dict[str, bool | None]) -> bool | None:
    """What is found out of the names of a path, from an index on: the first that says more than None."""
    found: bool | None = None
    while found is None and at < len(path):
        at = path.find("/", at + 1)
        name = path[:at] if at > 0 else path
        if name in linked:
            found = linked[name]
        else:
            found = linked[name] = _is_link(name)
        if at < 0:
            break
    linked[path] = found
    return found


def _is_link(name: str) -> bool | None:
    """None: a file or directory like others; False: there is nothing."""
    try:
        if not os.access(name, os.F_OK, follow_symlinks=False):  # an exception would take four times as long
            return False
        return True if S_ISLNK(os.lstat(name).st_mode) else None
    except FileNotFoundError:
        return False
    except (OSError, ValueError):
        return None


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
