"""`test` and the pytest plugin: which files run, and how their results are told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import chibi_hooks
from tests.cli.command import Command
from tests.halves import once
from tests.homes import make_home, state_in

FILES: dict[str, str | bytes] = {
    "hooks/guard.scm": '(define-hook pre_tool () (block "no"))',
    "hooks/guard-test.scm": '(test "blocks" "no" (cdr (assoc "message" (fire \'pre_tool \'()))))',
}
BAD = '(test "numbers" 1 2)\n'
HOME = ("--home", "home")
INSTALLED = any(point.value == "chibi_hooks.pytest_plugin" for point in entry_points(group="pytest11"))
PLUGIN = () if INSTALLED else ("-p", "chibi_hooks.pytest_plugin")  # pytest finds it by itself where it is installed


def test_every_test_of_the_home_runs(command: Command) -> None:
    make_home(command.directory / "home", FILES)
    result = command("test", *HOME)
    home = command.directory / "home"
    assert (result.code, result.stdout) == (0, f"{home}/hooks/guard-test.scm: ok: 1 passed\n")
    assert result.stderr == "1 file passed\n"


def test_paths_choose_and_a_failure_is_shown(command: Command) -> None:
    make_home(command.directory / "home", {**FILES, "tests/bad-test.scm": BAD})
    result = command("test", "home/tests")
    assert result.code == 1
    assert result.stdout.startswith("home/tests/bad-test.scm: FAILED: 0 passed, 1 failed\n")
    assert "wanted 1, got 2" in result.stdout


def test_json(command: Command) -> None:
    make_home(command.directory / "home", {**FILES, "tests/bad-test.scm": BAD})
    result = command("test", "--json", *HOME)
    assert result.code == 1
    assert [(ran["good"], ran["passed"], ran["failed"]) for ran in json.loads(result.stdout)] == [
        (True, 1, 0),
        (False, 0, 1),
    ]


def test_a_home_without_tests_has_not_passed(command: Command) -> None:
    make_home(command.directory / "home", {})
    result = command("test", *HOME)
    assert result.code == 1
    assert "there are no *-test.scm files here" in result.stderr


COVERED: dict[str, str | bytes] = {
    "hooks/guard.scm": """\
(import (my words))
(define-hook pre_tool (arguments)
  (if (bad? (payload-ref arguments "command" ""))
      (block "no")
      (no-opinion)))
(define-hook post_tool () (no-opinion))
""",
    "lib/my/words.sld": """\
(define-library (my words)
  (export bad?)
  (import (scheme base))
  (begin (define (bad? s) (or (equal? s "rm") (equal? s "dd")))))
""",
    "hooks/guard-test.scm": """\
(define (ask command)
  (fire 'pre_tool `(("tool_name" . "sh") ("arguments" . (("command" . ,command))))))
(test "blocks" "no" (cdr (assoc "message" (ask "rm"))))
""",
}
MISSED = """\
{home}/hooks/guard.scm: 2 of 4 clauses ran
  hooks/guard.scm:5:7: never got to else
    (no-opinion)))
  hooks/guard.scm:6:1: never called
    (define-hook post_tool () (no-opinion))
{home}/lib/my/words.sld: 1 of 2 clauses ran
  my/words.sld:4:47: never got here
    (begin (define (bad? s) (or (equal? s "rm") (equal? s "dd")))))
coverage: 50 %
"""


def test_coverage_by_tests_names_the_clauses_that_never_ran(command: Command) -> None:
    home = make_home(command.directory / "home", COVERED)
    result = command("test", "--coverage", *HOME)
    assert result.code == 0
    assert result.stdout == f"{home}/hooks/guard-test.scm: ok: 1 passed\n" + MISSED.format(home=home)


def test_coverage_counts_all_test_files_of_a_home_together(command: Command) -> None:
    other = '(test-assert (null? (fire \'pre_tool \'(("tool_name" . "sh") ("arguments")))))'
    make_home(command.directory / "home", {**COVERED, "tests/more-test.scm": other})
    result = command("test", "--coverage", "--json", *HOME)
    found = json.loads(result.stdout)
    assert found["percent"] == 83.3
    assert [(Path(file["file"]).name, file["clauses"], file["ran"]) for file in found["coverage"]] == [
        ("guard.scm", 4, 3), ("words.sld", 2, 2),
    ]  # fmt: skip
    assert found["coverage"][0]["missed"] == [
        {"place": "hooks/guard.scm:6:1", "kind": "procedure", "source": "(define-hook post_tool () (no-opinion))"}
    ]
    assert [ran["good"] for ran in found["tests"]] == [True, True]


def test_coverage_by_recorded_traffic(command: Command) -> None:
    home = make_home(command.directory / "home", COVERED)
    assert command("test", "--coverage", "--recorded", *HOME).code == 4  # nothing has been recorded
    command("fire", "pre_tool", "--set", 'arguments.command="rm"', "--set", 'tool_name="sh"', *HOME)
    result = command("test", "--coverage", "--recorded", *HOME)
    assert (result.code, result.stdout) == (0, MISSED.format(home=home))
    assert result.stderr == "1 recorded fire, 0 left out\n"


def test_too_little_coverage_can_fail(command: Command) -> None:
    make_home(command.directory / "home", COVERED)
    assert command("test", "--coverage", "--fail-under", "50", *HOME).code == 0
    result = command("test", "--coverage", "--fail-under", "51", *HOME)
    assert result.code == 1
    assert "50 % is less than the 51 % that --fail-under wants" in result.stderr


@pytest.mark.parametrize("options", ["--recorded", "--fail-under 5", "--coverage --recorded home/hooks"])
def test_options_that_make_no_sense_together_are_refused(command: Command, options: str) -> None:
    make_home(command.directory / "home", COVERED)
    assert command("test", *options.split()).code == 64


def test_pytest_shows_the_coverage(command: Command) -> None:
    home = make_home(command.directory / "home", COVERED)
    state_in(command.directory / "state")
    environment = {**os.environ, "PYTHONPATH": str(Path(chibi_hooks.__file__).parent.parent)}
    alone = ["--disable-plugin-autoload", "-p", "chibi_hooks.pytest_plugin"]  # others: the whole package anew
    options = [*alone, "-p", "no:cacheprovider", "-q", "--hook-coverage", "--rootdir", str(home), str(home)]
    ran = subprocess.run([sys.executable, "-m", "pytest", *options], env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert MISSED.format(home=home) in ran.stdout


@pytest.mark.parametrize(
    ("files", "code"), [pytest.param(FILES, 0, marks=once), ({**FILES, "tests/bad-test.scm": BAD}, 1)]
)
def test_pytest_collects_the_same_files(command: Command, files: dict[str, str | bytes], code: int) -> None:
    home = make_home(command.directory / "home", files)
    state_in(command.directory / "state")
    environment = {**os.environ, "PYTHONPATH": str(Path(chibi_hooks.__file__).parent.parent)}
    options = [*PLUGIN, "-p", "no:cacheprovider", "-q", "--rootdir", str(home), str(home)]
    ran = subprocess.run([sys.executable, "-m", "pytest", *options], env=environment, capture_output=True, text=True)
    assert ran.returncode == code, ran.stdout + ran.stderr
    assert ("1 failed, 1 passed" if code else "1 passed") in ran.stdout
    assert ("wanted 1, got 2" in ran.stdout) == bool(code)


def test_without_tests_no_clause_has_run(command: Command) -> None:
    make_home(
        command.directory / "home", {"hooks/a.scm": '(define-hook pre_tool (x) (if x (block "no") (no-opinion)))'}
    )
    result = command("test", "--coverage", "--home", "home", "--fail-under", "1")
    assert result.code == 1
    assert "0 of 3 clauses ran" in result.stdout and "coverage: 0 %" in result.stdout
    make_home(command.directory / "empty", {})
    assert "there are no hook files to run" in command("test", "--coverage", "--home", "empty").stdout


def test_the_tests_of_a_directory_of_policies_run_with_the_home_that_uses_it(command: Command) -> None:
    policy = """\
(define-library (quiet)
  (export quiet)
  (import (scheme base) (harness policy))
  (begin
    (define-policy quiet "Nothing runs." (parameters (text "no" "what it says"))
      (pre_tool (tool_name) (object 'text text)))))
"""
    says = '(test "parameter" "hush [policy quiet, parameter text]" (cdr (assoc "message" (fire \'pre_tool \'()))))\n'
    team = command.directory / "team"
    team.mkdir()
    (team / "quiet.sld").write_text(policy)
    (team / "quiet-test.scm").write_text(says)
    config = '[policies]\nuse = ["../team"]\nquiet = { text = "hush" }\n'
    make_home(command.directory / "home", {"chibi-hooks.toml": config})
    result = command("test", *HOME)
    assert (result.code, result.stdout) == (0, f"{team}/quiet-test.scm: ok: 1 passed\n"), result.stderr


def test_a_test_that_cannot_be_read_is_a_failed_one_and_the_others_run(command: Command) -> None:
    files = FILES | {"hooks/a-test.scm": b"; here\n; \xe9\n", "hooks/z-test.scm": FILES["hooks/guard-test.scm"]}
    make_home(command.directory / "home", files)
    os.mkfifo(command.directory / "home/hooks/b-test.scm")
    (command.directory / "home/hooks/c-test.scm").symlink_to("nowhere")
    result = command("test", *HOME)
    assert (result.code, result.stderr.splitlines()[-1]) == (1, "5 files, 3 of them failed")
    for reason in (
        "a-test.scm:2: wanted text in UTF-8, got byte 0xe9",
        "b-test.scm: cannot be read: not a regular file but a pipe",
        "c-test.scm: cannot be read: No such file or directory",
        "z-test.scm: ok: 1 passed",
    ):
        assert f"hooks/{reason}" in result.stdout
