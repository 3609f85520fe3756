"""`doctor`: what is right and wrong, on one page."""

from __future__ import annotations

import json
import os
import shutil

import pytest

from tests.cli.command import Command
from tests.cli.project import home_of
from tests.homes import make_home, sh_plugin
from tests.isolation import IN_WORKERS


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
    isolated = " (1 in processes of their own)" if IN_WORKERS else ""
    assert f"  ok       {user}: 1 hook file{isolated}, 0 plugins: 1 hook, 0 tools" in result.stdout
    assert "journal.db: 1 fire, 0.0 MB, 1 generation, the last fire 2" in result.stdout
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
        "problem  hooks/broken.scm:1:2: 2 closing brackets are missing",
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


@pytest.mark.parametrize("target", ["state", "nowhere"])
def test_a_state_directory_that_leads_nowhere_is_a_problem_and_no_fire_needs_it(command: Command, target: str) -> None:
    command("init")
    state = command.directory / "state"
    state.symlink_to(target)
    assert ("state", "problem") in [each[:2] for each in states(command)]
    result = command("fire", "pre_tool", "--set", "arguments.command=rm -rf /")
    assert (result.code, '"block": true' in result.stdout) == (0, True)
    assert "not recorded: " in result.stderr


def test_a_state_directory_that_cannot_be_made_is_a_problem(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    access = os.access  # whoever runs the tests may be root, who may write anywhere
    monkeypatch.setattr(os, "access", lambda path, mode: str(path) != str(command.directory) and access(path, mode))
    said = f"{command.directory}/state: cannot be made: {command.directory} cannot be written"
    assert any(topic == "state" and text.startswith(said) for topic, _, text in states(command))


def test_a_disk_without_room_is_told(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    command("init")
    command("fire", "pre_tool", "--sample")
    usage = shutil.disk_usage(command.directory)
    monkeypatch.setattr(shutil, "disk_usage", lambda directory: usage._replace(free=100_000))
    result = command("doctor")
    assert result.code == 1
    assert f"{command.directory}/state: 0.1 MB are left on its disk" in result.stdout
