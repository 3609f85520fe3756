"""The text before the cursor of a REPL -> what may be written there: commands and their operands, or Scheme
(scheme_completion.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Final

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import HookError
from chibi_hooks.repl import commands
from chibi_hooks.repl.commands.recorded import journal
from chibi_hooks.repl.conversation import Conversation
from chibi_hooks.repl.scheme_completion import Candidate, Candidates, KnownHere, in_scheme, names, points
from chibi_hooks.repl.structure import split_command
from chibi_hooks.repl.worlds import OWN, world_of

MOST: Final = 200  # candidates that are shown; whoever wants fewer writes another letter
LAST: Final = 50  # fires whose IDs are offered


def complete(session: Conversation, text: str) -> dict[str, Json]:
    """`{"start": offset, "completions": [{"text": …, "about": …}, …]}` for a text that ends at the cursor."""
    start, candidates = _candidates(session, text)
    written = text[start:]
    fitting = sorted({each for each in candidates if _fits(each[0], written)})
    return {"start": start, "completions": [{"text": name, "about": about} for name, about in fitting[:MOST]]}


def _fits(name: str, written: str) -> bool:
    """Does what is written begin the name, or, of a path, its last part?"""
    return name != written and (name.startswith(written) or f"/{written}" in name)


def _candidates(session: Conversation, text: str) -> Candidates:
    stripped = text.lstrip()
    if stripped.startswith(",") and stripped[1:].isidentifier() | (stripped == ","):
        return len(text) - len(stripped) + 1, ((each.name, each.about) for each in commands.all_commands().values())
    word, rest = split_command(text)
    command = commands.all_commands().get(word)
    if command is not None and not rest.startswith("("):
        start = len(text) - len(text.rpartition(" ")[2])
        if command.completes in _OPERANDS and not text[start:].startswith("'"):
            return start, _OPERANDS[command.completes](session)
    return in_scheme(known_at(session), text)


def known_at(session: Conversation) -> KnownHere:
    """What a REPL knows where it is."""
    payloads = [session.results.payload] if session.results.payload is not None else []
    world = world_of(session.worlds.find(session.world))
    return KnownHere(world, session.results.names(), payloads, lambda: session.host.tools)


def _fires(session: Conversation) -> Iterator[Candidate]:
    """The last fires by their IDs."""
    with suppress(HookError), journal(session) as recorded:
        yield from ((each.id, f"{each.point} {each.decision}") for each in recorded.fires(limit=LAST))


_OPERANDS: Final[dict[str, Callable[[Conversation], Iterable[Candidate]]]] = {
    "point": lambda session: points(),
    "fire": _fires,
    "firing": lambda session: [*points(), *_fires(session)],
    "world": lambda session: [(name, "") for name in [OWN, *session.worlds.names()]],
    "name": lambda session: [*names(known_at(session)), *points()],
    "editable": lambda session: [*((name, "") for name in session.worlds.names()), *names(known_at(session))],
    "command": lambda session: [(each.name, each.about) for each in commands.all_commands().values()],
}
"""What a command says that it takes -> the candidates."""
