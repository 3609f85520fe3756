"""Core nodes in, facts about their variables out (`Variable.facts`, `Global.facts`): what the emitter must know
before it starts.

Found here, in two passes to a fixpoint each, with explicit stacks (depth of nesting costs no Python stack):

* which local procedures are *loops*: every use is a call in tail position of the procedure itself or of its `letrec`
  body, so the procedure becomes a `while` in the function around it;
* which local procedures of no argument are *joins*: what several branches of a `let` go on with (a pattern that did not
  match), so they stand behind it;
* which function owns a variable and whether another one captures it;
* of what kind their values are for certain (`kinds`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from chibi_hooks.scheme.compiling.analysing.facts import VariableFacts, called_primitive, facts
from chibi_hooks.scheme.compiling.analysing.inlining.integration import Expansions
from chibi_hooks.scheme.compiling.analysing.inlining.lightening import lighten
from chibi_hooks.scheme.compiling.analysing.inlining.tables import LOOKED_UP, sameness_made, table_of
from chibi_hooks.scheme.compiling.analysing.keyed import find_keyed
from chibi_hooks.scheme.compiling.analysing.kinds import infer_kinds, note_lengths
from chibi_hooks.scheme.compiling.analysing.lists.bare import LOOKERS, find_bare, may_be_bare
from chibi_hooks.scheme.compiling.analysing.lists.members import TAKING, find_members
from chibi_hooks.scheme.compiling.analysing.lists.reusing import find_reused
from chibi_hooks.scheme.compiling.analysing.lists.sources import may_give_members
from chibi_hooks.scheme.compiling.analysing.lists.stacks import answered_stacks
from chibi_hooks.scheme.compiling.analysing.proven import find_proven, is_operation
from chibi_hooks.scheme.compiling.analysing.trees import (
    directly_bound,
    guards,
    loop_procedure,
    receives_escape,
    receives_values,
    references,
    values_produced,
    wound,
)
from chibi_hooks.scheme.compiling.analysing.versions import QUESTIONS, find_versions
from chibi_hooks.scheme.core import (
    And,
    Call,
    CaseLambda,
    Const,
    Define,
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
)
from chibi_hooks.scheme.primitive import Primitive


def loop_entry(node: Letrec) -> tuple[list[Node], Call] | None:
    """If the body of a one-procedure `letrec` ends in a call of it: the nodes before that call, and the call."""
    variable = node.variables[0]
    before: list[Node] = []
    body = node.body
    while True:
        if type(body) is Sequence:
            before += body.parts[:-1]
            body = body.parts[-1]
        elif type(body) is Let:
            before.append(body)
            body = body.body
        elif type(body) is Call and type(body.operator) is LocalRef and body.operator.variable is variable:
            return before, body
        else:
            return None


Tails = frozenset[Variable]
NONE: Tails = frozenset()
MAX_LOOPS: Final = 12  # CPython refuses 20 nested blocks; a loop nested deeper stays an ordinary procedure,
# and the body of a guard becomes one


def analyse(root: Node, expansions: Expansions) -> None:
    """Give every variable below `root` its facts, and note in `expansions` which calls are put in line."""
    refuted: set[Variable] = set()
    while True:
        count = len(refuted)
        walk = _Walk(refuted, expansions)
        walk.run(root)
        if len(refuted) == count:
            break
    names = {each.name for each in walk.told}
    expansions.has_letters = expansions.has_letters or not names.isdisjoint(LETTERS)
    has_sources = any(map(may_give_members, walk.told))  # calls whose lists may be had as members
    has_members = False
    stacks = answered_stacks(walk.loops, expansions)
    if has_sources or walk.rests or stacks:
        has_takers = bool(has_sources or stacks) and (bool(expansions.takers) or not names.isdisjoint(TAKING))
        has_members = find_members(root, walk.bound, walk.loops, walk.rests, stacks, has_takers, expansions)
    if walk.bound or walk.loops or walk.procedures or walk.changes:
        infer_kinds(walk.bound, walk.loops, walk.procedures, walk.changes, expansions)
    if any(map(is_operation, walk.told)):
        find_proven(root, expansions)
    note_lengths(walk.bound)
    if expansions.counting:
        return
    has_texts = has_sources or any(each.returns == "string" for each in walk.told)
    if has_texts and (has_members or may_be_bare(walk.bound, walk.loops, walk.looked_at, expansions)):
        find_bare(root, walk.rests, expansions)
    find_reused(walk.loops, expansions)
    if not names.isdisjoint(LOOKED_UP):
        find_keyed(root, walk.bound, expansions)
    if any(QUESTIONS[name](call.operands) for name, call in walk.asking):
        find_versions(walk.loops, walk.turning, expansions)


class _Walk:
    """One pass over the tree under the assumption that all procedures not yet refuted are loops."""

    def __init__(self, refuted: set[Variable], expansions: Expansions) -> None:
        self.refuted = refuted
        self.expansions = expansions
        self.bound: list[tuple[Variable, Node]] = []  # unassigned variables bound once to a value
        self.changes: dict[Variable, list[Node]] = {}  # what assigned variables are bound to, and then set to
        self.loops: list[tuple[Variable, Lambda]] = []
        self.procedures: list[tuple[Variable, Lambda]] = []  # that variables hold for good, and are no loops
        self.turning: dict[Lambda, Variable | Global] = {}  # procedures that call themselves, and what holds them
        self.location: Global | None = None  # what the form defines,
        self.defined: Node | None = None  # and as what
        self.rests: list[Variable] = []  # what takes the arguments that are left
        self.told: set[Primitive] = set()  # what calls come down to
        self.looked_at: list[Node] = []  # operands that may be choices between strings which are only looked at
        self.asking: list[tuple[str, Call]] = []  # primitives that may ask whether they are given integers, and where
        self.stack: list[tuple[Node, Node | None, Tails, int]] = []
        self.depth = 0  # Python loops open around the node at hand

    def run(self, root: Node) -> None:
        if isinstance(root, Define):
            self.location, self.defined = root.location, root.value
        stack = self.stack
        stack.append((root, None, NONE, 0))
        while stack:
            node, owner, tails, self.depth = stack.pop()
            VISIT[node.__class__](self, node, owner, tails)

    def later(self, nodes: Iterable[Node], owner: Node | None) -> None:
        depth, append = self.depth, self.stack.append
        for node in nodes:
            kind = node.__class__
            if type(node) is LocalRef:
                self.local_ref(node, owner, NONE)
            elif kind not in SILENT:
                append((node, owner, NONE, depth))

    def bind(self, variable: Variable, owner: Node | None) -> VariableFacts:
        fresh = variable.facts = VariableFacts()
        fresh.owner = owner
        return fresh

    def use(self, variable: Variable, owner: Node | None) -> VariableFacts:
        found = facts(variable)
        if found.owner is not owner:
            found.captured = True
        return found

    def nothing(self, node: Node, owner: Node | None, tails: Tails) -> None:
        pass

    def local_ref(self, node: LocalRef, owner: Node | None, tails: Tails) -> None:
        known = node.variable.facts
        found = known if type(known) is VariableFacts else facts(node.variable)  # most nodes come by
        if found.owner is not owner:
            found.captured = True
        found.needed = found.valued = True
        if found.loop or found.escape or found.join:
            self.refuted.add(node.variable)

    def set_local(self, node: SetLocal, owner: Node | None, tails: Tails) -> None:
        self.use(node.variable, owner).needed = True
        if node.variable in self.changes:
            self.changes[node.variable].append(node.value)
        self.stack.append((node.value, owner, NONE, self.depth))

    def set_global(self, node: SetGlobal | Define, owner: Node | None, tails: Tails) -> None:
        self.stack.append((node.value, owner, NONE, self.depth))

    def branch(self, node: If, owner: Node | None, tails: Tails) -> None:
        self.stack.append((node.otherwise, owner, tails, self.depth))
        self.stack.append((node.then, owner, tails, self.depth))
        self.stack.append((node.test, owner, NONE, self.depth))

    def parts(self, node: Sequence | And | Or, owner: Node | None, tails: Tails) -> None:
        self.stack.append((node.parts[-1], owner, tails, self.depth))
        self.later(node.parts[-2::-1], owner)

    def let(self, node: Let, owner: Node | None, tails: Tails) -> None:
        if (join := self.joined(node)) is not None:
            variable = node.variables[0]
            self.bind(variable, owner).join = True
            self.stack.append((join.body, owner, tails, self.depth))
            self.stack.append((node.body, owner, tails | {variable}, self.depth + 1))
            return
        for variable, init in zip(node.variables, node.inits, strict=True):
            found = self.bind(variable, owner)
            if variable.assigned:
                self.changes[variable] = [init]
            elif isinstance(init, Lambda):
                found.known = init
                self.procedures.append((variable, init))
            else:
                self.bound.append((variable, init))
                found.table = table_of(init) or sameness_made(init)
        self.stack.append((node.body, owner, tails, self.depth))
        self.later(reversed(node.inits), owner)

    def joined(self, node: Let) -> Lambda | None:
        """The procedure that the `let` binds, if as far as is known it is but called where the `let` would answer."""
        if len(node.variables) != 1:
            return None
        variable, init = node.variables[0], node.inits[0]
        if not isinstance(init, Lambda) or init.params or init.rest is not None:
            return None
        if isinstance(node.body, Call):  # it was parted from what is too large or too deep (`parting`)
            return None
        if variable.assigned or variable in self.refuted or self.depth >= MAX_LOOPS or self.expansions.counting:
            return None
        return init if variable in references(node.body) else None

    def letrec(self, node: Letrec, owner: Node | None, tails: Tails) -> None:
        for variable, init in zip(node.variables, node.inits, strict=True):
            found = self.bind(variable, owner)
            if isinstance(init, Lambda) and not variable.assigned:
                found.known = init
        if len(node.variables) == 1 and self.is_loop(node):
            self.loop(node, owner, tails)
            return
        _mark_late(node)
        for variable, init in zip(node.variables, node.inits, strict=True):
            if isinstance(init, Lambda) and not variable.assigned:
                self.procedures.append((variable, init))
            if isinstance(init, Lambda) or facts(variable).late:
                continue
            if variable.assigned:
                self.changes[variable] = [init]
            else:
                self.bound.append((variable, init))
                facts(variable).table = table_of(init) or sameness_made(init)
        self.stack.append((node.body, owner, tails, self.depth))
        self.later(reversed(node.inits), owner)

    def is_loop(self, node: Letrec) -> bool:
        variable, init = node.variables[0], node.inits[0]
        if variable in self.refuted or facts(variable).known is None or not isinstance(init, Lambda):
            return False
        if self.depth >= MAX_LOOPS:
            return False
        return init.rest is None and loop_entry(node) is not None

    def loop(self, node: Letrec, owner: Node | None, tails: Tails) -> None:
        variable, init = node.variables[0], loop_procedure(node)
        facts(variable).loop = True
        self.loops.append((variable, init))
        for param in init.params:
            self.bind(param, owner)
        inside = tails | {variable}
        self.stack.append((init.body, owner, inside, self.depth + 1))
        self.stack.append((node.body, owner, inside, self.depth))

    def lambda_(self, node: Lambda, owner: Node | None, tails: Tails) -> None:
        for param in node.params:
            self.bind(param, node)
        if node.rest is not None:
            self.bind(node.rest, node)
            self.rests.append(node.rest)
        self.stack.append((node.body, node, NONE, 1))  # its own loop, if it calls itself in tail position

    def case_lambda(self, node: CaseLambda, owner: Node | None, tails: Tails) -> None:
        for clause in node.clauses:
            for param in clause.params:
                self.bind(param, node)
            if clause.rest is not None:
                self.bind(clause.rest, node)
                self.rests.append(clause.rest)
            self.stack.append((clause.body, node, NONE, 0))

    def call(self, node: Call, owner: Node | None, tails: Tails) -> None:
        operator = node.operator
        if self.expansions.literals:
            last = node.operands[-1] if len(node.operands) == 2 else node
            if type(last) is GlobalRef and last.location in self.expansions.literals:
                self.expansions.among[node] = self.expansions.literals[last.location]
        primitive = None
        if type(operator) is GlobalRef:
            primitive = operator.location.primitive
            told = called_primitive(node)
            if told is not None:
                self.told.add(told)
                if told.name in LOOKERS:
                    self.looked_at += [each for each in node.operands if each.__class__ in CHOOSING]
                if told.name in QUESTIONS:
                    self.asking.append((told.name, node))
        if primitive is not None:
            self.later(reversed(node.operands), owner)
            if not primitive.leaf:
                if (receiver := receives_values(node)) is not None:
                    self.receive(node, receiver, owner, tails)
                elif (guarded := guards(node)) is not None:
                    self.guard(*guarded, owner, tails)
                elif (receiver := receives_escape(node)) is not None:
                    self.escape(receiver, owner, tails)
                elif (both := wound(node)) is not None:
                    self.stack[-2:] = [(each.body, owner, NONE, self.depth) for each in both]
            return
        expanded = self.expansions.of(node, owner)
        if expanded is not None:
            self.stack.append((expanded, owner, tails, self.depth))
            return
        self.later(reversed(node.operands), owner)
        if type(operator) is LocalRef:
            variable = operator.variable
            found = self.use(variable, owner)
            found.needed = found.needed or found.known is None or found.known is not owner
            if found.escape and (found.captured or len(node.operands) != 1):
                self.refuted.add(variable)
            if found.join and (variable not in tails or node.operands):
                self.refuted.add(variable)
            if found.known is not None:
                found.entries.append(node.operands)
                if found.known is owner and not found.loop:
                    self.turning[found.known] = variable
                found.valued = found.valued or len(node.operands) != len(found.known.params)
                if found.loop and (variable not in tails or len(node.operands) != len(found.known.params)):
                    self.refuted.add(variable)
        elif type(operator) is GlobalRef:
            if operator.location is self.location and owner is self.defined and type(owner) is Lambda:
                self.turning[owner] = operator.location
        elif (inner := directly_bound(node)) is not None:
            for param, operand in zip(inner.params, node.operands, strict=True):
                self.bind(param, owner)
                if not param.assigned:
                    self.bound.append((param, operand))
            self.stack.append((inner.body, owner, tails, self.depth))
        else:
            self.stack.append((operator, owner, NONE, self.depth))

    def receive(self, node: Call, receiver: Lambda, owner: Node | None, tails: Tails) -> None:
        """The receiver of values, whose body and variables belong to the procedure around it."""
        del self.stack[-2:]  # both operands
        for param in receiver.params:
            self.bind(param, owner)
        if receiver.rest is not None:
            self.bind(receiver.rest, owner)
            self.rests.append(receiver.rest)
        self.stack.append((receiver.body, owner, tails, self.depth))
        self.stack.append((values_produced(node), owner, NONE, self.depth))

    def escape(self, receiver: Lambda, owner: Node | None, tails: Tails) -> None:
        """The receiver of a continuation that is called in the function around it, and used for nothing else: calls
        are jumps, so the body belongs to that function.
        """
        (k,) = receiver.params
        if k in self.refuted or k.assigned or self.depth >= MAX_LOOPS:
            return
        del self.stack[-1:]  # the operand
        self.bind(k, owner).escape = True
        self.stack.append((receiver.body, owner, tails, self.depth + 1))

    def guard(self, body: Lambda, clauses: Lambda, owner: Node | None, tails: Tails) -> None:
        """Body and clauses of a guard, which belong to the procedure around it. What `set!` changes there lives in
        boxes: when a continuation is captured in the body, both go on with it.
        """
        del self.stack[-2:]  # both operands
        for variable in references(body) | references(clauses):
            found = facts(variable)
            if variable.assigned or found.late:
                found.captured = True
        for param in clauses.params:
            self.bind(param, owner)
        if self.depth >= MAX_LOOPS and not _is_apart(body.body):
            body.body = _apart(body.body)
        lighten(self.expansions, body.body, len(clauses.params) == 1, owner)
        self.stack.append((clauses.body, owner, tails, self.depth))
        self.stack.append((body.body, owner, NONE, self.depth + 2))  # a light one may have a loop inside


APART: Final = "apart"


def _apart(body: Node) -> Node:
    """The same in a procedure of its own, of which the compiler knows nothing, so that it stays one."""
    variable = Variable(APART)
    variable.assigned = True
    return Let([variable], [Lambda([], None, body)], Call(LocalRef(variable), []))


def _is_apart(body: Node) -> bool:
    return isinstance(body, Let) and body.variables[0].name == APART and isinstance(body.inits[0], Lambda)


LETTERS: Final = frozenset({"string-ref", "substring", "read-char", "peek-char"})  # what loops look ahead for
CHOOSING: Final = frozenset({If, Let, Call})
SILENT: Final = frozenset({Const, GlobalRef})  # nothing is learnt from them
VISIT: Final[dict[type, Callable[[_Walk, Any, Node | None, Tails], None]]] = {
    Const: _Walk.nothing,
    GlobalRef: _Walk.nothing,
    LocalRef: _Walk.local_ref,
    SetLocal: _Walk.set_local,
    SetGlobal: _Walk.set_global,
    Define: _Walk.set_global,
    If: _Walk.branch,
    And: _Walk.parts,
    Or: _Walk.parts,
    Sequence: _Walk.parts,
    Let: _Walk.let,
    Letrec: _Walk.letrec,
    Lambda: _Walk.lambda_,
    CaseLambda: _Walk.case_lambda,
    Call: _Walk.call,
}


def _mark_late(node: Letrec) -> None:
    """Mark the variables of a `letrec` that may be read before they have their value (R7RS 4.2.2: an error then).

    Lambda inits in an unbroken run are defined together before anything else runs, so only a reference out of
    an earlier place counts: from a non-lambda init to itself or later, or from a lambda to beyond the end of its run.
    """
    inits = node.inits
    if all(isinstance(init, Lambda) for init in inits):
        return
    position = {variable: i for i, variable in enumerate(node.variables)}
    run_end = [0] * len(inits)  # of the run of lambdas that i is in; i itself for any other init
    end = len(inits)
    for i in range(len(inits) - 1, -1, -1):
        if not isinstance(inits[i], Lambda):
            end = i
        run_end[i] = end
    for i, init in enumerate(inits):
        for variable in references(init):
            at = position.get(variable)
            if at is not None and at >= run_end[i]:
                facts(variable).late = True
