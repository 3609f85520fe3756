"""`install`: our entry in an agent's settings, proved by an event that went through it."""

from __future__ import annotations

import json
import re

import pytest

from tests.cli.agent_files import agents, alone
from tests.cli.command import Command
from tests.halves import dealt
from tests.homes import make_home

GUARD = """
(define-hook pre_tool (tool-name arguments)
  (if (equal? tool-name "shell_exec") (deny "not today") (no-opinion)))
"""


@pytest.mark.parametrize("agent", dealt(agents(), 3))
def test_it_writes_proves_and_is_taken_out_again(command: Command, agent: str) -> None:
    alone(command)
    make_home(command.directory / "user/.chibi", {"hooks/guard.scm": GUARD})
    there = set(command.directory.rglob("*"))
    result = command("install", agent)
    assert result.code == 0, result.stderr
    proved = re.search(r"proved: (\S+) -> (.*) \(\d+ ms; fire (\S+), (\S+)\)", result.stderr)
    assert proved is not None, result.stderr
    assert "not today" in proved[2]  # it is the guard that answered
    shown = json.loads(command("show", proved[3], "--json").stdout)
    assert (shown["origin"]["agent"], shown["point"]) == (agent, "pre_tool")
    assert command("install", agent).stdout == ""
    assert command("uninstall", agent).code == 0
    state = command.directory / "state"
    assert {each for each in command.directory.rglob("*") if state not in each.parents and each != state} == there


def test_without_a_name_the_agents_are_told(command: Command) -> None:
    result = command("install")
    assert (result.code, "claude-code, codex" in result.stderr) == (64, True)


def test_what_nobody_decides_is_told_in_the_agents_own_silence(command: Command) -> None:
    alone(command)
    make_home(command.directory / "user/.chibi", {})
    assert "proved: PreToolUse -> {} (" in command("install", "claude-code").stderr
    assert "proved: PreToolUse -> nothing, which is its word for no opinion (" in command("install", "codex").stderr


def test_a_home_without_a_name_is_refused(command: Command) -> None:
    alone(command)
    result = command("install", "claude-code", "--home", "")
    assert (result.code, result.stdout) == (4, "") and "--home: it is empty" in result.stderr
    assert not (command.directory / "user/.claude").exists()


@pytest.mark.usefixtures("unproved")
def test_a_dry_run_shows_a_diff_and_writes_nothing(command: Command) -> None:
    alone(command)
    settings = command.directory / "user/.claude/settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text('{\n  "model": "x"\n}\n')
    result = command("install", "claude-code", "--dry-run")
    assert (result.code, result.stderr) == (0, "")
    assert result.stdout.startswith(f"--- {settings}\n+++ {settings}\n@@ ")
    assert '\n-  "model": "x"\n+  "model": "x",\n+  "hooks": {\n' in result.stdout
    assert [each.name for each in settings.parent.iterdir()] == ["settings.json"]
    assert settings.read_text() == '{\n  "model": "x"\n}\n'
    command("install", "claude-code")
    assert command("install", "claude-code", "--dry-run").stdout == ""
    undone = command("uninstall", "claude-code", "--dry-run").stdout
    assert '\n+  "model": "x"\n' in undone
    assert "hook.py" in settings.read_text()


def test_the_home_that_is_named_is_the_one_that_answers(command: Command) -> None:
    alone(command)
    make_home(command.directory / "mine", {"hooks/guard.scm": GUARD})
    result = command("install", "claude-code", "--home", "mine")
    assert "not today" in result.stderr
    settings = (command.directory / "user/.claude/settings.json").read_text()
    assert f"--home {command.directory}/mine" in settings


@pytest.mark.usefixtures("unproved")
def test_a_scope_is_a_file_of_the_project(command: Command) -> None:
    alone(command)
    (command.directory / "project").mkdir()
    result = command("install", "claude-code", "--scope", "local", "--project", "project")
    assert result.stdout == f"{command.directory}/project/.claude/settings.local.json\n"
    result = command("install", "claude-code", "--scope", "project", "--project", "project")
    assert "names this machine's Python" in result.stderr
    assert command("uninstall", "claude-code", "--scope", "user", "--project", "project").stdout == ""
    told = command("uninstall", "claude-code", "--project", "project").stdout.splitlines()
    assert [each.rpartition("/")[2] for each in told] == ["settings.json", "settings.local.json"]


def test_all_events_are_more(command: Command) -> None:
    alone(command)
    few = command("install", "cursor", "--dry-run").stdout
    assert "afterFileEdit" not in few
    assert "afterFileEdit" in command("install", "cursor", "--dry-run", "--all-events").stdout


WRONG_CLIENTS = {
    "is missing": ("", "it ended with 2: "),
    "crashes": ("raise SystemExit('no')", "it ended with 1: no"),
    "prints what is no JSON": ("print('hello')", "what it printed is no JSON"),
    "prints a list": ("print('[]')", "what it printed is no object"),
    "answers by itself": ("print('{}')", "no hook host of ours saw the event"),
}


@pytest.mark.parametrize("how", WRONG_CLIENTS)
def test_what_does_not_work_is_not_left_written(command: Command, how: str) -> None:
    text, message = WRONG_CLIENTS[how]
    client = alone(command, text)
    if not text:
        client.unlink()
    command.monkeypatch.setattr("chibi_hooks.dialects.installing.proof.WRITTEN", 0.2)
    settings = command.directory / "user/.claude/settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text('{"model": "x"}')
    result = command("install", "claude-code")
    assert (result.code, result.stdout) == (1, "")
    assert message in result.stderr
    assert f"{settings} is as it was" in result.stderr
    assert settings.read_text() == '{"model": "x"}'
    assert [each.name for each in settings.parent.iterdir()] == ["settings.json"]


def test_a_client_that_hangs_is_ended(command: Command) -> None:
    alone(command, "import time\nwhile True: time.sleep(60)")
    command.monkeypatch.setattr("chibi_hooks.dialects.installing.proof.LEAST", 0.5)
    settings = command.directory / "user/.firebender/hooks.json"
    command.monkeypatch.setattr("chibi_hooks.dialects.installing.proof.timeout_seconds", lambda *_: 0.5)
    result = command("install", "firebender")
    assert (result.code, settings.exists()) == (1, False)
    assert "it did not end: timeout" in result.stderr


def test_a_file_that_does_not_parse_is_4_and_untouched(command: Command) -> None:
    alone(command)
    settings = command.directory / "user/.claude/settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text('{\n  "hooks": {,\n}')
    result = command("install", "claude-code")
    assert result.code == 4
    assert f"{settings}:2:13: it is not JSON: wanted a name" in result.stderr
    assert settings.read_text() == '{\n  "hooks": {,\n}'
    assert command("uninstall", "claude-code").code == 4


def test_what_makes_no_sense_is_64(command: Command) -> None:
    alone(command)
    told = {
        ("claude-cod",): 'did you mean "claude-code"?',
        ("chibi",): "chibi needs no installing",
        ("cursor", "--scope", "local"): "cursor has no settings of scope local; it has: project, user",
        ("cursor", "--scope", "galaxy"): "galaxy",
        ("cursor", "--project", "nowhere"): "there is no such directory",
    }
    for arguments, message in told.items():
        result = command("install", *arguments)
        assert (result.code, result.stdout) == (64, "")
        assert message in result.stderr


def test_a_place_that_cannot_be_written_is_4(command: Command) -> None:
    alone(command)
    (command.directory / "user").write_text("a file")
    result = command("install", "claude-code")
    assert result.code == 4
    assert "Not a directory" in result.stderr


@pytest.mark.usefixtures("unproved")
def test_an_agent_that_wants_to_be_asked_first_is_said(command: Command) -> None:
    alone(command)
    assert "approve them under /hooks" in command("install", "codex").stderr
    assert "claude-code reads the same file" in command("install", "piebald").stderr
