"""The words of a `fire` -> the resident host that runs for its home does all of it: what came out is printed here.

Rules
-----
* Nobody waits for what the command line imports: this loads neither it nor what knows homes. Each resident host of the
  user is asked; the one that holds what the words mean parses them with the command's own declaration, and does it.
* Programs only: at a terminal, and whatever a host does not take, goes the ordinary way (`None`), with the stdin that
  was read meanwhile. What may have been done already never does.
* It is asked twice, and does nothing before the second time: a host that ends, or is another home's, costs no fire.
* The directory, the environment and the content of FILE or stdin are this process's.
"""

from __future__ import annotations

import _socket
import os
import stat
import sys

from chibi_hooks.hooks.errors import HookError
from chibi_hooks.server.hook import LARGEST, place
from chibi_hooks.server.protocol import ANSWER_LIMIT, REQUEST_LIMIT, UNKNOWN, Decoder, ProtocolError, encode
from chibi_hooks.typenames import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from chibi_hooks.server.protocol import Message

MOST: Final = 16  # sockets tried; who has more of them waits for the ordinary way
GREETING: Final = 0.25  # seconds until a host that is well has greeted us; others may be no concern of ours
OUR_FAULT: Final = 3  # exit codes, as in cli/__init__
INTERRUPTED: Final = 130
PIECE: Final = 1 << 16


class NotTaken(Exception):
    """Nothing was done."""


def hand_over(words: list[str]) -> int | None:
    """The exit code of the command; None: nothing was done."""
    streams = sys.stdin, sys.stdout, sys.stderr
    if words[:1] != ["fire"] or any(each is None or each.encoding.lower() != "utf-8" for each in streams):
        return None
    if any(map(os.isatty, (0, 1, 2))):
        return None
    fields = {"words": words[1:], "environment": dict(os.environ)}
    try:
        fields["directory"] = os.getcwd()
        sockets = _sockets()
    except OSError:  # nobody was ever here, or the working directory was deleted
        return None
    for path in sockets[:MOST]:
        try:
            with _Line(path) as line:
                return _printed(_answer(line, fields))
        except (NotTaken, OSError, ProtocolError):
            continue
        except KeyboardInterrupt:  # what is fired goes on to its end, as ever
            sys.stderr.write("\ninterrupted\n")
            return INTERRUPTED
    return None


def _sockets() -> list[str]:
    """Where resident hosts of this user listen. Raises OSError."""
    directory = os.fsdecode(place(dict(os.environb), __file__)[0])
    above, name = os.path.split(directory)
    if not _is_ours(directory) or (name == "chibi-hooks" and not _is_ours(above)):  # that is $XDG_RUNTIME_DIR
        return []
    names = sorted(name for name in os.listdir(directory) if name.endswith(".sock") and not name.startswith("hook-"))
    return [f"{directory}/{name}" for name in names]


def _is_ours(directory: str) -> bool:
    """Is it a directory that only we can write to? Raises OSError."""
    about = os.lstat(directory)
    return stat.S_ISDIR(about.st_mode) and about.st_uid == os.geteuid() and not about.st_mode & 0o022


class Unanswered(HookError):
    """The host ended before it answered."""


class _Line:
    """A connection to a resident host. Raises OSError, and ProtocolError for whoever is none of ours."""

    def __init__(self, path: str) -> None:
        self._stream = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
        self._decoder = Decoder(ANSWER_LIMIT)
        self._stream.settimeout(GREETING)
        self._stream.connect(path)
        if sys.platform.startswith("linux"):  # elsewhere the directory says whose it is
            peer = self._stream.getsockopt(_socket.SOL_SOCKET, _socket.SO_PEERCRED, 12)
            if int.from_bytes(peer[4:8], sys.byteorder) != os.geteuid():
                raise ProtocolError("it belongs to another user")
        if "error" in self._next():
            raise ProtocolError("it takes nobody")
        self._stream.settimeout(None)

    def ask(self, fields: dict[str, Any]) -> Message:
        """What the host says. Raises NotTaken, Unanswered where it does not say whether it was done, and HookError for
        a fault of its own."""
        try:
            self._stream.sendall(encode({**fields, "id": 1, "op": "fire_words"}, REQUEST_LIMIT))
        except (OSError, ProtocolError):  # not whole, so not done
            raise NotTaken from None
        try:
            message = self._next()
        except (OSError, ProtocolError) as error:
            raise Unanswered(f"the resident host ended before it answered ({error}); {UNKNOWN}") from None
        if "error" in message:
            if message["error"]["kind"] == "ours":
                raise HookError(message["error"]["message"])
            raise NotTaken
        told: Message = message["done"]
        if not told["taken"]:
            raise NotTaken
        return told

    def _next(self) -> Message:
        while (message := self._decoder.take()) is None:
            data = self._stream.recv(PIECE)
            if not data:
                raise ProtocolError("the connection was closed")
            self._decoder.feed(data)
        return message

    def __enter__(self) -> _Line:
        return self

    def __exit__(self, *error: object) -> None:
        self._stream.close()


def _answer(line: _Line, fields: dict[str, Any]) -> Message:
    """What the host has done. Raises NotTaken."""
    try:
        try:
            told = line.ask(fields)
        except Unanswered:
            raise NotTaken from None
        if "reads" not in told:
            return told
        data = _content(told["reads"])
        try:
            return line.ask({**fields, "content": data.decode("latin-1")})
        except NotTaken:
            if told["reads"] == "-":
                _give_back(data)
            raise
    except HookError as error:
        return {"code": OUR_FAULT, "said": [[True, f"chibi-hooks: {error}\n"]]}


def _content(file: str) -> bytes:
    """What is in a file, on stdin for `-`, nothing for none. Raises NotTaken for what can be read but once, or not."""
    if file == "-":
        return sys.stdin.buffer.read(LARGEST + 1)
    if not file:
        return b""
    try:
        if not stat.S_ISREG(os.stat(file).st_mode):
            raise NotTaken
        with open(file, "rb") as stream:
            return stream.read(LARGEST + 1)
    except OSError:
        raise NotTaken from None


def _give_back(data: bytes) -> None:
    """Whoever reads stdin next finds what was there."""
    import io

    sys.stdin = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")


def _printed(told: Message) -> int:
    try:
        for is_error, text in told["said"]:
            stream = sys.stderr if is_error else sys.stdout
            stream.write(text)
            stream.flush()
    except BrokenPipeError:  # whoever read our output has had enough
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - for the interpreter's own flush at exit
        return 0
    return int(told["code"])
