"""What the doors of the REPL talk to: a session here, or one at a running host. All that passes is JSON."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol

from chibi_hooks.hooks.answer import Json
from chibi_hooks.repl.evaluation import AskOn, Tell


class Evaluator(Protocol):
    """One session, wherever it is; session.py says what can be asked."""

    @property
    def has_ended(self) -> bool:
        """Has its host ended? Then no request comes to anything any more."""

    def ask(
        self, request: Mapping[str, Json], tell: Tell | None = None, ask_on: AskOn | None = None
    ) -> dict[str, Json]:
        """The reply to a request; `tell` gets what is printed as it comes. With `ask_on` the steps of `,step` stand
        still until it says how to go on. Never raises on account of the request."""

    def interrupt(self) -> None:
        """Stop what is being evaluated, from any thread. Waits for nothing: a signal handler may call it."""

    def take_notices(self, timeout: float | None = None) -> list[str]:
        """What has happened by itself since the last time; with a `timeout`, wait so long for the first."""

    def close(self) -> None:
        """End the session; the host goes on."""


@contextmanager
def interruptible(evaluator: Evaluator) -> Iterator[None]:
    """While the block runs, Ctrl-C interrupts what is evaluated and raises nothing here.

    A KeyboardInterrupt could come at any step of ours, also between two of them that belong together.
    """
    if threading.current_thread() is not threading.main_thread():  # signals are the main thread's
        yield
        return
    before = signal.signal(signal.SIGINT, lambda number, frame: evaluator.interrupt())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
