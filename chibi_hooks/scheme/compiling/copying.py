"""A body in, a copy of it with variables of its own out, and which bodies may be copied: what `integration` is made
with, and what is like it.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from chibi_hooks.scheme.compiling.facts import called_primitive, facts
from chibi_hooks.scheme.core import (
    And,
    Call,
    Const,
    Global,
    GlobalRef,
    If,
    Lambda,
    Let,
    Letrec,
    LocalRef,
    Node,
    Or,
    Sequence,
    Variable,
    children,
    copy,
)
from chibi_hooks.scheme.values.source import Place

COPYABLE: Final = frozenset({Const, LocalRef, GlobalRef, If, And, Or, Sequence, Let, Letrec, Call})


def copyable_size(root: Node, limit: int) -> int:
    """How many nodes a body has of which a copy means the same: it is small, makes no procedure but loops, and assigns
    nothing. 0 for any other one.
    """
    stack = [root]
    count = 0
    while stack:
        node = stack.pop()
        count += 1
        if count > limit or node.__class__ not in COPYABLE:
            return 0
        if isinstance(node, Letrec):
            loop = as_loop(node)
            if loop is None:
                return 0
            stack += [loop.body, node.body]
        else:
            stack += children(node)
    return count


def only_loops(variable: Variable, count: int, stack: list[tuple[Node, bool]]) -> bool:
    """Whether the variable is used in calls with `count` operands in tail position only. `stack`: nodes to look
    through, and whether they are in tail position.
    """
    while stack:
        node, tail = stack.pop()
        kind = node.__class__
        if kind is Const or kind is GlobalRef:
            continue
        if isinstance(node, LocalRef):
            if node.variable is variable:
                return False
        elif isinstance(node, Call) and isinstance(node.operator, LocalRef) and node.operator.variable is variable:
            if not tail or len(node.operands) != count:
                return False
            stack += [(operand, False) for operand in node.operands]
        elif isinstance(node, Letrec):
            stack += [(init.body if isinstance(init, Lambda) else init, tail) for init in node.inits]
            stack.append((node.body, tail))
        else:
            stack += with_tail_flags(node, tail)
    return True


def with_tail_flags(node: Node, tail: bool) -> list[tuple[Node, bool]]:
    """The nodes below one that is no `letrec`, and whether they are in tail position, if it is."""
    if isinstance(node, If):
        return [(node.test, False), (node.then, tail), (node.otherwise, tail)]
    below = [(child, False) for child in children(node)]
    if isinstance(node, (Sequence, And, Or, Let)):
        below[-1] = below[-1][0], tail
    return below


def asked_if_foreseen(node: If) -> Variable | None:
    """The variable of `(if (%foreseen? variable) …)`."""
    primitive = called_primitive(node.test) if isinstance(node.test, Call) else None
    if primitive is None or primitive.name != "%foreseen?" or not isinstance(node.test, Call):
        return None
    asked = node.test.operands[0]
    return asked.variable if isinstance(asked, LocalRef) else None


def asked_for_comparison(node: Node) -> Variable | None:
    """The variable of `(%known-comparison variable)`."""
    primitive = called_primitive(node) if isinstance(node, Call) else None
    if primitive is None or primitive.name != "%known-comparison" or not isinstance(node, Call):
        return None
    asked = node.operands[0]
    return asked.variable if isinstance(asked, LocalRef) else None


def as_loop(node: Letrec) -> Lambda | None:
    """The procedure of a `letrec` that is nothing but a loop."""
    init = node.inits[0]
    if len(node.inits) != 1 or not isinstance(init, Lambda) or init.rest is not None:
        return None
    ways = [(node.body, True), (init.body, True)]
    return init if only_loops(node.variables[0], len(init.params), ways) else None


def _fixed(variable: Variable) -> bool:
    return not variable.assigned and not facts(variable).late and not facts(variable).loop


class Copier:
    """Copies a body with variables of its own, and with `instead` of some variables another node; all at one place, or
    `keeping` those that there are. `defined`: top-level variables that hold the same for good.
    """

    def __init__(self, place: Place | None, defined: Container[Global], keeping: bool = False) -> None:
        self.place = place
        self.defined = defined
        self.keeping = keeping
        self.instead: dict[Variable, Node] = {}
        self.variables: dict[Variable, Variable] = {}
        self.foreseen: set[Variable] = set()  # of those in `instead`: what primitives can do without calling
        self.placed: set[Variable] = set()  # of those in `instead`: in the copy already
        self.compared: dict[Variable, Node] = {}  # what `(%known-comparison variable)` stands for
        self.kept: dict[Variable, list[int]] = {}  # of calls of this procedure, the operands that the copy has

    def variable(self, old: Variable) -> Variable:
        found = self.variables.get(old)
        if found is None:
            found = self.variables[old] = old.__class__(old.name, self.place)
        return found

    def bound(self, procedure: Lambda, operands: list[Node]) -> Node:
        """The body of the procedure with its parameters bound to the operands."""
        variables: list[Variable] = []
        inits: list[Node] = []
        for param, operand in zip(procedure.params, operands, strict=True):
            if param in self.instead:
                continue
            if self.is_fixed(operand):
                self.instead[param] = operand
            else:
                variables.append(self.variable(param))
                inits.append(operand)
        body = self.node(procedure.body)
        return Let(variables, inits, body, self.place) if variables else body

    def is_fixed(self, operand: Node) -> bool:
        """Whether it is the same wherever it stands."""
        if isinstance(operand, GlobalRef):
            return operand.location.primitive is not None or operand.location in self.defined
        return isinstance(operand, Const) or (isinstance(operand, LocalRef) and _fixed(operand.variable))

    def node(self, node: Node) -> Node:
        if isinstance(node, LocalRef):
            return self.replacement(node.variable) or LocalRef(self.used(node.variable), self.place)
        if isinstance(node, If):
            asked = asked_if_foreseen(node)
            if asked in self.foreseen:
                return self.node(node.then)
            if asked is not None and isinstance(self.instead.get(asked), Lambda):
                return self.node(node.otherwise)
        if self.compared and isinstance(node, Call):
            asked = asked_for_comparison(node)
            if asked in self.compared:
                return self.compared[asked]
        place = node.place if self.keeping else None
        made = copy(node, self.node, self.variable, place or self.place)
        if isinstance(made, Call) and isinstance(made.operator, LocalRef) and made.operator.variable in self.kept:
            made = Call(made.operator, [made.operands[i] for i in self.kept[made.operator.variable]], made.place)
        return made

    def replacement(self, old: Variable) -> Node | None:
        """What stands in the place of a variable, if something does; of a lambda expression, a copy from the second
        time on.
        """
        found = self.instead.get(old)
        if isinstance(found, Lambda) and old in self.placed:
            fresh = Copier(found.place, self.defined, keeping=True)
            params = [fresh.variable(param) for param in found.params]
            return Lambda(params, None, fresh.node(found.body), found.name, found.place)
        self.placed.add(old)
        return found

    def used(self, old: Variable) -> Variable:
        """A variable that is bound in the copy, or else around it."""
        return self.variables.get(old, old)
