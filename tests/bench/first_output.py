"""What people wait for after Enter: the first output of every command, with what was compiled before on disk.

Each command runs in a process of its own, in a home with one hook file, one test and a few recorded fires, and is ended
after the first byte on its terminal: a result, or a line that says what is under way. An interpreter that does nothing
runs beside each, so that a busy machine shows; what the process itself has computed by then is what an idle machine
would make of it, and is what counts where the system tells it. What says nothing, or does not end when it is told to,
is a row that says so.
"""

from __future__ import annotations

import os
import pty
import select
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from chibi_hooks.cli import command_names

PROMISED: Final = 300  # milliseconds, on an idle machine
REPEATS: Final = 3
PATIENCE: Final = 5  # seconds; a command that says nothing for so long, or does not end, is shown as such
TEXT: Final = 38  # characters of a command in its row
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


@dataclass(frozen=True, slots=True)
class Said:
    """What was seen of one process: milliseconds to its first output, infinity where none came; those that it computed
    until then, as far as the system tells; whether it ended when it was told to.
    """

    ms: float
    computed: float
    ended: bool


def first_output(arguments: Sequence[str], given: bytes, home: Path, environment: Mapping[str, str]) -> Said:
    """Start a Python with these arguments, wait for its first output, and end it with all that it started."""
    terminal, theirs = pty.openpty()
    command, pipe = [sys.executable, *arguments], subprocess.PIPE
    started = time.perf_counter()
    process = subprocess.Popen(
        command, stdin=pipe, stdout=theirs, stderr=theirs, cwd=home, env=dict(environment), start_new_session=True
    )
    os.close(theirs)
    assert process.stdin is not None
    try:
        with suppress(BrokenPipeError):
            process.stdin.write(given)
            process.stdin.flush()
            if arguments[-1] != "lsp":  # an editor goes on
                process.stdin.close()
        found = select.select([terminal], [], [], PATIENCE)[0]
        ms = (time.perf_counter() - started) * 1e3 if found else float("inf")
        computed = _computed(process.pid, ms)
        process.terminate()
        return Said(ms, computed, _ends(process, terminal))
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        with suppress(BrokenPipeError):
            process.stdin.close()
        os.close(terminal)


def _computed(pid: int, otherwise: float) -> float:
    """Milliseconds that the threads of a process have run; `otherwise` where Linux is not there to ask."""
    try:
        told = [each.read_text() for each in Path(f"/proc/{pid}/task").glob("*/schedstat")]
        return sum(int(each.split()[0]) for each in told) / 1e6 or otherwise
    except (OSError, ValueError, IndexError):
        return otherwise


def _ends(process: subprocess.Popen[bytes], terminal: int) -> bool:
    """Read what it still writes, for nobody can end in front of a full terminal."""
    until = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < until:
        if select.select([terminal], [], [], 0.01)[0]:
            with suppress(OSError):  # its side is closed
                os.read(terminal, 65_536)
    return process.poll() is not None


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


@dataclass(frozen=True, slots=True)
class CommandRow:
    """A command, the milliseconds to its first output, those that it computed, those to the output of the interpreter
    beside it, and what is wrong.
    """

    ms: float
    computed: float
    bare: float
    text: str
    wrong: str

    @property
    def is_over(self) -> bool:
        """Is it not as was promised?"""
        return self.computed > PROMISED or bool(self.wrong)

    def __str__(self) -> str:
        if self.wrong:
            return f"{self.text[:TEXT]:<40}{'over':>42}  {self.wrong}"
        times = "".join(f"{each:>8,.0f} ms" for each in (self.ms, self.computed, self.bare))
        return f"{self.text[:TEXT]:<40}{times}{'over' if self.is_over else '':>9}".rstrip()


def measured(name: str, repeats: int, home: Path, environment: Mapping[str, str]) -> CommandRow:
    """The row of a command: the median after one run that is not counted."""
    words = COMMANDS.get(name, (name,))
    arguments, given = ("-m", "chibi_hooks", *words), INPUT.get(name, b"")
    pairs = []
    for _ in range(repeats + 1):
        said = first_output(arguments, given, home, environment)
        if said.ms == float("inf") or not said.ended:
            wrong = f"said nothing for {PATIENCE} s" if said.ended else f"did not end {PATIENCE} s after SIGTERM"
            return CommandRow(said.ms, said.computed, 0.0, " ".join(words), wrong)
        pairs.append((said.ms, said.computed, first_output(BARE, b"", home, environment).ms))
    ours, computed, bare = (statistics.median(each) for each in zip(*pairs[1:], strict=True))
    return CommandRow(ours, computed, bare, " ".join(words), "")


def report(quick: bool = False, everything: bool = False) -> str:
    """The table, the slowest first; the promised ones are left out unless all are asked for."""
    with tempfile.TemporaryDirectory() as directory:
        home, environment = prepared(Path(directory))
        rows = [measured(name, 1 if quick else REPEATS, home, environment) for name in command_names()]
    rows.sort(key=lambda row: (not row.wrong, -row.computed, row.text))
    over = sum(row.is_over for row in rows)
    bare = statistics.median(row.bare for row in rows if not row.wrong)
    lines = [f"first output, promised: ≤ {PROMISED} ms{'':>11}{'by clock':>11}{'computed':>11}{'bare':>11}"]
    lines += [str(row) for row in rows if everything or row.is_over]
    return "\n".join([*lines, f"{len(rows)} commands, {over} over {PROMISED} ms; a bare interpreter {bare:.0f} ms"])


if __name__ == "__main__":
    print(report(everything=True))
