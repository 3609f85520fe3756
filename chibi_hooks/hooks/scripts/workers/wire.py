"""Messages <-> frames on a descriptor: what host, nursery and workers say to each other.

    host ── marshal, as it is trusted ──▶ nursery, worker          `frame_down`, `read_down`
    host ◀── JSON in ASCII, as it is not ── nursery, worker        `frame_up`, `exchange`

Rules
-----
* A frame is its length in four bytes and the message; one is answered by one, so that there is never more than one on
  the way. It is written and read at once, where it fits: two calls of the system each way.
* What a worker says is hostile: the length is bounded before a byte is kept, the text is parsed strictly, and whoever
  reads it checks its shape. A frame that is wrong or stops in the middle is `BadFrame`, never a guess. Nothing of it
  ever goes to marshal, which trusts what it reads.
* The host's end never blocks for long: every `LOOK` seconds its caller is asked whether it still wants to wait.
"""

from __future__ import annotations

import json
import marshal
import os
import socket
import struct
from collections.abc import Callable
from typing import Any, Final

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.payload import BYTES, DEPTH, fault_in

UP: Final = 16 << 20  # bytes: sixteen times what a plugin may answer; parsing it takes the host about 0.2 s
DOWN: Final = BYTES + (1 << 20)  # the largest payload, and what is said about it
LOOK: Final = 0.25  # seconds between two looks at how long a worker has computed
HEAD: Final = struct.Struct("!I")
CHUNK: Final = 1 << 18  # read at once: a socket's buffer
TIMEVAL: Final = struct.Struct("@ll")
AROUND: Final = 4  # levels of a message around the value in it

Patience = Callable[[], object]
"""Asked again and again while there is no answer; raises when there shall be no more waiting."""


class BadFrame(Exception):
    """The other side said something that is no frame, or ended."""


class Unheard(Exception):
    """The other side was gone before it could hear this."""


class TooLong(Exception):
    """A message that does not fit into a frame."""


def prepare(ours: socket.socket) -> None:
    """Let what `exchange` waits for on this socket end every `LOOK` seconds."""
    interval = TIMEVAL.pack(0, int(LOOK * 1e6))
    for direction in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
        ours.setsockopt(socket.SOL_SOCKET, direction, interval)


# to a worker


def frame_down(message: tuple[Any, ...]) -> bytes:
    """The frame of a message of the host. Raises TooLong; ValueError for what is no plain datum of Python's."""
    data = marshal.dumps(message)
    if len(data) > DOWN:
        raise TooLong(f"wanted at most {DOWN >> 20} MB, got {len(data) >> 20} MB")
    return HEAD.pack(len(data)) + data


def read_down(fd: int) -> Any:
    """The host's next message, on a descriptor that blocks; None at its end."""
    data = os.read(fd, CHUNK)
    if not _is_whole(data):
        rest = bytearray(data)
        while not _is_whole(rest):
            more = os.read(fd, CHUNK)
            if not more:
                return None
            rest += more
        data = bytes(rest)
    return marshal.loads(memoryview(data)[HEAD.size :])


def _is_whole(data: bytes | bytearray) -> bool:
    return len(data) >= HEAD.size and len(data) >= HEAD.size + HEAD.unpack_from(data)[0]


# from a worker

_ENCODER: Final = json.JSONEncoder(separators=(",", ":"), allow_nan=False)


def frame_up(message: Json) -> bytes:
    """The frame of a message of a worker. Raises TooLong; TypeError and ValueError for what is not JSON."""
    text = _ENCODER.encode(message).encode("ascii")
    if len(text) > UP:
        raise TooLong(f"wanted at most {UP >> 20} MB, got {len(text) >> 20} MB")
    return HEAD.pack(len(text)) + text


def write(fd: int, frame: bytes) -> None:
    """Send a frame on a descriptor that blocks. Raises OSError."""
    sent = os.write(fd, frame)
    while sent < len(frame):
        sent += os.write(fd, memoryview(frame)[sent:])


# the host's end


def exchange(fd: int, frame: bytes, patience: Patience) -> Json:
    """Send a frame and give the answer, on a descriptor that `prepare` has seen. Raises Unheard, BadFrame,
    OSError, and what `patience` raises."""
    try:
        sent = _write_some(fd, frame)
        while sent < len(frame):
            patience()
            sent += _write_some(fd, memoryview(frame)[sent:])
        while not (data := _read_some(fd)):
            patience()
    except (BrokenPipeError, ConnectionResetError):  # reset: it ended with something that it had not read
        raise Unheard("it ended") from None
    if len(data) < HEAD.size or len(data) < HEAD.size + _bounded(data):
        rest = bytearray(data)
        while len(rest) < HEAD.size or len(rest) < HEAD.size + _bounded(rest):
            patience()
            rest += _read_some(fd)
        data = bytes(rest)
    if len(data) > HEAD.size + _bounded(data):
        raise BadFrame("it said more than it was asked")
    return _parsed(data[HEAD.size :])


def _bounded(data: bytes | bytearray) -> int:
    length: int = HEAD.unpack_from(data)[0]
    if length > UP:
        raise BadFrame(f"it said {length} bytes at once; the limit is {UP}")
    return length


def _write_some(fd: int, data: bytes | memoryview) -> int:
    try:
        return os.write(fd, data)
    except BlockingIOError:  # for `LOOK` seconds there was no room
        return 0


def _read_some(fd: int) -> bytes:
    try:
        data = os.read(fd, CHUNK)
    except BlockingIOError:  # it has said nothing for `LOOK` seconds
        return b""
    if not data:
        raise BadFrame("it ended")
    return data


def _refuse(constant: str) -> Json:
    raise ValueError(f"{constant} is no JSON number")


def _finite(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError(f"{text[:20]} is too large")
    return value


_DECODER: Final = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite)


def _parsed(data: bytes) -> Json:
    try:
        text = data.decode("ascii")
        value: Json = _DECODER.decode(text)
    except (ValueError, RecursionError) as error:
        raise BadFrame(f"it said what is no JSON: {str(error)[:200]}") from None
    if text.count("[") + text.count("{") > DEPTH and (fault := fault_in(value, "it", DEPTH + AROUND)):
        raise BadFrame(f"it said what is no JSON: {fault}")
    return value
