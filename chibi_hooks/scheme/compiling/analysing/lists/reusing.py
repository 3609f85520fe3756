"""Loops in, which lists they may change instead of copying them out: an alist that is updated in each turn.

    (let loop ((l l) (table '())) … (loop (cdr l) (update table (car l))) …)
    (define (update t k) … (cons (car t) (update (cdr t) k)) … (cons (cons k 1) (cdr t)))

Theory. `update` copies the pairs that come before the one it changes, and nobody looks at the old list any more. Where
the loop made all of its pairs itself, and gives the list to such a copying loop only, that may link the pairs there are
(`linking`). Nobody can tell: a list is looked at before it is changed, and a turn that is under way is left for good
where it fails, as it calls nothing that could capture it.

Rules
-----
* The variable begins with the empty list, and becomes what is made of new pairs and of its own only.
* On the way to the next turn it is given to one copying loop, and is not looked at afterwards; before, only by what
  keeps no pair of it. Where the loop ends it may be used in any way.
* In that turn nothing is called but primitives that call nothing back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import called_leaf, facts, is_call, is_failure, is_nil
from chibi_hooks.scheme.compiling.analysing.inlining.integration import Expansions
from chibi_hooks.scheme.compiling.analysing.trees import directly_bound, loop_procedure, references
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
    Variable,
    children,
)

NODES: Final = 1_000  # of a loop; those that update a list have a tenth
LOOKS: Final = {
    **dict.fromkeys(("null?", "pair?", "length", "car", "caar", "cdar", "cadr"), 0),
    **dict.fromkeys(("assq", "assv", "assoc"), 1),
}
"""What keeps no pair of a list: which operand that is."""
AT_PAIR: Final = frozenset({"null?", "pair?", "car", "caar", "cdar"})  # asked of the list that is copied


class Other(Exception):
    """Something is done that is not known here."""


def find_reused(loops: list[tuple[Variable, Lambda]], expansions: Expansions) -> None:
    """Mark the collectors that may link the pairs of the list which their loop walks along, with its variable."""
    if not any(_may_copy(operands) for loop, _ in loops for operands in facts(loop).entries):
        return
    for loop, procedure in loops:
        begun = [i for i, param in enumerate(procedure.params) if _is_plain(param) and _begins_empty(loop, i)]
        if not begun or not _is_small(procedure.body, expansions):
            continue
        for i in begun:
            param = procedure.params[i]
            found = _Owned(loop, i, param, expansions)
            try:
                found.turn(procedure.body)
            except Other:
                continue
            if all(each in found.jumps or is_nil(each[i]) for each in facts(loop).entries):
                expansions.reused.update(found.copying)
                expansions.undropped.update(found.undropped)


def _may_copy(operands: list[Node]) -> bool:
    """Whether a loop that is entered so gathers, and goes along what a variable holds."""
    return any(is_call(each, "%collector", 0) for each in operands) and any(
        isinstance(each, LocalRef) for each in operands
    )


def _begins_empty(loop: Variable, index: int) -> bool:
    return any(is_nil(each[index]) for each in facts(loop).entries)


def _is_small(root: Node, expansions: Expansions) -> bool:
    """Whether there are not too many nodes below one, of which some are walked time and again."""
    stack, count = [root], 0
    while stack and count < NODES:
        node = stack.pop()
        count += 1
        expanded = expansions.get(node) if isinstance(node, Call) else None
        stack += children(node) if expanded is None else [expanded]
    return not stack


def _is_plain(variable: Variable) -> bool:
    """Whether it is a variable of Python that holds a list of pairs, if it holds one."""
    found = facts(variable)
    odd = found.captured or found.late or found.loop or found.members or found.boxed or found.walk is not None
    return not (variable.assigned or odd)


class _Owned:
    """A variable of a loop that may hold a list of which the loop has all pairs."""

    def __init__(self, loop: Variable, index: int, variable: Variable, expansions: Expansions) -> None:
        self.loop, self.index, self.expansions = loop, index, expansions
        self.names = frozenset((variable,))  # the variables that hold the list
        self.gone = frozenset[Variable]()  # those that held it before it was changed
        self.jumps: list[list[Node]] = []
        self.copying: dict[Variable, Variable] = {}  # collectors, and the variable whose pairs they may link
        self.undropped: dict[Variable, Variable] = {}  # those of them that drop no pair

    def turn(self, node: Node) -> None:
        """A node in tail position of the loop. Raises Other."""
        if not self._goes_on(node):
            if not self.gone.isdisjoint(references(node, self.expansions)):
                raise Other
            return  # the loop ends there
        if isinstance(node, If):
            self.look(node.test)
            self.either(node, self.turn)
        elif isinstance(node, Let):
            for variable, init in zip(node.variables, node.inits, strict=True):
                self.bind(variable, init, node.variables)
            self.turn(node.body)
        elif isinstance(node, Sequence):
            for each in node.parts[:-1]:
                self.look(each)
            self.turn(node.parts[-1])
        elif isinstance(node, Call):
            self.jump(node)
        else:
            raise Other

    def either(self, node: If, way: Callable[[Node], None]) -> None:
        """Both ways, what is learnt on one being forgotten on the other."""
        known = self.names, self.gone
        way(node.then)
        after = self.gone
        self.names, self.gone = known
        way(node.otherwise)
        self.gone |= after

    def _goes_on(self, node: Node) -> bool:
        """Whether there is another turn below a node."""
        return self.loop in references(node, self.expansions)

    def bind(self, variable: Variable, init: Node, beside: list[Variable]) -> None:
        """A variable that may hold the list from now on; what holds a changed one is the only one that does."""
        if isinstance(init, LocalRef) and init.variable in self.names and _is_plain(variable):
            self.names |= {variable}
        elif self._names(init) and not self._is_look(init):
            if len(beside) != 1 or not _is_plain(variable):
                raise Other
            self.list(init)
            self.gone |= self.names
            self.names = frozenset((variable,))
        else:
            self.look(init)

    def jump(self, node: Call) -> None:
        """The next turn, or a procedure that stands in line before it."""
        bound = directly_bound(node)
        if bound is not None:
            for variable, init in zip(bound.params, node.operands, strict=True):
                self.bind(variable, init, bound.params)
            self.turn(bound.body)
        elif isinstance(node.operator, LocalRef) and node.operator.variable is self.loop:
            own = node.operands[self.index]
            kept = isinstance(own, LocalRef) and own.variable in self.names
            for i, each in enumerate(node.operands):
                if i != self.index:
                    self.look(each)
                    if not kept and self._names(each):
                        raise Other  # it may be looked at when it is changed already
            self.list(own)
            self.jumps.append(node.operands)
        elif (expanded := self.expansions.get(node)) is not None:
            self.turn(expanded)
        else:
            raise Other

    def _names(self, node: Node) -> bool:
        return not (self.names | self.gone).isdisjoint(references(node, self.expansions))

    def _names_in_turns(self, root: Node) -> bool:
        """The same, but for errors of what is no list: this is one."""
        stack = [root]
        while stack:
            node = stack.pop()
            if isinstance(node, LocalRef) and (node.variable in self.names or node.variable in self.gone):
                return True
            expanded = self.expansions.get(node) if isinstance(node, Call) else None
            if expanded is not None:
                stack.append(expanded)
            elif not is_failure(node):
                stack += children(node)
        return False

    def _is_look(self, node: Node) -> bool:
        """Whether nothing but looks at the list is below a node."""
        try:
            self.look(node)
        except Other:
            return False
        return True

    def list(self, node: Node) -> None:
        """What makes a list of new pairs and of the old ones. Raises Other."""
        if is_nil(node) or (isinstance(node, LocalRef) and node.variable in self.names):
            return
        if isinstance(node, If):
            self.look(node.test)
            self.either(node, self.list)
        elif isinstance(node, Let):
            for variable, init in zip(node.variables, node.inits, strict=True):
                self.bind(variable, init, node.variables)
            self.list(node.body)
        elif isinstance(node, Letrec):
            self.copy(node)
        elif isinstance(node, Call):
            self.made(node)
        else:
            raise Other

    def made(self, node: Call) -> None:
        """A call that makes such a list."""
        if is_call(node, "cons", 2):
            self.nothing(node.operands[0])
            self.list(node.operands[1])
        elif (bound := directly_bound(node)) is not None:
            for variable, init in zip(bound.params, node.operands, strict=True):
                self.bind(variable, init, bound.params)
            self.list(bound.body)
        elif (expanded := self.expansions.get(node)) is not None:
            self.list(expanded)
        elif is_failure(node) or is_call(node, "list", len(node.operands)):
            for each in node.operands:
                self.nothing(each)
        else:
            raise Other

    def nothing(self, node: Node) -> None:
        """What does not name the list. Raises Other."""
        if self._names(node):
            raise Other
        self.look(node)

    def look(self, node: Node) -> None:
        """What only looks at the list, and calls nothing that calls back. Raises Other."""
        if not self.gone.isdisjoint(references(node, self.expansions)):
            raise Other
        _look(node, self.names, LOOKS, self.expansions)

    # a loop that copies ---------------------------------------------------------------------------------------------

    def copy(self, node: Letrec) -> None:
        """A loop that copies the list up to some place: its collector may link the pairs there are. Raises Other."""
        procedure = loop_procedure(node) if facts(node.variables[0]).loop else None
        entry = node.body
        if procedure is None or not isinstance(entry, Call) or not procedure.params:
            raise Other
        operands = entry.operands
        if not isinstance(entry.operator, LocalRef) or entry.operator.variable is not node.variables[0]:
            raise Other
        walked = [i for i, each in enumerate(operands) if isinstance(each, LocalRef) and each.variable in self.names]
        begun = [i for i, each in enumerate(operands) if is_call(each, "%collector", 0)]
        if len(walked) != 1 or len(begun) != 1 or not _is_plain(procedure.params[walked[0]]):
            raise Other
        for i, each in enumerate(operands):
            if i != walked[0]:
                self.nothing(each)
        if self._names_in_turns(procedure.body):
            raise Other
        copied = _Copied(node.variables[0], procedure, begun[0], walked[0], self.expansions)
        copied.turn(procedure.body)
        self.copying[copied.collector] = copied.walked
        if not copied.drops:
            self.undropped[copied.collector] = copied.walked


class _Copied:
    """The loop that copies, turn by turn."""

    def __init__(self, loop: Variable, procedure: Lambda, begun: int, place: int, expansions: Expansions) -> None:
        self.loop, self.begun, self.place, self.expansions = loop, begun, place, expansions
        self.collector, self.walked = procedure.params[begun], procedure.params[place]
        self.names = frozenset((self.walked,))
        self.changed = False  # whether some member is another one than before
        self.drops = False  # whether some pair is left out

    def turn(self, node: Node) -> None:
        """A node in tail position. Raises Other."""
        if isinstance(node, If):
            self.look(node.test)
            self.turn(node.then)
            self.turn(node.otherwise)
        elif isinstance(node, Let):
            for each in node.inits:
                self.look(each)
            self.turn(node.body)
        elif not isinstance(node, Call):
            raise Other
        elif (bound := directly_bound(node)) is not None:
            for each in node.operands:
                self.look(each)
            self.turn(bound.body)
        elif isinstance(node.operator, LocalRef) and node.operator.variable is self.loop:
            self.jump(node.operands)
        elif is_failure(node):
            self.look(node)
        elif is_call(node, "%collected-onto", 2) and self._is_collector(node.operands[0]):
            self.tail(node.operands[1])
        elif not (is_call(node, "%collected", 1) and self._is_collector(node.operands[0])):
            raise Other

    def _is_collector(self, node: Node) -> bool:
        return isinstance(node, LocalRef) and node.variable is self.collector

    def _is_walked(self, node: Node) -> bool:
        return isinstance(node, LocalRef) and node.variable is self.walked

    def _is_rest(self, node: Node) -> bool:
        return is_call(node, "cdr", 1) and isinstance(node, Call) and self._is_walked(node.operands[0])

    def jump(self, operands: list[Node]) -> None:
        """The next turn: it keeps the first member, has another one in its place, or drops it. Raises Other."""
        held, rest = operands[self.begun], operands[self.place]
        if not self._is_rest(rest):
            raise Other
        self.member(held)
        for i, each in enumerate(operands):
            if i not in (self.begun, self.place):
                self.look(each)
                if self.changed and self.walked in references(each, self.expansions):
                    raise Other  # it may look at the new member

    def member(self, held: Node) -> None:
        """The collector with one more member, or none. Raises Other."""
        if isinstance(held, If):
            self.look(held.test)
            self.member(held.then)
            self.member(held.otherwise)
        elif isinstance(held, Call) and is_call(held, "%collect", 2) and self._is_collector(held.operands[0]):
            member = held.operands[1]
            self.look(member)
            same = is_call(member, "car", 1) and isinstance(member, Call) and self._is_walked(member.operands[0])
            self.changed = self.changed or not same
        elif self._is_collector(held):
            self.drops = True
        else:
            raise Other

    def tail(self, node: Node) -> None:
        """What comes behind the copied pairs: new ones, and what is left. Raises Other."""
        if is_nil(node) or self._is_walked(node) or self._is_rest(node):
            return
        if not isinstance(node, Call):
            raise Other
        if is_call(node, "cons", 2):
            self.look(node.operands[0])
            self.tail(node.operands[1])
        elif is_call(node, "list", len(node.operands)):
            for each in node.operands:
                self.look(each)
        else:
            raise Other

    def look(self, node: Node) -> None:
        """What keeps no pair of the list, and does nothing with the collector. Raises Other."""
        if self.collector in references(node, self.expansions):
            raise Other
        _look(node, self.names, dict.fromkeys(AT_PAIR, 0), self.expansions)


def _look(root: Node, names: frozenset[Variable], looks: dict[str, int], expansions: Expansions) -> None:
    """Raises Other where something else than these looks is done with a variable, or what may call back is called."""
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, LocalRef):
            if node.variable in names:
                raise Other
        elif isinstance(node, Call):
            stack += _below_call(node, names, looks, expansions)
        elif isinstance(node, (If, And, Or, Let, Sequence)):
            stack += children(node)
        elif not isinstance(node, (Const, GlobalRef)):
            raise Other


def _below_call(node: Call, names: frozenset[Variable], looks: dict[str, int], expansions: Expansions) -> list[Node]:
    """What is to be looked at below a call. Raises Other."""
    primitive = called_leaf(node)
    if primitive is not None:
        place = looks.get(primitive.name)
        looked = node.operands[place] if place is not None and place < len(node.operands) else None
        seen = isinstance(looked, LocalRef) and looked.variable in names
        return [each for each in node.operands if not (seen and each is looked)]
    if (bound := directly_bound(node)) is not None:
        return [*node.operands, bound.body]
    if (expanded := expansions.get(node)) is not None:
        return [expanded]
    if is_failure(node):
        return node.operands
    raise Other
