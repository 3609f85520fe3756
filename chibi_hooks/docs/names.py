"""A name and what it means in a world -> how it is used, what it does, what kind of thing it is, where it is defined.

Nothing is written here: points describe themselves, primitives and core forms carry their usage, libraries of ours
have `;;>` comments, and a procedure of the user's shows its parameters and its place.
"""

from __future__ import annotations

from functools import cache

from chibi_hooks.hooks.deciding.describe import describe as describe_point
from chibi_hooks.hooks.deciding.point import POINTS
from chibi_hooks.scheme.core import CaseLambda, Global, Lambda
from chibi_hooks.scheme.expanding.scope import CoreForm, Denotation, Macro, shown
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.libraries.comments import Comment, comments_of, examples_of
from chibi_hooks.scheme.libraries.finding import SCHEME_LIB
from chibi_hooks.scheme.primitive import PRIMITIVES
from chibi_hooks.scheme.running.link import place_of, unit_of
from chibi_hooks.scheme.values.data import UNDEFINED, Value
from chibi_hooks.scheme.values.source import Place


def usage_of(world: Interpreter, name: str) -> str:
    """How a name is used, in one line; "" when nobody says."""
    meaning = world.top_level.meaning(name)
    value = world.global_value(meaning) if isinstance(meaning, Global) else UNDEFINED
    usage, _ = documentation(name, meaning, value, place_of(value))
    return usage[0] if usage else ""


def kind_of(name: str, meaning: Denotation, value: Value) -> str | None:
    """syntax, procedure, variable, point or None."""
    if isinstance(meaning, CoreForm | Macro):
        return "syntax"
    if isinstance(meaning, Global) and value is not UNDEFINED:
        return "procedure" if callable(value) else "variable"
    return "point" if name in POINTS else None


def documentation(name: str, meaning: Denotation, value: Value, place: Place | None) -> tuple[list[str], str]:
    """The ways to use a name, one a line, and what it does; `place` is where the user has defined it."""
    if place is not None:
        return _parameters(name, value), ""
    if isinstance(meaning, CoreForm):
        return [meaning.usage], ""
    if isinstance(meaning, Macro) and name not in comments():
        return [shown(pattern) for pattern in meaning.patterns], ""
    if name in comments():
        usage, about = comments()[name]
        return [usage], about
    primitive = PRIMITIVES.get(name)
    if primitive is not None and primitive.doc and meaning is not None:
        first, _, rest = " ".join(primitive.doc.split()).partition(")")
        return [f"{first})"], rest.strip()
    if name in POINTS and meaning is None:
        return [f"(define-hook {name} ({' '.join(POINTS[name].checks)}) …)"], describe_point(POINTS[name])
    return (_parameters(name, value) if callable(value) else []), ""


@cache
def comments() -> dict[str, Comment]:
    """The `;;>` comments of our libraries, by name."""
    found: dict[str, Comment] = {}
    for file in _files():
        found = comments_of(file) | found
    return found


@cache
def examples() -> dict[str, list[str]]:
    """The lines of the examples in those comments, by name."""
    found: dict[str, list[str]] = {}
    for file in _files():
        found = examples_of(file) | found
    return found


def _files() -> list[str]:
    paths = sorted(SCHEME_LIB.rglob("*.s*"))
    return [str(path.relative_to(SCHEME_LIB)) for path in paths if "engine" not in path.parts]


def _parameters(name: str, value: Value) -> list[str]:
    code = getattr(getattr(value, "__wrapped__", value), "__code__", None)
    unit = unit_of(code) if code is not None else None
    if unit is not None and unit.again is not None:
        unit.complete()  # it came from disk, without what it was made of
    body = unit.sites[code.co_firstlineno].body if unit is not None and code is not None else None
    procedure = body.lambda_ if body is not None else None
    if isinstance(procedure, CaseLambda):
        return [_call(name, clause) for clause in procedure.clauses]
    return [_call(name, procedure)] if isinstance(procedure, Lambda) else []


def _call(name: str, procedure: Lambda) -> str:
    rest = [".", procedure.rest.name] if procedure.rest is not None else []
    return f"({' '.join([name, *(each.name for each in procedure.params), *rest])})"
