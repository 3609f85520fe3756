"""`log`: which fires are listed, and how."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import chibi_hooks
from chibi_hooks import Host
from chibi_hooks.hooks.fire import Origin
from chibi_hooks.hooks.homes.home import Surroundings
from tests.cli.command import Command
from tests.homes import make_home

GUARD = """\
(define-hook pre_tool (arguments)
  (if (string-contains (payload-ref arguments "command" "") "rm")
      (block "no")
      (no-opinion)))
"""
BAD = "(define-hook pre_message () (car 1))\n"
HOME = ("--home", "home")


@pytest.fixture
def recorded(command: Command) -> Command:
    """The command, with a home whose three fires are recorded."""
    make_home(command.directory / "home", {"hooks/guard.scm": GUARD, "hooks/bad.scm": BAD})
    for arguments in (("rm x",), ("ls",)):
        payload = json.dumps({"tool_name": "shell_exec", "arguments": {"command": arguments[0]}})
        command("fire", "pre_tool", *HOME, stdin=payload)
    command("fire", "pre_message", *HOME, "--sample")
    return command


def test_one_line_for_each_fire(recorded: Command) -> None:
    result = recorded("log", *HOME)
    assert (result.code, result.stderr) == (0, "")
    lines = [line.split("  ", 2) for line in result.stdout.splitlines()]
    assert len(lines) == 3
    assert "pre_tool" in lines[0][2]
    assert lines[0][2].endswith('blocked   shell_exec "rm x" — guard: message = "no"')
    assert lines[1][2].endswith('none      shell_exec "ls"')
    assert "bad failed: hooks/bad.scm:1:29: car:" in lines[2][2]


@pytest.mark.parametrize(
    ("options", "points"),
    [
        ((), ["pre_tool", "pre_tool", "pre_message"]),
        (("-n", "1"), ["pre_message"]),
        (("--point", "pre_tool"), ["pre_tool", "pre_tool"]),
        (("--decision", "blocked"), ["pre_tool"]),
        (("--responder", "bad"), ["pre_message"]),
        (("--responder", "hooks/guard.scm"), ["pre_tool", "pre_tool"]),
        (("--failed",), ["pre_message"]),
        (("--since", "1h", "--until", "2999-01-01"), ["pre_tool", "pre_tool", "pre_message"]),
        (("--until", "1h"), []),
    ],
)
def test_filters(recorded: Command, options: tuple[str, ...], points: list[str]) -> None:
    result = recorded("log", *HOME, "--json", *options)
    assert [json.loads(line)["point"] for line in result.stdout.splitlines()] == points


def fire_for_an_agent(recorded: Command) -> None:
    """One more fire in the journal, that an agent asked for."""
    around = Surroundings.of_process()
    with Host.open(home=recorded.directory / "home", around=around) as host:
        origin = Origin("some-agent", "BeforeTool", "s-1")
        host.fire_in(host.generation, "pre_tool", {"tool_name": "x", "arguments": {"command": "rm"}}, origin=origin)


def test_who_asked_is_shown_and_can_be_asked_for(recorded: Command) -> None:
    fire_for_an_agent(recorded)
    (line,) = recorded("log", *HOME, "--agent", "some-agent").stdout.splitlines()
    assert line.endswith('blocked   x "rm" — guard: message = "no"  (some-agent BeforeTool, session s-1)')
    assert json.loads(recorded("log", *HOME, "--json", "-n1").stdout)["origin"]["agent"] == "some-agent"
    assert "\nasked by some-agent BeforeTool, session s-1\n" in recorded("why", *HOME).stdout
    assert "\nasked by some-agent BeforeTool, session s-1\n" in recorded("show", *HOME).stdout
    make_home(recorded.directory / "home", {"hooks/guard.scm": "(define nothing 1)"})
    assert "1 fire compared, 1 decided in another way" in recorded("replay", *HOME, "--agent", "some-agent").stderr
    assert recorded("log", *HOME, "--agent", "another").stderr == "no recorded fire is like that\n"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--point", "pre_tol"), 'there is no hook point "pre_tol": did you mean "pre_tool"?'),
        (("--since", "soon"), "--since soon: wanted 10m, 2h, 3d (ago)"),
        (("--decision", "maybe"), "'maybe' is not one of"),
    ],
)
def test_bad_filters_are_usage_errors(recorded: Command, options: tuple[str, ...], message: str) -> None:
    result = recorded("log", *HOME, *options)
    assert result.code == 64
    assert message in result.stderr


def test_a_home_without_fires_says_so(command: Command) -> None:
    make_home(command.directory / "home", {})
    result = command("log", *HOME)
    assert (result.code, result.stdout) == (4, "")
    assert "no fire of this home has been recorded yet" in result.stderr


def test_nothing_found_is_said_to_people_only(recorded: Command) -> None:
    assert recorded("log", *HOME, "--decision", "denied").stderr == "no recorded fire is like that\n"
    assert recorded("log", *HOME, "--decision", "denied", "--json").stderr == ""


def test_recording_can_be_switched_off(command: Command) -> None:
    make_home(command.directory / "home", {"chibi-hooks.toml": "[recorder]\nenabled = false\n"})
    command("fire", "pre_tool", *HOME, "--sample")
    assert command("log", *HOME).code == 4


def test_follow_shows_fires_as_they_come(command: Command) -> None:
    make_home(command.directory / "home", {"hooks/guard.scm": GUARD})
    follow = [sys.executable, "-u", "-m", "chibi_hooks", "log", "-f", "--json", *HOME]
    environment = {**os.environ, "PYTHONPATH": str(Path(chibi_hooks.__file__).parent.parent)}
    with subprocess.Popen(follow, stdout=subprocess.PIPE, env=environment, text=True) as following:
        assert following.stdout is not None
        for number in (1, 2):
            command("fire", "pre_tool", *HOME, stdin=f'{{"tool_name": "{number}", "arguments": {{}}}}')
            assert json.loads(following.stdout.readline())["payload"]["tool_name"] == str(number)
        following.terminate()
