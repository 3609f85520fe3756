"""The terminal: keys as they arrive, through prompt_toolkit's pipe; and a real process on a real pty."""

from __future__ import annotations

import os
import pty
import re
import select
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.document import Document
from prompt_toolkit.input.defaults import create_pipe_input
from prompt_toolkit.output import DummyOutput

from chibi_hooks.repl.doors.editing import History, _lines
from chibi_hooks.repl.doors.terminal import Terminal
from chibi_hooks.repl.session import Session
from tests.homes import make_home, state_in
from tests.repl.conftest import GUARD, Bench

ENTER, ALT_ENTER, TAB, CTRL_C, CTRL_D, UP, LEFT = "\r", "\x1b\r", "\t", "\x03", "\x04", "\x1b[A", "\x1b[D"
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[()][A-Z0-9]|\x1b[=>]")


def typed(session: Session, keys: str, history: Path) -> str:
    """What the terminal shows below its prompts when these keys are pressed, and then Ctrl-D."""
    shown: list[str] = []
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        pipe.send_text(keys + CTRL_D)
        terminal = Terminal(session, history)
        terminal._write = shown.append  # type: ignore[method-assign]
        terminal.run()
    return "".join(shown)


Keys = Callable[[str], str]


@pytest.fixture
def keys(session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Keys:
    """What is shown when these keys are pressed."""
    monkeypatch.setenv("NO_COLOR", "1")
    return lambda text: typed(session, text, tmp_path / "history")


def test_a_form_is_submitted_when_it_is_closed_and_indented_until_then(keys: Keys, session: Session) -> None:
    shown = keys(f"(define (f x){ENTER}(* x{ENTER}2)){ENTER}(f 4){ENTER}")
    assert shown == "$1 = 8\n"
    assert session.results.names() == ["$1"]


def test_the_text_is_indented_as_it_is_written(session: Session, tmp_path: Path) -> None:
    typed(session, f"(let ((a 1){ENTER}(b 2)){ENTER}(list a b)){ENTER}", tmp_path / "history")
    history = list(History(tmp_path / "history").load_history_strings())
    assert history[0] == "(let ((a 1)\n      (b 2))\n  (list a b))"


def test_brackets_in_strings_and_characters_do_not_close(keys: Keys) -> None:
    shown = keys(f'(list ")" #\\){ENTER}1){ENTER}')
    assert shown == '$1 = (")" #\\) 1)\n'


def test_alt_enter_submits_what_is_there(keys: Keys) -> None:
    assert "bracket is missing" in keys(f"(f{ALT_ENTER}")


def test_errors_offer_restarts_and_retry_puts_the_form_back_to_be_edited(keys: Keys) -> None:
    shown = keys(f"(car '()){ENTER},1{ENTER}{LEFT}{LEFT}1{ENTER}")
    assert "  ,1  edit the form and run it again\n" in shown
    assert shown.endswith("$1 = 1\n")


def test_tab_completes_the_only_candidate_and_enter_goes_on(keys: Keys, session: Session) -> None:
    shown = keys(f",in gua{TAB}{ENTER}")
    assert shown in ("; forms are evaluated in hooks/guard.scm now\n",)
    assert session.world == "hooks/guard.scm"


def test_ctrl_c_at_the_prompt_drops_the_line(keys: Keys) -> None:
    assert keys(f"(never closed{CTRL_C}(+ 1 2){ENTER}") == "$1 = 3\n"


def test_quit_ends_it_and_empty_lines_do_nothing(keys: Keys) -> None:
    assert keys(f"{ENTER}  {ENTER},quit{ENTER}(never){ENTER}") == ""


def test_history_keeps_strange_characters_and_is_the_users_own(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "state/history"
    text = '(list "λ😀é" #\\x0 "+a\n#b")'
    typed(session, f"\x1b[200~{text}\x1b[201~{ENTER}", path)
    assert list(History(path).load_history_strings()) == [text]
    assert path.stat().st_mode & 0o777 == 0o600
    History(path).store_string("lone \ud800 surrogate")
    assert list(History(path).load_history_strings())[0] == "lone ? surrogate"
    path.write_bytes(path.read_bytes() + b"\n# x\n+\xff\xfe\n")
    assert len(list(History(path).load_history_strings())) == 3
    assert typed(session, f"{UP}{UP}{UP}{ENTER}", path) != ""


def test_a_history_that_cannot_be_kept_is_done_without(session: Session, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "3" in typed(session, f"(+ 1 2){ENTER}", tmp_path / "file/history")


def test_reload_notices_are_shown(session: Session, bench: Bench, tmp_path: Path) -> None:
    shown: list[str] = []
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        terminal = Terminal(session, tmp_path / "history")
    terminal._write = shown.append  # type: ignore[method-assign]
    bench.save("hooks/new.scm", "(define-hook post_tool () '())")
    take = session.take_notices

    def once(timeout: float | None = None) -> list[str]:
        terminal._ended.set()
        return take(timeout)

    session.take_notices = once  # type: ignore[method-assign]
    terminal._show_notices()
    assert "generation 2  added hooks/new.scm" in "".join(shown)


@pytest.mark.parametrize(
    "text", ["", "(a", '(f "x\ny" ; c\n #\\( 1.5 #t)', ",fire pre_tool (", "λ\t\x00", "#| a\nb", "x" * 60_000]
)
def test_every_character_is_shown_once_with_its_colour(text: str) -> None:
    lines = ["".join(piece for _, piece, *_ in line) for line in _lines(text)]
    assert "\n".join(lines) == text


START = """
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # Ctrl-C is a signal only on the controlling terminal
from chibi_hooks.cli import main
sys.exit(main(sys.argv[1:]))
"""


CONTROLLED = (sys.executable, "-c", """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execvp(sys.argv[1], sys.argv[1:])
""")  # fmt: skip
"""Makes the terminal the one that controls a program, as a shell with jobs needs it."""


class Screen:
    """`chibi-hooks repl` as a process on a pty."""

    def __init__(self, directory: Path, *, below_a_shell: bool = False) -> None:
        self.home = make_home(directory / "home", {"hooks/guard.scm": GUARD})
        master, slave = pty.openpty()
        root = str(Path(__file__).parents[2])
        environment = {**os.environ, "PYTHONPATH": root, "CHIBI_HOOKS_STATE": str(state_in(directory / "state"))}
        environment |= {"TERM": "xterm", "NO_COLOR": "1", "COLUMNS": "200", "LINES": "50"}
        self.arguments = ["repl", "--home", str(self.home)]
        self.process = subprocess.Popen(
            [*CONTROLLED, "sh", "-i"] if below_a_shell else [sys.executable, "-c", START, *self.arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**environment, "PS1": "shell$ "},
            start_new_session=True,
            close_fds=True,
        )
        os.close(slave)
        self.master = master
        self.seen = ""

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def until(self, text: str, seconds: float = 200) -> str:
        """What was shown up to and with this text, which is not looked at again."""
        deadline = time.monotonic() + seconds
        while text not in self.seen:
            left = deadline - time.monotonic()
            assert left > 0, f"wanted {text!r}, got {self.seen[-2000:]!r}"
            self.look(left)
        before, _, self.seen = self.seen.partition(text)
        return before + text

    def look(self, seconds: float) -> None:
        """Take what is shown within so many seconds, if anything is."""
        if select.select([self.master], [], [], seconds)[0]:
            try:
                data = os.read(self.master, 65_536)
            except OSError:
                raise AssertionError(f"it ended: {self.seen[-2000:]!r}") from None
            if b"\x1b[6n" in data:  # where is the cursor?
                os.write(self.master, b"\x1b[1;1R")
            self.seen += ESCAPES.sub("", data.decode("utf-8", "replace"))

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.master)


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    made = Screen(tmp_path)
    yield made
    made.close()


def test_in_a_real_terminal(screen: Screen) -> None:
    screen.until("chibi> ")
    screen.type("(+ 1 2)\r")
    screen.until("$1 = 3")
    screen.until("chibi> ")
    screen.type('(begin (display (string-append "loop" "ing")) (let loop () (loop)))\r')
    screen.until("looping")  # printed, for it was not written so
    screen.type("\x03")
    screen.until("interrupted")
    screen.until("chibi> ")
    screen.type("(half typed")
    screen.until("(half typed")
    make_home(screen.home, {"hooks/new.scm": "(define-hook post_tool () '())"})
    screen.until("added hooks/new.scm")
    screen.until("(half typed")
    screen.type("\x03")
    screen.until("chibi> ")
    screen.type(",fire pre_tool\r")
    screen.until("guard: block = true: this decides")
    screen.until("chibi> ")
    screen.type("\x04")
    assert screen.process.wait(200) == 0


def test_a_key_says_how_to_go_on_at_each_step(keys: Keys) -> None:
    shown = keys(f",step (list (+ 1 2) (* 3 4)){ENTER}{ENTER}xo{ENTER}")
    assert "  1:7  (+ 1 2)\n" in shown and "  =>  3\n" in shown and shown.endswith("$1 = (3 12)\n")
    shown = keys(f",step (list (+ 1 2) (* 3 4)){ENTER}{ENTER}q(+ 1 1){ENTER}")
    assert "(* 3 4)\n" not in shown.partition("\n")[2] and "interrupted" in shown and shown.endswith("= 2\n")


def test_steps_in_a_real_terminal(screen: Screen) -> None:
    screen.until("chibi> ")
    screen.type(",in guard\r")
    screen.until("guard.scm> ")
    screen.type(',step (list (risky? "rm -rf x") (+ 1 2))\r')
    screen.until("1:1  (list")
    screen.until("o over")
    screen.type("\r")
    screen.until("1:7  (risky?")
    screen.until("o over")
    screen.type("o")
    screen.until("=>  0")
    screen.until("1:27  (+ 1 2)")
    screen.until("o over")
    screen.type("c")
    screen.until("$1 = (0 3)")
    screen.until("guard.scm> ")
    screen.type(",step (risky? (list))\r")
    screen.until("1:1  (risky?")
    screen.until("o over")
    screen.type("\x03")
    screen.until("interrupted")
    screen.until("guard.scm> ")
    screen.type("\x04")
    assert screen.process.wait(200) == 0


@pytest.mark.long
def test_ctrl_z_gives_the_shell_back_and_fg_the_half_typed_form(tmp_path: Path) -> None:
    screen = Screen(tmp_path, below_a_shell=True)
    try:
        screen.until("shell$ ")
        screen.type(shlex.join([sys.executable, "-m", "chibi_hooks", *screen.arguments]) + "\n")
        screen.until("chibi> ")
        screen.type("(+ 40")
        screen.until("(+ 40")
        screen.type("\x1a")
        screen.until("topped")  # the shell's own words: Stopped, suspended
        screen.type("echo at'' ''last\n")
        screen.until("at last")
        screen.type("fg\n")
        screen.until("(+ 40")
        screen.type(" 2)\r")
        screen.until("= 42")
        screen.until("chibi> ")
        screen.type("\x04")
        screen.until("shell$ ")
    finally:
        screen.close()


def test_two_hundred_times_ctrl_c_at_whatever_moment_and_it_still_answers(screen: Screen) -> None:
    screen.until("chibi> ")
    screen.type('(begin (display (string-append "loop" "ing")) (let loop () (loop)))\r')
    screen.until("looping")
    for number in range(200):  # the first is for the form, the others come while it ends, between turns, at the prompt
        screen.process.send_signal(signal.SIGINT)
        screen.look(number % 5 / 500)
    screen.type("(* 6 7)\r")
    screen.until("= 42")
    screen.until("chibi> ")
    screen.type("\x04")
    assert screen.process.wait(200) == 0


def test_the_prompt_says_where_one_is_and_the_toolbar_how_a_procedure_is_used(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        terminal = Terminal(session, tmp_path / "history")
        pipe.send_text(CTRL_D)
        terminal.run()
        assert terminal._sign() == "home 1 apart chibi> "
        terminal._live = True
        terminal._answer(",in guard")
        assert terminal._sign() == "home 1 guard.scm> "
        assert terminal._hint(Document("(map (lambda (x) (string-append x ")).startswith("(string-append ")
        assert terminal._hint(Document("42")) == terminal._hint(Document("(no-such-name ")) == ""


def test_edit_opens_the_users_editor(keys: Keys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    editor = tmp_path / "editor"
    editor.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/opened\n')
    editor.chmod(0o755)
    monkeypatch.setenv("VISUAL", str(editor))
    shown = keys(f",in guard{ENTER},edit risky?{ENTER}")
    assert "hooks/guard.scm:1\n" in shown
    assert (tmp_path / "opened").read_text().startswith("+1 ")
    monkeypatch.setenv("VISUAL", str(tmp_path / "nothing"))
    assert "names another editor" in keys(f",edit hooks/guard.scm{ENTER}")


def test_wide_values_are_laid_out(keys: Keys) -> None:
    shown = keys(f"(map (lambda (n) (cons n (make-string 20 #\\a))) (iota 5)){ENTER}")
    assert shown.startswith('$1 = ((0 . "aaaaaaaaaaaaaaaaaaaa")\n      (1 . ')
