"""Workers: a world of a hook file in a process of its own, which can be killed, behind the same seam.

    host process                              nursery (ours, knows no hook file)     worker, one for a world
    script.py `WorkerScript`  ──nursery.py──▶ child.py `main` ─────────forks──────▶  confined.py `Confined`
     process.py  registered.py  questions.py                                         confinement.py  far_host.py
             ▲  └──────────────────── frames (wire.py) over a pair of sockets ────────────────────┘

The host never forks itself: it has threads. nursery.py starts one small process that has loaded the engine and
copies itself for each world, so a worker costs milliseconds and the pages that it changes.

Why no home is isolated unless it says so, those that came with a project included (measured by `tests/bench/fire.py`,
2 cores): a fire takes 50 to 100 µs more, which nobody would feel, though on a busy machine it waits for a core twice;
a file 10 ms to load, because what a worker compiles is never kept (it may write nothing), and 7 MB; but the nursery
costs 0.6 s of computing, which each cold `chibi-hooks fire` would pay (DESIGN §13 promises it in 0.25 s), and a
project's files have been read and trusted. It is one line for whoever wants the second wall; with a resident host it
costs its start once.
"""

from __future__ import annotations

from typing import Final

DIFFERENCES: Final = {
    "edited": "a REPL cannot look into its world, change or trace it: another process has it; its file can be edited",
    "counted": "while clauses are counted (`test --coverage`), files run in threads: counts are kept in this process",
    "left": "a continuation of a script that waits for a tool cannot be entered from that tool: a process lies between",
    "lost": "what it keeps between fires is lost when its process ends, which is told; its hooks are not",
    "memory": "its memory limit is that of a process: exact, told in other words; what it keeps is seen at once",
    "waits": "a hook waits for its process: `Host.afire` never asks it on the thread of the loop",
    "long": "an answer over 16 MB of JSON is refused",
}
"""What is not the same in a worker, and why; everything else is. Each is held by a test (tests/isolation.py)."""
