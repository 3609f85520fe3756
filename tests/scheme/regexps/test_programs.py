"""Texts come in; what RE2 is given stands for them, and what it keeps is bounded, freed and never half loaded."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from chibi_hooks.scheme.regexps import kept, programs
from chibi_hooks.scheme.regexps import regexp as regexps
from chibi_hooks.scheme.regexps.kept import kept as kept_one
from chibi_hooks.scheme.regexps.kept import kept_any
from chibi_hooks.scheme.regexps.programs import Program
from chibi_hooks.scheme.regexps.regexp import AnyOf, regexp_of
from chibi_hooks.scheme.values.errors import SchemeError
from tests.halves import sampled

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("pattern", "text", "spans"),
    [
        (r"\bcat\b", "\u00e9cat cat", [(5, 8)]),
        (r"\b\u00e9+\b", "a\u00e9 \u00e9\u00e9 z\u00e9", [(3, 5)]),
        (r"\w+", "\u4e2d\u6587 \u0661x", [(0, 2)]),
        (r"\B\u00e9\B", "a\u00e9b", [(1, 2)]),
        (r"[^\x00-\x7f]+$", "ab\u2014\U0001f600", [(2, 4)]),
        ("(?i)kiss", "\u212aI\u017fS", [(0, 4)]),
        (r"(\p{Lu})(\pN)", "x\u00c9\u0661", [(1, 3), (1, 2), (2, 3)]),
        ("(?i)[\u00e0-\u00ff]", "\u00c9", [(0, 1)]),
        ("(?i)[a-z]", "\u0130\u00df", None),
        ("\ud800|\x00", "a\x00\ud800", [(1, 2)]),
        ("\ud800", "\ud83d\ud800", [(1, 2)]),
        ("(?m)^b$", "\u00e9\nb", [(2, 3)]),
    ],
)
def test_characters_of_all_scripts_are_told_apart_as_the_pattern_asks(
    pattern: str, text: str, spans: list[tuple[int, int]] | None
) -> None:
    assert regexp_of(pattern).search(text) == spans


def test_each_new_kind_of_characters_makes_a_program_that_still_knows_the_others() -> None:
    regexp = regexp_of(r"\b[\u00e0-\u00ff]+|[\u4e00-\u9fff]|\d\b")
    texts = ["a1", "\u00e9", "\u4e2d", "\u0661", "a1", "\u2014 \u00e9\u4e2d"]
    assert [[each[0] for each in regexp.matches(text)] for text in texts] == [
        [(1, 2)],
        [(0, 1)],
        [(0, 1)],
        [(0, 1)],
        [(1, 2)],
        [(2, 3), (3, 4)],
    ]


def test_threads_that_teach_one_pattern_new_kinds_find_the_same() -> None:
    regexp = regexp_of(r"\w[\u00e9\u4e2d\u0661\u2014]+")
    texts = ["x\u00e9", "x\u4e2d\u4e2d", "y\u0661", "z\u2014\u2014", "\u00fcx\u00e9\u4e2d"] * 20
    wanted = [regexp_of(regexp.pattern).search(text) for text in texts]
    found: list[object] = []

    def look() -> None:
        found.append([regexp.search(text) for text in texts])

    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [wanted] * 4


def test_texts_of_more_kinds_than_a_program_can_know_each_have_their_own() -> None:
    letters = [chr(code) for code in range(0x4E00, 0x4E00 + 250)]
    regexp = regexp_of("|".join(f"{each}x" for each in letters))
    for some in (letters[:100], letters[100:200], letters[50:150], letters[200:], letters[:100]):
        text = "".join(some) + "x"
        assert regexp.search(text) == [(len(some) - 1, len(some) + 1)]


@pytest.mark.parametrize("pattern", ["a+b", "x*", "(?:a|ab)(c|bcd)(d*)", "\\bcat", "\u00e9+"])
def test_what_a_thread_of_its_own_finds_is_the_same(pattern: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "aab cat xabcd \u00e9\u00e9 concat ab " * 100
    regexp, many = regexp_of(pattern), AnyOf([pattern, "c(a)t"])

    def found() -> list[object]:
        matches = [*regexp.matches(text)]
        return [matches, [*regexp.spans(text)], regexp.search(text, 3), regexp.match(text), [*many.matches(text)]]

    wanted = found()
    monkeypatch.setattr(regexps, "SURE", -1)
    monkeypatch.setattr(regexps, "_check_work", lambda *_: None)
    assert found() == wanted


def test_of_many_programs_the_oldest_are_given_up_and_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "LIVE", 10 * programs.MEMORY)
    regexps = [regexp_of(f"a+{i}") for i in range(40)]
    assert sum(programs._live.values()) <= 10 * programs.MEMORY
    assert [regexp.search(f"xaa{i}") for i, regexp in enumerate(regexps)] == [[(1, 3 + len(str(i)))] for i in range(40)]


def test_a_pattern_that_nobody_has_is_freed() -> None:
    regexp = regexp_of("(free)(me)")
    regexp.search("freeme")
    mine = [each for each in programs._live if each() is regexp.program]
    del regexp
    gc.collect()
    assert len(mine) == 1 and mine[0] not in programs._live


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    for i in range(2 * kept.MANY):
        kept_one("regexp", f"x{i}")
    assert len(kept._kept) <= kept.MANY
    for i in range(100):
        kept_any("regexp", (f"[a-c]{{900}}{i}", "b"))
    assert sum(size for _, size in kept._kept.values()) <= kept.SIZE
    assert kept_one("regexp", "x") is kept_one("regexp", "x")


@pytest.mark.parametrize(
    "pattern",
    ["(?:x{1000}){1000}", "(x{40}){40}" * 4, "|".join(f"w{i}" for i in range(3000)), "(a)" * 2000, "[^a]{5001}"],
)
def test_what_is_too_large_is_refused_before_it_is_compiled(pattern: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Program, "finder", lambda *_: pytest.fail("it was compiled"))
    with pytest.raises(SchemeError) as caught:
        regexp_of(pattern)
    assert caught.value.kind == "limit"


@pytest.mark.parametrize("pattern", ["a{2500}", "(?:a{50}){50}", "a{1500,}", "a{1200,2500}?$", "(?:ab?){1001}"])
def test_more_repetitions_than_re2_counts_are_written_out(pattern: str) -> None:
    regexp = regexp_of(pattern)
    assert regexp.match("a" * 2500) == ([(0, 2500)] if "b" not in pattern else None)
    assert regexp.match("a" * 900) is None


def test_several_patterns_are_found_in_one_scan() -> None:
    both = AnyOf([r"(\d)(\d)", r"\d+", r"(?i)k(?P<x>.)", "a*"])
    assert list(both.matches("12 345K! aa")) == [
        (0, [(0, 2), (0, 1), (1, 2)]),
        (0, [(3, 5), (3, 4), (4, 5)]),
        (1, [(5, 6)]),
        (2, [(6, 8), (7, 8)]),
        (3, [(9, 11)]),
    ]


def test_re2_says_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    regexp_of("[ab]*a[ab]{20}c").search("abbab" * 10_000)
    for pattern in ("(", "a{5000}", "(?:(?:a{1000}){1000}){1000}"):
        with pytest.raises(SchemeError):
            regexp_of(pattern + ")" * 2)
    assert capfd.readouterr() == ("", "")


LATE = r"""
import sys
from chibi_hooks.scheme import Interpreter
from chibi_hooks.scheme.reading.store import keep_compiled
from chibi_hooks.scheme.values.source import SourceText
keep_compiled(sys.argv[1])
TEXT = '(import (scheme base) (tein safe-regexp)) (regexp-replace-any (list (cons "b+" "x")) "abbc")'
def run(limit=20.0):
    return Interpreter(time_limit=limit).evaluate(TEXT)
assert Interpreter(time_limit=20.0).evaluate("(+ 1 2)") == 3
assert not [name for name in sys.modules if name.startswith(("re2", "chibi_hooks.scheme.regexps"))]
try:
    print(run(int(sys.argv[2]) / 1000))
except Exception as stop:
    print("longer than" in str(stop))
print(run())
"""


@pytest.mark.parametrize("milliseconds", sampled([1, 4, 10, 25, 60], 2))
def test_re2_is_loaded_when_a_pattern_is_first_used_and_no_stop_leaves_it_half_loaded(
    tmp_path: Path, milliseconds: int
) -> None:
    for _ in range(2):  # compiled, then from disk
        command = [sys.executable, "-c", LATE, str(tmp_path / "kept"), str(milliseconds)]
        ran = subprocess.run(command, cwd=ROOT, env=dict(os.environ), capture_output=True, text=True, timeout=100)
        assert ran.returncode == 0, ran.stderr
        first, second = ran.stdout.splitlines()
        assert first in ("True", "axc") and second == "axc"
