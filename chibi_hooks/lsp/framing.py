"""Bytes of an editor -> whole messages of its protocol, in the form in which pygls reads them: `Messages`.

Rules
-----
* The library waits for any length, and shows its own code for a body that is no message. So where a message ends, and
  whether it may be one, is decided here, before it reads anything.
* After a head that is none, or a length that no message has, nobody knows where the next message begins: that ends the
  conversation, with one line that says why (`fault`). So does an end of the stream amid a message.
* A body that is no message costs itself: it is answered as JSON-RPC says, and the next one is read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, BinaryIO, Final

MESSAGE: Final = 64 << 20  # bytes of one message; a file that is opened has a few thousand
HEAD: Final = 4096  # bytes of a line of the head
LINES: Final = 16  # of a head; the protocol has two
FIELD: Final = re.compile(rb"([!-9;-~]+)[ \t]*:[ \t]*(.*?)[ \t]*\r?\n")
LENGTH: Final = re.compile(rb"[0-9]{1,12}")
SHOWN: Final = 60  # characters of what was got instead

NOT_JSON: Final = -32700
NO_REQUEST: Final = -32600


class Messages:
    """What pygls takes for the stream: `readline` and `read`. `refuse` gets the number and the text of what is wrong
    with a body, and the `id` that it is answered with."""

    def __init__(self, stream: BinaryIO, refuse: Callable[[int, str, Any], None]) -> None:
        self.fault = ""  # why the conversation has ended, where it did not end by itself
        self._stream = stream
        self._refuse = refuse
        self._lines: list[bytes] = []
        self._body = b""

    def readline(self) -> bytes:
        """The next line of a head; nothing at the end."""
        if not self._lines:
            body = self._next()
            if not body:
                return b""
            self._body = body
            self._lines = [b"Content-Length: %d\r\n" % len(body), b"\r\n"]
        return self._lines.pop(0)

    def read(self, size: int) -> bytes:
        """The body whose head was read."""
        return self._body

    def _next(self) -> bytes:
        """The next body that is a message; nothing at the end."""
        while (size := self._head()) is not None:
            body = self._stream.read(size)
            if len(body) < size:
                self.fault = f"wanted a message of {size} bytes, and the stream ended after {len(body)}"
                return b""
            wrong = what_is_wrong(body)
            if wrong is None:
                return body
            self._refuse(*wrong)
        return b""

    def _head(self) -> int | None:
        """How long the next body is; None at the end."""
        size: int | None = None
        for number in range(LINES):
            line = self._stream.readline(HEAD)
            if not line and not number:
                return None
            if line in (b"\r\n", b"\n"):
                if size is None:
                    self.fault = "wanted a line like Content-Length: 42 at the head of a message, got none"
                return size
            field = FIELD.fullmatch(line)
            if field is None:
                self.fault = f"wanted a line like Content-Length: 42, got {_shown(line)}"
                return None
            if field[1].lower() == b"content-length":
                if LENGTH.fullmatch(field[2]) is None or int(field[2]) > MESSAGE:
                    self.fault = f"Content-Length: wanted at most {MESSAGE} bytes, got {_shown(field[2])}"
                    return None
                size = int(field[2])
        self.fault = f"wanted at most {LINES} lines at the head of a message"
        return None


def what_is_wrong(body: bytes) -> tuple[int, str, Any] | None:
    """Why a body is no message: number, text and the `id` to answer with; None where it is one."""
    try:
        message = json.loads(body)
    except (ValueError, RecursionError) as error:
        return NOT_JSON, f"wanted JSON, got {_shown(body)}: {error}", None
    if not isinstance(message, dict):
        return NO_REQUEST, f"wanted one message, got {_shown(body)}", None
    name = message.get("id")
    if isinstance(name, bool) or not isinstance(name, str | int | None):
        return NO_REQUEST, f"id: wanted a string or an integer, got {_shown(json.dumps(name).encode())}", None
    if message.get("jsonrpc") != "2.0":
        return NO_REQUEST, f'jsonrpc: wanted "2.0", got {_shown(json.dumps(message.get("jsonrpc")).encode())}', name
    method = message.get("method")
    if "method" in message and "id" in message and name is None:
        return NO_REQUEST, "id: wanted a string or an integer, got null", None
    if not isinstance(method, str) and ("method" in message or "id" not in message):
        return NO_REQUEST, f"method: wanted a string, got {_shown(json.dumps(method).encode())}", name
    return None


def _shown(data: bytes) -> str:
    text = data[:SHOWN].decode("utf-8", "backslashreplace").strip()
    return (text or "nothing") + ("…" if len(data) > SHOWN else "")
