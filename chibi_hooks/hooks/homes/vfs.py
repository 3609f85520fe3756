"""`vfs://` paths and text -> the virtual files of a home, kept under its `vfs/` directory.

    vfs:///shared/…, /site/… everybody writes            vfs:///tools/shared/…          everybody
    vfs:///home/NAME/…       the context NAME            vfs:///tools/home/NAME/…       the context NAME
    vfs:///flocks/NAME/…     members of the flock        vfs:///tools/flocks/NAME/…     members
                             everything else: nobody

Rules (spec/chibi.md §3.1)
-----
* Everybody reads everything; the table says who writes. `(harness io)` of an unsandboxed file writes everywhere.
* What is `generated` (generated.py) is read like any other file; nobody writes there, the host neither.
* A hook file that is unsandboxed is no agent's to write: it would grant itself the user's files. The host's only.
* All files together have a quota, for the host too. It is counted under the lock, so that processes do not race.
* No path leads out: `..` is refused, and the way from the root is walked directory by directory without following a
  link, so that nothing can be exchanged underway.
* A file is written beside its place and renamed into it: a reader sees the old text or the new one.
* What is wrong is a VfsError for the caller; its message begins with the path.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from chibi_hooks.hooks.homes.generated import Entry, Generated, Steps
from chibi_hooks.hooks.homes.locking import locked_soon
from chibi_hooks.hooks.homes.virtual_paths import VfsError, steps_of

BYTES: Final = 16 << 20  # of one file, both ways: a model reads far less
PATIENCE: Final = 2.0  # seconds that a change waits for another one; the largest takes some hundredths
TURN: Final = 0.005  # seconds between two tries
SYSTEM: Final = None  # as caller: the host itself, `(harness io)`

_DIRECTORY: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class About:
    """What is known of a file or directory: its size in bytes, and the times in seconds since 1970."""

    is_directory: bool
    size: int
    created: float | None = None  # where the system knows
    modified: float | None = None


@dataclass(frozen=True, slots=True)
class Quota:
    """What all virtual files of a home together may take."""

    size: int = 256 << 20  # bytes
    files: int = 10_000  # and directories


class Vfs:
    """The virtual files under `root`. Threads may share it.

    `flocks`: name of a flock -> its members; `sealed`: is the file or directory at this place (`vfs/tools/…`) one that
    only the host writes, or does it hold such ones? `generated`: steps to a directory -> what makes its files.
    """

    def __init__(
        self,
        root: Path,
        flocks: Mapping[str, tuple[str, ...]] | None = None,
        quota: Quota | None = None,
        sealed: Callable[[str], bool] | None = None,
        generated: Mapping[tuple[str, ...], Generated] | None = None,
    ) -> None:
        self.root = root
        self.flocks = dict(flocks or {})
        self.quota = quota or Quota()
        self.sealed = sealed or (lambda place: False)
        self.generated = dict(generated or {})

    def read(self, path: str) -> str:
        """The text of a file; what is no UTF-8 in it is replaced. Raises VfsError."""
        if (made := self._made(path)) is not None:
            text = made[0].read(made[1])
            if text is None:
                raise _Missing(f"{path}: there is no such file")
            return text
        with self._parent(path, make=False) as (directory, name), _saying(path):
            return _read(directory, name, path).decode("utf-8", "replace")

    def entries(self, path: str) -> list[Entry]:
        """What is in a directory, sorted; nothing when there is no directory. Raises VfsError."""
        if (made := self._made(path)) is not None:
            return sorted(made[0].entries(made[1]) or (), key=lambda entry: entry.name)
        steps = steps_of(path)
        found = {each.name: each for each in self._entries(steps, path)}
        for mount in self.generated:
            if list(mount[: len(steps)]) == steps:
                found[mount[len(steps)]] = Entry(mount[len(steps)], is_directory=True)
        return sorted(found.values(), key=lambda entry: entry.name)

    def _entries(self, steps: list[str], path: str) -> list[Entry]:
        try:
            with (
                self._directory(steps, path, make=False) as directory,
                _saying(path),
                os.scandir(directory) as entries,
            ):
                return [Entry(each.name, each.is_dir(follow_symlinks=False)) for each in entries]
        except _Missing:
            return []

    def exists(self, path: str) -> bool:
        """Is there a file or directory? Raises VfsError for what is no path."""
        steps_of(path)
        try:
            self.about(path)
        except VfsError:
            return False
        return True

    def about(self, path: str) -> About:
        """What is known of a file or directory. Raises VfsError."""
        steps = steps_of(path)
        if (made := self._made(path)) is not None:
            return _about_generated(*made, path)
        if not steps or any(list(mount[: len(steps)]) == steps for mount in self.generated):
            return About(is_directory=True, size=0)
        with self._parent(path, make=False) as (directory, name), _saying(path):
            found = os.stat(name, dir_fd=directory, follow_symlinks=False)
        if stat.S_ISLNK(found.st_mode):
            raise VfsError(f"{path}: a link")
        is_there = stat.S_ISDIR(found.st_mode)
        return About(is_there, found.st_size, getattr(found, "st_birthtime", None), found.st_mtime)

    def _made(self, path: str) -> tuple[Generated, Steps] | None:
        """What makes the file at this path, and the steps that are left; None: it is kept on disk."""
        steps = steps_of(path)
        for mount, generated in self.generated.items():
            if tuple(steps[: len(mount)]) == mount:
                return generated, steps[len(mount) :]
        return None

    def write(self, path: str, text: str, caller: str | None) -> None:
        """Put a file there in one step, with the directories it needs. Raises VfsError."""
        self.check_write(path, caller)
        with self._changing(path):
            self._put(path, text)

    def edit(self, path: str, change: Callable[[str], str], caller: str | None, *, make: bool = False) -> None:
        """Put the changed text in place of the old, and nobody writes between; `make`: what is missing is empty.

        Raises VfsError.
        """
        self.check_write(path, caller)
        with self._changing(path):
            self._put(path, change("" if make and not self.exists(path) else self.read(path)))

    def _put(self, path: str, text: str) -> None:
        self._put_bytes(path, text.encode("utf-8", "replace"))

    def _put_bytes(self, path: str, data: bytes) -> None:
        if len(data) > BYTES:
            raise VfsError(f"{path}: wanted at most {BYTES} bytes, got {len(data)}")
        self._check_quota(path, len(data))
        with self._parent(path, make=True) as (directory, name), _saying(path):
            _replace(directory, name, data, path)

    def _check_quota(self, path: str, size: int) -> None:
        """Raises VfsError when a file of this size at `path` would be too much, unless it becomes smaller."""
        try:
            with self._parent(path, make=False) as (directory, name), _saying(path):
                before = os.stat(name, dir_fd=directory, follow_symlinks=False).st_size
            new = 0
        except _Missing:
            before, new = 0, len(steps_of(path))  # at most: the directories above it may be missing as well
        if before and size <= before:
            return
        files, used = _usage(self.root)
        hint = "delete some, or raise max_%s under [vfs] in chibi-hooks.toml"
        if used + size - before > self.quota.size:
            raise VfsError(
                f"{path}: the virtual files may take {self.quota.size} bytes in all and take {used}; "
                f"{hint % 'megabytes'}"
            )
        if new and files + new > self.quota.files:
            raise VfsError(
                f"{path}: there may be {self.quota.files} virtual files and directories and there are {files}; "
                f"{hint % 'files'}"
            )

    def make_directory(self, path: str, caller: str | None) -> bool:
        """Make a directory and those above it; False when it was there. Raises VfsError."""
        self.check_write(path, caller, directory=True)
        with self._changing(path):
            there = self.exists(path)
            if not there:
                self._check_quota(path, 0)
            with self._directory(steps_of(path), path, make=True):
                return not there

    def delete(self, path: str, caller: str | None) -> None:
        """Remove a file, or a directory with all that is in it. Raises VfsError."""
        self.check_write(path, caller)
        with self._changing(path), self._parent(path, make=False) as (directory, name), _saying(path):
            about = os.stat(name, dir_fd=directory, follow_symlinks=False)
            if stat.S_ISDIR(about.st_mode):
                import shutil  # 3 ms of a start, for who deletes a directory

                shutil.rmtree(name, dir_fd=directory)
            else:
                os.unlink(name, dir_fd=directory)

    def copy(self, source: str, target: str, caller: str | None) -> None:
        """Put the bytes of one file in place of another. Raises VfsError."""
        self.check_write(target, caller)
        if self._made(source) is not None:
            self.write(target, self.read(source), caller)
            return
        with self._parent(source, make=False) as (directory, name), _saying(source):
            data = _read(directory, name, source)
        with self._changing(target):
            self._put_bytes(target, data)

    def move(self, source: str, target: str, caller: str | None) -> None:
        """Give a file, or a directory with all that is in it, another name; a file that has it goes. Raises
        VfsError."""
        self.check_write(source, caller)
        self.check_write(target, caller)
        with self._changing(source):
            is_directory = self.about(source).is_directory
            with self._parent(source, make=False) as (old, name), self._parent(target, make=True) as (new, other):
                if is_directory and self.exists(target):
                    raise VfsError(f"{target}: is there already")
                _check_replaceable(new, other, target)
                with _saying(target):
                    os.rename(name, other, src_dir_fd=old, dst_dir_fd=new)

    def check_write(self, path: str, caller: str | None, *, directory: bool = False) -> None:
        """Raises VfsError when `caller` (SYSTEM: the host) may not write there; `directory`: make one."""
        steps = steps_of(path)
        if not steps:
            raise VfsError(f"{path}: wanted a file or directory, got the root")
        if self._made(path) is not None:
            raise VfsError(f"{path}: what is there is made when it is read; nobody writes it")
        if caller is SYSTEM:
            return
        if self.sealed("/".join(("vfs", *steps))):
            raise VfsError(f"{path}: runs unsandboxed, or holds what does; only the user changes it, on disk")
        zone = steps[1:] if steps[:1] == ["tools"] else steps
        if directory:  # the zone's own directory may be made as well
            zone = [*zone, ""]
        if zone[:1] == ["shared"] and len(zone) > 1:
            return
        if steps[:1] == ["site"] and len(zone) > 1:
            return
        match zone:
            case ["home", name, _, *_]:
                if name != caller:
                    raise VfsError(f"{path}: only the context {name} writes here, not {caller or 'one without a name'}")
            case ["flocks", name, _, *_]:
                if name not in self.flocks:
                    raise VfsError(f'{path}: chibi-hooks.toml names no members of {name}: [flocks] {name} = ["…"]')
                if caller not in self.flocks[name]:
                    raise VfsError(f"{path}: {caller or 'a context without a name'} is no member of {name}")
            case _:
                raise VfsError(f"{path}: nobody writes here; try vfs:///shared/… or vfs:///home/{caller or 'NAME'}/…")

    @contextlib.contextmanager
    def _changing(self, path: str) -> Iterator[None]:
        """Only one thread of one process at a time changes something."""
        root = self._open_root(path, make=True)
        try:
            _wait_for(root, path)
            yield
        finally:
            os.close(root)

    # ---- the walk

    @contextlib.contextmanager
    def _directory(self, steps: list[str], path: str, *, make: bool) -> Iterator[int]:
        """An open directory, reached without following a link."""
        here = self._open_root(path, make)
        try:
            for step in steps:
                following = _enter(here, step, path, make)
                os.close(here)
                here = following
            yield here
        finally:
            os.close(here)

    @contextlib.contextmanager
    def _parent(self, path: str, *, make: bool) -> Iterator[tuple[int, str]]:
        """The open directory in which the last name of a path stands, and that name."""
        steps = steps_of(path)
        if not steps:
            raise VfsError(f"{path}: wanted a file, got the root")
        with self._directory(steps[:-1], path, make=make) as directory:
            yield directory, steps[-1]

    def _open_root(self, path: str, make: bool) -> int:
        with _saying(path):
            if make:
                self.root.mkdir(exist_ok=True)
            return os.open(self.root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)


def _wait_for(root: int, path: str) -> None:
    """Be alone there. Raises VfsError when another process does not let go."""
    if not locked_soon(root, PATIENCE, TURN):
        raise VfsError(f"{path}: another process has been changing files for {PATIENCE:g} s")


class _Missing(VfsError):
    """Nothing is there."""


def _about_generated(generated: Generated, steps: Steps, path: str) -> About:
    if generated.entries(steps) is not None:
        return About(is_directory=True, size=0)
    text = generated.read(steps)
    if text is None:
        raise _Missing(f"{path}: there is no such file or directory")
    return About(is_directory=False, size=len(text.encode("utf-8", "replace")))


def _usage(root: Path) -> tuple[int, int]:
    """How many files and directories there are, and their bytes; drafts of writers that died count too."""
    files = size = 0
    pending: list[str | Path] = [root]
    while pending:
        with contextlib.suppress(OSError), os.scandir(pending.pop()) as entries:
            for entry in entries:
                files += 1
                if entry.is_dir(follow_symlinks=False):
                    pending.append(entry.path)
                else:
                    size += entry.stat(follow_symlinks=False).st_size
    return files, size


def _enter(here: int, step: str, path: str, make: bool) -> int:
    with _saying(path):
        try:
            return os.open(step, _DIRECTORY, dir_fd=here)
        except FileNotFoundError:
            if not make:
                raise
            with contextlib.suppress(FileExistsError):
                os.mkdir(step, 0o777, dir_fd=here)
            return os.open(step, _DIRECTORY, dir_fd=here)


def _read(directory: int, name: str, path: str) -> bytes:
    # without waiting: somebody may have put a pipe there
    file = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=directory)
    with open(file, "rb") as stream:
        about = os.fstat(file)
        if not stat.S_ISREG(about.st_mode):
            raise VfsError(f"{path}: {'a directory' if stat.S_ISDIR(about.st_mode) else 'no regular file'}")
        data = stream.read(BYTES + 1)
    if len(data) > BYTES:
        raise VfsError(f"{path}: has more than {BYTES} bytes")
    return data


def _replace(directory: int, name: str, data: bytes, path: str) -> None:
    _check_replaceable(directory, name, path)
    draft = f".{os.urandom(8).hex()}.draft"
    file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666, dir_fd=directory)
    try:
        with open(file, "wb") as stream:
            stream.write(data)
        os.rename(draft, name, src_dir_fd=directory, dst_dir_fd=directory)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(draft, dir_fd=directory)
        raise


def _check_replaceable(directory: int, name: str, path: str) -> None:
    try:
        about = os.stat(name, dir_fd=directory, follow_symlinks=False)
    except FileNotFoundError:
        return
    if not stat.S_ISREG(about.st_mode):
        raise VfsError(f"{path}: {'a directory' if stat.S_ISDIR(about.st_mode) else 'no regular file'}")


@contextlib.contextmanager
def _saying(path: str) -> Iterator[None]:
    """The system's errors as ours."""
    try:
        yield
    except FileNotFoundError:
        raise _Missing(f"{path}: there is no such file or directory") from None
    except NotADirectoryError:  # also what a link says that was to be entered
        raise VfsError(f"{path}: leads through something that is no directory, or through a link") from None
    except OSError as error:
        why = "a link" if error.errno in _LINK else (error.strerror or "cannot be used").lower()
        raise VfsError(f"{path}: {why}") from None


_LINK: Final = (errno.ELOOP, errno.EMLINK)  # what O_NOFOLLOW says of a link, by system
