"""A policy against an empty hook: one fire of a command of 200 characters, recorder on.

python -m tests.bench policies [--quick]

Promised: at most twice the fire of an empty hook, at most five times where a command of 200 characters is scanned; the
command is read by the shell's grammar once, however many policies ask; here it is the same at every fire, and what
the first reading of a new one costs stands in the last line.
"""

from __future__ import annotations

import gc
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from chibi_hooks import Host
from chibi_hooks.hooks.deciding.columns import columns
from chibi_hooks.hooks.homes.declared import ChosenPolicies
from chibi_hooks.hooks.homes.home import Surroundings
from chibi_hooks.hooks.homes.policies import all_policies
from tests.homes import make_home

EMPTY = "(define-hook pre_tool (tool_name) '())"
COMMAND = (
    "cd web && npm run build -- --mode test 2>&1 | tee build.log && git add -A && git commit -m 'feat: a page' "
    "&& python3 -m pytest -q tests/test_login.py -k 'login or logout' && grep -rn main src | head -n 20 > out.txt"
)
CALL: dict[str, Any] = {"tool_name": "shell_exec", "arguments": {"command": COMMAND}, "session_id": "s"}
ROUNDS = 15
FIRES = 200  # of one round


def microseconds(files: dict[str, str | bytes], rounds: int) -> float:
    """One fire of a home with these files: the best of rounds, by the time that its thread computes."""
    with tempfile.TemporaryDirectory() as directory:
        root = Path(directory)
        around = Surroundings({"CHIBI_HOOKS_STATE": str(root / "state")}, root, root / "user")
        with Host.open(home=make_home(root / "home", files), around=around, record=root / "journal.db") as host:
            for _ in range(FIRES):
                host.fire("pre_tool", CALL)
            gc.collect()
            found = []
            for _ in range(rounds):
                started = time.thread_time()
                for _ in range(FIRES):
                    host.fire("pre_tool", CALL)
                found.append((time.thread_time() - started) / FIRES * 1e6)
            return min(found)


def reading(rounds: int) -> float:
    """Microseconds to read a command of that length for the first time: who asks first about a new one waits for it."""
    from chibi_hooks.scheme.shell.values import shell_value

    shell_value(COMMAND)
    found = []
    for around in range(rounds):
        started = time.thread_time()
        for number in range(FIRES):
            shell_value(f"{COMMAND} {around} {number}")
        found.append((time.thread_time() - started) / FIRES * 1e6)
    return min(found)


def rows(rounds: int) -> Iterator[tuple[str, float, float]]:
    """A policy, its microseconds, and how often the empty hook's."""
    empty = microseconds({"hooks/empty.scm": EMPTY}, rounds)
    yield "an empty hook", empty, 1.0
    names = [each.name for each in all_policies(None, ChosenPolicies())]
    for name in names:
        took = microseconds({"chibi-hooks.toml": f"[policies]\n{name} = true\n"}, rounds)
        yield name, took, took / empty
    every = "\n".join(f"{name} = true" for name in names)
    took = microseconds({"chibi-hooks.toml": f"[policies]\n{every}\n"}, rounds)
    yield f"all {len(names)} together", took, took / empty
    took = reading(rounds)
    yield "reading a new command, once", took, took / empty


def report(quick: bool = False) -> str:
    """The table."""
    found = list(rows(3 if quick else ROUNDS))
    cells = [(name, f"{took:.1f}", f"{ratio:.1f}") for name, took, ratio in found]
    slow = [name for name, _, ratio in found[1:-2] if ratio > 5]
    told = f"above five times: {', '.join(slow) or 'none'}"
    return "\n".join([*columns([("policy", "µs", "× empty"), *cells]), told])
