"""A home -> what happens to its running host, as events: of the resident host that runs, or of one that is held here,
for everybody, as long as somebody listens."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, Final

from chibi_hooks.cli._say import note
from chibi_hooks.hooks.errors import ConfigError, HookError
from chibi_hooks.server.address import Taken
from chibi_hooks.server.client import Client, Lost, NotDone, connect
from chibi_hooks.server.protocol import Message

OPERATIONS: Final = ("chibi_hooks.cli._handed", "chibi_hooks.repl.operations")
"""Modules of other layers: what hosts that are held here can do."""

LOADING: Final = 30.0  # seconds that another process may take from its lock to its socket: it loads the home meanwhile
RETRY: Final = 0.5  # seconds until a host that could not let us in is asked again
AGAIN: Final = 0.05  # seconds between two looks for that socket


def live_events(home: str | None, hold: Holding | None = None, **fields: Any) -> Generator[Message]:
    """Every event of the home's host: `status` first, and again when another process goes on with it."""
    hold = hold or Holding()
    while not hold.ended:
        with _live_client(home, hold.say) as client:
            hold.client = client
            try:
                if not hold.ended:
                    yield from client.follow("follow", **fields)
            except Lost:
                hold.say(f"the process {client.pid}, which held the host, was killed")
            except NotDone as error:  # it was about to end, or has too many clients
                hold.say(f"{error}; trying again")
                time.sleep(RETRY)
            finally:
                hold.client = None


class Holding:
    """How somebody listens who may end it from another thread; `say` hears what is no event."""

    def __init__(self, say: Callable[[str], None] = note) -> None:
        self.say = say
        self.ended = False
        self.client: Client | None = None

    def end(self) -> None:
        """Let `live_events` return."""
        self.ended = True
        client = self.client
        if client is not None:
            with suppress(OSError, HookError):  # it is about to end anyway
                client.interrupt()


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Inside, a request of the system to end is like Ctrl-C: what is held is given back."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    signals = (signal.SIGTERM, signal.SIGHUP)
    before = [signal.signal(each, interrupt) for each in signals]
    try:
        yield
    finally:
        for each, handler in zip(signals, before, strict=True):
            signal.signal(each, handler)


@contextmanager
def _live_client(home: str | None, say: Callable[[str], None]) -> Iterator[Client]:
    from chibi_hooks.server.door import Door  # brings the host, and a client does without

    until = time.monotonic() + LOADING
    while True:
        there = connect(home)
        if there is not None:
            say(f"a resident host runs already (pid {there.pid}); following it")
            with there:
                yield there
            return
        try:
            door = Door.open(home, say=say, more=OPERATIONS)
        except Taken:  # it is about to listen, or to end
            if time.monotonic() > until:
                raise
            time.sleep(AGAIN)
            continue
        with door:
            own = connect(home)
            if own is None:
                raise ConfigError(f"{door.address}: the socket was removed as soon as it was made")
            with own:
                yield own
        if door.ended_because:
            say(door.ended_because)
        return
