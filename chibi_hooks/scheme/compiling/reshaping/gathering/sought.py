"""What a loop looks for in a string, turn by turn: the loop in, its parts out.

    (let loop ((i 0) …) (cond ((= i end) REST) ((char=? (string-ref s i) c) HIT) (else (loop (+ i 1) …))))

A *search* is one that answers the index of its hit, or #f: as an expression, or as a procedure that is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import is_call, is_fixed, is_integer, is_variable
from chibi_hooks.scheme.compiling.analysing.inlining.copying import as_loop
from chibi_hooks.scheme.compiling.analysing.trees import nodes_of
from chibi_hooks.scheme.core import (
    Call,
    Const,
    Global,
    GlobalRef,
    If,
    Lambda,
    Let,
    Letrec,
    LocalRef,
    Node,
    Or,
    Variable,
)
from chibi_hooks.scheme.values.data import FALSE, NIL, Char, Pair, Value
from chibi_hooks.scheme.values.frozen import literal_string

WHITESPACE: Final = (  # all that `char-whitespace?` holds for
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
MOST: Final = 30  # characters that are looked for: each is looked for by itself
BINDING: Final = frozenset({Let, Letrec})
SAME: Final = ("char=?", "eqv?", "equal?", "eq?")  # the first of any character, the others of literal ones


class Vicinity:
    """What is known around a loop: variables that are the length of a string, local procedures, and `known`, those of
    the top level. `cuts`: whether loops may become others that take fewer turns.
    """

    def __init__(self, known: Mapping[Global, Lambda], cuts: bool) -> None:
        self.known, self.cuts = known, cuts
        self.before: dict[Global, Lambda] = {}  # of `known`, those that are defined by the forms before
        self.lengths: dict[Variable, Variable] = {}
        self.procedures: dict[Variable, Lambda] = {}
        self.seen: set[Node] = set()
        self.whole: set[Letrec] = set()  # loops of whose lists only all members at once are wanted

    def look(self, root: Node) -> None:
        """Learn what is bound below a node."""
        if root in self.seen:
            return
        self.seen.add(root)
        for node in nodes_of(root, BINDING):
            if isinstance(node, Let) or all(map(_waits, node.inits)):
                self.learn(zip(node.variables, node.inits, strict=True))

    def learn(self, bound: Iterable[tuple[Variable, Node]]) -> None:
        """Learn what these variables are bound to."""
        for variable, init in bound:
            if not variable.assigned and (string := measured(init)) is not None:
                self.lengths[variable] = string
            elif not variable.assigned and isinstance(init, Lambda):
                self.procedures[variable] = init

    def length_of(self, node: Node) -> Variable | None:
        """The string whose length the node is."""
        return self.lengths.get(node.variable) if isinstance(node, LocalRef) else measured(node)

    def called(self, operator: Node) -> Lambda | None:
        """The procedure that an operator certainly is."""
        if isinstance(operator, GlobalRef):
            return self.known.get(operator.location)
        return self.procedures.get(operator.variable) if isinstance(operator, LocalRef) else None


def _waits(init: Node) -> bool:
    """Whether nothing else is done where that is defined."""
    return isinstance(init, Lambda) or measured(init) is not None


def measured(node: Node) -> Variable | None:
    """The string of `(string-length string)`."""
    operand = node.operands[0] if is_call(node, "string-length", 1) and isinstance(node, Call) else None
    return operand.variable if isinstance(operand, LocalRef) and not operand.variable.assigned else None


class Turn:
    """One turn of a loop: where it looks (`index`, `string`), what for (`character`, or any of those in a string), and
    what it does then.
    """

    def __init__(self, index: Variable, string: Variable, end: Node, rest: Node) -> None:
        self.index, self.string, self.end, self.rest = index, string, end, rest
        self.character: Node = rest
        self.position = 2  # of the character in the comparison
        self.comparison: Node = rest
        self.among = False  # is `character` a string of all that are looked for?
        self.also: Variable | None = None  # a variable that is the character which was found
        self.hit: Node = rest
        self.passing: Node = rest

    def looks(self, node: Node) -> bool:
        """Whether it is the character at the index."""
        if isinstance(node, LocalRef):
            return node.variable is self.also
        if not is_call(node, "string-ref", 2) or not isinstance(node, Call):
            return False
        return is_variable(node.operands[0], self.string) and is_variable(node.operands[1], self.index)


def turn_of(node: Node, around: Vicinity) -> Turn | None:
    """The parts of the body of a loop, if that is such a one."""
    turn = _ended(node, around)
    if turn is None:
        return None
    node = turn.passing
    if isinstance(node, Let):
        if len(node.variables) != 1 or node.variables[0].assigned or not turn.looks(node.inits[0]):
            return None
        turn.also, node = node.variables[0], node.body
    test, then, otherwise = _plain(node) or (node, node, node)
    if test is node or not isinstance(test, (Call, Or)):
        return None
    if (several := _several(test, turn)) is not None:
        turn.character, turn.comparison, turn.among = Const(literal_string("".join(sorted(several)))), test, True
        turn.hit, turn.passing = then, otherwise
        return turn
    if not isinstance(test, Call) or len(test.operands) != 2:
        return None
    for position, (look, wanted) in ((2, test.operands), (1, test.operands[::-1])):
        literal = isinstance(wanted, Const) and wanted.value.__class__ is Char
        compares = any(is_call(test, name, 2) for name in (SAME if literal else SAME[:1]))
        if compares and turn.looks(look) and is_fixed(wanted):
            turn.character, turn.position, turn.comparison = wanted, position, test
            turn.hit, turn.passing = then, otherwise
            return turn
    return None


def _several(test: Node, turn: Turn) -> str | None:
    """The characters of which the test looks for any: several literal ones, or blanks; None for any other test."""
    if isinstance(test, Or):
        texts = [_several(each, turn) or _literal(each, turn) for each in test.parts]
        return "".join([each for each in texts if each]) if all(texts) else None
    if is_call(test, "char-whitespace?", 1) and isinstance(test, Call) and turn.looks(test.operands[0]):
        return WHITESPACE
    if not any(is_call(test, name, 2) for name in ("memv", "memq", "member")) or not isinstance(test, Call):
        return None
    look, members = test.operands
    found = literal_members(members)
    fits = found and all(each.__class__ is Char for each in found) and turn.looks(look)
    return "".join([each.c for each in found]) if fits else None


def literal_members(node: Node) -> list[Value]:
    """The members of a literal list; none of anything else."""
    members: list[Value] = []
    rest = node.value if isinstance(node, Const) else None
    while rest.__class__ is Pair and len(members) < MOST:
        members.append(rest.car)
        rest = rest.cdr
    return members if rest is NIL else []


def _literal(test: Node, turn: Turn) -> str | None:
    """The one literal character that a test looks for."""
    if not isinstance(test, Call) or not any(is_call(test, name, 2) for name in SAME):
        return None
    for look, wanted in (test.operands, test.operands[::-1]):
        if turn.looks(look) and isinstance(wanted, Const) and wanted.value.__class__ is Char:
            return str(wanted.value.c)
    return None


def _ended(node: Node, around: Vicinity) -> Turn | None:
    """The turn of `(if (= index end) rest passing)`."""
    test, then, otherwise = _plain(node) or (node, node, node)
    if test is node or not isinstance(test, Call) or len(test.operands) != 2:
        return None
    index, end = test.operands
    if is_call(test, "=", 2) and isinstance(end, LocalRef) and around.length_of(index):
        index, end = end, index
    if is_call(test, "<", 2):
        then, otherwise = otherwise, then
    elif not is_call(test, "=", 2) and not is_call(test, ">=", 2):
        return None
    string = around.length_of(end)
    if string is None or not isinstance(index, LocalRef) or index.variable.assigned:
        return None
    turn = Turn(index.variable, string, end, then)
    turn.passing = otherwise
    return turn


def _plain(node: Node) -> tuple[Node, Node, Node] | None:
    """The parts of an `if`, its test without `not`."""
    if not isinstance(node, If):
        return None
    if is_call(node.test, "not", 1) and isinstance(node.test, Call):
        return node.test.operands[0], node.otherwise, node.then
    return node.test, node.then, node.otherwise


def is_next(node: Node, index: Variable) -> bool:
    """Whether it is the index of the next turn."""
    if not is_call(node, "+", 2) or not isinstance(node, Call):
        return False
    first, one = node.operands
    return is_variable(first, index) and is_integer(one, 1)


class Search:
    """The turn of a search, and what the variables in it are: the start, the string and the character."""

    def __init__(self, turn: Turn, start: Node, instead: Mapping[Variable, Node]) -> None:
        self.turn, self.start = turn, start
        self.string = instead.get(turn.string) or LocalRef(turn.string)
        character = turn.character
        self.character = instead.get(character.variable, character) if isinstance(character, LocalRef) else character


def search_of(node: Node, around: Vicinity) -> Search | None:
    """The search that a node does, if it does one and nothing else."""
    if not isinstance(node, Call):
        return _in_place(node, around, {})
    procedure = around.called(node.operator)
    if procedure is None or procedure.rest is not None or len(procedure.params) != len(node.operands):
        return None
    if any(each.assigned for each in procedure.params) or not all(map(is_fixed, node.operands)):
        return None
    around.look(procedure)
    instead: dict[Variable, Node] = dict(zip(procedure.params, node.operands, strict=True))
    itself = node.operator
    assert isinstance(itself, (LocalRef, GlobalRef))

    def again(operator: Node) -> bool:
        if isinstance(itself, GlobalRef):
            return isinstance(operator, GlobalRef) and operator.location is itself.location
        return is_variable(operator, itself.variable)

    found = _in_place(procedure.body, around, instead)
    return found or _found(procedure, node.operands, again, around, instead)


def _in_place(node: Node, around: Vicinity, instead: Mapping[Variable, Node]) -> Search | None:
    """The same of a loop, perhaps with the length bound around it."""
    while isinstance(node, Let) and all(measured(each) is not None for each in node.inits):
        node = node.body
    procedure = as_loop(node) if isinstance(node, Letrec) else None
    entry = node.body if isinstance(node, Letrec) else None
    if procedure is None or not isinstance(node, Letrec) or not isinstance(entry, Call):
        return None
    name = node.variables[0]
    if not is_variable(entry.operator, name):
        return None
    return _found(procedure, entry.operands, lambda each: is_variable(each, name), around, instead)


def _found(
    procedure: Lambda,
    operands: list[Node],
    again: Callable[[Node], bool],
    around: Vicinity,
    instead: Mapping[Variable, Node],
) -> Search | None:
    """The search of a procedure that is a loop, entered with these operands."""
    turn = turn_of(procedure.body, around)
    if turn is None or turn.index not in procedure.params or not is_variable(turn.hit, turn.index):
        return None
    if not isinstance(turn.rest, Const) or turn.rest.value is not FALSE:
        return None
    jump = turn.passing
    if not isinstance(jump, Call) or not again(jump.operator) or len(jump.operands) != len(procedure.params):
        return None
    for param, operand in zip(procedure.params, jump.operands, strict=True):
        if param.assigned or not (is_next(operand, param) if param is turn.index else is_variable(operand, param)):
            return None
    given = {
        param: instead.get(operand.variable, operand) if isinstance(operand, LocalRef) else operand
        for param, operand in zip(procedure.params, operands, strict=True)
    }
    return Search(turn, given[turn.index], {**instead, **given})
