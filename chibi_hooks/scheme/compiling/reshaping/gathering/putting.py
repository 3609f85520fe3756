"""What a loop does with each piece of a string in, the same done with all pieces at once out.

(loop … (cons (piece) found))                          each piece is put to a list,
(loop … (if (empty? (piece)) found (cons …)))          perhaps only if it holds something
"""

from __future__ import annotations

from chibi_hooks.scheme.compiling.analysing.facts import is_call, is_nil, is_variable
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import call_of
from chibi_hooks.scheme.core import Call, Const, If, LocalRef, Node, Variable
from chibi_hooks.scheme.values.data import FALSE, TRUE


class Putting:
    """How pieces are put to what there is: `collects`, or before a list; `some`: only those that hold something."""

    def __init__(self, collects: bool, some: bool = False) -> None:
        self.collects, self.some = collects, some

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Putting) and (self.collects, self.some) == (other.collects, other.some)

    def all(self, begun: Node, pieces: Variable, at: Node) -> Call:
        """What they are put to, with all of them."""
        name = "%collect-strings" if self.collects else "%strings-onto"
        return call_of(name, [begun, LocalRef(pieces), Const(TRUE if self.some else FALSE)], at)

    def whole(self, begun: Node, pieces: Variable, at: Node) -> Call:
        """The list that comes of it."""
        made = self.all(begun, pieces, at)
        return call_of("%collected", [made], at) if self.collects else made


def putting(node: Node, variable: Variable, piece: Variable) -> Putting | None:
    """How a turn puts a piece to the variable, if it does that and nothing else."""
    if is_call(node, "%collect", 2) and isinstance(node, Call):
        onto, new = node.operands
        return Putting(collects=True) if is_variable(onto, variable) and _is_string_of(new, piece) else None
    if is_call(node, "cons", 2) and isinstance(node, Call):
        new, onto = node.operands
        return Putting(collects=False) if is_variable(onto, variable) and _is_string_of(new, piece) else None
    kept, other = _parted(node, piece)
    way = putting(other, variable, piece) if other is not None else None
    return Putting(way.collects, some=True) if way is not None and is_variable(kept, variable) else None


def ending(node: Node, variable: Variable, piece: Variable) -> Putting | None:
    """How the answer puts the last piece to the variable, if it does that and nothing else."""
    if is_call(node, "%collected-onto", 2) and isinstance(node, Call):
        onto, tail = node.operands
        alone = is_call(tail, "cons", 2) and isinstance(tail, Call) and tail
        fits = alone and is_variable(onto, variable) and _is_string_of(alone.operands[0], piece)
        return Putting(collects=True) if fits and alone and is_nil(alone.operands[1]) else None
    kept, other = _parted(node, piece)
    if other is not None and is_call(kept, "%collected", 1) and isinstance(kept, Call):
        way = ending(other, variable, piece)
        return Putting(way.collects, some=True) if way is not None and is_variable(kept.operands[0], variable) else None
    way = putting(node, variable, piece)
    return way if way is not None and not way.collects else None


def _parted(node: Node, piece: Variable) -> tuple[Node, Node | None]:
    """What is done with an empty piece, and with any other one; nothing for what makes no such difference."""
    asked = node.test if isinstance(node, If) else None
    if isinstance(node, If) and isinstance(asked, Call) and asked.operands and is_variable(asked.operands[0], piece):
        if is_call(asked, "%text-none?", 1):
            return node.then, node.otherwise
        if is_call(asked, "%text-some?", 1):
            return node.otherwise, node.then
    return node, None


def _is_string_of(node: Node, piece: Variable) -> bool:
    return is_call(node, "%text-string", 1) and isinstance(node, Call) and is_variable(node.operands[0], piece)
