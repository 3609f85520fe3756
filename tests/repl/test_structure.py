"""Closed or not, matching brackets and indentation, by our own tokens."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chibi_hooks.repl.structure import around, indentation, is_closed, is_command, matches, partner, split_command


@pytest.mark.parametrize(
    "text",
    ["", "42", "(f)", '(f ")")', "(f #\\()", "(f) ; (", "#| ( |# (f)", "'a", "(f))", ")", "#;(", ",help", ",fire (f)"],
)
def test_text_that_can_be_run(text: str) -> None:
    assert is_closed(text) == (text != "#;(")


@pytest.mark.parametrize(
    "text", ["(", "(f", "(f #\\)", '(f "', "(f ; )", "'", "#|", "(f #| )", "#(", "|a", ",fire p (("]
)
def test_text_that_more_text_could_close(text: str) -> None:
    assert not is_closed(text)


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("(a (b) c)", [(3, 5), (0, 8)]),
        ('(a ")" b)', [(0, 8)]),
        ("(a #\\) b)", [(0, 8)]),
        ("(a ; )\n)", [(0, 7)]),
        ("#(1 #u8(2))", [(7, 9), (1, 10)]),
        ("(a #| ) |# )", [(0, 11)]),
        ("(|)| )", [(0, 5)]),
        ("())", [(0, 1)]),
        ("((", []),
    ],
)
def test_brackets_match_outside_of_strings_comments_and_characters(text: str, pairs: list[tuple[int, int]]) -> None:
    assert list(matches(text)) == pairs


def test_the_bracket_before_the_cursor_is_asked_first_and_then_the_one_under_it() -> None:
    assert partner("(a)(b)", 3) == (0, 2)
    assert partner("(a)(b)", 0) == (0, 2)
    assert partner("(a)", 1) == (0, 2)
    assert partner('(")")', 2) is None


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("", 0),
        ("(f)", 0),
        ("(define (f x)", 2),
        ("(define-hook pre_tool (a)", 2),
        ("(let ((a 1)", 6),
        ("(let ((a 1))", 2),
        ("(if (a b)", 4),
        ("(if", 1),
        ("(string-append a", 15),
        ("  (string-append\n", 3),
        ("((a b)", 1),
        ("'(a b", 2),
        ("#(a b", 2),
        ("(cond ((a) b)", 6),
        ('(f ")" #\\) ; (\n', 3),
        ("(lambda (x)\n  (when y", 4),
        ("(with-exception-handler f", 2),
        ("\t(f x", 11),
        ('(f "abc', None),
        ('(f "abc\n  d', None),
    ],
)
def test_the_next_line_begins_where_scheme_writers_put_it(text: str, column: int | None) -> None:
    assert indentation(text) == column


def test_commands_are_told_from_forms() -> None:
    assert split_command(" ,fire  pre_tool x ") == ("fire", "pre_tool x")
    assert split_command(",2 (f)\n") == ("2", "(f)")
    assert split_command("(f ,x)") == ("", "(f ,x)")
    assert [is_command(text) for text in (",help", ",x-y", ",1", ",", ",(a)", ",@a", "x")] == [True] * 3 + [False] * 4


@given(st.text(alphabet="()\"'`,@#\\|;: \nab1.tex<[]{}", max_size=60))
def test_no_text_is_too_strange(text: str) -> None:
    is_closed(text)
    around(text)
    list(matches(text))
    column = indentation(text)
    assert column is None or column >= 0
    partner(text, len(text))
    assert split_command(text)[0] == "" or is_command(text)
