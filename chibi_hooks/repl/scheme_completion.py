"""Scheme text before a cursor, and what is known there -> what may be written: names, libraries, hook points, payload
keys, tools.

What stands around the cursor decides, by our own tokens (structure.py): after `'` a hook point, in `(import …)` a
library, in the string of `(payload-ref p "…")` and `(assoc "…" payload)` a key of the payload, in the string of a
comparison with `tool_name` a tool.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from chibi_hooks.dialects.rows.tools import KINDS
from chibi_hooks.docs.names import usage_of
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.deciding.point import POINTS, Point
from chibi_hooks.hooks.deciding.samples import sample
from chibi_hooks.repl.structure import NAMES, Around, Opened, around, local_names
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.running.asking import World
from chibi_hooks.scheme.values.errors import SchemeError

MODIFIERS: Final = frozenset(("only", "except", "prefix", "rename", "import"))
WHOLE: Final = frozenset(("BAR_NAME", "BOOLEAN", "CHARACTER", "CLOSE", "PREFIXED_NUMERAL", "STRING"))
"""Tokens that nothing goes on: there is no name at the cursor when it touches one."""
COMPARING: Final = frozenset(("equal?", "string=?", "member", "assoc", "case"))
TOOL_NAMES: Final = ("tool_name", "tool-name")

Candidate = tuple[str, str]  # the text, and a few words about it
Candidates = tuple[int, Iterable[Candidate]]  # where the text begins that is completed, and by what


@dataclass(frozen=True, slots=True)
class KnownHere:
    """What may be offered beyond the tables: the world's names, variables lent to it, payloads that were met, tools."""

    world: Interpreter
    variables: Iterable[str] = ()
    payloads: Iterable[Json] = ()
    tools: Callable[[], Iterable[str]] = tuple


def in_scheme(known: KnownHere, text: str) -> Candidates:
    """Where the text begins that is completed, and by what."""
    here = around(text)
    if here.inside == "comment":
        return len(text), ()
    innermost = here.opened[-1] if here.opened else None
    if here.inside == "string":
        return _keys(known, text, here, innermost)
    if any(each.head(text) == "import" for each in here.opened):
        return _libraries(known, text, here)
    start = _word_start(text, here)
    if start == len(text) and here.last is not None and here.last.kind in WHOLE:
        return start, ()
    if start and text[start - 1] == "'":
        return start, points()
    head = innermost.head(text) if innermost is not None else ""
    operands = len(innermost.items) - (start < len(text)) if innermost is not None else 0
    if head == "define-hook" and operands == 1:
        return start, points()
    if len(here.opened) > 1 and here.opened[-2].head(text) == "define-hook" and len(here.opened[-2].items) == 2:
        return start, _fields(_points_around(text, here))
    return start, [*((name, "local") for name in local_names(text, here)), *names(known, text[start:])]


def _word_start(text: str, here: Around) -> int:
    last = here.last
    if last is None or last.kind not in NAMES:
        return len(text)
    return last.start


def points() -> Iterator[Candidate]:
    """Every hook point."""
    return ((name, point.when) for name, point in POINTS.items())


def names(known: KnownHere, written: str = "") -> Iterator[Candidate]:
    """The names of the world that begin so; what is told about each costs a look at its value."""
    world = known.world
    for name in list(world.top_level.bound_names()):
        if name.startswith(written) and not name.startswith("%"):
            usage = usage_of(world, name)
            yield name, usage if usage.startswith("(") else ""
    for name in known.variables:
        yield name, ""


def _libraries(known: KnownHere, text: str, here: Around) -> Candidates:
    """Names of libraries; inside `(only (srfi 1) …)` the names that the library exports."""
    world = known.world
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


def _keys(known: KnownHere, text: str, here: Around, innermost: Opened | None) -> Candidates:
    """Keys of the payload, where a string is one; `arguments.` goes on inside."""
    start = here.last.start + 1 if here.last is not None else len(text)
    if any(_names_a_tool(text, each) for each in here.opened[-2:]):
        return start, ((name, "tool") for name in dict.fromkeys((*KINDS, *known.tools())))
    if innermost is None or (innermost.head(text), len(innermost.items)) not in (("payload-ref", 3), ("assoc", 2)):
        return len(text), ()
    payloads = [*known.payloads, *(sample(point) for point in _points_around(text, here))]
    path, dot, _ = text[start:].rpartition(".")
    return start + len(path + dot), _members(payloads, path.split(".") if path else [])


def _names_a_tool(text: str, opened: Opened) -> bool:
    """Is a string in it the name of a tool?"""
    head = opened.head(text)
    if head == "call-tool":
        return len(opened.items) == 2
    return head in COMPARING and any(each in text[opened.start :] for each in TOOL_NAMES)


def _members(payloads: list[Json], path: list[str]) -> Iterator[Candidate]:
    for payload in payloads:
        for step in path:
            payload = payload.get(step) if isinstance(payload, Mapping) else None
        if isinstance(payload, Mapping):
            yield from ((key, "") for key in payload)


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
