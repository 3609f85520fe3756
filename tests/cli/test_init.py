"""`init`: a home to start from, which works at once and is never overwritten."""

from __future__ import annotations

import errno
import json
from typing import Any

import pytest

from tests.cli.agent_files import alone
from tests.cli.command import Command


def test_a_new_home_works_at_once(command: Command) -> None:
    result = command("init", "--home", "mine")
    assert result.code == 0
    assert result.stdout.splitlines() == [
        "mine/plugins", "mine/hooks/example.scm", "mine/tests/example-test.scm", "mine/chibi-hooks.toml",
    ]  # fmt: skip
    assert "chibi-hooks fire pre_tool --sample --explain --home mine" in result.stderr
    assert command("check", "--strict", "--home", "mine").code == 0
    tested = command("test", "--home", "mine")
    assert (tested.code, "2 passed" in tested.stdout) == (0, True)
    fired = command("fire", "pre_tool", "--home", "mine", "--sample", "--set", 'arguments.command="rm -rf /"')
    assert json.loads(fired.stdout) == {"block": True, "message": "rm -rf is not allowed here (by hooks/example.scm)"}


def test_without_a_directory_it_is_the_users_home(command: Command) -> None:
    command("init")
    assert (command.directory / "user/.chibi/hooks/example.scm").is_file()
    assert "example" in command("list").stdout


def test_what_exists_stays_as_it_is(command: Command) -> None:
    command("init", "--home", "mine")
    example = command.directory / "mine/hooks/example.scm"
    example.write_text(";; mine now")
    result = command("init", "--home", "mine")
    assert (result.code, result.stdout, example.read_text()) == (0, "", ";; mine now")
    assert "everything is there already" in result.stderr


def test_a_place_that_cannot_be_written_is_4(command: Command) -> None:
    (command.directory / "file").write_text("")
    result = command("init", "--home", "file/home")
    assert result.code == 4
    assert "Not a directory" in result.stderr


def test_the_first_minute_with_an_agent_is_one_command(command: Command) -> None:
    alone(command)
    result = command("init", "--agent", "claude-code")
    assert result.code == 0, result.stderr
    settings = command.directory / "user/.claude/settings.json"
    assert result.stdout.splitlines()[-1] == str(settings)
    assert "proved: PreToolUse -> {} (" in result.stderr
    told = command("fire", "pre_tool", "--as", "claude-code", "--set", 'arguments.command="rm -rf /"', "--sample")
    assert "rm -rf is not allowed here (by hooks/example.scm)" in json.loads(told.stdout)["stdout"]
    again = command("init", "--agent", "claude-code")
    assert (again.code, again.stdout) == (0, "")
    assert f"{settings}: everything is there already" in again.stderr
    assert command("doctor", "claude-code").code == 0


def test_a_home_of_ones_own_is_the_one_that_the_agent_asks(command: Command) -> None:
    alone(command)
    assert command("init", "mine", "--agent", "cursor").code == 0
    assert f"--home {command.directory}/mine" in (command.directory / "user/.cursor/hooks.json").read_text()


def test_an_agent_that_there_is_not_makes_nothing(command: Command) -> None:
    result = command("init", "mine", "--agent", "claud-code")
    assert (result.code, (command.directory / "mine").exists()) == (64, False)
    assert command("init", "mine", "--home", "other").code == 64


def test_where_no_room_is_left_no_half_of_a_file_stays_that_the_next_init_would_leave_as_it_is(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any, **__: Any) -> Any:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", full)
        told = command("init", "mine")
    assert (told.code, told.stderr) == (4, "chibi-hooks: mine/hooks/example.scm: No space left on device\n")
    assert list((command.directory / "mine/hooks").iterdir()) == []
    assert "mine/hooks/example.scm" in command("init", "mine").stdout


def test_who_switches_on_the_policy_of_the_example_is_told_who_still_blocks(command: Command) -> None:
    command("init", "mine")
    (command.directory / "mine/chibi-hooks.toml").write_text('[policies]\nrm-rf = { allowed = ["build"] }\n')
    fire = ("fire", "pre_tool", "--home", "mine", "--sample", "--set", 'arguments.command="rm -rf build"')
    assert "hooks/example.scm" in json.loads(command(*fire).stdout)["message"]
