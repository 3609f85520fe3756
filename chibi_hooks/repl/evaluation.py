"""Work in, its result out, on a thread of its own: what it prints comes while it runs, and an interrupt reaches the
Scheme in it and nothing else.

Theory. Ctrl-C must never be raised in the host: it might hold a lock there. So nobody sends a signal to the thread that
works. The budgets of its calls into Scheme (budget.py) are told that they are used up, which they deliver between two
steps of Scheme and never to the host. Work that is not in Scheme at that moment (a plugin that runs) ends first, and
the next step of Scheme is stopped; therefore an interrupt is repeated until the work has ended. Whoever waits for the
work repeats it, so that asking for it is no more than setting a flag.

What Scheme prints is put into a mailbox, which a Stop that arrives meanwhile cannot tear. Whoever waits for the result
passes it on, and, where the work `stand`s still, says how to go on.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from enum import Enum, auto
from typing import Any, Final, TypeVar

from chibi_hooks.repl.mailbox import Mailbox
from chibi_hooks.scheme.running.watchdog import WATCHDOG

TICK: Final = 0.05  # seconds between two looks whether an interrupt has to be repeated
PATIENCE: Final = 10  # seconds in which an interrupt arrives, on any machine

T = TypeVar("T")
Tell = Callable[[str], object]
"""Takes what was printed, piece by piece, on the thread that waits."""
AskOn = Callable[[], str | None]
"""On the thread that waits: the work stands still; gives the word to go on with, None: `go_on` will bring it."""


class _Sign(Enum):
    ENDED = auto()
    STANDS = auto()


class Interrupted(Exception):
    """Somebody asked for the work to stop, and it was between two calls into Scheme."""


class Evaluation:
    """One piece of work. Made by whoever waits for it; `interrupt` may be called from any thread, also before the
    start."""

    def __init__(self) -> None:
        self._printed: Mailbox[str | _Sign] = Mailbox()
        self._words: Mailbox[str] = Mailbox()
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

    def stand(self) -> str:
        """For the work, while its budgets stand still: wait for the word to go on with; "" after an interrupt."""
        self._printed.put(_Sign.STANDS)
        while not self.interrupted:
            if words := self._words.take(TICK):
                return words[-1]
        return ""

    def go_on(self, word: str) -> None:
        """The word that `stand` waits for; from any thread."""
        self._words.put(word)

    def await_stop(self) -> None:
        """For Scheme that was interrupted: go no step further. What is raised comes from its budget."""
        until = time.monotonic() + PATIENCE
        while self.interrupted and time.monotonic() < until:
            time.sleep(TICK)

    def run(self, work: Callable[[], T], tell: Tell, ask_on: AskOn | None = None) -> T:
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
                self._printed.put(_Sign.ENDED)

        threading.Thread(target=do, name="chibi-hooks-evaluation", daemon=True).start()
        self._pass_on(tell, ask_on)
        if failure:
            raise failure[0]
        return result[0]  # type: ignore[no-any-return]

    def _pass_on(self, tell: Tell, ask_on: AskOn | None) -> None:
        while True:
            pieces = self._printed.take(TICK)
            if text := "".join(piece for piece in pieces if isinstance(piece, str)):
                tell(text)
            if _Sign.ENDED in pieces:
                return
            if _Sign.STANDS in pieces and not self.interrupted:
                word = ask_on() if ask_on is not None else ""
                if word is not None:
                    self.go_on(word)
            if self.interrupted:
                self._stop()

    def _stop(self) -> None:
        worker = self._worker
        if worker is None:
            return
        with WATCHDOG.lock:
            for ticket in WATCHDOG.of_thread(worker):
                ticket.interrupted = True
