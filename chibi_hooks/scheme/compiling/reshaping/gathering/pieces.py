"""A loop that cuts a string where a character is in, a walk along the pieces that Python cuts out.

    (let loop ((i 0) (start 0) …)                         (let loop ((k 0) …)
      (cond ((= i end) … (substring s start i) …)     ⇒     (if (= k count)
            ((char=? (string-ref s i) c)                        … last …
             … (substring s start i) …                          … (piece k) … (loop (+ k 1) …)))
             (loop (+ i 1) (+ i 1) …))
            (else (loop (+ i 1) start …))))

So is a loop that asks a search for each next hit (`sought`), and one that gathers the characters it passes.

Rules
-----
* Each use of the index, of the start and of what was gathered is one that is known here: pieces, whether one is empty.
* A hit goes on with the loop, or fails: what ends early would cut a long string for nothing.
* What is called before the last piece is made changes no string: primitives, and procedures that are known.
* The tree that comes in stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import (
    called_leaf,
    is_call,
    is_failure,
    is_fixed,
    is_integer,
    is_variable,
)
from chibi_hooks.scheme.compiling.analysing.inlining.copying import as_loop
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import Origins, call_of, with_children
from chibi_hooks.scheme.compiling.analysing.trees import calls_of, references
from chibi_hooks.scheme.compiling.reshaping.gathering.begun import behind_stops
from chibi_hooks.scheme.compiling.reshaping.gathering.linear import OtherUse
from chibi_hooks.scheme.compiling.reshaping.gathering.putting import ending, putting
from chibi_hooks.scheme.compiling.reshaping.gathering.sought import Turn, Vicinity, is_next, search_of, turn_of
from chibi_hooks.scheme.core import (
    Call,
    CaseLambda,
    Const,
    If,
    Lambda,
    Let,
    Letrec,
    LocalRef,
    Node,
    Sequence,
    SetLocal,
    Variable,
    children,
)

FRESH: Final = "%collector"  # what a variable may begin as, beside literals and variables
EMPTY: Final = {"=": "%text-none?", ">=": "%text-none?", "<": "%text-some?"}  # (sign start index)
EMPTY_OR_NOT: Final = {"=": "%text-none?", "<=": "%text-none?", ">": "%text-some?"}  # (sign index start)


def on_pieces(node: Letrec, around: Vicinity, origins: Origins) -> Node:
    """The loop as a walk along the pieces, if it is such a one."""
    made = behind_stops(node, around, origins) if around.cuts else node
    procedure, entry = as_loop(made), made.body
    if procedure is None or not isinstance(entry, Call) or not is_variable(entry.operator, node.variables[0]):
        return node
    if not around.cuts or any(each.assigned for each in procedure.params) or not all(map(_begins, entry.operands)):
        return node
    try:
        cut = _cut_at_search(made, procedure, entry, around) or _cut_in_place(made, procedure, entry, around)
        return cut.walk(origins) if cut is not None else node
    except OtherUse:
        return node


def _begins(operand: Node) -> bool:
    return is_fixed(operand) or is_call(operand, FRESH, 0)


def _cut_at_search(node: Letrec, procedure: Lambda, entry: Call, around: Vicinity) -> Cutting | None:
    """Of `(let ((i SEARCH)) (if i HIT REST))`."""
    body = procedure.body
    if not isinstance(body, Let) or len(body.variables) != 1 or not isinstance(body.body, If):
        return None
    search = search_of(body.inits[0], around)
    choice, hit = body.body, body.variables[0]
    if search is None or hit.assigned:
        return None
    if not isinstance(search.start, LocalRef) or not isinstance(search.string, LocalRef):
        return None
    start, string = search.start.variable, search.string.variable
    begun = dict(zip(procedure.params, entry.operands, strict=True))
    if start not in begun or string.assigned or not is_integer(begun[start], 0):
        return None
    found, then, otherwise = choice.test, choice.then, choice.otherwise
    if is_call(found, "not", 1) and isinstance(found, Call):
        found, then, otherwise = found.operands[0], otherwise, then
    if not is_variable(found, hit):
        return None
    asked = search.turn.end
    turn = Turn(hit, string, call_of("string-length", [LocalRef(string, asked.place)], asked), otherwise)
    turn.character, turn.position, turn.comparison = search.character, search.turn.position, search.turn.comparison
    turn.among, turn.hit = search.turn.among, then
    cut = Cutting(node, procedure, entry, turn, around, {start}, set())
    cut.searched = True
    return cut if cut.is_of_one_string() else None


def _cut_in_place(node: Letrec, procedure: Lambda, entry: Call, around: Vicinity) -> Cutting | None:
    """Of a loop that looks at each character."""
    turn = turn_of(procedure.body, around)
    begun = dict(zip(procedure.params, entry.operands, strict=True))
    if turn is None or turn.index not in begun or not is_integer(begun[turn.index], 0):
        return None
    jump = turn.passing
    if not isinstance(jump, Call) or not is_variable(jump.operator, node.variables[0]):
        return None
    words: set[Variable] = set()
    starts: set[Variable] = set()
    for param, operand in zip(procedure.params, jump.operands, strict=True):
        if param is turn.index:
            if not is_next(operand, param):
                return None
        elif is_call(operand, "%collect-text", 2) and isinstance(operand, Call):
            collector, passed = operand.operands
            if not turn.looks(passed) or not is_variable(collector, param) or not is_call(begun[param], FRESH, 0):
                return None
            words.add(param)
        elif not is_variable(operand, param):
            return None
        elif is_integer(begun[param], 0):
            starts.add(param)
    cut = Cutting(node, procedure, entry, turn, around, starts, words)
    return cut if cut.is_of_one_string() else None


class Cutting:
    """A loop that cuts, on its way to a walk. `starts`: where the piece began; `words`: what was gathered of it."""

    def __init__(
        self,
        node: Letrec,
        procedure: Lambda,
        entry: Call,
        turn: Turn,
        around: Vicinity,
        starts: set[Variable],
        words: set[Variable],
    ) -> None:
        self.node, self.procedure, self.entry, self.turn, self.around = node, procedure, entry, turn, around
        self.name = node.variables[0]
        self.words = words
        self.starts = {each for each in starts if self._follows(turn.hit, procedure.params.index(each))}
        self.gone = {turn.index, *self.starts, *words}
        self.piece = Variable("")
        self.place = Variable("")
        self.pieces = 0
        self.at_end = False
        self.searched = False  # by another loop, which answers #f at the end

    def is_of_one_string(self) -> bool:
        """Whether string and character are the same in each turn."""
        character = self.turn.character
        given = {self.turn.string, character.variable} if isinstance(character, LocalRef) else {self.turn.string}
        return is_fixed(character) and given.isdisjoint(self.procedure.params)

    def _follows(self, hit: Node, at: int) -> bool:
        """Whether each jump gives the parameter the place behind the hit."""
        return all(is_next(call.operands[at], self.turn.index) for call in calls_of(hit, self.name))

    def walk(self, origins: Origins) -> Node:
        """The loop along the pieces. Raises OtherUse."""
        self.origins = origins
        turn, place = self.turn, self.node.place
        if not self._goes_on(turn.hit) or not self._is_done_before(turn.rest):
            raise OtherUse
        hit = self.changed(turn.hit)
        piece, last, self.at_end = self.piece, Variable(""), True
        self.piece = last
        rest = self.changed(turn.rest)
        if not self.pieces:
            raise OtherUse
        pieces = Variable("")
        position: list[Node] = [] if isinstance(turn.character, Const) else [Const(turn.position)]
        name = "%pieces-among" if turn.among else "%pieces"
        cut = call_of(name, [LocalRef(turn.string, place), turn.character, *position], turn.comparison)
        left = self._left(self.procedure.params)
        entered = dict(zip(self.procedure.params, self.entry.operands, strict=True))
        following = self._following(hit) if len(left) == 1 else None
        way = putting(following, left[0], piece) if following is not None else None
        loop: Node
        if way is not None and ending(rest, left[0], last) == way:
            loop = way.whole(entered[left[0]], pieces, self.node)
        else:
            if way is not None:
                loop = Let(left, [way.all(entered[left[0]], pieces, self.node)], rest, place)
            else:
                loop = self._loop(hit, piece, rest, pieces, origins)
            loop = Let([last], [call_of("%last-piece", [LocalRef(pieces)], self.node)], loop, place)
        made: Node = Let([pieces], [cut], loop, place)
        if isinstance(turn.end, Call):  # which the first turn asked for before anything else
            made = Let([Variable("")], [turn.end], made, place)
        return made

    def _following(self, hit: Node) -> Node | None:
        """What the next turn is given beside the place, if there is always a next one."""
        if isinstance(hit, If):
            then, otherwise = self._following(hit.then), self._following(hit.otherwise)
            return If(hit.test, then, otherwise, hit.place) if then is not None and otherwise is not None else None
        return hit.operands[1] if isinstance(hit, Call) and is_variable(hit.operator, self.name) else None

    def _loop(self, hit: Node, piece: Variable, rest: Node, pieces: Variable, origins: Origins) -> Node:
        """The loop itself, with what it does with each piece and then."""
        place, count = self.node.place, Variable("")
        each = call_of("%piece", [LocalRef(pieces), LocalRef(self.place)], self.node)
        reached = call_of("=", [LocalRef(self.place), LocalRef(count)], self.node)
        body = If(reached, rest, Let([piece], [each], hit, place), place)
        made = Lambda(
            [self.place, *self._left(self.procedure.params)], None, body, self.procedure.name, self.procedure.place
        )
        origins[made] = origins.get(self.procedure, self.procedure)
        entered = dict(zip(self.procedure.params, self.entry.operands, strict=True))
        operands = [Const(0), *[entered[each] for each in self._left(self.procedure.params)]]
        loop = Letrec([self.name], [made], Call(self.entry.operator, operands, self.entry.place), place)
        return Let([count], [call_of("%collected-count", [LocalRef(pieces)], self.node)], loop, place)

    def _left(self, params: list[Variable]) -> list[Variable]:
        return [each for each in params if each not in self.gone]

    def _goes_on(self, node: Node) -> bool:
        """Whether a hit always leads to the next turn, and changes no string on its way."""
        if isinstance(node, If):
            return self._is_harmless(node.test) and self._goes_on(node.then) and self._goes_on(node.otherwise)
        if isinstance(node, Let):
            return all(map(self._is_harmless, node.inits)) and self._goes_on(node.body)
        if not isinstance(node, Call) or not (is_variable(node.operator, self.name) or is_failure(node)):
            return False
        return all(map(self._is_harmless, node.operands))

    def _is_done_before(self, node: Node) -> bool:
        """Whether the last piece is made before anything is called that might change the string."""
        if self.gone.isdisjoint(references(node)):
            return True
        if isinstance(node, If):
            return self._is_harmless(node.test) and all(map(self._is_done_before, (node.then, node.otherwise)))
        if isinstance(node, Let):
            return all(map(self._is_harmless, node.inits)) and self._is_done_before(node.body)
        if isinstance(node, Sequence):
            return all(map(self._is_harmless, node.parts[:-1])) and self._is_done_before(node.parts[-1])
        return all(map(self._is_harmless, node.operands if isinstance(node, Call) else [node]))

    def _is_harmless(self, root: Node) -> bool:
        """Whether it changes no string, nor does what it calls: primitives, and procedures that are known."""
        seen: set[Lambda] = set()
        stack = [root]
        while stack:
            node = stack.pop()
            if isinstance(node, Call) and not is_failure(node):
                primitive = called_leaf(node)
                procedure = self.around.called(node.operator) if primitive is None else None
                if procedure is not None and procedure not in seen:
                    seen.add(procedure)
                    self.around.look(procedure)
                    stack.append(procedure.body)
                if primitive is None and procedure is None:
                    return False
                if primitive is not None and primitive.name[-1] == "!" and primitive.name.startswith("string"):
                    return False
            stack += children(node)
        return True

    def changed(self, node: Node) -> Node:
        """The node with the piece where it was cut. Raises OtherUse."""
        if isinstance(node, LocalRef):
            if node.variable is self.turn.also and not self.turn.among:
                return self.turn.character
            if node.variable is self.turn.index and self.at_end and not self.searched:
                return call_of("string-length", [LocalRef(self.turn.string, node.place)], node)
            if node.variable in self.gone or node.variable is self.turn.also:
                raise OtherUse
            return node
        if isinstance(node, SetLocal) and node.variable in self.gone:
            raise OtherUse
        if isinstance(node, (Lambda, CaseLambda)):  # which may be called when the string is another
            if not self.gone.isdisjoint(references(node)):
                raise OtherUse
            return node
        if isinstance(node, Call):
            found = self._jump(node) if is_variable(node.operator, self.name) else self._piece(node)
            if found is not None:
                return found
        return with_children(node, self.changed, self.origins)

    def _jump(self, node: Call) -> Node:
        """The next turn. Raises OtherUse."""
        if self.at_end:
            raise OtherUse
        given = dict(zip(self.procedure.params, node.operands, strict=True))
        for variable in self.gone & given.keys():
            operand = given[variable]
            fresh = is_call(operand, FRESH, 0) if variable in self.words else is_next(operand, self.turn.index)
            if not fresh:
                raise OtherUse
        following = call_of("+", [LocalRef(self.place, node.place), Const(1)], node)
        rest = [self.changed(given[each]) for each in self._left(self.procedure.params)]
        return Call(LocalRef(self.name, node.operator.place), [following, *rest], node.place)

    def _piece(self, node: Call) -> Node | None:
        """What is made of the piece."""
        name = self._asked(node)
        if name is None:
            return None
        self.pieces += 1
        return call_of(name, [LocalRef(self.piece, node.place)], node)

    def _asked(self, node: Call) -> str | None:
        """What a call asks of the piece."""
        operands = node.operands
        if len(operands) == 1:
            operand = operands[0]
            if not isinstance(operand, LocalRef) or operand.variable not in self.words:
                return None
            return next((other for name, other in GATHERED.items() if is_call(node, name, 1)), None)
        if any(is_call(node, name, len(operands)) for name in ("substring", "string-copy")):
            string, start, *end = operands
            whole = self._is_end(end[0]) if end else self.at_end
            cut = whole and self._is_start(start) and is_variable(string, self.turn.string)
            return "%text-string" if cut else None
        if len(operands) != 2:
            return None
        first, second = operands
        if is_call(node, "-", 2) and self._is_end(first) and self._is_start(second):
            return "%text-length"
        signs: Mapping[str, str] = {}
        if self._is_start(first) and self._is_end(second):
            signs = EMPTY
        elif self._is_end(first) and self._is_start(second):
            signs = EMPTY_OR_NOT
        return next((other for sign, other in signs.items() if is_call(node, sign, 2)), None)

    def _is_start(self, node: Node) -> bool:
        return isinstance(node, LocalRef) and node.variable in self.starts

    def _is_end(self, node: Node) -> bool:
        """Whether it is where the piece ends."""
        if is_variable(node, self.turn.index):
            return not (self.at_end and self.searched)
        return self.at_end and self.around.length_of(node) is self.turn.string


GATHERED: Final = {
    "%collected-text": "%text-string",
    "%collected-none?": "%text-none?",
    "%collected-some?": "%text-some?",
}
"""What is asked of the characters that were gathered."""
