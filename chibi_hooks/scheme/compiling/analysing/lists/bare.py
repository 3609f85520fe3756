"""An analysed form in, which of its strings need not be made out: of those, Python variables hold the texts.

    (let ((name (substring s 0 i))) (if (string=? name "end") … (string-length name) …))      name is a text
    (let ((parts (string-split s #\\,))) … (string=? (car parts) "x") …)                       parts are texts
    (string-append "<" (if (pair? l) (string-append s ",") "") ">")                           so is what is chosen

Theory. A string is an object because somebody may change it, or ask whether it is the same one. Nobody can tell it from
its text where it is new, or a literal, and is only looked at. So a variable is *bare* where all that it is bound to is
made there, and all its uses look at it; members (`members`) are *pieces* where what they come from has the texts, and
whoever reads one of them looks at it, or binds a bare variable to it.

Rules
-----
* One use that is not known here, and the string is made where the variable is bound, as before.
* What flows from one variable into another is bare in both, or in neither: nobody makes a string twice.
* A piece that somebody keeps becomes a string in its place, so that it is the same one for all: only where that is
  known, and nobody looks at it as a text. A loop that comes to it once keeps a string of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import (
    Collecting,
    Taker,
    answers,
    called_leaf,
    facts,
    is_call,
    is_failure,
    join_of,
)
from chibi_hooks.scheme.compiling.analysing.inlining.integration import Expansions
from chibi_hooks.scheme.compiling.analysing.inlining.tables import LOOKED_UP, PUT_IN, table_of
from chibi_hooks.scheme.compiling.analysing.lists.settling import Flows, List, is_fresh, place_of
from chibi_hooks.scheme.compiling.analysing.lists.sources import (
    PLACES,
    appended,
    at_end,
    names_members,
    pieces_of,
    put_before,
    taken_from,
)
from chibi_hooks.scheme.compiling.analysing.trees import directly_bound, loop_procedure
from chibi_hooks.scheme.core import (
    Call,
    GlobalRef,
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
from chibi_hooks.scheme.values.hashing import TEXTS

ALL: Final = 12  # operands: as many as a template takes
LOOKING: Final = {  # primitives that only look at strings among their first operands: at how many
    **dict.fromkeys(("string=?", "string<?", "string>?", "string<=?", "string>=?", "string-append"), ALL),
    **dict.fromkeys(("string-ci=?", "string-ci<?", "string-ci>?", "string-ci<=?", "string-ci>=?"), ALL),
    **dict.fromkeys(("%string-prefix?", "%string-suffix?", "%string-find", "%string-find-last", "equal?"), 2),
    **dict.fromkeys(("string-length", "string-ref", "substring", "string-copy", "string->number", "string->symbol"), 1),
    **dict.fromkeys(("string-upcase", "string-downcase", "string-foldcase", "string->list", "string->vector"), 1),
    **dict.fromkeys(("string->utf8", "string-hash", "write-string", "%characters", "%pieces", "%text"), 1),
    **dict.fromkeys(("%string-trim", "%string-trim-right", "%string-trim-both", "%string-pad", "%string-pad-right"), 1),
    **dict.fromkeys(("%string-count", "%string-index-right", "%string-skip", "%string-skip-right"), 1),
    **dict.fromkeys(("%string-reverse", "%string-ascii-case", "string-ci-hash"), 1),
    **dict.fromkeys(("%string-split", "%string-index", "%string-has?", "member", "%grown-string"), 1),
}
LATER: Final = {"%collect-string": 1, "%text-append": 1, "%grown-append": 1, "%string-join": 1}  # at the second
KEYED: Final = frozenset({*LOOKED_UP, PUT_IN})  # look at the second in a table that has texts for keys (`tables`)
READS: Final = frozenset({*PLACES, "list-ref"})  # of members
SIGHTS: Final = frozenset({"null?", "pair?", "length"})
LOOKERS: Final = frozenset({*LOOKING, *LATER, *KEYED})  # primitives that may look at an operand


def find_bare(root: Node, rests: list[Variable], expansions: Expansions) -> None:
    """Mark the variables below `root` that need no strings. `rests`: what takes the arguments that are left, whose
    members whoever calls has made.
    """
    found = _Strings(expansions)
    found.whole.update(rests)
    found.visit(root)
    found.settle()


def may_be_bare(
    bound: list[tuple[Variable, Node]],
    loops: list[tuple[Variable, Lambda]],
    looked_at: list[Node],
    expansions: Expansions,
) -> bool:
    """Whether anything below a form with no members may need no string: all that some variable, or a choice that is
    looked at, may be is made there. `bound`, `loops`: what is bound once, and to what; the procedures that are loops.
    """
    operands = (each for variable, _ in loops for entry in facts(variable).entries for each in entry)
    inits = (init for variable, init in bound if init.__class__ is not Lambda)
    chosen = (each for each in looked_at if type(each) is not Call or called_leaf(each) is None)
    return any(_may_be_made(each, expansions) for nodes in (inits, operands, chosen) for each in nodes)


def _may_be_made(node: Node, expansions: Expansions) -> bool:
    kinds = [_is_made_by(each) for each in answers(node, expansions)]
    return False not in kinds and (True in kinds or not kinds)


def _is_made_by(node: Node) -> bool | None:
    """Whether it may make a string; None: that is told by a variable."""
    if type(node) is LocalRef:
        return None
    if type(node) is not Call:
        return is_fresh(node)
    if type(node.operator) is LocalRef:
        return _is_way(node.operator.variable)
    return directly_bound(node) is not None or is_fresh(node) or is_failure(node)


class _Strings(Flows):
    """What is done with the strings of a form."""

    def visit(self, node: Node) -> None:
        """Look for uses below a node whose value may be kept."""
        while isinstance(node, (If, Let)):
            if isinstance(node, If):
                self.visit(node.test)
                self.visit(node.then)
                node = _otherwise(node)
            else:
                self.bind_all(node)
                node = node.body
        if type(node) is LocalRef:
            self.keep(node.variable)
        elif type(node) is Call:
            self.call(node)
        else:
            for each in children(node):
                self.visit(each)

    def keep(self, variable: Variable) -> None:
        """Somebody wants what a variable holds."""
        held = _held(variable)
        if held is not None:
            self.whole.add(held)
        else:
            self.refused.add(variable)

    def bind_all(self, node: Let) -> None:
        """What a `let` binds."""
        for variable, init in zip(node.variables, node.inits, strict=True):
            self.bind(variable, init)

    def bind_params(self, procedure: Lambda, node: Call) -> None:
        """What a call binds the parameters to."""
        for param, operand in zip(procedure.params, node.operands, strict=True):
            self.bind(param, operand)

    def bind(self, variable: Variable, init: Node) -> None:
        """A variable and what it is bound to."""
        held = _held(variable)
        if held is not None:
            self.members(init, held)
        elif _may_be_bare(variable) and not isinstance(init, Lambda):
            self.sources.setdefault(variable, [])
            self.flow(init, variable)
        else:
            self.refused.add(variable)
            self.visit(init)

    def last(self, node: Node, way: Callable[[Node], None]) -> Node | None:
        """Look through what stands around the value of a node, and go the `way` of each other value that it may have:
        what is left is the last of them. None: it is the value of a procedure or a loop, gone through already.
        """
        while True:
            if isinstance(node, If):
                self.visit(node.test)
                way(node.then)
                node = _otherwise(node)
            elif isinstance(node, Sequence):
                for each in node.parts[:-1]:
                    self.visit(each)
                node = node.parts[-1]
            elif isinstance(node, Let):
                if (join := join_of(node)) is not None:
                    way(join.body)
                else:
                    self.bind_all(node)
                node = node.body
            elif isinstance(node, Letrec) and facts(node.variables[0]).loop:
                way(node.body)
                node = loop_procedure(node).body
            elif isinstance(node, Call) and (expanded := self.expansions.get(node)) is not None:
                node = expanded
            elif isinstance(node, Call) and (bound := directly_bound(node)) is not None:
                self.bind_params(bound, node)
                node = bound.body
            elif isinstance(node, Call) and isinstance(node.operator, LocalRef) and _is_way(node.operator.variable):
                self.visit(node)
                return None
            else:
                return node

    def flow(self, node: Node, goal: Variable) -> None:
        """What a variable is bound to."""
        source = self.last(node, lambda each: self.flow(each, goal))
        if source is None:
            return
        if isinstance(source, LocalRef) and _held(source.variable) is None:
            self.flows.append((source.variable, goal))
        elif (read := self.read(source)) is not None and isinstance(source, Call):
            self.reads.append((read, source, goal))
        elif (grown := self.grown(source)) is not None:
            self.flows.append((grown, goal))
        else:
            self.sources[goal].append(source)
            self.visit(source)

    def grown(self, node: Node) -> Variable | None:
        """The variable whose text a node makes longer, by what it looks at."""
        more: list[Node] = []
        inner = node
        while isinstance(inner, Call) and (is_call(inner, "%grown-append", 3) or is_call(inner, "%text-append", 3)):
            more.append(inner.operands[1])
            inner = inner.operands[0]
        if not more or not isinstance(inner, LocalRef):
            return None
        for each in more:
            self.look(each)
        return inner.variable

    def members(self, node: Node, goal: List) -> None:
        """What a variable is bound to that holds members, or walks along them."""
        source = self.last(node, lambda each: self.members(each, goal))
        if source is None or is_failure(source):
            if source is not None:
                self.visit(source)
            return
        inner = source.operands[0] if isinstance(source, Call) and len(source.operands) == 1 else source
        held = _held(inner.variable) if isinstance(inner, LocalRef) else None
        if held is not None and (inner is source or is_call(source, "cdr", 1)):
            if held is not goal:
                self.same.append((held, goal))
        elif source in self.expansions.bare and (whole := taken_from(source)) is not None:
            self.members(whole, goal)
        else:
            if pieces_of(source) is not None and source in self.expansions.bare:
                self.pieces.setdefault(goal, []).append(source)
            else:
                self.whole.add(goal)
            self.visit(source)

    def read(self, node: Node) -> List | None:
        """The list of which the node is a member; what else it is made of is looked at."""
        primitive = called_leaf(node) if isinstance(node, Call) else None
        first = node.operands[0] if isinstance(node, Call) and node.operands else None
        if primitive is None or primitive.name not in READS or not isinstance(first, LocalRef):
            return None
        held = _held(first.variable)
        if held is not None and isinstance(node, Call):
            for each in node.operands[1:]:
                self.visit(each)
        return held

    def look(self, node: Node) -> None:
        """A node whose value is only looked at."""
        if isinstance(node, LocalRef) and _held(node.variable) is None:
            return
        held = self.read(node)
        if held is not None:
            assert isinstance(node, Call)
            self.seen.setdefault(held, set()).add(place_of(node))
            return
        if (behind := self.behind(node)) is not node:
            self.look(behind)
        elif isinstance(node, If):
            chosen = Variable("text", node.place)
            self.choices[chosen] = node
            self.bind(chosen, node)
        else:
            self.visit(node)

    def behind(self, node: Node) -> Node:
        """The node that has the value of this one, when what is bound before is bound."""
        while True:
            if isinstance(node, Let) and join_of(node) is None:
                self.bind_all(node)
                node = node.body
            elif isinstance(node, Call) and called_leaf(node) is None and node in self.expansions:
                node = self.expansions[node]
            else:
                return node

    def call(self, node: Call) -> None:
        """A call, perhaps one that looks at strings."""
        primitive = called_leaf(node)
        if primitive is not None:
            self.of_primitive(primitive.name, node)
            return
        expanded = self.expansions.get(node)
        if expanded is not None:
            self.visit(expanded)
            return
        operator = node.operator
        known = facts(operator.variable).known if isinstance(operator, LocalRef) else None
        if known is not None and isinstance(operator, LocalRef) and facts(operator.variable).loop:
            self.turns.update({_held(each) or each: (operator.variable, known) for each in known.params})
            self.bind_params(known, node)
        elif (bound := directly_bound(node)) is not None:
            self.bind_params(bound, node)
            self.visit(bound.body)
        elif node in self.expansions.given and isinstance(operator, GlobalRef):
            self.give(self.expansions.takers[operator.location], node)
        else:
            for each in children(node):
                self.visit(each)

    def give(self, taker: Taker, node: Call) -> None:
        """A call that gives members to a twin."""
        goal = self.expansions.given[node]
        if taker.pieces is None:
            self.whole.add(goal)
        for i, each in enumerate(node.operands):
            if i == taker.place:
                self.members(each, goal)
            else:
                self.visit(each)

    def of_primitive(self, name: str, node: Call) -> None:
        """The call of a primitive."""
        operands = node.operands
        first = operands[0] if operands else node
        held = _held(first.variable) if isinstance(first, LocalRef) else None
        if held is None and is_call(first, "cdr", 1) and isinstance(first, Call) and name in SIGHTS:
            inner = first.operands[0]
            held = _held(inner.variable) if isinstance(inner, LocalRef) else None
        if held is not None and name in SIGHTS:
            return
        if held is not None and name in READS:
            if place_of(node) is not None if isinstance(held, Variable) else name == "car":
                self.kept.setdefault(held, []).append(node)
            else:
                self.whole.add(held)
            operands = operands[1:]
        elif name == "%string-join" and node in self.expansions.taken:
            operands = self._joined(node)
        looked = LOOKING.get(name, 0)
        later = 1 if name in KEYED and table_of(first) in TEXTS else LATER.get(name, 0)
        for i, each in enumerate(operands):
            if i < looked or 0 < i <= later:
                self.look(each)
            else:
                self.visit(each)

    def _joined(self, node: Call) -> list[Node]:
        """The operands of a call that joins members, but for those whose texts it takes wherever they come from."""
        first, *others = node.operands
        before = put_before(node)
        if before is not None:
            self.look(before[0])
            first = before[1]
        self._spell(first)
        return others if self._is_held(first) else [first, *others]

    def _spell(self, joined: Node) -> None:
        """Have the texts of pieces that are only joined."""
        for each in answers(joined, self.expansions):
            if isinstance(each, Call) and each in self.expansions.bare:
                if pieces_of(each) is not None or names_members(each):
                    self.expansions.pieces.add(each)
                for one in appended(each):
                    self._spell(one)

    def _is_held(self, node: Node) -> bool:
        """Whether a list is one that a variable has the members of, or taken from such."""
        while node in self.expansions.bare and isinstance(node, Call):
            whole = node.operands[0] if is_call(node, "cdr", 1) else taken_from(node)
            if whole is None:
                break
            node = whole
        return isinstance(node, LocalRef) and _held(node.variable) is not None

def _held(variable: Variable) -> List | None:
    """What a variable holds the members of, or walks along, if it does."""
    found = facts(variable)
    if found.members:
        return None if found.texts else variable
    return found.walk if found.walk is not None and not found.walk.texts else None


def _otherwise(node: If) -> Node:
    """What comes where the test fails: of members none are left then, and nobody says that they are no list."""
    asked = node.test.operands[0] if isinstance(node.test, Call) and is_call(node.test, "pair?", 1) else None
    if not isinstance(asked, LocalRef) or _held(asked.variable) is None:
        return node.otherwise
    return at_end(node.otherwise, asked.variable)


def _may_be_bare(variable: Variable) -> bool:
    """Whether it is a variable of Python like others."""
    found = facts(variable)
    odd = found.captured or found.late or found.loop or found.join or found.escape or found.text or found.members
    return not (odd or variable.assigned or found.walk is not None or isinstance(variable, Collecting))


def _is_way(variable: Variable) -> bool:
    """Whether a call of it is a jump, which has no value."""
    found = facts(variable)
    return found.loop or found.join
