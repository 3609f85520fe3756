"""A loop that compares part of a string with another string, character by character, in, its parts out.

    (let same ((j 0)) (cond ((= j (string-length w)) HIT)
                            ((char=? (string-ref s (+ i j)) (string-ref w j)) (same (+ j 1)))
                            (else MISS)))

Where no `w` begins at `i` it comes to MISS, whatever HIT does. It may also ask whether `s` ends before that.
"""

from __future__ import annotations

from chibi_hooks.scheme.compiling.analysing.facts import called_primitive, is_call, is_integer, is_variable, stays
from chibi_hooks.scheme.compiling.analysing.kinds import is_natural, measured
from chibi_hooks.scheme.core import And, Call, Const, If, Lambda, Letrec, LocalRef, Node, Or, Variable
from chibi_hooks.scheme.values.data import FALSE, TRUE, String
from chibi_hooks.typenames import Final

SAME: Final = frozenset({"char=?", "eqv?", "eq?", "equal?"})  # of characters
ENDS: Final = (("<", True), ("=", False), (">=", False))  # what asks for an end, and whether it holds before that


class Alike:
    """What is compared: the part of `string` from the variable `index` on, so many characters of `wanted` as `width`
    says. `misses`: what becomes of it where the string ends, if it asks for that, and where two characters are not the
    same.
    """

    def __init__(self) -> None:
        self.index: Variable | None = None
        self.string: Node | None = None
        self.wanted: Node | None = None
        self.width: Node | None = None
        self.end: Node | None = None  # where the string is said to end
        self.misses: list[Node] = []

    def follow(self, node: Node, loop: Variable, step: Variable) -> bool:
        """Learn from what a turn asks, down to the comparison. Gives whether it asks nothing else."""
        while True:
            test, then, otherwise = _asked(node)
            if test is None:
                return False
            if self.compares(test, step):
                self.misses.append(otherwise)
                return self.width is not None and _goes_on(then, loop, step)
            ahead = self.asks_for_end(test, step)
            if ahead is None:
                return False
            node, ends = (then, otherwise) if ahead else (otherwise, then)
            if self.end is not None and len(self.misses) == 0:
                self.misses.append(ends)

    def asks_for_end(self, test: Node, step: Variable) -> bool | None:
        """Whether a test holds before an end; None if it asks something else. Which end that is is noted."""
        for sign, ahead in ENDS:
            if isinstance(test, Call) and is_call(test, sign, 2):
                first, second = test.operands
                if not is_natural(second) or not is_fixed_end(second):
                    return None
                if is_variable(first, step) and self.width is None:
                    self.width = second
                    return ahead
                if self.is_place(first, step) and self.end is None:
                    self.end = second
                    return ahead
        return None

    def compares(self, test: Node, step: Variable) -> bool:
        """Whether a test compares both characters; the strings are noted."""
        primitive = called_primitive(test) if isinstance(test, Call) else None
        if primitive is None or primitive.name not in SAME or not isinstance(test, Call) or len(test.operands) != 2:
            return False
        for one, other in (test.operands, test.operands[::-1]):
            if not isinstance(one, Call) or not isinstance(other, Call):
                return False
            if not is_call(one, "string-ref", 2) or not is_call(other, "string-ref", 2):
                return False
            string, place = one.operands
            if self.is_place(place, step) and is_variable(other.operands[1], step):
                self.string, self.wanted = string, other.operands[0]
                return is_string_there(string) and stays(self.wanted)
        return False

    def is_place(self, node: Node, step: Variable) -> bool:
        """Whether it is the place of the character in the string."""
        if not isinstance(node, Call) or not is_call(node, "+", 2):
            return False
        first, second = node.operands if is_variable(node.operands[1], step) else node.operands[::-1]
        if not isinstance(first, LocalRef) or not is_variable(second, step):
            return False
        if self.index is None:
            self.index = first.variable
        return self.index is first.variable

    def looks_at_whole_strings(self) -> bool:
        """Whether both are strings for certain, and the one ends where it is said to."""
        if self.string is None or self.end is None or not is_length(self.end, self.string):
            return False
        return self.is_whole() or (isinstance(self.wanted, Const) and self.wanted.value.__class__ is String)

    def is_whole(self) -> bool:
        """Whether all of `wanted` is."""
        return self.wanted is not None and is_length(self.width, self.wanted)


def is_length(node: Node | None, string: Node) -> bool:
    """Whether a node is the length of a string."""
    if isinstance(string, LocalRef):
        return node is not None and measured(node) is string.variable
    if isinstance(string, Const) and isinstance(node, Const):
        return string.value.__class__ is String and node.value == len(string.value.s)
    if not isinstance(string, Const) or not isinstance(node, Call) or not is_call(node, "string-length", 1):
        return False
    of = node.operands[0]
    return isinstance(of, Const) and of.value is string.value


def is_fixed_end(node: Node) -> bool:
    """Whether what may be the length of a string stays the same."""
    if isinstance(node, Call) and is_call(node, "string-length", 1):
        return is_string_there(node.operands[0])
    return stays(node)


def is_string_there(node: Node) -> bool:
    """Whether a node is a literal string, or a variable that stays the same: what may be looked into."""
    return stays(node) and (isinstance(node, LocalRef) or (isinstance(node, Const) and node.value.__class__ is String))


def alike(node: Letrec) -> Alike | None:
    """The comparison that a loop is, if it is one."""
    entry, procedure = node.body, node.inits[0]
    if len(node.variables) != 1 or not isinstance(procedure, Lambda) or not isinstance(entry, Call):
        return None
    if procedure.rest is not None or len(procedure.params) != 1 or procedure.params[0].assigned:
        return None
    name = node.variables[0]
    if not is_variable(entry.operator, name) or len(entry.operands) != 1 or not is_integer(entry.operands[0], 0):
        return None
    found = Alike()
    return found if found.follow(procedure.body, name, procedure.params[0]) else None


def _asked(node: Node) -> tuple[Node | None, Node, Node]:
    """What a node asks first, and what it is where that holds, and where it does not; no test where it asks nothing."""
    if isinstance(node, And):
        node = If(node.parts[0], _joined(And, node.parts[1:]), Const(FALSE))
    elif isinstance(node, Or):
        node = If(node.parts[0], Const(TRUE), _joined(Or, node.parts[1:]))
    if not isinstance(node, If):
        return None, node, node
    test, then, otherwise = node.test, node.then, node.otherwise
    if isinstance(test, And):
        return test.parts[0], If(_joined(And, test.parts[1:]), then, otherwise), otherwise
    if isinstance(test, Call) and is_call(test, "not", 1):
        return test.operands[0], otherwise, then
    return test, then, otherwise


def _joined(kind: type[And | Or], parts: list[Node]) -> Node:
    return parts[0] if len(parts) == 1 else kind(parts)


def _goes_on(node: Node, loop: Variable, step: Variable) -> bool:
    """Whether it is the next turn."""
    if not isinstance(node, Call) or not is_variable(node.operator, loop) or len(node.operands) != 1:
        return False
    following = node.operands[0]
    if not isinstance(following, Call) or not is_call(following, "+", 2):
        return False
    return is_variable(following.operands[0], step) and is_integer(following.operands[1], 1)
