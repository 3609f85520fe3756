"""What flows where in, which strings need not be made out: of those that `bare` found.

Rules: those of `bare`. What contradicts something is taken back until nothing does.
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import Along, Glanced, called_leaf, facts, is_call, is_failure
from chibi_hooks.scheme.compiling.analysing.inlining.integration import Expansions
from chibi_hooks.scheme.compiling.analysing.lists.sources import PLACES
from chibi_hooks.scheme.core import Call, Const, If, Lambda, Letrec, LocalRef, Node, Variable, children
from chibi_hooks.scheme.values.data import String

ROUNDS: Final = 20  # of taking back what contradicts something, until nothing does; five are many
FEW: Final = 2  # members that are kept: where it is more, and nobody looks at others, they are made at once as fast
FRESH: Final = frozenset({"%text-string", "%collected-text", "%characters", "%later-characters"})
"""What makes a string, beside what is known to answer one."""
List = Along | Variable  # what holds members, or walks along them


class Flows:
    """The variables that may be bare, and what flows where."""

    def __init__(self, expansions: Expansions) -> None:
        self.expansions = expansions
        self.sources: dict[Variable, list[Node]] = {}  # of strings
        self.refused: set[Variable] = set()
        self.flows: list[tuple[Variable, Variable]] = []
        self.reads: list[tuple[List, Call, Variable]] = []
        self.seen: dict[List, set[int | None]] = {}  # places of lists that are looked at
        self.kept: dict[List, list[Call]] = {}  # reads of members that are kept
        self.pieces: dict[List, list[Node]] = {}  # of lists
        self.whole: set[List] = set()  # lists of which somebody wants the strings
        self.same: list[tuple[List, List]] = []  # lists that have the same members
        self.turns: dict[List, tuple[Variable, Lambda]] = {}  # the loops that walk along lists
        self.choices: dict[Variable, If] = {}  # between strings that are looked at, each with a variable for its value

    def settle(self) -> None:
        """Take back what contradicts something, until nothing does; mark what is left."""
        bare = {each for each, sources in self.sources.items() if self._is_made(each, sources)}
        lists = {each for pair in self.same for each in pair} | self.pieces.keys()
        pieces = lists - self.whole
        for _ in range(ROUNDS):
            count = len(bare) + len(pieces)
            for one, other in self.flows:
                if (one in bare) is not (other in bare):
                    bare -= {one, other}
            bare -= {goal for held, _, goal in self.reads if held not in pieces}
            pieces -= {each for each in pieces if not self._may_keep(each, self._kept(each, bare), bare)}
            for held, goal in self.same:
                if (held in pieces) is not (goal in pieces):
                    pieces -= {held, goal}
            if count == len(bare) + len(pieces):
                break
        else:
            return  # a chain as long as nobody writes it
        for variable in bare:
            if variable in self.choices:
                self.expansions.spelt.add(self.choices[variable])
            else:
                facts(variable).bare = True
        for held in pieces:
            (facts(held) if isinstance(held, Variable) else held).pieces = True
            self.expansions.pieces.update(each for each in self.pieces.get(held, ()) if isinstance(each, Call))
            if not isinstance(held, Glanced):  # what nobody looks at again need not be the same
                self.expansions.kept.update(self._kept(held, bare))

    def _kept(self, held: List, bare: set[Variable]) -> list[Call]:
        """The reads of a list whose member somebody keeps."""
        return self.kept.get(held, []) + [read for each, read, goal in self.reads if each is held and goal not in bare]

    def _may_keep(self, held: List, kept: list[Call], bare: set[Variable]) -> bool:
        """Whether those members may become strings: nobody else looks at them, and it is known which ones they are."""
        seen = self.seen.get(held, set()) | {
            place_of(read) for each, read, goal in self.reads if each is held and goal in bare
        }
        if not kept:
            return True
        tied = any(held in pair for pair in self.same) or any(_is_given(each) for each in self.pieces.get(held, ()))
        if isinstance(held, Along):
            return not tied and len(kept) == 1 and held in self.turns and self._is_quiet(*self.turns[held])
        places = {place_of(each) for each in kept}
        known = None not in places and None not in seen
        few = bool(seen) or len(places) <= FEW
        return not tied and known and few and places.isdisjoint(seen)

    def _is_quiet(self, loop: Variable, procedure: Lambda) -> bool:
        """Whether a turn of a loop goes through its body once, and nobody can come back to it: it calls nothing."""
        stack = [procedure.body]
        while stack:
            node = stack.pop()
            if isinstance(node, (Lambda, Letrec)):
                return False
            if isinstance(node, Call) and called_leaf(node) is None:
                expanded = self.expansions.get(node)
                if expanded is not None:
                    stack.append(expanded)
                    continue
                if not isinstance(node.operator, LocalRef) or node.operator.variable is not loop:
                    return False
                stack += node.operands
            else:
                stack += children(node)
        return True

    def _is_made(self, variable: Variable, sources: list[Node]) -> bool:
        return variable not in self.refused and all(is_fresh(each) or is_failure(each) for each in sources)


def is_fresh(node: Node) -> bool:
    """Whether it is a string that nobody else has, or one that nobody can change."""
    if isinstance(node, Const):
        return node.value.__class__ is String and hasattr(node.value, "literal")
    primitive = called_leaf(node) if isinstance(node, Call) else None
    return primitive is not None and (primitive.returns == "string" or primitive.name in FRESH)


def place_of(read: Call) -> int | None:
    """Which member that is, if it is known."""
    if len(read.operands) == 1:
        primitive = called_leaf(read)
        return None if primitive is None else PLACES.get(primitive.name)
    place = read.operands[1].value if isinstance(read.operands[1], Const) else None
    return place if place.__class__ is int else None


def _is_given(node: Node) -> bool:
    return is_call(node, "%given-pieces", 1)
