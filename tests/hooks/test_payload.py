"""JSON text in, a payload out: what is taken, and where a text is wrong."""

from __future__ import annotations

import pytest

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadPayload
from chibi_hooks.hooks.payload import parse_json, parse_payload, payload_bytes


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "payload:1:1: not JSON: Expecting value"),
        ('{"a": 1,\n "b"}', "payload:2:5: not JSON: Expecting ':' delimiter"),
        ('{"a": 1,\n "b": 2\n\n', "payload:2:8: not JSON: Expecting ',' delimiter"),
        ('\n{"a":\n', "payload:2:6: not JSON: Expecting value"),
        ("\n\n", "payload:1:1: not JSON: Expecting value"),
        ("[1]", "payload: wanted a JSON object, got an array"),
        ("null", "payload: wanted a JSON object, got null"),
        ('{"a": NaN}', "payload: not JSON: NaN is no JSON number"),
        ('{"a": 1e999}', "payload: not JSON: 1e999 is too large"),
        ('{"a": ' + "9" * 5000 + "}", "payload: not JSON: a number of more than 4300 digits"),
        (b'{"a": "\xff"}', "payload: wanted JSON in UTF-8, got byte 0xff at 7"),
        (
            '{"a": ' + "[" * 250 + "]" * 250 + "}",
            "payload.a[0][0][0][0][0]…[0][0][0][0][0][0]: wanted at most 200 levels",
        ),
        ('{"a": ' + "[" * 100_000, "payload: wanted at most 200 levels"),
    ],
)
def test_text_that_is_no_payload_is_refused_with_its_place(text: str | bytes, message: str) -> None:
    with pytest.raises(BadPayload) as caught:
        parse_payload(text)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("number", ["NaN", "-Infinity", "1e999", "9" * 5000])
@pytest.mark.parametrize("around", ['{"a": [1, %s]}', ' {"a": [1, %s]}'])
def test_a_number_that_nobody_takes_is_mended_where_the_door_mends(number: str, around: str) -> None:
    assert parse_json(around % number, "payload", mend=True) == {"a": [1, None]}


@pytest.mark.parametrize("levels", [200, 300, 100_000])
def test_what_lies_too_deep_is_mended_where_the_door_mends(levels: int) -> None:
    text = '{"a": "[\\"[{", "b": ' + "[" * levels + "1" + "]" * levels + ', "c": [1, {}]}'
    told = parse_json(text, "payload", mend=True)
    value, depth = told["b"], 0
    while isinstance(value, list):
        value, depth = value[0], depth + 1
    assert (told["a"], told["c"]) == ('["[{', [1, {}])
    assert (value, depth) == (None, 199)
    with pytest.raises(BadPayload):
        parse_json(text[:-1], "payload", mend=True)


def test_a_byte_order_mark_counts_for_nothing() -> None:
    assert parse_payload('\ufeff{"a": 1}') == parse_payload('\ufeff{"a": 1}'.encode()) == {"a": 1}


def test_text_becomes_a_payload() -> None:
    assert (
        parse_payload('{"a": [1, 2.5, "ü", null]}')
        == parse_payload('{"a": [1, 2.5, "ü", null]}'.encode())
        == {"a": [1, 2.5, "ü", None]}
    )


def test_a_payload_that_leads_back_to_itself_is_refused_at_once() -> None:
    files: list[Json] = []
    payload: dict[str, Json] = {"files": files}
    files += [{"of": payload}, {"of": payload}, {"of": payload}]
    with pytest.raises(ValueError, match="Circular"):
        payload_bytes(payload)


def test_keys_that_are_no_strings_are_told_with_their_place() -> None:
    with pytest.raises(ValueError, match=r"payload\.a\[1\]: wanted strings as keys"):
        payload_bytes({"a": [0, {1: 2}]})
