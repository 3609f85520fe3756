"""The keeper of processes: what it waits for, and what it does not."""

from __future__ import annotations

import fcntl
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


@linux
@pytest.mark.parametrize("adopts", [True, False])
def test_a_process_between_two_programs_is_looked_at_again(monkeypatch: pytest.MonkeyPatch, adopts: bool) -> None:
    ours = keeper.Keeper()
    ours.adopts = adopts
    place = keeper.Leave("x.1.", {}, 0)
    with subprocess.Popen(["sleep", "600"], env=dict(place.environment), start_new_session=True) as child:
        place.began(child.pid)
        there, seen = keeper._environment, iter([b""])
        monkeypatch.setattr(keeper, "_children", lambda: [child.pid])
        monkeypatch.setattr(keeper, "_all_processes", lambda: [child.pid])
        monkeypatch.setattr(keeper, "_environment", lambda pid: next(seen, there(pid)))
        try:
            assert ours._end_strays(place) == (child.pid,)
        finally:
            child.kill()


@linux
def test_who_is_gone_when_he_is_asked_has_died_since_the_last_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """He may have left a child behind: that he was there is no reason to look no more."""
    ours = keeper.Keeper()
    ours.adopts = True
    gone = subprocess.Popen(["true"])
    gone.wait()
    monkeypatch.setattr(keeper, "_children", lambda: [gone.pid])
    dead: set[int] = set()
    assert ours._look(keeper.Leave("x.1.", {}, 0), dead) == ([], set())
    assert dead == {gone.pid}


WALKER = """
import fcntl, os, sys, time
held = open(sys.argv[1], "w")
fcntl.flock(held, fcntl.LOCK_EX)
until = time.monotonic() + 120
while time.monotonic() < until:
    if os.fork():
        os._exit(0)
    os.setsid()
"""


@linux
def test_who_begins_a_child_and_dies_again_and_again_is_caught(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    code = """
import subprocess, sys, time
from chibi_hooks.hooks.processes import keeper
ours = keeper.KEEPER
ours.adopt_strays()
with ours.place(10.0, {}) as place:
    command = [sys.executable, "-c", *sys.argv[1:]]
    child = subprocess.Popen(command, env=place.environment, start_new_session=True)
    place.began(child.pid)
    child.wait()
print(len(place.strays))
"""
    run = subprocess.run([sys.executable, "-c", code, WALKER, str(lock)], capture_output=True, text=True, check=True)
    assert int(run.stdout) >= 1
    with lock.open("w") as free:
        fcntl.flock(free, fcntl.LOCK_EX)  # nobody holds it: every one of them has inherited it


BOMB = """
import fcntl, os, signal, sys, time
for each in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
    signal.signal(each, signal.SIG_IGN)
mine = None
def seat():  # forty may live at once, as where a system bounds them: whoever is ended makes room for another
    for number in range(40):
        taken = os.open(f"{sys.argv[1]}/{number}", os.O_RDWR | os.O_CREAT)
        try:
            fcntl.flock(taken, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return taken
        except OSError:
            os.close(taken)
until = time.monotonic() + 60
while time.monotonic() < until:
    taken = seat()
    if taken is None:
        time.sleep(0.002)
    elif os.fork():
        os.close(taken)
    else:
        os.setsid()
        if mine is not None:
            os.close(mine)
        mine = taken
"""
LIGHT = """
import signal, subprocess, sys, time
from chibi_hooks.hooks.processes import keeper
ours = keeper.KEEPER
ours.adopt_strays()
with ours.place(10.0, {}) as place:
    command = [sys.executable, "-c", *sys.argv[1:3]]
    child = subprocess.Popen(command, env=place.environment, start_new_session=True)
    place.began(child.pid)
    time.sleep(1)
    %s
print(len(place.strays), keeper._children() == [ours._guardian])
"""


def taken_seats(folder: Path) -> list[str]:
    """Those whose holders live."""
    found = []
    for path in folder.iterdir():
        with path.open("w") as seat:
            try:
                fcntl.flock(seat, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                found.append(path.name)
    return found


@linux
def test_of_those_who_begin_another_for_each_that_is_ended_nobody_is_left(tmp_path: Path) -> None:
    code = LIGHT % "child.kill(); child.wait()"
    run = subprocess.run([sys.executable, "-c", code, BOMB, str(tmp_path)], capture_output=True, text=True, check=True)
    strays, is_alone = run.stdout.split()
    assert (int(strays) >= 40, is_alone) == (True, "True")
    assert taken_seats(tmp_path) == []


@linux
def test_the_guardian_ends_them_too_when_nobody_can_be_begun(tmp_path: Path) -> None:
    code = LIGHT % "import os; os.kill(os.getpid(), signal.SIGKILL)"
    subprocess.run([sys.executable, "-c", code, BOMB, str(tmp_path)], capture_output=True)
    while taken_seats(tmp_path):  # pytest's own limit ends this
        time.sleep(0.05)
    time.sleep(0.5)
    assert taken_seats(tmp_path) == []
