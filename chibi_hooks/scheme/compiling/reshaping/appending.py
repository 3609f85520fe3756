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
* Each answer is one of those above, and some of them appends what the procedure itself answers: else it stays.
* The body is moved, not copied. A call of another kind, in a test or an operand, goes to the procedure as before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from chibi_hooks.scheme.compiling.analysing.facts import Collecting, Twin, is_call, is_failure
from chibi_hooks.scheme.compiling.analysing.rebuilding import Origins, call_of
from chibi_hooks.scheme.core import Call, Const, Define, Global, GlobalRef, If, Lambda, Let, LocalRef, Node, Sequence
from chibi_hooks.scheme.values.data import NIL, Pair
from chibi_hooks.scheme.values.lists import proper_length
from chibi_hooks.typenames import Final

KEPT: Final = "kept"
FEW: Final = 8  # members of a literal list that are gathered one by one


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
    return made


def _gathering(node: Define, procedure: Lambda, origins: Origins, new_key: Callable[[], str]) -> list[Node] | None:
    """The two definitions that stand for one."""
    if procedure.rest is not None or any(each.assigned for each in procedure.params):
        return None
    work = _Appending(node.location, len(procedure.params))
    if not work.appends_itself(procedure.body):
        return None
    twin = work.itself.location = Twin(node.location.name, new_key(), None)
    kept = Collecting(KEPT, procedure.place)
    try:
        body = work.gathered(procedure.body, LocalRef(kept, procedure.place))
    except AnotherAnswer:
        return None
    place = procedure.place
    gathering = Lambda([kept, *procedure.params], None, body, procedure.name, place)
    params = [each.__class__(each.name, each.place) for each in procedure.params]
    given = [LocalRef(each, place) for each in params]
    called = Call(GlobalRef(twin, place), [call_of("%collector", [], procedure), *given], place)
    entry = Lambda(params, None, call_of("%collected", [called], procedure), procedure.name, place)
    origins[entry] = origins.get(procedure, procedure)
    return [Define(twin, gathering, node.place), Define(node.location, entry, node.place)]


class _Appending:
    """One procedure, on its way to gather what it answers."""

    def __init__(self, location: Global, count: int) -> None:
        self.location, self.count = location, count
        self.itself = GlobalRef(location)

    def is_itself(self, node: Node) -> bool:
        """Whether it is a call of the procedure."""
        operator = node.operator if isinstance(node, Call) else None
        return isinstance(operator, GlobalRef) and operator.location is self.location

    def appends_itself(self, root: Node) -> bool:
        """Whether some answer appends what the procedure answers."""
        stack = [root]
        while stack:
            node = stack.pop()
            if isinstance(node, If):
                stack += [node.then, node.otherwise]
            elif isinstance(node, Let):
                stack.append(node.body)
            elif isinstance(node, Sequence):
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
        if self.is_itself(node) and len(node.operands) == self.count:
            return Call(GlobalRef(self.itself.location, node.operator.place), [kept, *node.operands], node.place)
        if is_failure(node):
            return node
        if lists := _appended(node):
            return self.one_after_the_other(lists, kept)
        if is_call(node, "cons", 2):
            return self.behind(call_of("%collect", [kept, node.operands[0]], node), [node.operands[1]])
        if not is_call(node, "list", len(node.operands)):
            raise AnotherAnswer
        return self.all(list(node.operands), kept, node)

    def one_after_the_other(self, lists: list[Node], kept: LocalRef) -> Node:
        """The collector with the members of all these. Raises AnotherAnswer."""
        if not lists:
            return kept
        first, *rest = lists
        if rest and isinstance(first, Const) and first.value.__class__ is Pair:  # the last one is shared
            return self.behind(self.all(_literal(first), kept, first), rest)
        return self.behind(self.gathered(first, kept), rest)

    def behind(self, first: Node, lists: list[Node]) -> Node:
        """The same, behind what the first one gathers."""
        if not lists:
            return first
        if isinstance(first, LocalRef):
            return self.one_after_the_other(lists, first)
        kept = Collecting(KEPT, first.place)
        return Let([kept], [first], self.one_after_the_other(lists, LocalRef(kept, first.place)), first.place)

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


def _literal(node: Const) -> list[Node]:
    """The members of a short literal list. Raises AnotherAnswer."""
    rest, count = node.value, proper_length(node.value)
    if count is None or count > FEW:
        raise AnotherAnswer
    members: list[Node] = []
    for _ in range(count):
        members.append(Const(rest.car, node.place))
        rest = rest.cdr
    return members


def _appended(node: Node) -> list[Node]:
    """The lists that a call appends; none for any other node."""
    return node.operands if isinstance(node, Call) and is_call(node, "append", len(node.operands)) else []
