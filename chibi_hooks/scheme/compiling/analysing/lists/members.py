"""An analysed form in, which of its lists stay the Python lists they were gathered in out.

    (for-each f (map g l))              map gathers a Python list, and for-each walks along it by an index: no pair
    (for-each f (vector->list v))       the primitive has the members already (`returns="members"`)
    (for-each f (list x y z))           they are named
    (lambda l (hash-table-ref t l …))   the arguments that are left, as a key

Theory. A list that was just gathered belongs to nobody else. Where it is only walked along from its head, counted or
looked into at a fixed place, nobody can tell pairs from the members themselves. A variable that holds them is marked
`members`, one that walks along them holds an index (`walk`). The characters of a string are the string's own text.
How all of that is emitted is told in `walking`.

Rules
-----
* One use that is not known here, and the variable holds a list of pairs as before.
* A place that is walked to is looked into where it is known that the list does not end there.
* Members are never changed once they have their variable, so that continuations may share them.
* A table makes the list of arguments that it is given as key: at one place at most, where that is run once.
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import (
    Along,
    Taker,
    answers,
    called_leaf,
    facts,
    is_apply,
    is_call,
    is_failure,
    spread_parts,
)
from chibi_hooks.scheme.compiling.analysing.inlining.integration import Expansions
from chibi_hooks.scheme.compiling.analysing.inlining.tables import PUT_IN, key_in
from chibi_hooks.scheme.compiling.analysing.lists.holding import Holders
from chibi_hooks.scheme.compiling.analysing.lists.learning import NOTHING, Known, is_fixed, learnt, looked_into
from chibi_hooks.scheme.compiling.analysing.lists.sources import (
    PLACES,
    appended,
    put_before,
    sorted_letters,
    taken_from,
)
from chibi_hooks.scheme.compiling.analysing.trees import applied_primitive, directly_bound, loop_procedure
from chibi_hooks.scheme.core import (
    And,
    Call,
    GlobalRef,
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

TAKERS: Final = {
    "length": (1,),
    "list->string": (1,),
    "%string-join": (1, 2),
    "%list-sorted": (2,),
    "equal?": (2,),
    "%hash-table-filled": (2,),
}
"""Primitives that take all members at once, with so many operands."""
TAKING: Final = frozenset({*TAKERS, "apply"})
LOOKS: Final = frozenset({"length", "null?", "pair?", *PLACES})  # at members, of one operand
SIGHTS: Final = frozenset({"null?", "pair?", "cadr"})  # of the rest of the members, `(cdr members)`

ROUNDS: Final = 20  # walks through a form until nothing speaks against what is left; five are many


def find_members(
    root: Node,
    bound: list[tuple[Variable, Node]],
    loops: list[tuple[Variable, Lambda]],
    rests: list[Variable],
    stacks: dict[LocalRef, Variable],
    has_takers: bool,
    expansions: Expansions,
) -> bool:
    """Mark the variables below `root` that hold members or walk along them; whether there may be some. `bound`: what is
    bound once, and to what; `loops`: the procedures that are loops; `rests`: what takes the arguments that are left;
    `stacks`: where loops answer what grew at its head; `has_takers`: whether members are wanted without a variable,
    too.
    """
    found = _Members(root, bound, loops, rests, stacks, expansions)
    for _ in range(ROUNDS):
        if not found.arrays and not found.walks and not has_takers:
            return False
        if found.agrees(root):
            found.mark()
            break
    return bool(found.arrays or found.walks or found.given or found.taken)


def is_along_text(node: Call) -> bool:
    """Whether what `car` or the like is given walks along a text, or holds one."""
    walk = _walk_of(node)
    return walk is not None and walk.texts


def is_along_strings(node: Call) -> bool:
    """Whether what `car` is given walks along strings."""
    walk = _walk_of(node)
    return walk is not None and walk.strings


def _walk_of(node: Call) -> Along | None:
    first = node.operands[0] if node.operands else None
    return facts(first.variable).walk if isinstance(first, LocalRef) else None


class _Members(Holders):
    """The same, as far as nothing speaks against it."""

    def __init__(
        self,
        root: Node,
        bound: list[tuple[Variable, Node]],
        loops: list[tuple[Variable, Lambda]],
        rests: list[Variable],
        stacks: dict[LocalRef, Variable],
        expansions: Expansions,
    ) -> None:
        super().__init__(root, bound, loops, rests, stacks, expansions)
        self.given: list[Call] = []  # of procedures that have a twin which takes members
        self.sure: list[Call] = []  # of `car`, which there is
        self.unsure: list[Call] = []  # of `cdr`, behind which there may be no member
        self.taken: list[Call] = []  # of primitives that take all members at once
        self.refused: set[Variable] = set()
        self.inside: set[Variable] = set()  # loops whose procedure is around the node at hand
        self.sources: list[Node] = []  # of the loops: what they walk along
        self.kept: set[Variable] = set()  # which a table keeps
        self.wanted: set[LocalRef] = set()  # of `stacks`: those of which the members are wanted
        self.turn_of: Node | None = None  # the procedure, or loop, that the node at hand is run once in

    def agrees(self, root: Node) -> bool:
        """Look through the form; what speaks against a variable takes it out, and the answer is no."""
        self.refused.clear()
        self.inside.clear()
        self.sources.clear()
        self.taken.clear()
        self.sure.clear()
        self.unsure.clear()
        self.given.clear()
        self.kept.clear()
        self.wanted.clear()
        self.rests: dict[Variable, Variable] = {}
        self.growing = frozenset(self.stacks.values())
        self.visit(root, NOTHING)
        for variable, values in self.arrays.items():
            there = all(is_failure(each) or self.is_gathered(each) for each in values)
            if not there or self.is_text(values) is not (variable in self.texts):
                self.refused.add(variable)
        for variable in self.refused:
            self.arrays.pop(variable, None)
            self.walks.pop(variable, None)
        if self.stacks:
            self.stacks = {node: each for node, each in self.stacks.items() if each not in self.refused}
        return not self.refused

    def refuse(self, variable: Variable) -> None:
        """Take it out, with what it walks along, if it is one of them."""
        if variable in self.rests:
            variable = self.rests[variable]
        if variable in self.arrays or variable in self.walks or variable in self.growing:
            self.refused.add(variable)

    def visit(self, node: Node, some: Known) -> None:
        """Look for uses below a node. `some`: the variables that are not at the end of their members there."""
        while node.__class__ in (If, Let):  # chains of them are long
            node, some = self.ahead(node, some)
        if type(node) is LocalRef:
            if node in self.wanted:
                self.wanted.remove(node)  # a node that stands in two places has another use
            else:
                self.refuse(node.variable)
        elif type(node) is Call:
            self.call(node, some)
        elif type(node) is And or type(node) is Or:
            for part in node.parts:
                self.visit(part, some)
                full, empty = learnt(part)
                some |= full if isinstance(node, And) else empty
        elif type(node) is Letrec and facts(node.variables[0]).loop:
            self.visit(node.body, some)
            self.inside.add(node.variables[0])
            self.turn_in(node, loop_procedure(node).body, some)
            self.inside.discard(node.variables[0])
        elif type(node) is Lambda:
            self.turn_in(node, node.body, NOTHING)
        else:
            for each in children(node):
                self.visit(each, some)

    def turn_in(self, node: Node, below: Node, some: Known) -> None:
        """What is below a procedure, or a loop."""
        outer, self.turn_of = self.turn_of, node
        self.visit(below, some)
        self.turn_of = outer

    def ahead(self, node: Node, some: Known) -> tuple[Node, Known]:
        """Look through all of an `if` or `let` but what comes last; that, and what is known there."""
        if isinstance(node, If):
            self.visit(node.test, some)
            full, empty = learnt(node.test)
            some |= looked_into(node.test)
            self.visit(node.then, some | full)
            return node.otherwise, some | empty
        assert isinstance(node, Let)
        for variable, init in zip(node.variables, node.inits, strict=True):
            self.bind(variable, init, some)
        return node.body, some.union(*map(looked_into, node.inits))

    def bind(self, variable: Variable, init: Node, some: Known) -> None:
        """A variable and what it is bound to."""
        if variable in self.arrays:
            self.source(init, some)
            return
        along = self.rest_of(init, some)
        found = facts(variable)
        if along is not None and not (variable.assigned or found.captured or found.late):
            self.rests[variable] = along
        else:
            self.visit(init, some)

    def source(self, node: Node, some: Known) -> None:
        """What gives members: the variables that it answers are no other use."""
        if self.stacks:
            self.wanted.update(each for each in answers(node, self.expansions) if each in self.stacks)
        while True:
            if isinstance(node, If):
                self.visit(node.test, some)
                full, empty = learnt(node.test)
                some |= looked_into(node.test)
                self.source(node.then, some | full)
                node, some = node.otherwise, some | empty
            elif isinstance(node, Let):
                node, some = self.ahead(node, some)
            else:
                break
        if (whole := taken_from(node)) is not None and self.is_gathered(node):
            self.source(whole, some)
        elif (both := appended(node)) and self.is_gathered(node):
            for each in both:
                self.source(each, some)
        elif self.is_rest(node) and isinstance(node, Call) and isinstance(node.operands[0], LocalRef):
            if node.operands[0].variable not in some:  # which may have none
                self.unsure.append(node)
        elif not isinstance(node, LocalRef):
            self.visit(node, some)

    def rest_of(self, node: Node, some: Known) -> Variable | None:
        """The variable that `(cdr variable)` walks on with."""
        if not is_call(node, "cdr", 1) or not isinstance(node, Call):
            return None
        operand = node.operands[0]
        variable = operand.variable if isinstance(operand, LocalRef) else None
        if variable is None or variable not in some:
            return None
        along = self.rests.get(variable, variable)
        return along if along in self.walks else None

    def call(self, node: Call, some: Known) -> None:
        """A call, perhaps one that uses a variable."""
        primitive = called_leaf(node)
        if primitive is not None:
            self.look(primitive.name, node, some)
            return
        expanded = self.expansions.get(node)
        if expanded is not None:
            self.visit(expanded, some)
            return
        operator = node.operator
        if isinstance(operator, LocalRef) and facts(operator.variable).loop:
            self.turn(operator.variable, node, some)
        elif is_apply(node):
            for each in node.operands[:-1]:
                self.visit(each, some)
            parts = spread_parts(node.operands[-1])
            if self.spread(parts[-1][0], some) is None:
                parts = [(node.operands[-1], False)]
            for each, spread in parts:
                if self.stacks and self.is_joined(node, each):
                    self.sources.append(each)
                    self.source(each, some)
                elif not spread or self.spread(each, some) is None:
                    self.visit(each, some)
        elif is_failure(node):
            for each in node.operands:
                if not (isinstance(each, LocalRef) and each.variable in self.arrays):
                    self.visit(each, some)
        elif (inner := directly_bound(node)) is not None:
            for each in (*node.operands, inner.body):
                self.visit(each, some)
        elif isinstance(operator, GlobalRef) and operator.location in self.expansions.takers:
            self.give(self.expansions.takers[operator.location], node, some)
        else:
            for each in children(node):
                self.visit(each, some)

    def give(self, taker: Taker, node: Call, some: Known) -> None:
        """A call of a procedure with a twin that takes members."""
        for i, each in enumerate(node.operands):
            own = isinstance(each, LocalRef) and each.variable in self.arrays
            if i != taker.place or not (own or self.is_source(each)) or self.is_text(answers(each, self.expansions)):
                self.visit(each, some)
                continue
            self.given.append(node)
            if not own:
                self.sources.append(each)
                self.source(each, some)

    def is_joined(self, node: Call, operand: Node) -> bool:
        """Whether it is what grew at its head that a primitive is applied to."""
        if operand is not node.operands[-1] or applied_primitive(node) is None:
            return False
        values = answers(operand, self.expansions)
        return all(is_failure(each) or each in self.stacks for each in values) and not all(map(is_failure, values))

    def spread(self, node: Node, some: Known) -> Variable | None:
        """The variable whose members, or those after the first, are the last operand of `apply`."""
        if is_call(node, "cdr", 1) and isinstance(node, Call):
            node = node.operands[0]
            if isinstance(node, LocalRef) and node.variable not in some:
                return None
        fits = isinstance(node, LocalRef) and node.variable in self.arrays and node.variable not in self.texts
        return node.variable if fits and isinstance(node, LocalRef) else None

    def look(self, name: str, node: Call, some: Known) -> None:
        """The call of a primitive, which may look at members."""
        first = node.operands[0] if node.operands else node
        if self.is_key(name, node):
            for each in (first, *node.operands[2:]):
                self.visit(each, some)
            return
        if name in SIGHTS and len(node.operands) == 1 and isinstance(first, Call) and is_call(first, "cdr", 1):
            inner = first.operands[0]
            if isinstance(inner, LocalRef) and inner.variable in self.arrays and name != "cadr":
                return
        if (count := self.takes(name, node)) > 0:
            self.taken.append(node)
            before = put_before(node)
            if before is not None:
                self.visit(before[0], some)
            for each in before[1:] if before is not None else node.operands[:count]:
                self.sources.append(each)
                self.source(each, some)
            for each in node.operands[count:]:
                self.visit(each, some)
            return
        if isinstance(first, LocalRef):
            variable = first.variable
            along = self.rests.get(variable, variable)
            looks = name in LOOKS if len(node.operands) == 1 else name == "list-ref"
            if variable in self.arrays and looks and all(map(is_fixed, node.operands[1:])):
                if name == "car" and variable in some:
                    self.sure.append(node)
                for each in node.operands[1:]:  # an index may be one of them, which is told as it is
                    self.visit(each, some)
                return
            there = name in ("null?", "pair?") or (name == "car" and variable in some)
            if along in self.walks and len(node.operands) == 1 and there:
                return
        for each in node.operands:
            self.visit(each, some)

    def is_key(self, name: str, node: Call) -> bool:
        """Whether a table is asked for the arguments that are left, or may make the list of them that it keeps."""
        variable = key_in(node, name)
        if variable is None or self.arrays.get(variable) != []:
            return False
        if name == PUT_IN:
            if variable in self.kept or facts(variable).owner is not self.turn_of:
                return False
            self.kept.add(variable)
        return True

    def takes(self, name: str, node: Call) -> int:
        """Of how many operands the call of a primitive takes all members at once."""
        operands = node.operands
        if len(operands) not in TAKERS.get(name, ()):
            return 0
        if (before := put_before(node)) is not None:
            return 1 if self.is_source(before[1]) and not self.may_be_text(before[1]) else 0
        if not self.is_source(operands[0]):
            return 0
        text = self.is_text(answers(operands[0], self.expansions))
        if name == "equal?":
            alike = self.is_source(operands[1]) and self.is_text(answers(operands[1], self.expansions)) is text
            return 2 if alike else 0
        if name == "length":  # of a variable, that is no more than a look
            return 0 if isinstance(operands[0], LocalRef) else 1
        return 0 if text and not (name == "list->string" or sorted_letters(node) is not None) else 1

    def turn(self, loop: Variable, node: Call, some: Known) -> None:
        """The first turn of a loop, or a further one."""
        known = facts(loop).known
        assert known is not None
        for param, operand in zip(known.params, node.operands, strict=True):
            if param in self.growing:
                self.push(operand, some)
            elif param not in self.walks:
                self.visit(operand, some)
            elif loop in self.inside:
                self.next(param, operand, some)
            elif self.is_source(operand) and self._goes_along(self.walks[param], operand):
                self.sources.append(operand)
                self.source(operand, some)
            else:
                self.refused.add(param)
                self.visit(operand, some)

    def push(self, node: Node, some: Known) -> None:
        """What a variable that grows is given."""
        if isinstance(node, If):
            self.visit(node.test, some)
            full, empty = learnt(node.test)
            self.push(node.then, some | full)
            self.push(node.otherwise, some | empty)
        elif isinstance(node, Call):
            self.visit(node.operands[0], some)
        elif node in self.stacks:  # it is what is answered, too
            self.refused.update(self.growing)

    def _goes_along(self, walk: Along, source: Node) -> bool:
        """Whether a walk may begin there, too."""
        values = answers(source, self.expansions)
        walk.strings = walk.strings and self.are_strings(values)
        return walk.texts is self.is_text(values)

    def next(self, param: Variable, node: Node, some: Known) -> None:
        """What a variable that walks is given for the next turn."""
        while isinstance(node, If):
            self.visit(node.test, some)
            full, empty = learnt(node.test)
            self.next(param, node.then, some | full)
            node, some = node.otherwise, some | empty
        if isinstance(node, LocalRef) and self.rests.get(node.variable, node.variable) is param:
            return
        if self.rest_of(node, some) is param:
            return
        self.refused.add(param)
        self.visit(node, some)

    def mark(self) -> None:
        """Tell the emitter."""
        for variable, values in self.arrays.items():
            facts(variable).members = True
            facts(variable).texts = variable in self.texts
            self._bare(values)
        for variable, walk in self.walks.items():
            facts(variable).walk = walk
        for variable, along in self.rests.items():
            facts(variable).walk = self.walks[along]
        self.expansions.sure.update(self.sure)
        self.expansions.unsure.update(self.unsure)
        self.expansions.given.update({each: Along(False, False) for each in self.given})
        for each in self.taken:
            self.expansions.taken[each] = self.is_text(answers(each.operands[0], self.expansions))
        for source in self.sources:
            self._bare(answers(source, self.expansions))

    def _bare(self, values: list[Node]) -> None:
        for each in values:
            if isinstance(each, Call) and self.is_gathered(each):
                self.expansions.bare.add(each)
                if (whole := taken_from(each)) is not None:
                    self._bare(answers(whole, self.expansions))
                for one in appended(each):
                    self._bare(answers(one, self.expansions))
            elif isinstance(each, LocalRef) and each in self.stacks:
                self.expansions.backwards.add(each)
                facts(each.variable).stack = True
