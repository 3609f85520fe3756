"""A tree in, the calls of accessors and modifiers whose record was asked for its type before out.

Theory. The type of a record never changes, nor what a variable holds that is never assigned. So what was asked of it
once, or made for it, holds wherever one comes only from there; that is found in one walk in the order of evaluation,
in which `If` keeps what both its branches know. Operands of one call know nothing of each other: their order is the
emitter's.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as Items
from typing import Any, Final, TypeAlias

from chibi_hooks.scheme.compiling.analysing.facts import called_primitive, facts, is_call, is_failure, is_jump, join_of
from chibi_hooks.scheme.compiling.analysing.inlining.integration import Expansions
from chibi_hooks.scheme.core import (
    And,
    Call,
    CaseLambda,
    Define,
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

Fact: TypeAlias = "tuple[Variable, str | Variable]"  # it holds a record of the type that the other one holds
Known: TypeAlias = "frozenset[Fact] | None"  # None: nothing comes here

NOTHING: Final[frozenset[Fact]] = frozenset()
OPERATIONS: Final = frozenset({"%record-ref", "%record-set!"})


def find_proven(root: Node, expansions: Expansions) -> None:
    """Note in `expansions` which operations on records below the node need not ask for the type."""
    _Proof(expansions).after(root, NOTHING)


class _Proof:
    """One walk over a tree whose variables have their facts."""

    def __init__(self, expansions: Expansions) -> None:
        self.expansions = expansions
        self.entered: dict[Variable, frozenset[Fact]] = {}  # loops, and what is known there

    def after(self, node: Node, known: Known) -> Known:
        """What is known after the node was evaluated, of what was known before."""
        way = _WAYS.get(node.__class__)
        return known if way is None or known is None else way(self, node, known)

    def procedure(self, node: Lambda, known: frozenset[Fact]) -> Known:
        self.after(node.body, known)
        return known

    def procedures(self, node: CaseLambda, known: frozenset[Fact]) -> Known:
        for clause in node.clauses:
            self.after(clause.body, known)
        return known

    def stored(self, node: SetLocal | SetGlobal | Define, known: frozenset[Fact]) -> Known:
        return self.after(node.value, known)

    def chain(self, node: Node, known: Known) -> Known:
        """Choices, connectives and bindings. The clauses of a `cond`, of which each stands in the last branch of the
        one before, are one loop: there may be thousands.
        """
        ends: Known = None
        while known is not None:
            if isinstance(node, If):
                asked = self.after(node.test, known)
                if asked is None:
                    break
                ends = _either(ends, self.after(node.then, asked | self.told(node.test, True)))
                known, node = asked | self.told(node.test, False), node.otherwise
            elif isinstance(node, (And, Or)):
                for part in node.parts[:-1]:
                    known = self.after(part, known)
                    ends = _either(ends, known)
                    known = None if known is None else known | self.told(part, isinstance(node, And))
                node = node.parts[-1]
            elif isinstance(node, Let):
                if (join := join_of(node)) is not None:
                    ends = _either(ends, self.after(join.body, known))
                else:
                    known = self.bound(node, known)
                node = node.body
            else:
                return _either(ends, self.after(node, known))
        return ends

    def sequence(self, node: Sequence, known: Known) -> Known:
        for part in node.parts:
            known = self.after(part, known)
        return known

    def bound(self, node: Let, known: frozenset[Fact]) -> Known:
        """What is known in the body of a `let`."""
        before = self.all(node.inits, known)
        if before is None:
            return None
        made = [
            fact
            for variable, init in zip(node.variables, node.inits, strict=True)
            if not variable.assigned
            for fact in self.made(variable, init, before)
        ]
        return before.union(made) if made else before

    def letrec(self, node: Letrec, known: frozenset[Fact]) -> Known:
        variable, procedure = node.variables[0], node.inits[0]
        if not facts(variable).loop or not isinstance(procedure, Lambda):
            return self.after(node.body, self.all(node.inits, known))
        done = self.after(node.body, known)
        return _either(done, self.after(procedure.body, self.entered.get(variable)))

    def call(self, node: Call, known: frozenset[Fact]) -> Known:
        expanded = self.expansions.get(node)
        if expanded is not None:
            return self.after(expanded, known)
        fact = _asked(node)
        if fact is not None and fact in known:
            self.expansions.proven.add(node)
        after = self.all((node.operator, *node.operands), known)
        operator = node.operator
        if isinstance(operator, LocalRef) and is_jump(operator.variable):
            if after is not None:
                self.entered.setdefault(operator.variable, after)  # first from outside: what it knows stays true
            return None
        if after is None or is_failure(node):
            return None
        return after if fact is None else after | {fact}

    def all(self, nodes: Items[Node], known: frozenset[Fact]) -> Known:
        """What is known when all of them were evaluated, in an order that nobody knows."""
        found: frozenset[Fact] = known
        for node in nodes:
            after = self.after(node, known)
            if after is None:
                return None
            if after is not known:
                found |= after
        return found

    def told(self, test: Node, answer: bool) -> frozenset[Fact]:
        """What follows from the answer of a test."""
        if isinstance(test, (And, Or)):
            decides = isinstance(test, And) is answer
            return NOTHING.union(*(self.told(each, answer) for each in test.parts)) if decides else NOTHING
        if not isinstance(test, Call):
            return NOTHING
        if (expanded := self.expansions.get(test)) is not None:
            return self.told(expanded, answer)
        if is_call(test, "not", 1):
            return self.told(test.operands[0], not answer)
        fact = _fact(test) if answer and is_call(test, "%record?", 2) else None
        return NOTHING if fact is None else frozenset({fact})

    def made(self, variable: Variable, init: Node, known: frozenset[Fact]) -> list[Fact]:
        """What is known of a variable that is bound to the value of `init`."""
        if isinstance(init, LocalRef):
            return [(variable, kind) for other, kind in known if other is init.variable and not other.assigned]
        while isinstance(init, Call) and (expanded := self.expansions.get(init)) is not None:
            init = expanded
        if not isinstance(init, Call) or not is_record(init):
            return []
        kind = _held(init.operands[0])
        return [] if kind is None else [(variable, kind)]


def is_record(node: Call) -> bool:
    """Whether it makes a record."""
    primitive = called_primitive(node)
    return primitive is not None and primitive.name == "%record"


def is_operation(primitive: Primitive) -> bool:
    """Whether it is what an accessor or a modifier comes down to."""
    return primitive.name in OPERATIONS


def _asked(node: Call) -> Fact | None:
    """What is known after an operation on a record has not failed."""
    primitive = called_primitive(node)
    return _fact(node) if primitive is not None and is_operation(primitive) else None


def _fact(node: Call) -> Fact | None:
    record, kind = node.operands[0], _held(node.operands[1])
    if kind is None or not isinstance(record, LocalRef) or record.variable.assigned:
        return None
    return record.variable, kind


def _held(node: Node) -> str | Variable | None:
    """The variable that holds a type for good; a global one by its key, since a clause of a library that came from disk
    has locations of its own.
    """
    if isinstance(node, GlobalRef):
        return node.location.key
    return node.variable if isinstance(node, LocalRef) and not node.variable.assigned else None


def _either(one: Known, other: Known) -> Known:
    """What is known where one comes from two places."""
    if one is None or other is None:
        return other if one is None else one
    return one if one is other else one & other


_WAYS: Final[dict[type, Callable[[_Proof, Any, frozenset[Fact]], Known]]] = {
    Lambda: _Proof.procedure,
    CaseLambda: _Proof.procedures,
    SetLocal: _Proof.stored,
    SetGlobal: _Proof.stored,
    Define: _Proof.stored,
    If: _Proof.chain,
    And: _Proof.chain,
    Or: _Proof.chain,
    Sequence: _Proof.sequence,
    Let: _Proof.chain,
    Letrec: _Proof.letrec,
    Call: _Proof.call,
}
