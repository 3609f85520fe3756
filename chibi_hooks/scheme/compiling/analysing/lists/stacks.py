"""Loops in, which of their variables are lists that grow at their head, and where the loops answer those, out.

    (let loop ((i n) (l '())) (if (= i 0) l (loop (- i 1) (cons i l))))

Theory. Nobody else sees such a list before the loop answers it. Where only its members are wanted then (`members`), the
variable may hold a Python list that grows at its end, which is answered backwards: no pair is made.

Rules: the variable begins empty, gets at most one more member in each turn, and is nothing else but answered.
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import answers, facts, is_call, is_nil
from chibi_hooks.scheme.compiling.analysing.inlining.integration import Expansions
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import call_of
from chibi_hooks.scheme.core import Call, If, Lambda, LocalRef, Node, Variable

NO_STACKS: Final[dict[LocalRef, Variable]] = {}


def answered_stacks(loops: list[tuple[Variable, Lambda]], expansions: Expansions) -> dict[LocalRef, Variable]:
    """Where loops answer such a variable, and which one."""
    found: dict[LocalRef, Variable] = {}
    for variable, procedure in loops:
        stacks = {param for i, param in enumerate(procedure.params) if _is_stack(param, variable, i)}
        if stacks:
            for each in answers(procedure.body, expansions):
                if isinstance(each, LocalRef) and each.variable in stacks:
                    found[each] = each.variable
    return found or NO_STACKS


def _is_stack(param: Variable, loop: Variable, index: int) -> bool:
    operands = [each[index] for each in facts(loop).entries]
    grows = any(map(is_nil, operands)) and not all(map(is_nil, operands))
    return grows and not param.assigned and not facts(param).captured and all(is_fit(each, param) for each in operands)


def is_fit(node: Node, param: Variable) -> bool:
    """Whether it is the empty list, what the variable holds, or that with one more member."""
    if isinstance(node, If):
        return is_fit(node.then, param) and is_fit(node.otherwise, param)
    if is_call(node, "cons", 2) and isinstance(node, Call):
        node = node.operands[1]
        return isinstance(node, LocalRef) and node.variable is param
    return is_nil(node) or (isinstance(node, LocalRef) and node.variable is param)


def told_as_collector(node: Node, stack: Variable) -> Node:
    """What such a variable is given, as it is told of a collector."""
    if isinstance(node, If):
        then, otherwise = told_as_collector(node.then, stack), told_as_collector(node.otherwise, stack)
        return If(node.test, then, otherwise, node.place)
    if is_nil(node):
        return call_of("%collector", [], node)
    if isinstance(node, Call):
        return call_of("%collect", [LocalRef(stack, node.place), node.operands[0]], node)
    return node
