"""What must be whole in a copy of this process, and what must begin anew there: `FORKS`.

Rules
-----
* Of a process's threads only the one that forks goes on in the copy. What another had taken there nobody lets go, and
  what it was in the middle of stays so: a child that fired while a thread of its parent did waited for ever.
* So locks that are `guard`ed are taken before a fork, and let go after it on both sides: what they guard is at rest in
  the child. Who holds one for longer than `PATIENCE` (a hook that computes, or waits for a thread that wants what the
  one that forks has) is not waited for: in the child the lock is free then, and its owner is told that what was done
  under it was cut off.
* A Ctrl-C that comes while a process forks is raised when it has: what lets the locks go is C throughout, for Python
  drops what is raised in what it calls at a fork, and nobody would ever let go of them. What begins anew in the child
  does so again after a Ctrl-C. One fork may begin in another, too: in the handler of a signal.
* A module that another thread has begun to import can be imported by nobody in a copy (importlib's locks stay taken
  there): that is waited for, for `IMPORTING`.
* What has threads, connections or names of its own begins anew in the child (`tell`).
* Owners are held weakly. Nothing of this runs for a program that is started (`subprocess`): it copies nobody.
"""

from __future__ import annotations

import os
import sys
from _thread import interrupt_main
from collections import deque
from collections.abc import Callable
from functools import partial
from operator import call, methodcaller
from threading import local
from time import monotonic, sleep
from weakref import WeakKeyDictionary, ref

from chibi_hooks.typenames import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from threading import Lock, RLock

Beginner = Callable[[Any], None]

PATIENCE: Final = 0.25  # seconds for all locks together: a fire takes a few microseconds, a reload some milliseconds
IMPORTING: Final = 2.0  # seconds for what is being imported: pydantic takes some tenths


class _Forking(local):
    """Of the thread that forks: what lets go of what it took, and what raises a Ctrl-C that came meanwhile."""

    let_go: Callable[[], object] = list  # which does nothing
    go_on: Callable[[], object] = list


class Forks:
    """Who is told of copies. `count`: how many there were since the program began, on the way to this process."""

    __slots__ = ("_forking", "_guarded", "_told", "count")

    def __init__(self) -> None:
        self.count = 0
        self._guarded: WeakKeyDictionary[Any, tuple[ref[Any], Beginner] | None] = WeakKeyDictionary()
        self._told: WeakKeyDictionary[Any, Beginner] = WeakKeyDictionary()
        self._forking = _Forking()
        let_go, go_on = (partial(methodcaller(name), self._forking) for name in ("let_go", "go_on"))
        os.register_at_fork(before=self._take, after_in_parent=let_go, after_in_child=let_go)
        os.register_at_fork(after_in_parent=go_on, after_in_child=self._begin)
        os.register_at_fork(after_in_child=go_on)

    def guard(self, lock: Lock | RLock, cut_off: Callable[[], None] | None = None) -> None:
        """Have what a lock guards at rest in a child; `cut_off`: a method that is called there where it is not."""
        method: Any = cut_off
        self._guarded[lock] = None if method is None else (ref(method.__self__), method.__func__)

    def tell(self, begin: Callable[[], None]) -> None:
        """Have a method of something called in every child, before anything else of ours runs there; one of each."""
        method: Any = begin
        self._told[method.__self__] = method.__func__

    def _take(self) -> None:
        forking, until = self._forking, monotonic() + PATIENCE
        taken: list[Callable[[], object]] = [partial(setattr, forking, "let_go", forking.let_go)]
        forking.go_on, forking.let_go = list, partial(deque, map(call, taken), 0)
        for each in _living(self._guarded):
            try:
                acquire = partial(each.acquire, timeout=max(0.0, until - monotonic()))
                for had in iter(acquire, None):  # no Ctrl-C between such a step and the next call (hooks/taking.py)
                    if had:
                        taken.append(each.release)
                    break
            except KeyboardInterrupt:
                forking.go_on, until = interrupt_main, 0.0
        try:
            _wait_for_imports()
        except KeyboardInterrupt:
            forking.go_on = interrupt_main

    def _begin(self) -> None:
        self._forking.go_on = list  # a Ctrl-C before was the parent's
        self.count += 1
        try:
            self._begin_anew()
        except KeyboardInterrupt:
            self._forking.go_on = interrupt_main
            self._begin_anew()

    def _begin_anew(self) -> None:
        """As often as need be."""
        for owner in _living(self._told):
            self._told[owner](owner)
        for lock in _living(self._guarded):
            if lock.acquire(blocking=False):
                lock.release()
                continue
            cut_off = self._guarded[lock]
            if cut_off is not None and (owner := cut_off[0]()) is not None:
                cut_off[1](owner)
            lock._at_fork_reinit()


def _wait_for_imports() -> None:
    """Let other threads end what they import."""
    until, own, frame = monotonic() + IMPORTING, set[Any](), sys._getframe()
    while frame is not None:  # a module that forks while it is imported
        if frame.f_code.co_name == "<module>":
            own.add(frame.f_globals.get("__name__"))
        frame = frame.f_back  # type: ignore[assignment]
    while _begun() - own and monotonic() < until:
        sleep(0.001)


def _begun() -> set[str]:
    """The modules that are being imported."""
    modules = list(sys.modules.items())
    return {name for name, each in modules if getattr(getattr(each, "__spec__", None), "_initializing", False) is True}


def _living(table: WeakKeyDictionary[Any, Any]) -> list[Any]:
    """Its keys: while somebody goes through them, other threads may add some."""
    return [key for each in table.keyrefs() if (key := each()) is not None]


FORKS: Final = Forks()
