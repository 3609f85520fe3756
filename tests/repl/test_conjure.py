"""nREPL as Conjure speaks it, in a Neovim without a screen; only where Neovim finds Conjure."""

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

MAIN = "lua/conjure/main.lua"
TRIED = """
local function log()
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_get_name(buffer):match("conjure%-log") then
      return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\\n")
    end
  end
  return ""
end
local function settle(text) vim.wait(60000, function() return log():find(text, 1, true) ~= nil end, 20) end
settle("(connected)")
vim.cmd("call cursor(1, 3)") vim.cmd("ConjureEvalRootForm") settle("risky?: live in")
vim.cmd("ConjureEval (begin (display 'printed) (quote done))") settle("\\ndone")
vim.cmd("ConjureEval (car 5)") settle("wanted a pair")
vim.cmd("call cursor(1, 11)")
vim.cmd("ConjureDocWord") settle("(risky? command)")
vim.cmd("ConjureDefWord") settle("[1 1]")
vim.cmd("ConjureEvalFile") settle("'pre_tool: live in")
local offered
require("conjure.eval")["completions"]("risk", function(found) offered = found end)
vim.wait(60000, function() return offered ~= nil end)
vim.cmd("ConjureEval (let loop () (begin (display 'loops) (loop)))") settle("loops")
vim.cmd("ConjureCljInterrupt") settle("interrupted\\n")
vim.cmd("ConjureEval (* 6 7000)") settle("\\n42000")
io.stdout:write("offered ", offered and offered[1] and offered[1].word or "nothing", "\\n", log(), "\\n")
vim.cmd("qa!")
"""


def _conjure() -> str:
    """Where Neovim finds Conjure; "" where it does not."""
    if shutil.which("nvim") is None:
        return ""
    code = f"lua io.stdout:write(vim.api.nvim_get_runtime_file('{MAIN}', false)[1] or '')"
    ran = subprocess.run(
        ["nvim", "--headless", "-i", "NONE", "-c", code, "-c", "qa!"], capture_output=True, text=True, timeout=300
    )
    return ran.stdout.strip().removesuffix(f"/{MAIN}") if ran.stdout.strip().endswith(MAIN) else ""


@once
def test_conjure_itself_in_a_neovim_without_a_screen(bench: Bench, tmp_path: Path) -> None:
    if not (conjure := _conjure()):
        pytest.skip("there is no Neovim with Conjure here")
    bench.open()
    (line,) = re.findall(r"```vim\n(let g:conjure.*?)\n```", EDITORS.read_text(), re.DOTALL)
    (tmp_path / "init.vim").write_text(f"set runtimepath^={conjure}\n{line}\nset noswapfile\nfiletype plugin on\n")
    (tmp_path / "tried.lua").write_text(TRIED)
    path = str(bench.home / "hooks/guard.scm")
    server = Server(0, bench.another)
    (tmp_path / ".nrepl-port").write_text(f"{server.port}\n")
    environment = {**os.environ, "HOME": str(tmp_path), "LC_ALL": "C.UTF-8"}
    command = ["nvim", "--headless", "-u", "init.vim", "-i", "NONE", path, "-c", "luafile tried.lua"]
    try:
        ran = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=280)
    finally:
        server.close()
    assert ran.returncode == 0, ran.stderr[-3000:]
    for part in (
        "offered risky?\n",
        "; (out) ; risky?: live in hooks/guard.scm, not on disk",
        "; (out) printed\ndone\n",
        "car: wanted a pair, got 5",
        "(risky? command)",
        f"; {path} [1 1]",
        "'pre_tool: live in hooks/guard.scm, not on disk",
        "interrupted\n",
        "\n42000",
    ):
        assert part in ran.stdout, ran.stdout
