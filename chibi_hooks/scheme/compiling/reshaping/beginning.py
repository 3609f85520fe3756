"""A procedure that gathers in a parameter in, one that asks whether that begins as the empty list out.

    (define (f l acc)                          (define (f l acc)
      (if (null? l)                              (if (null? acc)
          (reverse acc)                     ⇒        (let loop ((l l) (acc '())) …)
          (f (cdr l) (cons (car l) acc))))           (let loop ((l l) (acc acc)) …)))

Theory. Mostly it does, and then the loop gathers in Python's way (`gathering`). Whoever calls with a list that holds
something gets what there was.

Rules: the body is copied, so it makes no procedure, assigns nothing and is small. Each call of the procedure in it is
one in tail position, with as many arguments as it takes.
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import is_call, is_variable
from chibi_hooks.scheme.compiling.analysing.inlining.consing import is_itself
from chibi_hooks.scheme.compiling.analysing.inlining.copying import Copier, as_loop, copyable_size
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import Origins, call_of
from chibi_hooks.scheme.compiling.analysing.trees import CALLS, nodes_of
from chibi_hooks.scheme.compiling.reshaping.gathering.loops import on_better_shapes
from chibi_hooks.scheme.compiling.reshaping.gathering.sought import Vicinity
from chibi_hooks.scheme.core import Call, Const, Define, Global, If, Lambda, Letrec, LocalRef, Node, Variable
from chibi_hooks.scheme.values.data import NIL

NODES: Final = 100  # of a body that there will be twice


def asked_how_it_begins(node: Define, procedure: Lambda, origins: Origins, around: Vicinity) -> Define:
    """The definition of such a procedure with two loops; the same one where it is none."""
    param = _reversed(procedure)
    if param is None or procedure.rest is not None or any(each.assigned for each in procedure.params):
        return node
    if not copyable_size(procedure.body, NODES):
        return node
    if any(len(each.operands) != len(procedure.params) for each in _turns(node.location, procedure)):
        return node
    place = procedure.place
    params = [Variable(each.name, each.place) for each in procedure.params]
    at = procedure.params.index(param)
    empty = _loop(node, procedure, params, at, origins)
    if as_loop(empty) is None:
        return node
    gathering = on_better_shapes(empty, origins, around)
    if gathering is empty:
        return node
    test = call_of("null?", [LocalRef(params[at], place)], procedure)
    body = If(test, gathering, _loop(node, procedure, params, -1, origins), place)
    made = Lambda(params, None, body, procedure.name, place)
    origins[made] = origins.get(procedure, procedure)
    return Define(node.location, made, node.place)


def _reversed(procedure: Lambda) -> Variable | None:
    """The parameter that is reversed in the end, if one is, and the procedure calls itself."""
    for call in nodes_of(procedure.body, CALLS):
        if is_call(call, "reverse", 1):
            for param in procedure.params:
                if is_variable(call.operands[0], param):
                    return param
    return None


def _loop(node: Define, procedure: Lambda, params: list[Variable], empty: int, origins: Origins) -> Letrec:
    """A copy of the procedure as a local one that is entered with these parameters, one of them being empty. What is
    the same in all calls is no parameter of it.
    """
    place = procedure.place
    again = Variable(procedure.name or node.location.name, place)
    copier = Copier(place, (), keeping=True)
    copier.itself[node.location] = again
    turning = [i for i in range(len(params)) if not _stays_the_same(node.location, procedure, i)]
    copier.kept[again] = turning
    for i, (old, new) in enumerate(zip(procedure.params, params, strict=True)):
        if i not in turning:
            copier.variables[old] = new
    inside = [copier.variable(procedure.params[i]) for i in turning]
    copied = Lambda(inside, None, copier.node(procedure.body), procedure.name, place)
    origins[copied] = origins.get(procedure, procedure)
    given: list[Node] = [Const(NIL, place) if i == empty else LocalRef(params[i], place) for i in turning]
    return Letrec([again], [copied], Call(LocalRef(again, place), given, place), node.place)


def _stays_the_same(location: Global, procedure: Lambda, at: int) -> bool:
    """Whether a parameter is handed on as it is by all calls of the procedure."""
    param = procedure.params[at]
    return all(is_variable(each.operands[at], param) for each in _turns(location, procedure))


def _turns(location: Global, procedure: Lambda) -> list[Call]:
    """The calls of the procedure in itself."""
    return [each for each in nodes_of(procedure.body, CALLS) if is_itself(each, location)]
