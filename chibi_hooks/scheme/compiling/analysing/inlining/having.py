"""The call of a library's procedure in, the choice between that and a primitive which has members out."""

from __future__ import annotations

from collections.abc import Container

from chibi_hooks.scheme.compiling.analysing.facts import global_facts
from chibi_hooks.scheme.compiling.analysing.inlining.copying import Copier
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import call_of
from chibi_hooks.scheme.core import Call, Global, If, Let, LocalRef, Node, Variable


def with_members(location: Global, node: Call, known: Container[Global], left_over: set[Call]) -> Node | None:
    """The call of a library's procedure that stands for a primitive which has the members of the list it answers, if
    its first argument is what the primitive takes. `known`: what holds the same for good; `left_over`: calls in whose
    place nothing stands, to which one is added.
    """
    three = global_facts(location).guarded.get(len(node.operands))
    if three is None or not three[1].gives_members or node in left_over:
        return None
    params = [Variable("argument", operand.place) for operand in node.operands]
    copier = Copier(node.place, known, keeping=True)
    fixed = {param: each for param, each in zip(params, node.operands, strict=True) if copier.is_fixed(each)}

    def given() -> list[Node]:
        return [copier.node(fixed[param]) if param in fixed else LocalRef(param, param.place) for param in params]

    other = Call(node.operator, given(), node.place)
    left_over.add(other)
    choice = If(
        call_of(three[0].name, given()[: three[0].minimum], node),
        call_of(three[1].name, given(), node),
        call_of("%members", [other], node),
        node.place,
    )
    free = [param for param in params if param not in fixed]
    inits = [each for param, each in zip(params, node.operands, strict=True) if param not in fixed]
    return Let(free, inits, choice, node.place) if free else choice
