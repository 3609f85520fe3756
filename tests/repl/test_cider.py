"""nREPL as CIDER itself speaks it, in an Emacs without a screen; only where CIDER is installed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from chibi_hooks.repl.doors.nrepl.server import Server
from tests.halves import once
from tests.repl.conftest import Bench
from tests.repl.test_geiser import EDITORS

TRIED = """
(setq nrepl-use-ssh-fallback-for-remote-hosts nil warning-minimum-level :emergency)
(defun settle ()
  (dotimes (_ 300) (when (< 0 (hash-table-count nrepl-pending-requests)) (accept-process-output nil 0.1))))
(defun tell (what) (princ (format "%S\\n" what)))
(defvar hook-file (find-file-noselect (getenv "TRIED_FILE")))
(defvar repl (cider-connect-clj (list :host "localhost" :port (string-to-number (getenv "TRIED_PORT")))))
(with-current-buffer repl (settle))
(with-current-buffer hook-file
  (tell cider-mode)
  (goto-char (point-min))
  (end-of-line)
  (call-interactively (key-binding (kbd "C-c C-e")))
  (with-current-buffer repl (settle))
  (tell (substring-no-properties (car (cider-complete "risk"))))
  (tell (cider-eldoc-info "risky?"))
  (tell (nrepl-dict-get (cider-var-info "risky?") "file"))
  (cider-interactive-eval "(let loop () (loop))")
  (cider-interrupt)
  (with-current-buffer repl (settle))
  (tell (nrepl-dict-get (cider-nrepl-sync-request:eval "(car 5)") "err")))
(tell (with-current-buffer repl (buffer-substring-no-properties (point-min) (point-max))))
"""


def _load_path() -> str:
    """Where Emacs finds CIDER and what that needs; "" where it does not."""
    if shutil.which("emacs") is None:
        return ""
    code = "(progn (package-initialize) (require 'cider) (princ (mapconcat 'identity load-path \":\")))"
    ran = subprocess.run(["emacs", "--batch", "--eval", code], capture_output=True, text=True, timeout=300)
    return ran.stdout if ran.returncode == 0 else ""


@once
def test_cider_itself_in_an_emacs_without_a_screen(bench: Bench, tmp_path: Path) -> None:
    if not (load_path := _load_path()):
        pytest.skip("there is no Emacs with CIDER here")
    bench.open()
    lines = "\n".join(
        re.findall(r"```elisp\n(.*?'cider-mode.*?)```", EDITORS.read_text().split("CIDER has")[1], re.DOTALL)
    )
    script = tmp_path / "tried.el"
    script.write_text(f"(require 'cider)\n{lines}\n{TRIED}")
    path = str(bench.home / "hooks/guard.scm")
    server = Server(0, bench.another)
    environment = {
        **os.environ,
        "HOME": str(tmp_path),
        "LC_ALL": "C.UTF-8",
        "EMACSLOADPATH": load_path,
        "TRIED_PORT": str(server.port),
        "TRIED_FILE": path,
    }
    command = ["emacs", "-Q", "--batch", "-l", str(script)]
    try:
        ran = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=280)
    finally:
        server.close()
    assert ran.returncode == 0, ran.stderr[-3000:]
    for part in (
        't\n"risky?"\n',
        '"arglists" (("command"))',
        f'"{path}"\n',
        "car: wanted a pair, got 5",
        "; what your editor evaluates at its start",
        "risky?: live in hooks/guard.scm, not on disk",
        ": interrupted\n  (let loop () (loop))",
    ):
        assert part in ran.stdout, ran.stdout
