"""Patterns come in; the linear-time engine finds what Python's finds, and stays quick where that one does not."""

from __future__ import annotations

import random
import re
from time import thread_time

import pytest

from chibi_hooks.scheme.regexps.regexp import regexp_of
from chibi_hooks.scheme.values.errors import SchemeError

ATOMS = ["a", "b", "c", ".", "[ab]", "[^a]", r"\w", r"\b", r"\B", "^", r"\z", r"\d", "(?m:^)", "(?m:$)"]
REPEATS = ["*", "+", "?", "*?", "+?", "??", "{1,2}", "{2}", "{0,2}?", "{1,}"]


def _pattern(chance: random.Random, depth: int) -> str:
    r = chance.random()
    if depth == 0 or r < 0.35:
        return chance.choice(ATOMS)
    inner = _pattern(chance, depth - 1)
    if r < 0.55:
        return inner + _pattern(chance, depth - 1)
    if r < 0.7:
        return f"({inner}|{_pattern(chance, depth - 1)})"
    return f"(?:{inner}){chance.choice(REPEATS)}"


def _spans(found: re.Match[str] | None) -> tuple[int, int] | None:
    return found.span() if found else None


def test_searching_and_matching_agree_with_python() -> None:
    chance = random.Random(7)
    for _ in range(1500):
        pattern = _pattern(chance, 4)
        text = "".join(chance.choice("abc1 \n") for _ in range(chance.randint(0, 8)))
        # $ of Python's m flag is ours; \B differs on the empty string before 3.14
        if "\\B" in pattern and not text:
            continue
        python = re.compile(pattern.replace(r"\z", r"\Z"))
        ours = regexp_of(pattern)
        searched = ours.search(text)
        assert (searched and searched[0]) == _spans(python.search(text)), (pattern, text)
        assert (ours.match(text) is None) == (python.fullmatch(text) is None), (pattern, text)


def test_all_matches_of_a_text_do_not_overlap() -> None:
    assert [each[0] for each in regexp_of("a*").matches("baac")] == [(0, 0), (1, 3), (4, 4)]


@pytest.mark.parametrize(
    ("pattern", "text"),
    [("(a*)*b", "a" * 20_000), ("(x+x+)+y", "x" * 20_000), ("(a|aa)+$b", "a" * 20_000), ("(.*)(.*)(.*)z", "q" * 5_000)],
)
def test_what_makes_backtracking_explode_is_answered(pattern: str, text: str) -> None:
    assert regexp_of(pattern).search(text) is None


@pytest.mark.parametrize(
    "pattern",
    ["(" * 300 + ")" * 300, "(a{1000}){1000}", "a{99999999}", "[a-", "(?P<a>x)(?P<a>y)", "\\p{Greek}", "\\x{110000}"],
)
def test_a_hostile_pattern_is_a_clear_error(pattern: str) -> None:
    with pytest.raises(SchemeError, match="regexp: "):
        regexp_of(pattern)


# what takes long, and what is in short strings


@pytest.mark.parametrize("size", [400, 900])
def test_a_search_that_would_take_seconds_is_refused_before_it_begins(size: int) -> None:
    text = "".join(random.Random(1).choices("ab", k=1_000_000))
    began = thread_time()
    with pytest.raises(SchemeError, match="too large for a text of 1000000 characters; it would take"):
        regexp_of(f"a[ab]{{{size}}}c").search(text)
    assert thread_time() - began < 1  # of computing time; it would be 1.4 s and 3 s


@pytest.mark.parametrize("pattern", ["a.{100}b$", "(a?){200}b$", "password=[^ ]{1,300}"])
def test_a_large_pattern_that_is_quick_on_this_text_is_not_refused(pattern: str) -> None:
    assert regexp_of(pattern).search("x" * 1_000_000) is None


@pytest.mark.parametrize("pattern", ["", "a*", "x*", "(a|b)*", "^", "$", r"\b", "a|", "[, ]+", "b*a", "é"])
@pytest.mark.parametrize("text", ["", "a", "aab", "baab a", "xxyx", "a,b, c", "né", "ab" * 100])
def test_the_quick_way_through_a_text_finds_what_the_general_one_does(pattern: str, text: str) -> None:
    made = regexp_of(pattern)
    assert list(made.spans(text)) == [found[0] for found in made.matches(text, grouped=False)]
