"""The keeper of processes: what it waits for, and what it does not."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from chibi_hooks.hooks.processes import keeper
from chibi_hooks.hooks.scripts.workers.nursery import NURSERY

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it looks at /proc")


@linux
def test_a_child_without_environment_is_waited_for_once_and_not_at_every_call(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    ours = keeper.Keeper()
    ours.adopts = True
    child = subprocess.Popen(["sleep", "600"], env={})
    try:
        while b"sleep" not in Path(f"/proc/{child.pid}/cmdline").read_bytes():
            time.sleep(0.001)
        monkeypatch.setattr(keeper, "_children", lambda: [child.pid])
        monkeypatch.setattr(keeper, "time", SimpleNamespace(monotonic=time.monotonic, sleep=waits.append))
        counts = []
        for _ in range(2):
            ours._end_strays(keeper.Leave("x.1.", {}, 0))
            counts.append(len(waits))
        assert counts == [keeper.ROUNDS, keeper.ROUNDS]
    finally:
        child.kill()
        child.wait()


@linux
def test_the_process_that_starts_workers_is_not_taken_for_one_that_is_only_beginning() -> None:
    born = NURSERY.bear()
    with born.socket:
        assert Path(f"/proc/{born.pid}/environ").read_bytes()
