"""A procedure of the program that calls one of its parameters in, its body for a call where that is known out.

    (define (keep wanted? l) …)   (keep (lambda (x) …) l)  ⇒  (let again ((kept %collector) (l l)) …)

Theory. What such a procedure is given for the parameter it only calls, or hands on to itself in the same place. So the
parameter can stand for the one thing that is known here, and the procedure that calls itself becomes a loop. Members
that it puts before the answer of that call (`building`) are gathered by the loop.
A procedure whose calls of itself stand elsewhere too (`(f (car l) (fold-right f init (cdr l)))`) becomes a local one
without that parameter.

Rules: a loop is only made where calls of itself stand in tail position or are the rest of a list that does. What the
body may hold is told in `copying`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping

from chibi_hooks.scheme.compiling.analysing.copying import Copier
from chibi_hooks.scheme.compiling.analysing.facts import Collecting, is_call
from chibi_hooks.scheme.compiling.analysing.rebuilding import call_of
from chibi_hooks.scheme.compiling.analysing.trees import CALLS, nodes_of
from chibi_hooks.scheme.core import (
    And,
    Call,
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
)
from chibi_hooks.typenames import Final


class NoLoop(Exception):
    """A procedure calls itself where that is no turn of a loop."""


def parameters_called(
    procedure: Lambda, location: Global, handed_on: Callable[[Call, int], int]
) -> dict[Variable, int]:
    """The parameters that are only called, or handed on to the procedure itself or to another one that only calls them:
    how many calls there are of each. `handed_on`: to how many the operand at that place comes.
    """
    places = {param: i for i, param in enumerate(procedure.params)}
    calls: dict[Variable, int] = dict.fromkeys([each for each in procedure.params if not each.assigned], 0)
    stack = [procedure.body]
    while stack:
        node = stack.pop()
        if isinstance(node, LocalRef):
            calls.pop(node.variable, None)
        elif isinstance(node, Call):
            handed = _is_itself(node, location)
            for i, operand in enumerate(node.operands):
                param = operand.variable if isinstance(operand, LocalRef) else None
                if param in calls and (count := handed_on(node, i)):
                    calls[param] += count
                elif not (handed and param is not None and places.get(param) == i):
                    stack.append(operand)
            operator = node.operator
            if not isinstance(operator, LocalRef):
                stack.append(operator)
            elif operator.variable in calls:
                calls[operator.variable] += 1
        else:
            stack += children(node)
    return {param: count for param, count in calls.items() if count}


def specialised(
    location: Global, procedure: Lambda, node: Call, chosen: Mapping[Variable, Node], defined: Container[Global]
) -> Node | None:
    """What stands in the place of the call, if those parameters are what is `chosen`; None: it is better left."""
    copy = Copier(node.place, defined, keeping=True)
    copy.instead.update(chosen)
    if not _names(procedure.body, location):
        return copy.bound(procedure, node.operands)
    try:
        return _Turning(location, procedure, chosen, node).loop(copy)
    except NoLoop:
        return _recursive(location, procedure, node, chosen, copy)


def _recursive(
    location: Global, procedure: Lambda, node: Call, chosen: Container[Variable], copy: Copier
) -> Letrec | None:
    """A local procedure that calls itself as this one does, without those parameters; None if this one is used in
    another way.
    """
    stack = [procedure.body]
    while stack:
        each = stack.pop()
        if isinstance(each, Call) and _is_itself(each, location):
            if len(each.operands) != len(procedure.params):
                return None
            stack += each.operands
        elif isinstance(each, GlobalRef) and each.location is location:
            return None
        else:
            stack += children(each)
    kept = [i for i, param in enumerate(procedure.params) if param not in chosen]
    again = Variable(procedure.name or location.name, procedure.place)
    copy.itself[location] = copy.variables[again] = again
    copy.kept[again] = kept
    params = [procedure.params[i] for i in kept]
    made = copy.node(Lambda(params, None, procedure.body, procedure.name, procedure.place))
    first = Call(LocalRef(again), [node.operands[i] for i in kept], node.place)
    return Letrec([again], [made], first, node.place)


class _Turning:
    """A procedure that calls itself, on its way to a loop."""

    def __init__(self, location: Global, procedure: Lambda, chosen: Container[Variable], node: Call) -> None:
        self.location, self.procedure, self.node = location, procedure, node
        self.kept = [i for i, param in enumerate(procedure.params) if param not in chosen]
        self.again = Variable(procedure.name or location.name, procedure.place)
        self.members = Collecting("members", procedure.place)
        self.collects = _collects(procedure.body, location)

    def loop(self, copy: Copier) -> Letrec:
        """The loop. Raises NoLoop."""
        params: list[Variable] = [self.procedure.params[i] for i in self.kept]
        first = [self.members] if self.collects else []
        body = self.turned(self.procedure.body)
        lambda_ = Lambda([*first, *params], None, body, self.procedure.name, self.procedure.place)
        made = copy.node(lambda_)
        begin: list[Node] = [call_of("%collector", [], self.node)] if self.collects else []
        operands = begin + [self.node.operands[i] for i in self.kept]
        return Letrec([self.again], [made], Call(LocalRef(self.again), operands, self.node.place), self.node.place)

    def turned(self, node: Node) -> Node:
        """A node in tail position, its calls of the procedure being turns. Raises NoLoop."""
        if isinstance(node, If):
            self.left(node.test)
            return If(node.test, self.turned(node.then), self.turned(node.otherwise), node.place)
        if isinstance(node, Let):
            for each in node.inits:
                self.left(each)
            return Let(node.variables, node.inits, self.turned(node.body), node.place)
        if isinstance(node, Sequence) or (isinstance(node, (And, Or)) and not self.collects):
            for each in node.parts[:-1]:
                self.left(each)
            return node.__class__([*node.parts[:-1], self.turned(node.parts[-1])], node.place)
        if isinstance(node, Call):
            return self.turn(node, [])
        return self.answer(node)

    def turn(self, node: Call, members: list[Node]) -> Node:
        """A call in tail position, or the rest of a list with these members."""
        if _is_itself(node, self.location):
            if len(node.operands) != len(self.procedure.params):
                raise NoLoop
            kept = [node.operands[i] for i in self.kept]
            for each in [*kept, *members]:
                self.left(each)
            first: Node = LocalRef(self.members, node.place)
            for each in members:
                first = call_of("%collect", [first, each], node)
            operands = [first, *kept] if self.collects else kept
            return Call(LocalRef(self.again, node.operator.place), operands, node.place)
        if self.collects and is_call(node, "cons", 2) and _names(node.operands[1], self.location):
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
        return call_of("%collected-onto", [LocalRef(self.members, node.place), node], node)

    def left(self, node: Node) -> None:
        """Raises NoLoop where the procedure is named in a node that is left as it is."""
        if _names(node, self.location):
            raise NoLoop


def updated_in(procedure: Lambda, location: Global) -> set[int]:
    """The places of the parameters that are lists which the procedure copies up to where it puts something new:
    `(cons x (itself (cdr l)))` and `(cons y (cdr l))`, or `(cons y l)`.
    """
    if procedure.rest is not None or not _collects(procedure.body, location):
        return set()
    places = {param: i for i, param in enumerate(procedure.params)}
    found: set[int] = set()
    stack = [procedure.body]
    while stack:
        node = stack.pop()
        if is_call(node, "cons", 2) and isinstance(node, Call):
            rest = node.operands[1]
            if is_call(rest, "cdr", 1) and isinstance(rest, Call):
                rest = rest.operands[0]
            if isinstance(rest, LocalRef) and rest.variable in places:
                found.add(places[rest.variable])
        stack += children(node)
    return found


def _is_itself(node: Call, location: Global) -> bool:
    return isinstance(node.operator, GlobalRef) and node.operator.location is location


def _names(root: Node, location: Global) -> bool:
    return any(each.location is location for each in nodes_of(root, NAMES))


NAMES: Final = frozenset({GlobalRef})


def _collects(root: Node, location: Global) -> bool:
    """Whether `(cons x (itself …))` stands somewhere."""
    for node in nodes_of(root, CALLS):
        rest = node.operands[1] if len(node.operands) == 2 else None
        if isinstance(rest, Call) and _is_itself(rest, location) and is_call(node, "cons", 2):
            return True
    return False
