"""What threads of a parent are in the middle of holds nobody up in a forked child."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

BEGIN = """
import asyncio, os, sys, threading, warnings
from pathlib import Path
from chibi_hooks import Host
from chibi_hooks.forks import FORKS
from chibi_hooks.hooks.homes.home import Surroundings

warnings.simplefilter("ignore", DeprecationWarning)  # of forks in a process with threads, from 3.12 on
root = Path(sys.argv[1])
(root / "home/hooks").mkdir(parents=True)

def opened(**files):
    for name, text in files.items():
        (root / "home/hooks" / f"{name}.scm").write_text(text)
    around = Surroundings({"CHIBI_HOOKS_STATE": str(root / "state")}, root, root)
    return Host.open(home=root / "home", around=around)

def in_child(work):
    child = os.fork()
    if child == 0:
        try:
            work()
            os._exit(0)
        finally:
            os._exit(1)
    return os.waitpid(child, 0)[1]

"""
GUARD = """(register-hook 'pre_tool (lambda (payload)
  (let loop ((i 0) (made '()))
    (if (< i 2000) (loop (+ i 1) (cons i made)) (list (cons "block" #t))))))"""
ENDLESS = """(define asked '())
(register-hook 'pre_tool (lambda (payload)
  (display "was here")
  (if (assoc "endless" payload)
      (let loop () (set! asked '(yes)) (loop))
      (list (cons "message" %context-name%) (cons "block" #t)))))"""


def run(script: str, root: Path, before: str = "") -> str:
    """What it prints."""
    ran = subprocess.run([sys.executable, "-c", before + BEGIN + script, str(root)], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


FIRING = f"""
host = opened(one={GUARD!r}, other={GUARD!r})
over = threading.Event()

def fire():
    return host.fire("pre_tool", {{"tool_name": "ls"}}).outcome.block

def fire_on():
    while not over.is_set():
        fire()

threads = [threading.Thread(target=fire_on) for _ in range(3)]
for each in threads:
    each.start()

def work():
    assert fire() and fire()
    host.close()

print(sum(in_child(work) for _ in range(30)))
over.set()
for each in threads:
    each.join()
assert fire()
host.close()
"""


def test_a_child_fires_whose_parents_threads_did(tmp_path: Path) -> None:
    assert run(FIRING, tmp_path) == "0"


CUT_OFF = f"""
host = opened(one={ENDLESS!r})
running = host.generation.loaded[0].scripts[0].running
asked = {{"tool_name": "ls", "endless": True, "context_name": "ada"}}
thread = threading.Thread(target=host.fire, args=("pre_tool", asked))
thread.start()
script = host.generation.loaded[0].scripts[0]
while "was here" not in "".join(script.interpreter.output.unwritten):
    pass

def work():
    fire = host.fire("pre_tool", {{"tool_name": "ls"}})
    assert fire.outcome.block and fire.outcome.message == "", fire.answers
    assert [said for _, said in fire.said] == ["was here"]
    assert script.entered == 0

print(in_child(work), script.entered)
thread.join()
host.close()
"""


def test_a_hook_that_runs_on_in_the_parent_is_as_one_that_was_stopped(tmp_path: Path) -> None:
    """The child waits for nobody, says nothing of what that displayed, and is asked for nobody's context."""
    assert run(CUT_OFF, tmp_path) == "0 1"


POOL = f"""
host = opened(one={GUARD!r})

async def fire():
    return (await host.afire("pre_tool", {{"tool_name": "ls"}})).outcome.block

assert asyncio.run(fire())
print(in_child(lambda: asyncio.run(host.in_pool(int)) == 0 or 1 / 0))
host.close()
"""


def test_a_child_has_threads_of_its_own_for_asyncio(tmp_path: Path) -> None:
    assert run(POOL, tmp_path) == "0"


WATCHED = f"""
host = opened(one={GUARD!r})
host._watch()
watcher = host._watcher
watching = host.status.watching

def work():
    assert host.status.watching == "off" != watching
    host.close()

with watcher._condition:  # as its thread does at times
    thread = threading.Thread(target=lambda: print(in_child(work)))
    thread.start()
    thread.join()
assert host.status.watching == watching
host.close()
"""


def test_a_child_does_not_watch_and_says_so(tmp_path: Path) -> None:
    assert run(WATCHED, tmp_path) == "0"


LOCKS = """
class Owner:
    def __init__(self):
        self.lock, self.told = threading.RLock(), []
        FORKS.guard(self.lock, self.cut_off)
        FORKS.tell(self.begin)
    def cut_off(self):
        self.told.append("cut off")
    def begin(self):
        self.told.append("begun")

owners = resting, held, own, gone = [Owner() for _ in range(4)]
del owners[-1], gone
taken, over = threading.Event(), threading.Event()

def hold():
    with held.lock:
        taken.set()
        over.wait()

thread = threading.Thread(target=hold)
thread.start()
taken.wait()
own.lock.acquire()

def work():
    for each in owners:
        assert each.lock.acquire(blocking=False)
    assert [each.told for each in owners] == [["begun"], ["begun", "cut off"], ["begun"]]
    own.lock.release(); own.lock.release()

print(in_child(work), held.lock.acquire(blocking=False), [each.told for each in owners])
over.set()
thread.join()
own.lock.release()
print([each.lock.acquire(blocking=False) for each in owners])
"""


def test_locks_are_free_in_a_child_and_whose_in_the_parent_they_were(tmp_path: Path) -> None:
    """Whoever holds one for long is not waited for; the thread that forks keeps its own."""
    assert run(LOCKS, tmp_path) == "0 False [[], [], []]\n[True, True, True]"


TWO = f"""
host = opened(one={GUARD!r})
statuses = []

def work():
    assert host.fire("pre_tool", {{"tool_name": "ls"}}).outcome.block

def fork_on():
    for _ in range(10):
        host.fire("pre_tool", {{"tool_name": "ls"}})
        statuses.append(in_child(work))

threads = [threading.Thread(target=fork_on) for _ in range(3)]
for each in threads:
    each.start()
for each in threads:
    each.join()
work()
print(len(statuses), sum(statuses))
host.close()
"""


def test_threads_fork_at_once(tmp_path: Path) -> None:
    assert run(TWO, tmp_path) == "30 0"


IN_A_FORK = """
import signal
lock, rlock, held = threading.Lock(), threading.RLock(), threading.Lock()
taken, over = threading.Event(), threading.Event()
for each in (lock, rlock, held):
    FORKS.guard(each)

def hold():
    with held:
        taken.set()
        over.wait()

def work():
    assert all(each.acquire(blocking=False) for each in (lock, rlock, held))

def come(handler):
    signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, 0.02)  # while the one that is held is waited for

def end():
    over.set()
    thread.join()
    other = threading.Thread(target=lambda: print("free", work()))
    other.start()
    other.join()

thread = threading.Thread(target=hold)
thread.start()
taken.wait()
"""
ANOTHER = """
come(lambda *_: print(in_child(work), flush=True))
print(in_child(work), flush=True)
end()
"""
CTRL_C = """
come(signal.default_int_handler)
try:
    in_child(work)
    threading.Event().wait(60)
except KeyboardInterrupt:
    print("Ctrl-C", flush=True)
end()
"""
LATE_CTRL_C = """
over.set()
try:
    in_child(work)
except KeyboardInterrupt:
    print("Ctrl-C", flush=True)
end()
"""
INTERRUPTS = """
import os
from ctypes import pythonapi
pythonapi.PyErr_SetInterrupt.restype = None  # a Ctrl-C, and no step of Python's behind it
os.register_at_fork(before=pythonapi.PyErr_SetInterrupt)  # when all else is done before a fork
"""


def test_a_fork_in_the_middle_of_another_leaves_no_lock_taken(tmp_path: Path) -> None:
    assert run(IN_A_FORK + ANOTHER, tmp_path) == "0\n0\nfree None"


def test_a_ctrl_c_while_a_fork_waits_for_locks_is_raised_behind_it(tmp_path: Path) -> None:
    assert run(IN_A_FORK + CTRL_C, tmp_path) == "Ctrl-C\nfree None"


BEGUN_AGAIN = """
class Owner:
    begun = 0
    def begin(self):
        self.begun += 1
        if self is owners[0] and self.begun == 1:
            signal.raise_signal(signal.SIGINT)

owners = [Owner() for _ in range(3)]
for each in owners:
    FORKS.tell(each.begin)
try:
    child = os.fork()
except KeyboardInterrupt:
    child = 0
    work()
    assert [each.begun for each in owners] == [2, 1, 1], [each.begun for each in owners]
    os._exit(7)
print(os.waitpid(child, 0)[1] >> 8, flush=True)
end()
"""


def test_what_a_ctrl_c_interrupts_in_a_child_begins_again_there(tmp_path: Path) -> None:
    assert run(IN_A_FORK + BEGUN_AGAIN, tmp_path) == "7\nfree None"


def test_a_ctrl_c_in_a_fork_leaves_no_lock_taken(tmp_path: Path) -> None:
    """Python raises it in the first step of its own that comes: here, or in a handler of `logging`, and drops it."""
    assert run(IN_A_FORK + LATE_CTRL_C, tmp_path, INTERRUPTS).endswith("free None")
