"""`uninstall`: an agent's settings as they were."""

from __future__ import annotations

import pytest

from tests.cli.agent_files import alone
from tests.cli.command import Command

pytestmark = pytest.mark.usefixtures("unproved")  # test_install.py has the proof


def test_where_nothing_is_it_says_so_and_is_done(command: Command) -> None:
    alone(command)
    result = command("uninstall", "claude-code")
    assert (result.code, result.stdout) == (0, "")
    assert "claude-code: nothing of ours is in its settings" in result.stderr
    assert "its project settings" in command("uninstall", "claude-code", "--scope", "project").stderr


def test_other_agents_entries_stay(command: Command) -> None:
    alone(command)
    for agent in ("claude-code", "piebald"):
        assert command("install", agent).code == 0
    settings = command.directory / "user/.claude/settings.json"
    command("uninstall", "claude-code")
    assert "hook.py piebald" in settings.read_text()
    assert "hook.py claude-code" not in settings.read_text()
    assert command("uninstall", "piebald").stdout == f"{settings}\n"
    assert not settings.parent.exists()


def test_a_file_that_cannot_be_read_keeps_no_other_from_being_mended(command: Command) -> None:
    alone(command)
    command("install", "claude-code")
    broken = command.directory / ".claude/settings.json"
    broken.parent.mkdir()
    broken.write_text("{")
    result = command("uninstall", "claude-code")
    assert result.code == 4
    assert result.stdout == f"{command.directory}/user/.claude/settings.json\n"
    assert f"{broken}:1:2: it is not JSON" in result.stderr
    assert command("uninstall", "claude-code", "--scope", "user").code == 0


def test_without_the_copy_ours_are_found_by_their_shape(command: Command) -> None:
    alone(command)
    settings = command.directory / "user/.claude/settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text('{\n  "model": "x"\n}\n')
    command("install", "claude-code")
    settings.with_name("settings.json.before-chibi-hooks").unlink()
    command("uninstall", "claude-code")
    assert settings.read_text() == '{\n  "model": "x"\n}\n'
