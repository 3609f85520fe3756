"""Patterns come in; Python's search takes those for which it finds what RE2 finds, in linear time, and no others."""

from __future__ import annotations

import random
from time import thread_time

import pytest

from chibi_hooks.scheme.regexps.regexp import Regexp, regexp_of
from chibi_hooks.scheme.regexps.straight import LONG, NEAR, SEARCHES, SHORT, straight_length

STRAIGHT = [
    "[0-9]+", r"\s+", "[a-z][a-z0-9_]*", "[0-9]{4}-[0-9]{2}-[0-9]{2}", "([0-9]+)|([a-z][a-z0-9]*)|([-+*/()])",
    "abc|x[0-9]{2,}", "(?:ab){3}", "[^,]+", "é+", "a{2,4}", "((a)[b-d]*)", "[a-c]",
    "^ab", "^(abc|x[0-9]+)", "^(ab$|x1|c)", "^[ab]+$", "^a$", r"^(?:\\z|ab)", "(?i:^ab)", "^é+",
    "a+b", "a?b", "(a+)(b+)", "^(a+)(b+)", r"\(([ab]+)\)", "([0-9]+)(?:-[0-9]+)?,", "(?:a|b[0-9]+)c*", "x[ab]*[01]?c",
    "(a[01]*|b)c|1", "((a)x|(b))c*", "[^-]+-", "a{2,}b{0,3}c", "^([ab]+)-(?:([01]+)|c)$", "x(?:ab)?[^a]",
]  # fmt: skip
OTHERS = [
    "a*", "a+ab", "a|ab", "a+?", "(a|b)+", r"\ba+", "a?ab", "(?:a+){2}", "a+|aa", "(a+)(a+)", "", "(?:a{0}|b)",
    "a{900}", "^", "^$", "a$", "^a|^b", "(^a)", "^a$b", "^(a|ab)$", r"^\b", "(?m:^a)", "^^a", "^(a+)(b*)a", "^a*",
    "x(?:(a)b)?", "(?:a*|b)c", "a+?b", "x(?:a|b*)c", "(?:(a)|(b))+c", "a+b*a", "(?:a+b)+c",
]  # fmt: skip


def _straight(regexp: Regexp) -> int:
    return straight_length(regexp.program.tree, regexp.program._bytes.members)


@pytest.mark.parametrize("pattern", STRAIGHT)
def test_what_never_goes_back_is_straight_and_finds_the_same_again_and_again(pattern: str) -> None:
    regexp = regexp_of(pattern)
    assert _straight(regexp)
    chance = random.Random(pattern)
    texts = ["".join(chance.choice("ab01x-,c é\n(") for _ in range(chance.randint(0, 9))) for _ in range(40)]
    texts += ["abc x12, 2024-01-02", "ababab", "é,éé", "aaaaa", "日本 12"]
    first = [_told(regexp_of(pattern), text) for text in texts]
    for _ in range(SEARCHES):
        regexp.search("abc")
        regexp.search("abc", grouped=False)
    for _ in range(2):
        assert [_told(regexp, text) for text in texts] == first


def _told(regexp: Regexp, text: str) -> object:
    matches = [[*spans] for spans in regexp.matches(text)]
    whole = regexp.match(text)
    found = regexp.search(text, len(text) // 2)
    alone = [[*spans] for spans in regexp.matches(text, grouped=False)]
    touching = [[*spans] for spans in regexp.matches(text, touching=True)]
    return matches, alone, touching, [*regexp.spans(text)], whole and [*whole], found and [*found]


@pytest.mark.parametrize(
    ("pattern", "length"),
    [
        ("a+b", SHORT),
        ("ab*c", LONG),
        ("a[0-9]{49}[a-z]{48}b*c", 10_000),
        (f"a{'[0-9]{50}' * 20}b*c", 1_000),
        ("^a[0-9]{50}b*c", LONG),
    ],
)
def test_texts_are_the_shorter_the_more_characters_may_be_passed_again(pattern: str, length: int) -> None:
    assert length * 0.9 <= _straight(regexp_of(pattern)) <= length * 1.1


@pytest.mark.parametrize("pattern", STRAIGHT)
def test_matches_near_and_far_are_the_same_whatever_the_search_before_has_met(pattern: str) -> None:
    chance = random.Random(pattern)
    regexp = regexp_of(pattern)
    for _ in range(SEARCHES):
        regexp.search("abc")
        regexp.search("abc", grouped=False)
    for _ in range(40):
        gap = ";" * chance.choice((0, 1, NEAR - 1, NEAR, NEAR + 1, 3 * NEAR))
        text = gap + chance.choice(("", "ab1", "2024-01-02", "ababab", "aab c")) + ";" * chance.choice((0, 40))
        assert _told(regexp, text) == _told(regexp_of(pattern), text)


@pytest.mark.parametrize("pattern", OTHERS)
def test_what_may_go_back_or_asks_for_a_place_is_left_to_re2(pattern: str) -> None:
    assert not _straight(regexp_of(pattern))


@pytest.mark.parametrize(
    ("pattern", "length"), [("a+b", SHORT), ('"[^"]*"', LONG), ("^a+b", LONG), ("x[ab]+c", LONG), ("xa[^b]+b", SHORT)]
)
def test_what_each_place_may_pass_again_is_for_short_texts_only(pattern: str, length: int) -> None:
    assert _straight(regexp_of(pattern)) == length



def test_long_texts_take_no_longer_by_either_search() -> None:
    regexp = regexp_of("[a-z][a-z0-9]{63}[0-9]*")
    for _ in range(2 * SEARCHES):
        regexp.search("a")
    began = thread_time()
    assert regexp.search("a-" * 500_000) is None
    assert regexp.search("a" * 60 + "-" * 50_000) is None
    regexp = regexp_of("a+b")
    for _ in range(2 * SEARCHES):
        regexp.search("ab")
    assert regexp.search("a" * 90_000) is None
    assert [*regexp.matches("ab" + "a" * 90_000)] == [[(0, 2)]]
    assert thread_time() - began < 5
