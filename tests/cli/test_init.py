"""`init`: a home to start from, which works at once and is never overwritten."""

from __future__ import annotations

import json

from tests.cli.command import Command


def test_a_new_home_works_at_once(command: Command) -> None:
    result = command("init", "--home", "mine")
    assert result.code == 0
    assert result.stdout.splitlines() == ["mine/plugins", "mine/hooks/example.scm", "mine/chibi-hooks.toml"]
    assert "chibi-hooks fire pre_tool --sample --explain --home mine" in result.stderr
    assert command("check", "--home", "mine").code == 0
    fired = command("fire", "pre_tool", "--home", "mine", "--sample", "--set", 'arguments.command="rm -rf /"')
    assert json.loads(fired.stdout) == {"block": True, "message": "rm -rf is not allowed here"}


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
