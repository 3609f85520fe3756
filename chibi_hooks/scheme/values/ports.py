"""Text, lines, data and bytes go out of input ports, text and bytes into output ports (R7RS 6.13).

Rules
-----
* A port knows nothing of files, of the console or of worlds. It is made over plain functions: `refill` gives the next
  piece ("" or b"" at the end), `sink` takes one.
* Which port is the current one, and whether there are files at all, is the host's affair: it sets `provider` and
  `files_provider` once per process, and they look up the world that is running.
* Compiled code takes characters out of `TextInput.coming` and puts them into `TextOutput.unwritten` itself, as long as
  there are any, or there is `room`. A closed port has neither.
* Everything that collects output has a cap (`limits.ELEMENTS`), because a program that prints for ever must meet an
  error and not the end of memory.
"""

from __future__ import annotations

import codecs
import os
from collections.abc import Callable
from io import BytesIO, StringIO

from chibi_hooks.scheme.values import limits
from chibi_hooks.scheme.values.data import CHARS, Char, Datum, string_of
from chibi_hooks.scheme.values.errors import SchemeError, fail
from chibi_hooks.typenames import BinaryIO, Final, Literal, Protocol, TypeVar

FEW: Final = 8  # characters made ready for the first that is read
MANY: Final = 4_096  # pieces or characters that a port keeps apart: a few microseconds to join or to make
PIECE: Final = 65_536  # bytes asked of a file at a time: one pipe buffer
TIER_HINT: Final = "a home grants it under [scheme.tiers] in chibi-hooks.toml, `chibi-hooks scheme` with --unsandboxed"
ENVIRONMENT_HINT: Final = f"a home shows single variables under [scheme.environment] in chibi-hooks.toml; {TIER_HINT}"
REFUSED: Final = "files need the tier unsandboxed, this code is sandboxed"

T = TypeVar("T")
StandardPort = Literal["input", "output", "error"]


def current(kind: StandardPort) -> Port:
    """The current input, output or error port of the world that is running."""
    return provider(kind)


def files() -> Files:
    """The files that the running world may use."""
    return files_provider()


class Port(Datum):
    """A port. `label` says what it is on, to people; `on_close` is called once, when it is closed."""

    __slots__ = ("label", "opened", "on_close")
    sort = "port"

    def __init__(self, label: str, on_close: Callable[[], object] | None = None) -> None:
        self.label = label
        self.opened = True
        self.on_close = on_close

    def close(self) -> None:
        """Close it; closing again does nothing. Raises a "file" condition if the rest could not be written."""
        if self.opened:
            self.opened = False
            if self.on_close is not None:
                guarded(self.label, self.on_close)

    def description(self) -> str:
        """What its written form says between `#<` and `>`."""
        return f"{'' if self.opened else 'closed '}{self.sort} {self.label}"


class TextInput(Port):
    """Characters, from a text or from pieces of text.

    `coming`: the next few characters, the last one first, once somebody reads by the character; `position` takes back
    those that were not read.
    """

    __slots__ = ("buffer", "coming", "refill", "folds_case", "_behind", "_ahead")
    sort = "input-port"

    def __init__(
        self,
        text: str = "",
        refill: Callable[[], str] | None = None,
        label: str = "string",
        on_close: Callable[[], object] | None = None,
    ) -> None:
        super().__init__(label, on_close)
        self.buffer = text
        self.coming: list[Char] = []
        self._behind = 0  # the position behind what is coming
        self._ahead = FEW  # characters to take out of the buffer at a time
        self.refill = refill  # None: what is in the buffer is all
        self.folds_case = False  # `read` keeps here what `#!fold-case` said

    @property
    def position(self) -> int:
        """How many characters of the buffer were read."""
        coming = self.coming
        if coming:
            self._behind -= len(coming)
            self._ahead = FEW  # it is not read by the character only
            coming.clear()
        return self._behind

    @position.setter
    def position(self, position: int) -> None:
        self.coming.clear()
        self._behind = position

    def fetch(self) -> bool:
        """Have characters come, if there are any."""
        if self.coming:
            return True
        at = self._behind
        if at >= len(self.buffer):
            if not self.more():
                return False
            at = self._behind
        piece = self.buffer[at : at + self._ahead]
        self.coming.extend(map(CHARS.__getitem__, piece[::-1]))
        self._behind = at + len(piece)
        self._ahead = min(2 * self._ahead, MANY)
        return True

    def close(self) -> None:
        """As any port."""
        self.coming.clear()
        super().close()

    def more(self) -> bool:
        """Try to get more text behind what is buffered; False at the end."""
        if self.refill is None:
            return False
        piece = guarded(self.label, self.refill)
        if not piece:
            return False
        read = self.position
        if read:
            self.buffer = self.buffer[read:]
            self.position = 0
        limits.size("read", len(self.buffer) + len(piece))
        self.buffer += piece
        return True

    def peek(self) -> str:
        """The next character, "" at the end."""
        if self.position >= len(self.buffer) and not self.more():
            return ""
        return self.buffer[self.position]

    def take(self, count: int) -> str:
        """Up to `count` characters; fewer only at the end."""
        while len(self.buffer) - self.position < count and self.more():
            pass
        at = self.position
        taken = self.buffer[at : at + count]
        self.position = at + len(taken)
        return taken

    def line(self) -> str | None:
        """The next line without its end (LF, CR or CR LF), None at the end."""
        start = self.position
        end = self.buffer.find("\n", start)
        if end >= 0 and self.buffer.find("\r", start, end) < 0:
            self._behind = end + 1
            return self.buffer[start:end]
        at = self._line_end()
        if at is None:
            if self.position >= len(self.buffer):
                return None
            return self.take(len(self.buffer) - self.position)
        found = self.buffer[self.position : at]
        width = 2 if self.buffer.startswith("\r\n", at) else 1
        self.position = at + width
        return found

    def _line_end(self) -> int | None:
        """Where the line ends, with what follows a CR in the buffer; None if it ends with the text."""
        done = 0  # characters from the position on that hold no end of line
        while True:
            start = self.position + done
            at = self.buffer.find("\n", start)
            cr = self.buffer.find("\r", start, at if at >= 0 else len(self.buffer))
            if cr >= 0 and (cr + 1 < len(self.buffer) or not self.more()):
                return cr
            if cr < 0 and at >= 0:
                return at
            if cr < 0:
                done = len(self.buffer) - self.position
                if not self.more():
                    return None


class TextOutput(Port):
    """Characters, to a string (`collected` gives it) or to a sink.

    `unwritten`: of a port that collects, pieces that are still to be joined and counted; it may grow by single
    characters until it has `room` members.
    """

    __slots__ = ("unwritten", "room", "sink", "cap", "on_flush", "_gathered", "joined")
    sort = "output-port"

    def __init__(
        self,
        sink: Callable[[str], object] | None = None,
        label: str = "string",
        on_close: Callable[[], object] | None = None,
        on_flush: Callable[[], object] | None = None,
        cap: int | None = limits.ELEMENTS,
    ) -> None:
        super().__init__(label, on_close)
        self.sink = sink
        self.on_flush = on_flush
        self.cap = cap if sink is not None else cap or limits.ELEMENTS
        """Characters it may take in all; None where the sink itself has a limit."""
        self._gathered: StringIO | None = None  # what was joined
        self.joined = 0  # characters that were counted
        self.unwritten: list[str] = []
        self.room = 0 if sink is not None else min(MANY, self.cap or 0)

    @property
    def written(self) -> bool:
        """Whether anything was."""
        return self.joined > 0 or bool(self.unwritten)

    def put(self, text: str) -> None:
        """Write. Raises a "limit" condition over the cap, a "file" condition if the sink fails."""
        more = len(text) - 1
        room = self.room - more
        if len(self.unwritten) < room and more >= 0:
            self.unwritten.append(text)
            self.room = room
            return
        self._join()
        written = self.joined + len(text)
        self.joined = written if self.cap is None or written <= self.cap else counted(written, self.cap)
        sink = self.sink
        if sink is not None:
            guarded(self.label, lambda: sink(text))
        elif text:
            self._gather(text)
            self._make_room()

    def _join(self) -> None:
        """Join what is unwritten: all of it is within the cap."""
        if self.unwritten:
            text = "".join(self.unwritten)
            self.unwritten.clear()
            self.joined += len(text)
            self._gather(text)
            self._make_room()

    def _gather(self, text: str) -> None:
        if self._gathered is None:
            self._gathered = StringIO(newline="")
        self._gathered.write(text)

    def _make_room(self) -> None:
        if self.opened:
            self.room = min(MANY, (self.cap or 0) - self.joined)

    def close(self) -> None:
        """As any port."""
        self.room = 0
        super().close()

    def flush(self) -> None:
        """Let the sink pass on what it holds."""
        if self.on_flush is not None:
            guarded(self.label, self.on_flush)

    def collected(self) -> str | None:
        """All that was written so far; None if it went to a sink."""
        if self.sink is not None:
            return None
        if self._gathered is None and len(self.unwritten) < MANY // 8:
            return "".join(self.unwritten)
        self._join()
        return "" if self._gathered is None else self._gathered.getvalue()

    def take(self) -> str:
        """What was collected since the last time; the cap counts anew. "" if it went to a sink."""
        if self.sink is not None or not self.written:
            return ""
        self._join()
        taken = self.collected()
        self._gathered = None
        self.joined = 0
        self._make_room()
        return taken or ""


class BinaryInput(Port):
    """Bytes, from a bytevector or from pieces."""

    __slots__ = ("octets", "offset", "refill_bytes")
    sort = "binary-input-port"

    def __init__(
        self,
        data: bytes = b"",
        refill: Callable[[], bytes] | None = None,
        label: str = "bytevector",
        on_close: Callable[[], object] | None = None,
    ) -> None:
        super().__init__(label, on_close)
        self.octets = data
        self.offset = 0
        self.refill_bytes = refill

    def more(self) -> bool:
        """Try to get more bytes behind what is buffered; False at the end."""
        if self.refill_bytes is None:
            return False
        piece = guarded(self.label, self.refill_bytes)
        if not piece:
            return False
        rest = self.octets[self.offset :]
        limits.size("read-bytevector", len(rest) + len(piece))
        self.octets = rest + piece
        self.offset = 0
        return True

    def peek(self) -> int | None:
        """The next byte, None at the end."""
        if self.offset >= len(self.octets) and not self.more():
            return None
        return self.octets[self.offset]

    def take(self, count: int) -> bytes:
        """Up to `count` bytes; fewer only at the end."""
        while len(self.octets) - self.offset < count and self.more():
            pass
        taken = self.octets[self.offset : self.offset + count]
        self.offset += len(taken)
        return taken


class BinaryOutput(Port):
    """Bytes, to a bytevector (`collected` gives it) or to a sink."""

    __slots__ = ("gathered_bytes", "written", "sink_bytes", "cap", "on_flush")
    sort = "binary-output-port"

    def __init__(
        self,
        sink: Callable[[bytes], object] | None = None,
        label: str = "bytevector",
        on_close: Callable[[], object] | None = None,
        on_flush: Callable[[], object] | None = None,
        cap: int | None = limits.ELEMENTS,
    ) -> None:
        super().__init__(label, on_close)
        self.gathered_bytes = BytesIO() if sink is None else None
        self.sink_bytes = sink
        self.on_flush = on_flush
        self.written = 0
        self.cap = cap

    def put(self, data: bytes) -> None:
        """Write. Raises as `TextOutput.put` does."""
        self.written = counted(self.written + len(data), self.cap)
        if self.gathered_bytes is not None:
            self.gathered_bytes.write(data)
        elif self.sink_bytes is not None:
            sink = self.sink_bytes
            guarded(self.label, lambda: sink(data))

    def flush(self) -> None:
        """Let the sink pass on what it holds."""
        if self.on_flush is not None:
            guarded(self.label, self.on_flush)

    def collected(self) -> bytes | None:
        """All that was written so far; None if it went to a sink."""
        return None if self.gathered_bytes is None else self.gathered_bytes.getvalue()


def counted(total: int, cap: int | None) -> int:
    """The total, if a port with that cap may have written so much. Raises SchemeError."""
    if cap is not None and total > cap:
        raise fail("limit", f"the port would have taken {total} characters or bytes, the limit is {cap}", who="write")
    return total


def guarded(label: str, act: Callable[[], T]) -> T:
    """Do what may fail in the operating system; its errors become "file" conditions that name the port or the file.

    Raises SchemeError.
    """
    try:
        return act()
    except (OSError, ValueError) as error:  # UnicodeDecodeError is a ValueError, and so is a path with a NUL
        raise file_error(label, error) from None


def file_error(label: str, error: OSError | ValueError) -> SchemeError:
    """The condition for a failure of the operating system, in words that show nothing of Python."""
    if isinstance(error, UnicodeError):
        reason = "wanted UTF-8 text, got other bytes"
    elif isinstance(error, OSError) and error.strerror:
        reason = error.strerror.lower()
    else:
        reason = "the operation is not possible"
    return fail("file", f"{label}: {reason}", string_of(label))


def open_text_input(path: str) -> TextInput:
    """A textual port on a UTF-8 file. Raises a "file" condition."""
    file = guarded(path, lambda: files().open_read(path))
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
    file = guarded(path, lambda: files().open_write(path))
    return TextOutput(lambda text: file.write(text.encode()), path, file.close, file.flush, cap=None)


def open_binary_input(path: str) -> BinaryInput:
    """A binary port on a file. Raises a "file" condition."""
    file = guarded(path, lambda: files().open_read(path))
    return BinaryInput(refill=lambda: file.read(PIECE), label=path, on_close=file.close)


def open_binary_output(path: str) -> BinaryOutput:
    """A binary port to a file. Raises a "file" condition."""
    file = guarded(path, lambda: files().open_write(path))
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
        return open(path, "rb")

    def open_write(self, path: str) -> BinaryIO:
        """Open to write."""
        return open(path, "wb")

    def exists(self, path: str) -> bool:
        """Whether there is a file or directory."""
        return os.path.exists(path)

    def delete(self, path: str) -> None:
        """Remove the file."""
        os.unlink(path)


class PortDefaults:
    """The three ports that a world starts with; without arguments: no input, and output that is kept up to the cap."""

    __slots__ = ("input", "output", "error")

    def __init__(self, input: Port | None = None, output: Port | None = None, error: Port | None = None) -> None:
        self.input = input or TextInput(label="standard-input")
        self.output = output or TextOutput(label="standard-output")
        self.error = error or TextOutput(label="standard-error")

    def current(self, kind: StandardPort) -> Port:
        """One of the three."""
        found: Port = getattr(self, kind)
        return found


provider: Callable[[StandardPort], Port] = PortDefaults().current
files_provider: Callable[[], Files] = NoFiles
