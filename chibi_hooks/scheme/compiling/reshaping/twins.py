"""The forms of a unit in, the same with a *twin* out beside each procedure that gathers the list it answers, and with
one for each clause of a `case-lambda`.

    (define (split s c) … (reverse parts))  ⇒  (define (split' s c) … parts)    and a call is (%collected (split' s c))

Theory. Who calls such a procedure often walks along the list only. Then it wants the members (`members`), which the
procedure had before it made pairs of them. So a call in the unit goes to a twin that answers the members, and makes
the pairs itself, or none. And a call with so many operands goes to one clause, which is a procedure like others.

Rules: the procedure stays as it is for all who do not know it. Its body is copied, so it makes no procedure and assigns
nothing (`copying`). The twin is a function beside the entry, like those that make closures: a redefinition links a
new one. Libraries have none: their keys must not depend on how they are compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import Twin, is_call, is_failure
from chibi_hooks.scheme.compiling.analysing.inlining.copying import Copier, as_loop, copyable_size
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import call_of
from chibi_hooks.scheme.compiling.analysing.lists.sources import gathered
from chibi_hooks.scheme.compiling.reshaping.stacked import answering_members
from chibi_hooks.scheme.core import (
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
    Sequence,
    Variable,
)
from chibi_hooks.scheme.values.data import NIL

Clauses = Mapping[Global, Mapping[int, Twin]]

NODES: Final = 200  # of a body that there may be twice


class NoTwin(Exception):
    """A procedure answers something else than what it gathered."""


def with_twins(
    nodes: list[Node], known: Mapping[Global, Lambda], clauses: Clauses, new_key: Callable[[], str]
) -> tuple[list[Node], dict[Global, Twin]]:
    """The forms with the definitions of the twins, each before that of its procedure; and which those are. `known`:
    what is defined once; `clauses`: where calls of a `case-lambda` go.
    """
    twins: dict[Global, Twin] = {}
    definitions: dict[Global, Lambda] = {}
    count = -1
    while len(twins) > count:  # one may answer what another one gathers
        count = len(twins)
        for location, procedure in known.items():
            found = None if location in twins else _twin(location, procedure, _Work(location, clauses, twins), new_key)
            if found is not None:
                twins[location], definitions[location] = found
    if not twins:
        return nodes, twins
    made: list[Node] = []
    for node in nodes:
        if isinstance(node, Define) and node.location in twins:
            made.append(Define(twins[node.location], definitions[node.location], node.place))
        made.append(node)
    return made, twins


def with_clauses(
    nodes: list[Node], several: Mapping[Global, CaseLambda], new_key: Callable[[], str]
) -> tuple[list[Node], dict[Global, dict[int, Twin]]]:
    """The forms with the definitions of the clauses that may be copied, each before that of its procedure; and which
    those are, by number of parameters. `several`: what is defined once.
    """
    made: list[Node] = []
    clauses: dict[Global, dict[int, Twin]] = {}
    if not several:
        return nodes, clauses
    for node in nodes:
        procedure = several.get(node.location) if isinstance(node, Define) else None
        if isinstance(node, Define) and procedure is not None and node.location.library is None:
            found = clauses[node.location] = dict[int, Twin]()
            for clause in _chosen(procedure):
                if not any(each.assigned for each in clause.params) and copyable_size(clause.body, NODES):
                    twin = Twin(node.location.name, new_key(), node.location.library)
                    found[len(clause.params)] = twin
                    made.append(Define(twin, _copied(clause, clause.body, procedure.name), node.place))
        made.append(node)
    return made, clauses


def _chosen(procedure: CaseLambda) -> Iterator[Lambda]:
    """The clauses that a call with as many operands as they have parameters goes to."""
    counts: set[int] = set()
    for clause in procedure.clauses:
        if clause.rest is not None:
            return  # which takes what comes later, mostly
        if len(clause.params) not in counts:
            yield clause
        counts.add(len(clause.params))


def _copied(procedure: Lambda, body: Node, name: str | None) -> Lambda:
    """A copy of the procedure with this body."""
    lambda_ = Lambda(procedure.params, None, body, name, procedure.place)
    copied = Copier(procedure.place, (), keeping=True).node(lambda_)
    assert isinstance(copied, Lambda)
    return copied


def _twin(location: Global, procedure: Lambda, work: _Work, new_key: Callable[[], str]) -> tuple[Twin, Lambda] | None:
    """The twin of a procedure and its definition, if it has one."""
    if location.library is not None or procedure.rest is not None or any(each.assigned for each in procedure.params):
        return None
    try:
        body = work.answering(procedure.body, frozenset())
    except NoTwin:
        return None
    if not work.gathers or not copyable_size(procedure.body, NODES):
        return None
    twin = Twin(location.name, new_key(), location.library, location if work.stacked else None)
    work.itself.location = twin
    return twin, _copied(procedure, body, procedure.name)


class _Work:
    """One procedure, on its way to answer members."""

    def __init__(self, location: Global, clauses: Clauses, twins: Mapping[Global, Twin]) -> None:
        self.location, self.clauses, self.twins = location, clauses, twins
        self.itself = GlobalRef(location)
        self.gathers = False
        self.stacked = False  # perhaps at its head: as a list of pairs, that costs no more

    def answering(self, node: Node, loops: frozenset[Variable]) -> Node:
        """A node in tail position with members where it answered a list. Raises NoTwin."""
        if type(node) is If:
            then, otherwise = self.answering(node.then, loops), self.answering(node.otherwise, loops)
            return If(node.test, then, otherwise, node.place)
        if type(node) is Sequence:
            return Sequence([*node.parts[:-1], self.answering(node.parts[-1], loops)], node.place)
        if type(node) is Let:
            return Let(node.variables, node.inits, self.answering(node.body, loops), node.place)
        if type(node) is Letrec:
            return self.loop(node, loops)
        if type(node) is Const and node.value is NIL:
            return call_of("%collector", [], node)
        if type(node) is not Call:
            raise NoTwin
        if is_failure(node) or (type(node.operator) is LocalRef and node.operator.variable in loops):
            return node
        if type(node.operator) is GlobalRef and node.operator.location.primitive is None:
            return Call(self.other(node.operator.location, len(node.operands)), node.operands, node.place)
        return self.members(node)

    def other(self, location: Global, count: int) -> GlobalRef:
        """What answers the members that a procedure gathers. Raises NoTwin."""
        location = self.clauses.get(location, {}).get(count, location)
        if location is self.location:
            return self.itself
        if location not in self.twins:
            raise NoTwin
        self.gathers = True
        self.stacked = self.stacked or self.twins[location].instead is not None
        return GlobalRef(self.twins[location])

    def loop(self, node: Letrec, loops: frozenset[Variable]) -> Node:
        """A loop in tail position. Raises NoTwin."""
        if (stacked := answering_members(node)) is not node:
            self.stacked, node = True, stacked
        procedure = as_loop(node)
        if procedure is None:
            raise NoTwin
        inside = loops | {node.variables[0]}
        body = self.answering(procedure.body, inside)
        made = Lambda(procedure.params, None, body, procedure.name, procedure.place)
        return Letrec(node.variables, [made], self.answering(node.body, inside), node.place)

    def members(self, node: Call) -> Node:
        """What was gathered, with what comes behind it. Raises NoTwin."""
        held = node if is_call(node, "%collected-backwards", 1) else gathered(node)
        if held is None:
            raise NoTwin
        self.gathers = True
        if held is node:
            return node
        last = node.operands[-1] if is_call(node, "%collected-onto", 2) else None
        if not isinstance(last, Call):
            return held
        return call_of("%collect", [held, last.operands[0]], node)
