"""Work that needs a deep stack in, its result out, whatever the caller has left of his."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from types import CodeType

from chibi_hooks.scheme.values.errors import fail
from chibi_hooks.scheme.values.source import Place
from chibi_hooks.typenames import Final, TypeVar

IMPORTING: Final = "<frozen importlib._bootstrap>"  # where frames of an import come from
PATIENCE: Final = 0.01  # seconds of waiting in which no stop reaches the caller

T = TypeVar("T")


def roomy(
    work: Callable[[], T], deepest: Callable[[], Place | None] = lambda: None, instead: Callable[[], T] | None = None
) -> T:
    """What `work` answers. When it finds the stack full, because the host or `eval` called from deep in a recursion, it
    is begun anew in a thread, which starts with an empty one; it must have changed nothing until then. Where that is
    not enough, `instead` does the work another way.

    Raises a "limit" condition if that is not enough either, at the place that `deepest` finds; RecursionError if not
    even a thread can be started.
    """
    try:
        return work()
    except RecursionError:
        return elsewhere(lambda: _finally(work, deepest, instead))


def elsewhere(work: Callable[[], T]) -> T:
    """What `work` answers or raises, run in a thread of its own, with an empty stack. (A pool of threads would do it,
    but its import costs each start 5 ms.)
    """
    answer: list[T] = []
    failure: list[BaseException] = []

    caller = threading.get_ident()

    def run() -> None:
        own = threading.get_ident()
        _working[caller] = clock_of(own), own
        try:
            answer.append(work())
        except BaseException as error:  # handed on to the caller, who waits
            failure.append(error)
        _lent[caller] = _lent.get(caller, 0.0) + computed(clock_of(own), own)
        _working.pop(caller, None)
        _lent.pop(own, None)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(PATIENCE)
    except BaseException as stop:  # a budget is used up: that of the work, too
        assert thread.ident is not None
        while not (answer or failure or strike(thread.ident, stop.__class__)):
            time.sleep(PATIENCE)  # the thread itself cannot be asked: a Stop in `join` makes it look as if it had ended
        thread.join()
        raise
    if failure:
        raise failure.pop()
    return answer[0]


_working: dict[int, tuple[int, int]] = {}  # by thread that waits: the clock of the one that works in its place, and it
_lent: dict[int, float] = {}  # by thread: what others have computed in its place; bounded by the threads there were


def clock_of(thread: int) -> int:
    """The clock that counts what a living thread computes."""
    if hasattr(time, "pthread_getcpuclockid"):
        return time.pthread_getcpuclockid(thread)
    return time.CLOCK_MONOTONIC  # all the time there is, where the system does not tell


def computed(clock: int, thread: int) -> float:
    """Seconds that a thread has computed, with those that others did in its place (`elsewhere`)."""
    seconds = time.clock_gettime(clock)
    while thread in _lent or thread in _working:
        seconds += _lent.get(thread, 0.0)
        worker = _working.get(thread)
        if worker is None:
            break
        clock, thread = worker
        try:
            seconds += time.clock_gettime(clock)
        except OSError:  # it has just ended
            break
    return seconds


def strike(thread: int, exception: type[BaseException], bottom: CodeType | None = None) -> bool:
    """Raise an exception in another thread at its next instruction of Python, unless what runs above the function
    `bottom` imports a module: then Python's lock of imports could be held for ever. False: try again later.
    """
    raised = _raising(thread, exception)
    while True:
        top = frame = sys._current_frames().get(thread)
        while frame is not None and frame.f_code is not bottom:
            if frame.f_code.co_filename == IMPORTING:
                return False
            frame = frame.f_back
        if sys._current_frames().get(thread) is top:  # nothing ran meanwhile
            raised()
            return True


def raise_here(exception: type[BaseException] | None) -> None:
    """The same in this thread; None: take back what has not arrived."""
    _raising(threading.get_ident(), exception)()


def _raising(thread: int, exception: type[BaseException] | None) -> Callable[[], object]:
    import ctypes  # 3 ms, for the few programs that are stopped

    raised = ctypes.py_object(exception) if exception is not None else None
    return partial(ctypes.pythonapi.PyThreadState_SetAsyncExc, ctypes.c_ulong(thread), raised)


def _finally(work: Callable[[], T], deepest: Callable[[], Place | None], instead: Callable[[], T] | None) -> T:
    try:
        return work()
    except RecursionError:
        if instead is not None:
            return _finally(instead, deepest, None)
        message, hint = "expressions are nested too deeply to compile", "move a part into a procedure"
        raise fail("limit", message, place=deepest(), hint=hint) from None
