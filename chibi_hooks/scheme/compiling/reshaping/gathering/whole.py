"""A list that a loop gathers at its head and answers as it is in, the same told as a list backwards out.

    (let ((found (let loop ((acc '()) …) … acc))) (equal? found (reverse found)))

Theory. Members that are gathered are told backwards for nothing, if nobody wants pairs of them (`members`). So where a
loop is bound to a variable of which is only asked what takes all members at once, what it answers is written `(reverse
(reverse acc))`: that is a list that is reversed in the end, as others are (`collected`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import is_call, is_variable
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import Origins, call_of
from chibi_hooks.scheme.compiling.analysing.trees import nodes_of
from chibi_hooks.scheme.core import Call, If, Lambda, Let, Letrec, LocalRef, Node, Sequence, Variable

TAKERS: Final = ("reverse", "length", "null?", "pair?", "list->string")
SOURCES: Final = ("reverse", "string->list")  # what a list is compared with that is no pairs, either
USES: Final = frozenset({Call, LocalRef})


def taken_whole(node: Let) -> Iterator[Letrec]:
    """The loops that are bound here and of whose lists only all members at once are wanted."""
    for variable, init in zip(node.variables, node.inits, strict=True):
        if isinstance(init, Letrec) and not variable.assigned and _is_taken_whole(variable, node.body):
            yield init


def _is_taken_whole(variable: Variable, body: Node) -> bool:
    uses = taken = 0
    for node in nodes_of(body, USES):
        if type(node) is LocalRef:
            uses += node.variable is variable
        elif type(node) is Call:
            if any(is_call(node, name, 1) for name in TAKERS):
                taken += is_variable(node.operands[0], variable)
            elif is_call(node, "equal?", 2):
                one, other = node.operands
                taken += is_variable(one, variable) and _is_source(other)
                taken += is_variable(other, variable) and _is_source(one)
    return uses == taken > 0


def _is_source(node: Node) -> bool:
    return any(is_call(node, name, 1) for name in SOURCES)


def answering_backwards(node: Letrec, index: int, origins: Origins) -> Letrec:
    """A loop with one of its variables told backwards where it is what the loop answers."""
    procedure = node.inits[0]
    assert isinstance(procedure, Lambda)
    body = _told_backwards(procedure.body, procedure.params[index])
    if body is procedure.body:
        return node
    made = Lambda(procedure.params, procedure.rest, body, procedure.name, procedure.place)
    origins[made] = origins.get(procedure, procedure)
    return Letrec(node.variables, [made], node.body, node.place)


def _told_backwards(node: Node, variable: Variable) -> Node:
    """What a loop answers, with `(reverse (reverse variable))` for the variable."""
    if isinstance(node, If):
        then, otherwise = _told_backwards(node.then, variable), _told_backwards(node.otherwise, variable)
        same = then is node.then and otherwise is node.otherwise
        return node if same else If(node.test, then, otherwise, node.place)
    if isinstance(node, Let):
        body = _told_backwards(node.body, variable)
        return node if body is node.body else Let(node.variables, node.inits, body, node.place)
    if isinstance(node, Sequence):
        last = _told_backwards(node.parts[-1], variable)
        return node if last is node.parts[-1] else Sequence([*node.parts[:-1], last], node.place)
    if isinstance(node, LocalRef) and node.variable is variable:
        return call_of("reverse", [call_of("reverse", [node], node)], node)
    return node
