"""What a start costs: the import, one `fire` in a process of its own, and a home of 1,000 hook files, each over a bare
interpreter and with what was compiled before on disk: DESIGN §13.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

FILES = 1_000
REGISTRATIONS = 10  # per file
PAIRS = 7
BARE = [sys.executable, "-c", "pass"]
HOOK = '(define-hook pre_tool (tool_name) (if (equal? tool_name "shell") (block "no") (no-opinion)))\n'
PROGRAM = """
import sys
from chibi_hooks.scheme import Interpreter
from chibi_hooks.scheme.reading.store import keep_compiled
from chibi_hooks.scheme.values.source import SourceText
keep_compiled(sys.argv[1])
Interpreter().run(SourceText("one.scm", "(for-each display (map (lambda (x) (assoc x '((1 . 2)))) '(1 2)))"), keep=True)
"""
POINTS = ("pre_tool", "post_tool", "pre_message", "post_message", "pre_clear")
OPEN = "import sys, time; started = time.perf_counter(); from chibi_hooks import Host; " \
    "host = Host.open(home=sys.argv[1], record=False); print(time.perf_counter() - started); host.close()"  # fmt: skip


def seconds(command: Sequence[str], environment: dict[str, str]) -> float:
    """How long a process takes from start to end."""
    started = time.perf_counter()
    nothing = subprocess.DEVNULL
    subprocess.run(command, env=environment, stdin=nothing, stdout=nothing, stderr=nothing, check=True)
    return time.perf_counter() - started


def over_bare(command: Sequence[str], environment: dict[str, str]) -> float:
    """Milliseconds that a command takes longer than an interpreter that does nothing: median of pairs, after one run
    that fills the caches.
    """
    seconds(command, environment)
    pairs = [(seconds(command, environment), seconds(BARE, environment)) for _ in range(PAIRS)]
    return statistics.median(ours - theirs for ours, theirs in pairs) * 1e3


def registrations(number: int) -> str:
    """A hook file with its registrations, no two files alike."""
    answer = f'(lambda (payload) (if (equal? (payload-ref payload "tool_name" "") "x{number}") \'((k . 1)) \'()))'
    return "\n".join(f"(register-hook '{POINTS[i % len(POINTS)]} {answer})" for i in range(REGISTRATIONS))


MEMORY = """
import sys, tracemalloc
from chibi_hooks import Host
tracemalloc.start()
with Host.open(home=sys.argv[1], record=False):
    print(tracemalloc.get_traced_memory()[0])
"""


def kilobytes_a_world(directory: Path, environment: dict[str, str]) -> tuple[float, float]:
    """Memory that one more idle world of a small hook file takes: compiled just now, and from disk."""
    counts = (10, 110)
    for count in counts:
        (directory / str(count) / "hooks").mkdir(parents=True)
        for number in range(count):
            text = HOOK.replace("shell", f"shell{count}.{number}")
            (directory / str(count) / "hooks" / f"{number:03}.scm").write_text(text, encoding="utf-8")

    def taken(count: int) -> int:
        command = [sys.executable, "-c", MEMORY, str(directory / str(count))]
        return int(subprocess.run(command, env=environment, capture_output=True, check=True).stdout)

    def one() -> float:
        few, many = map(taken, counts)
        return (many - few) / (counts[1] - counts[0]) / 1024

    return one(), one()


def beside_a_host(home: Path, fire: Sequence[str], environment: dict[str, str]) -> float:
    """Milliseconds of the same where a resident host runs for the home."""
    command = [sys.executable, "-m", "chibi_hooks", "serve", "--home", str(home)]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as host:
        assert host.stderr is not None
        while "listening" not in (line := host.stderr.readline()):
            assert line, "the host has ended"
        try:
            return over_bare(fire, environment)
        finally:
            host.terminate()


def opened(home: Path, environment: dict[str, str]) -> float:
    """Seconds in which a new process opens the home."""
    ran = subprocess.run([sys.executable, "-c", OPEN, str(home)], env=environment, capture_output=True, check=True)
    return float(ran.stdout)


def report() -> str:
    """The table."""
    with tempfile.TemporaryDirectory() as directory:
        environment = {**os.environ, "CHIBI_HOOKS_STATE": f"{directory}/state"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        environment["PYTHONPYCACHEPREFIX"] = f"{directory}/bytecode"  # as after an installation
        one, many = Path(directory, "one"), Path(directory, "many")
        (one / "hooks").mkdir(parents=True)
        (one / "hooks" / "guard.scm").write_text(HOOK, encoding="utf-8")
        (many / "hooks").mkdir(parents=True)
        for number in range(FILES):
            (many / "hooks" / f"{number:04}.scm").write_text(registrations(number), encoding="utf-8")
        command = [sys.executable, "-m", "chibi_hooks"]
        fire = [*command, "fire", "pre_tool", "--sample", "--home", str(one)]
        source = Path(directory, "program.scm")
        source.write_text("(import (scheme base) (srfi 1)) (fold + 0 (iota 10))", encoding="utf-8")
        program = [sys.executable, "-c", PROGRAM, f"{directory}/compiled"]
        itself = statistics.median(seconds(BARE, environment) for _ in range(PAIRS)) * 1e3
        rows = [
            ("the interpreter itself", itself, ""),
            ("a program with the full prelude", over_bare(program, environment), "≤ 40 ms"),
            ("import chibi_hooks", over_bare([sys.executable, "-c", "import chibi_hooks"], environment), "≤ 15 ms"),
            ("fire, a process of its own", over_bare(fire, environment), "≤ 250 ms"),
            ("fire, to a resident host", beside_a_host(one, fire, environment), "≤ 40 ms"),
            ("--help", over_bare([*command, "--help"], environment), "≤ 100 ms"),
            ("points", over_bare([*command, "points"], environment), ""),
            ("list", over_bare([*command, "list", "--home", str(one)], environment), ""),
            ("scheme FILE", over_bare([*command, "scheme", str(source)], environment), ""),
            (f"{FILES:,} files, first start", opened(many, environment) * 1e3, "≤ 5,000 ms"),
            (f"{FILES:,} files, from disk", opened(many, environment) * 1e3, "≤ 3,000 ms"),
        ]
        compiled, from_disk = kilobytes_a_world(Path(directory, "worlds"), environment)
    lines = [f"{name:<30}{ms:>11,.0f} ms{promised:>14}" for name, ms, promised in rows]
    lines.append(f"an idle world: {compiled:.0f} KB compiled, {from_disk:.0f} KB from disk (promised: ≤ 25)")
    return "\n".join([f"start, over a bare interpreter{'':>14}{'promised':>14}", *lines])


if __name__ == "__main__":
    print(report())
