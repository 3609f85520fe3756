"""Commands that ask a resident host when one runs: the same answer as without one, the same journal, and words where
it cannot be the same."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks.hooks.home import Surroundings
from chibi_hooks.server.door import Door
from tests.cli.command import Command, Result
from tests.homes import answering, make_home, sh_plugin

HOME = ("--home", "home")
GUARD = """\
(define-hook pre_tool (arguments)
  (if (string-contains (payload-ref arguments "command" "") "rm")
      (block "no")
      (no-opinion)))
"""
FILES: dict[str, str | bytes] = {
    "hooks/guard.scm": GUARD,
    "hooks/failing.scm": "(define-hook pre_message () (car 1))\n(define-hook pre_file_write () (raise 'x))",
    "hooks/broken.scm": "(register-hook 'pre_tool\n  (lambda (p)",
    "hooks/odd.scm": '(register-hook \'pre_tool (lambda (p) (list (cons "mesage" "ä\\x0;b\U0001f600"))))',
    "plugins/echo": sh_plugin("echo", ["pre_tool"], 'echo careful >&2; printf \'{"arguments": %s}\' "$(cat)"'),
    "plugins/where": sh_plugin("where", ["post_tool"], 'printf \'{"a": "%s %s"}\' "$PWD" "$CHIBI_PROJECT_ROOT"'),
    "plugins/deny": answering("deny", ["pre_shell_exec"], {"denied": True, "reason": "never"}),
    "plugins/exit": sh_plugin("exit", ["pre_message"], "echo sorry >&2; exit 3"),
    "plugins/no-schema": "#!/bin/sh\nexit 1\n",
    "chibi-hooks.toml": '[scheme]\ntime_limit = 20\n[on_failure]\npre_file_write = "deny"\n',
}
FIRE_NAME = re.compile(r"[0-9a-f]{16}-\d+")
TIME = re.compile(r'[\d.e+-]+ ms|(?<="ms": )[\d.e+-]+')


class Both:
    """The command, with a home and perhaps its resident host."""

    def __init__(self, command: Command) -> None:
        self.command = command
        self.home = make_home(command.directory / "home", FILES)
        self.door: Door | None = None

    def serve(self) -> Door:
        self.door = Door.open(str(self.home), around=Surroundings.of_process())
        return self.door

    def stop(self) -> None:
        if self.door is not None:
            self.door.stop()
        self.door = None

    def journal(self) -> list[dict[str, Any]]:
        lines = self.command("log", *HOME, "--json").stdout.splitlines()
        return [json.loads(without_changing(line)) for line in lines]

    def alone_and_served(self, *arguments: str, **options: Any) -> tuple[Result, Result]:
        """What the command leaves behind without and with a resident host; its fires are the last of the journal."""
        alone = self.command(*arguments, **options)
        self.serve()
        served = self.command(*arguments, **options)
        self.stop()
        return alone, served


@pytest.fixture
def both(command: Command) -> Iterator[Both]:
    made = Both(command)
    yield made
    made.stop()


def normal(result: Result) -> tuple[int, str, str]:
    return result.code, without_changing(result.stdout), without_changing(result.stderr)


def without_changing(text: str) -> str:
    """Without what is another one each time."""
    return TIME.sub("0", FIRE_NAME.sub("…", text))


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
            "chibi-hooks.toml": "[scheme]\ntime_limit = 2\n",
        },
    )
    alone, served = both.alone_and_served("fire", "pre_clear", "--sample", *HOME)
    assert normal(served) == normal(alone)
    assert "stopped: it ran longer than its 2 s" in served.stderr


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


def test_a_host_that_is_not_to_be_trusted_is_not_asked(both: Both) -> None:
    door = both.serve()
    directory = Path(door.address).parent
    directory.chmod(0o770)
    try:
        result = both.command("fire", "pre_tool", "--sample", *HOME)
    finally:
        directory.chmod(0o700)
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


# --- status, reload, rollback ---


def test_status_shows_the_host(both: Both) -> None:
    door = both.serve()
    shown = both.command("status", *HOME)
    assert (shown.code, shown.stderr) == (0, "")
    lines = dict(line.split(maxsplit=1) for line in shown.stdout.splitlines()[:7])
    assert lines["host"].startswith(f"pid {os.getpid()}, since ")
    assert (lines["socket"], lines["home"]) == (door.address, str(both.home))
    assert lines["generation"].startswith("1, 0 reloads")
    assert "skipped: hooks/broken.scm:2:3: " in shown.stdout
    told = json.loads(both.command("status", *HOME, "--json").stdout)
    assert (told["resident"], told["pid"], told["generation"]) == (True, os.getpid(), 1)
    make_home(both.home, {"hooks/guard.scm": "(("})
    both.command("reload", *HOME)
    assert "stale       hooks/guard.scm: its last good version decides" in both.command("status", *HOME).stdout


def test_status_without_a_host_says_so_and_what_would_be_loaded(both: Both) -> None:
    shown = both.command("status", *HOME)
    assert shown.code == 0
    assert shown.stderr == (
        f"no resident host runs for {both.home}: this is what a command loads; "
        "`chibi-hooks serve` or `dev` starts a host\n"
    )
    assert "generation  1\n" in shown.stdout
    assert json.loads(both.command("status", *HOME, "--json").stdout)["resident"] is False


def test_reload_tells_what_it_found_and_rollback_brings_it_back(both: Both) -> None:
    (both.home / "hooks/broken.scm").unlink()
    both.serve()
    assert both.command("reload", *HOME).stdout == "generation 1  nothing has changed\n"
    make_home(both.home, {"hooks/guard.scm": "(define-hook post_tool () (no-opinion))"})
    reloaded = both.command("reload", *HOME)
    if "nothing has changed" not in reloaded.stdout:  # the watch was not faster
        assert reloaded.stdout.startswith(
            "generation 2  changed hooks/guard.scm  +post_tool guard, -pre_tool guard  "
        )
    back = both.command("rollback", *HOME)
    assert back.stdout.startswith("generation 3  rolled back hooks/guard.scm  +pre_tool guard, -post_tool guard  ")
    assert json.loads(both.command("rollback", *HOME, "--json").stdout)["reloaded"]["generation"] == 4


def test_reload_of_something_broken_is_a_negative_result(both: Both) -> None:
    (both.home / "hooks/broken.scm").unlink()
    for served in (False, True):
        if served:
            make_home(both.home, {"hooks/guard.scm": GUARD})
            both.serve()
            assert both.command("reload", *HOME).code == 0
        make_home(both.home, {"hooks/guard.scm": "(("})
        for _ in range(2):
            result = both.command("reload", *HOME)
            assert result.code == 1
            assert "hooks/guard.scm:1:2: " in result.stdout + result.stderr
    assert json.loads(both.command("reload", *HOME, "--json").stdout)["status"]["stale"] == ["hooks/guard.scm"]


def test_reload_without_a_host_says_so(both: Both) -> None:
    (both.home / "hooks/broken.scm").unlink()
    result = both.command("reload", *HOME)
    assert (result.code, result.stdout) == (0, "generation 1  this is how it loads\n")
    assert f"no resident host runs for {both.home}: every command loads what is on disk" in result.stderr


def test_rollback_without_a_host_says_why_it_cannot(both: Both) -> None:
    result = both.command("rollback", *HOME)
    assert (result.code, result.stdout) == (64, "")
    assert "only a running one remembers an earlier generation" in result.stderr


def test_rollback_without_an_earlier_generation_says_so(both: Both) -> None:
    both.serve()
    result = both.command("rollback", *HOME)
    assert result.code == 64
    assert "rollback: there is no earlier generation to go back to" in result.stderr


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


def test_a_host_that_cannot_be_asked_is_not_said_to_be_away(
    both: Both, monkeypatch: pytest.MonkeyPatch
) -> None:
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
