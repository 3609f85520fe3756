"""A command -> the text that it is known to write: what stands in its pipe."""

from __future__ import annotations

import base64
import binascii
import re
from functools import partial
from typing import Final

from chibi_hooks.scheme.shell.filters import FILTERS
from chibi_hooks.scheme.shell.simple import FROM_PIPE, MADE, Fed, SimpleCommand
from chibi_hooks.scheme.shell.words import UNKNOWN, partly, printed, unescaped
from chibi_hooks.scheme.shell.wrappers import FINDERS, named_by

PASSES: Final = ("cat", "tee", "dd", "base64")  # what comes in goes out
WRITES: Final = ("echo", "printf", *PASSES)


def fed_by(command: SimpleCommand) -> Fed:
    """What the command behind the pipe is fed: what this one is known to write, or what finds it out."""
    name = command.name
    if name in FINDERS:
        return Fed(None, True, lambda: named_by(command.words[1:]))
    if name not in WRITES and name not in FILTERS:
        return FROM_PIPE if command.feed is None or (command.input is None and not command.feed.made) else MADE
    if name not in ("echo", "printf"):
        _ = command.input  # found out now: a thousand of them, one behind the other, are no recursion
    made = command.feed is not None and (command.feed.made or command.input is not None)
    if made and output_of(command) is None:
        return MADE
    return Fed(partial(output_of, command), True)


def output_of(command: SimpleCommand) -> str | None:
    """What a command is known to write: `echo`, `printf`, `cat` of a here-document, `base64 -d` of such."""
    arguments = [UNKNOWN if (whole := word.whole) is None else whole for word in command.words[1:]]
    made = FILTERS.get(command.name or "")
    if made is not None:
        return None if command.input is None else made(command.input, arguments)
    if command.name == "echo":
        while arguments and re.fullmatch("-[neE]+", arguments[0]):
            if "e" in arguments.pop(0):
                arguments = [unescaped(each) for each in arguments]
        return partly(" ".join(arguments))
    if command.name == "printf" and arguments:
        return partly(printed(arguments) or UNKNOWN)
    if command.name in ("cat", "tee", "dd") and command.feed is not None:
        own = command.name == "tee" or not any(each != "-" and each[:3] != "of=" for each in arguments)
        return command.input if own or command.feed.named else None
    if command.name == "base64" and command.input is not None and UNKNOWN not in command.input and _decodes(arguments):
        with_padding = re.sub(r"\s", "", command.input) + "=="
        try:
            return base64.b64decode(with_padding).decode("utf-8", "replace")
        except (ValueError, binascii.Error):
            return None
    return None


def _decodes(arguments: list[str]) -> bool:
    return any(each in ("-d", "-D", "--decode", "-di") for each in arguments)
