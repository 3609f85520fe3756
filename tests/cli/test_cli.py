"""The command as a whole: help, versions, unknown words, exit codes."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest

from chibi_hooks import Host
from chibi_hooks.cli import ELSEWHERE, command_names, root
from tests.cli.command import Command


def test_help_lists_every_command(command: Command) -> None:
    result = command("--help")
    assert (result.code, result.stderr) == (0, "")
    assert all(f"  {name}" in result.stdout for name in command_names())


@pytest.mark.parametrize("name", command_names())
def test_every_command_has_help_with_a_description(command: Command, name: str) -> None:
    result = command(name, "--help")
    assert result.code == 0
    assert result.stdout.startswith(f"Usage: chibi-hooks {name}")
    assert isinstance(root.get_command(click.Context(root), name), click.Command)


def test_without_arguments_the_help_goes_to_stderr(command: Command) -> None:
    result = command()
    assert (result.code, result.stdout) == (64, "")
    assert "Usage: chibi-hooks" in result.stderr


def test_an_unknown_command_is_answered_with_a_near_name(command: Command) -> None:
    result = command("frie", "pre_tool")
    assert (result.code, result.stdout) == (64, "")
    assert 'there is no command "frie": did you mean "fire"?' in result.stderr
    assert 'there is no command "lint": here it is "check"' in command("lint").stderr
    assert set(ELSEWHERE.values()) <= set(command_names()) and not set(ELSEWHERE) & set(command_names())


@pytest.mark.parametrize(
    "arguments", [["fire", "pre_tool", "--nonsense"], ["points", "a", "b"], ["--nonsense"], ["fire", "--set"]]
)
def test_a_usage_error_is_64_and_never_2(command: Command, arguments: list[str]) -> None:
    result = command(*arguments)
    assert (result.code, result.stdout) == (64, "")
    assert "Error: " in result.stderr


def test_an_error_of_ours_is_3_and_asks_for_a_report(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object, **options: object) -> Host:
        raise KeyError("inside")

    monkeypatch.setattr(Host, "open", broken)
    result = command("list")
    assert (result.code, result.stdout) == (3, "")
    assert "an error of ours, please report it" in result.stderr
    assert "KeyError: 'inside'" in result.stderr


def test_an_interrupt_ends_it_quietly(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object, **options: object) -> Host:
        raise KeyboardInterrupt

    monkeypatch.setattr(Host, "open", interrupted)
    result = command("list")
    assert result.code == 130
    assert "Traceback" not in result.stderr


def test_it_runs_as_a_module_and_knows_its_version() -> None:
    ran = subprocess.run([sys.executable, "-m", "chibi_hooks", "--version"], capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("chibi-hooks")
    assert ran.stderr == ""


def test_the_list_of_commands_says_what_each_says_of_itself_and_imports_none() -> None:
    code = "import sys; from chibi_hooks.cli import main; main(['--help']); print(*sys.modules, file=sys.stderr)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    commands, _, begin = ran.stdout.partition("Commands:")[2].strip().partition("\n\n")
    assert "chibi-hooks docs first-hook" in begin
    listed = dict(line.split(maxsplit=1) for line in commands.splitlines())
    room = 78 - 6 - max(map(len, listed))  # click writes lines of 78
    context = click.Context(root)
    for name in command_names():
        command = root.get_command(context, name)
        assert command is not None
        assert listed[name] == command.get_short_help_str(room)
        assert f"chibi_hooks.cli.{name}" not in ran.stderr.split()
