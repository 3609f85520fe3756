"""`promote`: a recorded fire becomes a test that passes, and fails when the decision changes."""

from __future__ import annotations

import json

import pytest

from tests.cli.command import Command
from tests.homes import make_home

GUARD = """\
(define-hook pre_tool (arguments)
  (if (string-contains (payload-ref arguments "command" "") "rm")
      (block "no \\"rm\\" here")
      (no-opinion)))
"""
HOME = ("--home", "home")
EXPECTED = """\
;;; pre_tool is blocked, by hooks/guard.scm:1:1.
;;; Recorded as fire ID at TIME; the payload is in
;;; no-rm.json. Change both as you like.

(import (chibi test))

(test "pre_tool is blocked"
    '(("block" . #t)
      ("message" . "no \\"rm\\" here"))
  (fire 'pre_tool (fixture "no-rm.json")))
"""


def fire(command: Command, shell: str, config: str = "") -> str:
    """The id of a recorded fire."""
    make_home(command.directory / "home", {"hooks/guard.scm": GUARD, "chibi-hooks.toml": config})
    payload = json.dumps({"tool_name": "shell_exec", "arguments": {"command": shell}})
    return str(json.loads(command("fire", "pre_tool", *HOME, "--json", stdin=payload).stdout)["fire"])


def test_the_test_reads_well(command: Command) -> None:
    identity = fire(command, "rm x")
    result = command("promote", identity, *HOME, "--name", "no-rm")
    directory = command.directory / "home/tests"
    assert (result.code, result.stdout) == (0, f"{directory}/no-rm.json\n{directory}/no-rm-test.scm\n")
    lines = (directory / "no-rm-test.scm").read_text().splitlines(keepends=True)
    lines[1] = ";;; Recorded as fire ID at TIME; the payload is in\n" if identity in lines[1] else lines[1]
    assert "".join(lines) == EXPECTED
    assert json.loads((directory / "no-rm.json").read_text())["arguments"] == {"command": "rm x"}


@pytest.mark.parametrize("shell", ["rm x", "ls", "echo --password hunter2", 'echo "quoted" \\ λ'])
def test_the_test_passes_until_the_decision_changes(command: Command, shell: str) -> None:
    fire(command, shell)
    assert command("promote", *HOME).code == 0
    result = command("test", *HOME)
    assert result.code == 0, result.stdout
    make_home(command.directory / "home", {"hooks/guard.scm": '(define-hook pre_tool () (block "all"))'})
    assert command("test", *HOME).code == 1


def test_what_an_agent_was_told_of_a_permission_is_what_its_test_is_told(command: Command) -> None:
    guard = '(define-hook pre_shell_exec (command) (if (equal? command "rm") (deny "no") (no-opinion)))'
    make_home(command.directory / "home", {"hooks/guard.scm": guard})
    for line in ("ls", "rm"):
        event = {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": line}}
        assert command("hook", "claude-code", *HOME, stdin=json.dumps(event)).code == 0
        assert command("promote", *HOME, "--name", line).code == 0
    result = command("test", "home")
    assert (result.code, result.stdout.count("ok: 1 passed")) == (0, 2), result.stdout


def test_the_files_may_stand_elsewhere(command: Command) -> None:
    fire(command, "rm x")
    assert command("promote", *HOME, "--to", "mine", "--name", "a").code == 0
    assert command("test", "mine/a-test.scm", *HOME).code == 0


@pytest.mark.parametrize(
    ("config", "options", "message"),
    [
        ("[recorder]\nmax_fire_kilobytes = 1\n", (), "it was too large, and has been cut in the journal"),
        ("", ("--name", "../x"), "wanted a name of letters, digits"),
    ],
)
def test_what_cannot_be_a_test_is_refused(
    command: Command, config: str, options: tuple[str, ...], message: str
) -> None:
    fire(command, "rm" * 2000, config)
    result = command("promote", *HOME, *options)
    assert result.code == 64
    assert message in result.stderr


def test_nothing_is_overwritten(command: Command) -> None:
    fire(command, "rm x")
    assert command("promote", *HOME).code == 0
    result = command("promote", *HOME)
    assert result.code == 64
    assert "exists; give the test another name" in result.stderr
