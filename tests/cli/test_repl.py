"""`repl` as a process: forms on stdin, JSON lines, nREPL; the terminal is tried in tests/repl/test_terminal.py."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from chibi_hooks.cli.repl import history_path
from chibi_hooks.hooks.homes.home import Surroundings, find_homes
from chibi_hooks.repl.doors.nrepl.bencoding import Bdecoder, encode
from tests.cli.command import Command
from tests.homes import make_home

GUARD = '(define-hook pre_tool () (block "no"))\n'


class Repl:
    """`chibi-hooks repl` with pipes."""

    def __init__(self, home: Path, *arguments: str) -> None:
        root = Path(__file__).parents[2]
        environment = {**os.environ, "PYTHONPATH": str(root), "CHIBI_HOOKS_STATE": str(home.parent / "state")}
        command = [sys.executable, "-m", "chibi_hooks", "repl", "--home", str(home), *arguments]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=environment, cwd=home.parent
        )

    def close(self) -> None:
        """End it, whatever it does."""
        self.process.kill()
        self.process.communicate()

    def __call__(self, text: str) -> tuple[int, str, str]:
        out, err = self.process.communicate(text, timeout=200)
        return self.process.returncode, out, err


Start = Callable[..., Repl]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return make_home(tmp_path / "home", {"hooks/guard.scm": GUARD})


@pytest.fixture
def start(home: Path) -> Iterator[Callable[..., Repl]]:
    """Start a REPL with these arguments."""
    made: list[Repl] = []

    def begin(*arguments: str) -> Repl:
        made.append(Repl(home, *arguments))
        return made[-1]

    yield begin
    for each in made:
        each.close()


def test_forms_on_stdin_are_evaluated_next_to_the_hooks(start: Start) -> None:
    code, out, err = start()('(define x\n 4)\n(* x 2)\n,fire pre_tool\n(cdr (assoc "message" $d))\n')
    assert (code, out.splitlines()[0], out.splitlines()[-1]) == (0, "8", '"no"')
    assert "guard: block = true: this decides" in out
    assert re.search(r"^; fire [0-9a-f]+-1, generation 1$", err, re.MULTILINE)


def test_a_form_that_fails_makes_the_exit_code_1(start: Start) -> None:
    code, out, err = start()("(car 5)\n(+ 1 1)\n")
    assert (code, out) == (1, "2\n")
    assert "<repl 1>:1:1: car: wanted a pair, got 5\n  (car 5)\n  ^^^^^^^\n" in err


def test_json_lines_end_with_exit_code_0_whatever_happened(start: Start) -> None:
    code, out, err = start("--json")('{"id": 1, "eval": "(car 5)"}\nnonsense\n{"id": 2, "eval": "(+ 1 1)"}\n')
    replies = [json.loads(line) for line in out.splitlines()]
    assert (code, err) == (0, "")
    assert {reply["id"] for reply in replies} == {1, 2, None}
    assert next(reply for reply in replies if reply["id"] == 2)["value"] == "2"


def test_ctrl_c_interrupts_the_form_and_the_next_one_runs(start: Start) -> None:
    repl = start()
    assert repl.process.stdin is not None and repl.process.stdout is not None
    repl.process.stdin.write('(begin (display "began") (newline) (let loop () (loop)))\n(+ 1 1)\n')
    repl.process.stdin.flush()
    assert repl.process.stdout.readline() == "began\n"
    repl.process.send_signal(signal.SIGINT)
    assert repl.process.stdout.readline() == "2\n"
    code, _, err = repl("")
    assert (code, "interrupted" in err) == (1, True)


@pytest.mark.long
def test_two_hundred_forms_are_interrupted_and_the_next_one_runs(start: Start) -> None:
    """A signal meets whoever waits for the form at every phase of that wait, also just before its end."""
    repl = start()
    assert repl.process.stdin is not None and repl.process.stdout is not None
    for number in range(200):
        repl.process.stdin.write(f"(begin (display {number}) (newline) (let loop () (loop)))\n")
        repl.process.stdin.flush()
        assert repl.process.stdout.readline() == f"{number}\n"
        time.sleep(number % 28 / 500)
        repl.process.send_signal(signal.SIGINT)
    code, out, err = repl("(* 6 7)\n")
    assert (code, out, err.count("interrupted")) == (1, "42\n", 200)


def test_editors_find_the_port_on_stderr_and_in_the_project(start: Start, home: Path) -> None:
    repl = start("--nrepl", "0")
    assert repl.process.stderr is not None
    assert repl.process.stderr.readline().startswith("no host was running; this REPL holds it")
    line = repl.process.stderr.readline()
    match = re.fullmatch(r"nREPL server started on port (\d+) on host 127\.0\.0\.1 - nrepl://127\.0\.0\.1:\1\n", line)
    assert match, line
    with socket.create_connection(("127.0.0.1", int(match[1])), timeout=200) as stream:
        stream.sendall(encode({"op": "eval", "code": "(+ 1 2)", "id": "1"}))
        decoder, found = Bdecoder(), []
        while not any("status" in each for each in found):
            found += decoder.feed(stream.recv(65_536))
    assert found[0]["value"] == "3"
    port_file = home.parent / ".nrepl-port"
    assert port_file.read_text() == f"{match[1]}\n"
    repl.process.send_signal(signal.SIGINT)
    assert repl.process.wait(200) == 130
    assert not port_file.exists()


def test_repls_meet_at_one_host(start: Start) -> None:
    holder = start("--nrepl", "0")
    assert holder.process.stderr is not None
    while "nREPL server started" not in (line := holder.process.stderr.readline()):
        assert line
    code, _, err = start()(',in guard\n(define-hook pre_tool () (block "live"))\n')
    assert code == 0
    assert err.startswith(f"attached to the host that runs already (pid {holder.process.pid})\n")
    assert "'pre_tool: live in hooks/guard.scm, not on disk" in err
    code, out, _ = start()(',fire pre_tool {"tool_name": "x", "arguments": {}}\n,in\n')
    assert (code, '"message": "live"' in out, "not on disk: 'pre_tool" in out) == (0, True, True)
    code, out, _ = start("--json")('{"id": 1, "eval": "(+ 1 2)"}\n{"id": 2, "complete": "(string-app"}\n')
    replies = [json.loads(line) for line in out.splitlines()]
    assert [replies[0]["value"], replies[1]["completions"][0]["text"]] == ["3", "string-append"]


def test_a_home_that_is_not_there_is_told_with_the_way_out(command: Command) -> None:
    result = command("repl", "--home", "nowhere")
    assert result.code == 4
    assert "chibi-hooks init --home nowhere" in result.stderr


def test_a_port_that_makes_no_sense_is_a_wrong_use(command: Command) -> None:
    assert command("repl", "--nrepl", "70000").code == 64


def test_a_history_is_the_projects_own_and_begins_with_what_all_had_in_common(tmp_path: Path, home: Path) -> None:
    around = Surroundings({"CHIBI_HOOKS_STATE": str(tmp_path / "state")}, tmp_path, tmp_path)
    (tmp_path / "state").mkdir()
    (tmp_path / "state/repl-history").write_text("\n# before\n+(old)\n")
    path = history_path(find_homes(around, home), around)
    assert path.parent.parent == tmp_path / "state/homes"
    assert path.read_text() == "\n# before\n+(old)\n"
    assert path.stat().st_mode & 0o777 == 0o600
    path.write_text("mine")
    assert history_path(find_homes(around, home), around).read_text() == "mine"
