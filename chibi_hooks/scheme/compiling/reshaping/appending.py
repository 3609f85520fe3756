"""The forms of a unit in, the same with procedures that append the lists which they answer themselves gathering those
out.

    (define (flatten t)                            (define (flatten' kept t)
      (cond ((null? t) '())                          (cond ((null? t) kept)
            ((pair? t) (append (flatten (car t))  ⇒        ((pair? t) (let ((kept (flatten' kept (car t))))
                               (flatten (cdr t))))                      (flatten' kept (cdr t))))
            (else (list t))))                              (else (%collect kept t))))
                                                   (define (flatten t) (%collected (flatten' (%collector) t)))

Theory. Nobody sees the lists that are only appended: each member is copied as often as the recursion is deep. What the
procedure would answer is put behind what is gathered already, in the same order in which it was made. The collector is
threaded through like a value, so continuations may come back (`primitives.collecting`).

Rules
-----
* Each answer is one of those above, and some of them appends what the procedure itself answers: else it stays. Any list
  may stand before the last one, which is shared. One that others may have (`is_own_list`) is looked into only when the
  lists behind it are made, as `append` does it: they may change it, and what is no list is told then. So what one
  `append` gathered is `%looked-into` before the next thing is done.
* The body is moved, not copied. A call of another kind, in a test or an operand, goes to the procedure as before.
* A local procedure is only called, so all calls of it can be changed: it gets the collector itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from chibi_hooks.scheme.compiling.analysing.facts import Collecting, Twin, is_call, is_failure
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import Origins, call_of, with_children
from chibi_hooks.scheme.compiling.reshaping.gathering.appended import is_own_list
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
from chibi_hooks.typenames import Final

KEPT: Final = "kept"


class AnotherAnswer(Exception):
    """A procedure answers something else."""


def with_appended(
    nodes: list[Node], known: Mapping[Global, Lambda], origins: Origins, new_key: Callable[[], str]
) -> list[Node]:
    """The forms with the definitions of what gathers, each before that of its procedure. `known`: what is defined
    once.
    """
    made: list[Node] = []
    for node in nodes:
        procedure = known.get(node.location) if isinstance(node, Define) else None
        if isinstance(node, Define) and procedure is not None and node.location.library is None:
            found = _gathering(node, procedure, origins, new_key)
            made += [node] if found is None else found
        else:
            made.append(node)
    return made if len(made) > len(nodes) else nodes


def _gathering(node: Define, procedure: Lambda, origins: Origins, new_key: Callable[[], str]) -> list[Node] | None:
    """The two definitions that stand for one."""
    if procedure.rest is not None or any(each.assigned for each in procedure.params):
        return None
    twin = Twin(node.location.name, new_key(), None)
    work = _Appending(node.location, twin, procedure)
    gathering = work.whole()
    if gathering is None:
        return None
    place = procedure.place
    params = [each.__class__(each.name, each.place) for each in procedure.params]
    given = [LocalRef(each, place) for each in params]
    called = Call(GlobalRef(twin, place), [call_of("%collector", [], procedure), *given], place)
    entry = Lambda(params, None, call_of("%collected", [work.done(called, Const(0))], procedure), procedure.name, place)
    origins[entry] = origins.get(procedure, procedure)
    return [Define(twin, gathering, node.place), Define(node.location, entry, node.place)]


def may_append_itself(node: Letrec) -> bool:
    """Whether a local procedure appends what it answers itself."""
    return any(
        isinstance(init, Lambda) and not variable.assigned and _Appending(variable, variable, init).appends_itself()
        for variable, init in zip(node.variables, node.inits, strict=True)
    )


def gathering_inside(node: Letrec, origins: Origins) -> Node:
    """Local procedures with those that append what they answer themselves gathering it."""
    for at, variable in enumerate(node.variables):
        init = node.inits[at]
        if isinstance(init, Lambda) and init.rest is None and not variable.assigned:
            node = _with_gathering(node, at, variable, init, origins) or node
    body = node.body
    called = body.operands[0] if isinstance(body, Call) and is_call(body, "%collected", 1) else None
    settled = called if isinstance(called, Call) and is_call(called, "%looked-into", 2) else None
    if settled is not None:
        called = settled.operands[0]
    if not isinstance(called, Call) or not isinstance(called.operator, LocalRef):
        return node
    if called.operator.variable not in node.variables:
        return node
    inside: Node = Letrec(node.variables, node.inits, called, node.place)  # which may be a loop
    if settled is not None:
        inside = call_of("%looked-into", [inside, settled.operands[1]], node)
    return call_of("%collected", [inside], node)


def _with_gathering(node: Letrec, at: int, variable: Variable, init: Lambda, origins: Origins) -> Letrec | None:
    """The same for one of them; None: it stays."""
    gathering = Variable(variable.name, variable.place)
    work = _Appending(variable, gathering, init)
    made = work.whole()
    if made is None:
        return None
    origins[made] = origins.get(init, init)
    inits = [made if i == at else each for i, each in enumerate(node.inits)]
    variables = [gathering if i == at else each for i, each in enumerate(node.variables)]
    try:
        changed = [_with_calls(each, work, len(init.params), origins) for each in [*inits, node.body]]
    except AnotherAnswer:
        return None
    return Letrec(variables, changed[:-1], changed[-1], node.place)


def _with_calls(node: Node, work: _Appending, count: int, origins: Origins) -> Node:
    """A node with the calls of a local procedure giving it a collector. Raises AnotherAnswer for another use."""
    if isinstance(node, LocalRef) and node.variable is work.itself:
        raise AnotherAnswer
    if not isinstance(node, Call) or not work.is_itself(node):
        return with_children(node, lambda each: _with_calls(each, work, count, origins), origins)
    if len(node.operands) != count:
        raise AnotherAnswer
    operands = [_with_calls(each, work, count, origins) for each in node.operands]
    begun = work.again(Call(node.operator, operands, node.place), call_of("%collector", [], node))
    return call_of("%collected", [work.done(begun, Const(0))], node)


class _Appending:
    """One procedure, on its way to gather what it answers. `itself`: what its calls name; `gathering`: what those name
    that go to the procedure which gathers.
    """

    def __init__(self, itself: Global | Variable, gathering: Global | Variable, procedure: Lambda) -> None:
        self.itself, self.gathering, self.procedure = itself, gathering, procedure
        self.waits = False  # some list is looked into later
        self.appends: dict[Node, int] = {}  # the calls of `append`, numbered

    def whole(self) -> Lambda | None:
        """The procedure that gathers; None where this one stays."""
        if not self.appends_itself():
            return None
        procedure = self.procedure
        kept = Collecting(KEPT, procedure.place)
        try:
            body = self.gathered(procedure.body, LocalRef(kept, procedure.place))
            if self.waits:  # which is known now
                body = self.gathered(procedure.body, LocalRef(kept, procedure.place))
        except AnotherAnswer:
            return None
        return Lambda([kept, *procedure.params], None, body, procedure.name, procedure.place)

    def is_itself(self, node: Node) -> bool:
        """Whether it is a call of the procedure."""
        operator = node.operator if isinstance(node, Call) else None
        if isinstance(operator, LocalRef):
            return operator.variable is self.itself
        return isinstance(operator, GlobalRef) and operator.location is self.itself

    def again(self, node: Call, kept: Node) -> Call:
        """The call of the procedure that gathers instead."""
        to, place = self.gathering, node.operator.place
        operator: Node = LocalRef(to, place) if isinstance(to, Variable) else GlobalRef(to, place)
        return Call(operator, [kept, *node.operands], node.place)

    def appends_itself(self) -> bool:
        """Whether some answer appends what the procedure answers."""
        stack = [self.procedure.body]
        while stack:
            node = stack.pop()
            if type(node) is If:
                stack += [node.then, node.otherwise]
            elif type(node) is Let:
                stack.append(node.body)
            elif type(node) is Sequence:
                stack.append(node.parts[-1])
            elif any(map(self.is_itself, _appended(node))):
                return True
        return False

    def gathered(self, node: Node, kept: LocalRef) -> Node:
        """The collector with the members of what a node answers. Raises AnotherAnswer."""
        if isinstance(node, If):
            return If(node.test, self.gathered(node.then, kept), self.gathered(node.otherwise, kept), node.place)
        if isinstance(node, Sequence):
            return Sequence([*node.parts[:-1], self.gathered(node.parts[-1], kept)], node.place)
        if isinstance(node, Let):
            return Let(node.variables, node.inits, self.gathered(node.body, kept), node.place)
        if isinstance(node, Const) and node.value is NIL:
            return kept
        if not isinstance(node, Call):
            raise AnotherAnswer
        if self.is_itself(node) and len(node.operands) == len(self.procedure.params):
            return self.again(node, kept)
        if is_failure(node):
            return node
        if lists := _appended(node):
            return self.one_after_the_other(lists, kept, 1, node)
        if is_call(node, "cons", 2):
            return self.behind(call_of("%collect", [kept, node.operands[0]], node), [node.operands[1]], 2, node)
        if not is_call(node, "list", len(node.operands)):
            raise AnotherAnswer
        return self.all(list(node.operands), kept, node)

    def one_after_the_other(self, lists: list[Node], kept: LocalRef, position: int, node: Call) -> Node:
        """The collector with the members of all these, from that position on of what a call appends. Raises
        AnotherAnswer.
        """
        if not lists:
            return kept
        first, *rest = lists
        try:
            gathered = self.gathered(first, kept)
            if rest and self.waits and gathered is not kept and not is_own_list(first):
                count = Variable("count", first.place)
                whole = self.done(gathered, LocalRef(count, first.place))
                gathered = Let([count], [call_of("%collected-count", [kept], first)], whole, first.place)
        except AnotherAnswer:
            if not rest:
                raise
            gathered = self.waiting(first, kept, position, node)
        return self.behind(gathered, rest, position + 1, node)

    def waiting(self, first: Node, kept: LocalRef, position: int, node: Call) -> Node:
        """The collector with the members of any list."""
        if is_own_list(first):
            return call_of("%collect-all", [kept, first, Const(position)], node)
        self.waits = True
        which = self.appends.setdefault(node, len(self.appends))
        return call_of("%collect-later", [kept, first, Const(position), Const(which)], node)

    def done(self, gathered: Node, count: Node) -> Node:
        """The collector when all that stands behind so many members is appended."""
        return call_of("%looked-into", [gathered, count], gathered) if self.waits else gathered

    def behind(self, first: Node, lists: list[Node], position: int, node: Call) -> Node:
        """The same, behind what the first one gathers."""
        if not lists:
            return first
        if isinstance(first, LocalRef):
            return self.one_after_the_other(lists, first, position, node)
        kept = Collecting(KEPT, first.place)
        rest = self.one_after_the_other(lists, LocalRef(kept, first.place), position, node)
        return Let([kept], [first], rest, first.place)

    def all(self, members: list[Node], kept: LocalRef, node: Node) -> Node:
        """The collector with these members."""
        if not members:
            return kept
        first = call_of("%collect", [kept, members[0]], node)
        if len(members) == 1:
            return first
        variable = Collecting(KEPT, node.place)
        rest = self.all(members[1:], LocalRef(variable, node.place), node)
        return Let([variable], [first], rest, node.place)


def _appended(node: Node) -> list[Node]:
    """The lists that a call appends; none for any other node."""
    return node.operands if isinstance(node, Call) and is_call(node, "append", len(node.operands)) else []
