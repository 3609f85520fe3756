"""The comma commands of the REPL: `,name text` -> a reply. One function for each, added by one declaration in a file of
this folder; help, completion and README's list are made from the declarations.

    @command("greet", "NAME", "say hello", completes="name")
    def greet(session, text):
        return Reply(page=f"hello {text}")

It runs on the thread of its request; what it raises as a HookError or SchemeError becomes the reply's error.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final, Literal

from chibi_hooks.hooks.errors import BadRequest, did_you_mean
from chibi_hooks.repl.conversation import Conversation
from chibi_hooks.repl.reply import Reply

Act = Callable[[Conversation, str], Reply]
Completes = Literal["nothing", "point", "fire", "firing", "world", "name", "editable", "command"]


@dataclass(frozen=True, slots=True)
class Command:
    """A command: what may follow its name, what it does in a few words, and what its operand is completed by."""

    name: str
    usage: str
    about: str
    run: Act
    completes: Completes

    @property
    def more(self) -> str:
        """The rest of what there is to say: the docstring of the function."""
        return "\n".join(line.strip() for line in (self.run.__doc__ or "").strip().splitlines())


_COMMANDS: Final[dict[str, Command]] = {}


def command(name: str, usage: str, about: str, completes: Completes = "nothing") -> Callable[[Act], Act]:
    """Declare a command; the docstring of the function says the rest."""

    def declare(function: Act) -> Act:
        if name in _COMMANDS:
            raise ValueError(f"there are two commands {name}")
        _COMMANDS[name] = Command(name, usage, about, function, completes)
        return function

    return declare


@cache
def all_commands() -> Mapping[str, Command]:
    """Every command by its name, in the order of the alphabet."""
    for name in sorted(os.listdir(Path(__file__).parent)):
        if name.endswith(".py") and not name.startswith("_"):
            import_module(f"{__name__}.{name[:-3]}")
    return dict(sorted(_COMMANDS.items()))


def run(session: Conversation, text: str) -> Reply:
    """Run `name operand …`, with or without the comma before it; a number takes a restart. Raises HookError and
    SchemeError."""
    word, _, rest = text.strip().removeprefix(",").strip().partition(" ")
    if "\n" in word:
        word, _, more = word.partition("\n")
        rest = f"{more} {rest}"
    if word.isdecimal():
        return _restart(session, int(word), rest.strip())
    found = all_commands().get(word)
    if found is None:
        near = did_you_mean(word[:40], all_commands())
        raise BadRequest(f"there is no command ,{word[:40]}{near or '; `,help` lists them'}")
    return found.run(session, rest.strip())


def _restart(session: Conversation, number: int, text: str) -> Reply:
    restarts = session.restarts
    if not 1 <= number <= len(restarts):
        there = f"wanted 1 to {len(restarts)}" if restarts else "nothing has failed that could go on"
        raise BadRequest(f",{number}: {there}")
    reply = restarts[number - 1].act(text)
    if reply.error is None:
        session.restarts = []
    return reply
