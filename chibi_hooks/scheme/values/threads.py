"""Work in, its result out, done by a thread of its own while the caller waits; and how one thread strikes another."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Container
from functools import partial
from types import CodeType

from chibi_hooks.typenames import Final, TypeVar

IMPORTING: Final = "<frozen importlib._bootstrap>"  # where frames of an import come from
STILL: Final = 1.0  # seconds in which no thread asks another one to let it run; a look takes microseconds
PATIENCE: Final = 0.01  # seconds of waiting in which no stop reaches the caller
MOST_LEFT: Final = 4  # threads that nobody waits for any more

T = TypeVar("T")


def elsewhere(work: Callable[[], T], leaving: bool = False) -> T:
    """What `work` answers or raises, run in a thread of its own, with an empty stack. (A pool of threads would do it,
    but its import costs each start 5 ms.)

    A caller that is stopped has the work stopped too and waits for its end; `leaving`: it goes at once, because the
    work is one call of C, which ends by itself. Raises RuntimeError when too many were left so, or there is no thread
    for such work; other work is done here then.
    """
    if leaving and len(_LEFT) >= MOST_LEFT:
        raise RuntimeError(f"{len(_LEFT)} others are at work that nobody waits for any more")
    answer: list[T] = []
    failure: list[BaseException] = []
    left: list[bool] = []
    caller = threading.get_ident()

    def run() -> None:
        own = threading.get_ident()
        mine = clock_of(own), own
        if not left:
            _working[caller] = mine
        try:
            answer.append(work())
        except BaseException as error:  # handed on to the caller, who waits
            failure.append(error)
        if _working.get(caller) is mine:
            _lent[caller] = _lent.get(caller, 0.0) + computed(*mine)
            _working.pop(caller, None)
        _lent.pop(own, None)
        _LEFT.discard(thread)

    thread = threading.Thread(target=run, daemon=leaving)
    try:
        try:
            thread.start()
        except RuntimeError as error:  # the system has no room for one
            if leaving or isinstance(error, RecursionError) or thread.ident is not None:
                raise
            return work()
        while True:  # no condition at the end of a loop: from there CPython 3.12 and 3.13 do not come to the `except`
            if not thread.is_alive():
                break
            thread.join(PATIENCE)
    except BaseException as stop:  # a budget is used up: that of the work, too
        left.append(leaving)
        if thread.ident is None:  # it has not begun
            raise
        if leaving:
            _leave(caller, thread)
            if answer or failure:
                _LEFT.discard(thread)
            raise
        while not (answer or failure or strike(thread.ident, stop.__class__)):
            time.sleep(PATIENCE)  # the thread itself cannot be asked: a Stop in `join` makes it look as if it had ended
        thread.join()
        raise
    if failure:
        raise failure.pop()
    return answer[0]


def _leave(caller: int, thread: threading.Thread) -> None:
    """Nobody waits for the thread any more: what it computes from now on is nobody's."""
    working = _working.pop(caller, None)
    if working is not None:
        _lent[caller] = _lent.get(caller, 0.0) + computed(*working)
    _LEFT.add(thread)


_LEFT: Final[set[threading.Thread]] = set()  # until they end; bounded by MOST_LEFT
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


def strike(thread: int, exception: type[BaseException], bottoms: Container[CodeType] = ()) -> bool:
    """Raise an exception in another thread at its next instruction of Python, unless what runs above the first of the
    functions `bottoms` imports a module: then Python's lock of imports could be held for ever. False: try again later.
    """
    raised = _raising(thread, exception)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(STILL)  # the frames of a thread that runs meanwhile are gone while they are looked at
    try:
        return _strike_where_it_stands(thread, raised, bottoms)
    finally:
        sys.setswitchinterval(interval)


def _strike_where_it_stands(thread: int, raised: Callable[[], object], bottoms: Container[CodeType]) -> bool:
    while True:
        top = frame = sys._current_frames().get(thread)
        while frame is not None and frame.f_code not in bottoms:
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
