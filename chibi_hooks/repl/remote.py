"""A session at the resident host of a home, as an Evaluator here.

Rules
-----
* Three connections: one asks, one asks what does not wait (completion) meanwhile, one hears notices. The session ends
  with the first.
* `interrupt` may be called by a signal handler, so it only puts what is meant on a queue that is written in C; a thread
  sends it, perhaps when something else is asked already. That one waits without a timeout; whoever waits with one does
  it at a mailbox.
* When the host has ended, every reply says so, and `has_ended` is true: what was defined there is gone with it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, Final

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import HookError
from chibi_hooks.repl.evaluation import AskOn, Tell
from chibi_hooks.repl.mailbox import Mailbox
from chibi_hooks.repl.reply import Reply, failure
from chibi_hooks.repl.worlds import OWN
from chibi_hooks.server.client import Client, Lost, NotDone

ASIDE: Final = ("complete", "describe", "step")


class RemoteSession:
    """A session over there. `connect` makes connections to the host; `fields` say where the client stands."""

    def __init__(self, connect: Callable[[], Client | None], **fields: Any) -> None:
        self.has_ended = False
        self._connect = connect
        self._client = self._connected()
        self.pid = self._client.pid
        try:
            self._name: str = self._client.call("repl-begin", **fields)["session"]
        except BaseException:
            self._client.close()
            raise
        self._world = OWN
        self._aside: Client | None = None
        self._listening: Client | None = None
        self._aside_lock = threading.Lock()
        self._notices: Mailbox[list[str]] = Mailbox()
        self._interrupts: SimpleQueue[int | None] = SimpleQueue()  # what was asked then; None: the end
        threading.Thread(target=self._send_interrupts, name="chibi-hooks-interrupts", daemon=True).start()

    def ask(
        self, request: Mapping[str, Json], tell: Tell | None = None, ask_on: AskOn | None = None
    ) -> dict[str, Json]:
        """The reply to a request; `tell` gets what is printed as it comes."""
        try:
            if any(word in request for word in ASIDE):
                return self._ask_aside(ask=dict(request))
            reply: dict[str, Json] = {}
            steps = ask_on is not None
            for event in self._client.follow("repl", session=self._name, ask=dict(request), steps=steps):
                if "reply" in event:
                    reply = event["reply"]
                elif "stands" in event:
                    self._step(ask_on() if ask_on is not None else "")
                elif tell is not None:
                    tell(event["output"])
            self._world = reply["world"]
            return reply
        except (HookError, OSError) as error:
            self.has_ended = isinstance(error, NotDone | Lost | OSError)
            reply = Reply(error=failure(error)).to_json()
            return {**reply, "output": "", "world": OWN if self.has_ended else self._world}

    def _step(self, word: str | None) -> None:
        if word is not None:
            self._ask_aside(ask={"step": word})

    def interrupt(self) -> None:
        """Stop what is being evaluated over there."""
        self._interrupts.put(self._client.asked)

    def take_notices(self, timeout: float | None = None) -> list[str]:
        """What has happened by itself since the last time; with a `timeout`, wait so long for the first."""
        if self._listening is None and timeout is not None:
            self._listening = self._connected()
            threading.Thread(target=self._listen, name="chibi-hooks-notices", daemon=True).start()
        found = [notice for each in self._notices.take(timeout or 0.0) for notice in each]
        if self._listening is None:
            with suppress(HookError, OSError):
                found += self._ask_aside()["notices"]
        return found

    def close(self) -> None:
        """End the session; the host goes on."""
        self._interrupts.put(None)
        for client in (self._client, self._aside, self._listening):
            if client is not None:
                with suppress(HookError, OSError):
                    client.close()

    def _ask_aside(self, **fields: Any) -> dict[str, Any]:
        with self._aside_lock:
            if self._aside is None:
                self._aside = self._connected()
            return self._aside.call("repl-aside", session=self._name, **fields)

    def _connected(self) -> Client:
        client = self._connect()
        if client is None:
            raise NotDone("the resident host has ended")
        return client

    def _listen(self) -> None:
        assert self._listening is not None
        with suppress(HookError, OSError):
            for event in self._listening.follow("repl-notices", session=self._name):
                if event["notices"]:
                    self._notices.put(event["notices"])

    def _send_interrupts(self) -> None:
        while (asked := self._interrupts.get()) is not None:
            with suppress(HookError, OSError):
                self._client.interrupt(asked)
