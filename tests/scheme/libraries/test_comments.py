"""The `;;>` comments of libraries: whose they are, what is usage, what is example."""

from __future__ import annotations

import pytest

from chibi_hooks.scheme.libraries.comments import Comment, comments_in

CASES: list[tuple[str, dict[str, Comment]]] = [
    (";;> (f x) -> one\n;;> more\n;;> (f 1) => 2\n(define (f x) x)", {"f": ("(f x)", "-> one more")}),
    (";;> (f x): does it\n", {"f": ("(f x)", "does it")}),
    (";;> (f) or (f x): does it\n", {"f": ("(f) or (f x)", "does it")}),
    (";;> (f (a b)\n;;>   (c)) binds\n;;> (f x)\n", {"f": ("(f (a b) (c))", "binds")}),
    (";;> %v% is a list\n\n;; other\n", {"%v%": ("%v%", "is a list")}),
    (";;> (f) -> 1\n(define-syntax g 2)", {"f": ("(f)", "-> 1"), "g": ("(f)", "-> 1")}),
    (";;; head\n;; a word\n(define (f) 1)", {}),
    (";;>\n(define f 1)", {"f": ("", "")}),
    (";;> (f", {"f": ("", "(f")}),
]


@pytest.mark.parametrize(("text", "comments"), CASES)
def test_comments_of_a_text(text: str, comments: dict[str, Comment]) -> None:
    assert comments_in(text) == comments
