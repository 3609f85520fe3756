"""Text, lines, data and bytes go out of input ports, text and bytes into output ports (R7RS 6.13).

Rules
-----
* A port knows nothing of files, of the console or of worlds. It is made over plain functions: `refill` gives the next
  piece ("" or b"" at the end), `sink` takes one.
* Which port is the current one is the host's affair: it sets `provider` once per process, and that looks up the world
  that is running. Ports on files are opened in `values.files`.
* Compiled code takes characters out of `TextInput.buffer` and puts them into `TextOutput.unwritten` itself, as long as
  there are any, or there is `room`; bytes likewise (`BinaryInput.octets`, `BinaryOutput.gathered_bytes`). A closed port
  has neither.
* Everything that collects output has a cap (`limits.ELEMENTS`), because a program that prints for ever must meet an
  error and not the end of memory.
"""

from __future__ import annotations

from collections.abc import Callable

from chibi_hooks.scheme.values import limits
from chibi_hooks.scheme.values.data import Datum, string_of
from chibi_hooks.scheme.values.errors import SchemeError, fail
from chibi_hooks.typenames import Any, Final, Literal, TypeVar

MANY: Final = 4_096  # pieces that a port keeps apart: a few microseconds to join
SHORT: Final = 64  # characters of a piece that is kept apart

T = TypeVar("T")
StandardPort = Literal["input", "output", "error"]


def current(kind: StandardPort) -> Port:
    """The current input, output or error port of the world that is running."""
    return provider(kind)


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
    """Characters, from a text or from pieces of text: those of `buffer` from `position` to `end`, and then what
    `refill` gives. A closed port has nothing in its buffer. `plain`: no carriage return is in it, so that each line
    ends where it says so.
    """

    __slots__ = ("buffer", "position", "end", "plain", "refill", "folds_case", "ahead")
    sort = "input-port"

    def __init__(
        self,
        text: str = "",
        refill: Callable[[], str] | None = None,
        label: str = "string",
        on_close: Callable[[], object] | None = None,
    ) -> None:
        self.label = label
        self.opened = True
        self.on_close = on_close
        self.buffer = text
        self.position = 0
        self.end = len(text)
        self.plain = "\r" not in text
        self.refill = refill  # None: what is in the buffer is all
        self.folds_case = False  # `read` keeps here what `#!fold-case` said
        self.ahead: Any = None  # and what it knows of the text behind the last datum (`reading.plain_data`)

    def close(self) -> None:
        """As any port."""
        self.buffer = ""
        self.position = self.end = 0
        self.ahead = None
        super().close()

    def more(self) -> bool:
        """Try to get more text behind what is buffered; False at the end."""
        if self.refill is None:
            return False
        piece = guarded(self.label, self.refill)
        if not piece:
            return False
        rest = self.buffer[self.position :]
        limits.size("read", len(rest) + len(piece))
        self.buffer = rest + piece
        self.position = 0
        self.end = len(self.buffer)
        self.plain = "\r" not in self.buffer
        return True

    def peek(self) -> str:
        """The next character, "" at the end."""
        if self.position >= self.end and not self.more():
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
        if end >= 0 and (self.plain or self.buffer.find("\r", start, end) < 0):
            self.position = end + 1
            return self.buffer[start:end]
        if end < 0 and self.plain and self.refill is None:  # the last one, without an end
            self.position = self.end
            return self.buffer[start:] if start < self.end else None
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

    `unwritten`: of a port that collects, pieces that are still to be joined and counted; it may grow by pieces of up to
    `SHORT` characters until it has `room` members.
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
        self.label = label
        self.opened = True
        self.on_close = on_close
        self.sink = sink
        self.on_flush = on_flush
        self.cap = cap if sink is not None else cap or limits.ELEMENTS
        """Characters it may take in all; None where the sink itself has a limit."""
        self._gathered: list[str] = []  # what was joined; no StringIO, of whose size nobody is told
        self.joined = 0  # characters that were counted
        self.unwritten: list[str] = []
        self.room = 0
        if sink is None and (cap or limits.ELEMENTS) >= MANY * SHORT:
            self.room = MANY
        elif sink is None:
            self._make_room()

    @property
    def written(self) -> bool:
        """Whether anything was."""
        return self.joined > 0 or any(self.unwritten)

    def put(self, text: str) -> None:
        """Write. Raises a "limit" condition over the cap, a "file" condition if the sink fails."""
        if len(self.unwritten) < self.room and len(text) <= SHORT:
            self.unwritten.append(text)
            return
        if not text:
            return
        self._join()
        written = self.joined + len(text)
        self.joined = written if self.cap is None or written <= self.cap else counted(written, self.cap)
        sink = self.sink
        if sink is not None:
            guarded(self.label, lambda: sink(text))
        else:
            self._gathered.append(text)
            self._make_room()

    def _join(self) -> None:
        """Join what is unwritten: all of it is within the cap."""
        if self.unwritten:
            text = "".join(self.unwritten)
            self.unwritten.clear()
            self.joined += len(text)
            self._gathered.append(text)
            self._make_room()

    def _make_room(self) -> None:
        if self.opened:
            left = ((self.cap or 0) - self.joined) // SHORT
            self.room = MANY if left > MANY else left

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
        if not self._gathered and len(self.unwritten) < MANY // 8:
            return "".join(self.unwritten)
        self._join()
        if len(self._gathered) > 1:
            self._gathered = ["".join(self._gathered)]
        return self._gathered[0] if self._gathered else ""

    def take(self) -> str:
        """What was collected since the last time; the cap counts anew. "" if it went to a sink."""
        if self.sink is not None or not self.written:
            return ""
        self._join()
        taken = self.collected()
        self._gathered = []
        self.joined = 0
        self._make_room()
        return taken or ""


def reading(text: str) -> TextInput:
    """A port like `TextInput(text)`, in two thirds of the time."""
    port = TextInput.__new__(TextInput)
    port.label = "string"
    port.opened = True
    port.on_close = port.refill = port.ahead = None
    port.buffer = text
    port.position = 0
    port.end = len(text)
    port.plain = "\r" not in text
    port.folds_case = False
    return port


def collecting() -> TextOutput:
    """A port like `TextOutput()`, in half the time: programs make one for each string that they write."""
    port = TextOutput.__new__(TextOutput)
    port.label = "string"
    port.opened = True
    port.on_close = port.sink = port.on_flush = None
    port.cap = limits.ELEMENTS
    port._gathered = []
    port.joined = 0
    port.unwritten = []
    port.room = MANY
    return port


class BinaryInput(Port):
    """Bytes, from a bytevector or from pieces: those of `octets` from `offset` to `octets_end`, and then what
    `refill_bytes` gives. A closed port has none.
    """

    __slots__ = ("octets", "offset", "octets_end", "refill_bytes")
    sort = "binary-input-port"

    def __init__(
        self,
        data: bytes = b"",
        refill: Callable[[], bytes] | None = None,
        label: str = "bytevector",
        on_close: Callable[[], object] | None = None,
    ) -> None:
        self.label = label
        self.opened = True
        self.on_close = on_close
        self.octets = data
        self.offset = 0
        self.octets_end = len(data)
        self.refill_bytes = refill

    def close(self) -> None:
        """As any port."""
        self.octets = b""
        self.offset = self.octets_end = 0
        super().close()

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
        self.octets_end = len(self.octets)
        return True

    def peek(self) -> int | None:
        """The next byte, None at the end."""
        if self.offset >= self.octets_end and not self.more():
            return None
        return self.octets[self.offset]

    def take(self, count: int) -> bytes:
        """Up to `count` bytes; fewer only at the end."""
        while self.octets_end - self.offset < count and self.more():
            pass
        taken = self.octets[self.offset : self.offset + count]
        self.offset += len(taken)
        return taken


class BinaryOutput(Port):
    """Bytes, to a bytevector (`collected` gives it) or to a sink.

    `gathered_bytes`: of a port that collects, what was written; it may grow until it has `bytes_room` members.
    """

    __slots__ = ("gathered_bytes", "bytes_room", "sent", "sink_bytes", "cap", "on_flush")
    sort = "binary-output-port"

    def __init__(
        self,
        sink: Callable[[bytes], object] | None = None,
        label: str = "bytevector",
        on_close: Callable[[], object] | None = None,
        on_flush: Callable[[], object] | None = None,
        cap: int | None = limits.ELEMENTS,
    ) -> None:
        self.label = label
        self.opened = True
        self.on_close = on_close
        self.gathered_bytes = bytearray()  # no BytesIO, of whose size nobody is told
        self.bytes_room = (cap or limits.ELEMENTS) if sink is None else 0
        self.sent = 0  # bytes that went to the sink
        self.sink_bytes = sink
        self.on_flush = on_flush
        self.cap = cap

    def put(self, data: bytes) -> None:
        """Write. Raises as `TextOutput.put` does."""
        sink = self.sink_bytes
        if sink is None:
            counted(len(self.gathered_bytes) + len(data), self.bytes_room)
            self.gathered_bytes += data
        else:
            self.sent = counted(self.sent + len(data), self.cap)
            guarded(self.label, lambda: sink(data))

    def close(self) -> None:
        """As any port."""
        self.bytes_room = 0
        super().close()

    def flush(self) -> None:
        """Let the sink pass on what it holds."""
        if self.on_flush is not None:
            guarded(self.label, self.on_flush)

    def collected(self) -> bytes | None:
        """All that was written so far; None if it went to a sink."""
        return bytes(self.gathered_bytes) if self.sink_bytes is None else None


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
