"""Generators that are made of others where their values are wanted (SRFI 158) in, one procedure that gives the values
out.

    (generator-fold + 0 (gmap f (gfilter p (list->generator l))))
      ⇒  (let ((rest l)) (generator-fold + 0 (lambda () …)))         … takes from rest, asks p, and calls f

Theory. Nobody else has these generators, so that nobody can tell what they are made of. The procedure takes the place
of the parameter that the consumer calls (`analysing.integration`), and all of it is one loop.

Rule: everything is evaluated in the order in which the program says it, and once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import is_call
from chibi_hooks.scheme.compiling.analysing.rebuilding import Origins, call_of, with_children
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
from chibi_hooks.scheme.values.data import EOF, FALSE, TRUE
from chibi_hooks.scheme.values.source import Place

LIBRARY: Final = "(srfi 158)"
CONSUMERS: Final = {  # of one generator: where that stands, by the number of operands
    **dict.fromkeys(("generator->list", "generator->reverse-list"), {1: 0, 2: 0}),
    **dict.fromkeys(("generator->vector", "generator->string"), {1: 0, 2: 0}),
    **dict.fromkeys(("generator-map->list", "generator-for-each", "generator-find"), {2: 1}),
    **dict.fromkeys(("generator-count", "generator-any", "generator-every"), {2: 1}),
    "generator-fold": {3: 2},
}
NUMBERS: Final = {"make-range-generator": (1, 2), "make-iota-generator": (1, 2, 3)}
"""What gives numbers, by the number of operands."""
AT_ONCE: Final = 0  # where the generator stands for who takes all that is ready


def belongs_to_pipeline(node: Call) -> bool:
    """Whether it is a call that makes one generator of another, or consumes one."""
    return _name(node) != "" and (_is_stage(node) or consumes_pipeline(node))


def consumes_pipeline(node: Call) -> bool:
    """Whether it is the call of a consumer with a generator that is made there."""
    at = _consumed_at(node)
    if at is None:
        return False
    given = node.operands[at]
    return _is_stage(given) or (at != AT_ONCE and _is_source(given))


def in_one(node: Call) -> Node:
    """The same with one procedure for the generator."""
    return _Pipeline(node.place).consumed(node)


def held_in_one(node: Let, origins: Origins) -> Let:
    """The same without the generators that have a variable, and are asked for values in one place."""
    pipeline = _Pipeline(node.place)
    instead: dict[Variable, Node] = {}
    for variable, init in zip(node.variables, node.inits, strict=True):
        if _is_stage(init) and not variable.assigned and _asked_once(node.body, variable):
            instead[variable] = pipeline.given(init)
        else:
            pipeline.variables.append(variable)
            pipeline.inits.append(init)
    if not instead:
        return node
    return Let(pipeline.variables, pipeline.inits, _with(node.body, instead, origins), node.place)


def _asked_once(root: Node, generator: Variable) -> bool:
    """Whether nothing is done with a generator but that it is called, or consumed, in one place."""
    uses = calls = 0
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, LocalRef):
            uses += node.variable is generator
        elif isinstance(node, Call):
            at = _consumed_at(node)
            asked = node.operands[at] if at is not None else node.operator
            calls += (
                isinstance(asked, LocalRef) and asked.variable is generator and (at is not None or not node.operands)
            )
        stack += children(node)
    return uses == calls == 1


def _with(node: Node, instead: Mapping[Variable, Node], origins: Origins) -> Node:
    """The tree with what gives the next value of those generators in the place of their calls, and as a procedure where
    they are consumed.
    """
    if isinstance(node, LocalRef) and node.variable in instead:
        return Lambda([], None, instead[node.variable], None, node.place)
    if isinstance(node, Call) and isinstance(node.operator, LocalRef) and node.operator.variable in instead:
        return instead[node.operator.variable]
    return with_children(node, lambda each: _with(each, instead, origins), origins)


def _consumed_at(node: Call) -> int | None:
    """Where the generator stands in the call of a consumer; None in any other call."""
    return CONSUMERS.get(_name(node), {}).get(len(node.operands))


def _name(node: Node) -> str:
    """The procedure of the library that is called."""
    operator = node.operator if type(node) is Call else None
    if type(operator) is not GlobalRef or operator.location.library != LIBRARY:
        return ""
    return operator.location.name


def _is_stage(node: Node) -> bool:
    return isinstance(node, Call) and len(node.operands) == OPERANDS.get(_name(node), -1)


def _is_source(node: Node) -> bool:
    if is_call(node, "list->generator", 1):
        return True
    return isinstance(node, Call) and len(node.operands) in NUMBERS.get(_name(node), ())


class _Pipeline:
    """What is evaluated before the first value is wanted, and bound to variables; and what gives a value."""

    def __init__(self, place: Place | None) -> None:
        self.place = place
        self.variables: list[Variable] = []
        self.inits: list[Node] = []

    def consumed(self, node: Call) -> Node:
        """The call of the consumer, behind what is bound for it."""
        at = _consumed_at(node)
        operands: list[Node] = []
        for i, operand in enumerate(node.operands):
            if i == at:
                operands.append(Lambda([], None, self.given(operand), None, operand.place or node.place))
            else:
                operands.append(self.held(operand))
        return Let(self.variables, self.inits, Call(node.operator, operands, node.place), node.place)

    def given(self, node: Node) -> Node:
        """What gives the next value of a generator."""
        if _is_stage(node):
            assert isinstance(node, Call)
            return STAGES[_name(node)](self, node)
        if _is_source(node):
            assert isinstance(node, Call)
            sources = {"make-range-generator": self.range, "make-iota-generator": self.multiples}
            return sources.get(_name(node), self.of_list)(node)
        return Call(self.held(node), [], node.place or self.place)

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

    def of_list(self, node: Call) -> Node:
        rest = self.bound("rest", node.operands[0], assigned=True)
        left = LocalRef(rest, node.place)

        def taken(value: Node) -> Node:
            return Sequence([SetLocal(rest, call_of("cdr", [left], node), node.place), value], node.place)

        first = self.with_value(call_of("car", [left], node), taken, node)
        return If(call_of("null?", [left], node), Const(EOF), first, node.place)

    def range(self, node: Call) -> Node:
        at = LocalRef(self.bound("at", node.operands[0], assigned=True), node.place)
        end = self.held(node.operands[1]) if len(node.operands) > 1 else Const(FALSE)

        def counted(value: Node) -> Node:
            more = SetLocal(at.variable, call_of("+", [value, Const(1)], node), node.place)
            return Sequence([more, value], node.place)

        some = self.with_value(at, counted, node)
        if isinstance(end, Const) and end.value is FALSE:
            return some
        ahead = call_of("<", [at, end], node)
        return If(Or([call_of("not", [end], node), ahead], node.place), some, Const(EOF), node.place)

    def multiples(self, node: Call) -> Node:
        most, *others = [self.held(each) for each in node.operands]
        i = LocalRef(self.bound("i", Const(0), assigned=True), node.place)

        def counted(value: Node) -> Node:
            term = call_of("*", [value, others[1]], node) if len(others) > 1 else value
            x = call_of("+", [others[0], term], node) if others else value
            more = SetLocal(i.variable, call_of("+", [value, Const(1)], node), node.place)
            return self.with_value(x, lambda x: Sequence([more, x], node.place), node)

        return If(call_of("<", [i, most], node), self.with_value(i, counted, node), Const(EOF), node.place)

    def mapped(self, node: Call) -> Node:
        function = self.function(node.operands[0])

        def changed(value: Node) -> Node:
            return If(_is_end(value, node), value, Call(function, [value], node.place), node.place)

        return self.with_value(self.given(node.operands[1]), changed, node)

    def kept(self, node: Call) -> Node:
        return self.chosen(node, lambda test: test)

    def left_out(self, node: Call) -> Node:
        return self.chosen(node, lambda test: call_of("not", [test], node))

    def chosen(self, node: Call, asked: Callable[[Node], Node]) -> Node:
        predicate = self.function(node.operands[0])
        again = Variable("loop", node.place)

        def looked_at(value: Node) -> Node:
            test = Or([_is_end(value, node), asked(Call(predicate, [value], node.place))], node.place)
            return If(test, value, Call(LocalRef(again, node.place), [], node.place), node.place)

        turn = Lambda([], None, self.with_value(self.given(node.operands[1]), looked_at, node), "loop", node.place)
        return Letrec([again], [turn], Call(LocalRef(again, node.place), [], node.place), node.place)

    def unfolded(self, node: Call) -> Node:
        stop, mapper, successor = [self.function(each) for each in node.operands[:3]]
        seed = LocalRef(self.bound("seed", node.operands[3], assigned=True), node.place)

        def moved(value: Node) -> Node:
            following = SetLocal(seed.variable, Call(successor, [seed], node.place), node.place)
            return Sequence([following, value], node.place)

        some = self.with_value(Call(mapper, [seed], node.place), moved, node)
        return If(Call(stop, [seed], node.place), Const(EOF), some, node.place)

    def combined(self, node: Call) -> Node:
        function = self.function(node.operands[0], 2)
        seed = LocalRef(self.bound("seed", node.operands[1], assigned=True), node.place)
        made, following = Variable("value", node.place), Variable("next", node.place)
        change = SetLocal(seed.variable, LocalRef(following, node.place), node.place)
        taking = Lambda([made, following], None, Sequence([change, LocalRef(made, node.place)]), None, node.place)

        def both(value: Node) -> Node:
            giving = Lambda([], None, Call(function, [value, seed], node.place), None, node.place)
            return If(_is_end(value, node), value, call_of("call-with-values", [giving, taking], node), node.place)

        return self.with_value(self.given(node.operands[2]), both, node)

    def first_ones(self, node: Call) -> Node:
        source = self.given(node.operands[0])
        most = self.held(node.operands[1])
        count = self.bound("i", Const(0), assigned=True)
        at = LocalRef(count, node.place)

        def counted(value: Node) -> Node:
            more = SetLocal(count, call_of("+", [at, Const(1)], node), node.place)
            return Sequence([more, value], node.place)

        some = self.with_value(source, counted, node)
        return If(call_of("<", [at, most], node), some, Const(EOF), node.place)

    def up_to_one(self, node: Call) -> Node:
        predicate = self.function(node.operands[0])
        over = self.bound("over?", Const(FALSE), assigned=True)

        def looked_at(value: Node) -> Node:
            test = And([_is_more(value, node), Call(predicate, [value], node.place)], node.place)
            end = Sequence([SetLocal(over, Const(TRUE), node.place), Const(EOF)], node.place)
            return If(test, value, end, node.place)

        some = self.with_value(self.given(node.operands[1]), looked_at, node)
        return If(LocalRef(over, node.place), Const(EOF), some, node.place)


def _is_end(value: Node, at: Call) -> Call:
    return call_of("eof-object?", [value], at)


def _is_more(value: Node, at: Call) -> Call:
    return call_of("not", [_is_end(value, at)], at)


STAGES: Final[dict[str, Callable[[_Pipeline, Call], Node]]] = {
    "gmap": _Pipeline.mapped,
    "gfilter": _Pipeline.kept,
    "gremove": _Pipeline.left_out,
    "gtake": _Pipeline.first_ones,
    "gtake-while": _Pipeline.up_to_one,
    "gcombine": _Pipeline.combined,
    "make-unfold-generator": _Pipeline.unfolded,
}
"""What is made of one generator, or asks procedures for its values."""
OPERANDS: Final = {**dict.fromkeys(STAGES, 2), "gcombine": 3, "make-unfold-generator": 4}
