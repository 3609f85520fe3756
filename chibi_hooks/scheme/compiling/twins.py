"""The forms of a unit in, the same with a *twin* beside each procedure that gathers the list it answers out.

    (define (split s c) … (reverse parts))  ⇒  (define (split' s c) … parts)    and a call is (%collected (split' s c))

Theory. Who calls such a procedure often walks along the list only. Then it wants the members (`members`), which the
procedure had before it made pairs of them. So a call in the unit goes to a twin that answers the members, and makes
the pairs itself, or none.

Rules: the procedure stays as it is for all who do not know it. Its body is copied, so it makes no procedure and assigns
nothing (`copying`). The twin is a function beside the entry, like those that make closures: a redefinition links a
new one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from chibi_hooks.scheme.compiling.copying import Copier, as_loop, copyable_size
from chibi_hooks.scheme.compiling.facts import Twin, is_call, is_failure
from chibi_hooks.scheme.compiling.members import gathered
from chibi_hooks.scheme.compiling.rebuilding import call_of
from chibi_hooks.scheme.core import (
    Call,
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

NODES: Final = 200  # of a body that there may be twice


class NoTwin(Exception):
    """A procedure answers something else than what it gathered."""


def with_twins(
    nodes: list[Node], known: Mapping[Global, Lambda], new_key: Callable[[], str]
) -> tuple[list[Node], dict[Global, Twin]]:
    """The forms with the definitions of the twins, each before that of its procedure; and which those are. `known`:
    what is defined once.
    """
    made: list[Node] = []
    twins: dict[Global, Twin] = {}
    for node in nodes:
        if isinstance(node, Define) and (procedure := known.get(node.location)) is not None:
            found = _twin(node.location, procedure, new_key)
            if found is not None:
                twins[node.location], lambda_ = found
                made.append(Define(twins[node.location], lambda_, node.place))
        made.append(node)
    return made, twins


def _twin(location: Global, procedure: Lambda, new_key: Callable[[], str]) -> tuple[Twin, Lambda] | None:
    if procedure.rest is not None or any(each.assigned for each in procedure.params):
        return None
    work = _Work(location, len(procedure.params))
    try:
        body = work.answering(procedure.body, frozenset())
    except NoTwin:
        return None
    if not work.gathers or not copyable_size(procedure.body, NODES):
        return None
    twin = Twin(location.name, new_key(), location.library)
    work.itself.location = twin
    lambda_ = Lambda(procedure.params, None, body, procedure.name, procedure.place)
    copied = Copier(procedure.place, (), keeping=True).node(lambda_)
    assert isinstance(copied, Lambda)
    return twin, copied


class _Work:
    """One procedure, on its way to answer members."""

    def __init__(self, location: Global, count: int) -> None:
        self.location = location
        self.count = count  # of its parameters
        self.itself = GlobalRef(location)
        self.gathers = False

    def answering(self, node: Node, loops: frozenset[Variable]) -> Node:
        """A node in tail position with members where it answered a list. Raises NoTwin."""
        if isinstance(node, If):
            then, otherwise = self.answering(node.then, loops), self.answering(node.otherwise, loops)
            return If(node.test, then, otherwise, node.place)
        if isinstance(node, Sequence):
            return Sequence([*node.parts[:-1], self.answering(node.parts[-1], loops)], node.place)
        if isinstance(node, Let):
            return Let(node.variables, node.inits, self.answering(node.body, loops), node.place)
        if isinstance(node, Letrec):
            return self.loop(node, loops)
        if isinstance(node, Const) and node.value is NIL:
            return call_of("%collector", [], node)
        if not isinstance(node, Call):
            raise NoTwin
        if is_failure(node) or (isinstance(node.operator, LocalRef) and node.operator.variable in loops):
            return node
        if isinstance(node.operator, GlobalRef) and node.operator.location is self.location:
            if len(node.operands) != self.count:
                raise NoTwin
            return Call(self.itself, node.operands, node.place)
        return self.members(node)

    def loop(self, node: Letrec, loops: frozenset[Variable]) -> Node:
        """A loop in tail position. Raises NoTwin."""
        procedure = as_loop(node)
        if procedure is None:
            raise NoTwin
        inside = loops | {node.variables[0]}
        body = self.answering(procedure.body, inside)
        made = Lambda(procedure.params, None, body, procedure.name, procedure.place)
        return Letrec(node.variables, [made], self.answering(node.body, inside), node.place)

    def members(self, node: Call) -> Node:
        """What was gathered, with what comes behind it. Raises NoTwin."""
        held = gathered(node)
        if held is None:
            raise NoTwin
        self.gathers = True
        last = node.operands[-1] if is_call(node, "%collected-onto", 2) else None
        if not isinstance(last, Call):
            return held
        return call_of("%collect", [held, last.operands[0]], node)
