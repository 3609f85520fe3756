"""`replay`: two columns for decisions that change, nothing for the others."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from chibi_hooks import Host
from tests.cli.command import Command
from tests.homes import make_home

GUARD = """\
(define-hook pre_tool (arguments)
  (if (string-contains (payload-ref arguments "command" "") "WORD")
      (block "no")
      (no-opinion)))
"""
HOME = ("--home", "home")


@pytest.fixture
def recorded(command: Command) -> Command:
    """The command, with recorded fires that were decided by a guard against rm."""
    make_home(command.directory / "home", {"hooks/guard.scm": GUARD.replace("WORD", "rm")})
    for shell in ("rm x", "ls", "mv x y"):
        payload = json.dumps({"tool_name": "shell_exec", "arguments": {"command": shell}})
        command("fire", "pre_tool", *HOME, stdin=payload)
    return command


def change(command: Command, word: str = "mv", home: str = "home") -> None:
    make_home(command.directory / home, {"hooks/guard.scm": GUARD.replace("WORD", word)})


def test_nothing_changes_when_nothing_has_changed(recorded: Command) -> None:
    result = recorded("replay", *HOME, "--fail-on-change")
    assert (result.code, result.stdout) == (0, "")
    assert result.stderr == "3 fires compared, 0 decided in another way\n"


def test_all_that_were_refused_are_compared_and_what_is_not_is_said(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = make_home(command.directory / "home", {"hooks/guard.scm": GUARD.replace("WORD", "rm")})
    monkeypatch.chdir(command.directory)
    with Host.open(home=home) as host:
        for shell in (*["rm x"] * 600, *["ls"] * 100):
            host.fire("pre_tool", {"tool_name": "shell_exec", "arguments": {"command": shell}})
    change(command)
    said = command("replay", *HOME, "-n", "50").stderr.splitlines()
    assert said == [
        "50 other recorded fires not compared; -n N compares the last N",
        "650 fires compared, 600 decided in another way",
    ]
    assert command("replay", *HOME).stderr == "700 fires compared, 600 decided in another way\n"


def test_changes_stand_in_two_columns(recorded: Command) -> None:
    change(recorded)
    result = recorded("replay", *HOME)
    assert result.code == 0
    heading, second, first = [re.split("   *", line) for line in result.stdout.splitlines()]
    assert heading == ["FIRE", "TIME", "POINT", "WHAT", "RECORDED", "NOW", "BECAUSE OF"]
    cells = ["pre_tool", 'blocked: message = "no"', "none"]
    assert [first[2], *first[4:]] == [*cells, "hooks/guard.scm:4:7"]
    assert [second[2], *second[4:]] == [cells[0], cells[2], cells[1], "hooks/guard.scm:3:7"]
    assert [first[3], second[3]] == ['shell_exec "rm x"', 'shell_exec "mv x y"']
    assert result.stderr == "3 fires compared, 2 decided in another way\n"


def test_fires_that_are_alike_are_one_row(recorded: Command) -> None:
    payload = json.dumps({"tool_name": "shell_exec", "arguments": {"command": "rm x"}})
    again = json.loads(recorded("fire", "pre_tool", "--json", *HOME, stdin=payload).stdout)
    change(recorded)
    result = recorded("replay", *HOME)
    assert len(result.stdout.splitlines()) == 3
    assert f"{again['fire']} and 1 alike" in result.stdout


def test_a_change_can_fail_a_pipeline(recorded: Command) -> None:
    change(recorded)
    assert recorded("replay", *HOME, "--fail-on-change").code == 1


def test_another_home_can_be_tried(recorded: Command) -> None:
    change(recorded, home="other")
    found = json.loads(recorded("replay", *HOME, "--against", "other", "--json").stdout)
    assert [(each["before"]["decision"], each["after"]["decision"]) for each in found["changed"]] == [
        ("blocked", "none"),
        ("none", "blocked"),
    ]
    assert json.loads(recorded("replay", *HOME, "--json").stdout)["changed"] == []


def test_a_file_cannot_be_tried_alone(recorded: Command) -> None:
    result = recorded("replay", *HOME, "--against", "home/hooks/guard.scm")
    assert result.code == 64
    assert "wanted the directory of a home or the number of a generation" in result.stderr


def test_a_directory_that_is_no_home_is_told(recorded: Command) -> None:
    (recorded.directory / "plain").mkdir()
    assert "--against plain: nobody answers there" in recorded("replay", *HOME, "--against", "plain").stderr


def test_an_earlier_generation_can_be_tried(recorded: Command) -> None:
    home = recorded.directory / "home"
    payload = {"tool_name": "shell_exec", "arguments": {"command": "ls"}}
    change(recorded)
    (home / "lib/my").mkdir(parents=True)
    library = '(define-library (my words) (export w) (import (scheme base)) (begin (define w "ls")))'
    (home / "lib/my/words.sld").write_text(library)
    with Host.open(home=home) as host:
        host.fire("pre_tool", payload)
        (home / "hooks/guard.scm").write_text("(import (my words))" + GUARD.replace('"WORD"', "w"))
        host.reload()
        host.fire("pre_tool", payload)
        (home / "hooks/guard.scm").write_text("((")  # broken: the second generation stays
        host.reload()
        host.fire("pre_tool", payload)
    change(recorded, "none at all")
    (home / "lib/my/words.sld").unlink()

    def against(number: str) -> list[str]:
        found = json.loads(recorded("replay", *HOME, "--against", number, "--point", "pre_tool", "--json").stdout)
        assert found["left_out"] == found["failing"] == []
        return [each["after"]["decision"] for each in found["changed"]]

    # rm x, ls, mv x y and then ls three times: by rm, rm, rm, mv, ls, ls
    assert against("1") == ["none", "blocked", "none", "none"]
    assert against("2") == ["none", "blocked", "blocked"]


def test_a_generation_that_is_not_known_is_refused_with_those_that_are(recorded: Command) -> None:
    result = recorded("replay", *HOME, "--against", "7")
    assert result.code == 64
    assert "generation 7 is not known; a generation is written down with its first fire; there are 1 (" in result.stderr


def test_a_generation_that_cannot_be_read_is_told(recorded: Command) -> None:
    (kept,) = (recorded.directory / "state").rglob("journal.generation-1-*.json")
    assert kept.stat().st_mode & 0o777 == 0o600
    kept.write_text('{"format": 1, "project": "/", "homes": [{"kind": "given", "files": {"../../x": "1"}}]}')
    result = recorded("replay", *HOME, "--against", "1")
    assert (result.code, "../../x leads out of the home" in result.stderr) == (4, True)
    kept.write_text("{")
    assert recorded("replay", *HOME, "--against", "1").code == 4


@pytest.mark.parametrize(
    ("options", "compared"),
    [(("-n", "1"), 2), (("--decision", "none"), 2), (("--point", "pre_message"), 0)],
)
def test_fires_can_be_chosen(recorded: Command, options: tuple[str, ...], compared: int) -> None:
    assert json.loads(recorded("replay", *HOME, "--json", *options).stdout)["compared"] == compared


def test_fires_can_be_named(recorded: Command) -> None:
    change(recorded)
    lines = recorded("log", *HOME, "--json").stdout.splitlines()
    identity = json.loads(lines[2])["fire"]
    found = json.loads(recorded("replay", *HOME, "--json", identity).stdout)
    assert [each["fire"] for each in found["changed"]] == [identity]


def test_a_file_that_fails_now_is_told(recorded: Command) -> None:
    make_home(recorded.directory / "home", {"hooks/guard.scm": "(define-hook pre_tool () (car 1))"})
    result = recorded("replay", *HOME, "--fail-on-change")
    assert result.code == 1
    assert "fails now: " in result.stderr
    assert "guard: hooks/guard.scm:1:26: car: wanted a pair, got 1" in result.stderr


def test_a_broken_file_is_told(recorded: Command) -> None:
    make_home(recorded.directory / "home", {"hooks/guard.scm": "(("})
    assert "skipped: " in recorded("replay", *HOME).stderr


def test_the_past_of_an_agent_is_input(command: Command) -> None:
    recorded = Path(__file__).parent.parent / "agents/recorded/claude-code-transcript.jsonl"
    path = command.directory / "user/.claude/projects/-work/a.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(recorded.read_bytes())
    command.monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    guard = '(define-hook pre_tool (arguments) (if (equal? (payload-ref arguments "command" "") "touch denied.txt")'
    make_home(command.directory / "user/.chibi", {"hooks/guard.scm": f'{guard} (deny "no") (no-opinion)))'})
    result = command("replay", "--from", "claude-code", "--since", "2026-11-01")
    assert result.code == 0, result.stderr
    heading, *rows = result.stdout.splitlines()
    assert heading.split() == ["TIME", "POINT", "WHAT", "NOW", "BECAUSE", "OF"]
    assert len(rows) == 1
    assert 'pre_tool  shell_exec "touch denied.txt"  blocked: message = "no"' in rows[0]
    assert "claude-code: 14 moments of 1 sessions" in result.stderr
    told = json.loads(command("replay", "--from", "claude-code", "--since", "2026-11-01", "--json").stdout)
    assert [each["after"]["decision"] for each in told["changed"]] == ["blocked"]
    assert command("replay", "--from", "claude-code", "--since", "2026-11-01", "--fail-on-change").code == 1
    assert command("replay", "--from", "claude-code", "--until", "2020-01-01").stdout == ""


def test_a_past_that_is_not_known_is_64(command: Command) -> None:
    assert command("replay", "--from", "cursor").code == 64
    assert command("replay", "--from", "claude-code", "--failed").code == 64
    assert command("replay", "x", "--from", "claude-code").code == 64


def test_what_is_an_agents_to_decide_is_no_change(command: Command) -> None:
    make_home(command.directory / "user/.chibi", {"hooks/a.scm": "(define-hook pre_shell_exec () (no-opinion))"})
    event = '{"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}, "session_id": "s"}'
    assert command("hook", "claude-code", stdin=event).stdout == "{}"
    result = command("replay")
    assert (result.code, result.stdout) == (0, ""), result.stdout
