"""A home -> the resident host that runs for it, to be asked: `connect(home)` gives a Client, or None when nobody is
there.

    client = connect(".chibi")
    if client is not None:
        with client:
            print(client.call("status")["generation"])
            for event in client.follow("follow"): …

Rules
-----
* A client is for one thread, and one call at a time; `interrupt` may come from any thread.
* What the host refuses is raised as if it had been done here: ConfigError, BadRequest. `NotDone` says that nothing was
  done, so that it can be done elsewhere; `Lost`, that nobody knows.
* Standard library only, and little of it.
"""

from __future__ import annotations

import os
import select
import socket
import struct
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from typing import Any, Final

from chibi_hooks.hooks.errors import BadRequest, ConfigError, HookError
from chibi_hooks.hooks.homes.home import Homes, Surroundings, find_homes
from chibi_hooks.server.address import Address, Unsafe, address_of, names_of
from chibi_hooks.server.protocol import (
    ANSWER_LIMIT,
    REQUEST_LIMIT,
    UNKNOWN,
    Decoder,
    Message,
    ProtocolError,
    TooLarge,
    encode,
)

GREETING: Final = 2.0  # seconds until a host that is well has greeted us, on a very slow machine
AGAIN: Final = 0.02  # seconds until a host with too many waiting clients is tried once more
WAKE: Final = 0.5  # seconds of one wait: a signal may hit another thread, and then this one is not woken by it
PIECE: Final = 1 << 16


class NotDone(ConfigError):
    """The host could not be asked, and nothing was done."""


class Lost(HookError):
    """The host ended before it answered: what was asked for was done, or was not."""


class HungUp(ProtocolError):
    """The host closed the connection."""


class Fault(HookError):
    """The host made a mistake of its own."""


_RAISED: Final[dict[str, type[HookError]]] = {
    "config": ConfigError,
    "request": BadRequest,
    "protocol": NotDone,
    "busy": NotDone,
    "stopping": NotDone,
    "elsewhere": NotDone,
}


def connect(home: str | os.PathLike[str] | None = None, around: Surroundings | None = None) -> Client | None:
    """The resident host of a home (default: the homes that count here); None when none runs.

    Raises ConfigError for a home that is not there, and NotDone for a host that cannot be spoken to: it does not
    greet, has another version, or is not to be trusted.
    """
    around = around or Surroundings.of_process()
    return connect_to(address_of(find_homes(around, home), around))


def connect_to(address: Address) -> Client | None:
    """The resident host at this address. Raises NotDone."""
    try:
        if not address.check():
            return None
    except Unsafe as error:
        raise NotDone(str(error)) from None
    stream = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    stream.settimeout(GREETING)
    try:
        _reach(stream, address.socket)
        return Client(stream)
    except (FileNotFoundError, ConnectionRefusedError, HungUp):  # the last: it was about to end
        stream.close()
        return None
    except OSError as error:
        stream.close()
        raise NotDone(f"{address.socket}: the resident host cannot be reached: {error}") from None
    except BaseException:
        stream.close()
        raise


def _reach(stream: socket.socket, path: str) -> None:
    until = time.monotonic() + GREETING
    while True:
        try:
            return stream.connect(path)
        except BlockingIOError:  # as many clients are waiting as the system keeps
            if time.monotonic() > until:
                raise
            time.sleep(AGAIN)


def standing(homes: Homes) -> dict[str, Any]:
    """The fields of a request that say where its client stands: what depends on these is the client's."""
    notices = [[notice.place, notice.reason] for notice in homes.notices]
    return {"project": str(homes.project), "homes": names_of(homes.homes), "notices": notices}


class Client:
    """A connection to a resident host; close it with `close` or a `with` statement."""

    def __init__(self, stream: socket.socket) -> None:
        self._stream = stream
        self._decoder = Decoder(ANSWER_LIMIT)
        self._id = 0
        self._writing = threading.Lock()
        self._arrival = select.poll()
        self._arrival.register(stream, select.POLLIN)
        try:
            _check_peer(stream)
            self.greeting = self._greeting()
        except HungUp:
            raise
        except (ProtocolError, OSError) as error:
            raise NotDone(f"the resident host does not answer as it should: {error or 'silence'}") from None
        stream.settimeout(None)

    @property
    def pid(self) -> int:
        """The process that holds the host."""
        return int(self.greeting["pid"])

    def call(self, op: str, /, **fields: Any) -> Message:
        """Ask, and wait for the answer. Raises HookError; see the top."""
        self._ask(op, fields)
        while True:
            message = self._answer()
            if "done" in message:
                done: Message = message["done"]
                return done

    def follow(self, op: str, /, **fields: Any) -> Iterator[Message]:
        """Ask, and give events as they come. Raises HookError; whoever stops early closes the client, or interrupts."""
        self._ask(op, fields)
        while "event" in (message := self._answer()):
            yield message["event"]

    @property
    def asked(self) -> int:
        """The number of what was asked last."""
        return self._id

    def interrupt(self, asked: int | None = None) -> None:
        """What is asked for at the moment shall end, its answer still comes; with `asked` only if it is that."""
        with self._writing:
            self._stream.sendall(encode({"interrupt": self._id if asked is None else asked}, REQUEST_LIMIT))

    def close(self) -> None:
        """Let the host go; what it does for us ends, if it can be ended."""
        self._stream.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _ask(self, op: str, fields: Mapping[str, Any]) -> None:
        try:
            with self._writing:  # an interrupt of it comes behind it
                self._id += 1
                self._stream.sendall(encode({**fields, "id": self._id, "op": op}, REQUEST_LIMIT))
        except TooLarge as error:
            raise NotDone(f"{op}: {error}") from None
        except OSError as error:  # the frame is not whole, so it is not done; perhaps the host says why
            raise NotDone(f"the resident host is gone: {error.strerror}") from None

    def _answer(self) -> Message:
        """The next message about what was asked last. Raises what it says is wrong."""
        while True:
            try:
                message = self._next(None)
            except (ProtocolError, OSError) as error:
                raise Lost(f"the resident host ended before it answered ({error}); {UNKNOWN}") from None
            if message.get("id", self._id) != self._id:
                continue  # the end of something that was left early
            if "error" in message:
                told = message["error"]
                raise _RAISED.get(told["kind"], Fault)(told["message"])
            return message

    def _greeting(self) -> Message:
        message = self._next(time.monotonic() + GREETING)
        if "error" in message:
            raise ProtocolError(str(message["error"]["message"]))
        return message

    def _next(self, until: float | None) -> Message:
        while (message := self._decoder.take()) is None:
            left = WAKE if until is None else until - time.monotonic()
            if left <= 0:
                raise ProtocolError(f"nothing came for {GREETING:g} s")
            if not self._arrival.poll(min(left, WAKE) * 1000):  # Ctrl-C comes here: no byte is lost
                continue
            try:
                data = self._stream.recv(PIECE)
            except ConnectionError:
                data = b""
            if not data:
                raise HungUp("the connection was closed")
            self._decoder.feed(data)
        return message


def _check_peer(stream: socket.socket) -> None:
    """Is it our own host that listens there?"""
    if not sys.platform.startswith("linux"):
        return  # the directory has been checked
    user = struct.unpack("iII", stream.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[1]
    if user != os.geteuid():
        raise ProtocolError(f"it belongs to user {user}")
