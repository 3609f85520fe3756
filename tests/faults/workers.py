"""Workers that are killed while a story is told, and what must be gone at its end."""

from __future__ import annotations

import gc
import os
import random
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress

from chibi_hooks import Host
from chibi_hooks.hooks.homes.config import Isolation
from chibi_hooks.hooks.scripts.workers.nursery import NURSERY

WHOM = ("workers",) * 6 + ("the nursery", "both")  # the nursery seldom: it takes half a second of computing to start
LONG = 30.0  # seconds by the clock; only a test that fails waits so long


class Workers:
    """The workers of one story: whether there are any, who they are, and how they die."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(f"workers {seed}")
        self.isolation: Isolation = "worker" if self._chance.random() < 0.15 else "thread"
        self._known: set[int] = set()

    def note(self, hosts: Iterable[Host]) -> None:
        """Remember who is there."""
        if self.isolation == "worker":
            scripts = [each for host in hosts for home in host.generation.loaded for each in home.scripts]
            found = {worker.pid for each in scripts if (worker := getattr(each, "_worker", None)) is not None}
            self._known = {each for each in self._known | found if _is_child(each)}

    def kill(self, hosts: Iterable[Host]) -> str:
        """Kill some; gives whom."""
        whom = self._chance.choice(WHOM)
        self.note(hosts)
        victims = [*(self._known if whom != "the nursery" else ())]
        if whom != "workers" and NURSERY._process is not None:
            victims.append(NURSERY._process.pid)
        for each in victims:
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        return whom

    def left(self) -> Iterator[str]:
        """Whoever is still there although the hosts are closed, said in words."""
        gc.collect()  # what the generations before the last had
        end = time.monotonic() + LONG
        while any(map(_is_child, self._known)) and time.monotonic() < end:
            time.sleep(0.001)  # they end by themselves
        yield from (f"the worker {pid} is still there" for pid in self._known if _is_child(pid))


def _is_child(pid: int) -> bool:
    """Is this number still a worker's?"""
    with suppress(OSError), open(f"/proc/{pid}/stat") as file:
        return ") Z " not in file.read() and "workers.child" in _command(pid)
    return False


def _command(pid: int) -> str:
    with open(f"/proc/{pid}/cmdline") as file:
        return file.read()
