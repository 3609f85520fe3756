"""A handler that always escapes in, a guard out: what is raised goes there as Python's exceptions go, and nobody needs
the continuation.

    (call/cc                              (call/cc
      (lambda (k)                           (lambda (k)
        (with-exception-handler     ⇒         (let ((h (lambda (e) (f e))))
          (lambda (e) (k (f e)))                (%guarded (lambda () …)
          (lambda () …))))                                (lambda (x) (if (%answered? x) (%answer x) (h x)))
                                                          h))))

Rules
-----
* Whatever the handler comes to at last is a call of `k`, or one of `raise` or `error`, and nothing else of it uses `k`.
* A thunk that has a name is checked to be a procedure first, as the procedure does it.
* A handler runs in the dynamic environment of the `raise`, a guard's clauses in that of the guard: what is raised where
  these are not alike calls `h` there, and its answer comes as `%answered` (`running.guards.Handling`).
"""

from __future__ import annotations

from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import call_of
from chibi_hooks.scheme.compiling.analysing.trees import is_raise, receives_escape, references
from chibi_hooks.scheme.core import Call, Const, GlobalRef, If, Lambda, Let, Letrec, LocalRef, Node, Sequence, Variable
from chibi_hooks.scheme.values.data import FALSE
from chibi_hooks.typenames import Final

NAME: Final = "with-exception-handler"


def has_escaping_handler(node: Call) -> bool:
    """Whether it is a call of call/cc whose receiver ends in one of `with-exception-handler` with such a handler."""
    receiver = receives_escape(node)
    if receiver is None or receiver.params[0].assigned:
        return False
    (k,) = receiver.params
    return any(_answered(each, k) is not None for each in _ends(receiver.body))


def with_guards(node: Call) -> Node:
    """The same with guards."""
    receiver = receives_escape(node)
    assert receiver is not None
    body = _ending(receiver.body, receiver.params[0])
    made = Lambda(receiver.params, None, body, receiver.name, receiver.place)
    return Call(node.operator, [made], node.place)


def _ends(node: Node) -> list[Call]:
    """The calls in tail position."""
    if isinstance(node, If):
        return [*_ends(node.then), *_ends(node.otherwise)]
    if isinstance(node, Sequence):
        return _ends(node.parts[-1])
    if isinstance(node, Let | Letrec):
        return _ends(node.body)
    return [node] if isinstance(node, Call) else []


def _ending(node: Node, k: Variable) -> Node:
    """The node with guards in tail position."""
    if isinstance(node, If):
        return If(node.test, _ending(node.then, k), _ending(node.otherwise, k), node.place)
    if isinstance(node, Sequence):
        return Sequence([*node.parts[:-1], _ending(node.parts[-1], k)], node.place)
    if isinstance(node, Let | Letrec):
        return node.__class__(node.variables, node.inits, _ending(node.body, k), node.place)
    answered = _answered(node, k) if isinstance(node, Call) else None
    if answered is None:
        return node
    assert isinstance(node, Call)
    return _guarding(node, answered)


def _answered(node: Call, k: Variable) -> Node | None:
    """What the handler hands to `k`; None where it is another call, or may do anything else."""
    operator = node.operator
    if not isinstance(operator, GlobalRef) or operator.location.primitive is None or len(node.operands) != 2:
        return None
    handler, thunk = node.operands
    if operator.location.primitive.name != NAME or not isinstance(handler, Lambda):
        return None
    if len(handler.params) != 1 or handler.rest is not None or (isinstance(thunk, Lambda) and not _is_thunk(thunk)):
        return None
    answered = _handed(handler.body, k)
    return answered if answered is not None and k not in references(answered) else None


def _is_thunk(node: Node) -> bool:
    return isinstance(node, Lambda) and not node.params and node.rest is None


def _handed(node: Node, k: Variable) -> Node | None:
    """The node without the calls of `k` that it ends in; None where it ends otherwise, too."""
    if isinstance(node, If):
        then, otherwise = _handed(node.then, k), _handed(node.otherwise, k)
        return None if then is None or otherwise is None else If(node.test, then, otherwise, node.place)
    if isinstance(node, Sequence):
        last = _handed(node.parts[-1], k)
        return None if last is None else Sequence([*node.parts[:-1], last], node.place)
    if isinstance(node, Let | Letrec):
        body = _handed(node.body, k)
        return None if body is None else node.__class__(node.variables, node.inits, body, node.place)
    if not isinstance(node, Call):
        return None
    if isinstance(node.operator, LocalRef) and node.operator.variable is k:
        return node.operands[0] if len(node.operands) == 1 else None
    return node if is_raise(node) else None


def _guarding(node: Call, answered: Node) -> Node:
    handler, thunk = node.operands
    assert isinstance(handler, Lambda)
    place = node.place
    h, x = Variable("handler", place), Variable("raised", place)

    def raised() -> LocalRef:
        return LocalRef(x, place)

    wanted = handler.params[0] in references(answered)
    asked = Call(LocalRef(h, place), [raised() if wanted else Const(FALSE, place)], place)
    outcome = If(call_of("%answered?", [raised()], node), call_of("%answer", [raised()], node), asked, place)
    clauses = Lambda([x], None, outcome, None, place)
    own = Lambda(handler.params, None, answered, handler.name, handler.place)
    if isinstance(thunk, Lambda):
        return Let([h], [own], call_of("%guarded", [thunk, clauses, LocalRef(h, place)], node), place)
    given = Variable("thunk", place)
    called = Lambda([], None, Call(LocalRef(given, place), [], place), None, place)
    guarded = call_of("%guarded", [called, clauses, LocalRef(h, place)], node)
    refused = Call(node.operator, [LocalRef(h, place), LocalRef(given, place)], place)
    checked = If(call_of("procedure?", [LocalRef(given, place)], node), guarded, refused, place)
    return Let([h, given], [own, thunk], checked, place)
