"""`trust`, and what every other command says of a project's home that is skipped."""

from __future__ import annotations

import json

import pytest

from tests.cli.command import Command
from tests.cli.project import GUARD, home_of
from tests.homes import make_home


def test_a_projects_hooks_run_after_trust(project: Command) -> None:
    assert json.loads(project("fire", "pre_tool", "--sample").stdout) == {}
    result = project("trust")
    assert (result.code, result.stdout) == (0, (
        "new  chibi-hooks.toml  decides tiers, permission and limits\n"
        "new  hooks/guard.scm\n"
        "new  plugins/p         a program: runs with your rights\n"
    ))  # fmt: skip
    assert result.stderr == f"{home_of(project)} is trusted now: 3 new\n"
    fired = project("fire", "pre_tool", "--sample")
    assert (json.loads(fired.stdout), fired.stderr) == ({"block": True, "message": "no"}, "")


@pytest.mark.parametrize(
    "arguments",
    [
        "fire pre_tool --sample", "fire pre_tool --sample --json", "list", "list --tools", "tool vfs_list {}", "replay",
        "test", "test --coverage --recorded",
    ],
)  # fmt: skip
def test_every_command_that_skips_it_says_so_once(project: Command, arguments: str) -> None:
    make_home(home_of(project), {"hooks/guard-test.scm": "(test 1 1)"})
    if "re" in arguments:  # it wants a recorded fire
        project("fire", "pre_tool", "--sample")
    result = project(*arguments.replace("{}", '{"path":"vfs:///shared"}').split())
    assert result.stderr.count("runs only after `chibi-hooks trust`") == 1
    project("trust")
    project("fire", "pre_tool", "--sample")
    make_home(home_of(project), {"hooks/guard.scm": GUARD.replace("no", "yes")})
    result = project(*arguments.replace("{}", '{"path":"vfs:///shared"}').split())
    assert result.stderr.count("it has changed since it was trusted; read it, then `chibi-hooks trust`") == 1


def test_a_dry_run_shows_everything_and_trusts_nothing(project: Command) -> None:
    result = project("trust", "--dry-run")
    assert [line.split()[:2] for line in result.stdout.splitlines()] == [
        ["new", "chibi-hooks.toml"], ["new", "hooks/guard.scm"], ["new", "plugins/p"],
    ]  # fmt: skip
    assert result.stderr == f"{home_of(project)} is not trusted: 3 new\n"
    assert project("trust", "--list").stderr.startswith("no project's home is trusted")


def test_trusted_homes_are_listed_with_what_changed(project: Command) -> None:
    project("trust")
    make_home(home_of(project), {"hooks/guard.scm": "1", "hooks/new.scm": "2"})
    (home_of(project) / "plugins/p").unlink()
    assert project("trust", "--list").stdout == f"{home_of(project)}: 1 trusted, 1 new, 1 changed, 1 gone\n"


def test_trust_can_be_taken_back(project: Command) -> None:
    project("trust")
    assert project("trust", "--revoke").stderr == f"{home_of(project)} is no longer trusted\n"
    assert json.loads(project("fire", "pre_tool", "--sample").stdout) == {}
    assert project("trust", "--revoke").stderr == f"{home_of(project)} was not trusted\n"


@pytest.mark.parametrize("named", [".", ".chibi"])
def test_the_project_can_be_named(project: Command, named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (project.directory / "elsewhere").mkdir()
    monkeypatch.chdir(project.directory / "elsewhere")
    assert project("trust", f"../{named}").stderr.endswith("is trusted now: 3 new\n")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["nowhere"], 4, "nowhere: there is no .chibi in it"),
        (["--list", "--revoke"], 64, "give one of --dry-run, --list and --revoke"),
    ],
)
def test_what_cannot_be_trusted_is_said(project: Command, arguments: list[str], code: int, message: str) -> None:
    result = project("trust", *arguments)
    assert (result.code, message in result.stderr) == (code, True)


def test_without_a_project_there_is_nothing_to_trust(command: Command) -> None:
    result = command("trust")
    assert (result.code, "there is no .chibi here or above" in result.stderr) == (4, True)


def test_a_home_that_init_has_made_in_a_project_is_trusted(command: Command) -> None:
    command("init", "--home", ".chibi")
    assert json.loads(command("fire", "pre_tool", "--sample").stderr or "{}") == {}
    assert command("trust", "--list").stdout == f"{home_of(command)}: 2 trusted\n"


def test_init_trusts_nothing_that_was_there_before(project: Command) -> None:
    project("init", "--home", ".chibi")
    assert project("trust", "--list").stdout == ""


UNTRUSTED = '(import (scheme file)) (call-with-output-file "MARK" (lambda (port) (write 1 port)))'


def test_neither_check_nor_test_runs_what_is_not_trusted(project: Command) -> None:
    mark = project.directory / "mark"
    make_home(home_of(project), {
        "chibi-hooks.toml": '[scheme.tiers]\n"" = "unsandboxed"\n',
        "hooks/guard-test.scm": "(test \"no\" (cdr (assoc \"message\" (fire 'pre_tool '()))))",
    })  # fmt: skip
    assert "runs only after `chibi-hooks trust`" in project("check").stderr
    project("trust")
    assert project("test").code == 0
    make_home(home_of(project), {"hooks/evil.scm": UNTRUSTED.replace("MARK", str(mark))})
    result = project("check")
    assert "hooks/evil.scm: warning: not looked at: it is new" in result.stdout
    result = project("test")
    assert (result.code, mark.exists()) == (0, False)
    assert project("trust", "--dry-run").stdout.count("new") == 1
    project("trust")
    project("test")
    assert mark.exists()


def test_a_name_that_no_directory_can_have_is_none(project: Command) -> None:
    result = project("trust", "a" * 5000)
    assert result.code == 4 and "there is no .chibi in it" in result.stderr
