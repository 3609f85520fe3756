"""A look at the next character of a port in, the same with what takes that character known to be it out.

    (let ((c (peek-char p)))                                (let ((c (peek-char p)))
      (if (eof-object? c)                            ⇒        (if (eof-object? c)
          …                                                       …
          (loop (cons (read-char p) l))))                         (loop (cons (%take-char p c) l))))

Rules: on the way from the look to the taking it is known that there is a character, and nothing else is done with a
port, nor anything called that might.
"""

from __future__ import annotations

from collections.abc import Sequence as Items
from enum import IntEnum
from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import called_leaf, is_call
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import call_of
from chibi_hooks.scheme.core import And, Call, Const, If, Let, LocalRef, Node, Or, Sequence, SetLocal, Variable
from chibi_hooks.scheme.values.data import Char

SAME: Final = frozenset({"eqv?", "eq?", "equal?", "char=?"})


class Next(IntEnum):
    """What is known of the next character of the port."""

    TOUCHED = 0  # nothing any more
    SEEN = 1  # it is what was looked at, if that is none of them the end
    THERE = 2  # and there is one


def is_look(node: Call) -> bool:
    """Whether it looks at the next character of a port that a variable holds for good."""
    port = node.operands[0] if is_call(node, "peek-char", 1) else None
    return isinstance(port, LocalRef) and not port.variable.assigned


def taken_at_once(node: Let | If) -> Node:
    """The node, with such a look in what it binds or asks, and what is taken then; itself where nothing is."""
    if isinstance(node, Let):
        look = node.inits[0] if len(node.inits) == 1 else None
        if not isinstance(look, Call) or not is_look(look) or node.variables[0].assigned:
            return node
        body, _ = _Path(look, LocalRef(node.variables[0], look.place)).walk(node.body, Next.SEEN)
        return node if body is node.body else Let(node.variables, node.inits, body, node.place)
    asked = node.test if isinstance(node.test, Call) and len(node.test.operands) == 2 else None
    primitive = called_leaf(asked) if asked is not None else None
    if asked is None or primitive is None or primitive.name not in SAME:
        return node
    look, character = asked.operands
    if not (isinstance(look, Call) and isinstance(character, Const) and character.value.__class__ is Char):
        return node
    if not is_look(look):
        return node
    then, _ = _Path(look, character).walk(node.then, Next.THERE)
    return node if then is node.then else If(node.test, then, node.otherwise, node.place)


class _Path:
    """What happens after a look at `port`, in the order in which it does."""

    def __init__(self, look: Call, character: LocalRef | Const) -> None:
        port = look.operands[0]
        assert isinstance(port, LocalRef)
        self.port: Variable = port.variable
        self.character = character

    def walk(self, node: Node, state: Next) -> tuple[Node, Next]:
        """The node with what is known to be taken, and what is known of the next character behind it."""
        if isinstance(node, Call):
            return self.call(node, state)
        if isinstance(node, If):
            test, after = self.walk(node.test, state)
            then, one = self.walk(node.then, max(after, self.learnt(node.test, after, True)))
            otherwise, other = self.walk(node.otherwise, max(after, self.learnt(node.test, after, False)))
            same = test is node.test and then is node.then and otherwise is node.otherwise
            return node if same else If(test, then, otherwise, node.place), min(one, other)
        if isinstance(node, (And, Or, Sequence)):
            return self.parts(node, state)
        if isinstance(node, Let):
            inits, state = self.all(node.inits, state)
            body, state = self.walk(node.body, state)
            same = inits is node.inits and body is node.body
            return node if same else Let(node.variables, inits, body, node.place), state
        if isinstance(node, SetLocal):
            value, state = self.walk(node.value, state)
            return node if value is node.value else SetLocal(node.variable, value, node.place), state
        return node, state if isinstance(node, (Const, LocalRef)) else Next.TOUCHED

    def parts(self, node: And | Or | Sequence, state: Next) -> tuple[Node, Next]:
        """What is done one after the other, perhaps not to its end."""
        parts: list[Node] = []
        least = state
        for part in node.parts:
            made, state = self.walk(part, state)
            parts.append(made)
            least = min(least, state)
            if not isinstance(node, Sequence):
                state = max(state, self.learnt(part, state, isinstance(node, And)))
        same = all(a is b for a, b in zip(parts, node.parts, strict=True))
        return node if same else node.__class__(parts, node.place), state if isinstance(node, Sequence) else least

    def all(self, nodes: list[Node], state: Next) -> tuple[list[Node], Next]:
        """Nodes whose values are computed one after the other."""
        made: list[Node] = []
        for node in nodes:
            one, state = self.walk(node, state)
            made.append(one)
        return (nodes if all(a is b for a, b in zip(made, nodes, strict=True)) else made), state

    def call(self, node: Call, state: Next) -> tuple[Node, Next]:
        """A call, perhaps the one that takes it."""
        primitive = called_leaf(node)
        takes = is_call(node, "read-char", 1) and isinstance(node.operands[0], LocalRef)
        if takes and state is Next.THERE and self.is_port(node.operands[0]):
            return call_of("%take-char", [node.operands[0], self.character], node), Next.TOUCHED
        operands, state = self.all(node.operands, state)
        made = node if operands is node.operands else Call(node.operator, operands, node.place)
        if primitive is None or not primitive.pure:
            return made, Next.TOUCHED
        if state and primitive.name.startswith("char") and primitive.name != "char?" and self.names(node.operands):
            return made, Next.THERE  # of what is no character it would not have answered
        return made, state

    def learnt(self, test: Node, state: Next, holds: bool) -> Next:
        """What the answer of a test says."""
        if not state or not isinstance(test, Call):
            return self.learnt_of_parts(test, state, holds) if isinstance(test, (And, Or)) else state
        primitive = called_leaf(test)
        name = primitive.name if primitive is not None else ""
        if name == "not":
            return self.learnt(test.operands[0], state, not holds)
        if name == "eof-object?" and self.names(test.operands):
            return state if holds else Next.THERE
        if name == "char?" and self.names(test.operands):
            return Next.THERE if holds else state
        if name in SAME and holds and self.names(test.operands):
            other = [each for each in test.operands if isinstance(each, Const) and each.value.__class__ is Char]
            return Next.THERE if other else state
        return state

    def learnt_of_parts(self, test: And | Or, state: Next, holds: bool) -> Next:
        """The same of several, where all of them had that answer."""
        told = holds is isinstance(test, And)
        return max((self.learnt(each, state, holds) for each in test.parts), default=state) if told else state

    def is_port(self, node: Node) -> bool:
        return isinstance(node, LocalRef) and node.variable is self.port

    def names(self, nodes: Items[Node]) -> bool:
        """Whether one of them is the character."""
        mine = self.character.variable if isinstance(self.character, LocalRef) else None
        return any(isinstance(each, LocalRef) and each.variable is mine for each in nodes)
