"""Loops in, out what is worth asking once before they begin: then a version of them runs that asks it no more.

    (let loop ((n n) (i 0)) (cond ((= n 1) i) ((even? n) (loop (quotient n 2) (+ i 1))) …))

    if n.__class__ is int and n >= 0:
        while True: …                      n is an exact integer in each turn, and not negative
    else:
        while True: …                      it may be anything

Theory. What a procedure is given may be anything, so each operation asks whether it is an exact integer. Here the
variables that a loop begins with, and those around it, are supposed to be such, and none to be negative. Of what stands
in the loop the kinds follow as ever (`kinds`), and what jumps give takes back what was supposed in vain. What is left
is asked before the first turn, as far as some operation asks less then. For all else there is the general version.

Rules: both versions are emitted from the same nodes, with other facts (`supposed`). So nothing in them makes a
procedure, and they are small. The outermost loop that is worth it has versions; those inside have none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from collections.abc import Sequence as Items
from contextlib import contextmanager
from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import (
    Kinds,
    KnownKinds,
    VariableFacts,
    Versions,
    answers,
    called_leaf,
    facts,
    is_call,
    is_failure,
    is_variable,
    join_of,
)
from chibi_hooks.scheme.compiling.analysing.inlining.integration import Expansions
from chibi_hooks.scheme.compiling.analysing.kinds import (
    ARITHMETIC,
    NATURAL,
    REAL,
    WHOLE,
    CertainKind,
    Source,
    is_inexact,
    is_natural,
    is_number,
    is_real,
    is_whole,
    may_be_known,
    settle,
)
from chibi_hooks.scheme.compiling.analysing.trees import (
    LEAVES,
    directly_bound,
    loop_procedure,
    receives_values,
    references,
    values_produced,
)
from chibi_hooks.scheme.core import (
    BELOW,
    Call,
    CaseLambda,
    Const,
    Global,
    GlobalRef,
    If,
    Lambda,
    Let,
    Letrec,
    LocalRef,
    Node,
    Variable,
)

MOST_NODES: Final = 160  # of what is emitted twice
NODES: Final = 50  # of that, for each question that is left out
MOST_TRIED: Final = 8  # variables: each is tried without
MOST_ASKED: Final = 4  # of them, before the first turn

Tried = dict[Variable, bool]  # what is supposed to be an exact integer, and whether one that is not negative
SUPPOSED: Final[tuple[CertainKind, ...]] = (REAL, WHOLE, NATURAL)


@contextmanager
def supposed(versions: Versions) -> Iterator[None]:
    """Meanwhile that is known of variables which holds in the version without questions."""
    before = [(found, _kinds(found)) for found, _ in versions.told]
    _tell(versions.told)
    yield
    _tell(before)


def find_versions(
    loops: list[tuple[Variable, Lambda]], turning: Mapping[Lambda, Variable | Global], expansions: Expansions
) -> None:
    """Note in `expansions` which loops have two versions. `turning`: what holds the procedures that call themselves."""
    within: set[Variable] = set()  # loops that stand in such
    for procedure, holder in turning.items():
        _note(_Turning(procedure, holder, expansions), procedure, within)
    for variable, procedure in loops:  # outer ones come first
        if variable not in within:
            _note(_Turning(procedure, variable, expansions), variable, within)


def _note(turning: _Turning, key: Lambda | Variable, within: set[Variable]) -> None:
    versions = turning.versions()
    if versions is not None:
        turning.expansions.versions[key] = versions
        within.update([variable for variable, _ in turning.loops])


class _Turning:
    """A loop, or a procedure that calls itself: what stands in it, and what may be supposed of its variables."""

    def __init__(self, procedure: Lambda, itself: Variable | Global, expansions: Expansions) -> None:
        self.procedure = procedure
        self.itself = itself
        self.is_loop = isinstance(itself, Variable) and facts(itself).loop
        self.expansions = expansions
        self.inside: dict[Variable, list[Node]] = {}  # what is bound there, and what to
        self.loops: list[tuple[Variable, Lambda]] = []  # those inside
        self.asking: list[tuple[str, Call]] = []  # primitives that ask, and where
        self.used: dict[Variable, None] = {}  # what is taken for a number
        self.jumps: list[list[Node]] = []  # what the next turn is given
        self.sources: list[Source] = []  # of what is inside

    def versions(self) -> Versions | None:
        """What is asked before it begins; None where it is not worth it."""
        procedure = self.procedure
        size = self._looked_through() if procedure.rest is None else 0
        self.asking = [each for each in self.asking if QUESTIONS[each[0]](each[1].operands)] if size else []
        if not self.asking or any(len(operands) != len(procedure.params) for operands in self.jumps):
            return None
        self._leave_heads()
        if size > self._count() * NODES:
            return None
        tried = {each: True for each in self.used if each not in self.inside and _may_be_supposed(each)}
        found = self._supposed(tried) if self.jumps and 0 < len(tried) <= MOST_TRIED else None
        least = 1 if self.is_loop else len(tried) + 1  # of a procedure the first turn is often the last
        if found is None or found[0] < least or size > found[0] * NODES or len(tried) > MOST_ASKED:
            return None
        whole = [each for each in tried if not is_whole(LocalRef(each))]
        return Versions(whole, [each for each, natural in tried.items() if natural], found[1])

    def _supposed(self, tried: Tried) -> tuple[int, KnownKinds] | None:
        """How much less is asked, and what is known, if that is so which is tried, less what changes nothing there."""
        self.sources = [each for variable, nodes in self.inside.items() for each in self._sources_of(variable, nodes)]
        before = self._count()
        best, told = self._with(tried)
        if best == before:
            return None
        for each in list(tried):
            without = {other: natural for other, natural in tried.items() if other is not each}
            for less in (without, {**tried, each: False}):
                left, known = self._with(less)
                if left <= best:
                    best, told = left, known
                    tried.clear()
                    tried.update(less)
                    break
        return before - best, told

    def _looked_through(self) -> int:
        """How many nodes there are; 0 for too many, or where a procedure is made."""
        waiting: list[Node] = [self.procedure.body]
        for node in waiting:  # which grows meanwhile
            below = self._below(node)
            if below is None or len(waiting) > MOST_NODES:
                return 0
            waiting += below
        return len(waiting)

    def _below(self, node: Node) -> Items[Node] | None:
        """What is evaluated for a node beside itself; what is bound there is noted. None where a procedure is made."""
        kind = node.__class__
        if kind in LEAVES:
            return ()
        if type(node) is Call:
            return self._below_call(node)
        if type(node) is Let:
            return self._below_let(node)
        if type(node) is Letrec:
            return self._below_letrec(node)
        return None if type(node) is Lambda or type(node) is CaseLambda else BELOW[kind](node)

    def _below_let(self, node: Let) -> Items[Node] | None:
        if (join := join_of(node)) is not None:
            return (join.body, node.body)
        below = [node.body]
        for variable, init in zip(node.variables, node.inits, strict=True):
            self.inside[variable] = [init]
            if type(init) is not Lambda or facts(variable).needed:  # else it stands in line wherever it is used
                below.append(init)
        return below

    def _below_letrec(self, node: Letrec) -> Items[Node] | None:
        variable = node.variables[0]
        if not facts(variable).loop:
            return None
        procedure, entries = loop_procedure(node), facts(variable).entries
        self.loops.append((variable, procedure))
        for i, param in enumerate(procedure.params):
            self.inside[param] = [operands[i] for operands in entries]
        return (node.body, procedure.body)

    def _below_call(self, node: Call) -> Items[Node] | None:
        expanded = self.expansions.get(node)
        if expanded is not None:
            return (expanded,)
        operator, operands = node.operator, node.operands
        primitive = called_leaf(node)
        if primitive is not None:
            self._note(primitive.name, node)
            return operands
        if (bound := directly_bound(node)) is not None:
            self.inside.update({param: [operand] for param, operand in zip(bound.params, operands, strict=True)})
            return [*operands, bound.body]
        if (receiver := receives_values(node)) is not None:
            self.inside.update({param: [] for param in receiver.params})
            if receiver.rest is not None:
                self.inside[receiver.rest] = []
            return (values_produced(node), receiver.body)
        if type(operator) is LocalRef:
            if operator.variable is self.itself:
                self.jumps.append(operands)
            elif facts(operator.variable).loop:
                self._use(operands)
        elif type(operator) is GlobalRef and operator.location is self.itself:
            self.jumps.append(operands)
        return [*operands, operator]

    def _note(self, name: str, node: Call) -> None:
        """Note the call of a primitive, if numbers are taken there."""
        operands = node.operands
        if name in QUESTIONS:
            self.asking.append((name, node))
            self._use(operands[-1:] if name in INDEXED else operands)
        elif name in ARITHMETIC:
            self._use(operands)

    def _use(self, operands: Items[Node]) -> None:
        self.used.update({each.variable: None for each in operands if type(each) is LocalRef})

    def _leave_heads(self) -> None:
        """Forget the tests that loops are left by which become a `for`: they are asked but once."""
        loops = self.loops
        if isinstance(self.itself, Variable) and self.is_loop:
            loops = [*loops, (self.itself, self.procedure)]
        heads = {test for variable, procedure in loops if (test := self._head(variable, procedure)) is not None}
        self.asking = [each for each in self.asking if each[1] not in heads]

    def _head(self, variable: Variable, procedure: Lambda) -> Call | None:
        """The test of a loop which goes on until that holds, by steps."""
        body = procedure.body
        test = body.test if type(body) is If else None
        if type(body) is not If or not any(test is each and name in ENDING for name, each in self.asking):
            return None
        assert type(test) is Call
        steps = [
            [_is_step(operands[i], param) for operands in facts(variable).entries]
            for i, param in enumerate(procedure.params)
            if any(is_variable(each, param) for each in test.operands)
        ]
        if not any(sum(each) == len(each) - 1 for each in steps):  # all but the first
            return None
        rest = body.otherwise if variable in references(body.otherwise, self.expansions) else body.then
        return test if all(map(is_failure, answers(rest, self.expansions))) else None

    def _sources_of(self, variable: Variable, given: list[Node]) -> list[Source]:
        """What a variable may be, if that may be known."""
        if not given or not _may_be_supposed(variable, natural=False):
            return []
        found = [each for node in given for each in answers(node, self.expansions)]
        return [(facts(variable), each) for each in found] if all(map(may_be_known, found)) else []

    def _sources_of_params(self, tried: Tried) -> list[Source]:
        """The same of the parameters. What those that are tried begin with is asked."""
        entries: list[list[Node]] = []
        if isinstance(self.itself, Variable) and not facts(self.itself).valued:
            entries = [each for each in facts(self.itself).entries if not any(each is jump for jump in self.jumps)]
        sources: list[Source] = []
        for i, param in enumerate(self.procedure.params):
            if param in tried or entries:
                first = [] if param in tried else entries
                sources += self._sources_of(param, [operands[i] for operands in (*first, *self.jumps)])
        return sources

    def _with(self, tried: Tried) -> tuple[int, KnownKinds]:
        """How much is asked in a turn if that is so, and what is known of variables then."""
        sources = self.sources + self._sources_of_params(tried)
        left: dict[VariableFacts, tuple[CertainKind, ...]] = {found: SUPPOSED for found, _ in sources}
        for variable, natural in tried.items():
            found = facts(variable)
            if found in left or variable not in self.procedure.params:
                left[found] = SUPPOSED if natural else SUPPOSED[:-1]
        before = [(found, _kinds(found)) for found in left]
        for found, kinds in left.items():
            for kind in kinds:
                setattr(found, kind.slot, True)
        settle(sources, left)
        count = self._count()
        told = [(found, _kinds(found)) for found, kinds in before if _kinds(found) != kinds]
        _tell(before)
        return count, told

    def _count(self) -> int:
        """How much is asked in a turn, by what is known now."""
        return sum([QUESTIONS[name](call.operands) for name, call in self.asking])


def _kinds(found: VariableFacts) -> Kinds:
    return found.real, found.whole, found.natural


def _tell(told: KnownKinds) -> None:
    for found, kinds in told:
        found.real, found.whole, found.natural = kinds


def _may_be_supposed(variable: Variable, natural: bool = True) -> bool:
    """Whether it may hold an exact integer as it stands, and that is not known."""
    found = facts(variable)
    odd = found.late or found.text or found.bare or found.members or found.walk is not None or found.keyed
    odd = odd or found.string or found.paired or found.inexact or found.known is not None or found.escape
    if odd or variable.assigned or variable.__class__ is not Variable:
        return False
    return not (found.whole and found.natural) if natural else True


def _is_step(node: Node, variable: Variable) -> bool:
    """Whether something is added to the variable, or taken from it."""
    if type(node) is not Call or not (is_call(node, "+", 2) or is_call(node, "-", 2)):
        return False
    return any(is_variable(each, variable) for each in node.operands)


def _of_integers(operands: Items[Node]) -> int:
    return sum(not is_whole(each) for each in operands)


def _of_equal(operands: Items[Node]) -> int:
    return 0 if len(operands) != 2 else 2 - sum(map(is_number, operands))


def _of_product(operands: Items[Node]) -> int:
    if len(operands) != 2 or any(isinstance(each, Const) for each in operands) or any(map(is_inexact, operands)):
        return 0
    return 1 if any(map(is_natural, operands)) else 2 if is_real(operands[0]) else 3


def _of_truncation(operands: Items[Node]) -> int:
    return _of_integers(operands) + (not is_natural(operands[0]))


def _of_index(operands: Items[Node]) -> int:
    return not is_natural(operands[-1])


def _of_sameness(operands: Items[Node]) -> int:
    literal = any(isinstance(each, Const) and each.value.__class__ is int for each in operands)
    return _of_integers(operands) if literal else 0


ENDING: Final = frozenset({"=", "zero?"})
INDEXED: Final = frozenset({"vector-ref", "string-ref", "bytevector-u8-ref"})
QUESTIONS: Final[Mapping[str, Callable[[Items[Node]], int]]] = {
    "=": _of_equal,
    "*": _of_product,
    **dict.fromkeys(
        ("zero?", "even?", "odd?", "max", "min", "number->string", "modulo", "floor-quotient"), _of_integers
    ),
    **dict.fromkeys(("quotient", "remainder"), _of_truncation),
    **dict.fromkeys(INDEXED, _of_index),
    "eqv?": _of_sameness,
}
"""How much a call of a primitive asks about its operands, by what is known of them."""
