"""A path where somebody else may have put anything -> the bytes of a regular file, or an OSError that says why not; a
directory -> everything below it, each entry by itself.

Rules
-----
* This is the only way to the contents of files that others can write: hook files, libraries, includes, configuration,
  trust, kept texts, tests and their fixtures, schemas. `tests/test_house.py` holds it.
* Links to regular files are followed. Nothing else is opened: not even to look at it, since opening a pipe wakes its
  writer, and opening a device may do anything. What takes the place of a regular file between the look and the opening
  is opened without waiting (`O_NONBLOCK`) and closed.
* Size before bytes: more than `most` is refused before anything is read, and what grows meanwhile is refused too.
* A file whose identity changes while it is read is `Unsteady`: half of one save and half of the next are no text.
* In a walk each entry fails alone: a link to itself, a directory that may not be entered, a name that is not UTF-8 is
  one `WalkEntry` with a `fault`, and the rest is there. So is a link that leads nowhere and may have led to a directory
  (its name has no ending), and what stands where the directory itself should: what was below is not deleted, but away.

(No `pathlib` and no `typing`: both are felt in each start.)
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator

from chibi_hooks.typenames import Final, TypeAlias

Stamp: TypeAlias = "tuple[int, int, int, int, int]"  # device, inode, size, mtime, ctime: see `stamp_of`

PIECE: Final = 1 << 20  # bytes read at once
TRIES: Final = 3  # readings of a file that changes meanwhile, for whoever cannot come back later
ENTRIES: Final = 20_000  # of one walk; more is a mistake, such as a link to /
LEVELS: Final = 64  # of directories: links can make a tree of any depth
NOWHERE: Final = "it is a link that leads nowhere"

_OPEN: Final = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | getattr(os, "O_NOCTTY", 0)


class Unsteady(OSError):
    """The file changed while it was read; look again soon."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        super().__init__(errno.EAGAIN, "it is being written", os.fspath(path))


def stamp_of(about: os.stat_result) -> Stamp:
    """The part of a `stat` that tells one content of a file from another. Its ctime is the kernel's own: a writer can
    set the mtime back, and not that."""
    return about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns, about.st_ctime_ns


def identity_of(file: int | str | os.PathLike[str]) -> tuple[int, int] | None:
    """Which file or directory is there, whatever it is called; None where none is, or nobody can tell."""
    try:
        there = os.stat(file)
    except OSError:
        return None
    return there.st_dev, there.st_ino


def feed(path: str | os.PathLike[str], most: int, take: Callable[[bytes], object]) -> Stamp:
    """Hand the content of a regular file of at most `most` bytes to `take`, piece by piece; which file it was.

    Raises OSError with the reason in `strerror`; Unsteady, which is one, when it changed meanwhile.
    """
    _check(_named(path), most)
    descriptor = os.open(path, _OPEN)
    try:
        about = os.fstat(descriptor)
        _check(about, most)
        count = _fed(descriptor, about.st_size, path, take)
        if count != about.st_size or stamp_of(os.fstat(descriptor)) != stamp_of(about):
            raise Unsteady(path)
        return stamp_of(about)
    finally:
        os.close(descriptor)


def _fed(descriptor: int, most: int, path: str | os.PathLike[str], take: Callable[[bytes], object]) -> int:
    count = 0
    while piece := os.read(descriptor, PIECE):
        count += len(piece)
        if count > most:
            raise Unsteady(path)
        take(piece)
    return count


def read_stamped(path: str | os.PathLike[str], most: int) -> tuple[Stamp, bytes]:
    """The content of a regular file, and which file it was. Raises OSError, Unsteady as `feed` does."""
    pieces: list[bytes] = []
    stamp = feed(path, most, pieces.append)
    return stamp, pieces[0] if len(pieces) == 1 else b"".join(pieces)


def read_file(path: str | os.PathLike[str], most: int) -> bytes:
    """The content of a regular file, for whoever cannot come back later: one that is being written is read again, a
    few times. Raises OSError."""
    for _ in range(TRIES - 1):
        try:
            return read_stamped(path, most)[1]
        except Unsteady:
            continue
    return read_stamped(path, most)[1]


def read_start(path: str | os.PathLike[str], count: int) -> bytes:
    """The first bytes of a regular file of any size; at most `PIECE`. Raises OSError."""
    _check(_named(path), 1 << 62)
    descriptor = os.open(path, _OPEN)
    try:
        _check(os.fstat(descriptor), 1 << 62)
        return os.read(descriptor, min(count, PIECE))
    finally:
        os.close(descriptor)


def about(path: str | os.PathLike[str]) -> os.stat_result | None:
    """What is there, perhaps behind links; None when nothing is. Raises OSError when nobody can tell, which is not the
    same: what was there may be there still."""
    try:
        return os.stat(path)
    except (FileNotFoundError, NotADirectoryError, ValueError):  # ValueError: no file has a NUL in its name
        return None


def why_absent(path: str | os.PathLike[str]) -> str | None:
    """What is in a name at which no file was found: a link that leads nowhere, or what nobody can tell, which is no
    deletion; None where nothing has it."""
    try:
        is_link = stat.S_ISLNK(os.lstat(path).st_mode)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return None
    except OSError as error:
        return f"nobody can tell what is there: {error.strerror}"
    return NOWHERE if is_link else None


def real_path(path: str | os.PathLike[str]) -> str:
    """The path with its links resolved, as far as they can be: `os.path.realpath` raises before Python 3.12 when a link
    cannot be read, and of a NUL."""
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return os.path.abspath(path)


def is_directory(path: str | os.PathLike[str]) -> bool:
    """Is there a directory, perhaps behind links? What cannot be asked is none."""
    return os.path.isdir(path)


def is_regular(path: str | os.PathLike[str]) -> bool:
    """Is there a regular file, perhaps behind links? What cannot be asked is none."""
    return os.path.isfile(path)


def _named(path: str | os.PathLike[str]) -> os.stat_result:
    try:
        return os.stat(path)
    except ValueError:
        raise OSError(errno.EINVAL, "no file has a NUL in its name") from None


def _check(about: os.stat_result, most: int) -> None:
    if stat.S_ISDIR(about.st_mode):
        raise OSError(errno.EISDIR, "a directory")
    if not stat.S_ISREG(about.st_mode):
        kind = _KINDS.get(stat.S_IFMT(about.st_mode), "something else")
        raise OSError(errno.EINVAL, f"not a regular file but {kind}")
    if about.st_size > most:
        raise OSError(errno.EFBIG, f"it has {about.st_size} bytes, wanted at most {most}")


_KINDS: Final = {
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


# the walk


class WalkEntry:
    """Something below a directory: `name` from there on (`sub/a.scm`), `path`, whether it is a directory, and why it
    can be neither read nor entered, if so (`fault`)."""

    __slots__ = ("fault", "is_directory", "name", "path")

    def __init__(self, name: str, path: str, is_directory: bool = False, fault: str = "") -> None:
        self.name = name
        self.path = path
        self.is_directory = is_directory
        self.fault = fault


def walk(
    root: str | os.PathLike[str],
    *,
    hidden: bool = False,
    most: int = ENTRIES,
    seen: set[object] | None = None,
    asked: Callable[[str], object] | None = None,
) -> Iterator[WalkEntry]:
    """Everything below a directory: the entries of one in the order of their names, then those of its directories.

    Links are followed, to each directory once; what is not there has nothing below it. `hidden`: names that begin with
    a dot too; `seen`: which directories other walks have entered; `asked` is told the paths of directories
    and links that are asked for. Nothing is raised: what is wrong with an entry is its `fault`.
    """
    seen = set() if seen is None else seen
    pending = [(os.fspath(root), "")]
    left = most
    while pending:
        directory, inside = pending.pop()
        if asked is not None:
            asked(directory)
        which = _which(directory)
        if which is None and not inside and os.path.islink(directory):
            yield WalkEntry("", directory, True, NOWHERE)
        if which is None or which in seen:
            continue
        seen.add(which)
        found = _entries(directory, inside, hidden, asked)
        left -= len(found)
        if left < 0 or inside.count("/") > LEVELS:
            much = f"more than {most} entries" if left < 0 else f"more than {LEVELS} folders deep"
            fault = f"{much}; does a link lead out of it?"
            yield WalkEntry(inside.rstrip("/"), directory, True, fault)
            return
        yield from found
        inner = [(each.path, f"{each.name}/") for each in found if each.is_directory and not each.fault]
        pending += reversed(inner)


def _which(directory: str) -> object:
    """The same for every path that leads to a directory: one question instead of one for each part of the path. None
    where nothing is."""
    try:
        there = about(directory)
    except OSError:
        return real_path(directory)
    if there is None:
        return None
    return (there.st_dev, there.st_ino) if there.st_ino else real_path(directory)


def _entries(directory: str, inside: str, hidden: bool, asked: Callable[[str], object] | None) -> list[WalkEntry]:
    try:
        with os.scandir(directory) as entries:
            there = sorted((each for each in entries if hidden or not each.name.startswith(".")), key=_by_name)
    except FileNotFoundError:
        return []
    except OSError as error:
        return [WalkEntry(inside.rstrip("/"), directory, True, f"cannot be entered: {_reason(error)}")]
    if asked is not None:
        for each in there:
            if each.is_symlink():
                asked(each.path)
    return [_entry(each, inside + each.name) for each in there]


def _entry(each: os.DirEntry[str], name: str) -> WalkEntry:
    if not each.name.isascii() and not is_text(each.name):
        return WalkEntry(name, each.path, False, "its name is not UTF-8; rename it")
    try:
        if each.is_symlink() and "." not in each.name and about(each.path) is None:
            return WalkEntry(name, each.path, True, NOWHERE)
        return WalkEntry(name, each.path, each.is_dir())
    except OSError as error:  # links in a circle
        return WalkEntry(name, each.path, False, f"cannot be read: {_reason(error)}")


def _by_name(each: os.DirEntry[str]) -> str:
    return each.name


def _reason(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()


def is_text(name: str) -> bool:
    """Can this be written as UTF-8? A name that could not be read as such has halves of surrogate pairs in it."""
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def shown_name(name: str) -> str:
    """A name as people may see it: bytes that are not UTF-8 as `\\xff`."""
    if name.isascii() or is_text(name):
        return name
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
