"""Loops that gather or walk in the way of Scheme in, the same loops on what Python has for it out.

    (let loop ((acc '()) …)   … (loop (cons x acc) …)          … (reverse acc) …      a collector
    (let loop ((s "") …)      … (loop (string-append s x) …)   … s                    a text that grows in place
    (let loop ((l (string->list s)) …) … (null? l) (car l) (loop (cdr l) …)           a string and an index

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

from typing import Final

from chibi_hooks.scheme.compiling.copying import as_loop
from chibi_hooks.scheme.compiling.facts import Collecting, called_leaf, is_call
from chibi_hooks.scheme.compiling.rebuilding import Origins, call_of, with_children
from chibi_hooks.scheme.compiling.trees import references
from chibi_hooks.scheme.core import (
    And,
    Call,
    CaseLambda,
    Const,
    If,
    Lambda,
    Let,
    Letrec,
    LocalRef,
    Node,
    Or,
    Variable,
    children,
)
from chibi_hooks.scheme.values.data import NIL, Char, String


class OtherUse(Exception):
    """The variable is used in a way that is not known here."""


def _entry(node: Letrec) -> Call | None:
    """The call that enters a loop, if one of its variables begins like those that are looked for."""
    init, body = node.inits[0], node.body
    if len(node.inits) != 1 or not isinstance(init, Lambda) or init.rest is not None or not isinstance(body, Call):
        return None
    operator = body.operator
    if not isinstance(operator, LocalRef) or operator.variable is not node.variables[0]:
        return None
    if any(_shape_of(each) is not None for each in body.operands) or _grown_params(init, operator.variable):
        return body
    return None


def _shape_of(init: Node) -> type[Linear] | None:
    """How a variable that begins so may be treated."""
    if isinstance(init, Const):
        value = init.value
        return Collected if value is NIL else Grown if value.__class__ is String and not value.s else None
    if is_call(init, "string->list", 1):
        return Walked
    return Grown if _is_fresh(init) else None


FRESH: Final = frozenset(
    {"string", "string-append", "string-copy", "substring", "number->string", "make-string", "list->string"}
)


def _grown_params(procedure: Lambda, variable: Variable) -> set[Variable]:
    """The parameters of a loop that a jump appends strings to."""
    found: set[Variable] = set()
    stack = [procedure.body]
    while stack:
        node = stack.pop()
        if isinstance(node, Call) and isinstance(node.operator, LocalRef) and node.operator.variable is variable:
            for param, operand in zip(procedure.params, node.operands, strict=False):
                if isinstance(operand, Call) and len(operand.operands) > 1 and _appends_to(operand, param):
                    found.add(param)
        stack += children(node)
    return found


def _appends_to(node: Call, param: Variable) -> bool:
    primitive = called_leaf(node)
    first = node.operands[0]
    its = isinstance(first, LocalRef) and first.variable is param
    return its and primitive is not None and primitive.name == "string-append"


def _is_fresh(node: Node) -> bool:
    """Whether it makes a string that nobody else has."""
    primitive = called_leaf(node) if isinstance(node, Call) else None
    return primitive is not None and primitive.name in FRESH


def may_gather(node: Letrec) -> bool:
    """Whether it looks like a loop with such a variable."""
    return _entry(node) is not None


def on_better_shapes(node: Letrec, origins: Origins) -> Node:
    """A loop with each of its variables on the shape that fits it."""
    if not may_gather(node):
        return node
    procedure = as_loop(node)
    entry = node.body
    assert isinstance(entry, Call)
    if procedure is None or len(entry.operands) != len(procedure.params):
        return node
    grown = _grown_params(procedure, node.variables[0])
    shapes = [
        (i, _shape_of(init) or (Grown if param in grown else None))
        for i, (param, init) in enumerate(zip(procedure.params, entry.operands, strict=True))
        if not param.assigned
    ]
    before: list[tuple[Variable, Node]] = []
    for i, shape in sorted([(i, shape) for i, shape in shapes if shape], key=lambda each: each[1] is not Walked):
        try:
            changed = shape(node, i, origins)
            node = changed.loop()
        except OtherUse:
            continue
        before += changed.before
    made: Node = node
    for variable, value in reversed(before):
        made = Let([variable], [value], made, node.place)
    return made


class Linear:
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
        if isinstance(node, LocalRef):
            if node.variable is self.old or node.variable in self.readers:
                raise OtherUse
            return node
        if isinstance(node, Call):
            operator = node.operator
            if isinstance(operator, LocalRef) and operator.variable is self.node.variables[0]:
                return self.jump(node)
            if isinstance(operator, LocalRef) and operator.variable in self.readers:
                return Call(operator, [self.rewritten(each) for each in node.operands], node.place)
            found = self.use(node)
            if found is not None:
                return found
        elif isinstance(node, Letrec):
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

    def use(self, node: Call) -> Node | None:
        """What stands in the place of a call that uses the variable; None: it is no such call. Raises OtherUse."""
        raise NotImplementedError

    def next(self, node: Node) -> Node:
        """The operand in a jump, in the new shape. Raises OtherUse."""
        raise NotImplementedError

    def loop(self) -> Letrec:
        """The whole loop. Raises OtherUse."""
        raise NotImplementedError


TEXTS: Final = {"string-ref": 2, "char-upcase": 1, "char-downcase": 1, "char-foldcase": 1}


class Collected(Linear):
    """A list that grows at its head and is reversed in the end: a collector, which grows at the other end. Where all
    members are characters and a string is all that is made of it, what is collected are their texts.
    """

    def __init__(self, node: Letrec, index: int, origins: Origins) -> None:
        super().__init__(node, index, origins)
        self.members = 0
        self.lists = 0
        self.strings = 0
        self.counted = False
        self.only_texts = True
        self.as_texts = False
        self.texts: set[Variable] = set()  # local variables that are characters for certain

    def variable(self) -> Variable:
        return Collecting(self.old.name, self.old.place)

    def loop(self) -> Letrec:
        """The whole loop. Raises OtherUse."""
        body = self.rewritten(self.procedure.body)
        if not self.members or not self.lists + self.strings:
            raise OtherUse
        if self.only_texts and not self.lists and not self.counted:  # a text may be of several characters (`scanning`)
            self.as_texts = True
            body = self.rewritten(self.procedure.body)
        return self.replaced(call_of("%collector", [], self.entry), body)

    def use(self, node: Call) -> Node | None:
        """What stands in the place of a call that uses the variable; None: it is no such call. Raises OtherUse."""
        if is_call(node, "list->string", 1) and self.is_reversed(node.operands[0]):
            self.strings += 1
            name = "%collected-text" if self.as_texts else "%collected-string"
            return call_of(name, [self.reference(node)], node)
        if is_call(node, "append", 2) and self.is_reversed(node.operands[0]):
            self.lists += 1
            return call_of("%collected-onto", [self.reference(node), self.rewritten(node.operands[1])], node)
        if is_call(node, "reverse", 1):
            return self.reversed(node.operands[0], node)
        for name, other in (
            ("null?", "%collected-none?"),
            ("pair?", "%collected-some?"),
            ("length", "%collected-count"),
        ):
            if is_call(node, name, 1) and self.is_it(node.operands[0]):
                self.counted = self.counted or name == "length"
                return call_of(other, [self.reference(node)], node)
        return None

    def is_reversed(self, node: Node) -> bool:
        """Whether it is the list in the right order."""
        return isinstance(node, Call) and is_call(node, "reverse", 1) and self.is_it(node.operands[0])

    def reversed(self, operand: Node, node: Call) -> Node | None:
        """`(reverse acc)`, or `(reverse (cons x acc))`: what comes to the head of the list is its end then; and what
        chooses between them.
        """
        if isinstance(operand, If):
            then, otherwise = self.reversed(operand.then, node), self.reversed(operand.otherwise, node)
            if then is None or otherwise is None:
                return None
            return If(self.rewritten(operand.test), then, otherwise, operand.place)
        tail: Node | None = None
        if is_call(operand, "cons", 2):
            assert isinstance(operand, Call)
            member, operand = operand.operands
            if self.names(member):
                return None
            tail = call_of("cons", [member, Const(NIL, node.place)], node)
        if not self.is_it(operand):
            return None
        self.lists += 1
        if tail is None:
            return call_of("%collected", [self.reference(node)], node)
        return call_of("%collected-onto", [self.reference(node), tail], node)

    def next(self, node: Node) -> Node:
        """The operand in a jump, in the new shape. Raises OtherUse."""
        if self.is_it(node):
            return self.reference(node)
        if isinstance(node, Const) and node.value is NIL:
            return call_of("%collector", [], node)
        if is_call(node, "cons", 2):
            assert isinstance(node, Call)
            member, rest = node.operands
            if not isinstance(rest, (LocalRef, Const)):
                raise OtherUse  # members are evaluated in their order: one of them only
            if self.names(member):
                raise OtherUse
            self.members += 1
            self.grows = self.grows or self.is_it(rest)
            self.only_texts = self.only_texts and self.is_text(member)
            name = "%collect-text" if self.as_texts else "%collect"
            return call_of(name, [self.next(rest), self.rewritten(member)], node)
        return self.chosen(node)

    def rewritten(self, node: Node) -> Node:
        """The node with the variable in its new shape. Raises OtherUse."""
        if isinstance(node, Let):
            for variable, init in zip(node.variables, node.inits, strict=True):
                if not variable.assigned and self.is_text(init):
                    self.texts.add(variable)
        return super().rewritten(node)

    def is_text(self, node: Node) -> bool:
        """Whether it is a character for certain."""
        if isinstance(node, Const):
            return node.value.__class__ is Char
        if isinstance(node, LocalRef):
            return node.variable in self.texts
        return any(is_call(node, name, count) for name, count in TEXTS.items())


READERS: Final = frozenset(
    {"string=?", "string<?", "string>?", "string->number", "string->symbol", "string-ref", "substring", "display",
     "write-string", "string-append", "string-length"}
)  # fmt: skip


class Grown(Linear):
    """A string that grows at its end: a text, which Python extends in place. The string is made where it leaves the
    loop, or goes elsewhere while the variable begins anew. One that others may have, too, is that string until the
    first append.
    """

    def __init__(self, node: Letrec, index: int, origins: Origins) -> None:
        super().__init__(node, index, origins)
        self.appended = 0
        self.leaving = False  # the operands at hand are of a jump that begins anew
        self.shared = _shape_of(self.entry.operands[index]) is not Grown  # others may have the string that it begins as

    def loop(self) -> Letrec:
        """The whole loop. Raises OtherUse."""
        body = self.tail(self.procedure.body)
        if not self.appended:
            raise OtherUse
        init = self.entry.operands[self.index]
        return self.replaced(init if self.shared else call_of("%text", [init], self.entry), body)

    def tail(self, node: Node) -> Node:
        """A node in tail position, where the variable may be the answer."""
        if self.is_it(node):
            return self.made(node)
        if isinstance(node, If):
            return If(self.rewritten(node.test), self.tail(node.then), self.tail(node.otherwise), node.place)
        if isinstance(node, Let):
            return Let(node.variables, [self.rewritten(each) for each in node.inits], self.tail(node.body), node.place)
        return self.rewritten(node)

    def made(self, at: Node) -> Node:
        """The string."""
        return call_of("%grown-string" if self.shared else "%text-string", [self.reference(at)], at)

    def use(self, node: Call) -> Node | None:
        """What stands in the place of a call that uses the variable; None: it is no such call. Raises OtherUse."""
        primitive = called_leaf(node)
        if primitive is None or primitive.name not in READERS:
            return None
        if primitive.name == "string-length" and self.is_it(node.operands[0]) and not self.shared:
            return call_of("%text-length", [self.reference(node)], node)
        operands = [self.made(each) if self.is_it(each) else self.rewritten(each) for each in node.operands]
        return Call(node.operator, operands, node.place)

    def jump(self, node: Call) -> Node:
        """The next turn. Raises OtherUse."""
        if self.aside or self.names(node.operands[self.index]):
            return super().jump(node)
        operands: list[Node] = []
        left = 0
        for i, operand in enumerate(node.operands):
            if i == self.index:
                operands.append(self.next(operand))
                continue
            made = self.left(operand)
            left += made is not operand
            operands.append(made)
        if left > 1:
            raise OtherUse
        return Call(node.operator, operands, node.place)

    def left(self, node: Node) -> Node:
        """What the last turn leaves, the variable beginning anew: once, it may be anywhere in data that is made."""
        if self.is_it(node):
            return self.made(node)
        if is_call(node, "cons", 2):
            assert isinstance(node, Call)
            head, rest = node.operands
            if self.is_it(head) and not self.names(rest):
                return Call(node.operator, [self.made(head), rest], node.place)
        return self.rewritten(node)

    def next(self, node: Node) -> Node:
        """The operand in a jump, in the new shape. Raises OtherUse."""
        if self.is_it(node):
            return self.reference(node)
        if isinstance(node, Const) and node.value.__class__ is String and not node.value.s:
            return call_of("%text", [node], node)
        if _is_fresh(node) and not self.names(node):
            return call_of("%text", [self.rewritten(node)], node)
        primitive = called_leaf(node) if isinstance(node, Call) else None
        if primitive is not None and primitive.name == "string-append":
            assert isinstance(node, Call)
            if len(node.operands) < 2 or not self.is_it(node.operands[0]):
                raise OtherUse
            self.appended += 1
            self.grows = True
            return self.longer(node)
        return self.chosen(node)


    def longer(self, node: Call) -> Node:
        """`(string-append variable part …)`; all parts are evaluated before any is looked at. Raises OtherUse."""
        parts = node.operands[1:]
        if any(map(self.names, parts)):
            raise OtherUse
        variables: list[Variable] = []
        inits: list[Node] = []
        if self.shared or not all(map(_is_fixed, parts[1:])):
            for i, part in enumerate(parts):
                if not _is_fixed(part):
                    variables.append(Variable("part", part.place))
                    inits.append(part)
                    parts[i] = LocalRef(variables[-1], part.place)
        made: Node = self.reference(node)
        for position, part in enumerate(parts, 2):
            first = self.shared and position == 2
            made = call_of("%grown-append" if first else "%text-append", [made, part, Const(position)], node)
        return Let(variables, inits, made, node.place) if variables else made


def _is_fixed(node: Node) -> bool:
    """Whether evaluating it does nothing and cannot fail."""
    return isinstance(node, Const) or isinstance(node, LocalRef) and not node.variable.assigned


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

    def loop(self) -> Letrec:
        """The whole loop. Raises OtherUse."""
        if not all(isinstance(each, (Const, LocalRef)) for each in self.entry.operands[: self.index]):
            raise OtherUse  # the string is asked for first
        call = self.entry.operands[self.index]
        assert isinstance(call, Call)
        body = self.rewritten(self.procedure.body)
        length = call_of("string-length", [LocalRef(self.string, call.place)], call)
        self.before = [(self.string, call_of("%characters", call.operands, call)), (self.end, length)]
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
