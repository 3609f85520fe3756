"""Values over several lines."""

from __future__ import annotations

import pytest

from chibi_hooks.repl.doors.layout import laid_out
from chibi_hooks.scheme.reading.lexer import tokenize


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("(1 2 3)", 20, "(1 2 3)"),
        ("(define (f x) (list x x))", 16, "(define (f x)\n        (list x\n              x))"),
        ('(("a" . 1) ("b" . 2))', 12, '(("a" . 1)\n ("b" . 2))'),
        ("#(100 200 300)", 6, "#(100 200\n      300)"),
        ("'(a b c", 4, "'(a b\n    c"),
        ("(aaaa . bbbb)", 6, "(aaaa\n . bbbb)"),
    ],
)
def test_what_is_too_wide_is_broken_between_members(text: str, width: int, shown: str) -> None:
    assert laid_out(text, width) == shown


@pytest.mark.parametrize("text", ['(a "b c" #\\( (d . e) …', "(" * 5000, ") (", '"unclosed (', "x" * 100])
def test_only_blanks_change_whatever_the_text(text: str) -> None:
    made = laid_out(text, 5)
    assert words(made) == words(text)


def words(text: str) -> list[str]:
    return [text[start:end] for _, start, end in tokenize(text)]
