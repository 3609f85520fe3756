"""A promise of a promise in, one of its value out, where it is seen what that value is; and a stream that looks for its
next member by calling itself goes round in a loop.

    (delay-force (if t (make-promise '()) (make-promise (cons a b))))    (delay (if t '() (cons a b)))

    (define (f s)                          (define (f s)
      (delay-force                           (let ((state (vector s #f)))
        (cond (t (make-promise '()))    ⇒      (delay (let loop ((s (vector-ref state 0)))
              (u (delay x))                      (cond (t '()) (u x) (else (loop (cdr s)))))))
              (else (f (cdr s))))))

Rules
-----
* What else an expression ends in may be a chain of promises, which must take no room: then all stays as it is.
* What changes from turn to turn is kept in the vector: so nothing holds the members that were passed over, and a
  promise that is forced again after an error goes on where that was.
* A continuation may lead back into the expression when the promise has its value (the last element tells). Then an
  inner promise, and another turn, would not be computed any more: they are not (R7RS 7.3, `force`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import called_primitive
from chibi_hooks.scheme.compiling.analysing.rebuilding import Origins, call_of
from chibi_hooks.scheme.core import (
    Call,
    Const,
    Define,
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
from chibi_hooks.scheme.values.data import FALSE, TRUE

MOST: Final = 4  # parameters that change from turn to turn
MAKER: Final = "make-promise@(engine control)"
NO_PROMISES: Final = frozenset(("pair", "string", "boolean", "integer", "real"))  # what primitives of these kinds give


def is_chained(node: Node) -> bool:
    """Whether it makes a promise of what the promise holds that an expression gives."""
    return isinstance(node, Call) and _delayed(node, "%delay-force") is not None


def at_once(node: Call) -> Node:
    """The same as a promise of its value, if that is seen; else the node itself."""
    thunk = _delayed(node, "%delay-force")
    assert thunk is not None
    ends = list(map(_value, _ends(thunk.body)))
    if None in ends:
        return node
    if all(end is not None and (end[0] or isinstance(end[1], Const)) for end in ends):
        return _promise(node, thunk, _ending(thunk.body, lambda end: _seen(end)[1]))
    state = _State(node, [])
    return state.around(_promise(node, thunk, _ending(thunk.body, state.ended)))


def round_about(node: Define, origins: Origins) -> Define:
    """A definition of a procedure that makes such a promise and calls itself for it, with that call as a loop."""
    procedure, location = node.value, node.location

    def is_itself(operator: Node) -> bool:
        return isinstance(operator, GlobalRef) and operator.location is location

    made = _going_round(procedure, is_itself, origins)
    return node if made is procedure else Define(location, made, node.place)


def rounds_inside(node: Letrec, origins: Origins) -> Letrec:
    """The same of local procedures."""
    inits = [
        init if variable.assigned else _going_round(init, _held_in(variable), origins)
        for variable, init in zip(node.variables, node.inits, strict=True)
    ]
    if all(made is init for made, init in zip(inits, node.inits, strict=True)):
        return node
    return Letrec(node.variables, inits, node.body, node.place)


def _held_in(variable: Variable) -> Callable[[Node], bool]:
    return lambda operator: isinstance(operator, LocalRef) and operator.variable is variable


def _going_round(procedure: Node, is_itself: Callable[[Node], bool], origins: Origins) -> Node:
    """The procedure with its own calls as a loop; as it is where it makes no such promise, or does not call itself."""
    if not isinstance(procedure, Lambda) or procedure.rest is not None or not isinstance(procedure.body, Call):
        return procedure
    thunk, params = _delayed(procedure.body, "%delay-force"), procedure.params
    if thunk is None or any(each.assigned for each in params):
        return procedure

    def jump(node: Node) -> Call | None:
        return node if isinstance(node, Call) and is_itself(node.operator) and _fits(node, procedure) else None

    ends = _ends(thunk.body)
    jumps = [call for call in map(jump, ends) if call is not None]
    changed = [i for i, param in enumerate(params) if not all(_is_held(each.operands[i], param) for each in jumps)]
    if not 1 <= len(changed) <= MOST or any(jump(end) is None and _value(end) is None for end in ends):
        return procedure
    place = procedure.place
    outer = [Variable(each.name, each.place) if i in changed else each for i, each in enumerate(params)]
    loop = Variable(procedure.name or "loop", place)
    state = _State(procedure.body, [LocalRef(outer[i], place) for i in changed])

    def ended(node: Node) -> Node:
        call = jump(node)
        return state.ended(node) if call is None else state.again(loop, call, changed)

    turned = Lambda([params[i] for i in changed], None, _ending(thunk.body, ended), procedure.name, place)
    around = Letrec([loop], [turned], Call(LocalRef(loop, place), state.kept(), place), place)
    body = state.around(_promise(procedure.body, thunk, around))
    made = Lambda(outer, None, body, procedure.name, place)
    origins[made] = origins.get(procedure, procedure)
    return made


def _fits(node: Call, procedure: Lambda) -> bool:
    return len(node.operands) == len(procedure.params)


def _is_held(node: Node, variable: Variable) -> bool:
    return isinstance(node, LocalRef) and node.variable is variable


class _State:
    """What lasts while a promise is computed: what a turn begins with, and at last whether there is a value."""

    def __init__(self, at: Node, first: list[Node]) -> None:
        self.at, self.first = at, first
        self.variable = Variable("state", at.place)

    def _call(self, name: str, *operands: Node) -> Node:
        return call_of(name, [LocalRef(self.variable, self.at.place), *operands], self.at)

    def around(self, made: Node) -> Node:
        """A node that uses it."""
        held = call_of("vector", [*self.first, Const(FALSE, self.at.place)], self.at)
        return Let([self.variable], [held], made, self.at.place)

    def kept(self) -> list[Node]:
        """What a turn begins with."""
        return [self._call("vector-ref", Const(i)) for i, _ in enumerate(self.first)]

    def again(self, loop: Variable, call: Call, changed: list[int]) -> Node:
        """The next turn, in the place of a call."""
        place = call.place
        held = [Variable(f"next{i}", place) for i in changed]
        keep = [self._call("vector-set!", Const(i), LocalRef(each, place)) for i, each in enumerate(held)]
        turn = Call(LocalRef(loop, place), [LocalRef(each, place) for each in held], place)
        return self._unless_done(Let(held, [call.operands[i] for i in changed], Sequence([*keep, turn], place), place))

    def ended(self, node: Node) -> Node:
        """The value, in the place of a promise of it."""
        there, value = _seen(node)
        result, place = Variable("value", node.place), node.place
        done = self._call("vector-set!", Const(len(self.first)), Const(TRUE))
        made = Let([result], [value], Sequence([done, LocalRef(result, place)], place), place)
        return made if there else self._unless_done(made)

    def _unless_done(self, node: Node) -> Node:
        return If(self._call("vector-ref", Const(len(self.first))), Const(FALSE, node.place), node, node.place)


def _promise(at: Node, thunk: Lambda, body: Node) -> Call:
    return call_of("%delay", [Lambda([], None, body, thunk.name, thunk.place)], at)


def _ends(node: Node) -> list[Node]:
    """What the node may end in."""
    if isinstance(node, If):
        return [*_ends(node.then), *_ends(node.otherwise)]
    if isinstance(node, Sequence):
        return _ends(node.parts[-1])
    return _ends(node.body) if isinstance(node, Let | Letrec) else [node]


def _ending(node: Node, change: Callable[[Node], Node]) -> Node:
    """The node with what it may end in changed."""
    if isinstance(node, If):
        return If(node.test, _ending(node.then, change), _ending(node.otherwise, change), node.place)
    if isinstance(node, Sequence):
        return Sequence([*node.parts[:-1], _ending(node.parts[-1], change)], node.place)
    if isinstance(node, Let | Letrec):
        return node.__class__(node.variables, node.inits, _ending(node.body, change), node.place)
    return change(node)


def _seen(node: Node) -> tuple[bool, Node]:
    found = _value(node)
    assert found is not None
    return found


def _value(node: Node) -> tuple[bool, Node] | None:
    """Whether the promise that the node gives has its value from the beginning, and that; None if it is not seen."""
    if not isinstance(node, Call):
        return None
    delayed = _delayed(node, "%delay")
    if delayed is not None:
        return False, delayed.body
    operator = node.operator
    if isinstance(operator, GlobalRef) and operator.location.key == MAKER and len(node.operands) == 1:
        return (True, node.operands[0]) if _is_no_promise(node.operands[0]) else None
    return None


def _is_no_promise(node: Node) -> bool:
    primitive = called_primitive(node) if isinstance(node, Call) else None
    return isinstance(node, Const) or (primitive is not None and primitive.returns in NO_PROMISES)


def _delayed(node: Call, name: str) -> Lambda | None:
    """The expression that `delay` or `delay-force` was given, as a thunk."""
    primitive = called_primitive(node)
    if primitive is None or primitive.name != name or len(node.operands) != 1:
        return None
    (thunk,) = node.operands
    return thunk if isinstance(thunk, Lambda) and not thunk.params and thunk.rest is None else None
