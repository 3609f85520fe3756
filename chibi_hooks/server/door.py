"""An address and a resident -> clients let in, many at once, until `stop`.

    with Door.open(home) as door:      # Taken: another process holds the host of this home
        door.wait()

Rules
-----
* The address is taken before anything is loaded, and the socket is there when the host is: a client finds either
  nobody, and works alone, or somebody who answers.
* `stop` takes no more clients and no more requests, lets those under way end, and leaves no file behind. A process
  that is killed leaves a socket which the next one removes.
* Homes may come to count while we run (`trust`, `init`): then it ends, and whoever keeps it begins again.
* Somebody may delete our socket or our lock, with the directory they are in: then they are made again, and where
  another host was faster, this one ends and says so.
"""

from __future__ import annotations

import os
import select
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Final

from chibi_hooks.hooks.errors import ConfigError
from chibi_hooks.hooks.homes.home import Homes, Surroundings, find_homes
from chibi_hooks.hooks.processes.keeper import KEEPER
from chibi_hooks.opening import Host
from chibi_hooks.server.address import Held, Taken, address_of, names_of
from chibi_hooks.server.connection import Connection
from chibi_hooks.server.operations import Response, ask
from chibi_hooks.server.outgoing import Outgoing
from chibi_hooks.server.protocol import Message, encode, error_message
from chibi_hooks.server.request import Request
from chibi_hooks.server.resident import Resident
from chibi_hooks.spacious import spacious

CLIENTS: Final = 200  # at once; each costs two threads while it asks
BACKLOG: Final = 128  # clients that the system keeps waiting for us
CHECK: Final = 1.0  # seconds between two looks whether our socket is still there
LEAVE: Final = 2.0  # seconds in which what is under way may end by itself when `stop` is called; then plugins are ended
STOPPING: Final = 15.0  # seconds that `stop` waits for what is under way: processes are ended at once
CREDENTIALS: Final = struct.Struct("iII")  # of SO_PEERCRED: process, user, group


class Door:
    """A resident host behind a Unix socket; make one with `Door.open`, end it with `stop` or a `with` statement."""

    def __init__(self, resident: Resident, held: Held, find: Callable[[], Homes], say: Callable[[str], None]) -> None:
        self.resident = resident
        self.ended_because = ""  # why it stopped by itself
        self.is_to_begin_again = False  # did it stop because there are other homes to be held now?
        self.say = say
        self._find = find
        self._homes = names_of(each.home for each in resident.host.generation.loaded)
        self._held = held
        self._listener = _listening(held)
        self._file = _file(held.address.socket)
        self._connections: set[Connection] = set()
        self._outgoing = Outgoing()
        self._number = 0
        self._lock = threading.Lock()
        self._ending = threading.Event()
        self._ended = threading.Event()
        self._bell = socket.socketpair()  # rung to wake the thread
        self._thread = threading.Thread(target=self._run, name="chibi-hooks-door", daemon=True)
        try:
            self._thread.start()
        except RuntimeError as error:
            for each in (self._listener, *self._bell):
                each.close()
            raise ConfigError(f"nobody can be let in: {error}; does `ulimit -u` leave room?") from None

    @classmethod
    def open(
        cls,
        home: str | None = None,
        *,
        around: Surroundings | None = None,
        say: Callable[[str], None] = lambda text: None,
        more: Iterable[str] = (),
    ) -> Door:
        """Hold the host of a home, for everybody. `say` gets what its keeper should know; `more` is as for Resident.

        Raises Taken when another process does, and ConfigError, also when there is no home: what would be held then
        could not be found by those who have one.
        """
        around = around or Surroundings.of_process()
        homes = find_homes(around, home)
        if not homes.homes:
            raise ConfigError("there is no home to hold a host for; `chibi-hooks init` makes one")
        held = address_of(homes, around).take()
        try:
            resident = Resident(lambda: Host.open(home, around=around, watch=True), around, more)
            try:
                resident.begin()
                return cls(resident, held, lambda: find_homes(around, home), say)
            except BaseException:
                resident.close()
                raise
        except BaseException:
            held.release()
            raise

    @property
    def address(self) -> str:
        """The path of the socket."""
        return self._held.address.socket

    @property
    def clients(self) -> int:
        """How many are there just now."""
        return len(self._connections)

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it has ended; false when it has not by then."""
        return self._ended.wait(timeout)

    def ask(self, request: Request) -> Response:
        """Do what a client asks for."""
        return ask(self.resident, request)

    def stop(self) -> None:
        """End it: nobody comes in, what is under way ends, the host is closed."""
        with self._lock:
            first = not self._ending.is_set()
            self._ending.set()
        if not first:
            self._ended.wait()
            return
        self._bell[1].send(b"!")
        self._thread.join()
        self._finish()

    def __enter__(self) -> Door:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    # the thread that lets clients in ----------------------------------------------------------------------------------

    def _run(self) -> None:
        checked = time.monotonic()
        while not self._ending.is_set():
            arrival = select.poll()
            arrival.register(self._listener, select.POLLIN)
            arrival.register(self._bell[0], select.POLLIN)
            if any(ready == self._listener.fileno() for ready, _ in arrival.poll(CHECK * 1000)):
                self._accept()
            if time.monotonic() - checked > CHECK:
                checked = time.monotonic()
                if not self._is_there():
                    threading.Thread(target=self.stop, name="chibi-hooks-door-end", daemon=True).start()
                    return

    def _accept(self) -> None:
        try:
            client, _ = self._listener.accept()
        except BlockingIOError:  # it has changed its mind
            return
        except OSError as error:  # no descriptor left
            self.say(f"a client could not be let in: {error}")
            self._ending.wait(CHECK)
        else:
            self._let_in(client)

    def _let_in(self, client: socket.socket) -> None:
        refusal = self._refusal(client)
        if refusal is None:
            try:
                self._serve(client)
                return
            except (RuntimeError, OSError) as error:  # no thread or no descriptor left
                refusal = error_message("busy", f"{error}; nothing was done")
        with suppress(OSError), client:
            client.setblocking(False)
            client.send(encode(refusal))

    def _refusal(self, client: socket.socket) -> Message | None:
        user = _peer_user(client)
        if user is not None and user != os.geteuid():
            return error_message("protocol", f"this host is for user {os.geteuid()} only, and not for user {user}")
        if len(self._connections) >= CLIENTS:
            return error_message("busy", f"there are {CLIENTS} clients already; nothing was done")
        return None

    def _serve(self, client: socket.socket) -> None:
        self._number += 1
        connection = Connection(client, self._number, self._outgoing, self)
        with self._lock:
            self._connections.add(connection)
            connection.stopping = self._ending.is_set()
        thread = threading.Thread(target=spacious, args=(self._serve_to_the_end, connection), daemon=True)
        thread.name = f"chibi-hooks-client-{connection.number}"
        try:
            thread.start()
        except RuntimeError:
            with self._lock:
                self._connections.discard(connection)
            raise

    def _serve_to_the_end(self, connection: Connection) -> None:
        try:
            connection.run({"pid": os.getpid(), "home": self._held.address.home, "connection": connection.number})
        finally:
            with self._lock:
                self._connections.discard(connection)

    def _is_there(self) -> bool:
        """Can clients still find us? If not, be there again; false when it is time to end."""
        if self._has_moved():
            self.ended_because = "there are other homes to be held now"
            self.is_to_begin_again = True
            return False
        if _file(self.address) == self._file and self._held.is_ours():
            return True
        try:
            held = self._held if self._held.is_ours() else self._held.address.take()
            listener = _listening(held)
        except Taken as error:
            self.ended_because = f"the socket was removed, and another host has taken its place: {error}"
            return False
        except (ConfigError, OSError) as error:
            self.ended_because = f"the socket was removed, and cannot be made again: {error}"
            return False
        self._listener.close()
        if held is not self._held:
            self._held.release()
        self._held, self._listener, self._file = held, listener, _file(self.address)
        self.say(f"the socket was removed; listening again at {self.address}")
        return True

    def _has_moved(self) -> bool:
        """Has a home been trusted or made since, so that clients look elsewhere? One that is gone is waited for."""
        try:
            homes = names_of(self._find().homes)
        except ConfigError:
            return False
        return bool(homes) and homes != self._homes

    def _finish(self) -> None:
        self._listener.close()
        if self._held.is_ours():
            self._held.clear()  # from here on clients work alone
        with self._lock:
            connections = tuple(self._connections)
            for each in connections:
                each.stopping = True
        self.resident.feed.end()
        for each in connections:
            each.interrupt()
        _wait_for(connections, LEAVE)
        with KEEPER.ending():  # no plugin's own limit is waited for
            _wait_for(connections, STOPPING)
        for each in connections:
            each.close()
        self.resident.close()
        self._held.release()
        for end in self._bell:
            end.close()
        self._ended.set()


def _wait_for(connections: Sequence[Connection], seconds: float) -> None:
    until = time.monotonic() + seconds
    for each in connections:
        each.wait(max(0.0, until - time.monotonic()))


def _listening(held: Held) -> socket.socket:
    """A socket at this address, for its owner only."""
    held.clear()
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listener.bind(held.address.socket)
        os.chmod(held.address.socket, 0o600)  # until here the directory keeps others out
        listener.listen(BACKLOG)
        listener.setblocking(False)
    except OSError as error:
        listener.close()
        raise ConfigError(f"{held.address.socket}: cannot listen there: {error.strerror}") from None
    return listener


def _file(path: str) -> tuple[int, int] | None:
    try:
        about = os.lstat(path)
    except OSError:
        return None
    return about.st_dev, about.st_ino


def _peer_user(client: socket.socket) -> int | None:
    """The user at the other end, where the system tells; the directory keeps others out everywhere."""
    if not sys.platform.startswith("linux"):
        return None
    return CREDENTIALS.unpack(client.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, CREDENTIALS.size))[1]  # type: ignore[no-any-return]
