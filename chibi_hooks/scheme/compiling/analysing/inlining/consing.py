"""A procedure that calls itself in, the loop that it is out; the members that it puts before what that call answers
are gathered by the loop.

    (let copy ((l l)) (if (null? l) '() (cons (car l) (copy (cdr l)))))
⇒   (let again ((kept %collector) (l l)) (if (null? l) (%collected kept) (again (%collect kept (car l)) (cdr l))))

Rules
-----
* A loop is only made where calls of itself stand in tail position or are the rest of a list that does.
* One that gathers answers by itself what comes behind the members: a call in tail position would be none any more, and
  procedures that call each other so without end would need memory.
"""

from __future__ import annotations

from collections.abc import Sequence as Items
from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import Collecting, called_leaf, is_call, is_failure
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import Origins, call_of, with_ends
from chibi_hooks.scheme.compiling.analysing.trees import CALLS, nodes_of
from chibi_hooks.scheme.core import (
    And,
    Call,
    Const,
    Global,
    GlobalRef,
    Lambda,
    Letrec,
    LocalRef,
    Node,
    Or,
    Sequence,
    Variable,
)
from chibi_hooks.scheme.values.data import NIL

Itself = Global | Variable
"""What a procedure is called by."""


class NoLoop(Exception):
    """A procedure calls itself where that is no turn of a loop."""


def onto_itself(node: Letrec) -> Call | None:
    """Where a `letrec` enters its only procedure, if that puts members before what it answers itself."""
    init, entry = node.inits[0], node.body
    if len(node.inits) != 1 or not isinstance(init, Lambda) or init.rest is not None or not isinstance(entry, Call):
        return None
    found = is_itself(entry, node.variables[0]) and len(entry.operands) == len(init.params)
    return entry if found and collects(init.body, node.variables[0]) else None


def as_gathering_loop(node: Letrec, origins: Origins) -> Letrec:
    """A local procedure that does so as a loop; the same node where it is none."""
    entry, procedure = onto_itself(node), node.inits[0]
    if entry is None or not isinstance(procedure, Lambda):
        return node
    turning = Turning(node.variables[0], procedure, range(len(procedure.params)), node)
    try:
        turning.left_in_all(entry.operands)
        made = turning.procedure_of_turns()
    except NoLoop:
        return node
    origins[made] = origins.get(procedure, procedure)
    return turning.entered(made, entry.operands)


class Turning:
    """A procedure that calls itself, on its way to a loop."""

    def __init__(self, itself: Itself, procedure: Lambda, kept: Items[int], at: Node) -> None:
        self.itself, self.procedure, self.at = itself, procedure, at
        self.kept = kept  # the places of the parameters that the loop has
        self.again = Variable(procedure.name or itself.name, procedure.place)
        self.members = Collecting("members", procedure.place)
        self.collects = collects(procedure.body, itself)

    def procedure_of_turns(self) -> Lambda:
        """The procedure of the loop. Raises NoLoop."""
        params: list[Variable] = [self.procedure.params[i] for i in self.kept]
        first = [self.members] if self.collects else []
        joined = (Sequence,) if self.collects else (Sequence, And, Or)
        body = with_ends(self.procedure.body, self.end, self.left, joined)
        return Lambda([*first, *params], None, body, self.procedure.name, self.procedure.place)

    def entered(self, made: Node, operands: Items[Node]) -> Letrec:
        """The loop of that procedure, which begins with those of the operands that it has."""
        begin: list[Node] = [call_of("%collector", [], self.at)] if self.collects else []
        begin += [operands[i] for i in self.kept]
        return Letrec([self.again], [made], Call(LocalRef(self.again), begin, self.at.place), self.at.place)

    def end(self, node: Node) -> Node:
        """What it ends with, a call of the procedure being a turn. Raises NoLoop."""
        return self.turn(node, []) if isinstance(node, Call) else self.answer(node)

    def turn(self, node: Call, members: list[Node]) -> Node:
        """A call in tail position, or the rest of a list with these members. Raises NoLoop."""
        if is_itself(node, self.itself):
            if len(node.operands) != len(self.procedure.params):
                raise NoLoop
            kept = [node.operands[i] for i in self.kept]
            self.left_in_all([*kept, *members])
            first: Node = LocalRef(self.members, node.place)
            for each in members:
                first = call_of("%collect", [first, each], node)
            operands = [first, *kept] if self.collects else kept
            return Call(LocalRef(self.again, node.operator.place), operands, node.place)
        if self.collects and is_call(node, "cons", 2) and names(node.operands[1], self.itself):
            rest = node.operands[1]
            if not isinstance(rest, Call):
                raise NoLoop
            return self.turn(rest, [*members, node.operands[0]])
        if members:
            raise NoLoop
        return self.answer(node)

    def answer(self, node: Node) -> Node:
        """What is no turn. Raises NoLoop."""
        self.left(node)
        if not self.collects:
            return node
        if not answers_by_itself(node):
            raise NoLoop
        kept = LocalRef(self.members, node.place)
        if isinstance(node, Const) and node.value is NIL:
            return call_of("%collected", [kept], node)
        return call_of("%collected-onto", [kept, node], node)

    def left_in_all(self, nodes: Items[Node]) -> None:
        """Raises NoLoop as `left` does."""
        for each in nodes:
            self.left(each)

    def left(self, node: Node) -> None:
        """Raises NoLoop where the procedure is named in a node that is left as it is."""
        if names(node, self.itself):
            raise NoLoop


def answers_by_itself(node: Node) -> bool:
    """Whether nothing is called in its tail position."""
    if isinstance(node, (And, Or)):
        return answers_by_itself(node.parts[-1])
    if isinstance(node, Call):
        return called_leaf(node) is not None or is_failure(node)
    return isinstance(node, (Const, LocalRef, GlobalRef, Lambda))


def is_itself(node: Call, itself: Itself) -> bool:
    """Whether a procedure is called, by its name."""
    return _is_name(node.operator, itself)


def _is_name(node: Node, itself: Itself) -> bool:
    if isinstance(node, LocalRef):
        return node.variable is itself
    return isinstance(node, GlobalRef) and node.location is itself


def names(root: Node, itself: Itself) -> bool:
    """Whether a procedure is named below a node."""
    return any(_is_name(each, itself) for each in nodes_of(root, NAMES))


def collects(root: Node, itself: Itself) -> bool:
    """Whether `(cons x (itself …))` stands somewhere."""
    for node in nodes_of(root, CALLS):
        rest = node.operands[1] if len(node.operands) == 2 else None
        if type(rest) is Call and is_itself(rest, itself) and is_call(node, "cons", 2):
            return True
    return False


NAMES: Final = frozenset({LocalRef, GlobalRef})
