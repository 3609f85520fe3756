"""`trust` and `doctor`, and what every other command says of a project's home that is skipped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import Command
from tests.homes import answering, make_home, sh_plugin

GUARD = '(define-hook pre_tool () (block "no"))'


@pytest.fixture
def project(command: Command) -> Command:
    """The command in the directory of a project that came with a home."""
    make_home(command.directory / ".chibi", {
        "hooks/guard.scm": GUARD,
        "plugins/p": answering("p", ["post_tool"], {}),
        "chibi-hooks.toml": "",
    })  # fmt: skip
    return command


def home_of(command: Command) -> Path:
    return command.directory / ".chibi"


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


UNTRUSTED = "(import (scheme file)) (call-with-output-file \"MARK\" (lambda (port) (write 1 port)))"


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


# --- doctor ---


def states(command: Command, *arguments: str) -> list[tuple[str, str, str]]:
    return [tuple(each.values()) for each in json.loads(command("doctor", "--json", *arguments).stdout)["findings"]]


def test_everything_is_well_in_a_new_home(command: Command) -> None:
    command("init")
    command("fire", "pre_tool", "--sample")
    result = command("doctor")
    assert (result.code, result.stderr) == (0, "everything is well\n")
    assert [line for line in result.stdout.splitlines() if not line.startswith(" ")] == [
        "versions", "state", "homes", "journal", "resident",
    ]  # fmt: skip
    user = command.directory / "user/.chibi"
    assert f"  ok       {user}: 1 hook files, 0 plugins: 1 hooks, 0 tools" in result.stdout
    assert "journal.db: 1 fires, 0.0 MB, 1 generations, the last fire 2" in result.stdout
    assert len(result.stdout.splitlines()) < 40


def test_a_doctor_names_what_does_not_run_and_why(project: Command) -> None:
    make_home(project.directory / "user/.chibi", {
        "hooks/broken.scm": "((",
        "plugins/silent": "#!/bin/sh\nexit 3\n",
        "plugins/good": sh_plugin("good", ["pre_tool"], ""),
    })  # fmt: skip
    result = project("doctor")
    assert result.code == 1
    for line in (
        f"problem  {home_of(project)}: not trusted: a project's home runs only after `chibi-hooks trust`",
        "problem  plugins/silent: --schema: exit code 3",
        "problem  hooks/broken.scm:1:2: unclosed",
    ):
        assert line in result.stdout, result.stdout
    assert result.stderr == "3 problems\n"


def test_a_doctor_names_the_files_that_wait_for_trust(project: Command) -> None:
    project("trust")
    make_home(home_of(project), {"hooks/guard.scm": "1"})
    (home_of(project) / "plugins/p").unlink()
    found = states(project)
    assert ("homes", "problem", "hooks/guard.scm: changed since `chibi-hooks trust`") in found
    assert ("homes", "warning", "plugins/p: gone since `chibi-hooks trust`") in found


def test_a_doctor_survives_a_configuration_that_is_none(command: Command) -> None:
    make_home(command.directory / "home", {"chibi-hooks.toml": "tiers = 3"})
    result = command("doctor", "--home", "home")
    assert result.code == 1
    assert 'chibi-hooks.toml:1: unknown key "tiers"' in result.stdout
    assert "there is no" not in command("doctor", "--home", "nowhere").stderr
    assert "nowhere does not exist" in command("doctor", "--home", "nowhere").stdout


def test_a_doctor_looks_at_the_journal(command: Command) -> None:
    command("init")
    command("fire", "pre_tool", "--sample")
    (journal,) = (command.directory / "state").rglob("journal.db")
    journal.chmod(0o644)
    assert [text for topic, state, text in states(command) if (topic, state) == ("journal", "problem")] == [
        f"{journal}: others may read it (mode 0644); `chmod 600` it"
    ]
    journal.write_bytes(b"no journal")
    assert [state for topic, state, _ in states(command) if topic == "journal"] == ["problem"]


def test_a_state_directory_that_others_write_to_is_a_problem(command: Command) -> None:
    (command.directory / "state").mkdir()
    (command.directory / "state").chmod(0o777)
    said = f"{command.directory}/state: others may write there; `chmod go-w` it"
    assert ("state", "problem", said) in states(command)
