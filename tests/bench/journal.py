"""Fires as fast as one machine can, with and without the recorder: how many of them are recorded, and what the recorder
costs whoever fires. DESIGN §13: all of them, at most 5 µs each.
"""

from __future__ import annotations

import json
import tempfile
import threading
import time
from pathlib import Path

from chibi_hooks import Host
from tests.bench.fire import HOOK, TEXT

FIRES = 20_000


def _flood(host: Host, threads: int) -> tuple[float, float]:
    """Fires per second, and microseconds of computing that each took the thread that fired."""
    spent: list[float] = []

    def work() -> None:
        started = time.thread_time()
        for _ in range(FIRES // threads):
            json.dumps(host.fire("pre_tool", json.loads(TEXT)).to_json()["outcome"])
        spent.append(time.thread_time() - started)

    running = [threading.Thread(target=work) for _ in range(threads)]
    started = time.perf_counter()
    for each in running:
        each.start()
    for each in running:
        each.join()
    return FIRES / (time.perf_counter() - started), sum(spent) / FIRES * 1e6


def _cost(host: Host) -> float:
    """Microseconds of computing that the recorder takes of the thread that fires: the median, in bursts of 20."""
    recorder = host.recorder
    assert recorder is not None
    times = []
    for number in range(2_000):
        fire = host.fire("pre_tool", json.loads(TEXT))
        started = time.thread_time_ns()
        recorder.record(fire)
        times.append(time.thread_time_ns() - started)
        if number % 20 == 0:
            time.sleep(0.02)  # the journal's thread comes after
    return sorted(times)[len(times) // 2] / 1e3


def report() -> str:
    """The table."""
    lines = [f"{'a flood of fires, 1 KB':<28}{'fires/s':>10}{'µs each':>10}{'recorded':>10}{'behind at the end':>20}"]
    cost = 0.0
    for record in (False, True):
        for threads in (1, 8):
            with tempfile.TemporaryDirectory() as folder:
                hooks = Path(folder) / "home" / "hooks"
                hooks.mkdir(parents=True)
                (hooks / "guard.scm").write_text(HOOK, encoding="utf-8")
                with Host.open(home=hooks.parent, record=record and Path(folder) / "journal.db") as host:
                    _flood(host, 1)
                    if record:
                        cost = _cost(host)
                    recorder = host.recorder
                    before = recorder.written + recorder.waiting if recorder is not None else 0
                    rate, each = _flood(host, threads)
                    behind = recorder.waiting if recorder is not None else 0
                    share = ""
                    if recorder is not None:
                        recorder.flush(600)
                        share = f"{(recorder.written - before) / FIRES:.1%}"
            name = f"{threads} thread{'s' if threads > 1 else ''}, recorder {'on' if record else 'off'}"
            lines.append(f"{name:<28}{rate:>10.0f}{each:>10.1f}{share:>10}{behind if record else '':>20}")
    lines.append(f"the recorder costs the thread that fires {cost:.1f} µs (promised: ≤ 5)")
    return "\n".join(lines)
