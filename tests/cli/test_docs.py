"""`docs`: the manual on stdout, and as files."""

from __future__ import annotations

from pathlib import Path

from chibi_hooks.cli import command_names
from tests.cli.command import Command
from tests.halves import once


def test_the_first_page_lists_the_others(command: Command) -> None:
    assert "- [Scheme for people who write Python](scheme-for-python.md)" in command("docs").stdout


def test_a_page_is_shown_by_its_name(command: Command) -> None:
    assert command("docs", "testing").stdout.startswith("# How to test hooks\n")
    assert command("docs", "harness-shell").stdout.startswith("# (harness shell)\n")
    assert command("docs", "tests").code == 64
    assert 'did you mean "scheme-for-python"?' in command("docs", "scheme").stderr


@once
def test_all_of_it_is_written_with_no_dead_link(command: Command, tmp_path: Path) -> None:
    assert command("docs", "--out", str(tmp_path / "manual")).code == 0
    commands = (tmp_path / "manual/commands.md").read_text("utf-8")
    assert all(f"\n## {name}\n" in commands for name in command_names())
    assert "(define (force-push? command)" in (tmp_path / "manual/recipes.md").read_text("utf-8")
    assert (tmp_path / "manual/libraries/srfi-1.md").is_file()
