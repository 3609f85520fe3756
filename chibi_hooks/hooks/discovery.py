"""A home's `plugins/` directory -> the `Plugin`s in it, in the order of their names, and what was left out and why
(spec §2.1).

Rules
-----
* The order of names is the same on every machine (chibi takes the order of the file system).
* The executable is fixed here: an absolute path with all links resolved, inside the plugins directory, owned by the
  user or root, not writable by everybody.
* Nothing here raises for a bad entry: it becomes a `Notice`, and the others load.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from hashlib import file_digest
from pathlib import Path

from chibi_hooks.hooks.home import Notice
from chibi_hooks.hooks.plugins import Call, Identity, Plugin
from chibi_hooks.hooks.schemas import SchemaCache, ask_all, read_tools


def load_plugins(
    directory: Path,
    *,
    call: Call,
    points: Sequence[str],
    cache: Path | None,
    fresh: bool = False,
) -> tuple[list[Plugin], list[Notice]]:
    """The plugins of a directory in the order of their names, and what was left out and why.

    `call` is for `--schema`, and its gate says what may run at all; `cache` is the file that keeps schemas (None:
    nothing is kept); `fresh` asks every plugin again.
    """
    notices: list[Notice] = []
    found = []
    for place, path, identity in _discover(directory, notices):
        reason = call.gate.refusal_of_plugin(place) if call.gate is not None else None
        if reason is None:
            found.append((place, path, identity))
        else:
            notices.append(Notice(place, reason))
    kept = SchemaCache(cache)
    known = {} if fresh else {place: kept.get(path, identity) for place, path, identity in found}
    unknown = [(place, path) for place, path, _ in found if known.get(place) is None]
    asked = dict(zip((place for place, _ in unknown), ask_all(unknown, call), strict=True))
    plugins = []
    for place, path, identity in found:
        schema = known.get(place)
        if schema is None:
            schema, problem = asked[place]
            if problem:
                notices.append(Notice(place, problem))
                continue
            kept.put(path, identity, schema)
        tools = list(read_tools(place, schema, points, notices))
        if tools:
            plugins.append(Plugin(place, path, identity, tuple(tools)))
    kept.save()
    return plugins, notices


def _discover(directory: Path, notices: list[Notice]) -> Iterator[tuple[str, str, Identity]]:
    """Place, resolved path and identity of every executable that may run."""
    try:
        names = sorted(os.listdir(directory))
        root = directory.resolve(strict=True)
    except FileNotFoundError:
        return
    except OSError as error:
        notices.append(Notice(directory.name, f"cannot be read: {error.strerror}"))
        return
    for name in names:
        if name.endswith(".disabled"):
            continue
        place = f"plugins/{name}"
        try:
            found = _executable(directory / name, root)
        except _Skip as skip:
            if skip.reason:
                notices.append(Notice(place, skip.reason))
            continue
        yield place, *found


class _Skip(Exception):
    """An entry that does not run; `reason` is empty when nobody needs to be told."""

    def __init__(self, reason: str = "") -> None:
        super().__init__(reason)
        self.reason = reason


def _executable(entry: Path, root: Path) -> tuple[str, Identity]:
    path = entry
    if entry.is_dir():
        path = entry / entry.name
        if not path.is_file():
            raise _Skip(f"a directory stands for the executable {entry.name}/{entry.name} in it, which does not exist")
    try:
        real = path.resolve(strict=True)
        about = real.stat()
    except (OSError, RuntimeError) as error:  # RuntimeError: links in a circle, before 3.13
        raise _Skip(f"a broken link or unreadable: {error}") from None
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
    try:
        with real.open("rb") as file:
            digest = file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise _Skip(f"cannot be read: {error.strerror}") from None
    return str(real), Identity(about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns, digest)


def _begins_with_shebang(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(2) == b"#!"
    except OSError:
        return False
