"""The call of a procedure of `(srfi 158)` that makes a generator of data in, what gives its next value, in place, out.

    (list->generator l)   ⇒   (if (null? rest) eof (let ((x (car rest))) (set! rest (cdr rest)) x))

Theory. What the generator would keep between two calls is a variable, which is bound before the first value is wanted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import call_of
from chibi_hooks.scheme.core import (
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
)
from chibi_hooks.scheme.values.data import EOF, FALSE
from chibi_hooks.scheme.values.source import Place

LIBRARY: Final = "(srfi 158)"
MOST: Final = 5  # operands of what takes any number: what gives the next value asks one by one which it is
ELEMENTS: Final = {  # what is asked for the end, and for an element
    "vector->generator": ("%vector-to-generate", "vector-ref"),
    "reverse-vector->generator": ("%reverse-vector-to-generate", "vector-ref"),
    "string->generator": ("%string-to-generate", "string-ref"),
    "bytevector->generator": ("%bytevector-to-generate", "bytevector-u8-ref"),
}


@dataclass(frozen=True, slots=True)
class Maker:
    """A procedure that makes a generator: what gives a value of it, for how many operands. `known`: it has values ready
    if those have that it is made of, and is better left to ask for them at once where one of these is not known.
    """

    gives: Callable[[Beginning, Call], Node]
    least: int
    most: int
    known: bool = False


class Beginning:
    """What is evaluated before the first value is wanted, and bound to variables."""

    def __init__(self, place: Place | None) -> None:
        self.place = place
        self.variables: list[Variable] = []
        self.inits: list[Node] = []

    def bound(self, name: str, init: Node, assigned: bool = False) -> Variable:
        """A new variable."""
        variable = Variable(name, self.place)
        variable.assigned = assigned
        self.variables.append(variable)
        self.inits.append(init)
        return variable

    def held(self, node: Node) -> Node:
        """What stands for the value that the node has now: the node itself, if it will have no other."""
        stays = isinstance(node, (Const, Lambda))
        stays = stays or (isinstance(node, LocalRef) and not node.variable.assigned)
        stays = stays or (isinstance(node, GlobalRef) and node.location.primitive is not None)
        return node if stays else LocalRef(self.bound("held", node), node.place)

    def function(self, node: Node, count: int = 1) -> Node:
        """The same of a procedure of so many arguments that is called in one place."""
        fits = not isinstance(node, Lambda) or (node.rest is None and len(node.params) == count)
        return self.held(node) if fits else LocalRef(self.bound("held", node), node.place)

    def with_value(self, source: Node, then: Callable[[Node], Node], at: Call) -> Node:
        """What is done with a value of the generator behind."""
        value = Variable("value", at.place)
        return Let([value], [source], then(LocalRef(value, at.place)), at.place)

    def again(self, node: Call, turn: Callable[[Node], Node]) -> Node:
        """A loop that is given what leads to its next turn."""
        loop = Variable("loop", node.place)
        entry, once_more = [Call(LocalRef(loop, node.place), [], node.place) for _ in range(2)]
        return Letrec([loop], [Lambda([], None, turn(once_more), "loop", node.place)], entry, node.place)


def name_of(node: Node) -> str:
    """The procedure of the library that is called; of the primitives those that are exported by it."""
    operator = node.operator if type(node) is Call else None
    if type(operator) is not GlobalRef:
        return ""
    location = operator.location
    if location.primitive is not None:
        return location.primitive.name if location.primitive.name in SOURCES else ""
    return location.name if location.library == LIBRARY else ""


def is_source(node: Node) -> bool:
    """Whether it is the call of what makes a generator of data."""
    return maker_of(node, SOURCES) is not None


def maker_of(node: Node, table: dict[str, Maker]) -> Maker | None:
    """What is known of the procedure that is called, if it is one of a table and called with as many operands."""
    maker = table.get(name_of(node)) if isinstance(node, Call) else None
    if maker is None or not isinstance(node, Call):
        return None
    return maker if maker.least <= len(node.operands) <= maker.most else None


def of_list(made: Beginning, node: Call) -> Node:
    """The members of a list."""
    rest = made.bound("rest", node.operands[0], assigned=True)
    left = LocalRef(rest, node.place)

    def taken(value: Node) -> Node:
        return Sequence([SetLocal(rest, call_of("cdr", [left], node), node.place), value], node.place)

    first = made.with_value(call_of("car", [left], node), taken, node)
    return If(call_of("null?", [left], node), Const(EOF), first, node.place)


def circle(made: Beginning, node: Call) -> Node:
    """Those objects again and again."""
    whole = LocalRef(made.bound("all", call_of("list", list(node.operands), node)), node.place)
    left = LocalRef(made.bound("left", whole, assigned=True), node.place)

    def taken(value: Node) -> Node:
        tail = call_of("cdr", [left], node)
        following = If(call_of("null?", [tail], node), whole, tail, node.place)
        return Sequence([SetLocal(left.variable, following, node.place), value], node.place)

    return made.with_value(call_of("car", [left], node), taken, node)


def objects(made: Beginning, node: Call) -> Node:
    """Those objects."""
    return of_list(made, call_of("list->generator", [call_of("list", list(node.operands), node)], node))


def elements(made: Beginning, node: Call) -> Node:
    """The elements of a vector, a string or a bytevector."""
    name = name_of(node)
    ends, element = ELEMENTS[name]
    whole = made.held(node.operands[0])
    end = LocalRef(made.bound("end", call_of(ends, [whole], node)), node.place)
    backwards = name.startswith("reverse")
    at = LocalRef(made.bound("at", end if backwards else Const(0), assigned=True), node.place)
    step = SetLocal(at.variable, call_of("-" if backwards else "+", [at, Const(1)], node), node.place)
    if backwards:
        left, order = call_of("<", [Const(0), at], node), (step, call_of(element, [whole, at], node))
        return If(left, Sequence(list(order), node.place), Const(EOF), node.place)

    def stepped(value: Node) -> Node:
        return Sequence([step, value], node.place)

    some = made.with_value(call_of(element, [whole, at], node), stepped, node)
    return If(call_of("<", [at, end], node), some, Const(EOF), node.place)


def integers(made: Beginning, node: Call) -> Node:
    """The numbers of a range."""
    at = LocalRef(made.bound("at", node.operands[0], assigned=True), node.place)
    end = made.held(node.operands[1]) if len(node.operands) > 1 else Const(FALSE)

    def counted(value: Node) -> Node:
        more = SetLocal(at.variable, call_of("+", [value, Const(1)], node), node.place)
        return Sequence([more, value], node.place)

    some = made.with_value(at, counted, node)
    if isinstance(end, Const) and end.value is FALSE:
        return some
    ahead = call_of("<", [at, end], node)
    return If(Or([call_of("not", [end], node), ahead], node.place), some, Const(EOF), node.place)


def multiples(made: Beginning, node: Call) -> Node:
    """So many numbers."""
    most, *others = [made.held(each) for each in node.operands]
    i = LocalRef(made.bound("i", Const(0), assigned=True), node.place)

    def counted(value: Node) -> Node:
        term = call_of("*", [value, others[1]], node) if len(others) > 1 else value
        x = call_of("+", [others[0], term], node) if others else value
        more = SetLocal(i.variable, call_of("+", [value, Const(1)], node), node.place)
        return made.with_value(x, lambda x: Sequence([more, x], node.place), node)

    return If(call_of("<", [i, most], node), made.with_value(i, counted, node), Const(EOF), node.place)


SOURCES: Final[dict[str, Maker]] = {
    "list->generator": Maker(of_list, 1, 1),
    "generator": Maker(objects, 0, MOST),
    "make-range-generator": Maker(integers, 1, 2),
    "make-iota-generator": Maker(multiples, 1, 3),
    **{name: Maker(elements, 1, 1) for name in ELEMENTS},
}
