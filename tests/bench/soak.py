"""Hours in minutes, by hand: fires, reloads, errors and kills (of plugins; of workers, where hook files have some), and
at checkpoints the memory, threads, descriptors and children of the process, which must be flat after the first. Every
fire is checked: the guard has answered.

    python -m tests.bench.soak [SCALE] [thread|worker]      1: 1,000,000 fires, 10,000 reloads and errors, 1,000 kills
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

from chibi_hooks import Host
from chibi_hooks.hooks.homes.config import Isolation
from tests.homes import make_home, sh_plugin

ROUNDS = 20
FIRES, RELOADS, ERRORS, KILLS = 1_000_000, 10_000, 10_000, 1_000
GUARD = '; {n}\n(define-hook pre_tool (tool_name) (if (equal? tool_name "x") (block "no") \'()))\n'
PAYLOAD = {"tool_name": "x", "arguments": {"command": "ls"}}


def memory(pid: int | str = "self") -> float:
    """Resident megabytes."""
    with suppress(OSError), open(f"/proc/{pid}/statm", "rb") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    return 0.0


def descendants(pid: int) -> list[int]:
    """Its children and theirs."""
    found: list[int] = []
    for task in os.listdir(f"/proc/{pid}/task"):
        with suppress(OSError), open(f"/proc/{pid}/task/{task}/children") as file:
            for child in map(int, file.read().split()):
                found += [child, *descendants(child)]
    return found


def main(scale: float, isolation: Isolation) -> int:
    """Run it all in `ROUNDS`; prints a line after each."""
    with tempfile.TemporaryDirectory() as folder:
        files: dict[str, str | bytes] = {
            "hooks/guard.scm": GUARD.format(n=0),
            "hooks/bad.scm": "(define-hook pre_message () (car 1))",
            "plugins/dies": sh_plugin("dies", ["pre_clear"], "sleep 600 & kill -9 $$"),
        }
        home = make_home(Path(folder) / "home", files)
        with Host.open(home=home, record=Path(folder) / "journal.db", isolation=isolation) as host:
            for number in range(1, ROUNDS + 1):
                started = time.monotonic()
                _round(host, home, scale / ROUNDS, number)
                gc.collect()
                print(f"{number:>3}/{ROUNDS}: {_told(host)}, {time.monotonic() - started:.0f} s", flush=True)
    return 0


def _told(host: Host) -> str:
    assert host.recorder is not None
    children = descendants(os.getpid())
    small = sum(memory(each) for each in children)
    return (
        f"{memory():.1f} MB, threads {threading.active_count()}, descriptors {len(os.listdir('/proc/self/fd'))}, "
        f"children {len(children)} of {small:.1f} MB, lost {host.recorder.lost}, behind {host.recorder.waiting}"
    )


def _round(host: Host, home: Path, share: float, number: int) -> None:
    for _ in range(int(FIRES * share)):
        _check(host)
    for n in range(int(RELOADS * share)):
        (home / "hooks" / "guard.scm").write_text(GUARD.format(n=f"{number} {n}"))
        host.reload()
        _check(host)
    for _ in range(int(ERRORS * share)):
        assert host.fire("pre_message", {"prompt": "x"}).answers[0].error is not None
    for _ in range(int(KILLS * share)):
        assert host.fire("pre_clear", {}).answers[0].error is not None
        for script in host.generation.loaded[0].scripts:
            worker = getattr(script, "_worker", None)
            if worker is not None:
                with suppress(ProcessLookupError):  # nobody has asked it since the last time
                    os.kill(worker.pid, signal.SIGKILL)
        _check(host)


def _check(host: Host) -> None:
    fire = host.fire("pre_tool", PAYLOAD)
    failed = any(answer.error is not None and answer.error.type == "worker" for answer in fire.answers)
    assert fire.outcome.block or failed, fire.to_json()


if __name__ == "__main__":
    os.environ.setdefault("CHIBI_HOOKS_STATE", tempfile.mkdtemp())
    where: Isolation = "worker" if "worker" in sys.argv else "thread"
    numbers = [float(each) for each in sys.argv[1:] if each not in ("thread", "worker")]
    sys.exit(main(numbers[0] if numbers else 1.0, where))
