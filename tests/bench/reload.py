"""Save -> live, as percentiles; memory over many reloads; looks at a home of 1,000 hook files: DESIGN §13.

python -m tests.bench.reload [SAVES]
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from chibi_hooks import Host
from chibi_hooks.hooks.homes.home import Surroundings
from tests.homes import make_home

SAVES = 200
RELOADS = 10_000
FIRES = 1_000_000
FILES = 1000
REGISTRATIONS = 10  # per file
POINTS = ("pre_tool", "post_tool", "pre_message", "pre_clear", "post_clear")
OTHER_POINTS = POINTS[1:]
EDIT = """\
(define-hook pre_tool (tool-name arguments)
  (if (and (equal? tool-name "shell_exec")
           (string-contains (payload-ref arguments "command" "") "rm -rf"))
      (block "{}")
      (no-opinion)))
"""
SHELL = {"tool_name": "shell_exec", "arguments": {"command": "rm -rf /"}}


def latencies(host: Host, path: Path, saves: int, save: Callable[[Path, str], None]) -> list[float]:
    """Milliseconds from the beginning of each save until a fire of this host says what was saved; the saves are far
    enough apart to be reloads of their own."""
    found = []
    for number in range(saves):
        wanted = f"{save.__name__} {number}"
        started = time.perf_counter()
        save(path, EDIT.format(wanted))
        while host.fire("pre_tool", SHELL).outcome.message != wanted:
            time.sleep(0.0005)
        found.append((time.perf_counter() - started) * 1e3)
        time.sleep(0.005)
    return found


def plain(path: Path, text: str) -> None:
    """Truncate and write."""
    path.write_text(text)


def atomic(path: Path, text: str) -> None:
    """Write beside, rename over."""
    new = path.with_name(".new")
    new.write_text(text)
    os.replace(new, path)


def percentiles(values: list[float]) -> str:
    """`p50 … p95 … p99 … max …` in milliseconds."""
    values = sorted(values)
    cuts = [(name, values[min(len(values) - 1, int(len(values) * cut))]) for name, cut in CUTS]
    return "  ".join(f"{name} {value:6.1f} ms" for name, value in cuts)


CUTS = (("p50", 0.5), ("p95", 0.95), ("p99", 0.99), ("max", 1.0))


def large_home(home: Path) -> Path:
    """A home of 1,000 hook files whose hooks are at other points than the guard that is saved; gives its path."""
    names = [f"hooks/d{n % 20:02}/h{n:04}.scm" for n in range(FILES)]
    others = {name: _registrations(n, OTHER_POINTS) for n, name in enumerate(names)}
    return make_home(home, {**others, "hooks/guard.scm": EDIT.format("start")}) / "hooks/guard.scm"


def many(directory: Path) -> Iterator[tuple[str, float]]:
    """What looks at a large home cost: one that finds nothing, one that finds a save. Its start: `start`."""
    names = [f"hooks/d{n % 20:02}/h{n:04}.scm" for n in range(FILES)]
    home = make_home(directory / "many", {name: _registrations(n) for n, name in enumerate(names)})
    around = _around(directory)
    host = Host.open(home=home, around=around, record=False)
    host.reload()
    started = time.perf_counter()
    host.reload()
    yield "a look that finds nothing, just written", _ms(started)
    (home / names[500]).write_text(_registrations(7))
    started = time.perf_counter()
    assert host.reload() is not None
    yield "a look that finds one of them changed", _ms(started)
    host.close()


def grown(directory: Path, reloads: int) -> float:
    """Megabytes that the process has grown by so many reloads with a fire each, after a tenth of them to warm up."""
    home = make_home(directory / "growing", {"hooks/guard.scm": EDIT.format("start")})
    with Host.open(home=home, around=_around(directory), record=False) as host:
        for number in range(reloads):
            if number == reloads // 10:
                gc.collect()
                before = _resident()
            plain(home / "hooks/guard.scm", EDIT.format(number))
            host.reload()
            host.fire("pre_tool", SHELL)
    gc.collect()
    return _resident() - before


def fired(directory: Path, fires: int) -> float:
    """The same by so many fires, recorded."""
    home = make_home(directory / "firing", {"hooks/guard.scm": EDIT.format("no")})
    with Host.open(home=home, around=_around(directory)) as host:
        for number in range(fires):
            if number == fires // 10:
                gc.collect()
                before = _resident()
            host.fire("pre_tool", SHELL)
        gc.collect()
        return _resident() - before


def _resident() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _registrations(seed: int, points: Sequence[str] = POINTS) -> str:
    lines = [
        f"(register-hook '{points[n % len(points)]} (lambda (p) (if (equal? (payload-ref p \"x\" 0) {seed}) '() '())))"
        for n in range(REGISTRATIONS)
    ]
    return "\n".join(lines)


def _ms(started: float) -> float:
    return (time.perf_counter() - started) * 1e3


def _around(directory: Path) -> Surroundings:
    return Surroundings({"PATH": os.defpath, "CHIBI_HOOKS_STATE": str(directory / "state")}, directory, directory)


def report(saves: int = SAVES) -> str:
    """The tables."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        path = make_home(directory / "home", {"hooks/guard.scm": EDIT.format("start")}) / "hooks/guard.scm"
        lines = [f"save → live, {saves} saves each (promised p95 ≤ 100 ms)"]
        for files, saved in ((1, path), (FILES, large_home(directory / "large"))):
            home = saved.parents[1]
            with Host.open(home=home, around=_around(directory), watch=True, record=False) as host:
                for save in (plain, atomic):
                    line = percentiles(latencies(host, saved, saves, save))
                    lines.append(f"  {files:>5,} {'file' if files == 1 else 'files':<6}{save.__name__:<8}{line}")
        lines.append("memory grown after a tenth to warm up (promised: flat)")
        lines.append(f"  {RELOADS:,} reloads with a fire each: {grown(directory, RELOADS):+.1f} MB")
        lines.append(f"  {FIRES:,} fires: {fired(directory, FIRES):+.1f} MB")
        lines.append("a large home")
        lines += [f"  {what:<74}{ms:9.1f} ms" for what, ms in many(directory)]
    return "\n".join(lines)


if __name__ == "__main__":
    print(report(int(sys.argv[1]) if len(sys.argv) > 1 else SAVES))
