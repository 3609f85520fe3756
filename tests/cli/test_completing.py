"""What a shell offers after Tab, and the examples that end each command's help."""

from __future__ import annotations

import shlex
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete

from chibi_hooks.cli import command_names, root
from tests.cli.command import Command
from tests.homes import make_home


def offered(*words: str) -> list[str]:
    """What fits after these words; the last one is unfinished."""
    shell = ShellComplete(root, {}, "chibi-hooks", "_CHIBI_HOOKS_COMPLETE")
    return [each.value for each in shell.get_completions(list(words[:-1]), words[-1])]


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("fire", "pre_tool_"), ["pre_tool_output"]),
        (("log", "--point", "on_en"), ["on_end"]),
        (("install", "claude"), ["claude-code"]),
        (("host", "claude-code", "PreToolU"), ["PreToolUse"]),
        (("tool", "vfs_li"), ["vfs_list"]),
        (("doc", "payload-re"), ["payload-ref"]),
        (("docs", "scheme-f"), ["scheme-for-python"]),
        (("explain", "never-t"), ["never-true"]),
        (("policies", "show", "rm-"), ["rm-rf"]),
        (("fir",), ["fire"]),
    ],
)
def test_what_fits_is_offered(command: Command, words: tuple[str, ...], wanted: list[str]) -> None:
    assert offered(*words) == wanted


def test_fires_are_offered_the_last_first_and_none_where_there_is_no_journal(command: Command, tmp_path: Path) -> None:
    home = str(make_home(tmp_path / "home", {"hooks/a.scm": ""}))
    assert offered("why", "--home", home, "") == []
    for point in ("pre_tool", "on_end"):
        assert command("fire", point, "--sample", "--home", home).code == 0
    ids = offered("why", "--home", home, "")
    assert [each.rpartition("-")[2] for each in ids] == sorted((each.rpartition("-")[2] for each in ids), reverse=True)
    assert len(ids) == 2


@pytest.mark.parametrize("name", command_names())
def test_help_ends_with_examples_that_can_be_given(name: str) -> None:
    found = root.get_command(click.Context(root), name)
    assert found is not None
    context = click.Context(found, info_name=name)
    _, heading, text = found.get_help(context).partition("\n  Examples:\n")
    lines = [line.strip() for line in text.splitlines()] if heading else []
    assert lines and all(line.startswith("chibi-hooks ") for line in lines), name
    for line in lines:
        words = shlex.split(line)[1:]
        assert words[0] == name
        found.make_context(name, words[1:])  # raises what the user would read
