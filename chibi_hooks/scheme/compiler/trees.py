"""Questions about core trees that need no facts: what stands below a node, and what shape a call has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

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
from chibi_hooks.scheme.source import Place


def children(node: Node) -> list[Node]:
    """The nodes directly below `node`, in order of evaluation where there is one."""
    kind = node.__class__
    if kind is Call:
        return [node.operator, *node.operands]  # type: ignore[union-attr]
    if kind is If:
        return [node.test, node.then, node.otherwise]  # type: ignore[union-attr]
    if kind is Let or kind is Letrec:
        return [*node.inits, node.body]  # type: ignore[union-attr]
    if kind is Lambda:
        return [node.body]  # type: ignore[union-attr]
    if kind is CaseLambda:
        return list(node.clauses)  # type: ignore[union-attr]
    if kind is Sequence or kind is And or kind is Or:
        return node.parts  # type: ignore[union-attr]
    if kind is SetLocal or kind is SetGlobal or kind is Define:
        return [node.value]  # type: ignore[union-attr]
    return []


def deepest(nodes: Iterable[Node]) -> Place | None:
    """The place of a node that is nested as deeply as any, or of what stands around it."""
    level, found = 0, None
    stack: list[tuple[Node, int, Place | None]] = [(node, 1, None) for node in nodes]
    while stack:
        node, depth, place = stack.pop()
        place = getattr(node, "place", None) or place
        if depth > level:
            level, found = depth, place
        stack += [(child, depth + 1, place) for child in children(node)]
    return found


NOTHING: Final[Mapping[Call, Node]] = {}


def references(root: Node, expansions: Mapping[Call, Node] = NOTHING) -> set[Variable]:
    """All local variables that are read or assigned below `root`; `expansions`: what stands in the place of calls."""
    found: set[Variable] = set()
    stack: list[Node] = [root]
    while stack:
        node = stack.pop()
        kind = node.__class__
        if kind is LocalRef:
            found.add(node.variable)  # type: ignore[union-attr]
        elif kind is not Const and kind is not GlobalRef:
            if kind is SetLocal:
                found.add(node.variable)  # type: ignore[union-attr]
            expanded = expansions.get(node) if isinstance(node, Call) else None
            stack.extend(children(node) if expanded is None else [expanded])
    return found


def bound_variables(root: Node, expansions: Mapping[Call, Node] = NOTHING) -> set[Variable]:
    """All variables bound inside `root`; `expansions` as above."""
    found: set[Variable] = set()
    stack: list[Node] = [root]
    while stack:
        node = stack.pop()
        kind = node.__class__
        if kind is LocalRef or kind is Const or kind is GlobalRef:
            continue
        if isinstance(node, (Let, Letrec)):
            found.update(node.variables)
        elif isinstance(node, Lambda):
            found.update(node.params)
            if node.rest is not None:
                found.add(node.rest)
        expanded = expansions.get(node) if isinstance(node, Call) else None
        stack.extend(children(node) if expanded is None else [expanded])
    return found


def global_locations(nodes: Iterable[Node]) -> set[Global]:
    """All global locations that are named below the nodes."""
    found: set[Global] = set()
    stack: list[Node] = list(nodes)
    while stack:
        node = stack.pop()
        kind = node.__class__
        if kind is GlobalRef:
            found.add(node.location)  # type: ignore[union-attr]
        elif kind is not Const and kind is not LocalRef:
            stack += children(node)
    return found


def globals_set(root: Node) -> list[Define | SetGlobal]:
    """The definitions and assignments of global locations below `root`."""
    found: list[Define | SetGlobal] = []
    stack: list[Node] = [root]
    while stack:
        node = stack.pop()
        kind = node.__class__
        if kind is Define or kind is SetGlobal:
            found.append(node)  # type: ignore[arg-type]
        if kind is not Const and kind is not LocalRef and kind is not GlobalRef:
            stack.extend(children(node))
    return found


def receives_values(node: Call) -> Lambda | None:
    """The receiver of `(call-with-values (lambda () …) (lambda formals …))`, which the emitter puts in line."""
    operator = node.operator
    if len(node.operands) != 2 or not isinstance(operator, GlobalRef) or operator.location.primitive is None:
        return None
    producer, receiver = node.operands
    if operator.location.primitive.name != "call-with-values" or not isinstance(receiver, Lambda):
        return None
    return receiver if isinstance(producer, Lambda) and not producer.params and producer.rest is None else None


def binds_directly(node: Call) -> bool:
    """Whether this is `((lambda (x …) body) value …)`, which the emitter treats as `let`."""
    operator = node.operator
    return isinstance(operator, Lambda) and operator.rest is None and len(operator.params) == len(node.operands)
