"""What a frame held -> the variables that its program sees there, by the program's names.

Rules
-----
* A variable is shown where its form is around the place that was reached. What stands in line there (a procedure that
  the compiler put in place of its call) adds its own, but shadows nothing.
* Boxes are opened; characters that the code keeps as text become characters again, members and places among them
  lists, and so do keys that stand for lists.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from chibi_hooks.scheme.compiling.analysing.facts import facts
from chibi_hooks.scheme.core import FIELDS, Node, Variable, children
from chibi_hooks.scheme.running.held import HeldLocals
from chibi_hooks.scheme.running.site import Body
from chibi_hooks.scheme.values.data import Value, char, to_list
from chibi_hooks.scheme.values.flat_keys import list_of_key
from chibi_hooks.scheme.values.source import Place


def variables_of(held: HeldLocals) -> dict[str, Value]:
    """The variables that have a value, outermost first; those of a form around another are shadowed by it."""
    body = held.site.body
    if body is None:
        return {}
    known = {name for name in body.names if name in held.locals and name not in body.collectors}
    found: dict[str, Value] = {}
    gone: set[str] = set()  # generated names of what has ended, or is shadowed
    for variable, is_there in _bound(body, held.site.place):
        name = facts(variable).name
        if body.names.get(name) == variable.name:
            gone.add(name)
            if is_there and name in known:
                found.pop(variable.name, None)
                found[variable.name] = _value(body, held.locals, name)
    for name in sorted(known - gone, key=lambda each: int(each[1:]) if each[1:].isdecimal() else 0):
        if body.names[name]:
            found.setdefault(body.names[name], _value(body, held.locals, name))
    return found


def _bound(body: Body, at: Place | None) -> Iterator[tuple[Variable, bool]]:
    """The variables of a procedure, outer forms first, and whether the place is inside of the form that binds each."""
    if body.lambda_ is None:
        return
    pending: list[Node] = [body.lambda_]
    while pending:  # not by recursion: a program may be nested deeply
        node = pending.pop()
        for name, kind in FIELDS[node.__class__].items():
            if kind in ("bound", "rest"):
                held = getattr(node, name)
                for each in held if isinstance(held, list) else [held] if held is not None else []:
                    yield each, _is_around(node.place, at)
        pending += reversed(children(node))


def _is_around(outer: Place | None, at: Place | None) -> bool:
    if outer is None or at is None or outer.source is not at.source:
        return True
    return outer.start <= at.start and at.end <= outer.end


def _value(body: Body, values: Mapping[str, Value], name: str) -> Value:
    value = values[name]
    if name in body.members and body.members[name] in values:
        held = values[body.members[name]]
        members = list(map(char, held)) if held.__class__ is str else held
        return to_list(members[value:] if value.__class__ is int else members)
    if value.__class__ is list and len(value) == 1:
        value = value[0]
    if value.__class__ is tuple:
        return list_of_key(value)
    return char(value) if value.__class__ is str and len(value) == 1 else value
