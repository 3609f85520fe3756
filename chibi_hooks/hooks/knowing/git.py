"""A directory -> what git says of it, without a process: root, branch, head, and whether tracked files have changed.

Rules
-----
* Files only: `HEAD`, refs, `packed-refs`, the index, and the commit that HEAD names, where it is no part of a pack.
* *dirty* is what `git diff HEAD` would show: what is staged (the index's own tree is not that of HEAD), and files whose
  content is not what the index has. Untracked files do not count. None where that cannot be told: an index of another
  form, or more than `ENTRIES` files.
"""

from __future__ import annotations

import os
import re
import stat
import struct
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from hashlib import sha1
from operator import attrgetter
from os.path import join, normpath
from typing import Final, NamedTuple

from chibi_hooks.scheme.reading.opener import (
    Stamp,
    Unsteady,
    is_directory,
    read_file,
    read_stamped,
    real_path,
    stamp_of,
)

SMALL: Final = 4 << 20  # bytes of a ref, a commit or packed-refs
INDEX: Final = 64 << 20
CONTENT: Final = 8 << 20  # bytes of a changed file that are compared; a larger one has changed
ENTRIES: Final = 20_000  # a look at each costs a few microseconds, and a fire waits for it
KEPT: Final = 64  # small texts, of a dozen repositories
SHORT: Final = 4_096  # characters of one of them
SETTLED: Final = 2_000_000_000  # nanoseconds after which another change has another time, on any file system
_HASH: Final = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_FIXED: Final = struct.Struct(">10I20sH")  # of an entry of the index


class Repository(NamedTuple):
    """A working tree and where git keeps what belongs to it; `shared` differs from `own` in a linked worktree."""

    root: str
    own: str
    shared: str


class IndexEntry(NamedTuple):
    """A tracked file as the index knows it."""

    path: str
    mode: int
    size: int
    changed: tuple[int, int]  # seconds and nanoseconds of its mtime
    blob: bytes


def repository_of(directory: str | os.PathLike[str]) -> Repository | None:
    """The repository that a directory lies in."""
    name = os.fspath(directory)
    if "/.." in name:  # above a link there is something else than its names say
        name = real_path(name)
    for upwards, path in _candidates(name):
        if _is_there(path):
            break
    else:
        return None
    found = _usual(upwards)
    if not is_directory(found.own):  # a linked worktree, a submodule
        text = _text(found.own)
        if not text.startswith("gitdir:"):
            return None
        own = join(found.root, text.removeprefix("gitdir:").strip())
        found = Repository(found.root, own, own)
    common = _text(join(found.own, "commondir")).strip()
    return found._replace(shared=join(found.own, common)) if common else found


@lru_cache(KEPT)
def _candidates(directory: str) -> tuple[tuple[str, str], ...]:
    """A directory and those around it, each with what makes it a working tree."""
    found = [(directory, join(directory, ".git"))]
    while (above := os.path.dirname(directory)) != directory:
        directory = above
        found.append((directory, join(directory, ".git")))
    return tuple(found)


@lru_cache(KEPT)
def _usual(root: str) -> Repository:
    """Where git keeps what belongs to a working tree, as a rule."""
    own = join(normpath(root), ".git")
    return Repository(normpath(root), own, own)


def _is_there(path: str) -> bool:
    """Is there anything? What cannot be asked is not."""
    try:
        return os.access(path, os.F_OK)
    except ValueError:  # no file has such a name
        return False


def branch_of(repository: Repository) -> str | None:
    """The branch that is checked out; None for none."""
    name = _text(join(repository.own, "HEAD")).strip()
    return name.removeprefix("ref:").strip().removeprefix("refs/heads/") if name.startswith("ref:") else None


def head_of(repository: Repository) -> str | None:
    """The commit that is checked out; None before the first one."""
    name = _text(join(repository.own, "HEAD")).strip()
    for _ in range(5):  # a ref may name a ref
        if not name.startswith("ref:"):
            return name if _HASH.fullmatch(name) else None
        ref = name.removeprefix("ref:").strip()
        name = _text(join(repository.own, ref)).strip() or _text(join(repository.shared, ref)).strip()
        if not name:
            return _packed(repository, ref)
    return None


def is_dirty(repository: Repository) -> bool | None:
    """Have tracked files changed since the commit that is checked out? None: it cannot be told."""
    try:
        data = read_file(join(repository.own, "index"), INDEX)
    except FileNotFoundError:
        return False
    except OSError:
        return None
    try:
        entries, tree = _parsed(data)
    except (ValueError, IndexError, struct.error):
        return None
    head = head_of(repository)
    if tree is None:
        return True
    if tree and head is not None and (_tree_of(repository, head) or tree.hex()) != tree.hex():
        return True
    return any(_has_changed(repository.root, entry) for entry in entries)


TOLD: Final[Mapping[str, Callable[[Repository], str | bool | None]]] = {
    "git-root": attrgetter("root"),
    "git-branch": branch_of,
    "git-head": head_of,
    "git-dirty": is_dirty,
}
"""A fact about a repository -> what tells it."""


def _packed(repository: Repository, ref: str) -> str | None:
    for line in _text(join(repository.shared, "packed-refs")).splitlines():
        commit, _, name = line.partition(" ")
        if name == ref and _HASH.fullmatch(commit):
            return commit
    return None


def _tree_of(repository: Repository, commit: str) -> str | None:
    """The tree of a commit that lies in a file of its own; None otherwise."""
    with suppress(OSError, zlib.error):
        packed = read_file(join(repository.shared, "objects", commit[:2], commit[2:]), SMALL)
        text = zlib.decompressobj().decompress(packed, 4_096)
        if (found := re.match(rb"commit \d+\0tree ([0-9a-f]{40})\n", text)) is not None:
            return found[1].decode()
    return None


def _parsed(data: bytes) -> tuple[list[IndexEntry], bytes | None]:
    """The entries of an index, and the tree that it would be committed as: None where something is staged or merged,
    empty where it does not say. Raises ValueError, IndexError, struct.error for what is no index that we read."""
    sign, version, count = struct.unpack_from(">4sII", data)
    if sign != b"DIRC" or version not in (2, 3, 4) or count > ENTRIES:
        raise ValueError("not an index that can be read")
    entries: list[IndexEntry] = []
    at, name = 12, b""
    for _ in range(count):
        fields = _FIXED.unpack_from(data, at)
        flags, start = fields[11], at + _FIXED.size + (2 if fields[11] & 0x4000 else 0)
        if flags & 0x3000:  # a file that is being merged
            return [], None
        if version == 4:
            cut, start = _offset(data, start)
            end = data.index(b"\0", start)
            name, at = name[: len(name) - cut] + data[start:end], end + 1
        else:
            end = data.index(b"\0", start)
            name, at = data[start:end], at + ((end - at + 8) // 8) * 8
        entries.append(IndexEntry(os.fsdecode(name), fields[6], fields[9], (fields[2], fields[3]), fields[10]))
    return entries, _tree(data, at)


def _offset(data: bytes, at: int) -> tuple[int, int]:
    """A number of variable length, and where it ends."""
    value = data[at] & 127
    while data[at] & 128:
        at += 1
        value = ((value + 1) << 7) | (data[at] & 127)
    return value, at + 1


def _tree(data: bytes, at: int) -> bytes | None:
    """The tree of the whole index, from its extension TREE; None where it holds no more, empty without."""
    for name, body in _extensions(data, at):
        if name == b"TREE":
            counted = body[1 : body.index(b"\n")].split(b" ")[0]
            start = body.index(b"\n") + 1
            return body[start : start + 20] if int(counted) >= 0 else None
    return b""


def _extensions(data: bytes, at: int) -> Iterator[tuple[bytes, bytes]]:
    while at + 8 <= len(data) - 20:
        size = int.from_bytes(data[at + 4 : at + 8], "big")
        yield data[at : at + 4], data[at + 8 : at + 8 + size]
        at += 8 + size


def _has_changed(root: str, entry: IndexEntry) -> bool:
    path = join(root, entry.path)
    kind = entry.mode & 0o170000
    if kind == 0o160000:  # a submodule
        return False
    try:
        there = os.lstat(path)
    except OSError:
        return True
    if stat.S_IFMT(there.st_mode) != kind or (
        kind == stat.S_IFREG and bool(there.st_mode & 0o100) != bool(entry.mode & 0o100)
    ):
        return True
    if there.st_size & 0xFFFFFFFF != entry.size and entry.size:
        return True
    if divmod(there.st_mtime_ns, 1_000_000_000) == entry.changed:
        return False
    return _blob(path, there) != entry.blob


def _blob(path: str, there: os.stat_result) -> bytes:
    """What git calls the content of a file; nothing for one that cannot be read."""
    try:
        content = os.fsencode(os.readlink(path)) if stat.S_ISLNK(there.st_mode) else read_file(path, CONTENT)
    except OSError:
        return b""
    return sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).digest()


_texts: Final[dict[str, tuple[Stamp, str]]] = {}


def _text(name: str) -> str:
    """The text of a small file, and empty without; known from the last time while it is the same file."""
    known = _texts.get(name)
    try:
        if known is not None and stamp_of(os.stat(name)) == known[0]:
            return known[1]
        if not _is_there(name):
            return ""
        stamp, data = read_stamped(name, SMALL)
    except Unsteady:
        return _written(name)
    except OSError:
        return ""
    text = data.decode("utf-8", "surrogateescape")
    if len(text) <= SHORT and time.time_ns() - stamp[4] > SETTLED:
        while len(_texts) >= KEPT:
            _texts.pop(next(iter(_texts)), None)
        _texts[name] = stamp, text
    return text


def _written(name: str) -> str:
    """The text of a small file that somebody is writing."""
    with suppress(OSError):
        return read_file(name, SMALL).decode("utf-8", "surrogateescape")
    return ""
