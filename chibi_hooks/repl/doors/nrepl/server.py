"""A loopback port -> connections of editors, each with sessions of its own.

Rules
-----
* Loopback only: whoever reaches the port can change the hooks that decide.
* A connection is read by one thread, which answers at once what it can; a session evaluates on a thread of its own, one
  message after the other, so that `interrupt` and completion never wait.
* The sessions of a connection end with it. What arrives and is no message ends the connection and nothing else.
"""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import count
from queue import Full, Queue
from secrets import token_hex
from typing import Final

from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.repl.doors.nrepl.bencoding import Bdecoder, Bmessage, NotBencode, encode
from chibi_hooks.repl.doors.nrepl.operations import IMMEDIATE, QUEUED, file_of, text_of
from chibi_hooks.repl.evaluator import Evaluator

CONNECTIONS: Final = 16
SESSIONS: Final = 16  # of one connection; an editor has two or three
WAITING: Final = 100  # messages that wait for their turn in a session
AGAIN: Final = 0.1  # seconds between two interrupts of one message
PIECE: Final = 1 << 16
SENDING: Final = 30  # seconds that an editor may keep us from sending before it is given up


class Attached:
    """One session: an evaluator, and the thread on which it works."""

    def __init__(self, evaluator: Evaluator, connection: EditorConnection) -> None:
        self.id = token_hex(16)
        self.evaluator = evaluator
        self._connection = connection
        self._messages: Queue[Bmessage | None] = Queue(WAITING)
        self._taken: list[Bmessage] = []  # the message under way, then those that wait
        self._lock = threading.Lock()
        threading.Thread(target=self._work, name="chibi-hooks-nrepl-session", daemon=True).start()

    def put(self, message: Bmessage) -> bool:
        """Have a message done after those before it; False when too many wait."""
        with self._lock:
            try:
                self._messages.put_nowait(message)
            except Full:
                return False
            self._taken.append(message)
        return True

    def interrupt(self, wanted: str) -> list[str]:
        """Stop what is under way (`wanted`: if that is it); gives the words for the status."""
        with self._lock:
            if not self._taken:
                return ["session-idle"]
            message = self._taken[0]
            if wanted not in ("", text_of(message, "id")):
                return ["error", "interrupt-id-mismatch"]
        threading.Thread(target=self._stop, args=(message,), name="chibi-hooks-nrepl-stop", daemon=True).start()
        return []

    def end(self) -> None:
        """Interrupt, and end after what is under way."""
        with suppress(Full):
            while not self._messages.empty():
                self._messages.get_nowait()
            self._messages.put_nowait(None)
        self.evaluator.interrupt()

    def _stop(self, message: Bmessage) -> None:
        """Interrupt until it is done; the first time it may not have come to its evaluation yet."""
        pause = threading.Event()
        while True:
            with self._lock:
                if not (self._taken and self._taken[0] is message):
                    return
                self.evaluator.interrupt()
            pause.wait(AGAIN)

    def _work(self) -> None:
        while (message := self._messages.get()) is not None:
            try:
                QUEUED[text_of(message, "op")](self.evaluator, message, partial(self._connection.answer, message))
            finally:
                with self._lock:
                    self._taken.pop(0)
            self._connection.answer(message, {"status": ["done"]})
        self.evaluator.close()


class EditorConnection:
    """One editor."""

    def __init__(self, stream: socket.socket, new: Callable[[], Evaluator]) -> None:
        self._stream = stream
        self._new = new
        self._sessions: dict[str, Attached] = {}
        self.file = ""
        self._sending = threading.Lock()
        # a timeout of the socket object would be one for reading too
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", SENDING, 0))

    def run(self) -> None:
        """Read until the editor goes or talks nonsense."""
        decoder = Bdecoder()
        try:
            while data := self._stream.recv(PIECE):
                for message in decoder.feed(data):
                    self._take(message)
        except (NotBencode, OSError):
            return
        finally:
            self.close()

    def begin_session(self) -> str:
        """A new session; gives its name. Raises BadRequest."""
        if len(self._sessions) >= SESSIONS:
            raise BadRequest(f"clone: wanted at most {SESSIONS} sessions in one connection; close one")
        attached = Attached(self._new(), self)
        self._sessions[attached.id] = attached
        return attached.id

    def end_session(self, name: str) -> None:
        """End a session of this connection."""
        self._sessions.pop(name).end()

    def session_ids(self) -> list[str]:
        """The names of the sessions."""
        return list(self._sessions)

    def session(self, message: Bmessage) -> Attached:
        """The session that a message speaks of; one that speaks of none has the first, which is made for it.

        Raises BadRequest.
        """
        name = text_of(message, "session")
        if not name:
            name = next(iter(self._sessions), "") or self.begin_session()
        if name not in self._sessions:
            raise BadRequest("this connection has no such session; `clone` makes one")
        return self._sessions[name]

    def answer(self, message: Bmessage, answer: Bmessage) -> None:
        """Send an answer to a message; nothing happens when the editor is gone."""
        about = {key: message[key] for key in ("id", "session") if isinstance(message.get(key), str | bytes)}
        data = encode({**about, **answer})
        with self._sending:
            try:
                self._stream.sendall(data)
            except OSError:  # gone, or it does not read: half a message would spoil all that follow
                self._hang_up()

    def close(self) -> None:
        """End the sessions and let the editor go."""
        for name in self.session_ids():
            self.end_session(name)
        self._hang_up()
        self._stream.close()

    def _hang_up(self) -> None:
        with suppress(OSError):
            self._stream.shutdown(socket.SHUT_RDWR)

    def _take(self, message: Bmessage) -> None:
        op = text_of(message, "op")
        try:
            if op in IMMEDIATE:
                self.answer(message, {"status": ["done"], **IMMEDIATE[op](self, message)})
            elif op not in QUEUED:
                self.answer(message, {"status": ["done", "error", "unknown-op"], "op": op[:100]})
            elif not self.session(message).put(message):
                raise BadRequest(f"wanted at most {WAITING} messages that wait in one session")
            else:
                self.file = file_of(message) or self.file
        except BadRequest as error:
            status = ["done", "error", "unknown-session" if "session" in message else "refused"]
            self.answer(message, {"err": f"{error}\n", "status": status})


class Server:
    """Listens on a port of the loopback interface (0: any free one, see `port`); `new` makes the evaluator of a
    session. Raises BadRequest when the port is taken."""

    def __init__(self, port: int, new: Callable[[], Evaluator]) -> None:
        self._new = new
        self._connections: dict[int, EditorConnection] = {}
        self._numbers = count()
        try:
            self._socket = socket.create_server(("127.0.0.1", port))
        except OSError as error:
            raise BadRequest(f"--nrepl {port}: cannot listen there: {error.strerror}; 0 takes any free port") from None
        self.port = int(self._socket.getsockname()[1])
        self._thread = threading.Thread(target=self._accept, name="chibi-hooks-nrepl", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Listen no more, and let every editor go."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join()
        for connection in list(self._connections.values()):
            connection.close()

    def _accept(self) -> None:
        while True:
            try:
                stream, _ = self._socket.accept()
            except OSError:
                return
            if len(self._connections) >= CONNECTIONS:
                stream.close()
                continue
            number = next(self._numbers)
            self._connections[number] = connection = EditorConnection(stream, self._new)
            run = threading.Thread(target=self._run, args=(number, connection), name="chibi-hooks-editor", daemon=True)
            run.start()

    def _run(self, number: int, connection: EditorConnection) -> None:
        try:
            connection.run()
        finally:
            del self._connections[number]
