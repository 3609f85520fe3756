"""A name -> what is known about it: how it is used, what it does, where it is defined and which libraries have it.

What is told about a name is known to `docs.names`; here is what this REPL's world adds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chibi_hooks.docs.names import documentation, kind_of, usage_of
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.deciding.point import POINTS
from chibi_hooks.repl.conversation import Conversation
from chibi_hooks.repl.worlds import world_of
from chibi_hooks.scheme.core import Global
from chibi_hooks.scheme.libraries.catalogue import exported_names, where_is
from chibi_hooks.scheme.running.link import place_of
from chibi_hooks.scheme.values.data import UNDEFINED
from chibi_hooks.scheme.values.source import Place

MOST: Final = 200  # names that apropos lists


def describe(session: Conversation, name: str) -> dict[str, Json]:
    """`{"name", "kind", "usage": [line, …], "about": text, "place", "path", "page", …}`; `kind` null: it means nothing.
    """
    name = name.removeprefix("'").strip()
    world = world_of(session.worlds.find(session.world))
    meaning = world.top_level.meaning(name)
    value = world.global_value(meaning) if isinstance(meaning, Global) else UNDEFINED
    place = place_of(value)
    usage, about = documentation(name, meaning, value, place)
    kind = kind_of(name, meaning, value)
    where = [each for each in where_is(name, "harness") if meaning is None]
    return {
        "name": name,
        "kind": kind,
        "usage": usage,
        "about": about,
        "place": str(place or ""),
        "line": place.line if place else None,
        "column": place.column if place else None,
        "path": str(session.worlds.path_of(place.source.name) or "") if place else "",
        "page": "\n".join(_page(name, kind, usage, about, place, where)),
    }


def apropos(session: Conversation, word: str) -> Iterator[tuple[str, str]]:
    """The names that contain a word, with their usage or where they are: those in scope, then points, then those of
    libraries that are not imported."""
    world = world_of(session.worlds.find(session.world))
    bound = set(world.top_level.bound_names())
    for name in sorted(each for each in bound if word in each)[:MOST]:
        usage = usage_of(world, name)
        yield name, usage if usage.startswith("(") else ""
    for name in sorted(each for each in POINTS if word in each):
        yield f"'{name}", POINTS[name].when
    elsewhere = sorted(each for each in exported_names() if word in each and each not in bound)
    for name in elsewhere[:MOST]:
        yield name, f"in {where_is(name)[0]}"


def _page(
    name: str, kind: str | None, usage: list[str], about: str, place: Place | None, where: list[str]
) -> Iterator[str]:
    if kind is None and not where:
        yield f"{name}: nothing is known of it; `,apropos {name}` looks for names that contain it"
        return
    if kind == "point":
        yield about
        return
    yield from usage or [f"{name}: a {kind}" if kind else name]
    if about:
        yield about
    if place is not None:
        yield f"defined at {place}"
    if where:
        yield f"it is in {' and '.join(where[:3])}: (import {where[0]})"
