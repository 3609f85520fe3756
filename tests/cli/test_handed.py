"""A `fire` that a resident host does whole: the same output as the ordinary way, which does what it does not take."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks.cli import main
from chibi_hooks.cli._live import OPERATIONS
from chibi_hooks.hooks.homes.home import Surroundings
from chibi_hooks.server import handing
from chibi_hooks.server.door import Door
from tests.cli.command import Command, Result
from tests.cli.resident import HOME, Both, without_changing
from tests.homes import make_home

SHELL = '{"tool_name": "shell_exec", "arguments": {"command": "rm x", "é": ["\\ud83d\\ude00", 1e300, {}]}}'
ALONE = '{"tool_name": "shell_exec", "arguments": {"command": "\\ud83d"}}'
TAKEN: list[tuple[tuple[str, ...], str]] = [
    (("pre_tool", "-"), SHELL),
    (("pre_tool",), SHELL),
    (("pre_tool", "-", "--json"), SHELL),
    (("pre_tool", "-", "--set", "arguments.command=1"), SHELL),
    (("pre_tool", "payload.json"), ""),
    (("pre_tool", "--sample"), ""),
    (("pre_tool", "--sample", "--json"), ""),
    (("pre_tool", "--sample", "--format", "sexp"), ""),
    (("post_tool", "--sample"), ""),
    (("pre_message", "--sample"), ""),
    (("pre_shell_exec", "--sample"), ""),
    (("pre_file_write", "--sample"), ""),
    (("pre_clear", "--sample"), ""),
]
LEFT: list[tuple[tuple[str, ...], str]] = [
    (("pre_tol", "--sample"), ""),
    (("pre_tool", "-"), "not json"),
    (("pre_tool", "-"), ALONE),
    (("pre_tool",), ""),
    (("pre_tool", "nowhere.json"), ""),
    (("pre_tool", "--sample", "--set", "a"), ""),
    (("pre_tool", "--sample", "--explain"), ""),
    (("pre_tool", "-", "--explain"), SHELL),
    (("pre_tool", "--sample", "--as", "codex"), ""),
    (("pre_tool", "--sample", "--nonsense"), ""),
    (("pre_tool", "--help"), ""),
    (("pre_tool", "--sample", "--set", "-h"), ""),
    (("pre_tool", "--format", "xml"), ""),
]


@pytest.fixture
def served(both: Both, command: Command, monkeypatch: pytest.MonkeyPatch) -> Iterator[Both]:
    with tempfile.TemporaryDirectory(prefix="ch-") as runtime:  # short, and no other test's hosts are there
        monkeypatch.setenv("XDG_RUNTIME_DIR", runtime)
        monkeypatch.setattr(os, "isatty", lambda fd: False)
        (command.directory / "payload.json").write_text(SHELL, encoding="utf-8")
        with Door.open(str(both.home), around=Surroundings.of_process(), more=OPERATIONS):
            yield both


def handed(both: Both, *arguments: str, stdin: str = "") -> Result | None:
    stream = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
    both.command.monkeypatch.setattr("sys.stdin", stream)
    code = handing.hand_over(["fire", *arguments])
    captured = both.command.capsys.readouterr()
    if code is None:
        assert captured == ("", "")
        return None
    return Result(code, captured.out, captured.err)


def normal(result: Result) -> tuple[int, str, str]:
    return result.code, without_changing(result.stdout), without_changing(result.stderr)


def test_what_is_taken_says_what_the_ordinary_way_says_and_is_recorded_alike(served: Both) -> None:
    for arguments, stdin in TAKEN:
        ordinary = served.command("fire", *arguments, *HOME, stdin=stdin)
        result = handed(served, *arguments, *HOME, stdin=stdin)
        assert result is not None, arguments
        assert normal(result) == normal(ordinary), arguments
    lines = served.command("log", *HOME, "--json", "--last", "99").stdout.splitlines()
    recorded = [json.loads(without_changing(line)) for line in lines]
    assert len(recorded) == 2 * len(TAKEN)
    for one, other in zip(recorded[::2], recorded[1::2], strict=True):
        assert {**one, "time": 0} == {**other, "time": 0}


def test_what_is_not_taken_is_not_done_and_stdin_is_there_for_the_ordinary_way(served: Both) -> None:
    for arguments, stdin in LEFT:
        assert handed(served, *arguments, *HOME, stdin=stdin) is None, arguments
        code = main(["fire", *arguments, *HOME])  # with the stdin that is left
        captured = served.command.capsys.readouterr()
        after = served.command("fire", *arguments, *HOME, stdin=stdin)
        assert normal(Result(code, captured.out, captured.err)) == normal(after), arguments
    assert {each["point"] for each in served.journal()} == {"pre_tool"}
    assert len(served.journal()) == 3 * 2  # those with --explain and --as


def test_what_the_point_does_not_take_is_refused_in_the_same_words(served: Both) -> None:
    ordinary = served.command("fire", "pre_tool", *HOME, stdin="[1]")
    assert handed(served, "pre_tool", *HOME, stdin="[1]") == ordinary
    assert ordinary.code == 64


def test_another_home_or_state_directory_is_another_hosts(served: Both, monkeypatch: pytest.MonkeyPatch) -> None:
    make_home(served.command.directory / "other", {"hooks/a.scm": ""})
    assert handed(served, "pre_tool", "--sample", "--home", "other") is None
    assert handed(served, "pre_tool", "--sample") is None
    monkeypatch.setenv("CHIBI_HOME", "home")
    assert handed(served, "pre_tool", "--sample") is not None
    monkeypatch.setenv("CHIBI_HOOKS_STATE", str(served.command.directory / "elsewhere"))
    assert handed(served, "pre_tool", "--sample", *HOME) is None
    assert served.command("log", *HOME, "--json").stdout == ""
    monkeypatch.setenv("CHIBI_HOOKS_STATE", str(served.command.directory / "state"))
    assert len(served.journal()) == 1


def test_the_host_of_another_home_does_not_ask_for_stdin(served: Both, monkeypatch: pytest.MonkeyPatch) -> None:
    make_home(served.command.directory / "other", {"hooks/a.scm": ""})
    monkeypatch.setattr(handing, "_content", lambda file: pytest.fail("it was read"))
    assert handed(served, "pre_tool", "--home", "other", stdin=SHELL) is None


def test_an_interrupt_ends_it_as_the_ordinary_way_does(served: Both, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(line: object, fields: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(handing._Line, "ask", interrupted)
    assert handed(served, "pre_tool", "--sample", *HOME) == Result(130, "", "\ninterrupted\n")
    monkeypatch.setattr("chibi_hooks.cli.fire.read_payload", lambda *a, **k: interrupted(a, k))
    ordinary = served.command("fire", "pre_tool", "--sample", *HOME)
    assert ordinary == Result(130, "", "\ninterrupted\n")


def test_a_person_at_a_terminal_goes_the_ordinary_way(served: Both, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "isatty", lambda fd: fd == 1)
    assert handed(served, "pre_tool", "--sample", *HOME) is None
    assert served.journal() == []


def test_a_directory_that_others_can_write_to_is_not_trusted(served: Both) -> None:
    runtime = Path(os.environ["XDG_RUNTIME_DIR"])
    for directory in (runtime, runtime / "chibi-hooks"):
        directory.chmod(0o770)
        assert handed(served, "pre_tool", "--sample", *HOME) is None
        directory.chmod(0o700)
    assert handed(served, "pre_tool", "--sample", *HOME) is not None


@pytest.mark.parametrize("arguments", [("pre_tool", "--sample"), ("pre_tool", "-")])
def test_a_host_that_ends_meanwhile_is_no_reason_to_do_it_twice(
    arguments: tuple[str, ...], served: Both, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = handing._Line.ask

    def lost(line: handing._Line, fields: dict[str, Any]) -> Any:
        if "content" not in fields:
            return ask(line, fields)
        raise handing.Unanswered("the resident host ended before it answered")

    monkeypatch.setattr(handing._Line, "ask", lost)
    result = handed(served, *arguments, *HOME, stdin=SHELL)
    assert result == Result(3, "", "chibi-hooks: the resident host ended before it answered\n")


@pytest.mark.parametrize("arguments", [("pre_tool", "--sample"), ("pre_tool", "-")])
def test_a_host_that_ends_before_it_took_anything_leaves_the_fire_to_the_ordinary_way(
    arguments: tuple[str, ...], served: Both, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = handing._Line.ask

    def lost(line: handing._Line, fields: dict[str, Any]) -> Any:
        ask(line, fields)  # it is done with the first question, and ends
        raise handing.Unanswered("the resident host ended before it answered")

    monkeypatch.setattr(handing._Line, "ask", lost)
    assert handed(served, *arguments, *HOME, stdin=SHELL) is None
    assert served.journal() == []


@pytest.mark.long
def test_as_a_process_it_loads_no_command_line(served: Both) -> None:
    code = "import sys; sys.argv[1:] = ['fire', 'pre_tool', '--home', 'home']; " \
        "from chibi_hooks.__main__ import main; code = main(); " \
        "print(*(each for each in ('click', 'typing', 'pathlib') if each in sys.modules), file=sys.stderr); " \
        "sys.exit(code)"  # fmt: skip
    ran = subprocess.run([sys.executable, "-S", "-c", code], input=SHELL, capture_output=True, text=True, env={
        **os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUTF8": "1",
    })  # fmt: skip
    assert json.loads(ran.stdout)["message"] == "no"
    assert ran.returncode == 0
    assert ran.stderr.splitlines()[-1] == ""
