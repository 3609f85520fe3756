"""JSON with places: what is read, and edits that leave every other byte as it is."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chibi_hooks.dialects.rows.jsonc import JsonFault, appended, edited, parse, place_of, removed, style_of

TEXTS = [
    '{}', '{ }', '{\n}', '{"a": 1}', '{"a":1,"b":[1,2]}', '{\n  "a": 1\n}\n', '{\r\n\t"a": {"x": []}\r\n}\r\n',
    '\ufeff{\n    "a": [\n        1\n    ]\n}',
]  # fmt: skip
COMMENTED = [
    '{\n  "a": 1 // last\n}', '{\n  "a": 1, // last\n}', '{ // first\n}',
    '{\n  /* one */ "a": 1 /* two */ /* three */\n}', '// head\n{\n  "a": 1,\n  // foot\n}\n// end\n',
]  # fmt: skip


def added(text: str, more: Any, comments: bool = True) -> str:
    root = parse(text, comments, comments)
    return edited(text, appended(text, root, more, style_of(text, root)))


def taken(text: str, *gone: int) -> str:
    return edited(text, removed(text, parse(text, True, True), gone))


@pytest.mark.parametrize("text", [*TEXTS, *COMMENTED])
def test_what_is_appended_is_there_and_all_else_is_as_it_was(text: str) -> None:
    made = added(text, {"hooks": {"E": [{"command": "x"}]}, "z": 2})
    before, after = parse(text, True, True), parse(made, True, True)
    assert after.value == {**before.value, "hooks": {"E": [{"command": "x"}]}, "z": 2}
    count = len(before.parts)
    assert parse(taken(made, count, count + 1), True, True).value == before.value
    if before.parts:
        assert taken(made, count, count + 1) == text


@pytest.mark.parametrize("text", [*TEXTS, *COMMENTED])
def test_line_ends_and_comments_stay(text: str) -> None:
    made = added(text, {"hooks": {"E": []}})
    for part in ("// last", "// first", "/* one */", "/* three */", "// foot", "// head", "// end", "\ufeff"):
        assert (part in text) == (part in made)
    if "\r\n" in text:
        assert "\n" not in made.replace("\r\n", "")
    assert made.endswith("\n") == text.endswith("\n")


def test_it_is_laid_out_as_its_neighbours_are() -> None:
    assert added('{\n    "a": 1\n}', {"b": {"c": [1]}}) == (
        '{\n    "a": 1,\n    "b": {\n        "c": [\n            1\n        ]\n    }\n}'
    )
    assert added('{"a": 1}', {"b": {"c": [1]}}) == '{"a": 1, "b": {"c": [1]}}'
    assert added('{\n\t"a": 1\n}', {"b": []}) == '{\n\t"a": 1,\n\t"b": []\n}'
    assert added("{}", {"b": 1}) == '{\n  "b": 1\n}'


def test_an_item_in_the_middle_goes_without_its_neighbours() -> None:
    text = "[\n  1, // one\n  2, // two\n  3 // three\n]"
    assert taken(text, 1) == "[\n  1, // one\n  3 // three\n]"
    assert taken(text, 0) == "[\n  2, // two\n  3 // three\n]"
    assert parse(taken(text, 0, 2), True, True).value == [2]
    assert parse(taken(text, 1, 2), True, True).value == [1]
    assert parse(taken(text, 0, 1, 2), True, True).value == []


BROKEN = {
    "": "wanted a value, got the end of the file",
    "{": 'wanted a name in "…", got the end of the file',
    '{"a" 1}': "wanted a colon, got '1'",
    '{"a": 1,}': "a comma before }",
    "[1 2]": "wanted a comma or ], got '2'",
    "{} x": "wanted the end after the value",
    "// c\n{}": "wanted a value, got '/' (this agent takes no comments)",
    '{"a": NaN}': "wanted a value, got 'N'",
    '{"a": "\\x"}': "wanted a value, got '\"'",
    "[" * 200: "more than 100 levels",
    "1" * 5000: "a number with too many digits",
    "01": "wanted the end after the value",
}


@pytest.mark.parametrize("text", BROKEN)
def test_what_is_no_json_is_a_fault_with_its_place(text: str) -> None:
    with pytest.raises(JsonFault) as caught:
        parse(text)
    assert str(caught.value) == BROKEN[text]
    assert 0 <= caught.value.offset <= len(text)


def test_places_count_from_one_whatever_the_line_ends() -> None:
    assert [place_of("ab\r\ncd\ne\rf", at) for at in (0, 1, 4, 7, 9)] == ["1:1", "1:2", "2:1", "3:1", "4:1"]


def test_of_members_with_one_name_the_last_one_counts() -> None:
    root = parse('{"a": 1, "a": [2]}')
    found = root.member("a")
    assert found is not None
    assert (root.value, found.value) == ({"a": [2]}, [2])


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
)


@given(VALUES, st.sampled_from([None, 1, 2, "\t"]), st.booleans())
def test_it_reads_what_json_reads(value: Any, indent: Any, ascii: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii)
    assert parse(text).value == value
    assert parse(text, True, True).value == value


@given(
    st.dictionaries(st.text(max_size=4), VALUES, min_size=1, max_size=4), VALUES, st.sampled_from([None, 1, 2, "\t"])
)
def test_what_is_added_is_taken_away_to_the_byte(value: Any, more: Any, indent: Any) -> None:
    text = json.dumps(value, indent=indent)
    made = added(text, {"-": more, "--": more})
    assert json.loads(made) == {**value, "-": more, "--": more}
    count = len(parse(text).parts)
    assert taken(made, count, count + 1) == text
