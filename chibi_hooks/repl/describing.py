"""A name -> what is known about it: how it is used, what it does, where it is defined and which libraries have it.

Nothing is written here: points describe themselves, primitives and core forms carry their usage, libraries of ours
have `;;>` comments, and a procedure of the user's shows its parameters and its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.deciding.describe import describe as describe_point
from chibi_hooks.hooks.deciding.point import POINTS
from chibi_hooks.repl.conversation import Conversation
from chibi_hooks.repl.worlds import world_of
from chibi_hooks.scheme.core import CaseLambda, Global, Lambda
from chibi_hooks.scheme.expanding.scope import CoreForm, Denotation, Macro, shown
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.libraries.catalogue import exported_names, where_is
from chibi_hooks.scheme.libraries.comments import Comment, comments_of
from chibi_hooks.scheme.libraries.finding import SCHEME_LIB
from chibi_hooks.scheme.primitive import PRIMITIVES
from chibi_hooks.scheme.running.link import unit_of
from chibi_hooks.scheme.values.data import UNDEFINED, Value
from chibi_hooks.scheme.values.source import Place

MOST: Final = 200  # names that apropos lists


def describe(session: Conversation, name: str) -> dict[str, Json]:
    """`{"name", "kind", "usage": [line, …], "about": text, "place", "page"}`; `kind` is null for what means nothing."""
    name = name.removeprefix("'").strip()
    world = world_of(session.worlds.find(session.world))
    meaning = world.top_level.meaning(name)
    value = world.global_value(meaning) if isinstance(meaning, Global) else UNDEFINED
    place = place_of(value)
    usage, about = _documentation(name, meaning, value, place)
    kind = kind_of(name, meaning, value)
    where = [each for each in where_is(name) if meaning is None]
    return {
        "name": name,
        "kind": kind,
        "usage": usage,
        "about": about,
        "place": str(place or ""),
        "line": place.line if place else None,
        "column": place.column if place else None,
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


def usage_of(world: Interpreter, name: str) -> str:
    """How a name is used, in one line; "" when nobody says."""
    meaning = world.top_level.meaning(name)
    value = world.global_value(meaning) if isinstance(meaning, Global) else UNDEFINED
    usage, _ = _documentation(name, meaning, value, place_of(value))
    return usage[0] if usage else ""


def kind_of(name: str, meaning: Denotation, value: Value) -> str | None:
    """syntax, procedure, variable, point or None."""
    if isinstance(meaning, CoreForm | Macro):
        return "syntax"
    if isinstance(meaning, Global) and value is not UNDEFINED:
        return "procedure" if callable(value) else "variable"
    return "point" if name in POINTS else None


def place_of(value: Value) -> Place | None:
    """Where a procedure of the user's is defined."""
    code = getattr(getattr(value, "__wrapped__", value), "__code__", None)
    unit = unit_of(code) if code is not None else None
    if unit is None or code is None or unit.trusted:
        return None
    place: Place | None = unit.sites[code.co_firstlineno].place
    return place


def _documentation(name: str, meaning: Denotation, value: Value, place: Place | None) -> tuple[list[str], str]:
    if place is not None:
        return _parameters(name, value), ""
    if isinstance(meaning, CoreForm):
        return [meaning.usage], ""
    if isinstance(meaning, Macro) and name not in _comments():
        return [shown(pattern) for pattern in meaning.patterns], ""
    if name in _comments():
        usage, about = _comments()[name]
        return [usage], about
    primitive = PRIMITIVES.get(name)
    if primitive is not None and primitive.doc and meaning is not None:
        first, _, rest = " ".join(primitive.doc.split()).partition(")")
        return [f"{first})"], rest.strip()
    if name in POINTS and meaning is None:
        return [f"(define-hook {name} ({' '.join(POINTS[name].checks)}) …)"], describe_point(POINTS[name])
    return (_parameters(name, value) if callable(value) else []), ""


def _parameters(name: str, value: Value) -> list[str]:
    code = getattr(getattr(value, "__wrapped__", value), "__code__", None)
    unit = unit_of(code) if code is not None else None
    body = unit.sites[code.co_firstlineno].body if unit is not None and code is not None else None
    procedure = body.lambda_ if body is not None else None
    if isinstance(procedure, CaseLambda):
        return [_call(name, clause) for clause in procedure.clauses]
    return [_call(name, procedure)] if isinstance(procedure, Lambda) else []


def _call(name: str, procedure: Lambda) -> str:
    rest = [".", procedure.rest.name] if procedure.rest is not None else []
    return f"({' '.join([name, *(each.name for each in procedure.params), *rest])})"


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


@cache
def _comments() -> dict[str, Comment]:
    """The `;;>` comments of our libraries, by name."""
    found: dict[str, Comment] = {}
    for path in sorted(SCHEME_LIB.rglob("*.s*")):
        if "engine" not in path.parts:
            found = comments_of(str(path.relative_to(SCHEME_LIB))) | found
    return found
