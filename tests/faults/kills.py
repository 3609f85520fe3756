"""A seed -> a process that lives with a home until it is killed, at the seed's own step; and what must hold for whoever
comes next.

What must hold: the next host has the guard; every fire that was said to be written is in the journal, and no more are
missing than were said to wait; what the dead one has left keeps nobody from writing.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import shutil
import signal
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, ClassVar, Final
from unittest.mock import patch

from chibi_hooks import Host
from chibi_hooks.hooks.errors import ConfigError
from chibi_hooks.hooks.homes.home import Surroundings
from chibi_hooks.hooks.homes.trust import Trust
from chibi_hooks.hooks.live import disk
from chibi_hooks.hooks.recording.appending import Writing
from chibi_hooks.hooks.recording.journal import Journal, NoFires
from tests.faults.saving import SAVINGS
from tests.faults.simulation import CONFIG, GUARD, PAYLOAD, RULES
from tests.homes import make_home

STEPS: Final = (
    "open",
    "replace",
    "mkdir",
    "unlink",
    "rename",
    "utime",
    "close",
)  # of the system, after which it may end
TEXTS: Final = {"hooks/guard.scm": GUARD, "lib/rules.sld": RULES, "chibi-hooks.toml": CONFIG}
MOST: Final = 400  # steps: more than a short life has
ROUNDS: Final = 6
HELD: Final = 3600.0  # seconds that what is away may come back


class KilledStory:
    """One seed's run; it has the shape of `simulation.Story`."""

    command: ClassVar[str] = "python -m tests.faults --kills"

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.acts: list[str] = []
        self.wrong: list[str] = []
        self._chance = random.Random(f"kills {seed}")
        self._root = Path(tempfile.mkdtemp(prefix="ch-kills-"))
        self._home = make_home(self._root / "work" / ".chibi", {n: t.format(version=0) for n, t in TEXTS.items()})
        (self._root / "user").mkdir()

    def run(self) -> list[str]:
        """Do it all; gives what did not hold."""
        patched = patch.object(disk, "GRACE", HELD)  # the machine may be slow
        patched.start()
        try:
            project = self._chance.random() < 0.4
            if project:
                Trust(self._root / "state").grant(self._home)
            with host_in(self._root, project):  # it has been live once
                pass
            for _ in range(3):
                self._live_once(project)
                self._check(project)
        finally:
            patched.stop()
            shutil.rmtree(self._root, ignore_errors=True)
        return self.wrong

    def _live_once(self, project: bool) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload([__name__])
        here, there = context.Pipe(duplex=False)
        step, seed = self._chance.randrange(1, MOST), self._chance.randrange(1 << 30)
        child = context.Process(target=live, args=(str(self._root), project, step, seed, there), daemon=True)
        child.start()
        there.close()
        self._said: tuple[list[str], int] = ([], 0)
        with suppress(EOFError):
            while True:
                self._said = here.recv()
        child.join()
        self.acts.append(f"killed after step {step} ({child.exitcode}), {len(self._said[0])} fires")

    def _put_home_back(self, project: bool) -> None:
        """Who was killed between the two halves of an exchange has left no home: that is told, and mended by hand."""
        if self._home.is_dir():
            return
        self.acts.append("the home is away")
        if not project:  # without one that was named, there is nothing that a project would have
            with suppress(ConfigError), host_in(self._root, project):
                self.wrong.append("the home that was named is away, and a host begins")
        beside = (self._home.with_name(name) for name in ("new", "old"))
        next(each for each in beside if each.is_dir()).rename(self._home)
        if project:
            Trust(self._root / "state").grant(self._home)

    def _check(self, project: bool) -> None:
        self._put_home_back(project)
        fires, waiting = self._said
        found: set[str] = set()
        with suppress(NoFires), closing(Journal(self._root / "journal.db")) as journal:
            found = {each.id for each in journal.fires()}
        missing = len(set(fires) - found)
        if missing > waiting:
            self.wrong.append(f"{missing} fires are not in the journal, of which {waiting} were said to wait")
        with host_in(self._root, project) as host:
            fire = host.fire("pre_tool", PAYLOAD)
            if not fire.outcome.block:
                self.wrong.append(f"the guard was live and has not answered: {[*map(str, host.notices)]}")
            assert host.recorder is not None
            if not host.recorder.flush(60.0):
                self.wrong.append(f"the next one cannot write the journal: {host.recorder.fault}")


def host_in(root: Path, project: bool) -> Host:
    """A host of the story's home."""
    environment = {"PATH": "/usr/bin:/bin", "CHIBI_HOOKS_STATE": str(root / "state")}
    around = Surroundings(environment, root / "work", root / "user")
    return Host.open(home=None if project else root / "work/.chibi", around=around, record=root / "journal.db")


# in the process that will be killed


def live(root: str, project: bool, step: int, seed: int, tell: Connection) -> None:
    """Save, look, fire, trust, until the step comes."""
    chance = random.Random(seed)
    home = Path(root) / "work/.chibi"
    die = countdown(step)
    for name in STEPS:
        setattr(os, name, dying(getattr(os, name), die))
    fires: list[str] = []
    disk.GRACE = HELD
    with host_in(Path(root), project) as host:
        recorder = host.recorder
        assert recorder is not None
        recorder._open_writing = lambda path, owner: Writing(path, owner, lambda *a, **k: Dying(die, *a, **k))
        for round in range(ROUNDS):
            place = chance.choice([*TEXTS])
            how = chance.choice([each for each in SAVINGS if each != "checking_out"])
            for _, do in SAVINGS[how](home / place, TEXTS[place].format(version=round + seed)):
                with suppress(FileNotFoundError):  # who was killed before has left half of an exchange
                    do()
                host.reload()
                for _ in range(3):
                    fires.append(host.fire("pre_tool", PAYLOAD).id)
                    tell.send((fires, recorder.waiting))
            if project and chance.random() < 0.5 and is_whole(home):
                Trust(Path(root) / "state").grant(home)
        recorder.flush(60.0)
        tell.send((fires, recorder.waiting))
    os.kill(os.getpid(), signal.SIGKILL)


def is_whole(home: Path) -> bool:
    """Is everything there, and no file an empty one that somebody left who was killed? Whoever trusts a home without
    its guard wants none."""
    return all((home / each).is_file() and (home / each).stat().st_size for each in TEXTS)


def countdown(step: int) -> Callable[[], None]:
    """Called once a step; the last one kills."""
    left = [step]

    def die() -> None:
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    return die


def dying(function: Callable[..., Any], die: Callable[[], None]) -> Callable[..., Any]:
    """The function, with an end after it."""

    def call(*arguments: Any, **options: Any) -> Any:
        made = function(*arguments, **options)
        die()
        return made

    return call


class Dying(sqlite3.Connection):
    """A connection that may be the last thing a process has."""

    def __init__(self, die: Callable[[], None], *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._die = die

    def execute(self, *arguments: Any) -> Any:
        """What the real one does."""
        made = super().execute(*arguments)
        self._die()
        return made
