"""S-expressions as data: what they mean as JSON, what is refused with its place, and the way back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chibi_hooks.hooks.errors import BadPayload
from chibi_hooks.hooks.scripts.sexp import DEPTH, parse_sexp, write_sexp
from tests.halves import examples


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('((tool_name . "sh") (arguments (command . "ls") (n . 3)))',
         {"tool_name": "sh", "arguments": {"command": "ls", "n": 3}}),
        ('((tool_name . "sh") (arguments . ((command . "ls"))))', {"tool_name": "sh", "arguments": {"command": "ls"}}),
        ('(:tool_name "sh" :arguments (:n 3 :b :false))', {"tool_name": "sh", "arguments": {"n": 3, "b": False}}),
        ('(("a b" . 1) (c . x))', {"a b": 1, "c": "x"}),
        ("[1 -2.5 1e3 t #t true #f false :false null :null]", [1, -2.5, 1000.0, *[True] * 3, *[False] * 3, None, None]),
        ("(1 2 (3 4))", [1, 2, [3, 4]]),
        ("[((a . 1)) ((a . 2))]", [{"a": 1}, {"a": 2}]),
        ("((include) (exclude . nil))", {"include": [], "exclude": []}),
        ('; a comment\n((a . "x;y") ; another\n (b . "q\\"\\n\\\\"))', {"a": "x;y", "b": 'q"\n\\'}),
        ('"just text"', "just text"),
        ("((a . 123456789012345678901234567890))", {"a": 123456789012345678901234567890}),
        ("((ü . \"é\"))", {"ü": "é"}),
        ("((a . 1) (a . 2))", {"a": 1}),
    ],
)  # fmt: skip
def test_an_expression_means_what_its_author_meant(text: str, value: Any) -> None:
    assert parse_sexp(text, "f") == value


@pytest.mark.parametrize(("hint", "value"), [({"arguments": {}}, {}), ({"arguments": []}, []), (None, [])])
def test_what_is_empty_is_what_is_wanted_there(hint: Any, value: Any) -> None:
    assert parse_sexp("((arguments . ()))", "f", hint) == {"arguments": value}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f: there is no expression in it"),
        ("; only this", "f: there is no expression in it"),
        ("((a . 1)", "f:1:1: ( is not closed"),
        ("((a . 1)))", "f:1:10: nothing is open for )"),
        ("\n (a]", "f:2:4: wanted ), got ]"),
        ('((a . "x)', "f:1:7: the text that begins here has no end"),
        ("(1) (2)", "f:1:5: wanted one expression, got another: ("),
        ("'x", "f:1:1: wanted a list, vector, string, number or symbol, got 'x"),
        ("(a `b)", "f:1:4: wanted a list"),
        ("(a ,b)", "f:1:4: wanted a list"),
        ("#(1)", "f:1:1: wanted a list"),
        ("(?a)", "f:1:2: wanted a list, vector, string, number or symbol, got ?a"),
        ("(|a b|)", "f:1:2: wanted a list"),
        ("{a}", "f:1:1: wanted a list"),
        ("(#;a b)", "f:1:2: wanted a list"),
        ("(1 . 2 3)", "f: a dot stands before the last member"),
        ("(. 1)", "f: a dot stands before the last member"),
        ("(a . )", "f: a dot stands before the last member"),
        ("(1 . 2)", "f: payload: "),
        ("(:a 1 :b)", "f: wanted (:key value …), got 3 members that begin with :a"),
        ("(:a 1 b 2)", "f: wanted (:key value …)"),
        ("(1_000)", "f:1:2: wanted a list, vector, string, number or symbol, got 1_000"),
        ("((a . 1e999))", "f: inf is no JSON number"),
        ("(" * (DEPTH + 1), f"f:1:{DEPTH + 1}: nested more than {DEPTH} deep"),
        ("[" * 100_000, f"nested more than {DEPTH} deep"),
        ("x" * 5_000_000, "f: wanted at most"),
    ],
    ids=lambda text: text[:20],
)  # fmt: skip
def test_what_is_not_in_the_subset_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(BadPayload) as caught:
        parse_sexp(text, "f")
    assert message in str(caught.value)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, min_size=1, max_size=4),
    max_leaves=12,
)


@examples(150)
@given(st.dictionaries(st.text(), JSON, min_size=1))
def test_json_comes_back_from_what_is_written(value: dict[str, Any]) -> None:
    text = write_sexp(value)
    assert parse_sexp(text, "f") == value


@examples(300)
@given(st.text(alphabet="()[].;\"\\ab: t1'#?`,|{}\n \x00é", max_size=40))
def test_no_text_makes_anything_but_json_or_our_error(text: str) -> None:
    try:
        parse_sexp(text, "f")
    except BadPayload as error:
        assert str(error).startswith("f:")
