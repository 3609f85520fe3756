"""The `;;>` comments of libraries: whose they are, what is usage, what is example."""

from __future__ import annotations

import pytest

from chibi_hooks.scheme.libraries.comments import Comment, comments_in, examples_in

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
    (";;> (f x): ends it\n;;> (a, b, c).\n;;> (f 1)\n", {"f": ("(f x)", "ends it (a, b, c).")}),
    (";;> (f x) -> y, where\n;;> (see g) it is; (h) not\n;;> (f \"(\")\n;;>   => 1\n",
     {"f": ("(f x)", "-> y, where (see g) it is; (h) not")}),
    (";;> (f x) -> y\n;;> (f 1) => 2\n;;> (g x) -> z\n;;> (g 1) => 3\n(define-syntax g",
     {"f": ("(f x)", "-> y"), "g": ("(g x)", "-> z")}),
    (";;> (f x), (g x),\n;;> (h x) -> y\n", dict.fromkeys("fgh", ("(f x), (g x), (h x)", "-> y"))),
]


@pytest.mark.parametrize(("text", "comments"), CASES)
def test_comments_of_a_text(text: str, comments: dict[str, Comment]) -> None:
    assert comments_in(text) == comments


def test_examples_are_those_of_their_own_usage() -> None:
    text = ";;> (f x) -> y\n;;> (f 1)\n;;>   => 2\n;;> (g x) -> z\n;;> (a, b).\n;;> (g \"(\") => 3\n"
    assert examples_in(text) == {"f": ["(f 1)", "  => 2"], "g": ['(g "(") => 3']}
