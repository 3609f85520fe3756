"""A node in, whether it has the members of the list that it answers out, or the texts of a list of strings."""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import called_leaf, global_facts, is_call, is_variable
from chibi_hooks.scheme.core import Call, Const, GlobalRef, If, LocalRef, Node, Variable
from chibi_hooks.scheme.primitive import Primitive
from chibi_hooks.scheme.values.data import NIL

SOURCES: Final = frozenset({"%collected", "%collected-onto", "%strings-onto", "string->list", "list"})
"""What members come from, beside primitives that give them."""
JOIN: Final = "%string-join"
PLACES: Final = {"car": 0, "cadr": 1, "caddr": 2, "cadddr": 3}  # which member it is that they answer
LETTER_ORDERS: Final = frozenset({"char<?", "char>?"})  # those of a text
CUTTERS: Final = {
    "%string-split": "string_pieces",
    "%string-split-by": "pieces_by",
    "%strings-onto": "pieces_onto",
    "%members": "pieces_of_list",
    "%given-pieces": "",
}
"""What members come from that may be had as texts, and what has those."""


def gathered(node: Node) -> Node | None:
    """What holds the members of the list that a call makes: a collector or a call; None for any other node."""
    if type(node) is not Call or (primitive := called_leaf(node)) is None:
        return None
    if primitive.name == "%collected" and len(node.operands) == 1:
        return node.operands[0]
    if primitive.name != "%collected-onto" or len(node.operands) != 2:
        return None
    tail = node.operands[1]
    if isinstance(tail, Const) and tail.value is NIL:
        return node.operands[0]
    last = tail.operands[1] if is_call(tail, "cons", 2) and isinstance(tail, Call) else None
    return node.operands[0] if isinstance(last, Const) and last.value is NIL else None


def may_give_members(primitive: Primitive) -> bool:
    """Whether some call of it is what members come from. Where there is none, and no parameter for what is left, nobody
    need look for them."""
    return primitive.gives_members or primitive.name in SOURCES


def makes_members(node: Node) -> bool:
    """Whether it is the call of a primitive that has the members of the list which it answers."""
    primitive = called_leaf(node) if isinstance(node, Call) else None
    return (
        primitive is not None
        and primitive.gives_members
        and isinstance(node, Call)
        and (len(node.operands) in primitive.inline)
    )


def names_members(node: Node) -> bool:
    """Whether it is a call `(list x …)`."""
    return type(node) is Call and is_call(node, "list", len(node.operands))


def taken_from(node: Node) -> Node | None:
    """The list that is answered backwards, or without its first members; None for any other node."""
    if type(node) is not Call or not (is_call(node, "reverse", 1) or is_call(node, "list-tail", 2)):
        return None
    if len(node.operands) == 1:
        return node.operands[0]
    whole, count = node.operands
    fixed = isinstance(count, Const) and count.value.__class__ is int and count.value >= 0
    return whole if fixed and isinstance(whole, LocalRef) else None


def appended(node: Node) -> list[Node]:
    """The two lists that are appended; none for any other node."""
    return node.operands if is_call(node, "append", 2) and isinstance(node, Call) else []


def put_before(node: Call) -> tuple[Node, Node] | None:
    """The member that is put before others which are joined, `(string-join (cons x l))`, and those; None for any other
    call.
    """
    whole = node.operands[0] if node.operands else None
    if not isinstance(whole, Call) or not is_call(whole, "cons", 2) or not is_call(node, JOIN, len(node.operands)):
        return None
    member, others = whole.operands
    return member, others


def sorted_letters(node: Node) -> Node | None:
    """The list of characters that is put in order, in theirs; None for any other node."""
    order = node.operands[1] if is_call(node, "%list-sorted", 2) and isinstance(node, Call) else None
    primitive = order.location.primitive if isinstance(order, GlobalRef) else None
    if primitive is None or primitive.name not in LETTER_ORDERS:
        return None
    assert isinstance(node, Call)
    return node.operands[0]


def makes_strings(node: Node) -> bool:
    """Whether it is a list of strings that were cut out, and of nothing else."""
    first = node.operands[0] if is_call(node, "%strings-onto", 3) and isinstance(node, Call) else None
    return isinstance(first, Const) and first.value is NIL


def pieces_of(node: Node) -> Call | None:
    """The call of `%collect-strings` that a list of pieces comes from, or that of a primitive which has them."""
    if is_call(node, "%collected", 1) and isinstance(node, Call):
        held = node.operands[0]
        if not isinstance(held, Call) or not is_call(held, "%collect-strings", 3):
            return None
        return held if is_call(held.operands[0], "%collector", 0) else None
    primitive = called_leaf(node) if isinstance(node, Call) else None
    if primitive is None or primitive.name not in CUTTERS or not isinstance(node, Call):
        return None
    if primitive.name == "%strings-onto":
        return node if makes_strings(node) else None
    return node if primitive.name != "%members" or _is_cut(node.operands[0]) else None


def _is_cut(node: Node) -> bool:
    """Whether it is a call of a library's procedure that stands for such a primitive."""
    operator = node.operator if isinstance(node, Call) else None
    if not isinstance(operator, GlobalRef) or operator.location.library is None:
        return False
    assert isinstance(node, Call)
    three = global_facts(operator.location).guarded.get(len(node.operands))
    return three is not None and three[1].name in CUTTERS


def at_end(exit: Node, index: Variable) -> Node:
    """What is left with where it is known that nothing is left of the members."""
    if not isinstance(exit, If) or not isinstance(exit.test, Call):
        return exit
    asked, then, otherwise = exit.test, exit.then, exit.otherwise
    if is_call(asked, "not", 1) and isinstance(asked.operands[0], Call):
        asked, then, otherwise = asked.operands[0], otherwise, then
    return then if is_call(asked, "null?", 1) and is_variable(asked.operands[0], index) else exit
