"""Work in, its result out, on a thread of its own: what it prints comes while it runs, and an interrupt reaches the
Scheme in it and nothing else.

Theory. Ctrl-C must never be raised in the host: it might hold a lock there. So nobody sends a signal to the thread that
works. The budgets of its calls into Scheme (budget.py) are told that they are used up, which they deliver between two
steps of Scheme and never to the host. Work that is not in Scheme at that moment (a plugin that runs) ends first, and
the next step of Scheme is stopped; therefore an interrupt is repeated until the work has ended. Whoever waits for the
work repeats it, so that asking for it is no more than setting a flag.

What Scheme prints is put into a mailbox, which a Stop that arrives meanwhile cannot tear. Whoever waits for the result
passes it on.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final, TypeVar

from chibi_hooks.repl.mailbox import Mailbox
from chibi_hooks.scheme.running.budget import WATCHDOG

TICK: Final = 0.05  # seconds between two looks whether an interrupt has to be repeated

T = TypeVar("T")
Tell = Callable[[str], object]
"""Takes what was printed, piece by piece, on the thread that waits."""


class Interrupted(Exception):
    """Somebody asked for the work to stop, and it was between two calls into Scheme."""


class Evaluation:
    """One piece of work. Made by whoever waits for it; `interrupt` may be called from any thread, also before the
    start."""

    def __init__(self) -> None:
        self._printed: Mailbox[str | None] = Mailbox()
        self._worker: int | None = None
        self.interrupted = False

    def print(self, text: str) -> None:
        """Pass on output; safe to be called under a budget of Scheme."""
        self._printed.put(text)

    def check(self) -> None:
        """Between two steps. Raises Interrupted when somebody asked for it."""
        if self.interrupted:
            raise Interrupted

    def is_here(self) -> bool:
        """Is this its thread?"""
        return self._worker == threading.get_ident()

    @property
    def is_under_way(self) -> bool:
        """Has its work begun and not ended?"""
        return self._worker is not None

    def interrupt(self) -> None:
        """Stop the Scheme in it, now or when it comes to some. Waits for nothing: a signal handler may call it."""
        self.interrupted = True
        self._printed.ring()

    def run(self, work: Callable[[], T], tell: Tell) -> T:
        """Do the work and wait for it. Raises what it raises."""
        result: list[Any] = []
        failure: list[BaseException] = []

        def do() -> None:
            self._worker = threading.get_ident()
            try:
                result.append(work())
            except BaseException as error:  # handed on to the caller, who waits
                failure.append(error)
            finally:
                self._worker = None
                self._printed.put(None)

        threading.Thread(target=do, name="chibi-hooks-evaluation", daemon=True).start()
        self._pass_on(tell)
        if failure:
            raise failure[0]
        return result[0]  # type: ignore[no-any-return]

    def _pass_on(self, tell: Tell) -> None:
        while True:
            pieces = self._printed.take(TICK)
            if text := "".join(piece for piece in pieces if piece is not None):
                tell(text)
            if None in pieces:
                return
            if self.interrupted:
                self._stop()

    def _stop(self) -> None:
        worker = self._worker
        if worker is None:
            return
        with WATCHDOG.lock:
            for ticket in WATCHDOG.tickets:
                if ticket.thread == worker and ticket.active:
                    ticket.interrupted = True
