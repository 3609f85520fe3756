"""A list that a loop gathers at its head and asks what is in it in, a collector out, which tells without a walk.

    (let loop ((l l) (seen '())) … (if (member (car l) seen) … (loop (cdr l) (cons (car l) seen))) … (reverse seen)

Rules: as for one that is reversed in the end (`collected`), and where the loop ends it may be used in any way. Only
whether something is there is wanted, not the tail that begins with it.
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import called_leaf, is_call, is_nil, is_variable
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import call_of
from chibi_hooks.scheme.compiling.analysing.trees import nodes_of
from chibi_hooks.scheme.compiling.reshaping.gathering.appended import is_own_list
from chibi_hooks.scheme.compiling.reshaping.gathering.collected import Collected
from chibi_hooks.scheme.compiling.reshaping.gathering.linear import OtherUse
from chibi_hooks.scheme.core import And, Call, Const, If, Lambda, Let, Letrec, Node, Or, Sequence, Variable

ASKED: Final = {"memq": "%collected-memq?", "memv": "%collected-memv?", "member": "%collected-member?"}
CALLS: Final = frozenset({Call})
TESTING: Final = frozenset({If})


def asked_params(procedure: Lambda) -> set[Variable]:
    """The parameters of a loop that are asked for members."""
    found: set[Variable] = set()
    for node in nodes_of(procedure.body, CALLS):
        name = _name(node)
        if name:
            assert isinstance(node, Call)
            found.update(each for each in procedure.params if is_variable(node.operands[1], each))
    return found


def _name(node: Node) -> str:
    """What asks for a member; nothing for other nodes."""
    primitive = called_leaf(node) if type(node) is Call and len(node.operands) == 2 else None
    return primitive.name if primitive is not None and primitive.name in ASKED else ""


class Recalled(Collected):
    """A list that grows at its head and is asked for members."""

    def loop(self) -> Letrec:
        """The whole loop. Raises OtherUse."""
        init = self.entry.operands[self.index]
        if not is_own_list(init):
            raise OtherUse
        self.tests: set[Node] = set()
        for node in nodes_of(self.procedure.body, TESTING):
            assert isinstance(node, If)
            self.learn(node.test)
        begun = self.begun(self.entry)
        if not is_nil(init):
            backwards = call_of("reverse", [init], self.entry)
            begun = call_of("%collect-all", [begun, backwards, Const(1)], self.entry)
        body = self.tail(self.procedure.body)
        if not self.members:
            raise OtherUse
        return self.replaced(begun, body)

    def learn(self, test: Node) -> None:
        """Note the calls of which a test wants to know but whether they answer something."""
        stack = [test]
        while stack:
            node = stack.pop()
            if isinstance(node, (And, Or)):
                stack += node.parts
            elif isinstance(node, If):
                stack += (node.then, node.otherwise)
            elif isinstance(node, (Let, Letrec)):
                stack.append(node.body)
            elif isinstance(node, Sequence):
                stack.append(node.parts[-1])
            elif is_call(node, "not", 1) and isinstance(node, Call):
                stack.append(node.operands[0])
            elif _name(node):
                self.tests.add(node)

    def begun(self, at: Node) -> Call:
        """An empty one."""
        return call_of("%collector-noted", [], at)

    def made(self, at: Node) -> Node:
        """The list, where the loop ends."""
        return call_of("%collected-noted", [self.reference(at)], at)

    def use(self, node: Call) -> Node | None:
        """What stands in the place of a call that uses the variable; None: it is no such call. Raises OtherUse."""
        name = _name(node)
        if name and node in self.tests and self.is_it(node.operands[1]):
            return call_of(ASKED[name], [self.reference(node), self.rewritten(node.operands[0])], node)
        return super().use(node)

    def is_popped(self, node: Node) -> bool:
        """What was noted of it is not forgotten: such a loop stays as it was."""
        return False

    def next(self, node: Node) -> Node:
        """The operand in a jump, in the new shape. Raises OtherUse."""
        if is_nil(node):
            return self.begun(node)
        return super().next(node)
