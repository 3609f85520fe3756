"""The text before the cursor -> what may be written there: names, libraries, hook points, payload keys, commands.

What stands around the cursor decides, by our own tokens (structure.py): after `'` a hook point, in `(import …)` a
library, in the string of `(payload-ref p "…")` and `(assoc "…" payload)` a key of the payload.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from chibi_hooks.docs.names import usage_of
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.deciding.point import POINTS, Point
from chibi_hooks.hooks.deciding.samples import sample
from chibi_hooks.repl import commands
from chibi_hooks.repl.conversation import Conversation
from chibi_hooks.repl.structure import Around, Opened, around, split_command
from chibi_hooks.repl.worlds import OWN, world_of
from chibi_hooks.scheme.running.asking import World
from chibi_hooks.scheme.values.errors import SchemeError

MOST: Final = 200  # candidates that are shown; whoever wants fewer writes another letter
MODIFIERS: Final = frozenset(("only", "except", "prefix", "rename", "import"))

WHOLE: Final = frozenset(("BAR_NAME", "BOOLEAN", "CHARACTER", "CLOSE", "PREFIXED_NUMERAL", "STRING"))
"""Tokens that nothing goes on: there is no name at the cursor when it touches one."""

Candidate = tuple[str, str]  # the text, and a few words about it
Candidates = tuple[int, Iterable[Candidate]]  # where the text begins that is completed, and by what


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
    return _in_scheme(session, text)


def _in_scheme(session: Conversation, text: str) -> Candidates:
    here = around(text)
    if here.inside == "comment":
        return len(text), ()
    innermost = here.opened[-1] if here.opened else None
    if here.inside == "string":
        return _keys(session, text, here, innermost)
    if any(each.head(text) == "import" for each in here.opened):
        return _libraries(session, text, here)
    start = _word_start(text, here)
    if start == len(text) and here.last is not None and here.last.kind in WHOLE:
        return start, ()
    if start and text[start - 1] == "'":
        return start, _points()
    head = innermost.head(text) if innermost is not None else ""
    operands = len(innermost.items) - (start < len(text)) if innermost is not None else 0
    if head == "define-hook" and operands == 1:
        return start, _points()
    if len(here.opened) > 1 and here.opened[-2].head(text) == "define-hook" and len(here.opened[-2].items) == 2:
        return start, _fields(_points_around(text, here))
    return start, _names(session, text[start:])


def _word_start(text: str, here: Around) -> int:
    last = here.last
    if last is None or last.kind not in ("NAME", "NUMERAL", "BAD_WORD"):
        return len(text)
    return last.start


def _points() -> Iterator[Candidate]:
    return ((name, point.when) for name, point in POINTS.items())


def _names(session: Conversation, written: str = "") -> Iterator[Candidate]:
    """Names that begin so; what is told about each costs a look at its value."""
    world = world_of(session.worlds.find(session.world))
    for name in list(world.top_level.bound_names()):
        if name.startswith(written) and not name.startswith("%"):
            usage = usage_of(world, name)
            yield name, usage if usage.startswith("(") else ""
    for name in session.results.names():
        yield name, ""


def _libraries(session: Conversation, text: str, here: Around) -> Candidates:
    """Names of libraries; inside `(only (srfi 1) …)` the names that the library exports."""
    world = world_of(session.worlds.find(session.world))
    innermost = here.opened[-1]
    if innermost.head(text) in MODIFIERS:
        start = _word_start(text, here)
        named = innermost.items[1] if len(innermost.items) > 1 else None
        if innermost.head(text) != "import" and named is not None and named.kind == "list":
            return start, _exports(world, text[named.start : named.end])
        return len(text), _library_names(world)
    return innermost.start, _library_names(world)


def _library_names(world: World) -> Iterator[Candidate]:
    return ((name, "") for name in world.names.importable())


def _exports(world: World, library: str) -> list[Candidate]:
    try:
        return [(name, library) for name in world.names.exports(" ".join(library.split()))]
    except SchemeError:
        return []


def _keys(session: Conversation, text: str, here: Around, innermost: Opened | None) -> Candidates:
    """Keys of the payload, where a string is one; `arguments.` goes on inside."""
    start = here.last.start + 1 if here.last is not None else len(text)
    if innermost is None or (innermost.head(text), len(innermost.items)) not in (("payload-ref", 3), ("assoc", 2)):
        return len(text), ()
    payloads = [*_last_payload(session), *(sample(point) for point in _points_around(text, here))]
    path, dot, _ = text[start:].rpartition(".")
    return start + len(path + dot), _members(payloads, path.split(".") if path else [])


def _members(payloads: list[Json], path: list[str]) -> Iterator[Candidate]:
    for payload in payloads:
        for step in path:
            payload = payload.get(step) if isinstance(payload, Mapping) else None
        if isinstance(payload, Mapping):
            yield from ((key, "") for key in payload)


def _last_payload(session: Conversation) -> list[Json]:
    return [session.results.payload] if session.results.payload is not None else []


def _points_around(text: str, here: Around) -> list[type[Point]]:
    """The point of the hook that is being written; without one all of them."""
    for opened in reversed(here.opened):
        if opened.head(text) in ("define-hook", "register-hook") and len(opened.items) > 1:
            name = text[opened.items[1].start : opened.items[1].end].lstrip("'")
            if name in POINTS:
                return [POINTS[name]]
    return list(POINTS.values())


def _fields(points: list[type[Point]]) -> Iterator[Candidate]:
    for point in points:
        for name, each in point.stated.items():
            yield (each.alias or name), each.description


_OPERANDS: Final[dict[str, Callable[[Conversation], Iterable[Candidate]]]] = {
    "point": lambda session: _points(),
    "world": lambda session: [(name, "") for name in [OWN, *session.worlds.names()]],
    "name": lambda session: [*_names(session), *_points()],
    "command": lambda session: [(each.name, each.about) for each in commands.all_commands().values()],
}
"""What a command says that it takes -> the candidates."""
