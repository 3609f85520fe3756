"""Whatever the three streams are and whenever Ctrl-C comes, a command does what it should and shows nobody its code."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.halves import once
from tests.homes import make_home, state_in

ROOT = Path(__file__).parents[2]
EVENT = '{"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}}'
HOOK = '(register-hook \'pre_tool (lambda (payload) \'(("block" . #t) ("message" . "no"))))'
FULL = "/dev/full"


def environment(directory: Path) -> Mapping[str, str]:
    own = {"HOME": str(directory), "CHIBI_HOOKS_STATE": str(directory / "state"), "CHIBI_HOOKS_RESIDENT": "0"}
    return {**os.environ, **own, "PYTHONPATH": str(ROOT)}


def ran(
    directory: Path, *words: str, shell: str = "", text: str = "", first: str = ""
) -> subprocess.CompletedProcess[str]:
    """`chibi-hooks WORDS` in a shell that does something with its streams first."""
    return subprocess.run(
        ["sh", "-c", f'{first} exec "$0" -m chibi_hooks "$@" {shell}', sys.executable, *words],
        input=text, capture_output=True, text=True, timeout=60, cwd=directory, env=environment(directory),
    )  # fmt: skip


@pytest.fixture
def place(tmp_path: Path) -> Path:
    make_home(tmp_path, {"home/hooks/a.scm": HOOK})
    state_in(tmp_path / "state")
    return tmp_path


@pytest.mark.parametrize("shell", [">&-", "<&- >&- 2>&-"])
def test_a_stream_that_is_closed_leads_nowhere(place: Path, shell: str) -> None:
    result = ran(place, "fire", "pre_tool", "--sample", "--home", "home", shell=shell)
    assert (result.returncode, result.stderr) == (0, "")
    assert ran(place, "scheme", "-", shell=shell).returncode == 0
    assert (
        ran(place, "why", "last", "--home", "home").stdout.splitlines()[-1] != ""
    )  # nothing has gone into the journal


@once
@pytest.mark.skipif(not os.path.exists(FULL), reason="a device of Linux")
def test_no_room_for_what_is_said_is_told(place: Path) -> None:
    for words in (("list", "--home", "home"), ("doc", "car"), ("--help",)):
        result = ran(place, *words, shell=f">{FULL}")
        assert result.returncode == 4
        assert result.stderr.endswith("chibi-hooks: what there is to say cannot be written: No space left on device\n")


def test_an_agent_that_cannot_read_the_answer_gets_no_exit_code_that_it_takes_for_a_decision(place: Path) -> None:
    for shell in (">&-", *([f">{FULL}"] if os.path.exists(FULL) else [])):
        result = ran(place, "hook", "claude-code", "--home", "home", shell=shell, text=EVENT)
        assert result.returncode == 0
        assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("moment", "words"),
    [
        ("chibi_hooks.server.handing", "fire pre_tool"),
        ("chibi_hooks.cli", "repl --home home"),
        ("chibi_hooks.cli._waiting", "repl --home home"),
        ("chibi_hooks.cli.repl", "repl --home home"),
        ("chibi_hooks.cli.list", "list --home home"),
        ("main", "list --home home"),
    ],
)
def test_an_interrupt_shows_nobody_our_code(place: Path, moment: str, words: str) -> None:
    """From the moment in which it is ours: what the interpreter does before that is its own."""
    code = f"""if True:
        import os, signal, sys
        moment = {moment!r}
        class Interrupting:
            def find_spec(name, path=None, target=None):
                if name == moment:
                    print("now", flush=True)
                    os.kill(os.getpid(), signal.SIGINT)
        from chibi_hooks.__main__ import main
        sys.meta_path.insert(0, Interrupting)
        sys.argv[1:] = {words.split()!r}
        if moment == "main":
            import chibi_hooks.cli
            def called():
                print("now", flush=True)
                os.kill(os.getpid(), signal.SIGINT)
            chibi_hooks.cli.main = called
        sys.exit(main())
    """
    result = subprocess.run(
        [sys.executable, "-c", code], input="", capture_output=True, text=True, cwd=place, env=environment(place)
    )
    assert result.stdout.startswith("now\n")
    assert "Traceback" not in result.stderr
    assert result.returncode in (-signal.SIGINT, 130)


def test_an_interrupt_that_comes_in_a_callback_of_the_collector_comes_again(place: Path) -> None:
    code = """if True:
        import gc, os, signal, sys, time
        from chibi_hooks import cli
        def interrupted(phase, about):
            gc.callbacks.clear()
            os.kill(os.getpid(), signal.SIGINT)
            while True: pass
        def sleeping(arguments):
            gc.callbacks.append(interrupted)
            gc.collect()
            time.sleep(30)
        cli._run = sleeping
        sys.argv[1:] = ["list"]
        sys.exit(cli.main())
    """
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=25, cwd=place, env=environment(place)
    )
    assert (result.returncode, result.stderr) == (130, "interrupted\n")


@pytest.mark.parametrize("opening", ["(open-input-file \"/dev/null\")", "(open-output-file \"/dev/null\")"])
def test_a_hook_file_that_keeps_every_file_open_leaves_the_command_enough_to_end(place: Path, opening: str) -> None:
    hook = f"""(define kept '())
    (register-hook 'pre_tool
      (lambda (payload) (let loop () (set! kept (cons {opening} kept)) (loop))))"""
    config = '[scheme.tiers]\n"hooks/" = "unsandboxed"\n'
    make_home(place, {"home/hooks/a.scm": f"(import (scheme file)) {hook}", "home/chibi-hooks.toml": config})
    result = ran(place, "fire", "pre_tool", "--sample", "--home", "home", first="ulimit -n 200;")
    assert (result.returncode, result.stdout) == (0, "{}\n")
    assert "/dev/null: too many open files" in result.stderr
    assert "Traceback" not in result.stderr
    assert ran(place, "why", "last", "--home", "home").returncode == 0
