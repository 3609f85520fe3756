"""A call of a procedure of the program that only makes a generator of others, or consumes one, in; what it does, in its
place, out: so that a generator which goes through such a procedure is made where it is consumed (`pipelines`).

    (define (evens g) (gfilter even? g))
    (total (evens (list->generator l)))    ⇒    (generator-fold + 0 (gfilter even? (list->generator l)))
    (define (odds) (gfilter odd? (make-range-generator 0)))
    (generator-find f (odds))              ⇒    (generator-find f (gfilter odd? (make-range-generator 0)))

Rules: the procedure is defined once and for good, before this form. Its operands are evaluated in the order in which
the program says it, and once.
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import called_leaf
from chibi_hooks.scheme.compiling.analysing.inlining.copying import Copier
from chibi_hooks.scheme.compiling.reshaping.gathering.sought import Vicinity
from chibi_hooks.scheme.compiling.reshaping.generated import STAGES, is_stage
from chibi_hooks.scheme.compiling.reshaping.pipelines import consumed_at
from chibi_hooks.scheme.compiling.reshaping.taken import is_source, maker_of
from chibi_hooks.scheme.core import Call, Const, GlobalRef, Lambda, LocalRef, Node, SetLocal, Variable, children

NODES: Final = 60  # of a body that is copied


def in_place(node: Call, around: Vicinity) -> Call | None:
    """What the procedure does that is called, if it is such a one and something is won by that."""
    procedure = around.before.get(node.operator.location) if isinstance(node.operator, GlobalRef) else None
    body = procedure.body if procedure is not None else None
    if procedure is None or not isinstance(body, Call) or procedure.rest is not None:
        return None
    if len(procedure.params) != len(node.operands) or any(each.assigned for each in procedure.params):
        return None
    made = _makes_one(node)
    stage = _may_stage(body) and (made or _makes_one(body))
    if not (is_source(body) or stage or (made and consumed_at(body) is not None)):
        return None
    uses: list[Variable] = []
    if not _is_plain(body, uses) or not _in_order(procedure, node.operands, uses):
        return None
    copier = Copier(procedure.place, (), keeping=True)
    copier.instead.update(zip(procedure.params, node.operands, strict=True))
    copied = copier.node(body)
    return copied if isinstance(copied, Call) else None


def _makes_one(node: Call) -> bool:
    """Whether a generator is made for the call."""
    return any(is_stage(each) or is_source(each) for each in node.operands)


def _may_stage(node: Node) -> bool:
    """Whether it makes a generator of others, and may be more than a call of the library if it is known which."""
    return maker_of(node, STAGES) is not None


def _is_plain(body: Node, uses: list[Variable]) -> bool:
    """Whether a body does nothing but what can stand elsewhere. `uses`: the variables in the order in which it wants
    them, twice those of a procedure in it.
    """
    count = 0
    stack: list[tuple[Node, bool]] = [(body, False)]
    while stack:
        node, inside = stack.pop()
        count += 1
        if count > NODES or isinstance(node, SetLocal):
            return False
        if isinstance(node, LocalRef):
            uses += [node.variable] * (2 if inside else 1)
        elif isinstance(node, Lambda):
            inside = True
        elif not inside and isinstance(node, Call):
            if not (_may_stage(node) or is_source(node) or consumed_at(node) is not None or called_leaf(node)):
                return False
        elif not inside and not isinstance(node, (Const, GlobalRef)):
            return False
        stack += [(each, inside) for each in reversed(children(node))]
    return True


def _in_order(procedure: Lambda, operands: list[Node], uses: list[Variable]) -> bool:
    """Whether operands that must be evaluated once are, and one after the other."""
    once = [
        param
        for param, operand in zip(procedure.params, operands, strict=True)
        if not (isinstance(operand, Const) or (isinstance(operand, LocalRef) and not operand.variable.assigned))
    ]
    return [each for each in uses if each in once] == once
