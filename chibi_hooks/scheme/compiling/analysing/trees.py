"""Questions about core trees that need no facts: what stands in them, and what shape a call has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import Any, Final

from chibi_hooks.scheme.core import (
    BELOW,
    Call,
    CaseLambda,
    Const,
    Define,
    Global,
    GlobalRef,
    Lambda,
    Let,
    Letrec,
    LocalRef,
    Node,
    SetGlobal,
    SetLocal,
    Variable,
    children,
)
from chibi_hooks.scheme.primitive import Primitive
from chibi_hooks.scheme.values.source import Place


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


CONTROL: Final = "(engine control)"
GOING_ON: Final = "%go-on"
NOTHING: Final[Mapping[Call, Node]] = {}
LEAVES: Final[Set[type]] = frozenset({Const, LocalRef, GlobalRef})  # nothing is below them


def nodes_of(root: Node, kinds: Set[type]) -> list[Any]:
    """All nodes of these kinds below `root`, and itself if it is one; outer ones come first."""
    found: list[Any] = []
    waiting: list[Node] = [root]
    for node in waiting:  # which grows meanwhile
        kind = node.__class__
        if kind in kinds:
            found.append(node)
        if kind not in LEAVES:
            waiting += BELOW[kind](node)
    return found


def references(root: Node, expansions: Mapping[Call, Node] = NOTHING) -> set[Variable]:
    """All local variables that are read or assigned below `root`; `expansions`: what stands in the place of calls."""
    found: set[Variable] = set()
    waiting: list[Node] = [root]
    for node in waiting:  # which grows meanwhile
        kind = node.__class__
        if type(node) is LocalRef or type(node) is SetLocal:
            found.add(node.variable)
        if type(node) is Call and node in expansions:
            waiting.append(expansions[node])
        elif kind not in LEAVES:
            waiting += BELOW[kind](node)
    return found


def calls_of(root: Node, variable: Variable) -> list[Call]:
    """The calls of a local variable."""
    calls: list[Call] = nodes_of(root, CALLS)
    return [each for each in calls if type(each.operator) is LocalRef and each.operator.variable is variable]


CALLS: Final = frozenset({Call})


def bound_variables(root: Node, expansions: Mapping[Call, Node] = NOTHING) -> set[Variable]:
    """All variables bound inside `root`; `expansions` as above."""
    found: set[Variable] = set()
    waiting: list[Node] = [root]
    for node in waiting:  # which grows meanwhile
        kind = node.__class__
        if type(node) is Let or type(node) is Letrec:
            found.update(node.variables)
        elif type(node) is Lambda:
            found.update(node.params)
            if node.rest is not None:
                found.add(node.rest)
        if type(node) is Call and node in expansions:
            waiting.append(expansions[node])
        elif kind not in LEAVES:
            waiting += BELOW[kind](node)
    return found


class Nesting:
    """Which variables are bound below which nodes of a tree: one walk, for who asks first. `expansions`: as above."""

    __slots__ = ("_root", "_expansions", "_first", "_last", "_bound")

    def __init__(self, root: Node, expansions: Mapping[Call, Node] = NOTHING) -> None:
        self._root = root
        self._expansions = expansions
        self._first: dict[Node, int] = {}  # nodes are numbered as the walk comes to them,
        self._last: dict[Node, int] = {}  # and up to here go those below
        self._bound: dict[Variable, int] = {}  # where each is bound

    def binds(self, node: Node, variable: Variable) -> bool:
        """Whether the variable is bound at this node of the tree, or below it."""
        if not self._first:
            self._walk()
        first = self._first.get(node)
        return first is not None and first <= self._bound.get(variable, 0) <= self._last[node]

    def _walk(self) -> None:
        expansions = self._expansions
        waiting: list[tuple[Node, bool]] = [(self._root, False)]
        count = 0
        while waiting:
            node, done = waiting.pop()
            if done:
                self._last[node] = count
                continue
            count += 1
            self._first[node] = count
            self._bound.update(dict.fromkeys(_bound_by(node), count))
            waiting.append((node, True))
            below = [expansions[node]] if type(node) is Call and node in expansions else BELOW[node.__class__](node)
            waiting += [(each, False) for each in below if each.__class__ not in LEAVES]


def _bound_by(node: Node) -> list[Variable]:
    """The variables that a node binds itself."""
    if type(node) is Let or type(node) is Letrec:
        return node.variables
    if type(node) is Lambda:
        return node.params if node.rest is None else [*node.params, node.rest]
    return []


def is_closed(root: Node, expansions: Mapping[Call, Node] = NOTHING) -> bool:
    """Whether no variable is used that is bound around `root`, neither in the program nor in what stands in its place:
    a redefinition may bring back the one or the other.
    """
    return _is_closed(root, NOTHING) and (not expansions or _is_closed(root, expansions))


def _is_closed(root: Node, expansions: Mapping[Call, Node]) -> bool:
    bound: set[Variable] = set()
    stack: list[Node] = [root]
    while stack:  # what binds a variable stands around all that uses it, so it is met before
        node = stack.pop()
        kind = node.__class__
        if type(node) is LocalRef or type(node) is SetLocal:
            if node.variable not in bound:
                return False
        elif type(node) is Let or type(node) is Letrec:
            bound.update(node.variables)
        elif type(node) is Lambda:
            bound.update(node.params)
            if node.rest is not None:
                bound.add(node.rest)
        elif type(node) is Call and node in expansions:
            stack.append(expansions[node])
            continue
        if kind not in LEAVES:
            stack += BELOW[kind](node)
    return True


def global_locations(nodes: Iterable[Node]) -> set[Global]:
    """All global locations that are named below the nodes."""
    return {each.location for node in nodes for each in nodes_of(node, _NAMED)}


_NAMED: Final = frozenset({GlobalRef})


def procedures_in(nodes: Iterable[Node]) -> set[Node]:
    """All procedures that stand below the nodes."""
    return {each for node in nodes for each in nodes_of(node, _PROCEDURES)}


_PROCEDURES: Final = frozenset({Lambda, CaseLambda})


def globals_set(root: Node) -> list[Define | SetGlobal]:
    """The definitions and assignments of global locations below `root`."""
    return nodes_of(root, SETTING)


SETTING: Final = frozenset({Define, SetGlobal})


def receives_values(node: Call) -> Lambda | None:
    """The receiver of `(call-with-values (lambda () …) (lambda formals …))`, which the emitter puts in line."""
    operator = node.operator
    if len(node.operands) != 2 or not isinstance(operator, GlobalRef) or operator.location.primitive is None:
        return None
    producer, receiver = node.operands
    if operator.location.primitive.name != "call-with-values" or not isinstance(receiver, Lambda):
        return None
    return receiver if isinstance(producer, Lambda) and not producer.params and producer.rest is None else None


def received(node: Call) -> tuple[Lambda, Lambda] | None:
    """Producer and receiver, where there is one as above."""
    receiver = receives_values(node)
    producer = node.operands[0] if receiver is not None else None
    return (producer, receiver) if isinstance(producer, Lambda) and receiver is not None else None


def values_produced(node: Call) -> Node:
    """The body of the producer, where there is a receiver as above."""
    producer = node.operands[0]
    assert isinstance(producer, Lambda)
    return producer.body


def applied_primitive(node: Call) -> Primitive | None:
    """The primitive of `(apply primitive … list)`, if it calls nothing back: then the call answers no tail call."""
    operator = node.operator
    if len(node.operands) < 2 or not isinstance(operator, GlobalRef) or operator.location.primitive is None:
        return None
    applied = node.operands[0]
    if operator.location.primitive.name != "apply" or not isinstance(applied, GlobalRef):
        return None
    primitive = applied.location.primitive
    return primitive if primitive is not None and primitive.leaf else None


def receives_escape(node: Call) -> Lambda | None:
    """The receiver of `(call/cc (lambda (k) …))`."""
    operator = node.operator
    if len(node.operands) != 1 or not isinstance(operator, GlobalRef) or operator.location.primitive is None:
        return None
    receiver = node.operands[0]
    if operator.location.primitive.name not in ESCAPING:
        return None
    if not isinstance(receiver, Lambda) or len(receiver.params) != 1 or receiver.rest is not None:
        return None
    return receiver


ESCAPING: Final = ("call/cc", "call-with-current-continuation")


def guards(node: Call) -> tuple[Lambda, Lambda] | None:
    """Body and clauses of `(%guarded (lambda () …) (lambda (condition) …))`, which the emitter puts in line. A third
    operand is what is called where something is raised in another dynamic environment.
    """
    operator = node.operator
    if not isinstance(operator, GlobalRef) or operator.location.primitive is None:
        return None
    if operator.location.primitive.name != "%guarded":
        return None
    body, clauses, *_ = node.operands
    assert isinstance(body, Lambda) and isinstance(clauses, Lambda)
    return body, clauses


def wound(node: Node) -> tuple[Lambda, Lambda] | None:
    """Body and leaving of `(%wound (lambda () …) (lambda () …))`, which the emitter puts in line."""
    operator = node.operator if type(node) is Call else None
    if type(operator) is not GlobalRef or operator.location.primitive is None:
        return None
    if operator.location.primitive.name != "%wound":
        return None
    assert type(node) is Call
    body, leaving = node.operands
    assert type(body) is Lambda and type(leaving) is Lambda
    return body, leaving


def is_raise(node: Call) -> bool:
    """Whether it is a call of `raise` or `error`."""
    operator = node.operator
    if not isinstance(operator, GlobalRef) or operator.location.library != CONTROL:
        return False
    count = len(node.operands)
    return count == 1 if operator.location.name == "raise" else operator.location.name == "error" and count > 0


def is_going_on(node: Call) -> bool:
    """Whether it is what a guard does when none of its clauses matches."""
    location = node.operator.location if type(node.operator) is GlobalRef else None
    return location is not None and location.name == GOING_ON and location.library == CONTROL


def is_miscounted(node: Call) -> bool:
    """Whether it is a call with so many operands as its primitive does not take: an error that tells its own place."""
    primitive = node.operator.location.primitive if type(node.operator) is GlobalRef else None
    return primitive is not None and primitive.leaf and not primitive.takes(len(node.operands))


def directly_bound(node: Call) -> Lambda | None:
    """The procedure of `((lambda (x …) body) value …)`, which the emitter treats as `let`."""
    operator = node.operator
    if type(operator) is Lambda and operator.rest is None and len(operator.params) == len(node.operands):
        return operator
    return None


def loop_procedure(node: Letrec) -> Lambda:
    """The procedure of a `letrec` that is a loop."""
    procedure = node.inits[0]
    assert isinstance(procedure, Lambda)
    return procedure
