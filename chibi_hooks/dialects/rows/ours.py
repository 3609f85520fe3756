"""A handler in an agent's settings -> is it a call of us, and for which agent?

    ours(handler, dialect.settings.entry)  ->  Ours(agent="claude-code", words=[…], client=1)

Ours are known by the shape of the command alone: an agent's file has no key of ours.
"""

from __future__ import annotations

import shlex
from pathlib import PurePath
from typing import Final, NamedTuple

from chibi_hooks.dialects.rows.settings import EntryShape
from chibi_hooks.hooks.answer import Json

CLIENT: Final = ("chibi_hooks", "server", "hook.py")  # how the path of the client ends
COMMAND: Final = "chibi-hooks"


class Ours(NamedTuple):
    """A handler that calls us: for which agent, with which words, and where among them the client is."""

    agent: str
    words: list[str]
    client: int


def calls_us(handler: Json, shape: EntryShape, agent: str) -> bool:
    """Does a handler call us for an agent, or for any (empty)?"""
    found = ours(handler, shape)
    return found is not None and agent in ("", found.agent)


def ours(handler: Json, shape: EntryShape) -> Ours | None:
    """The call of us that a handler is; None: it is somebody else's."""
    return ours_in(command_words(handler, shape))


def ours_in(words: list[str]) -> Ours | None:
    """The call of us that the words of a command are; None: it is somebody else's."""
    for at, word in enumerate(words):
        parts = PurePath(word).parts
        if parts[-3:] == CLIENT and at + 1 < len(words):
            return Ours(words[at + 1], words, at)
        if parts[-1:] == (COMMAND,) and words[at + 1 : at + 2] == ["hook"] and at + 2 < len(words):
            return Ours(words[at + 2], words, at)
        if word == "-m" and words[at + 1 : at + 3] == [CLIENT[0], "hook"] and at + 3 < len(words):
            return Ours(words[at + 3], words, at)
    return None


def command_words(handler: Json, shape: EntryShape) -> list[str]:
    """The words of a handler's command; none where it has none, or one that no shell could read."""
    if not isinstance(handler, dict):
        return []
    command = next((handler[key] for key in shape.command if isinstance(handler.get(key), str)), "")
    args = handler.get(shape.args) if shape.args else None
    if isinstance(args, list):
        return [command, *(str(each) for each in args)]
    try:
        return shlex.split(command)
    except ValueError:
        return []
