"""An agent's event on stdin -> that agent's answer on stdout, with its exit code: what agents run, by this file's path.

    python3 -I -S …/server/hook.py AGENT [EVENT] [--home DIR]

It sends the bytes to the host for agents (agents/) and prints the bytes that come back. Whatever goes otherwise is
done by hook_alone.py, beside it: start a host, work without one, say the last word.

Rules
-----
* An agent waits for this process at every tool call, and Python compiles the file each time: it is short, imports
  nothing of the package, and beside `_socket` only what the interpreter has loaded anyway.
* `WIRE`, `place` and `request` are stated here, for both sides.
* The host does a request when it has said `BEGUN`. Before that nothing was done, and it may be done elsewhere.
"""

import _signal  # type: ignore[import-not-found]
import _socket
import posix
import sys

WIRE = b"chibi-hook 1\n"  # both sides begin with it; another version has another socket
BEGUN = b"\x06"  # the host has the whole request, and does it now
ENDED = b"\x04"  # the last byte of an answer
DEADLINE = 29.0  # seconds from our start to our answer: a second below the timeout that installers write
READING = 4.0  # seconds for stdin: an agent that has not closed it by then has said what it wants to say
TAKING = 3.0  # seconds in which a host that is well takes a request
LARGEST = 64 << 20  # bytes of an event; the rest is read and not kept, and the answer says that it is too much
LONGEST = 100  # bytes of a socket's path: macOS takes 103, Linux 107
PIECE = 1 << 20


class Late(Exception):
    """The time is up."""


class ClientCall:
    """What we were called with, and how far it has got."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.chunks: list[bytes] = []  # of stdin
        self.is_read = False  # is that all?
        self.has_begun = False  # has a host said so?


def main(words: list[str]) -> None:
    """Answer, and end the process."""
    call = ClientCall(words)
    try:
        _signal.signal(_signal.SIGALRM, ring)
        _signal.pthread_sigmask(_signal.SIG_UNBLOCK, [_signal.SIGALRM])
        _signal.setitimer(_signal.ITIMER_REAL, READING)
        if "--schema" not in words:  # chibi asks that, and sends nothing
            read(call)
        call.is_read = True
        left = _signal.setitimer(_signal.ITIMER_REAL, DEADLINE)[0]
        _signal.setitimer(_signal.ITIMER_REAL, DEADLINE - READING + left)
        directory, name = place(posix.environ, __file__)
        answer = ask(call, directory + b"/" + name + b".sock")
        _signal.setitimer(_signal.ITIMER_REAL, 0)
    except BaseException as error:  # whatever it is, the agent must have an answer
        answer = alone(call, error)
    say(*answer)


def ring(number: int, frame: object) -> None:
    """The alarm. Raises Late."""
    raise Late


def read(call: ClientCall) -> None:
    """All of stdin, of which LARGEST and a piece are kept."""
    size = 0
    while chunk := posix.read(0, PIECE):
        if size <= LARGEST:
            call.chunks.append(chunk)
        size += len(chunk)


def place(environment: dict[bytes, bytes], client: str) -> tuple[bytes, bytes]:
    """The directory of the socket of this client's host, and its name without an ending: one for each state directory
    and installation. Raises OSError."""
    state = environment.get(b"CHIBI_HOOKS_STATE", b"")
    if not state:
        state = environment.get(b"XDG_STATE_HOME", b"")
        if state[:1] != b"/" or sys.platform == "darwin":
            state = environment.get(b"HOME") or user_home()
            state += b"/Library/Application Support" if sys.platform == "darwin" else b"/.local/state"
        state += b"/chibi-hooks"
    elif state[:1] != b"/":
        state = here() + b"/" + state
    number = 0xCBF29CE484222325
    for byte in WIRE + state + b"\0" + client.encode("utf-8", "surrogateescape"):  # FNV-1a: hashlib takes 2 ms
        number = ((number ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    name = b"hook-%016x" % number
    runtime = environment.get(b"XDG_RUNTIME_DIR", b"")
    directory = runtime + b"/chibi-hooks" if runtime[:1] == b"/" else state + b"/run"
    if len(directory) + len(name) + 6 > LONGEST:
        directory = b"/tmp/chibi-hooks-%d" % posix.geteuid()
    return directory, name


def user_home() -> bytes:
    """Where the user is at home according to the system."""
    import pwd  # few environments have no HOME

    try:
        return pwd.getpwuid(posix.geteuid()).pw_dir.encode("utf-8", "surrogateescape")
    except KeyError:
        return b"/tmp/chibi-hooks-%d" % posix.geteuid()


def here() -> bytes:
    """Where we stand, or stood before that was deleted; empty: nobody can tell."""
    try:
        return posix.getcwdb()
    except OSError:
        try:
            return posix.readlink(b"/proc/self/cwd").removesuffix(b" (deleted)")
        except OSError:
            return b""


def request(call: ClientCall) -> bytes:
    """What the host is sent: sizes, fields, and the event as it came."""
    environment = posix.environ
    words = "\0".join(call.words).encode("utf-8", "surrogateescape")
    told = [here(), *(environment.get(each, b"") for each in (b"HOME", b"CHIBI_HOME", b"CHIBI_HOOK")), words]
    fields = b"\0".join(told)
    size = sum(map(len, call.chunks))
    head = WIRE + len(fields).to_bytes(4, "big") + size.to_bytes(8, "big") + fields
    return b"".join((head, *call.chunks))


def ask(call: ClientCall, path: bytes) -> tuple[int, bytes, bytes]:
    """The host's answer: exit code, text, notes. Raises OSError and Late."""
    about = posix.lstat(path[: path.rindex(b"/")])
    if about.st_mode & 0o170022 != 0o040000 or about.st_uid != posix.geteuid():
        raise PermissionError("the directory of the socket is not ours alone")
    stream = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    stream.settimeout(TAKING)
    stream.connect(path)
    stream.sendall(request(call))
    begun = stream.recv(1)
    if begun != BEGUN:
        raise ConnectionError("the host has not taken the event")
    call.has_begun = True
    stream.settimeout(None)  # the alarm ends it
    answer = b""
    while chunk := stream.recv(PIECE):
        answer += chunk
    stream.close()
    return parsed(answer)


def parsed(answer: bytes) -> tuple[int, bytes, bytes]:
    """An answer as the host sends it: exit code, text, notes. Raises ConnectionError."""
    size = len(WIRE)
    end = size + 5 + int.from_bytes(answer[size + 1 : size + 5], "big")
    if answer[:size] != WIRE or len(answer) <= end or answer[-1:] != ENDED:
        raise ConnectionError("the host has ended before it answered")
    return answer[size], answer[size + 5 : end], answer[end:-1]


def framed(code: int, text: bytes, notes: bytes) -> bytes:
    """The same, to be sent."""
    return b"".join((WIRE, bytes((code,)), len(text).to_bytes(4, "big"), text, notes, ENDED))


def alone(call: ClientCall, error: BaseException) -> tuple[int, bytes, bytes]:
    """The answer where the host has none: never an exception."""
    try:
        sys.path.insert(0, __file__.rpartition("/")[0] or ".")
        import hook_alone  # type: ignore[import-not-found]

        del sys.path[0]  # the modules there may be called like some of the standard library
        found: tuple[int, bytes, bytes] = hook_alone.answer(sys.modules[__name__], call, error)
        return found
    except BaseException as fault:  # an installation that is half gone: nothing is no opinion to every agent
        return 0, b"", f"chibi-hooks hook: {type(fault).__name__}: {fault}\n".encode("utf-8", "replace")


def say(code: int, text: bytes, notes: bytes) -> None:
    """Print it, and end. Who does not listen any more is no fault."""
    for stream, rest in ((2, notes), (1, text)):
        try:
            while rest:
                rest = rest[posix.write(stream, rest) :]
        except OSError:
            continue
    posix._exit(code)


if __name__ == "__main__":
    main(sys.argv[1:])
