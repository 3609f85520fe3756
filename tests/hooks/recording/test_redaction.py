"""Redaction: what is secret goes, what only looks so stays, and the shape of a payload is kept."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chibi_hooks.hooks.recording.redaction import CUT_MEMBERS, CUT_TEXT, Redaction

GONE = [
    ("mysql --password hunter2 -u root", "mysql --password [redacted] -u root"),
    ("deploy --api-key=hunter2 --force", "deploy --api-key=[redacted] --force"),
    ("export API_TOKEN='hunter 2'; ls", "export API_TOKEN=[redacted]; ls"),
    ('curl -H "Authorization: Bearer hunter2" x', 'curl -H "Authorization: [redacted]" x'),
    ("password: hunter2", "password: [redacted]"),
    ('{"db_password": "hunter2", "n": 1}', '{"db_password": [redacted], "n": 1}'),
    ("git clone https://me:hunter2@host/x", "git clone https://[redacted]@host/x"),
    ("use sk-hunter2hunter2 now", "use [redacted] now"),
    ("AKIAHUNTER2HUNTER2", "[redacted]"),
    ("a=password=hunter2", "a=password=[redacted]"),
    ("-----BEGIN RSA PRIVATE KEY-----\nhunter2\n-----END RSA PRIVATE KEY-----\nrest", "[redacted]\nrest"),
]
KEPT = [
    "the secret santa list",
    "tokens: 12",
    "task-runner sk-learn",
    "ls --color=auto",
    "https://host:8080/x@y",
    "def token(): pass",
    "",
]


@pytest.mark.parametrize(("text", "expected"), GONE, ids=[text for text, _ in GONE])
def test_a_secret_in_a_text_goes(text: str, expected: str) -> None:
    redaction = Redaction()
    assert redaction.text(text) == expected
    assert redaction.text(expected) == expected
    assert redaction.suspects(text)


@pytest.mark.parametrize("text", KEPT)
def test_what_is_no_secret_stays(text: str) -> None:
    assert Redaction().text(text) == text


def test_what_stands_under_a_secret_key_goes_and_keeps_its_shape() -> None:
    value = {"credentials": [{"user": "me", "pin": 12, "x": 1.5, "ok": True, "none": None, "empty": ""}], "user": "me"}
    cleaned = Redaction().clean(value)
    assert cleaned.value == {
        "credentials": [{"user": "[redacted]", "pin": 0, "x": 0, "ok": True, "none": None, "empty": ""}],
        "user": "me",
    }
    assert (cleaned.redacted, cleaned.cut) == (3, 0)
    assert Redaction().clean(cleaned.value) == (cleaned.value, 0, 0)


def test_nothing_is_secret_when_the_home_says_so() -> None:
    redaction = Redaction((), ())
    value = {"password": "sk-hunter2hunter2"}
    assert redaction.clean(value) == (value, 0, 0)
    assert not redaction.suspects("password")


def test_a_pattern_without_plain_letters_suspects_everything() -> None:
    assert Redaction(["p?n", "*"], ()).suspects("anything")
    assert not Redaction(["*_pin"], ()).suspects("pin")


def test_long_parts_are_cut_and_counted() -> None:
    value = {"a": {"text": "x" * 5000, "list": list(range(500))}}
    cleaned = Redaction().clean(value, cut=True)
    assert cleaned.value["a"]["text"] == "x" * CUT_TEXT + "… [5000 characters]"
    assert cleaned.value["a"]["list"] == list(range(CUT_MEMBERS))
    assert cleaned.cut == 2


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(JSON)
def test_a_value_without_secrets_comes_back_as_it_was(value: Any) -> None:
    cleaned = Redaction(["no such key"], ["nosuchword-*"]).clean(value)
    if not cleaned.redacted:
        assert cleaned.value == value
