"""Bytes as they arrive -> nREPL messages; messages -> bytes.

Rules: what a message is worth is the library's to say, where one ends and whether it may be one at all is decided here,
byte by byte and before anything is kept: the library believes lengths that are negative, numbers of any size and any
depth. The first byte that cannot belong to a message ends the conversation, so that whoever speaks HTTP by mistake is
gone after its first letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from bencodepy import Bencode, BencodeDecodeError  # type: ignore[import-untyped]

MESSAGE: Final = 4 << 20  # bytes of one message; a file that is loaded has a few thousand
DEPTH: Final = 16  # of lists and dictionaries; real messages need 3
LENGTH: Final = re.compile(rb"(0|[1-9][0-9]{0,7}):")
NUMBER: Final = re.compile(rb"i(0|-?[1-9][0-9]{0,17})e")
LONGEST_HEAD: Final = 21  # bytes of the longest number, and more than any length has

_CODEC: Final = Bencode(encoding="utf-8", encoding_fallback="value")

Bmessage = dict[str, Any]  # strings, bytes, integers, lists and dictionaries of them


class NotBencode(Exception):
    """What arrived is no message; the connection is of no more use."""


class Bdecoder:
    """The bytes of one connection."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._at = 0  # up to here the message has been looked at
        self._open: list[str] = []  # "list", or "key" and "value" of a dictionary

    def feed(self, data: bytes) -> Iterator[Bmessage]:
        """The messages that end in these bytes. Raises NotBencode."""
        self._buffer += data
        while self._find_end():
            body = bytes(self._buffer[: self._at])
            del self._buffer[: self._at]
            self._at = 0
            yield _decoded(body)
        if len(self._buffer) > MESSAGE:
            raise NotBencode(f"wanted a message of at most {MESSAGE} bytes")

    def _find_end(self) -> bool:
        """Go on with the message; is it whole?"""
        while self._at < len(self._buffer):
            start = bytes(self._buffer[self._at : self._at + 1])
            if not self._open and start != b"d":
                raise NotBencode(f"wanted a dictionary, got a message that begins with {start!r}")
            if start == b"e":
                self._close()
            elif start in (b"d", b"l"):
                self._begin("key" if start == b"d" else "list")
            elif not self._skip(start):
                return False
            if not self._open:
                return True
        return False

    def _begin(self, kind: str) -> None:
        self._expect_value()
        if len(self._open) >= DEPTH:
            raise NotBencode(f"wanted lists and dictionaries at most {DEPTH} deep")
        self._open.append(kind)
        self._at += 1

    def _close(self) -> None:
        if self._open.pop() == "value":
            raise NotBencode("wanted a value for the last key of a dictionary")
        self._at += 1
        self._ended_value()

    def _skip(self, start: bytes) -> bool:
        """Pass over a string or number; False while it is not whole."""
        is_number = start == b"i"
        match = (NUMBER if is_number else LENGTH).match(self._buffer, self._at)
        if match is None:
            if len(self._buffer) - self._at > LONGEST_HEAD or not _may_begin(self._buffer[self._at :]):
                raise NotBencode(f"wanted a string or a number, got {bytes(self._buffer[self._at : self._at + 20])!r}")
            return False
        end = match.end() + (0 if is_number else int(match[1]))
        if end > MESSAGE:
            raise NotBencode(f"wanted a message of at most {MESSAGE} bytes")
        if end > len(self._buffer):
            return False
        if self._open[-1] == "key":
            if is_number:
                raise NotBencode("wanted a string as the key of a dictionary")
            self._open[-1] = "value"
        else:
            self._ended_value()
        self._at = end
        return True

    def _expect_value(self) -> None:
        if self._open and self._open[-1] == "key":
            raise NotBencode("wanted a string as the key of a dictionary")

    def _ended_value(self) -> None:
        if self._open and self._open[-1] == "value":
            self._open[-1] = "key"


def _may_begin(head: bytes | bytearray) -> bool:
    """Could more bytes make a string or a number of this?"""
    return re.fullmatch(rb"[0-9]{1,8}|i-?[0-9]{0,18}", head) is not None


def encode(message: Mapping[str, Any]) -> bytes:
    """The bytes of a message; what UTF-8 cannot say is replaced."""
    return cast(bytes, _CODEC.encode(_encodable(message)))


def _decoded(body: bytes) -> Bmessage:
    try:
        return cast(Bmessage, _CODEC.decode(body))
    except (BencodeDecodeError, UnicodeDecodeError) as error:  # a key that is no UTF-8
        raise NotBencode(str(error)) from None


def _encodable(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "replace")
    if isinstance(value, Mapping):
        return {key: _encodable(value[key]) for key in sorted(value)}
    if isinstance(value, list | tuple):
        return [_encodable(each) for each in value]
    return value
