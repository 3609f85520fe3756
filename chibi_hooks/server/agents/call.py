"""The bytes that a thin client sends (hook.py) -> an `AgentCall`: which agent, which event, where and with which homes.
And back: an answer -> bytes.

    stream   = WIRE SIZE-OF-FIELDS(4) SIZE-OF-EVENT(8) FIELDS EVENT        fields: directory, HOME, CHIBI_HOME,
    answer   = BEGUN WIRE CODE(1) SIZE(4) TEXT NOTES ENDED                 CHIBI_HOOK, words…; a zero byte between
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from chibi_hooks.dialects import Rendered
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.hooks.homes.home import Surroundings, project_home, still_there
from chibi_hooks.server.hook import LARGEST, PIECE, WIRE, framed
from chibi_hooks.visible import noted

PATHS: Final = 64  # that are kept: directories in which agents are at work
FIELDS: Final = 1 << 20  # bytes: paths and words
HEAD: Final = len(WIRE) + 12
TOLD: Final = ("HOME", "CHIBI_HOME")  # variables that say which homes count
WORDS: Final = 4  # of the fields before the words


@dataclass(frozen=True, slots=True)
class AgentCall:
    """What a client was called with."""

    agent: str
    event: str
    text: bytes
    directory: str  # where the client stands, or stood until that was deleted; empty: nobody can tell
    home: str | None = None
    environment: Mapping[str, str] | None = None  # of TOLD, what is set there; None: as in this process
    wrong: Sequence[str] = ()  # words that are not understood

    def around(self, environment: Mapping[str, str], directory: str | None) -> Surroundings:
        """The surroundings of the event: `environment` is this process's, `directory` where it happens. Where that was
        deleted, what is left of the way there counts if it is in a project, else where the client stands."""
        if self.environment is not None:
            rest = {name: each for name, each in environment.items() if name not in TOLD}
            environment = {**rest, **self.environment}
        at_home = environment.get("HOME")
        user = _path(at_home) if at_home else _user_home()
        here = self.directory if directory is None else directory
        if os.path.isdir(here):
            return Surroundings(environment, _path(here), user)
        left = [Surroundings(environment, _path(still_there(each)), user) for each in (here, self.directory)]
        return next((each for each in left if project_home(each) is not None), left[1])

    @property
    def named_home(self) -> str | None:
        """The home that the call names, as an absolute path: it is named from where the client stands."""
        if self.home is None:
            return None
        return os.path.join(self.directory or "/", os.path.expanduser(self.home))


def call_of(
    words: Sequence[str],
    text: bytes,
    directory: str,
    environment: Mapping[str, str] | None = None,
    hook: str = "",
) -> AgentCall:
    """The call that a command line makes: `AGENT [EVENT] [--home DIR]`. What is not understood must not hurt. `hook` is
    the event for agents that say it in the environment."""
    home: str | None = None
    given: list[str] = []
    wrong: list[str] = []
    left = list(words)
    while left:
        word = left.pop(0)
        if word == "--home" and left:
            home = left.pop(0)
        elif word.startswith("--home="):
            home = word.partition("=")[2]
        elif len(given) == 2 or (word.startswith("-") and word != "--schema"):
            wrong.append(word)
        else:
            given.append(word)
    agent, event = (*given, "", "")[:2]
    event = event or (hook if agent == "chibi" else "")
    return AgentCall(agent, event, text, directory, home or None, environment, tuple(wrong))


def read_call(receive: Callable[[int], bytes]) -> AgentCall:
    """The call that comes in pieces from `receive`. Raises BadRequest when it is none, or ends early."""
    pieces = _Pieces(receive)
    head = pieces.take(HEAD)
    if not head.startswith(WIRE):
        raise BadRequest(f"wanted a call of chibi-hooks, got {head[:20]!r}")
    sizes = head[len(WIRE) :]
    size, length = int.from_bytes(sizes[:4], "big"), int.from_bytes(sizes[4:], "big")
    if size > FIELDS or length > LARGEST + 2 * PIECE:
        raise BadRequest(f"wanted at most {FIELDS} and {LARGEST} bytes, got the beginning of {size} and {length}")
    fields = [os.fsdecode(each) for each in pieces.take(size).split(b"\0")]
    if len(fields) <= WORDS:
        raise BadRequest(f"wanted at least {WORDS + 1} fields of a call, got {len(fields)}")
    here, user, homes, hook, *words = fields
    environment = {name: each for name, each in zip(TOLD, (user, homes), strict=True) if each}
    return call_of(words, pieces.take(length), here, environment, hook)


def answer_bytes(rendered: Rendered) -> bytes:
    """An answer as the client reads it."""
    notes = "".join(f"chibi-hooks hook: {noted(each)}\n" for each in rendered.notes)
    return framed(rendered.code, rendered.text, notes.encode("utf-8", "replace"))


class _Pieces:
    def __init__(self, receive: Callable[[int], bytes]) -> None:
        self._receive = receive
        self._rest = b""

    def take(self, size: int) -> bytes:
        """The next bytes. Raises BadRequest when there are fewer."""
        found = b"".join(self._found(size)) if len(self._rest) < size else self._rest
        self._rest = found[size:]
        return found[:size]

    def _found(self, size: int) -> Iterator[bytes]:
        got = len(self._rest)
        yield self._rest
        while got < size:
            piece = self._receive(min(size - got, PIECE) if got else PIECE)
            if not piece:
                raise BadRequest(f"a call ended after {got} of {size} bytes")
            got += len(piece)
            yield piece


@lru_cache(PATHS)
def _path(text: str) -> Path:
    """Every event makes two, of the same few texts."""
    return Path(text)


def _user_home() -> Path:
    try:
        return Path.home()
    except RuntimeError:  # the system does not know the user
        return Path("/")
