"""A home's `plugins/` directory -> the `Plugin`s in it, in the order of their names, and what was left out and why
(spec §2.1).

Rules
-----
* The order of names is the same on every machine (chibi takes the order of the file system).
* The executable is fixed here: an absolute path with all links resolved, inside the plugins directory, owned by the
  user or root, not writable by everybody.
* A backup or a draft that an editor has left beside a plugin is not run: it would take the plugin's place with an older
  text, or with half of the next one.
* Nothing here raises for a bad entry: it becomes a `Notice`, and the others load.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Sequence, Set
from hashlib import sha256
from pathlib import Path
from typing import Final

from chibi_hooks.dialects.chibi.plugins import REPLACED, Identity, Plugin, PluginCall
from chibi_hooks.dialects.chibi.schemas import SchemaCache, ask_all, read_tools
from chibi_hooks.hooks.homes.home import CANNOT_READ, Notice
from chibi_hooks.hooks.live.not_deleted import in_the_way
from chibi_hooks.scheme.reading.opener import (
    NOWHERE,
    feed,
    is_directory,
    is_regular,
    is_text,
    read_start,
    real_path,
    shown_name,
)

LEFT_BY_EDITORS: Final = ("~", ".tmp", ".bak", ".orig", ".rej")  # endings of backups and drafts
NO_PROGRAM: Final = "it was a plugin, and is not executable any more; delete it if it shall go"
GONE: Final = "it has gone while we looked"
LARGEST: Final = 1 << 30  # bytes of an executable; it is read whole whenever it is another one


def load_plugins(
    directory: Path,
    *,
    call: PluginCall,
    points: Sequence[str],
    cache: Path | None,
    fresh: bool = False,
    were: Set[str] = frozenset(),
) -> tuple[list[Plugin], list[Notice]]:
    """The plugins of a directory in the order of their names, and what was left out and why.

    `call` is for `--schema`, and its gate says what may run at all; `cache` is the file that keeps schemas (None:
    nothing is kept); `fresh` asks every plugin again; `were`: the places that were plugins before.
    """
    notices: list[Notice] = []
    found = []
    kept = SchemaCache(cache)
    for place, path, identity in _discover(
        directory, notices, lambda place: place in were or _was_plugin(directory, place, kept, call)
    ):
        reason = call.gate.refusal_of_plugin(place, identity.sha256) if call.gate is not None else None
        if reason is None:
            found.append((place, path, identity))
        else:
            notices.append(Notice(place, reason))
    known = {} if fresh else {place: kept.get(path, identity) for place, path, identity in found}
    unknown = [(place, path) for place, path, _ in found if known.get(place) is None]
    asked = dict(zip((place for place, _ in unknown), ask_all(unknown, call), strict=True))
    plugins = []
    for place, path, identity in found:
        schema = known.get(place)
        if schema is None:
            schema, problem = asked[place]
            if call.gate is not None and Plugin(place, path, identity, ()).is_replaced():
                problem = REPLACED
            if problem:
                notices.append(Notice(place, problem))
                continue
            kept.put(path, identity, schema)
        tools = list(read_tools(place, schema, points, notices))
        if tools:
            plugins.append(Plugin(place, path, identity, tuple(tools)))
    kept.save()
    return plugins, notices


def _was_plugin(directory: Path, place: str, kept: SchemaCache, call: PluginCall) -> bool:
    """Did something of this name answer at an earlier start, or does the user trust it?"""
    path = directory.parent / place
    trusted = call.gate is not None and place in call.gate.trust.contents(call.gate.home)
    return trusted or not kept.entries.keys().isdisjoint((str(path), real_path(path)))


def _discover(
    directory: Path, notices: list[Notice], was_plugin: Callable[[str], bool]
) -> Iterator[tuple[str, str, Identity]]:
    """Place, resolved path and identity of every executable that may run."""
    try:
        names = sorted(os.listdir(directory))
        root = os.path.realpath(directory, strict=True)
    except FileNotFoundError:
        if (away := in_the_way(directory.parent, directory.name)) is not None:
            notices.append(Notice(directory.name, f"{CANNOT_READ}{away}"))
        return
    except OSError as error:
        notices.append(Notice(directory.name, f"{CANNOT_READ}{error.strerror}"))
        return
    for name in names:
        if name.endswith(".disabled"):
            continue
        place = f"plugins/{name}"
        if not is_text(name):
            notices.append(Notice(shown_name(place), "its name is not UTF-8; rename it"))
            continue
        original = _original(name)
        if original and (original in names or was_plugin(f"plugins/{original}")):
            if os.access(directory / name, os.X_OK):
                notices.append(Notice(place, f"an editor has left it beside plugins/{original}; it is not run"))
            continue
        try:
            found = _executable(directory / name, root)
        except _Skip as skip:
            if skip.reason or was_plugin(place):
                notices.append(Notice(place, skip.reason or NO_PROGRAM))
            continue
        yield place, *found


def _original(name: str) -> str:
    """What an editor would have made a backup or a draft of this name from; empty: nothing."""
    if name.startswith("#") and name.endswith("#"):
        return name[1:-1]
    if name.startswith(".") and name.endswith((".swp", ".swx", ".swo")):
        return name[1:-4]
    return next((name.removesuffix(each) for each in LEFT_BY_EDITORS if name.endswith(each)), "")


class _Skip(Exception):
    """An entry that does not run; `reason` is empty when nobody needs to be told."""

    def __init__(self, reason: str = "") -> None:
        super().__init__(reason)
        self.reason = reason


def _executable(entry: Path, root: str) -> tuple[str, Identity]:
    path = entry
    if is_directory(entry):
        path = entry / entry.name
        if not is_regular(path):
            raise _Skip(f"a directory stands for the executable {entry.name}/{entry.name} in it, which does not exist")
    try:
        real = Path(os.path.realpath(path, strict=True))
        about = os.stat(real)
    except FileNotFoundError:
        raise _Skip(f"{CANNOT_READ}{NOWHERE}" if os.path.islink(entry) else GONE) from None
    except OSError as error:
        raise _Skip(f"{CANNOT_READ}{error.strerror}") from None
    if not real.is_relative_to(root):
        raise _Skip(f"leads outside the plugins directory, to {real}; put the file itself there")
    if not stat.S_ISREG(about.st_mode):
        raise _Skip("not a regular file")
    if not about.st_mode & 0o111:
        raise _Skip("not executable; `chmod +x` it" if _begins_with_shebang(real) else "")
    if about.st_uid not in (os.getuid(), 0):
        raise _Skip("belongs to another user")
    if about.st_mode & 0o002:
        raise _Skip("everybody may write to it; `chmod o-w` it")
    found = sha256()
    try:
        stamp = feed(real, LARGEST, found.update)
    except OSError as error:
        raise _Skip(f"{CANNOT_READ}{error.strerror}") from None
    return str(real), Identity(*stamp, found.hexdigest())


def _begins_with_shebang(path: Path) -> bool:
    try:
        return read_start(path, 2) == b"#!"
    except OSError:
        return False
