"""A key and marshallable data in, the same data out in a later process: what was made of a text, on disk.

Rules
-----
* Only a directory of our own is used: made by us with mode 0700, owned by this user, writable by nobody else. What
  lies anywhere else is never read, because `marshal` trusts its input.
* A file begins with the digest of the rest: what is cut off or damaged counts as not there. It is written beside its
  name and renamed.
* A store that cannot be read or written is slow and nothing else.
* Keys contain `fingerprint`: another engine, library or Python finds nothing of ours.
"""

from __future__ import annotations

import marshal
import os
import stat
import sys
from collections.abc import Callable
from functools import cache

try:
    from _blake2 import blake2b  # hashlib loads OpenSSL as well: 2 ms of every start
except ImportError:
    from hashlib import blake2b

from chibi_hooks.scheme.reading.standard_library import DIRECTORY
from chibi_hooks.typenames import Any, Final, TypeVar

DIGEST: Final = 16  # bytes
LARGEST: Final = 64 << 20  # bytes of what is kept: the largest program that is compiled has a tenth
SOURCES: Final = (".py", ".lark", ".sld", ".scm")
MOST_FILES: Final = 5_000  # of a store: 1,000 hook files in a few versions; then the oldest half goes
PRUNE_EVERY: Final = 256  # files written by one process between two looks at how many there are


T = TypeVar("T")
_store: Store | None = None  # the process's: so are the grammar and the libraries


def keep_compiled(directory: str | os.PathLike[str]) -> None:
    """Keep what is made of texts from now on in this directory, and look there first."""
    global _store
    if _store is None or _store.directory != os.fspath(directory):
        _store = Store(directory)


def store_in_use() -> Store | None:
    """Where compiled units are kept, if somebody said so."""
    return _store


def kept(kind: str, make: Callable[[], T]) -> T:
    """What `make` gives, of which there is one for this engine: from the store, if there is one and it is there."""
    if _store is None:
        return make()
    key = key_of(kind)
    found: T | None = _store.get(key)
    if found is None:
        found = make()
        _store.put(key, found)
    return found


class Store:
    """A directory of kept units. `Store(path)` makes it when something is first written."""

    def __init__(self, directory: str | os.PathLike[str]) -> None:
        self.directory = os.fspath(directory)
        self.usable: bool | None = None  # not known yet
        self._written = 0

    def get(self, key: str) -> Any:
        """What was put under the key, or None."""
        if not self._is_ours():
            return None
        try:
            with open(os.path.join(self.directory, key), "rb", opener=_opened) as file:
                about = os.fstat(file.fileno())
                if not stat.S_ISREG(about.st_mode) or about.st_uid != os.geteuid() or about.st_size > LARGEST:
                    return None  # a pipe would hold everybody up, a device has no end
                data = file.read(about.st_size)
            if blake2b(data[DIGEST:], digest_size=DIGEST).digest() != data[:DIGEST]:
                return None
            return marshal.loads(data[DIGEST:])
        except (OSError, ValueError, EOFError, TypeError):
            return None

    def put(self, key: str, value: Any) -> None:
        """Keep a value that `marshal` can write; a value that it cannot is not kept."""
        if not self._is_ours(make=True):
            return
        beside = os.path.join(self.directory, f".{key}.{os.getpid()}")
        try:
            data = marshal.dumps(value)
            with open(beside, "xb") as file:  # nothing that somebody has put there
                file.write(blake2b(data, digest_size=DIGEST).digest() + data)
            os.replace(beside, os.path.join(self.directory, key))
        except (OSError, ValueError):  # a full disk keeps no half of it either
            _remove(beside)
            return
        self._written += 1
        if self._written % PRUNE_EVERY == 1:
            self._prune()

    def _is_ours(self, make: bool = False) -> bool:
        if self.usable is None or (make and not self.usable):
            try:
                if make:
                    os.makedirs(os.path.dirname(self.directory) or ".", exist_ok=True)
                    try:  # noqa: SIM105  contextlib costs each start a millisecond
                        os.mkdir(self.directory, mode=0o700)
                    except FileExistsError:
                        pass
                found = os.lstat(self.directory)
                private = stat.S_ISDIR(found.st_mode) and not found.st_mode & 0o077
                self.usable = private and found.st_uid == os.geteuid()
            except FileNotFoundError:
                return False
            except OSError:
                self.usable = False
        return self.usable

    def _prune(self) -> None:
        try:
            with os.scandir(self.directory) as entries:
                files = [entry for entry in entries if entry.is_file(follow_symlinks=False)]
            if len(files) > MOST_FILES:
                for entry in sorted(files, key=lambda each: each.stat().st_mtime)[: len(files) // 2]:
                    os.unlink(entry.path)
        except OSError:
            self._written += 1  # another process prunes too; ours comes by again


def _opened(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK | os.O_NOFOLLOW)


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:  # it was not made, or cannot be taken away: the next pruning tries again
        return


@cache
def fingerprint() -> bytes:
    """Differs between engines, libraries and Pythons: sizes and times of all their files."""
    found = blake2b(f"{sys.implementation.cache_tag} {sys.version}".encode(), digest_size=DIGEST)
    folders = [os.path.dirname(os.path.dirname(__file__)), DIRECTORY]
    while folders:
        folder = folders.pop()
        files, inner = _sources(folder)
        found.update(f"{folder}\0{files}\0".encode("utf-8", "replace"))
        folders += inner
    return found.digest()


def _sources(folder: str) -> tuple[list[tuple[str, int, int]], list[str]]:
    """What the files of a folder are called, their sizes and times; and the folders in it. Of one that cannot be read
    there is nothing: os.walk, which says the same, takes half as long again."""
    files, inner = [], []
    try:
        with os.scandir(folder) as entries:
            for each in entries:
                if each.name.endswith(SOURCES):
                    about = each.stat()
                    files.append((each.name, about.st_size, about.st_mtime_ns))
                elif "." not in each.name and each.is_dir(follow_symlinks=False) and each.name != "__pycache__":
                    inner.append(each.path)
    except OSError:
        return [], []
    return sorted(files), sorted(inner)


def key_of(*parts: str) -> str:
    """The key of what is made from these texts by this engine."""
    found = blake2b(fingerprint(), digest_size=DIGEST)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        found.update(b"%d\0" % len(data) + data)
    return found.hexdigest()
