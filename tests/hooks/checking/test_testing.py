"""Test files: what `fire` and `fixture` give, what is counted, what does not count as passed."""

from __future__ import annotations

from pathlib import Path

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.checking.testing import FileTested, find_test_files, home_of, run_test_file
from chibi_hooks.hooks.errors import BadRequest, ConfigError
from chibi_hooks.hooks.homes.home import Surroundings
from tests.homes import answering, make_home

GUARD = """\
(define-hook pre_tool (arguments)
  (if (string-contains (payload-ref arguments "command" "") "rm")
      (block "no")
      (no-opinion)))
"""
FIRE = '(fire \'pre_tool \'(("tool_name" . "x") ("arguments" . (("command" . "rm x")))))'


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with a guard."""
    return make_home(tmp_path / "home", {"hooks/guard.scm": GUARD})


def run(home: Path, around: Surroundings, text: str, **files: str | bytes) -> FileTested:
    """Run this text as a test of the home."""
    make_home(home, {"tests/a-test.scm": text, **{f"tests/{name}.json": body for name, body in files.items()}})
    return run_test_file(home / "tests/a-test.scm", around=around, opened=Host.open)


@pytest.mark.parametrize(
    ("body", "summary"),
    [
        ('((tool_name . "x") (arguments (command . "rm x")))', "1 passed"),
        ('(:tool_name "x" :arguments (:command "ls"))', "0 passed, 1 failed"),
        ("((tool_name", "0 passed, 1 failed"),
        (b"\xff", "0 passed, 1 failed"),
    ],
)
def test_a_fixture_may_be_an_s_expression(home: Path, around: Surroundings, body: str | bytes, summary: str) -> None:
    make_home(home, {"tests/p.sexp": body})
    ran = run(home, around, '(test "no" (cdr (assoc "message" (fire \'pre_tool (fixture "p.sexp")))))')
    assert ran.summary == summary


@pytest.mark.parametrize(
    ("text", "summary", "good"),
    [
        (f'(test \'(("block" . #t) ("message" . "no")) {FIRE})', "1 passed", True),
        (f'(import (chibi test)) (test-group "g" (test \'() {FIRE}) (test 1 1))', "1 passed, 1 failed", False),
        ("(test 1 1) (test-assert #t) (test-exit)", "2 passed", True),
        ("(test 1 2) (test-exit)", "0 passed, 1 failed", False),
        (f'(import (srfi 64)) (test-begin "s") (test-equal "no" (cdr (cadr {FIRE}))) (test-end "s")', "1 passed", True),
        ('(import (srfi 64)) (test-begin "s") (test-eqv 1 2) (test-end "s")', "0 passed, 1 failed", False),
        ("(define x 1)", "there is no test in it", False),
        ("(test 1 1) (car 1)", "1 passed, ended with an error", False),
        ("(test 1 1) (exit 3)", "1 passed, ended with an error", False),
        ("((", "0 passed, ended with an error", False),
    ],
)
def test_tests_are_counted(home: Path, around: Surroundings, text: str, summary: str, good: bool) -> None:
    ran = run(home, around, text)
    assert (ran.summary, ran.good) == (summary, good), ran


def test_a_failing_test_is_reported_by_its_library(home: Path, around: Surroundings) -> None:
    assert "wanted 1, got 2" in run(home, around, '(test "numbers" 1 (+ 1 1))').output


def test_what_failed_is_told_with_its_line(home: Path, around: Surroundings) -> None:
    text = (
        '(test "adds" 5 (+ 2 2))\n(test 1\n  (car 5))\n(define (g)\n  (car 5))\n(test "deep" 1 (g))\n(test-assert #f)'
    )
    lines = [line for line in run(home, around, text).output.splitlines() if "FAIL" in line or "ERROR" in line]
    places = [line.partition("-test.scm:")[2] for line in lines]
    assert places == ["1: FAIL: adds", "3: ERROR: (car 5)", "5: ERROR: deep", "7: FAIL: #f"]
    output = run(home, around, '(import (srfi 64))\n(test-begin "s")\n(test-equal "sums"\n  5 (+ 2 2))').output
    assert "-test.scm:3: FAIL s: sums" in output


def test_a_fixture_is_fired_exactly_as_it_stands(home: Path, around: Surroundings) -> None:
    echo = '(register-hook \'pre_tool (lambda (p) (rewrite-arguments (payload-ref p "arguments"))))'
    make_home(home, {"hooks/echo.scm": echo, "plugins/p": answering("p", ["pre_message"], {})})
    body = '{"tool_name": "x", "arguments": {"a": {}, "b": [], "c": null}}'
    text = """\
(define payload (fixture "odd.json"))
(test '("arguments" ("a") ("b") ("c" . null)) (car (fire 'pre_tool payload)))
"""
    assert run(home, around, text, odd=body).summary == "1 passed"


@pytest.mark.parametrize(
    ("form", "message"),
    [
        ("(fire 'pre_tol '())", 'fire: there is no hook point "pre_tol": did you mean "pre_tool"?'),
        ('(fire "pre_tool" \'())', 'fire: argument 1: wanted a symbol such as \'pre_tool, got "pre_tool"'),
        ("(fire 'pre_tool \"x\")", "fire: pre_tool: wanted a JSON object as the payload, got a string"),
        ("(fire 'pre_tool '(\"x\"))", "fire: pre_tool: wanted a JSON object as the payload, got an array"),
        ("(fire 'pre_tool '((\"tool_name\" . 1)))", "fire: pre_tool: tool_name: wanted a string, got 1"),
        ('(fixture "../../secret.json")', "fixture: wanted a file beside the test or below"),
        ('(fixture "none.json")', "fixture: none.json: No such file or directory"),
    ],
)
def test_mistakes_are_errors_with_a_place(home: Path, around: Surroundings, form: str, message: str) -> None:
    error = run(home, around, f"(test 1 1)\n{form}").error
    assert error is not None
    assert message in error
    assert "a-test.scm:2:1" in error


def test_a_hook_that_fails_in_a_fire_is_told(home: Path, around: Surroundings) -> None:
    make_home(home, {"hooks/bad.scm": "(define-hook pre_tool () (car 1))", "hooks/worse.scm": "(("})
    notices = run(home, around, f"(test-assert {FIRE})").notices
    assert notices[0].startswith("hooks/worse.scm")
    assert notices[1] == "bad failed at pre_tool: hooks/bad.scm:1:26: car: wanted a pair, got 1"


def test_a_test_file_has_hooks_of_its_own(home: Path, around: Surroundings) -> None:
    counting = """\
(define n 0)
(define-hook pre_message () (set! n (+ n 1)) (rewrite-prompt (number->string n)))
"""
    make_home(home, {"hooks/count.scm": counting})
    text = '(test "1" (cdr (car (fire \'pre_message \'(("prompt" . "x"))))))'
    assert run(home, around, text).good
    assert run(home, around, text).good


def test_test_files_are_found_below_directories_once(tmp_path: Path) -> None:
    names = ["b-test.scm", "a/z-test.scm", "a/other.scm", ".git/c-test.scm"]
    make_home(tmp_path, dict.fromkeys(names, ""))
    found = find_test_files([tmp_path, tmp_path / "b-test.scm"])
    assert [str(path.relative_to(tmp_path)) for path in found] == ["a/z-test.scm", "b-test.scm"]
    with pytest.raises(BadRequest, match="there is no such file"):
        list(find_test_files([tmp_path / "none"]))


def test_a_test_belongs_to_the_home_it_is_in(home: Path, tmp_path: Path) -> None:
    assert home_of(home / "hooks/guard-test.scm") == home
    assert home_of(home / "tests/deep/a-test.scm") == home
    with pytest.raises(ConfigError, match="it is in no home"):
        home_of(Path("/nowhere/a-test.scm"))
