"""Messages (JSON objects) <-> frames on a stream of bytes: what a resident host and its clients say to each other.

    frame     = "chi" VERSION LENGTH BODY        VERSION: one byte, LENGTH: four, the largest first; BODY: JSON, UTF-8
    greeting  = {"pid", "home", "connection"}                       the host, once, before anything is asked
    request   = {"id": 1, "op": "fire", …}                          the client; `id` is a number of its choice
    interrupt = {"interrupt": 1}                                    the client: whatever request 1 does shall end
    answer    = {"id": 1, "event": {…}} … {"id": 1, "done": {…}}    or {"id": 1, "error": {"kind", "message"}}

Rules
-----
* No input or output here: bytes go in, messages come out, and what is wrong with them is raised at the first byte that
  shows it. A length is believed only up to a limit, and nothing is set aside for what has not arrived.
* The version is in every frame: a newer program and an older one tell each other so, whoever speaks first.
* An `error` without an id is about the connection, which ends with it.
"""

from __future__ import annotations

import json
import struct

from chibi_hooks.hooks.errors import HookError
from chibi_hooks.typenames import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

Message = dict[str, Any]  # a JSON object

VERSION: Final = 1
MAGIC: Final = b"chi"
HEADER: Final = struct.Struct(">3sBI")
REQUEST_LIMIT: Final = 16 << 20  # bytes: payloads of whole conversations have 1 or 2 MB; 16 MB are read in 0.1 s
ANSWER_LIMIT: Final = 256 << 20  # bytes: a client asked for it, and believes its own host
UNKNOWN: Final = "whether it was done is not known; `chibi-hooks log` shows the fires that were"

ErrorKind = Literal[
    "config",  # the home's: a ConfigError
    "request",  # the caller's: a BadRequest
    "protocol",  # what arrived was no message
    "busy",  # too many clients or requests; nothing was done
    "stopping",  # the host is about to end; nothing was done
    "elsewhere",  # the host holds other homes than the client means; nothing was done
    "ours",  # a fault of the host
]


class ProtocolError(HookError):
    """What arrived is no frame of ours; the connection is of no more use."""


class TooLarge(ProtocolError):
    """A frame is larger than the other side takes."""


class OtherVersion(ProtocolError):
    """The other side speaks another version."""


def encode(message: Mapping[str, Any], limit: int = ANSWER_LIMIT) -> bytes:
    """The frame of a message. Raises TooLarge, and ValueError for what JSON cannot say."""
    body = json.dumps(message, separators=(",", ":")).encode("ascii")
    if len(body) > limit:
        raise TooLarge(f"wanted a message of at most {limit} bytes, got {len(body)}")
    return HEADER.pack(MAGIC, VERSION, len(body)) + body


class Decoder:
    """Bytes as they arrive -> messages."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._buffer = bytearray()

    @property
    def is_amid(self) -> bool:
        """Has a frame begun that has not ended?"""
        return bool(self._buffer)

    def feed(self, data: bytes) -> None:
        """These bytes have arrived."""
        self._buffer += data

    def take(self) -> Message | None:
        """The next message; None while it is not whole. Raises ProtocolError."""
        buffer = self._buffer
        _check_start(bytes(buffer[:4]))
        if len(buffer) < HEADER.size:
            return None
        length = HEADER.unpack_from(buffer)[2]
        if length > self._limit:
            raise TooLarge(f"wanted a frame of at most {self._limit} bytes, got the beginning of one of {length}")
        end = HEADER.size + length
        if len(buffer) < end:
            return None
        body = bytes(buffer[HEADER.size : end])
        del buffer[:end]
        return _message(body)


def error_message(kind: ErrorKind, text: str, id: int | None = None) -> Message:
    """The message that something went wrong; without `id` the connection ends."""
    about = {} if id is None else {"id": id}
    return {**about, "error": {"kind": kind, "message": text}}


def _check_start(start: bytes) -> None:
    if start[:3] != MAGIC[: len(start)]:
        raise ProtocolError(f"wanted a frame of chibi-hooks, got {start!r}")
    if len(start) == 4 and start[3] != VERSION:
        raise OtherVersion(f"this side speaks version {VERSION} of the protocol, the other one version {start[3]}")


def _message(body: bytes) -> Message:
    try:
        message = json.loads(body.decode("utf-8"))
    except RecursionError:
        raise ProtocolError("wanted a JSON object, got one that is nested too deep") from None
    except ValueError as error:  # UnicodeDecodeError and JSONDecodeError are such, and numbers of 4,300 digits
        raise ProtocolError(f"wanted a JSON object: {error}") from None
    if not isinstance(message, dict):
        raise ProtocolError(f"wanted a JSON object, got {body[:40]!r}")
    return message
