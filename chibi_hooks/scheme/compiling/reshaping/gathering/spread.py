"""A loop whose body defines procedures in, the same with what they do in the places of their calls out.

    (let loop ((i 0) (start 0) (parts '()))                           (let loop ((i 0) (start 0) (parts '()))
      (define (add) (cons (substring s start i) parts))           ⇒     (cond ((= i end) (reverse (cons … parts)))
      (cond ((= i end) (reverse (add)))                                       …))
            …))

Only so can be told what such a loop does with its variables. Where that does not help, the loop stays as it was.

Rules: they are small, are but called, and call none of each other.
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.compiling.analysing.inlining.copying import Copier, copyable_size
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import Origins, with_children
from chibi_hooks.scheme.compiling.analysing.trees import references
from chibi_hooks.scheme.core import Call, Lambda, Letrec, LocalRef, Node, Variable

NODES: Final = 30  # of a body that is copied
COPIES: Final = 4  # of each of them


class NotSpread(Exception):
    """One of them is used otherwise."""


def spread(node: Letrec, origins: Origins) -> Letrec | None:
    """The loop without its procedures; None if there are none that could be put in the places of their calls."""
    procedure = node.inits[0]
    if not isinstance(procedure, Lambda) or not isinstance(procedure.body, Letrec):
        return None
    inner = procedure.body
    local = {
        variable: init
        for variable, init in zip(inner.variables, inner.inits, strict=True)
        if isinstance(init, Lambda) and _may_be_copied(variable, init, inner.variables)
    }
    if len(local) != len(inner.variables):
        return None
    try:
        body = _Spreading(local, origins).node(inner.body)
    except NotSpread:
        return None
    made = Lambda(procedure.params, None, body, procedure.name, procedure.place)
    origins[made] = origins.get(procedure, procedure)
    return Letrec(node.variables, [made], node.body, node.place)


def _may_be_copied(variable: Variable, procedure: Lambda, all_of_them: list[Variable]) -> bool:
    if variable.assigned or procedure.rest is not None or not copyable_size(procedure.body, NODES):
        return False
    return references(procedure.body).isdisjoint(all_of_them) and not any(each.assigned for each in procedure.params)


class _Spreading:
    """A body on its way to one without calls of these procedures."""

    def __init__(self, local: dict[Variable, Lambda], origins: Origins) -> None:
        self.local, self.origins = local, origins
        self.copies = dict.fromkeys(local, 0)

    def node(self, node: Node) -> Node:
        """The node with bodies in the places of calls. Raises NotSpread."""
        if isinstance(node, LocalRef):
            if node.variable in self.local:
                raise NotSpread
            return node
        if not isinstance(node, Call) or not isinstance(node.operator, LocalRef):
            return with_children(node, self.node, self.origins)
        procedure = self.local.get(node.operator.variable)
        if procedure is None:
            return with_children(node, self.node, self.origins)
        self.copies[node.operator.variable] += 1
        if len(node.operands) != len(procedure.params) or self.copies[node.operator.variable] > COPIES:
            raise NotSpread
        return Copier(procedure.place, (), keeping=True).bound(procedure, [self.node(each) for each in node.operands])
