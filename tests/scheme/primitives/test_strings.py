"""Strings and the private searches in them: what each primitive gives, and how it complains."""

from __future__ import annotations

import sys

import pytest

from chibi_hooks.scheme.compiling.reshaping.gathering.sought import WHITESPACE
from chibi_hooks.scheme.primitives.text import text_search
from chibi_hooks.scheme.primitives.text.chars import is_whitespace
from chibi_hooks.scheme.values import limits
from chibi_hooks.scheme.values.data import String, from_list, string_of
from chibi_hooks.scheme.values.errors import SchemeError
from tests.scheme.calling import call, check, lines

STRINGS = r"""
(string? "a") => #t
(string? a) => #f
(make-string 3 #\x) => "xxx"
(make-string 2) => "  "
(make-string -1) => error: make-string: argument 1: wanted a size (an exact integer from 0), got -1
(make-string 2 "x") => error: make-string: argument 2: wanted a character, got "x"
(make-string 4000001) => error: make-string: the result would have 4000001 elements, the limit is 4000000
(string) => ""
(string #\a #\b) => "ab"
(string #\a "b") => error: string: argument 2: wanted a character, got "b"
(string-length "λx") => 2
(string-length a) => error: string-length: wanted a string, got a
(string-ref "abc" 1) => #\b
(string-ref "abc" 3) => error: string-ref: argument 2: wanted an index from 0 to 2, got 3
(string-ref "abc" -1) => error: string-ref: argument 2: wanted an index from 0 to 2, got -1
(string-ref "abc" 1.0) => error: string-ref: argument 2: wanted an index (an exact integer from 0), got 1.0
(string-ref "" 0) => error: string-ref: argument 2: wanted an index, but there is none to give (it is empty), got 0
(string-ref #(1) 0) => error: string-ref: argument 1: wanted a string, got #(1)
(string-set! "abc" 1 #\x) => argument 1: "axc"
(string-set! "abc" 0 #\😀) => argument 1: "😀bc"
(string-set! "abc" 3 #\x) => error: string-set!: argument 2: wanted an index from 0 to 2, got 3
(string-set! "abc" 1 "x") => error: string-set!: argument 3: wanted a character, got "x"
(substring "hello" 1 3) => "el"
(substring "hello" 2) => "llo"
(substring "hello" 5) => ""
(substring "hello" 3 1) => error: substring: argument 3: wanted an end from 3 to 5, got 1
(substring "hello" 6) => error: substring: argument 2: wanted a start from 0 to 5, got 6
(substring "hello" 0 6) => error: substring: argument 3: wanted an end from 0 to 5, got 6
(substring "hello" 1.0 3) => error: substring: argument 2: wanted an index (an exact integer from 0), got 1.0
(substring "hello" 1 #f) => error: substring: argument 3: wanted an index (an exact integer from 0), got #f
(substring 5 1 2) => error: substring: argument 1: wanted a string, got 5
(string-copy "abc") => "abc"
(string-copy "abc" 1) => "bc"
(string-copy "abc" 1 2) => "b"
(string-copy abc) => error: string-copy: argument 1: wanted a string, got abc
(string-append) => ""
(string-append "a") => "a"
(string-append "a" "b") => "ab"
(string-append "a" "" "b") => "ab"
(string-append "a" "b" "c" "d" "e") => "abcde"
(string-append a) => error: string-append: argument 1: wanted a string, got a
(string-append "a" 5) => error: string-append: argument 2: wanted a string, got 5
(string-append "a" "b" c) => error: string-append: argument 3: wanted a string, got c
(string-append "a" "b" "c" "d" #\e) => error: string-append: argument 5: wanted a string, got #\e
(string->list "abc") => (#\a #\b #\c)
(string->list "abc" 1) => (#\b #\c)
(string->list "abc" 1 2) => (#\b)
(string->list "abc" 4) => error: string->list: argument 2: wanted a start from 0 to 3, got 4
(list->string (#\a #\b)) => "ab"
(list->string ()) => ""
(list->string (#\a 5)) => error: list->string: wanted characters only, and element 1 is none, got 5
(list->string (#\a . #\b)) => error: list->string: wanted a proper list, got (#\a . #\b)
(string-fill! "abc" #\x) => argument 1: "xxx"
(string-fill! "abc" #\x 1) => argument 1: "axx"
(string-fill! "abc" #\x 1 2) => argument 1: "axc"
(string-fill! "abc" x) => error: string-fill!: argument 2: wanted a character, got x
(string-copy! "abcd" 1 "xyz" 1) => argument 1: "ayzd"
(string-copy! "abcd" 4 "" 0) => argument 1: "abcd"
(string-copy! "ab" 1 "xy") => error: string-copy!: argument 2: wanted a start with room for 2 elements (length 2), got 1
(string-copy! "ab" 0 "xy" 3) => error: string-copy!: argument 4: wanted a start from 0 to 2, got 3
(string-upcase "straße") => "STRASSE"
(string-downcase "ΧΑΟΣ") => "χαος"
(string-foldcase "Straße") => "strasse"
(string-upcase 5) => error: string-upcase: wanted a string, got 5
(string=? "a" "a") => #t
(string=? "a" "b") => #f
(string=? "a" "a" "b") => #f
(string=? "a" a) => error: string=?: argument 2: wanted a string, got a
(string=? "a" "b" 5) => error: string=?: argument 3: wanted a string, got 5
(string<? "a" "b" "c") => #t
(string<? "a" "b" "b") => #f
(string<? "abc" "abd") => #t
(string<? "ab" "abc") => #t
(string<=? "a" "a" "b") => #t
(string>? "b" "a") => #t
(string>=? "b" "b" "a") => #t
(string<? 1 2) => error: string<?: argument 1: wanted a string, got 1
(string-ci=? "Straße" "STRASSE") => #t
(string-ci<? "abc" "ABD") => #t
(string-ci>=? "B" "b" "A") => #t
(string-ci=? "a" 5) => error: string-ci=?: argument 2: wanted a string, got 5
"""

SEARCHES = r"""
(%string-find "hello" "l") => 2
(%string-find "hello" #\l) => 2
(%string-find "hello" "l" 3) => 3
(%string-find "hello" "lo" 0 4) => #f
(%string-find "hello" "") => 0
(%string-find "hello" "z") => #f
(%string-find "hello" 5) => error: string-contains: argument 2: wanted a string or a character, got 5
(%string-find-last "hello" "l") => 3
(%string-find-last "abcabc" "bc") => 4
(%string-find-last "abcabc" "bc" 0 5) => 1
(%string-find-last "abcabc" "bc" 2 5) => #f
(%string-find-last "abc" "") => 3
(%string-prefix? "he" "hello") => #t
(%string-prefix? "lo" "hello") => #f
(%string-suffix? "lo" "hello") => #t
(%string-suffix? "hello" 5) => error: string-suffix?: argument 2: wanted a string, got 5
(%string-split "a,b,,c" ",") => ("a" "b" "" "c")
(%string-split "a,b,c" #\, 1) => ("a" "b,c")
(%string-split "abc" ",") => ("abc")
(%string-split "" ",") => ()
(%string-split "a" "") => error: string-split: argument 2: wanted a string that is not empty, or a character, got ""
(%string-join ("a" "b" "c") ", ") => "a, b, c"
(%string-join ("a" "b")) => "a b"
(%string-join ()) => ""
(%string-join ("a" 5)) => error: string-join: argument 1: wanted a list of strings, and a member is none, got 5
"""


@pytest.mark.parametrize("case", lines(STRINGS + SEARCHES))
def test_call_gives(case: str) -> None:
    check(case)


@pytest.mark.parametrize("name", ["string-append", "string-copy", "substring", "string"])
def test_result_is_a_new_string(name: str) -> None:
    original = string_of("abc")
    arguments = {"substring": (original, 0), "string": ()}.get(name, (original,))
    made = call(name, *arguments)
    assert made is not original
    call("string-fill!", original, call("string-ref", original, 0))
    assert made.s in ("abc", "")


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_append_over_the_limit_is_refused(count: int) -> None:
    half = string_of("x" * (limits.ELEMENTS // 2 + 1))
    with pytest.raises(SchemeError) as caught:
        call("string-append", *[half] * count)
    assert caught.value.kind == "limit"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("string-upcase", (string_of("ß" * 3_000_000),)),
        ("string->utf8", (string_of("😀" * 2_000_000),)),
    ],
)
def test_result_over_the_limit_is_refused_before_it_is_made(name: str, arguments: tuple[String, ...]) -> None:
    with pytest.raises(SchemeError) as caught:
        call(name, *arguments)
    assert caught.value.kind == "limit"


def test_copy_into_itself_may_overlap_either_way() -> None:
    up, down = string_of("12345"), string_of("12345")
    call("string-copy!", up, 1, up, 0, 4)
    call("string-copy!", down, 0, down, 1, 5)
    assert (up.s, down.s) == ("11234", "23455")


@pytest.mark.parametrize("short", [1, 2, 3, 7])
@pytest.mark.parametrize("text", ["", "a", "a b", " ab  cd ", "abcdefgh i", "ab cd ef gh", "   ", "a,b;c,,d"])
def test_long_strings_are_cut_as_short_ones(text: str, short: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_search, "SHORT", short)
    pieces = [piece.s for piece in from_list(call("%string-split", string_of(text), string_of(",")))]
    limited = [piece.s for piece in from_list(call("%string-split", string_of(text), string_of(","), 1))]
    assert (pieces, limited) == ((text.split(","), text.split(",", 1)) if text else ([], []))


def test_the_blanks_that_the_compiler_knows_are_those_of_the_predicate() -> None:
    assert "".join(filter(is_whitespace, map(chr, range(sys.maxunicode + 1)))) == "".join(sorted(WHITESPACE))
