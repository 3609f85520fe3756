"""A loop that counts along a string, or along members, in; what Python's `for` takes one after the other out.

    for v1 in range(v1, v2):                          v4 = iter(v3.s)
        v5 = v3.s[v1]                          ⇒      for v5 in v4:
        …                                                 …

Theory. An index costs half as much again as what it looks up. It is only wanted where the loop asks for something
else than the character it stands at, or where a continuation may enter a turn again.

Rules: in such a turn nothing but primitives are called, and none of them changes a string. A turn that found the stack
full goes on with the same iterator, behind the character it had (`resuming.rest`): once, for it was no capture.
"""

from __future__ import annotations

from collections.abc import Mapping

from chibi_hooks.scheme.compiling.analysing.facts import called_leaf, facts, is_call, is_jump, is_variable
from chibi_hooks.scheme.compiling.analysing.trees import directly_bound
from chibi_hooks.scheme.core import (
    And,
    Call,
    Const,
    GlobalRef,
    If,
    Lambda,
    Let,
    Letrec,
    LocalRef,
    Node,
    Or,
    Sequence,
    SetLocal,
    Variable,
    children,
)

PLAIN = (And, Call, Const, GlobalRef, If, Let, Letrec, LocalRef, Or, Sequence, SetLocal)  # what may stand in a turn


def goes_by_letters(
    index: Variable, string: Variable | None, turn: Node, loop: Variable, expansions: Mapping[Call, Node]
) -> bool:
    """Whether the turns of a loop want nothing of their index but what stands there, in `string` or, without one, among
    the members along which the index walks.
    """
    return _Turn(index, string, loop, expansions).looks(turn)


class _Turn:
    """What a turn does, node by node."""

    def __init__(
        self, index: Variable, string: Variable | None, loop: Variable, expansions: Mapping[Call, Node]
    ) -> None:
        self.index, self.string, self.loop, self.expansions = index, string, loop, expansions

    def looks(self, root: Node) -> bool:
        """Whether it looks at the place of the index, and does nothing that is not foreseen."""
        found = False
        stack = [root]
        while stack:
            node = stack.pop()
            if isinstance(node, Call) and self.is_look(node):
                found = True
            elif not isinstance(node, PLAIN) or is_variable(node, self.index):
                return False
            elif isinstance(node, Call):
                below = self.of_call(node)
                if below is None:
                    return False
                stack += below
            elif isinstance(node, (Let, Letrec)):
                if not all(map(_is_in_line, node.variables, node.inits)):
                    return False
                stack += [init.body if isinstance(init, Lambda) else init for init in node.inits]
                stack.append(node.body)
            else:
                stack += children(node)
        return found

    def is_look(self, node: Call) -> bool:
        """Whether it asks for what stands there."""
        if self.string is None:
            return is_call(node, "car", 1) and is_variable(node.operands[0], self.index)
        here = is_call(node, "string-ref", 2) and is_variable(node.operands[1], self.index)
        return here and is_variable(node.operands[0], self.string)

    def of_call(self, node: Call) -> list[Node] | None:
        """What a call evaluates, if nothing of it is called back; else None."""
        expanded = self.expansions.get(node)
        if expanded is not None:
            return [expanded]
        bound = directly_bound(node)
        if bound is not None:
            return [bound.body, *node.operands]
        operator = node.operator
        if isinstance(operator, LocalRef) and (is_jump(operator.variable) or facts(operator.variable).join):
            if operator.variable is not self.loop:
                return node.operands
            loop = facts(self.loop).known
            assert loop is not None
            return [each for param, each in zip(loop.params, node.operands, strict=True) if param is not self.index]
        primitive = called_leaf(node)
        quiet = primitive is not None and not (primitive.name.endswith("!") and "string" in primitive.name)
        return node.operands if quiet else None


def _is_in_line(variable: Variable, init: Node) -> bool:
    return not isinstance(init, Lambda) or facts(variable).loop or facts(variable).join
