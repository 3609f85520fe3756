"""A mailbox: what is put in comes out in order, and whoever waits is woken, whatever signals arrive."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable

import pytest

from chibi_hooks.repl import mailbox
from chibi_hooks.repl.mailbox import Mailbox

LONG = 100.0  # seconds; nothing waits so long when all is well


def test_things_come_out_in_the_order_in_which_they_were_put_in() -> None:
    box: Mailbox[int] = Mailbox()
    for number in range(3):
        box.put(number)
    assert len(box) == 3
    assert box.take(LONG) == [0, 1, 2]
    assert (box.take(), len(box)) == ([], 0)


def test_at_most_so_many_are_taken_at_once() -> None:
    box: Mailbox[int] = Mailbox()
    for number in range(mailbox.MOST + 1):
        box.put(number)
    assert len(box.take()) == mailbox.MOST
    assert box.take() == [mailbox.MOST]


@pytest.mark.parametrize("wake", [lambda box: box.put("a"), Mailbox.ring], ids=["a thing", "the bell"])
def test_whoever_waits_is_woken(wake: Callable[[Mailbox[str]], None]) -> None:
    box: Mailbox[str] = Mailbox()
    waiting = threading.Thread(target=box.take, args=(LONG,))
    waiting.start()
    while waiting.is_alive():  # it may not wait yet, and what comes before that does not wake it
        wake(box)
        waiting.join(0.01)


def test_a_bell_that_nobody_heard_is_not_heard_later() -> None:
    box: Mailbox[str] = Mailbox()
    box.ring()
    box.ring()
    assert box.take(0.001) == []


def test_a_thing_that_was_put_in_without_the_bell_is_found_at_the_end_of_the_wait() -> None:
    box: Mailbox[str] = Mailbox()
    box._things.put("torn")
    assert box.take(0.001) == ["torn"]


SIGNALS = """
import itertools, signal, sys, threading
from chibi_hooks.repl.mailbox import Mailbox

seen = []
signal.signal(signal.SIGALRM, lambda number, frame: seen.append(number))
threading.Thread(target=lambda: all(True for _ in itertools.count()), daemon=True).start()  # it holds the interpreter
box = Mailbox()
for turn in range(200):
    signal.setitimer(signal.ITIMER_REAL, 0.009 + turn % 10 / 10_000)
    assert box.take(0.01) == []
    while len(seen) <= turn:
        pass
print(len(seen))
"""


def test_two_hundred_signals_near_the_end_of_a_wait_end_no_wait_for_ever() -> None:
    ran = subprocess.run([sys.executable, "-c", SIGNALS], capture_output=True, text=True)
    assert (ran.stdout, ran.stderr) == ("200\n", "")
