"""What stands in whatever a pattern matches: where none of it stands, the pattern is not found."""

from __future__ import annotations

import random

import pytest

from chibi_hooks.scheme.regexps.needles import needles_of
from chibi_hooks.scheme.regexps.pattern import parsed
from chibi_hooks.scheme.regexps.regexp import regexp_of
from chibi_hooks.scheme.values.errors import SchemeError


@pytest.mark.parametrize(
    ("pattern", "needles"),
    [
        (r"no-verify|hooksPath|HUSKY", {"no-verify", "hookspath", "husky"}),
        (r"\bgit\b.*\b(push|commit)\b", {"push", "commit"}),
        (r"(?i)^(--x=)?core\.hookspath(=|$)", {"core.hookspath"}),
        (r"(^|/)\.git/hooks(/|$)", {".git/hooks"}),
        (r"ab+c(de)*fgh", {"fgh"}),
        (r"(abc){2}", {"abc"}),
        (r"[a-z]+", set()),
        (r"abc|x*", set()),
        (r"a|bc", set()),
        (r"\n", {"\n"}),
        (r"[a-z]*:", {":"}),
        (r"a|:", set()),
        (r"/", set()),
        (r"x", set()),
        (r"^$", set()),
        (r"", set()),
    ],
)
def test_the_needles_of_a_pattern(pattern: str, needles: set[str]) -> None:
    assert set(needles_of(parsed(pattern).tree)) == needles


def test_a_text_without_a_needle_has_no_match() -> None:
    chance = random.Random(5)
    pieces = ["a", "b", "ab", "B", ".", "(ab|c)", "(?:a|)", "b*", "b+", "(bc)?", "[ab]", "[^a]", "^", "$", "|", r"\b",
              "(?i)", "k", "(?i:aK)", "c{2}", "(ab){1,2}", "x", "é"]  # fmt: skip
    missed = 0
    for _ in range(1_500):
        try:
            made = regexp_of("".join(chance.choices(pieces, k=chance.randrange(1, 6))))
        except SchemeError:
            continue
        text = "".join(chance.choices("aAbBcCkKxé ", k=chance.randrange(0, 8)))
        if not made.may_be_in(text):
            missed += 1
            assert next(made.matches(text), None) is None, (made.pattern, text)
    assert missed > 100
