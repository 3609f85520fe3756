"""An expanded file -> calls that can only fail: of what is no procedure, or with a number of arguments that it never
takes.

    (string-contains text)                  string-contains: wanted 2 to 4 arguments, got 1
    (member name ("a" "b"))                 "a" is no procedure

Only what is certain is said: of primitives, of procedures of our libraries as far as they are loaded, and of those that
the file defines once and never assigns. Those of `(harness …)` drop what is more than their `;;>` comments tell of: a
guard goes on, and what its author meant is lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from inspect import CO_VARARGS
from types import FunctionType
from typing import Final, NamedTuple

from chibi_hooks.hooks.checking.linting.builders import makes_answer
from chibi_hooks.hooks.checking.linting.finding import Finding
from chibi_hooks.hooks.checking.linting.given import given
from chibi_hooks.hooks.checking.linting.nodes import (
    FileDefinitions,
    KnownBindings,
    bound_for_good,
    called,
    spot,
    text_at,
)
from chibi_hooks.scheme import core
from chibi_hooks.scheme.compiling.analysing.facts import global_facts
from chibi_hooks.scheme.libraries.comments import comments_of
from chibi_hooks.scheme.libraries.loading import ensure
from chibi_hooks.scheme.libraries.shared import table
from chibi_hooks.scheme.running.faults import arity_error
from chibi_hooks.scheme.values.data import FALSE, Value
from chibi_hooks.scheme.values.printer import short
from chibi_hooks.scheme.values.source import SourceText

EACH: Final = frozenset({  # that call what they are given with one member of each of their lists
    "map", "for-each", "filter", "remove", "any", "every", "find", "find-tail", "filter-map", "append-map", "count",
    "partition", "list-index", "vector-map", "vector-for-each", "take-while", "drop-while",
})  # fmt: skip
SHOWN: Final = 60  # characters of a list that is shown with its quote
CALLED_FIRST: Final = "what is called comes first; a pair of brackets around a value calls it"


class _Takes(NamedTuple):
    """How many arguments a procedure takes (`most` None: any number), and how it is written."""

    least: int
    most: int | None
    usage: str = ""

    def fits(self, count: int) -> bool:
        return self.least <= count and (self.most is None or count <= self.most)


def wrong_arguments(nodes: Sequence[core.Node], definitions: FileDefinitions, source: SourceText) -> Iterator[Finding]:
    """Each call that can only fail."""
    held = bound_for_good(nodes)
    ensure({node.location for node in nodes if isinstance(node, core.GlobalRef)}, table())
    for node in nodes:
        if not isinstance(node, core.Call):
            continue
        operator = node.operator
        if isinstance(operator, core.Const):
            yield _no_procedure(node, operator.value, source)
            continue
        if what := _what_it_is(operator, definitions, held):
            message = f"{what}, and stands where what is called belongs"
            yield Finding(spot(operator.place or node.place, source), "error", message, "no-procedure", CALLED_FIRST)
            continue
        name, clauses = takes(operator, definitions, held)
        count = len(node.operands)
        if clauses and not any(each.fits(count) for each in clauses):
            most = None if any(each.most is None for each in clauses) else max(each.most or 0 for each in clauses)
            said = arity_error(name, min(each.least for each in clauses), most, count).message
            usage = " or ".join(each.usage for each in clauses if each.usage)
            hint = f"it is called as {usage}" if usage else f"`chibi-hooks doc {name}` shows how it is called"
            yield Finding(spot(node.place, source), "error", said, "wrong-arguments", hint)
        elif (walker := called(node, definitions)) in EACH and count > 1:
            yield from _callback(walker, node, definitions, held, source)


def _callback(
    walker: str, node: core.Call, definitions: FileDefinitions, held: KnownBindings, source: SourceText
) -> Iterator[Finding]:
    """A procedure that is called with one member of each list, and never takes so many."""
    count = len(node.operands) - 1
    operand = node.operands[0]
    name, clauses = takes(operand, definitions, held)
    if isinstance(operand, core.Lambda):
        name, clauses = "this procedure", [_of_lambda(operand, "lambda")]
    if clauses and not any(each.fits(count) for each in clauses):
        most = None if any(each.most is None for each in clauses) else max(each.most or 0 for each in clauses)
        said = arity_error(name, min(each.least for each in clauses), most, count).message
        message = f"{said}: {walker} calls it with {'one member' if count == 1 else f'{count} members'} at a time"
        hint = f"write ({walker} (lambda (each) …) list)" if count == 1 else f"{walker} has {count} lists here"
        yield Finding(spot(operand.place or node.place, source), "error", message, "wrong-arguments", hint)


def _no_procedure(node: core.Call, value: Value, source: SourceText) -> Finding:
    """A constant stands where what is called belongs."""
    text, first = text_at(node.place), node.operands[:1]
    hint = "a list of constants has a quote before it"
    if first and isinstance(first[0], core.GlobalRef):
        hint = "what is called comes first"
    elif text.startswith("(") and all(isinstance(each, core.Const) for each in node.operands) and len(text) < SHOWN:
        hint = f"write '{text}"
    message = f"{short(value)} is no procedure, and stands where what is called belongs"
    return Finding(spot(node.place, source), "error", message, "no-procedure", hint)


def _what_it_is(operator: core.Node, definitions: FileDefinitions, held: KnownBindings) -> str:
    """What stands there that is no procedure for certain; nothing where it may be one."""
    if isinstance(operator, core.Call):
        what = "an answer" if makes_answer(called(operator, definitions)) else given(operator, definitions)
        return f"what ({called(operator, definitions)} …) gives is {what}" if what else ""
    value: core.Node | None = None
    if isinstance(operator, core.LocalRef):
        value, name = held.get(operator.variable), operator.variable.name
    elif isinstance(operator, core.GlobalRef):
        value, name = definitions.get(operator.location), operator.location.name
    if isinstance(value, core.Const) and value.value is FALSE:  # there is none, and who calls asks first
        return ""
    what = given(value, definitions) if value is not None else ""
    return f"{name} is {what} here" if what else ""


def takes(operator: core.Node, definitions: FileDefinitions, held: KnownBindings) -> tuple[str, Sequence[_Takes]]:
    """What is called, and what it takes; nothing where that is not known, or it is no procedure."""
    match operator:
        case core.LocalRef(variable=variable) if variable in held:
            return variable.name, _of_node(held[variable], variable.name)
        case core.GlobalRef(location=location) if location in definitions:
            return location.name, _of_node(definitions[location], location.name)
        case core.GlobalRef(location=location) if not location.assigned:
            return location.name, _of_ours(location)
    return "", ()


def _of_ours(location: core.Global) -> Sequence[_Takes]:
    """What a primitive or a procedure of a library takes, as far as it is known."""
    if location.primitive is not None:
        return [_Takes(location.primitive.minimum, location.primitive.maximum)]
    facts = global_facts(location)
    if facts.known is not None:
        return _told(location, _of_node(facts.known, location.name))
    if facts.clauses:
        return [_Takes(min(facts.clauses), None)]
    function = table().names.get(location.key) if location.library is not None else None
    if not isinstance(function, FunctionType):
        return ()
    most = function.__code__.co_argcount
    least = most - len(function.__defaults__ or ())
    return _told(location, [_Takes(least, None if function.__code__.co_flags & CO_VARARGS else most)])


def _told(location: core.Global, taken: Sequence[_Takes]) -> Sequence[_Takes]:
    """The same with as many arguments as the comment on a procedure of `(harness …)` tells of."""
    library = location.library or ""
    if not library.startswith("(harness ") or all(each.most is not None for each in taken):
        return taken
    usage = _usages(library).get(location.name, "")
    most = _most(usage)
    return [each._replace(most=most, usage=usage) for each in taken] if most is not None else taken


@cache
def _usages(library: str) -> Mapping[str, str]:
    """How the procedures of a library of ours are used, by its comments."""
    try:
        told = comments_of(f"{library.strip('()').replace(' ', '/')}.scm")
    except OSError:
        return {}
    return {name: usage for name, (usage, _) in told.items()}


def _most(usage: str) -> int | None:
    """The most arguments in `(deny), (deny reason) or (deny reason text)`, `(times key [scope])`; None: any number."""
    ways = re.findall(r"\(([^()]*)\)", usage)
    if not ways or "..." in usage:
        return None
    return max(len(each.replace("[", " ").replace("]", " ").split()) for each in ways) - 1


def _of_node(node: core.Node | None, name: str) -> Sequence[_Takes]:
    clauses = node.clauses if isinstance(node, core.CaseLambda) else [node] if isinstance(node, core.Lambda) else []
    return [_of_lambda(each, name) for each in clauses]


def _of_lambda(clause: core.Lambda, name: str) -> _Takes:
    words = [name, *(each.name for each in clause.params)]
    rest = clause.rest
    usage = " ".join(words if rest is None else [*words, f"{rest.name} …"])
    return _Takes(len(clause.params), len(clause.params) if rest is None else None, f"({usage})")
