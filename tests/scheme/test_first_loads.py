"""Threads that load programs before any library is there: each finds the libraries whole, or waits for them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROGRAM = """
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from chibi_hooks import Host
from chibi_hooks.hooks.homes.home import Surroundings

root = Path(sys.argv[1])
around = Surroundings({"CHIBI_HOOKS_STATE": str(root / "state")}, root, root)

def opened(number):
    home = root / f"home{number}"
    (home / "hooks").mkdir(parents=True, exist_ok=True)
    guard = '''(register-hook 'pre_tool
      (lambda (p) (if (equal? (payload-ref p "tool_name") "rm") (block "no %d") '())))''' % number
    (home / "hooks" / "guard.scm").write_text(guard)
    with Host.open(home=home, around=around, record=False) as host:
        told = [str(each) for each in host.notices]
        return told or host.fire("pre_tool", {"tool_name": "rm", "arguments": {}}).outcome.message

with ThreadPoolExecutor(8) as pool:
    print(list(pool.map(opened, range(8))))
"""


def test_threads_that_open_homes_at_once_find_every_library_whole(tmp_path: Path) -> None:
    for _ in range(2):  # compiled, and from disk
        ran = subprocess.run([sys.executable, "-c", PROGRAM, str(tmp_path)], capture_output=True, text=True)
        assert (ran.stderr, ran.stdout) == ("", f"{[f'no {number}' for number in range(8)]}\n")
