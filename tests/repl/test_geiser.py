"""What Emacs' Geiser sends, and what it reads: by hand, and with Geiser itself in an Emacs without a screen."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from chibi_hooks.repl.doors.geiser import GeiserLines
from chibi_hooks.repl.session import Session
from tests.halves import once
from tests.repl.conftest import Bench

EDITORS = Path(__file__).parents[2] / "chibi_hooks/docs/prose/editors.md"

Talk = Callable[[str], list[str]]


@pytest.fixture
def talk(session: Session) -> Talk:
    """Lines -> what is answered to each, between the prompts."""

    def answers(text: str) -> list[str]:
        out = io.StringIO()
        GeiserLines(session, io.StringIO(text), out.write).run()
        first, *rest = out.getvalue().split("\n> ")
        assert first.startswith("> ")
        return [first.removeprefix("> "), *rest]

    return answers


def test_geiser_gets_values_output_and_errors_on_one_line(talk: Talk) -> None:
    sent = "(geiser:eval #f '(begin (display \"a\\n> b\")\n (values \"λ\\\\\" 2)))\n(geiser:eval #f '(car 5))\n"
    assert talk(sent) == [
        '((result "\\"λ\\\\\\\\\\"" "2") (output . "a\\n> b"))',
        '((error (key . type) (msg . "<repl 2>:1:1: car: wanted a pair, got 5\\n  (car 5)\\n  ^^^^^^^")) '
        '(output . "<repl 2>:1:1: car: wanted a pair, got 5\\n  (car 5)\\n  ^^^^^^^"))',
        "",
    ]


def test_what_takes_the_rest_of_the_arguments_is_no_parameter_that_must_be_given(talk: Talk) -> None:
    told = talk(
        "(define (f a . rest) a) (define (g . all) all)\n(geiser:eval #f '(geiser:autodoc '(f)))\n"
        "(geiser:eval #f '(geiser:autodoc '(g)))\n"
    )
    assert '(f ("args" (("required" a) ("optional" rest ...) ("key"))))' in told[1].replace("\\", "")
    assert '(g ("args" (("required") ("optional" all ...) ("key"))))' in told[2].replace("\\", "")


def test_geiser_completes_and_documents(talk: Talk) -> None:
    told = talk(
        "(geiser:eval #f '(geiser:completions \"string-jo\"))\n"
        "(geiser:eval #f '(geiser:autodoc '(vector-map no-such-name string-join)))\n"
        "(geiser:eval #f '(geiser:module-completions \"(srfi 13\"))\n"
        "(geiser:eval #f '(geiser:module-exports '(srfi 2)))\n"
        "(geiser:eval #f '(geiser:symbol-documentation 'no-such-name))\n"
        "(geiser:eval #f '(geiser:no-such-thing 1))\n"
        "(geiser:autodoc 5)\n"
    )
    assert told[0] == '((result "(\\"string-join\\")") (output . ""))'
    shown = told[1].replace("\\", "")
    assert '(vector-map ("args" (("required" proc vector1 vector2) ("optional" ...) ("key"))))' in shown
    assert '(string-join ("args" (("required" strings) ("optional" delimiter) ("key"))))' in shown
    assert '\\"(srfi 133)\\"' in told[2]
    assert told[3] == '((result "((\\"procs\\" (and-let*)))") (output . ""))'
    assert told[4] == '((result "#f") (output . ""))'
    assert told[5].startswith('((error (key . geiser) (msg . "chibi-hooks has no (geiser:no-such-thing')
    assert told[6].startswith("((error (key . geiser)")


def test_from_the_buffer_of_a_hook_file_one_is_in_its_world(talk: Talk, bench: Bench) -> None:
    guard = str(bench.home / "hooks/guard.scm")
    told = talk(
        f"(geiser:eval '\"{guard}\" '(define (risky? command) #t))\n"
        f"(geiser:eval '\"{guard}\" '(geiser:completions \"risk\"))\n"
        f"(geiser:load-file \"{guard}\")\n"
        f"(geiser:eval '\"{guard}\" '(geiser:symbol-location 'risky?))\n"
        "(geiser:eval #f '(geiser:symbol-location 'risky?))\n"
    )
    assert told[0] == '((result ) (output . "; risky?: live in hooks/guard.scm, not on disk\\n"))'
    assert told[1] == '((result "(\\"risky?\\")") (output . ""))'
    assert told[3] == f'((result "((\\"file\\" . \\"{guard}\\") (\\"line\\" . 1) (\\"column\\" . 0))") (output . ""))'
    assert told[4] == '((result "()") (output . ""))'


def test_a_person_types_in_the_same_buffer(talk: Talk) -> None:
    told = talk("\n(+ 1\n 2)\n,in guard\n(car\n5)\n(exit 0)\n(display 1)\n")
    assert told[0] == "> 3\n"
    assert "car: wanted a pair, got 5" in told[2] and told[-1] == ""


TRIED = """
(setq geiser-repl-startup-time 60000 geiser-repl-query-on-kill-p nil)
(defun geiser-chibi-hooks-binary () (getenv "TRIED_BINARY"))
(run-geiser 'chibi-hooks)
(princ (format "repl %S\\n" (buffer-substring-no-properties (point-min) (point-max))))
(with-current-buffer (find-file-noselect (getenv "TRIED_FILE"))
  (scheme-mode)
  (setq geiser-scheme-implementation 'chibi-hooks)
  (geiser-mode 1)
  (geiser-impl--set-buffer-implementation 'chibi-hooks)
  (dolist (code '((:eval (:scm "(risky? \\"rm -rf λ\\")"))
                  (:eval (:scm "(car 5)"))
                  (:eval (:ge completions "string-jo"))
                  (:eval (:ge symbol-location 'risky?))))
    (princ (format "%S\\n" (geiser-eval--send/wait code))))
  (princ (format "%S\\n" (geiser-completion--complete "string-jo" nil))))
"""


def _has_geiser() -> bool:
    if shutil.which("emacs") is None:
        return False
    code = "(progn (package-initialize) (require 'geiser-chibi))"
    return subprocess.run(["emacs", "--batch", "--eval", code], capture_output=True, timeout=300).returncode == 0


@once
def test_geiser_itself_in_an_emacs_without_a_screen(bench: Bench, tmp_path: Path) -> None:
    if not _has_geiser():
        pytest.skip("there is no Emacs with Geiser here")
    bench.open().host.close()
    (lines,) = re.findall(r"```elisp\n(\(require 'geiser-chibi\).*?)```", EDITORS.read_text(), re.DOTALL)
    client = tmp_path / "chibi-hooks"
    client.write_text(f'#!/bin/sh\nexec {sys.executable} -m chibi_hooks "$@" --home {bench.home}\n')
    client.chmod(0o755)
    script = tmp_path / "tried.el"
    script.write_text(f"(package-initialize)\n{lines}\n{TRIED}")
    environment = {
        **os.environ,
        "TERM": "dumb",
        "LC_ALL": "C.UTF-8",
        "HOME": str(tmp_path),
        "PYTHONPATH": str(Path(__file__).parents[2]),
        "CHIBI_HOOKS_STATE": str(tmp_path / "state"),
        "TRIED_BINARY": str(client),
        "TRIED_FILE": str(bench.home / "hooks/guard.scm"),
    }
    command = ["emacs", "--batch", "-l", str(script)]
    ran = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=280)
    assert ran.returncode == 0, ran.stderr[-3000:]
    for part in (
        '\n> "\n((result "0") (output . ""))\n',
        "car: wanted a pair, got 5",
        '\n((result "(\\"string-join\\")") (output . ""))\n',
        'hooks/guard.scm\\") (\\"line\\" . 1)',
        '\n("string-join")\n',
    ):
        assert part in ran.stdout, ran.stdout
