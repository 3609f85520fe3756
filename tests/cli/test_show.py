"""`show`: one fire in full."""

from __future__ import annotations

import json

from tests.cli.command import Command
from tests.homes import make_home

HOME = ("--home", "home")
PAYLOAD = {"tool_name": "shell_exec", "arguments": {"command": "ls", "password": "hunter2"}}


def fired(command: Command, config: str = "") -> str:
    """The id of a recorded fire."""
    make_home(command.directory / "home", {"chibi-hooks.toml": config})
    return str(json.loads(command("fire", "pre_tool", *HOME, "--json", stdin=json.dumps(PAYLOAD)).stdout)["fire"])


def test_payload_and_outcome_are_shown(command: Command) -> None:
    identity = fired(command)
    result = command("show", identity, *HOME)
    assert result.code == 0
    assert result.stdout.startswith(f"{identity}  ")
    assert '"command": "ls"' in result.stdout
    assert '"password": "[redacted]"' in result.stdout
    assert "There are secrets in it that were not recorded" in result.stdout


def test_the_payload_can_be_fired_again(command: Command) -> None:
    fired(command)
    payload = command("show", "--payload", *HOME).stdout
    assert json.loads(payload)["tool_name"] == "shell_exec"
    assert command("fire", "pre_tool", *HOME, stdin=payload).code == 0


def test_json_has_everything(command: Command) -> None:
    identity = fired(command, "[recorder]\nmax_fire_kilobytes = 1\n")
    found = json.loads(command("show", identity[-8:], *HOME, "--json").stdout)
    assert (found["fire"], found["decision"], found["outcome"]) == (identity, "none", {})


def test_an_unknown_id_is_a_usage_error(command: Command) -> None:
    fired(command)
    result = command("show", "nothing", *HOME)
    assert result.code == 64
    assert "there is no fire nothing in the journal; `chibi-hooks log` lists them" in result.stderr
