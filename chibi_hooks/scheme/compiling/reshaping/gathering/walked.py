"""The list of a string's characters that a loop walks along in, the string and an index out.

(let loop ((l (string->list s)) …) … (null? l) (car l) (loop (cdr l) …)

The list may begin with a later character: `(cdr (string->list s))`, `(string->list s 2)`.
"""

from __future__ import annotations

from chibi_hooks.scheme.compiling.analysing.facts import called_leaf, is_call
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import Origins, call_of
from chibi_hooks.scheme.compiling.reshaping.gathering.linear import Linear, OtherUse
from chibi_hooks.scheme.core import And, Call, Const, If, Let, Letrec, LocalRef, Node, Or, Variable


class Walked(Linear):
    """The list of a string's characters, walked along: the string as it was, and an index. Where the list is looked
    into, it must be known that it is not empty.
    """

    def __init__(self, node: Letrec, index: int, origins: Origins) -> None:
        super().__init__(node, index, origins)
        place = self.old.place
        self.string = Variable(self.old.name, place)
        self.end = Variable("end", place)
        self.rests: set[Variable] = set()  # local variables that are the rest of the list
        self.some = False  # known not to be empty where we are

    @staticmethod
    def is_source(node: Node) -> bool:
        """Whether it makes the list of a string's characters."""
        if is_call(node, "cdr", 1) and isinstance(node, Call):
            return is_call(node.operands[0], "string->list", 1)
        return any(is_call(node, "string->list", count) for count in (1, 2, 3))

    def loop(self) -> Letrec:
        """The whole loop. Raises OtherUse."""
        if not all(isinstance(each, (Const, LocalRef)) for each in self.entry.operands[: self.index]):
            raise OtherUse  # the string is asked for first
        source = self.entry.operands[self.index]
        rest = is_call(source, "cdr", 1)
        call = source.operands[0] if rest and isinstance(source, Call) else source
        assert isinstance(call, Call)
        body = self.rewritten(self.procedure.body)
        length = call_of("string-length", [LocalRef(self.string, call.place)], call)
        characters = call_of("%later-characters" if rest else "%characters", call.operands, source)
        self.before = [(self.string, characters), (self.end, length)]
        return self.replaced(Const(0), body)

    def rewritten(self, node: Node) -> Node:
        """The node with the variable in its new shape. Raises OtherUse."""
        if isinstance(node, If):
            return self.choice(node)
        if isinstance(node, Let):
            return self.binding(node)
        if isinstance(node, (And, Or)):
            return self.connected(node)
        if isinstance(node, LocalRef) and node.variable in self.rests:
            raise OtherUse
        return super().rewritten(node)

    def connected(self, node: And | Or) -> Node:
        """An `and` or `or`, whose first parts may ask that for the next ones."""
        some = self.some
        name = "pair?" if isinstance(node, And) else "null?"
        parts: list[Node] = []
        for part in node.parts:
            parts.append(self.rewritten(part))
            self.some = self.some or self.is_asked(part, name)
        self.some = some
        return node.__class__(parts, node.place)

    def choice(self, node: If) -> Node:
        """An `if`, which may ask whether the list is empty."""
        some = self.some
        test = self.rewritten(node.test)
        empty, full = self.is_asked(node.test, "null?"), self.is_asked(node.test, "pair?")
        self.some = some or full
        then = self.rewritten(node.then)
        self.some = some or empty
        otherwise = self.rewritten(node.otherwise)
        self.some = some
        return If(test, then, otherwise, node.place)

    def is_asked(self, test: Node, name: str) -> bool:
        return is_call(test, name, 1) and isinstance(test, Call) and self.is_it(test.operands[0])

    def binding(self, node: Let) -> Node:
        """A `let`, which may name the rest of the list. Raises OtherUse."""
        inits: list[Node] = []
        for variable, init in zip(node.variables, node.inits, strict=True):
            if is_call(init, "cdr", 1) and isinstance(init, Call) and self.is_it(init.operands[0]):
                if variable.assigned:
                    raise OtherUse
                inits.append(self.next(init))
                self.rests.add(variable)
            else:
                inits.append(self.rewritten(init))
        return Let(node.variables, inits, self.rewritten(node.body), node.place)

    def use(self, node: Call) -> Node | None:
        """What stands in the place of a call that uses the variable; None: it is no such call. Raises OtherUse."""
        if len(node.operands) != 1 or not self.is_it(node.operands[0]):
            return None
        primitive = called_leaf(node)
        name = primitive.name if primitive is not None else ""
        here = self.reference(node)
        if name == "car" and self.some and not self.aside:
            return call_of("string-ref", [LocalRef(self.string, node.place), here], node)
        if name == "null?":
            return call_of("=", [here, LocalRef(self.end, node.place)], node)
        if name == "pair?":
            return call_of("<", [here, LocalRef(self.end, node.place)], node)
        raise OtherUse

    def next(self, node: Node) -> Node:
        """The operand in a jump, in the new shape. Raises OtherUse."""
        if self.is_it(node):
            return self.reference(node)
        if isinstance(node, LocalRef) and node.variable in self.rests:
            return node
        if is_call(node, "cdr", 1) and isinstance(node, Call) and self.is_it(node.operands[0]) and self.some:
            return call_of("+", [self.reference(node), Const(1)], node)
        if isinstance(node, (If, Let)):
            return self.chosen(node)
        raise OtherUse
