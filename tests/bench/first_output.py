"""What people wait for after Enter: the first output of every command, with what was compiled before on disk.

Each command runs in a process of its own, in a home with one hook file, one test and a few recorded fires, and is ended
after the first byte on its terminal: a result, or a line that says what is under way.
"""

from __future__ import annotations

import os
import pty
import select
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from chibi_hooks.cli import command_names

PROMISED: Final = 300  # milliseconds, on an idle machine
REPEATS: Final = 3
PATIENCE: Final = 10  # seconds; a command that says nothing for so long is shown as such
BARE: Final = ("-c", "print(1)")
EVENT: Final = b'{"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}}'
HELLO: Final = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"capabilities":{}}}'
PROGRAM: Final = b"(display (+ 1 2))"

COMMANDS: Final[Mapping[str, tuple[str, ...]]] = {
    "bench": ("bench", "start"),
    "check": ("check", "hooks"),
    "doc": ("doc", "fold"),
    "explain": ("explain", "symbol-key"),
    "fire": ("fire", "pre_tool", "--sample"),
    "hook": ("hook", "claude-code"),
    "host": ("host", "claude-code", "PreToolUse"),
    "init": ("init", "made"),
    "install": ("install", "claude-code", "--dry-run"),
    "points": ("points", "pre_tool"),
    "scheme": ("scheme", "-"),
    "test": ("test", "."),
    "tool": ("tool", "file_head", '{"path": "vfs:///shared/a"}'),
    "uninstall": ("uninstall", "claude-code"),
}
"""What is run where the name alone is not enough; `dev`, `repl`, `serve` and `watch` go on until they are ended."""

INPUT: Final = {
    "hook": EVENT,
    "host": EVENT,
    "lsp": b"Content-Length: %d\r\n\r\n%s" % (len(HELLO), HELLO),
    "repl": PROGRAM,
    "scheme": PROGRAM,
}


def first_byte(arguments: Sequence[str], given: bytes, home: Path, environment: Mapping[str, str]) -> float:
    """Milliseconds from the start of a Python with these arguments to its first output; infinity where none comes."""
    terminal, theirs = pty.openpty()
    started = time.perf_counter()
    command, pipe = [sys.executable, *arguments], subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=theirs, stderr=theirs, cwd=home, env=dict(environment))
    os.close(theirs)
    assert process.stdin is not None
    try:
        process.stdin.write(given)
        process.stdin.flush()
        if arguments[-1] != "lsp":  # an editor goes on
            process.stdin.close()
        found = select.select([terminal], [], [], PATIENCE)[0]
        return (time.perf_counter() - started) * 1e3 if found else float("inf")
    finally:
        process.terminate()
        process.wait()
        with suppress(BrokenPipeError):
            process.stdin.close()
        os.close(terminal)


def prepared(directory: Path) -> tuple[Path, dict[str, str]]:
    """A home with something to tell of, and the environment of those who work in it."""
    home, state = directory / "home", directory / "state"
    environment = {**os.environ, "CHIBI_HOME": str(home), "CHIBI_HOOKS_STATE": str(state), "HOME": str(directory)}
    environment["PYTHONPATH"] = str(Path(__file__).parents[2])
    environment["TERM"] = "xterm"
    environment["CHIBI_HOOKS_RESIDENT"] = "0"  # a host would stay behind
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    environment["PYTHONPYCACHEPREFIX"] = str(directory / "bytecode")  # as after an installation

    def run(*arguments: str) -> None:
        command = [sys.executable, "-m", "chibi_hooks", *arguments]
        subprocess.run(command, env=environment, cwd=directory, capture_output=True, check=True)

    run("init", "home")
    for command in ("ls", "rm -rf build", "git status"):
        run("fire", "pre_tool", "--sample", "--set", f"arguments.command={command}")
    return home, environment


def report(quick: bool = False, everything: bool = False) -> str:
    """The table, the slowest first; the promised ones are left out unless all are asked for."""
    with tempfile.TemporaryDirectory() as directory:
        home, environment = prepared(Path(directory))
        repeats = 1 if quick else REPEATS
        bare = statistics.median(first_byte(BARE, b"", home, environment) for _ in range(repeats))
        rows = []
        for name in command_names():
            arguments = ("-m", "chibi_hooks", *COMMANDS.get(name, (name,)))
            times = [first_byte(arguments, INPUT.get(name, b""), home, environment) for _ in range(repeats + 1)]
            rows.append((statistics.median(times[1:]), " ".join(COMMANDS.get(name, (name,)))))
    over = sum(1 for ms, _ in rows if ms > PROMISED)
    lines = [f"first output{'':>30}promised: ≤ {PROMISED} ms, a bare interpreter's {bare:.0f} ms included"]
    lines += [f"{text:<40}{ms:>10,.0f} ms" for ms, text in sorted(rows, reverse=True) if everything or ms > PROMISED]
    return "\n".join([*lines, f"{len(rows)} commands, {over} over {PROMISED} ms"])


if __name__ == "__main__":
    print(report(everything=True))
