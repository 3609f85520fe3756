"""A loop in, the same with each of its variables on the shape that fits it out."""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.compiling.analysing.inlining.copying import as_loop
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import Origins
from chibi_hooks.scheme.compiling.reshaping.gathering.appended import Appended, appended_params
from chibi_hooks.scheme.compiling.reshaping.gathering.asked import Recalled, asked_params
from chibi_hooks.scheme.compiling.reshaping.gathering.collected import Collected
from chibi_hooks.scheme.compiling.reshaping.gathering.grown import Grown, grown_params, is_fresh, is_own
from chibi_hooks.scheme.compiling.reshaping.gathering.linear import Linear, OtherUse
from chibi_hooks.scheme.compiling.reshaping.gathering.pieces import on_pieces
from chibi_hooks.scheme.compiling.reshaping.gathering.sought import Vicinity
from chibi_hooks.scheme.compiling.reshaping.gathering.spread import spread
from chibi_hooks.scheme.compiling.reshaping.gathering.walked import Walked
from chibi_hooks.scheme.compiling.reshaping.gathering.whole import answering_backwards
from chibi_hooks.scheme.core import Call, Const, Lambda, Let, Letrec, LocalRef, Node, Variable
from chibi_hooks.scheme.values.data import NIL

MOST: Final = 32  # variables of a loop: for each of them all of it is rebuilt


def _entry(node: Letrec) -> Call | None:
    """The call that enters a loop, if one of its variables begins like those that are looked for."""
    init, body = node.inits[0], node.body
    if len(node.inits) != 1 or not isinstance(init, Lambda) or init.rest is not None or not isinstance(body, Call):
        return None
    operator = body.operator
    if not isinstance(operator, LocalRef) or operator.variable is not node.variables[0]:
        return None
    if any(_shape_of(each) is not None for each in body.operands):
        return body
    others = grown_params(init, operator.variable) or appended_params(init, operator.variable) or asked_params(init)
    return body if others else None


def _shape_of(init: Node) -> type[Linear] | None:
    """How a variable that begins so may be treated."""
    if isinstance(init, Const):
        return Collected if init.value is NIL else Grown if is_own(init) else None
    if Walked.is_source(init):
        return Walked
    return Grown if is_fresh(init) else None


def may_gather(node: Letrec) -> bool:
    """Whether it looks like a loop with such a variable."""
    return _entry(node) is not None


def on_better_shapes(node: Letrec, origins: Origins, around: Vicinity, whole: bool = False) -> Node:
    """A loop with each of its variables on the shape that fits it. `whole`: of a list that it answers only all members
    at once are wanted.
    """
    if not may_gather(node):
        return node
    plain = spread(node, origins)
    if plain is not None and (made := _shaped(plain, origins, around, whole)) is not plain:
        return made
    return _shaped(node, origins, around, whole)


def _shaped(node: Letrec, origins: Origins, around: Vicinity, whole: bool) -> Node:
    procedure = as_loop(node)
    entry = node.body
    assert isinstance(entry, Call)
    if procedure is None or len(entry.operands) != len(procedure.params) or len(procedure.params) > MOST:
        return node
    grown = grown_params(procedure, node.variables[0])
    appended = appended_params(procedure, node.variables[0])
    asked = asked_params(procedure)
    shapes: list[tuple[int, type[Linear]]] = []
    for i, (param, init) in enumerate(zip(procedure.params, entry.operands, strict=True)):
        shape = Appended if param in appended else _shape_of(init) or (Grown if param in grown else None)
        if not param.assigned:
            shapes += [(i, each) for each in (Recalled if param in asked else None, shape) if each]
    before: list[tuple[Variable, Node]] = []
    done: set[int] = set()
    for i, each in sorted(shapes, key=lambda found: found[1] is not Walked):
        if i in done:
            continue
        try:
            told = answering_backwards(node, i, origins) if whole and each is Collected else node
            changed = each(told, i, origins)
            node = changed.loop()
        except OtherUse:
            continue
        done.add(i)
        before += changed.before
    around.learn(before)
    made: Node = on_pieces(node, around, origins)
    for variable, value in reversed(before):
        made = Let([variable], [value], made, node.place)
    return made
