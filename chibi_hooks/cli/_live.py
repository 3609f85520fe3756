"""A home -> what happens to its running host, as events: of the resident host that runs, or of one that is held here,
for everybody, as long as somebody listens."""

from __future__ import annotations

import signal
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

from chibi_hooks.cli._say import note
from chibi_hooks.hooks.errors import ConfigError
from chibi_hooks.server.address import Taken
from chibi_hooks.server.client import Client, Lost, NotDone, connect
from chibi_hooks.server.protocol import Message

OPERATIONS: Final = ("chibi_hooks.repl.operations",)  # modules of other layers: what hosts that are held here can do
LOADING: Final = 30.0  # seconds that another process may take from its lock to its socket: it loads the home meanwhile
RETRY: Final = 0.5  # seconds until a host that could not let us in is asked again
AGAIN: Final = 0.05  # seconds between two looks for that socket


def live_events(home: str | None, **fields: Any) -> Generator[Message]:
    """Every event of the home's host: `status` first, and again when another process goes on with it."""
    while True:
        with _live_client(home) as client:
            try:
                yield from client.follow("follow", **fields)
            except Lost:
                note(f"the process {client.pid}, which held the host, was killed")
            except NotDone as error:  # it was about to end, or has too many clients
                note(f"{error}; trying again")
                time.sleep(RETRY)


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
def _live_client(home: str | None) -> Iterator[Client]:
    from chibi_hooks.server.door import Door  # brings the host, and a client does without

    until = time.monotonic() + LOADING
    while True:
        there = connect(home)
        if there is not None:
            note(f"a resident host runs already (pid {there.pid}); following it")
            with there:
                yield there
            return
        try:
            door = Door.open(home, say=note, more=OPERATIONS)
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
            note(door.ended_because)
        return
