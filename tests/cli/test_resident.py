"""Commands that ask a resident host when one runs: the same answer as without one, the same journal, and words where
it cannot be the same."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

import pytest

from chibi_hooks.hooks.homes.home import Surroundings
from chibi_hooks.server.door import Door
from tests.cli.command import Command, Result
from tests.cli.resident import FILES, GUARD, HOME, Both, without_changing
from tests.homes import SHORT, make_home, sh_plugin


def normal(result: Result) -> tuple[int, str, str]:
    return result.code, without_changing(result.stdout), without_changing(result.stderr)


SHELL = """{"tool_name": "shell_exec",
  "arguments": {"command": "rm x", "é": ["\\ud83d\\ude00", 1e300, 12345678901234567890, {}]}}"""
FIRES: list[tuple[tuple[str, ...], str]] = [
    (("pre_tool", "-"), SHELL),
    (("pre_tool", "-", "--set", "arguments.command=1"), SHELL),
    (("pre_tool", "-"), '{"arguments": {"a": null, "b": 1e999}}'),
    (("pre_tool", "--sample"), ""),
    (("post_tool", "--sample"), ""),
    (("pre_message", "--sample"), ""),
    (("pre_shell_exec", "--sample"), ""),
    (("pre_file_write", "--sample"), ""),
    (("pre_file_read", "--sample"), ""),
    (("pre_vfs_write", "--sample"), ""),
    (("pre_tol", "--sample"), ""),
    (("pre_tool", "-"), "not json"),
    (("pre_tool", "-"), "[1]"),
    (("pre_tool", "-"), '{"tool_name": 3}'),
    (("pre_tool", "-"), ""),
    (("pre_tool", "nowhere.json"), ""),
    (("pre_tool", "--sample", "--set", "a"), ""),
]


@pytest.mark.parametrize("form", [(), ("--json",), ("--explain",), ("--json", "--explain")], ids="+".join)
@pytest.mark.parametrize(("arguments", "stdin"), FIRES, ids=[f"{n} {each[0][0]}" for n, each in enumerate(FIRES)])
def test_a_fire_is_the_same_with_and_without(
    both: Both, arguments: tuple[str, ...], stdin: str, form: tuple[str, ...]
) -> None:
    alone, served = both.alone_and_served("fire", *arguments, *form, *HOME, stdin=stdin)
    assert normal(served) == normal(alone)
    recorded = both.journal()
    if alone.code == 0:
        first, second = recorded
        for each in (first, second):
            del each["time"]
        assert first == second
    else:
        assert recorded == []


def test_a_hook_that_does_not_end_is_the_same_with_and_without(both: Both) -> None:
    make_home(
        both.home,
        {
            "hooks/loop.scm": "(define-hook pre_clear () (let loop () (loop)))",
            "hooks/broken.scm": "",
            "chibi-hooks.toml": "[scheme]\ntime_limit = 0.4\n",
        },
    )
    alone, served = both.alone_and_served("fire", "pre_clear", "--sample", *HOME)
    assert normal(served) == normal(alone)
    assert "stopped: it ran longer than its 0.4 s" in served.stderr


def test_the_directory_is_the_clients_and_the_environment_the_hosts(
    both: Both, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    shows = sh_plugin("shows", ["pre_tool"], 'printf \'{"message": "%s", "block": true}\' "$WHO in $PWD"')
    make_home(both.home, {"plugins/shows": shows, "plugins/echo": "", "plugins/where": ""})
    monkeypatch.setenv("WHO", "host")
    both.serve()
    monkeypatch.setenv("WHO", "client")
    (command.directory / "project").mkdir()
    monkeypatch.chdir(command.directory / "project")
    result = command("fire", "pre_tool", "--sample", "--home", "../home")
    assert json.loads(result.stdout)["message"] == f"host in {command.directory}/project"


def test_a_project_that_is_found_is_told_about_as_alone(both: Both, command: Command) -> None:
    make_home(command.directory / "user/.chibi", FILES)
    make_home(command.directory / "project/.chibi", FILES)
    door = Door.open(around=Surroundings.of_process())
    try:
        command.monkeypatch.chdir(command.directory / "project")
        served = command("fire", "pre_tool", "--sample", "--json")
    finally:
        door.stop()
    assert normal(command("fire", "pre_tool", "--sample", "--json")) == normal(served)
    assert "a project's home runs only after `chibi-hooks trust`" in served.stderr


def test_a_broken_save_says_whose_version_decides(both: Both) -> None:
    both.serve()
    make_home(both.home, {"hooks/guard.scm": "(("})
    result = both.command("fire", "pre_tool", *HOME, "-", stdin=SHELL)
    assert json.loads(result.stdout)["block"] is True
    assert "broken, its last good version decides: hooks/guard.scm:1:2: " in result.stderr


def test_what_was_saved_just_now_decides(both: Both) -> None:
    both.serve()
    for word in ("one", "two", "three"):
        make_home(both.home, {"hooks/guard.scm": GUARD.replace('"no"', f'"{word}"')})
        assert json.loads(both.command("fire", "pre_tool", *HOME, "-", stdin=SHELL).stdout)["message"] == word


def test_a_fire_is_in_the_journal_when_the_command_ends(both: Both) -> None:
    both.serve()
    fired = json.loads(both.command("fire", "pre_tool", "--sample", "--json", *HOME).stdout)
    assert json.loads(both.command("log", *HOME, "--json", "-n", "1").stdout)["fire"] == fired["fire"]
    assert both.command("why", *HOME).stdout.startswith(fired["fire"])


@pytest.mark.parametrize(("arguments", "fires"), [
    (("fire", "pre_tool", "--sample", *HOME), 1),
    (("fire", "pre_tool", "--sample", "--as", "codex", *HOME), 1),
    (("hook", "claude-code", *HOME), 2),  # pre_tool and pre_shell_exec
])  # fmt: skip
def test_the_next_command_finds_it_in_the_journal_however_late_the_writer_looks_by_itself(
    both: Both, arguments: tuple[str, ...], fires: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chibi_hooks.hooks.recording.writer.TURN", 60)  # as on a machine where its turn does not come
    monkeypatch.setattr("chibi_hooks.hooks.recording.writer.LINGER", 120)
    event = '{"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}}'
    both.serve()
    for count in (1, 2, 3):
        both.command(*arguments, stdin=event)
        assert len(both.journal()) == count * fires
    both.stop()


def test_a_host_that_is_not_to_be_trusted_is_not_asked(both: Both, monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory(prefix="ch-", dir=SHORT) as runtime:  # no other test's hosts are there
        monkeypatch.setenv("XDG_RUNTIME_DIR", runtime)
        door = both.serve()
        Path(door.address).parent.chmod(0o770)
        result = both.command("fire", "pre_tool", "--sample", *HOME)
        both.stop()
    assert result.code == 0 and json.loads(result.stdout)
    assert "working without the resident host: " in result.stderr
    assert "needs a directory that only you can write to, got mode 0770" in result.stderr
    assert door.resident.served == 0


def test_a_host_that_has_too_much_to_do_leaves_the_work_to_the_command(
    both: Both, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chibi_hooks.server.door.CLIENTS", 0)
    both.serve()
    result = both.command("fire", "pre_tool", "--sample", *HOME)
    assert result.code == 0 and json.loads(result.stdout)
    assert "there are 0 clients already; nothing was done" in result.stderr


def test_a_payload_that_is_too_large_for_the_protocol_is_fired_here(both: Both) -> None:
    both.serve()
    big = json.dumps({"tool_name": "t", "arguments": {"x": "x" * (17 << 20)}})
    result = both.command("fire", "post_tool", "--json", *HOME, stdin=big)
    assert result.code == 0
    assert "working without the resident host: fire: wanted a message of at most" in result.stderr
    assert len(both.journal()) == 1


@pytest.mark.parametrize("name", ["fire", "status", "reload", "rollback", "serve", "dev", "watch"])
def test_a_home_that_is_not_there_is_4_with_the_way_out(command: Command, name: str) -> None:
    arguments = ("pre_tool", "--sample") if name == "fire" else ()
    result = command(name, *arguments, "--home", "nowhere")
    assert result.code == 4
    assert "chibi-hooks init --home nowhere" in result.stderr


@pytest.mark.parametrize("name", ["serve", "dev", "watch"])
def test_without_a_home_there_is_nothing_to_hold(command: Command, name: str) -> None:
    result = command(name)
    assert (result.code, result.stdout) == (4, "")
    assert "there is no home to hold a host for; `chibi-hooks init` makes one" in result.stderr


@pytest.mark.parametrize("arguments", [("fire", "pre_tool", "--sample"), ("status",), ("reload",)], ids=" ".join)
def test_without_a_home_commands_work_alone(command: Command, arguments: tuple[str, ...]) -> None:
    assert command(*arguments).code == 0


def test_a_host_that_cannot_be_asked_is_not_said_to_be_away(both: Both, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chibi_hooks.server.door.CLIENTS", 0)
    both.serve()
    assert f"the resident host of {both.home} cannot be asked: this is" in both.command("status", *HOME).stderr
    result = both.command("rollback", *HOME)
    assert result.code == 64
    assert f"rollback: the resident host of {both.home} cannot be asked, and only" in result.stderr


def test_a_second_host_of_a_home_is_refused(both: Both) -> None:
    both.serve()
    result = both.command("serve", *HOME)
    assert result.code == 4
    assert f"a resident host runs already (pid {os.getpid()}); `chibi-hooks status` shows it" in result.stderr
