"""What a world may do with files: all, or nothing, as the host handed it in; and the ports that are opened on them.

Rules: whether there are files at all is the host's affair: it sets `provider` once per process, and that looks up the
world that is running. Errors of the operating system are "file" conditions.
"""

from __future__ import annotations

import codecs
import errno
import os
import resource
from collections.abc import Callable

from chibi_hooks.scheme.values.data import string_of
from chibi_hooks.scheme.values.errors import SchemeError, fail
from chibi_hooks.scheme.values.ports import BinaryInput, BinaryOutput, TextInput, TextOutput, guarded
from chibi_hooks.typenames import BinaryIO, Final, Protocol

PIECE: Final = 65_536  # bytes asked of a file at a time: one pipe buffer
KEPT_FREE: Final = 64  # descriptors, a quarter at most: a fire, its record, a plugin and an import are some twenty
TIER_HINT: Final = "a home grants it under [scheme.tiers] in chibi-hooks.toml, `chibi-hooks scheme` with --unsandboxed"
ENVIRONMENT_HINT: Final = f"a home shows single variables under [scheme.environment] in chibi-hooks.toml; {TIER_HINT}"
REFUSED: Final = "files need the tier unsandboxed, this code is sandboxed"


def current() -> Files:
    """The files that the running world may use."""
    return provider()


def open_text_input(path: str) -> TextInput:
    """A textual port on a UTF-8 file. Raises a "file" condition."""
    file = guarded(path, lambda: current().open_read(path))
    decoder = codecs.getincrementaldecoder("utf-8")()

    def refill() -> str:
        while True:  # a piece may end inside a character and give no text yet
            piece = file.read(PIECE)
            text = decoder.decode(piece, final=not piece)
            if text or not piece:
                return text

    return TextInput(refill=refill, label=path, on_close=file.close)


def open_text_output(path: str) -> TextOutput:
    """A textual port to a UTF-8 file. Raises a "file" condition."""
    file = guarded(path, lambda: current().open_write(path))
    return TextOutput(lambda text: file.write(text.encode()), path, file.close, file.flush, cap=None)


def open_binary_input(path: str) -> BinaryInput:
    """A binary port on a file. Raises a "file" condition."""
    file = guarded(path, lambda: current().open_read(path))
    return BinaryInput(refill=lambda: file.read(PIECE), label=path, on_close=file.close)


def open_binary_output(path: str) -> BinaryOutput:
    """A binary port to a file. Raises a "file" condition."""
    file = guarded(path, lambda: current().open_write(path))
    return BinaryOutput(file.write, path, file.close, file.flush, cap=None)


class Files(Protocol):
    """What a world may do with files; handed in by the host. Methods raise OSError."""

    def open_read(self, path: str) -> BinaryIO:
        """A binary file to read from."""

    def open_write(self, path: str) -> BinaryIO:
        """A binary file to write to, empty at first."""

    def exists(self, path: str) -> bool:
        """Whether there is a file."""

    def delete(self, path: str) -> None:
        """Remove the file."""


class NoFiles:
    """The files of a sandboxed world: every use is refused, with the way out."""

    def open_read(self, path: str) -> BinaryIO:
        """Refuse. Raises SchemeError."""
        raise self._refused(path)

    def open_write(self, path: str) -> BinaryIO:
        """Refuse. Raises SchemeError."""
        raise self._refused(path)

    def exists(self, path: str) -> bool:
        """Refuse: what exists is knowledge too. Raises SchemeError."""
        raise self._refused(path)

    def delete(self, path: str) -> None:
        """Refuse. Raises SchemeError."""
        raise self._refused(path)

    def _refused(self, path: str) -> SchemeError:
        return fail("file", f"{path}: {REFUSED}", string_of(path), hint=TIER_HINT)


class DirectFiles:
    """The files of the process itself, for unsandboxed code."""

    def open_read(self, path: str) -> BinaryIO:
        """Open to read."""
        _leave_room()
        return open(path, "rb")

    def open_write(self, path: str) -> BinaryIO:
        """Open to write."""
        _leave_room()
        return open(path, "wb")

    def exists(self, path: str) -> bool:
        """Whether there is a file or directory."""
        return os.path.exists(path)

    def delete(self, path: str) -> None:
        """Remove the file."""
        os.unlink(path)


def _leave_room() -> None:
    """Raises OSError (EMFILE) where a further file would leave the process too few: who cannot open any more cannot
    even say so, let alone record a fire or end it."""
    try:
        limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    except (OSError, ValueError):  # a confined process may not ask: it has limits of its own, and is nobody's host
        return
    descriptor, other = os.pipe()  # that is allowed wherever a file may be opened
    os.close(descriptor)
    os.close(other)
    if limit != resource.RLIM_INFINITY and descriptor >= limit - min(KEPT_FREE, limit // 4):
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))


provider: Callable[[], Files] = NoFiles
