"""One variable of a loop in, the loop with that variable in another shape out.

Theory. The variable of a loop that is given on to the next turn only, each time longer, is *linear*: no two turns see
it at once, so what a turn makes of it may be the same object, changed in place. Continuations come back all the same:
a resumed frame takes copies of its collectors first (`primitives.collecting`), and a text is never changed in itself.

Rules
-----
* A variable is treated so if each use of it is one that is known here; one use that is not leaves the loop as it was.
* What is changed in place in the operands of a jump is named by no other operand of it.
* The tree that comes in stays as it is: a redefinition compiles it again, with other knowledge.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from chibi_hooks.scheme.compiling.analysing.inlining.copying import as_loop
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import Origins, with_children
from chibi_hooks.scheme.compiling.analysing.trees import nodes_of, references
from chibi_hooks.scheme.core import (
    Call,
    CaseLambda,
    If,
    Lambda,
    Let,
    Letrec,
    LocalRef,
    Node,
    Sequence,
    Variable,
    children,
)

PROCEDURES: Final = frozenset({Lambda, CaseLambda})


class OtherUse(Exception):
    """The variable is used in a way that is not known here."""


class Linear(ABC):
    """One variable of a loop, on its way to another shape. Subclasses say how it is used: `use` of a node that may be
    one, `next` of its operand in a jump. Both raise OtherUse.
    """

    def __init__(self, node: Letrec, index: int, origins: Origins) -> None:
        self.origins = origins
        init, entry = node.inits[0], node.body
        assert isinstance(init, Lambda) and isinstance(entry, Call)
        self.node, self.procedure, self.entry, self.index = node, init, entry, index
        self.old = init.params[index]
        self.new = self.variable()
        self.aside = 0  # local procedures around the node at hand
        self.readers: set[Variable] = set()  # local procedures that use the variable
        self.before: list[tuple[Variable, Node]] = []  # what is bound around the loop
        self.grows = False  # whether it is changed in place in the operand at hand
        self.is_held = False  # whether a procedure has the variable where the loop ends

    def variable(self) -> Variable:
        """The variable that stands for it."""
        return Variable(self.old.name, self.old.place)

    def reference(self, at: Node) -> Node:
        """The variable in its new shape."""
        return LocalRef(self.new, at.place)

    def is_it(self, node: Node) -> bool:
        """Whether it is the variable."""
        return isinstance(node, LocalRef) and node.variable is self.old

    def names(self, node: Node) -> bool:
        """Whether the variable is used below a node."""
        return not self.readers.union((self.old,)).isdisjoint(references(node))

    def rewritten(self, node: Node) -> Node:
        """The node with the variable in its new shape. Raises OtherUse."""
        if type(node) is LocalRef:
            if node.variable is self.old or node.variable in self.readers:
                raise OtherUse
            return node
        if type(node) is Call:
            operator = node.operator
            if type(operator) is LocalRef and operator.variable is self.node.variables[0]:
                return self.jump(node)
            if type(operator) is LocalRef and operator.variable in self.readers:
                return Call(operator, [self.rewritten(each) for each in node.operands], node.place)
            found = self.use(node)
            if found is not None:
                return found
        elif type(node) is Letrec:
            return self.inner(node)
        elif isinstance(node, (Lambda, CaseLambda)):
            if self.names(node):
                raise OtherUse
            return node
        return with_children(node, self.rewritten, self.origins)

    def inner(self, node: Letrec) -> Node:
        """A `letrec` in the loop: another one, or local procedures; those that use the variable are only called."""
        is_loop = as_loop(node) is not None
        if not is_loop:
            for variable, init in zip(node.variables, node.inits, strict=True):
                if isinstance(init, Lambda) and not variable.assigned and self.names(init):
                    self.readers.add(variable)
        self.aside += not is_loop
        inits: list[Node] = [
            self.with_body(each, each.params, self.rewritten(each.body))
            if isinstance(each, Lambda)
            else self.rewritten(each)
            for each in node.inits
        ]
        self.aside -= not is_loop
        return Letrec(node.variables, inits, self.rewritten(node.body), node.place)

    def jump(self, node: Call) -> Node:
        """The next turn. Raises OtherUse, for instance for one out of a local procedure: it may be one of several."""
        if self.aside:
            raise OtherUse
        self.grows = False
        own = self.next(node.operands[self.index])
        grows = self.grows
        operands: list[Node] = []
        for i, operand in enumerate(node.operands):
            if i == self.index:
                operands.append(own)
            elif grows and self.names(operand):
                raise OtherUse
            else:
                operands.append(self.rewritten(operand))
        return Call(node.operator, operands, node.place)

    def chosen(self, node: Node) -> Node:
        """An operand in a jump that is chosen from several. Raises OtherUse."""
        if isinstance(node, If):
            test = self.rewritten(node.test)
            return If(test, self.next(node.then), self.next(node.otherwise), node.place)
        if isinstance(node, Let):
            inits = [self.rewritten(each) for each in node.inits]
            return Let(node.variables, inits, self.next(node.body), node.place)
        raise OtherUse

    def replaced(self, init: Node, body: Node) -> Letrec:
        """The loop with the variable beginning so, and with that body."""
        procedure, entry = self.procedure, self.entry
        params = [self.new if each is self.old else each for each in procedure.params]
        made = self.with_body(procedure, params, body)
        operands = [init if i == self.index else each for i, each in enumerate(entry.operands)]
        return Letrec(self.node.variables, [made], Call(entry.operator, operands, entry.place), self.node.place)

    def with_body(self, procedure: Lambda, params: list[Variable], body: Node) -> Lambda:
        """The same procedure with other parameters and another body."""
        made = Lambda(params, procedure.rest, body, procedure.name, procedure.place)
        self.origins[made] = self.origins.get(procedure, procedure)
        return made

    def tail(self, node: Node) -> Node:
        """A node in tail position. Raises OtherUse."""
        if isinstance(node, If):
            return If(self.rewritten(node.test), self.tail(node.then), self.tail(node.otherwise), node.place)
        if isinstance(node, Let):
            return Let(node.variables, [self.rewritten(each) for each in node.inits], self.tail(node.body), node.place)
        if isinstance(node, Sequence):
            before = [self.rewritten(each) for each in node.parts[:-1]]
            return Sequence([*before, self.tail(node.parts[-1])], node.place)
        if isinstance(node, LocalRef) and self.is_it(node):
            return self.made(node)
        turns = self.node.variables[0] in references(node)
        return self.rewritten(node) if turns or self.readers or not self._is_other(node) else self.whole(node)

    def _is_other(self, node: Node) -> bool:
        """Whether the variable is used in a way below a node that needs the list."""
        if isinstance(node, Call) and self.use(node) is not None:
            return False
        if isinstance(node, (Lambda, CaseLambda, Letrec)):
            return self.names(node)
        return self.is_it(node) or any(map(self._is_other, children(node)))

    def made(self, at: Node) -> Node:
        """The list, where the loop ends. Raises OtherUse."""
        raise OtherUse

    def whole(self, node: Node) -> Node:
        """What the loop answers, with the list made before. A procedure that holds it keeps the variable: when `append`
        is redefined it goes on with that. Raises OtherUse where several do.
        """
        if any(map(self.names, nodes_of(node, PROCEDURES))):
            if self.is_held:
                raise OtherUse
            self.is_held = True
            return Let([self.old], [self.made(node)], node, node.place)
        whole = Variable(self.old.name, self.old.place)
        return Let([whole], [self.made(node)], self.renamed(node, whole), node.place)

    def renamed(self, node: Node, whole: Variable) -> Node:
        """The node with another variable."""
        if self.is_it(node):
            return LocalRef(whole, node.place)
        return with_children(node, lambda each: self.renamed(each, whole), self.origins)

    @abstractmethod
    def use(self, node: Call) -> Node | None:
        """What stands in the place of a call that uses the variable; None: it is no such call. Raises OtherUse."""

    @abstractmethod
    def next(self, node: Node) -> Node:
        """The operand in a jump, in the new shape. Raises OtherUse."""

    @abstractmethod
    def loop(self) -> Letrec:
        """The whole loop. Raises OtherUse."""
