"""Work that another thread does while the caller waits, and what becomes of it when the caller is stopped."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

from chibi_hooks.scheme.values import threads
from chibi_hooks.scheme.values.threads import MOST_LEFT, elsewhere, strike


class Struck(BaseException):
    """What strikes a thread here."""


@pytest.fixture
def go_on() -> Iterator[threading.Event]:
    """Set at the end, so that no thread is left."""
    event = threading.Event()
    yield event
    finish(event)


def finish(go_on: threading.Event) -> None:
    """Let everybody who was left come to an end."""
    go_on.set()
    while threads._LEFT:
        time.sleep(0.001)


def leave(go_on: threading.Event) -> str:
    """Have a thread wait for long work and strike it; gives what it met."""
    began, met = threading.Event(), []

    def work() -> None:
        began.set()
        go_on.wait()

    def wait() -> None:
        try:
            elsewhere(work, leaving=True)
        except Struck:
            met.append("struck")

    thread = threading.Thread(target=wait)
    thread.start()
    began.wait()
    assert thread.ident is not None
    strike(thread.ident, Struck)
    thread.join()
    assert thread.ident not in threads._working
    return "".join(met)


def test_who_is_stopped_leaves_work_that_ends_by_itself(go_on: threading.Event) -> None:
    assert leave(go_on) == "struck" and not go_on.is_set()
    assert elsewhere(lambda: 42, leaving=True) == 42


def test_not_many_are_left(go_on: threading.Event) -> None:
    for _ in range(MOST_LEFT):
        leave(go_on)
    with pytest.raises(RuntimeError, match="nobody waits for"):
        elsewhere(lambda: 42, leaving=True)
    finish(go_on)
    assert elsewhere(lambda: 42, leaving=True) == 42


def test_what_work_raises_comes_to_the_caller() -> None:
    for leaving in (False, True):
        with pytest.raises(ZeroDivisionError):
            elsewhere(lambda: 1 // 0, leaving=leaving)


def test_where_there_is_room_for_no_thread_work_is_done_here_but_none_that_would_be_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", full)
    assert elsewhere(threading.get_ident) == threading.get_ident()
    with pytest.raises(ZeroDivisionError):
        elsewhere(lambda: 1 // 0)
    with pytest.raises(RuntimeError, match="can't start"):
        elsewhere(lambda: 1, leaving=True)
