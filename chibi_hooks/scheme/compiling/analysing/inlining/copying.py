"""A body in, a copy of it with variables of its own out, and which bodies may be copied: what `integration` is made
with, and what is like it.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import called_primitive, facts, is_apply, is_call
from chibi_hooks.scheme.compiling.analysing.inlining.handing import (
    asked_for_comparison,
    asked_for_values,
    asked_if_foreseen,
    asked_if_no_list,
    constants_of,
)
from chibi_hooks.scheme.compiling.analysing.trees import LEAVES, guards, received, references, wound
from chibi_hooks.scheme.core import (
    BELOW,
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
    SetGlobal,
    SetLocal,
    Variable,
    copy,
)
from chibi_hooks.scheme.values.data import FALSE, NIL, UNSPECIFIED, String
from chibi_hooks.scheme.values.source import Place

ENDING: Final = frozenset({Sequence, And, Or, Let})  # what they end with is in tail position if they are
COPYABLE: Final = frozenset({Const, LocalRef, GlobalRef, If, And, Or, Sequence, Let, Letrec, Call})


def copyable_size(
    root: Node, limit: int, own: bool = False, guarded: bool = False, receiving: bool = False
) -> int:
    """How many nodes a body has of which a copy means the same: it is small, makes no procedure but loops, and assigns
    nothing; `own`: or it makes such as use no variable around them, and assigns those of the top level, because it is
    the program's; `guarded`: or it has guards; `receiving`: or it receives values. 0 for any other one.
    """
    stack = [root]
    count = 0
    constants: set[Lambda] = set()
    loops: list[Letrec] = []
    while stack:
        node = stack.pop()
        count += 1
        if node in constants:
            continue
        kind = node.__class__
        if count > limit or not (kind in COPYABLE or (own and kind is SetGlobal)):
            return 0
        if type(node) is Letrec:
            loop = node.inits[0]
            if not isinstance(loop, Lambda):
                return 0
            stack += [loop.body, node.body]
            loops.append(node)
        elif type(node) is Call:
            if own:
                constants |= constants_of(node)
            both = wound(node) or (guards(node) if guarded else None) or (received(node) if receiving else None)
            stack += BELOW[kind](node) if both is None else [each.body for each in both]
        elif kind not in LEAVES:
            stack += BELOW[kind](node)
    # last: they are walked whole, and what is too large has ended here
    return count if all(as_loop(each, receiving) for each in loops) else 0


def only_loops(variable: Variable, count: int, tails: list[Node], receiving: bool = False) -> bool:
    """Whether the variable is used in calls with `count` operands in tail position only. `tails`: what is in such a
    position; used up. `receiving`: what receives values is in it, too.
    """
    waiting: list[Node] = []  # what is not: there it must not be named
    while tails:
        node = tails.pop()
        kind = node.__class__
        if type(node) is Call and type(node.operator) is LocalRef and node.operator.variable is variable:
            if len(node.operands) != count:
                return False
            waiting += node.operands
        elif receiving and type(node) is Call and (both := received(node)) is not None:
            waiting.append(both[0].body)
            tails.append(both[1].body)
        elif type(node) is If:
            waiting.append(node.test)
            tails += (node.then, node.otherwise)
        elif type(node) is Letrec:
            for init in node.inits:
                if isinstance(init, Lambda):
                    tails.append(init.body)
                else:
                    waiting.append(init)
            tails.append(node.body)
        elif kind in ENDING:
            *before, last = BELOW[kind](node)
            waiting += before
            tails.append(last)
        else:
            waiting.append(node)
    for node in waiting:  # which grows meanwhile
        kind = node.__class__
        if type(node) is LocalRef:
            if node.variable is variable:
                return False
        elif kind not in LEAVES:
            waiting += BELOW[kind](node)
    return True


def with_tail_flags(node: Node, tail: bool) -> list[tuple[Node, bool]]:
    """The nodes below one that is no `letrec`, and whether they are in tail position, if it is."""
    if type(node) is If:
        return [(node.test, False), (node.then, tail), (node.otherwise, tail)]
    below = [(child, False) for child in BELOW[node.__class__](node)]
    if node.__class__ in ENDING:
        below[-1] = below[-1][0], tail
    return below


def as_loop(node: Letrec, receiving: bool = False) -> Lambda | None:
    """The procedure of a `letrec` that is nothing but a loop; `receiving`: which goes on where it receives values."""
    init = node.inits[0]
    if len(node.inits) != 1 or not isinstance(init, Lambda) or init.rest is not None:
        return None
    return init if only_loops(node.variables[0], len(init.params), [node.body, init.body], receiving) else None


def _without_idle(node: Call) -> Call:
    """The call of a lambda expression without the calls that give what it does not look at and are idle then."""
    procedure, operands = node.operator, node.operands
    if not any(map(_is_idle, operands)) or not isinstance(procedure, Lambda) or len(operands) != len(procedure.params):
        return node
    wanted = references(procedure.body)
    kept = [
        Const(UNSPECIFIED, operand.place) if _is_idle(operand) and param not in wanted else operand
        for param, operand in zip(procedure.params, operands, strict=True)
    ]
    return Call(procedure, kept, node.place)


def handed_over(node: Call, rest: Variable | None, left: list[Node]) -> Call | None:
    """The call that `(apply f x … rest)` makes where these are the arguments that are left; None for any other call."""
    last = node.operands[-1] if node.operands else node
    if not isinstance(last, LocalRef) or last.variable is not rest or not is_apply(node):
        return None
    return Call(node.operands[0], [*node.operands[1:-1], *left], node.place)


def _is_idle(node: Node) -> bool:
    primitive = called_primitive(node) if isinstance(node, Call) else None
    return primitive is not None and primitive.idle


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
        self.literal = False  # is one of them a literal string?
        self.variables: dict[Variable, Variable] = {}
        self.foreseen: set[Variable] = set()  # of those in `instead`: what primitives can do without calling
        self.placed: set[Variable] = set()  # of those in `instead`: in the copy already
        self.lists: set[Variable] = set()  # parameters that are given a list for certain
        self.compared: dict[Variable, Node] = {}  # what `(%known-comparison variable)` stands for
        self.itself: dict[Global, Variable] = {}  # a procedure of the top level that is a local one in the copy
        self.constants: set[Lambda] = set()  # procedures that are the same in the copy
        self.rests: dict[Variable, list[Node]] = {}  # arguments that are left, and what is given for them
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
        params = procedure.params
        if procedure.rest is not None:
            left = [Variable(procedure.rest.name, self.place) for _ in operands[len(params) :]]
            params = [*params, *left]
            self.rests[procedure.rest] = [LocalRef(each, self.place) for each in left]
        for param, operand in zip(params, operands, strict=True):
            if param in self.instead:
                continue
            if self.is_fixed(operand):
                self.put_instead(param, operand)
            else:
                variables.append(self.variable(param))
                inits.append(operand)
        body = self.node(procedure.body)
        return Let(variables, inits, body, self.place) if variables else body

    def put_instead(self, param: Variable, operand: Node) -> None:
        """Let the operand stand in the place of the parameter."""
        self.instead[param] = operand
        self.literal = self.literal or (type(operand) is Const and operand.value.__class__ is String)

    def procedure(self, procedure: Lambda) -> Lambda:
        """A copy of a lambda expression without rest parameter."""
        params = [self.variable(param) for param in procedure.params]
        return Lambda(params, None, self.node(procedure.body), procedure.name, procedure.place)

    def is_fixed(self, operand: Node) -> bool:
        """Whether it is the same wherever it stands."""
        if isinstance(operand, GlobalRef):
            return operand.location.primitive is not None or operand.location in self.defined
        return isinstance(operand, Const) or (isinstance(operand, LocalRef) and _fixed(operand.variable))

    def node(self, node: Node) -> Node:
        if type(node) is LocalRef:
            return self.replacement(node.variable) or LocalRef(self.used(node.variable), self.place)
        if type(node) is GlobalRef:
            if node.location in self.itself:
                return LocalRef(self.itself[node.location], node.place)
            return GlobalRef(node.location, self.place_of(node))
        if type(node) is Const:
            return Const(node.value, self.place_of(node))
        if type(node) is If:
            if (begins := self.begins_empty(node.test)) is not None:
                return self.node(node.then if begins else node.otherwise)
            asked = asked_if_foreseen(node)
            if asked in self.foreseen:
                return self.node(node.then)
            if asked in self.compared:
                return self.node(node.otherwise)
            if asked is not None and isinstance(self.instead.get(asked), Lambda | GlobalRef):  # one that is called
                return self.node(node.otherwise)
            if self.lists and asked_if_no_list(node) in self.lists:
                return self.node(node.otherwise)
        if self.compared and type(node) is Call:
            asked = asked_for_comparison(node)
            if asked in self.compared:
                return self.compared[asked]
        if self.instead and type(node) is Call:
            asked = asked_for_values(node)
            if asked is not None and isinstance(self.instead.get(asked), Lambda):
                return Const(FALSE)
        if type(node) is SetLocal:
            return SetLocal(self.used(node.variable), self.node(node.value), self.place_of(node))
        if type(node) is Lambda and node in self.constants:
            return node
        if self.keeping and type(node) is Call:
            self.constants |= constants_of(node)
        if self.rests and type(node) is Call:
            for rest, left in self.rests.items():
                node = handed_over(node, rest, left) or node
        if self.kept and type(node) is Call and (type(node.operator) is LocalRef or type(node.operator) is GlobalRef):
            return self.call(node)
        if self.literal and (found := self.of_literal(node)) is not None:
            return found
        made = copy(node, self.node, self.variable, self.place_of(node))
        return _without_idle(made) if type(made) is Call and type(made.operator) is Lambda else made

    def begins_empty(self, test: Node) -> bool | None:
        """Whether what is asked to be the empty list is that literal, if it is one in the copy."""
        operand = test.operands[0] if isinstance(test, Call) and is_call(test, "null?", 1) else None
        found = self.instead.get(operand.variable) if isinstance(operand, LocalRef) else None
        return found.value is NIL if isinstance(found, Const) else None

    def of_literal(self, node: Node) -> Node | None:
        """The length of a literal string, which is known, or a `let` without the variables that hold such."""
        if type(node) is Let:
            inits = [self.node(each) for each in node.inits]
            kept: list[tuple[Variable, Node]] = []
            for variable, old, init in zip(node.variables, node.inits, inits, strict=True):
                if type(init) is Const and type(old) is Call and not variable.assigned:
                    self.instead[variable] = init
                else:
                    kept.append((self.variable(variable), init))
            body = self.node(node.body)
            variables, inits = [each for each, _ in kept], [each for _, each in kept]
            return Let(variables, inits, body, self.place_of(node)) if kept else body
        if not is_call(node, "string-length", 1) or type(node) is not Call:
            return None
        operand = node.operands[0]
        held = self.instead.get(operand.variable) if type(operand) is LocalRef else None
        if type(held) is not Const or held.value.__class__ is not String:
            return None
        return Const(len(held.value.s), self.place_of(node))

    def call(self, node: Call) -> Node:
        """A call that may be one of a procedure of which the copy has not all operands."""
        operator = self.node(node.operator)
        kept = self.kept.get(operator.variable) if isinstance(operator, LocalRef) else None
        operands = node.operands if kept is None else [node.operands[i] for i in kept]
        made = Call(operator, [self.node(each) for each in operands], self.place_of(node))
        return _without_idle(made) if isinstance(operator, Lambda) else made

    def place_of(self, node: Node) -> Place | None:
        """Where the copy of a node stands."""
        return (node.place if self.keeping else None) or self.place

    def replacement(self, old: Variable) -> Node | None:
        """What stands in the place of a variable, if something does; of a lambda expression, a copy from the second
        time on.
        """
        found = self.instead.get(old)
        if type(found) is Lambda and old in self.placed:
            return Copier(found.place, self.defined, keeping=True).procedure(found)
        self.placed.add(old)
        return found

    def used(self, old: Variable) -> Variable:
        """A variable that is bound in the copy, or else around it."""
        return self.variables.get(old, old)
