"""An analysed form in, which of its lists are but keys of tables out: of those, Python variables hold what a dictionary
is asked for.

    (let ((key (list x y))) (or (hash-table-ref/default t key #f) (begin … (hash-table-set! t key v))))

Theory. A list that is only looked up is seen by nobody. Integers and symbols stand for themselves in what a table keeps
of it, strings for their texts, so whoever puts it in can make it of that: the variable holds a tuple, and where a
member is something else the list, as ever.

Rules
-----
* The table is known, and holds two keys for the same where `equal?` does, or the default comparator.
* The list is put in at one place at most, in the same turn of the same loop where it is made: it is one list, then.
* A string stands for its text where nothing could change it as long as the variable is there.
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import called_leaf, facts, is_failure, join_of
from chibi_hooks.scheme.compiling.analysing.inlining.integration import Expansions
from chibi_hooks.scheme.compiling.analysing.inlining.tables import PUT_IN, key_in
from chibi_hooks.scheme.compiling.analysing.kinds import is_pair, is_text
from chibi_hooks.scheme.compiling.analysing.trees import directly_bound
from chibi_hooks.scheme.core import Call, Const, Lambda, Let, Letrec, LocalRef, Node, Variable, children
from chibi_hooks.scheme.values.data import String, Symbol

MADE: Final = {"list": (2, 3), "cons": (2,)}  # by what, of how many members
PLAIN: Final = frozenset({int, Symbol, String})  # what literal members are


def find_keyed(root: Node, bound: list[tuple[Variable, Node]], expansions: Expansions) -> None:
    """Mark the variables below `root` that need no lists. `bound`: what is bound once, and to what."""
    found = {variable for variable, init in bound if is_made(init)}
    if found:
        _Keys(found, expansions).walk(root)


def is_made(node: Node) -> bool:
    """Whether it is a new list, or pair, of few members that may be integers, symbols or strings."""
    primitive = called_leaf(node) if isinstance(node, Call) else None
    if primitive is None or not isinstance(node, Call) or len(node.operands) not in MADE.get(primitive.name, ()):
        return False
    return not any(is_text(each) or is_pair(each) or _is_other(each) for each in node.operands)


def _is_other(node: Node) -> bool:
    return isinstance(node, Const) and node.value.__class__ not in PLAIN


def keeps_strings(root: Node, expansions: Expansions) -> bool:
    """Whether nothing below a node could change a string, nor call what could."""
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, Call):
            expanded, inner = expansions.get(node), directly_bound(node)
            if expanded is not None or inner is not None:
                stack += [expanded] if expanded is not None else [inner.body, *node.operands] if inner else []
                continue
            jump = isinstance(node.operator, LocalRef) and facts(node.operator.variable).loop
            primitive = called_leaf(node)
            if primitive is None and not jump and not is_failure(node):
                return False
            if primitive is not None and primitive.name[-1] == "!" and primitive.name.startswith("string"):
                return False
        stack += children(node)
    return True


class _Keys:
    """The variables that may hold keys, and what is done with them."""

    def __init__(self, found: set[Variable], expansions: Expansions) -> None:
        self.found = found
        self.expansions = expansions
        self.homes: dict[Variable, object] = {}  # in which turn they are bound
        self.kept: set[Variable] = set()  # which are put in somewhere
        self.uses: dict[Variable, int] = {}
        self.scopes: dict[Variable, Node] = {}  # where they are there

    def walk(self, root: Node) -> None:
        """Look at all uses, and mark those variables that have no other ones."""
        stack: list[tuple[Node, object]] = [(root, root)]
        while stack:
            node, turn = stack.pop()
            if type(node) is LocalRef:
                self.found.discard(node.variable)
            elif type(node) is Let:
                self.bind(node, turn)
                stack += [(each, turn) for each in self.below(node)]
            elif type(node) is Lambda:
                stack.append((node.body, node))
            elif type(node) is Letrec:
                stack += [(each, node) for each in children(node)]
            elif type(node) is Call:
                stack += [(each, turn) for each in self.of_call(node, turn)]
            else:
                stack += [(each, turn) for each in children(node)]
        for variable in self.found & self.uses.keys():
            facts(variable).keyed = True
            facts(variable).key_texts = keeps_strings(self.scopes[variable], self.expansions)

    def bind(self, node: Let, turn: object) -> None:
        for variable in node.variables:
            self.homes[variable] = turn
            self.scopes[variable] = node.body

    def below(self, node: Let) -> list[Node]:
        """What is evaluated there, without procedures that stand in line wherever they are called."""
        join = join_of(node)
        if join is not None:
            return [join.body, node.body]
        inits = zip(node.variables, node.inits, strict=True)
        there = [init for name, init in inits if not isinstance(init, Lambda) or facts(name).needed]
        return [*there, node.body]

    def of_call(self, node: Call, turn: object) -> list[Node]:
        """What a call evaluates, besides a key that it looks up or puts in."""
        expanded = self.expansions.get(node)
        if expanded is not None:
            return [expanded]
        inner = directly_bound(node)
        if inner is not None:
            return [inner.body, *node.operands]
        primitive = called_leaf(node)
        name = "" if primitive is None else primitive.name
        variable = key_in(node, name)
        if variable is None or variable not in self.found:
            return children(node)
        self.uses[variable] = self.uses.get(variable, 0) + 1
        if name == PUT_IN:
            if variable in self.kept or self.homes.get(variable) is not turn:
                self.found.discard(variable)
            self.kept.add(variable)
        return [node.operands[0], *node.operands[2:]]
