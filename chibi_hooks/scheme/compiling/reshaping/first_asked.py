"""The bodies of procedures that become one loop in, the test that all of them begin with out (`merging`).

Rules: the test is the same in all, and cannot fail: it asks of what kind something is, or compares what are numbers for
certain. Such are literals, sums, lengths, and parameters of the loop that are nothing else in any turn.
"""

from __future__ import annotations

from collections.abc import Container
from collections.abc import Sequence as Items
from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import called_primitive
from chibi_hooks.scheme.compiling.analysing.trees import CALLS, nodes_of
from chibi_hooks.scheme.core import Call, Const, If, LocalRef, Node, Variable

ASKING: Final = frozenset({"null?", "pair?", "eof-object?", "eq?", "not"})
COMPARING: Final = frozenset({"=", "<", ">", "<=", ">="})
NUMBERS: Final = frozenset({"+", "-", "*", "string-length", "vector-length", "length"})  # what they answer


class Certain:
    """What is a number for certain in a loop: `numbers`, and those of its parameters that are `shared`."""

    def __init__(
        self, numbers: Container[Variable], loop: Variable, shared: list[Variable], forms: Items[Node]
    ) -> None:
        self.numbers = numbers
        self.own, self.params = set(shared), set(shared)
        turns = [each for form in forms for each in nodes_of(form, CALLS) if _is_turn(each, loop)]
        given = [dict(zip(shared, turn.operands[1:], strict=True)) for turn in turns]
        left = -1
        while left != len(self.params):
            left = len(self.params)
            self.params = {each for each in self.params if all(self.is_number(turn[each]) for turn in given)}

    def is_number(self, node: Node) -> bool:
        """Whether the value is one, if there is a value."""
        if isinstance(node, Const):
            return node.value.__class__ is int
        if isinstance(node, LocalRef):
            return node.variable in self.params or (node.variable in self.numbers and not node.variable.assigned)
        primitive = called_primitive(node) if isinstance(node, Call) else None
        return primitive is not None and primitive.name in NUMBERS

    def is_safe(self, test: Node) -> bool:
        """Whether a test looks at variables that have values, and literals, and cannot fail."""
        primitive = called_primitive(test) if isinstance(test, Call) else None
        if primitive is None or not isinstance(test, Call):
            return False
        if primitive.name in COMPARING and len(test.operands) == 2:
            return all(not isinstance(each, Call) and self.is_number(each) for each in test.operands)
        there = all(isinstance(each, Const) or self._is_there(each) for each in test.operands)
        return there and primitive.name in ASKING

    def _is_there(self, node: Node) -> bool:
        return isinstance(node, LocalRef) and (node.variable in self.own or node.variable in self.numbers)


def first_asked(bodies: Items[Node], certain: Certain) -> list[If] | None:
    """The bodies, if all of them begin with the same test."""
    found = [each for each in bodies if isinstance(each, If)]
    if len(found) < len(bodies) or not certain.is_safe(found[0].test):
        return None
    return found if all(_same(found[0].test, each.test) for each in found) else None


def _is_turn(node: Call, loop: Variable) -> bool:
    return isinstance(node.operator, LocalRef) and node.operator.variable is loop


def _same(one: Node, other: Node) -> bool:
    if isinstance(one, LocalRef) and isinstance(other, LocalRef):
        return one.variable is other.variable
    if isinstance(one, Const) and isinstance(other, Const):
        return one.value is other.value
    if not isinstance(one, Call) or not isinstance(other, Call) or len(one.operands) != len(other.operands):
        return False
    return called_primitive(one) is called_primitive(other) and all(map(_same, one.operands, other.operands))
