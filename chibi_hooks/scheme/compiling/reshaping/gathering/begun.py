"""A loop that cuts words and knows where one began, or `#f`, in, one that knows where the last stop was out.

    (let loop ((i 0) (start #f) …)                        (let loop ((i 0) (start 0) …)
      (cond ((= i end) … (if start (substring s start i) …))     (cond ((= i end) … (if (< start i) (substring …) …))
            ((stop? (string-ref s i)) … (loop (+ i 1) #f …))  ⇒        ((stop? …) … (loop (+ i 1) (+ i 1) …))
            (start (loop (+ i 1) start …))                             (else (loop (+ i 1) start …))))
            (else (loop (+ i 1) i …))))

Theory. A word begins right behind a stop, or where the string does. So where one has begun, it did so behind the last
stop, and where none has, that place is the one at hand.

Rules: the place is only taken where it was asked for. The tree that comes in stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable

from chibi_hooks.scheme.compiling.analysing.facts import is_integer, is_variable
from chibi_hooks.scheme.compiling.analysing.inlining.copying import as_loop
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import Origins, call_of, with_children
from chibi_hooks.scheme.compiling.analysing.trees import references
from chibi_hooks.scheme.compiling.reshaping.gathering.linear import OtherUse
from chibi_hooks.scheme.compiling.reshaping.gathering.sought import Turn, Vicinity, is_next, turn_of
from chibi_hooks.scheme.core import (
    Call,
    CaseLambda,
    Const,
    If,
    Lambda,
    Letrec,
    LocalRef,
    Node,
    Or,
    SetLocal,
    Variable,
)
from chibi_hooks.scheme.values.data import FALSE


def behind_stops(node: Letrec, around: Vicinity, origins: Origins) -> Letrec:
    """The loop with the place behind the last stop; the same loop if it is no such one."""
    procedure, entry = as_loop(node), node.body
    if procedure is None or not isinstance(entry, Call) or not is_variable(entry.operator, node.variables[0]):
        return node
    begun = dict(zip(procedure.params, entry.operands, strict=True))
    if not any(map(_is_false, begun.values())):
        return node
    turn = turn_of(procedure.body, around)
    if turn is None or turn.index not in begun or not is_integer(begun[turn.index], 0):
        return node
    for start in procedure.params:
        if _is_false(begun[start]) and not start.assigned:
            words = _Words(node.variables[0], procedure, turn, start, origins)
            if (passing := words.passing(turn.passing)) is not None:
                try:
                    return words.changed_loop(node, procedure, entry, passing)
                except OtherUse:
                    return node
    return node


def _is_false(node: Node) -> bool:
    return isinstance(node, Const) and node.value is FALSE


class _Words:
    """What becomes of a loop whose variable `start` is where a word began."""

    def __init__(self, name: Variable, procedure: Lambda, turn: Turn, start: Variable, origins: Origins) -> None:
        self.name, self.turn, self.start, self.origins = name, turn, start, origins
        self.params = procedure.params
        self.inside = False  # a word, where that was asked

    def passing(self, node: Node) -> Call | None:
        """The jump behind a character of a word, if nothing changes but that one has begun there."""
        if isinstance(node, If):
            asked, within, first = node.test, node.then, node.otherwise
            begins = (self._is_either, self._is_index)
            if not is_variable(asked, self.start) or not self._keeps(within) or not self._keeps(first, *begins):
                return None
            assert isinstance(within, Call)
            return within
        if not isinstance(node, Call) or not self._keeps(node, self._is_either):
            return None
        given = zip(self.params, node.operands, strict=True)
        kept = [LocalRef(param, node.place) if param is self.start else operand for param, operand in given]
        return Call(node.operator, kept, node.place)

    def _keeps(self, node: Node, *begins: Callable[[Node], bool]) -> bool:
        """Whether it jumps to the next character with all as it is. `begins`: what else says where the word began."""
        if not isinstance(node, Call) or not is_variable(node.operator, self.name):
            return False
        index = self.turn.index
        for param, operand in zip(self.params, node.operands, strict=True):
            if param is index:
                fits = is_next(operand, index)
            elif param is self.start and begins:
                fits = any(says(operand) for says in begins)
            else:
                fits = is_variable(operand, param)
            if not fits:
                return False
        return True

    def _is_index(self, node: Node) -> bool:
        return is_variable(node, self.turn.index)

    def _is_either(self, node: Node) -> bool:
        """Whether it is `(or start index)`, or the same as a choice."""
        if isinstance(node, Or) and len(node.parts) == 2:
            return is_variable(node.parts[0], self.start) and is_variable(node.parts[1], self.turn.index)
        if not isinstance(node, If) or not is_variable(node.test, self.start):
            return False
        return is_variable(node.then, self.start) and is_variable(node.otherwise, self.turn.index)

    def changed_loop(self, node: Letrec, procedure: Lambda, entry: Call, passing: Call) -> Letrec:
        """The loop itself. Raises OtherUse."""
        self.kept = passing
        body = self.changed(procedure.body)
        made = Lambda(procedure.params, None, body, procedure.name, procedure.place)
        self.origins[made] = self.origins.get(procedure, procedure)
        given = zip(self.params, entry.operands, strict=True)
        begun = [Const(0) if param is self.start else operand for param, operand in given]
        return Letrec([self.name], [made], Call(entry.operator, begun, entry.place), node.place)

    def changed(self, node: Node) -> Node:
        """The node with the place behind the last stop. Raises OtherUse."""
        if node is self.turn.passing:
            return self.kept
        if isinstance(node, LocalRef):
            if node.variable is self.start and not self.inside:
                raise OtherUse
            return node
        if isinstance(node, SetLocal) and node.variable in (self.start, self.turn.index):
            raise OtherUse
        if isinstance(node, (Lambda, CaseLambda)):
            if self.start in references(node):
                raise OtherUse
            return node
        if isinstance(node, If) and is_variable(node.test, self.start):
            start, index = LocalRef(self.start, node.test.place), LocalRef(self.turn.index, node.test.place)
            begun = call_of("<", [start, index], node)
            return If(begun, self._within(node.then), self.changed(node.otherwise), node.place)
        if isinstance(node, Call) and is_variable(node.operator, self.name):
            return self._jump(node)
        return with_children(node, self.changed, self.origins)

    def _within(self, node: Node) -> Node:
        outer, self.inside = self.inside, True
        made = self.changed(node)
        self.inside = outer
        return made

    def _jump(self, node: Call) -> Call:
        """The next turn, behind a stop. Raises OtherUse."""
        operands: list[Node] = []
        for param, operand in zip(self.params, node.operands, strict=True):
            if param is self.start:
                if not _is_false(operand):
                    raise OtherUse
                index = LocalRef(self.turn.index, operand.place)
                operands.append(call_of("+", [index, Const(1)], node))
            else:
                operands.append(self.changed(operand))
        return Call(node.operator, operands, node.place)
