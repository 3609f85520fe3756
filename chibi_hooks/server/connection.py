"""One client's stream of bytes <-> requests done and answered, several at once. It can hurt nobody but itself.

Rules
-----
* One thread reads, each request has a thread, whoever has something to say writes whole frames in turn.
* What it does not take is counted over all clients (outgoing.py), and it is dropped before that costs others anything.
* A client must greet us with a whole request soon, finish a frame soon once it has begun one, and take what we send;
  one that does not is cut off. Between requests it may think as long as it likes.
* When the client is gone its requests are interrupted: one that only follows ends, a fire goes on to its end.
"""

from __future__ import annotations

import socket
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final, Protocol

from chibi_hooks.hooks.errors import BadRequest, ConfigError, HookError
from chibi_hooks.server.operations import Response
from chibi_hooks.server.outgoing import Outgoing, Unsent
from chibi_hooks.server.protocol import (
    REQUEST_LIMIT,
    Decoder,
    ErrorKind,
    Message,
    ProtocolError,
    encode,
    error_message,
)
from chibi_hooks.server.request import Elsewhere, Request
from chibi_hooks.spacious import spacious

FIRST: Final = 10.0  # seconds until the first request is whole; a client that has nothing to ask takes up a place
FRAME: Final = 30.0  # seconds from the first byte of a frame to its last
WRITE: Final = 10.0  # seconds until the client has taken what we send
IDLE: Final = 3600.0  # seconds of one wait for a client that thinks; then it is waited for again
AT_ONCE: Final = 16  # requests of one client under way
PIECE: Final = 1 << 16  # bytes read at once


class Answering(Protocol):
    """Who answers the requests."""

    def ask(self, request: Request) -> Response: ...
    def say(self, text: str) -> None: ...


class Connection:
    """A client, from its arrival until it is gone. `run` is for a thread of its own."""

    def __init__(self, client: socket.socket, number: int, outgoing: Outgoing, asked: Answering) -> None:
        self.number = number
        self.kept: dict[str, Any] = {}
        self.stopping = False  # no more requests: the host is about to end
        self._asked = asked
        self._reader = client
        self._writer = client.dup()  # each has a timeout of its own
        self._writer.settimeout(WRITE)
        self._writing = threading.Lock()
        self._outgoing = outgoing
        self._unsent = Unsent(self._drop)
        self._requests: dict[int, Request] = {}
        self._answering = 0  # requests whose last frame is not out
        self._changed = threading.Condition()
        self._closing: list[Callable[[], None]] = []
        self._open = True

    def on_close(self, act: Callable[[], None]) -> None:
        """Have this done when the client is gone. It must not raise."""
        with self._changed:
            if self._open:
                self._closing.append(act)
                return
        act()

    def run(self, greeting: Message) -> None:
        """Greet, then do what is asked until the client is gone."""
        try:
            if self.send(greeting):
                for message in self._messages():
                    self._take(message)
        except ProtocolError as error:
            self.send(error_message("protocol", str(error)))
        finally:
            self.interrupt()
            self.wait(None)  # it may have said all that it wants to, and still listen
            self.close()
            self._reader.close()  # by this thread: another one would close it under a read
            with self._writing:
                self._writer.close()

    def send(self, message: Message) -> bool:
        """Write a frame; false when the client does not take it, which is the end of it."""
        return self._write(encode(message))

    def interrupt(self) -> None:
        """All that is under way shall end."""
        for request in tuple(self._requests.values()):
            request.interrupt()

    def wait(self, timeout: float | None) -> bool:
        """Wait until all that was asked is answered; false when it is not by then."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._answering, timeout)

    def close(self) -> None:
        """The client is gone, or shall be."""
        with self._changed:
            closing, self._closing = self._closing, []
            self._open = False
        with suppress(OSError):
            self._reader.shutdown(socket.SHUT_RDWR)
        self.interrupt()
        for act in closing:
            act()

    # reading ----------------------------------------------------------------------------------------------------------

    def _messages(self) -> Iterator[Message]:
        decoder = Decoder(REQUEST_LIMIT)
        until: float | None = time.monotonic() + FIRST
        while True:
            message = decoder.take()
            if message is not None:
                yield message
                until = time.monotonic() + FRAME if decoder.is_amid else None
                continue
            data = self._receive(until)
            if not data:
                if decoder.is_amid:
                    raise ProtocolError("the connection ended in the middle of a frame")
                return
            if until is None:
                until = time.monotonic() + FRAME
            decoder.feed(data)

    def _receive(self, until: float | None) -> bytes:
        """What has come; nothing when the client is gone. Raises ProtocolError when it is late."""
        while True:
            left = IDLE if until is None else until - time.monotonic()
            try:
                if left <= 0:
                    raise ProtocolError("no whole request has come for too long")
                self._reader.settimeout(left)
                return self._reader.recv(PIECE)
            except TimeoutError:
                continue
            except OSError:  # reset, or closed by us
                return b""

    # requests ---------------------------------------------------------------------------------------------------------

    def _take(self, message: Message) -> None:
        if "interrupt" in message:
            request = self._requests.get(message["interrupt"]) if isinstance(message["interrupt"], int) else None
            if request is not None:
                request.interrupt()
            return
        id, op = message.pop("id", None), message.pop("op", None)
        if type(id) is not int or not isinstance(op, str):
            raise ProtocolError('wanted a request with an integer "id" and a string "op"')
        if id in self._requests:
            raise ProtocolError(f"there is a request {id} already; give each one an id of its own")
        if self.stopping:
            self.send(error_message("stopping", "the resident host is about to end; nothing was done", id))
        elif len(self._requests) >= AT_ONCE:
            self.send(error_message("busy", f"more than {AT_ONCE} requests at once; nothing was done", id))
        else:
            self._begin(id, Request(op, message, self))

    def _begin(self, id: int, request: Request) -> None:
        self._requests[id] = request
        self._count(1)
        try:
            name = f"chibi-hooks-{request.op[:32]}"
            threading.Thread(target=spacious, args=(self._do, id, request), name=name, daemon=True).start()
        except RuntimeError as error:  # the system has no thread left
            del self._requests[id]
            self._count(-1)
            self.send(error_message("busy", f"{error}; nothing was done", id))

    def _do(self, id: int, request: Request) -> None:
        try:
            try:
                last = self._answer(id, request)
            finally:
                del self._requests[id]  # before the last frame: the client may use the id again then
            self._write(last)
        finally:
            self._count(-1)

    def _count(self, change: int) -> None:
        with self._changed:
            self._answering += change
            self._changed.notify_all()

    def _answer(self, id: int, request: Request) -> bytes:
        """Do it; events are sent, the last frame is given back."""
        try:
            result = self._asked.ask(request)
            if isinstance(result, dict):
                return encode({"id": id, "done": result})
            try:
                for event in result:
                    if not self._write(encode({"id": id, "event": event})):
                        break
            finally:
                if hasattr(result, "close"):
                    result.close()
            return encode({"id": id, "done": {}})
        except HookError as error:
            return encode(error_message(_kind_of(error), str(error), id))
        except Exception as error:
            self._asked.say(f"{request.op}: an error of ours, please report it:\n{traceback.format_exc()}")
            text = f"{request.op}: an error in the resident host: {type(error).__name__}: {error}"
            return encode(error_message("ours", text, id))

    def _write(self, frame: bytes) -> bool:
        if not self._open:
            return False
        size = len(frame)
        self._outgoing.add(self._unsent, size)
        try:
            with self._writing:
                self._send(memoryview(frame))
        except TimeoutError:
            self._drop(f"it has taken nothing for {WRITE:g} s")
            return False
        except OSError:  # gone: half a frame may be out, so nothing more can be said
            self.close()
            return False
        finally:
            self._outgoing.done(self._unsent, size)
        return True

    def _send(self, rest: memoryview) -> None:
        if not self._open:  # somebody else's frame was the last one
            raise BrokenPipeError
        while rest:
            rest = rest[self._writer.send(rest) :]
            self._outgoing.moved(self._unsent)

    def _drop(self, reason: str) -> None:
        if self._open:
            self._asked.say(f"client {self.number} was dropped: {reason}")
        self.close()


def _kind_of(error: HookError) -> ErrorKind:
    if isinstance(error, Elsewhere):
        return "elsewhere"
    if isinstance(error, ConfigError):
        return "config"
    return "request" if isinstance(error, BadRequest) else "ours"
