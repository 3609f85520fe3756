"""`test` and the pytest plugin: which files run, and how their results are told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import chibi_hooks
from tests.cli.command import Command
from tests.homes import make_home

FILES: dict[str, str | bytes] = {
    "hooks/guard.scm": '(define-hook pre_tool () (block "no"))',
    "hooks/guard-test.scm": '(test "blocks" "no" (cdr (assoc "message" (fire \'pre_tool \'()))))',
}
BAD = '(test "numbers" 1 2)\n'
HOME = ("--home", "home")


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


@pytest.mark.parametrize(("files", "code"), [(FILES, 0), ({**FILES, "tests/bad-test.scm": BAD}, 1)])
def test_pytest_collects_the_same_files(command: Command, files: dict[str, str | bytes], code: int) -> None:
    home = make_home(command.directory / "home", files)
    environment = {**os.environ, "PYTHONPATH": str(Path(chibi_hooks.__file__).parent.parent)}
    options = ["-p", "no:cacheprovider", "-q", "--rootdir", str(home), str(home)]
    ran = subprocess.run([sys.executable, "-m", "pytest", *options], env=environment, capture_output=True, text=True)
    assert ran.returncode == code, ran.stdout + ran.stderr
    assert ("1 failed, 1 passed" if code else "1 passed") in ran.stdout
    assert ("wanted 1, got 2" in ran.stdout) == bool(code)
