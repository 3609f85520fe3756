"""A path and what shall be in it -> the steps by which editors, tools and git bring it there; and what lies in a path
when it is no such thing. Between two steps anything may happen.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

Step = tuple[str, Callable[[], object]]  # what it is, and how it is done
Saving = Callable[[Path, str], Iterator[Step]]


def clear(path: Path) -> None:
    """Whatever is there goes."""
    if path.is_dir() and not path.is_symlink():  # a host may write into it meanwhile
        for _ in range(100):
            shutil.rmtree(path, ignore_errors=True)
            if not path.exists():
                break
    else:
        path.unlink(missing_ok=True)


def plainly(path: Path, text: str) -> Iterator[Step]:
    """As `cat >` does where nothing odd is in the way."""
    yield "write it", lambda: (clear(path), _write(path, text))


def truncating(path: Path, text: str) -> Iterator[Step]:
    """As nano, and vim with `backupcopy=yes`."""
    yield "truncate it", lambda: (clear(path), path.touch(), path.chmod(0o755))
    yield "write half of it", lambda: _write(path, text[: len(text) // 2])
    yield "write all of it", lambda: _write(path, text)


def removing(path: Path, text: str) -> Iterator[Step]:
    """As git, and editors that delete before they write."""
    yield "remove it", lambda: clear(path)
    yield "write it anew", lambda: _write(path, text)


def renaming(path: Path, text: str) -> Iterator[Step]:
    """As everybody should."""
    draft = path.with_name(f"{path.name}.tmp")
    yield "write a draft", lambda: _write(draft, text)
    yield "rename the draft", lambda: (path.is_dir() and clear(path), os.replace(draft, path))


def backing_up(path: Path, text: str) -> Iterator[Step]:
    """As vim with `backupcopy=no`: swap file, backup by renaming, new file, backup gone."""
    swap, backup = path.with_name(f".{path.name}.swp"), path.with_name(f"{path.name}~")
    yield "make a swap file", lambda: swap.write_text("b0VIM")
    yield "rename it to a backup", lambda: (clear(backup), os.path.lexists(path) and os.rename(path, backup))
    yield "write half of the new one", lambda: _write(path, text[: len(text) // 2])
    yield "write the new one", lambda: _write(path, text)
    yield "remove backup and swap file", lambda: (clear(backup), clear(swap))


def linking(path: Path, text: str) -> Iterator[Step]:
    """As emacs with `backup-by-copying-when-linked`, and stow: the name becomes a link to a file elsewhere."""
    target = path.parents[2] / f"elsewhere-{path.name}"
    yield "write it elsewhere", lambda: _write(target, text)
    yield "remove the name", lambda: clear(path)
    yield "link the name", lambda: os.path.lexists(path) or path.symlink_to(target)


def exchanging(path: Path, text: str) -> Iterator[Step]:
    """As a deployment: the whole folder is made anew beside the old one and takes its place."""
    old, new = path.parent.with_name("old"), path.parent.with_name("new")
    yield "copy the folder", lambda: (clear(new), _copy(path.parent, new))
    yield "write it in the copy", lambda: (clear(new / path.name), _write(new / path.name, text))
    yield "move the old folder away", lambda: (clear(old), os.rename(path.parent, old))
    yield "move the new folder there", lambda: (clear(path.parent), os.rename(new, path.parent))


def checking_out(path: Path, text: str) -> Iterator[Step]:
    """As git itself: the branch `other` has no such file, `wanted` has it as it shall be."""
    home = path.parents[1] if path.parent.name in ("hooks", "plugins", "lib") else path.parent
    git = ["git", "-C", str(home)]
    for setting in ("user.name=x", "user.email=x@x", "core.fsync=none", "gc.auto=0", "maintenance.auto=0"):
        git += ["-c", setting]

    def run(*words: str) -> None:
        subprocess.run([*git, *words], check=True, capture_output=True)

    def branch() -> None:
        clear(home / ".git")
        clear(path)
        run("init", "-q", "-b", "other", "--template=")
        (home / "README").write_text("a file of every branch")
        run("add", "-A")
        run("commit", "-qm", "without it")
        run("checkout", "-q", "-b", "wanted")
        _write(path, text)
        run("add", "-A", "-f")
        run("commit", "-qm", "with it")

    yield "commit it on a branch", branch
    yield "git checkout other", lambda: run("checkout", "-q", "-f", "other")
    yield "git checkout wanted", lambda: run("checkout", "-q", "-f", "wanted")
    yield "remove the repository", lambda: clear(home / ".git")


SAVINGS: Final[dict[str, Saving]] = {
    each.__name__: each
    for each in (plainly, truncating, removing, renaming, backing_up, linking, exchanging, checking_out)
}


def _copy(old: Path, new: Path) -> None:
    def special(folder: str, names: list[str]) -> list[str]:
        return [each for each in names if os.path.exists(path := f"{folder}/{each}") and not (
            os.path.isfile(path) or os.path.isdir(path))]  # fmt: skip

    shutil.copytree(old, new, symlinks=True, ignore=special)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    if path.is_symlink() or (path.exists() and not path.is_file()):
        clear(path)
    path.write_text(text)
    path.chmod(0o755)  # plugins are to be run, and nobody else minds


def _listen(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        descriptor = os.open(path.parent, os.O_RDONLY)
        try:
            server.bind(f"/proc/self/fd/{descriptor}/{path.name}")  # the name of a socket may have 107 bytes
        finally:
            os.close(descriptor)


ODD: Final[dict[str, Callable[[Path], object]]] = {
    "empty": lambda path: path.write_bytes(b""),
    "blank": lambda path: path.write_bytes(b"\xef\xbb\xbf \n"),
    "NULs": lambda path: path.write_bytes(b"\0" * 4096),
    "not UTF-8": lambda path: path.write_bytes(b"\xff\xfe(define-hook"),
    "an error": lambda path: path.write_text("(car 1)"),
    "deep": lambda path: path.write_text("(" * 10_000),
    "conflict markers": lambda path: path.write_text("<<<<<<< HEAD\n(a)\n=======\n(b)\n>>>>>>> other\n"),
    "huge": lambda path: (path.touch(), os.truncate(path, 65 << 20)),
    "a directory": lambda path: path.mkdir(),
    "a pipe": lambda path: os.mkfifo(path),
    "a socket": _listen,
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "a link that leads nowhere": lambda path: path.symlink_to("nowhere"),
    "a link to its own folder": lambda path: path.symlink_to(path.parent),
}
"""What may lie where a text of the home should be; none of it takes a guard away."""
