"""A loop along a string that counts a character, and does nothing else, in; what counts it in C out.

    (let loop ((i 0) (n 0))                                     v2 = 0
      (if (= i (string-length s))                     ⇒         v2 = v2 + v1.s.count("l")
          n
          (loop (+ i 1) (if (char=? (string-ref s i) #\\l) (+ n 1) n))))

Rules: the loop goes over the whole string; each of its other variables stays what it is; what is counted with is an
exact integer when it begins.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as Items
from typing import Final

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.analysing.facts import facts, is_call, is_integer
from chibi_hooks.scheme.compiling.analysing.kinds import is_whole
from chibi_hooks.scheme.compiling.analysing.trees import directly_bound, references
from chibi_hooks.scheme.compiling.emitting.emission import LOAD
from chibi_hooks.scheme.compiling.emitting.emitter import Emitter
from chibi_hooks.scheme.compiling.emitting.loops.turns import Turns
from chibi_hooks.scheme.compiling.emitting.taking import as_text
from chibi_hooks.scheme.core import Call, Const, If, Lambda, Let, LocalRef, Node, Variable
from chibi_hooks.scheme.values.data import Char

SAME: Final = ("char=?", "eqv?", "eq?", "equal?")  # of characters


class LetterCount:
    """What a loop counts: the `character` in the `string`, with the variable `counter`."""

    __slots__ = ("counter", "string", "character")

    def __init__(self, counter: Variable, string: Variable, character: Const) -> None:
        self.counter, self.string, self.character = counter, string, character


def tally_of(
    turns: Turns, variable: Variable, procedure: Lambda, entry: Items[Node], expansions: Mapping[Call, Node]
) -> LetterCount | None:
    """What a loop counts, if that is all."""
    string = turns.counted_string()
    if string is None or facts(string).members or facts(string).bare:
        return None
    if turns.index in references(turns.exit, expansions):
        return None
    return _OneTurn(turns.index, string, variable, procedure, expansions).tally(turns.rest, entry)


class _OneTurn:
    """One turn of such a loop. `names`: what variables stand for that are bound in it."""

    def __init__(
        self,
        index: Variable,
        string: Variable,
        loop: Variable,
        procedure: Lambda,
        expansions: Mapping[Call, Node],
    ) -> None:
        self.index, self.string, self.loop, self.params = index, string, loop, procedure.params
        self.expansions = expansions
        self.names: dict[Variable, Node] = {}

    def tally(self, node: Node, entry: Items[Node]) -> LetterCount | None:
        """What it counts."""
        node = self.plain(node)
        character = None
        if isinstance(node, If):  # (if (char=? …) (loop … (+ n 1)) (loop … n))
            character = self.asked(node.test)
            one, other = self.jump(node.then), self.jump(node.otherwise)
            if character is None or one is None or other is None:
                return None
        else:
            one = other = self.jump(node)
        counter = None
        for i, param in enumerate(self.params):
            if param is self.index or one is None or other is None:
                continue
            if self.is_it(one[i], param) and self.is_it(other[i], param):
                continue
            if counter is not None or param.assigned or not is_whole(entry[i]):
                return None
            counter = param
            if character is not None:
                counts = self.is_more(one[i], param) and self.is_it(other[i], param)
            else:
                character, counts = self.counted(one[i], param)
            if not counts:
                return None
        return LetterCount(counter, self.string, character) if counter is not None and character is not None else None

    def plain(self, node: Node) -> Node:
        """The node without what is only bound in it, and is no more than a name."""
        while True:
            if isinstance(node, Call) and node in self.expansions:
                node = self.expansions[node]
            elif isinstance(node, Call) and (bound := directly_bound(node)) is not None:
                if not self.learn(bound.params, node.operands):
                    return node
                node = bound.body
            elif isinstance(node, Let) and self.learn(node.variables, node.inits):
                node = node.body
            elif isinstance(node, LocalRef) and node.variable in self.names:
                node = self.names[node.variable]
            else:
                return node

    def learn(self, variables: Items[Variable], inits: Items[Node]) -> bool:
        """Note what these stand for, if that is the character here or another variable."""
        plain = [self.plain(each) for each in inits]
        if any(each.assigned for each in variables):
            return False
        if not all(isinstance(each, LocalRef) or self.is_look(each) for each in plain):
            return False
        self.names.update(zip(variables, plain, strict=True))
        return True

    def jump(self, node: Node) -> Items[Node] | None:
        """The operands of the next turn."""
        node = self.plain(node)
        if not isinstance(node, Call) or not self.is_it(node.operator, self.loop):
            return None
        return node.operands if len(node.operands) == len(self.params) else None

    def counted(self, node: Node, counter: Variable) -> tuple[Const | None, bool]:
        """The character of `(if (char=? …) (+ n 1) n)`, and whether it is that."""
        node = self.plain(node)
        if not isinstance(node, If):
            return None, False
        character = self.asked(node.test)
        return character, self.is_more(node.then, counter) and self.is_it(node.otherwise, counter)

    def asked(self, test: Node) -> Const | None:
        """The character with which a test compares the one that stands here."""
        test = self.plain(test)
        if not isinstance(test, Call) or not any(is_call(test, name, 2) for name in SAME):
            return None
        first, second = map(self.plain, test.operands)
        if isinstance(first, Const):
            first, second = second, first
        found = isinstance(second, Const) and second.value.__class__ is Char and self.is_look(first)
        return second if found and isinstance(second, Const) else None

    def is_look(self, node: Node) -> bool:
        """Whether it is the character that stands here."""
        if not isinstance(node, Call) or not is_call(node, "string-ref", 2):
            return False
        string, at = node.operands
        return self.is_it(string, self.string) and self.is_it(at, self.index)

    def is_more(self, node: Node, counter: Variable) -> bool:
        """Whether it is one more than the counter."""
        node = self.plain(node)
        if not isinstance(node, Call) or not is_call(node, "+", 2):
            return False
        both = (node.operands, node.operands[::-1])
        return any(self.is_it(one, counter) and is_integer(other, 1) for one, other in both)

    def is_it(self, node: Node, variable: Variable) -> bool:
        node = self.plain(node)
        return isinstance(node, LocalRef) and node.variable is variable


def put_tally(e: Emitter, tally: LetterCount, turns: Turns) -> None:
    """Count, with the variable that has its first value."""
    out = e.out
    e.value(turns.end)  # which says what is wrong with what is no string
    counter = facts(tally.counter).name
    text = as_text(out, out.load(facts(tally.string).name))
    character = out.at(ast.Attribute(out.wrapped(e.value(tally.character)), "c", LOAD))
    found = out.apply(out.at(ast.Attribute(text, "count", LOAD)), [character])
    value = out.at(ast.BinOp(out.load(counter), ast.Add(), found))
    out.put(out.assign(counter, value, binds=True))
