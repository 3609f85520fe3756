"""Frames: whole, in pieces, and everything that is none."""

from __future__ import annotations

import json
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chibi_hooks.server.protocol import (
    ANSWER_LIMIT,
    HEADER,
    MAGIC,
    VERSION,
    Decoder,
    OtherVersion,
    ProtocolError,
    TooLarge,
    encode,
)

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
messages = st.dictionaries(st.text(), values, max_size=4)


def frame(body: bytes, version: int = VERSION, magic: bytes = MAGIC) -> bytes:
    return HEADER.pack(magic, version, len(body)) + body


def taken(data: bytes, limit: int = 1000) -> list[object]:
    decoder = Decoder(limit)
    decoder.feed(data)
    found = []
    while (message := decoder.take()) is not None:
        found.append(message)
    return found


@given(st.lists(messages, max_size=4), st.integers(1, 40))
def test_what_is_encoded_is_decoded_however_it_arrives(sent: list[dict[str, object]], piece: int) -> None:
    data = b"".join(encode(message) for message in sent)
    decoder, got = Decoder(ANSWER_LIMIT), []
    for start in range(0, len(data), piece):
        decoder.feed(data[start : start + piece])
        while (message := decoder.take()) is not None:
            got.append(message)
    assert got == sent
    assert not decoder.is_amid


@given(st.binary(max_size=64))
def test_bytes_are_messages_or_wait_or_are_refused(data: bytes) -> None:
    try:
        assert all(isinstance(message, dict) for message in taken(data))
    except ProtocolError as error:
        assert "wanted" in str(error) or "version" in str(error)


@pytest.mark.parametrize("start", [b"GET / HTTP/1.1\r\n\r\n", b"{}\n", b"\0\0\0\0", b"ch!", b"X"])
def test_what_is_no_frame_is_refused_at_its_first_bytes(start: bytes) -> None:
    with pytest.raises(ProtocolError, match="wanted a frame of chibi-hooks, got"):
        taken(start)


@pytest.mark.parametrize("start", [b"", b"c", b"chi", b"chi\x01", b"chi\x01\0\0\0"])
def test_the_beginning_of_a_frame_waits_for_more(start: bytes) -> None:
    assert taken(start) == []


def test_another_version_is_told_apart_before_anything_else() -> None:
    with pytest.raises(OtherVersion, match="this side speaks version 1 of the protocol, the other one version 2"):
        taken(b"chi\x02")


def test_a_length_over_the_limit_is_refused_before_anything_has_come() -> None:
    with pytest.raises(TooLarge, match="at most 1000 bytes, got the beginning of one of 1073741824"):
        taken(struct.pack(">3sBI", MAGIC, VERSION, 1 << 30))


def test_a_message_over_the_limit_is_not_sent() -> None:
    with pytest.raises(TooLarge, match="wanted a message of at most 10 bytes, got 14"):
        encode({"a": "bbbbbb"}, 10)


@pytest.mark.parametrize(
    "body",
    [
        b"", b"[1]", b"1", b"null", b'{"a":', b"\xff\xfe", b'{"a": "\xed\xa0\x80"}', b"[" * 900,
        b'{"n": ' + b"9" * 5000 + b"}",
    ],
)  # fmt: skip
def test_a_body_that_is_no_json_object_is_refused(body: bytes) -> None:
    with pytest.raises(ProtocolError, match="wanted a JSON object"):
        taken(frame(body), 10_000)


def test_a_body_that_is_nested_too_deep_is_refused() -> None:
    with pytest.raises(ProtocolError, match="nested too deep"):
        taken(frame(b'{"a":' * 100_000 + b"1" + b"}" * 100_000), 1 << 20)


def test_a_frame_is_plain_json_after_eight_bytes() -> None:
    assert json.loads(encode({"op": "é"})[8:]) == {"op": "é"}
