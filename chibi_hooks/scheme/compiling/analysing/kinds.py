"""A node in, of what kind its value is for certain out: a real number, an exact integer, one that is not negative, an
inexact number, a character, a string, a pair.

Comparisons of the first need no guard, divisions of the second none, as indices the third none, and products with the
fourth are never long; of characters the compiler keeps the texts, and tables those of strings and the members of pairs.
"""

from __future__ import annotations

from collections.abc import Callable

from chibi_hooks.scheme.compiling.analysing.facts import VariableFacts, answers, called_primitive, facts, is_call
from chibi_hooks.scheme.compiling.analysing.inlining.integration import Expansions
from chibi_hooks.scheme.compiling.analysing.lists.members import is_along_strings, is_along_text
from chibi_hooks.scheme.core import Call, Const, If, Lambda, LocalRef, Node, Variable
from chibi_hooks.scheme.primitive import Primitive
from chibi_hooks.scheme.values.data import FALSE, Char, Pair, String, Value
from chibi_hooks.scheme.values.numbers import Ratio
from chibi_hooks.typenames import Final


class CertainKind:
    """A kind of value. `slot`: where the facts of a variable say that it is of it; `constant`, `call`: whether a
    literal is, and what a call of a primitive gives; `chosen`: whether an `if` is as soon as both its answers are.
    """

    __slots__ = ("slot", "constant", "call", "chosen")

    def __init__(
        self,
        slot: str,
        constant: Callable[[Value], bool],
        call: Callable[[Primitive, Call], bool],
        chosen: bool = True,
    ) -> None:
        self.slot = slot
        self.constant = constant
        self.call = call
        self.chosen = chosen

    def holds(self, node: Node) -> bool:
        """Whether the value is of it for certain."""
        if type(node) is LocalRef:
            known = node.variable.facts
            return bool(getattr(known if type(known) is VariableFacts else facts(node.variable), self.slot))
        if type(node) is Const:
            return self.constant(node.value)
        if type(node) is Call:
            primitive = called_primitive(node)
            return primitive is not None and self.call(primitive, node)
        return self.chosen and type(node) is If and self.holds(node.then) and self.holds(node.otherwise)


SUMS: Final = frozenset({"+", "-", "*"})  # real as soon as all operands are
INTEGRAL: Final = SUMS | {"abs", "square", "max", "min", "quotient", "remainder", "modulo"}  # and these exact integers
ENDED: Final = {"read-char": 1, "peek-char": 1}
CHARACTERS: Final = {
    "string-ref": 2, "char-upcase": 1, "char-downcase": 1, "char-foldcase": 1, "%take-char": 2, **ENDED,
}  # fmt: skip
"""What gives characters, of so many operands, or those of a port and then its end."""
COUNTS: Final = frozenset({
    "vector-length", "string-length", "length", "bytevector-length", "char->integer", "%string-find",
    "%string-find-last", "%string-index", "%string-index-right", "%string-skip", "%string-skip-right", "%string-count",
})  # fmt: skip
GROWING: Final = frozenset({"+", "*"})
DIVIDING: Final = frozenset({"quotient", "remainder"})
CONTAGIOUS: Final = frozenset({"+", "-", "*", "/"})  # inexact as soon as one operand is
TO_INEXACT: Final = frozenset({"inexact", "exact->inexact", "%inexact-of-quotient"})
KEEPING: Final = frozenset({  # inexact where all operands are
    "sqrt", "exp", "log", "sin", "cos", "tan", "atan", "floor", "ceiling", "truncate", "round", "abs", "square",
})  # fmt: skip
ARITHMETIC: Final = INTEGRAL | CONTAGIOUS
TELLING: Final = frozenset({
    *ARITHMETIC, *COUNTS, *GROWING, *DIVIDING, *TO_INEXACT, *KEEPING, *CHARACTERS, "list",
})  # fmt: skip
"""Primitives of whose calls something may be certain, beside `car` and those that say it by what they return."""
RETURNED: Final = frozenset({"integer", "real", "string", "pair"})


def _gives_real(primitive: Primitive, node: Call) -> bool:
    return primitive.returns in ("integer", "real") or (primitive.name in SUMS and all(map(is_real, node.operands)))


def _gives_whole(primitive: Primitive, node: Call) -> bool:
    return primitive.returns == "integer" or (primitive.name in INTEGRAL and all(map(is_whole, node.operands)))


def _gives_natural(primitive: Primitive, node: Call) -> bool:
    name, operands = primitive.name, node.operands
    if name in GROWING:
        return all(map(is_natural, operands))
    if name == "modulo":  # it has the sign of the divisor
        return is_natural(operands[-1]) and all(map(is_whole, operands))
    return name in COUNTS or (name in DIVIDING and all(map(is_natural, operands)) and all(map(is_whole, operands)))


def _gives_inexact(primitive: Primitive, node: Call) -> bool:
    if primitive.name in CONTAGIOUS:
        return any(map(is_inexact, node.operands))
    return primitive.name in TO_INEXACT or (primitive.name in KEEPING and all(map(is_inexact, node.operands)))


def _gives_text(primitive: Primitive, node: Call) -> bool:
    return CHARACTERS.get(primitive.name) == len(node.operands) or (primitive.name == "car" and is_along_text(node))


def _gives_string(primitive: Primitive, node: Call) -> bool:
    return primitive.returns == "string" or (primitive.name == "car" and is_along_strings(node))


def _gives_pair(primitive: Primitive, node: Call) -> bool:
    return primitive.returns == "pair" or (primitive.name == "list" and bool(node.operands))


REAL: Final = CertainKind("real", lambda x: x.__class__ in (int, float, Ratio), _gives_real)
WHOLE: Final = CertainKind("whole", lambda x: x.__class__ is int, _gives_whole)
NATURAL: Final = CertainKind("natural", lambda x: (x.__class__ is int and x >= 0) or x is FALSE, _gives_natural)
INEXACT: Final = CertainKind("inexact", lambda x: x.__class__ in (float, complex), _gives_inexact)
TEXT: Final = CertainKind("text", lambda x: x.__class__ is Char, _gives_text, chosen=False)
STRING: Final = CertainKind("string", lambda x: x.__class__ is String, _gives_string)
PAIRED: Final = CertainKind("paired", lambda x: x.__class__ is Pair, _gives_pair)
NUMERIC: Final = (REAL, WHOLE, NATURAL, INEXACT)
KINDS: Final[tuple[CertainKind, ...]] = (*NUMERIC, TEXT, STRING, PAIRED)

# Whether the value of a node is for certain
is_real: Final = REAL.holds  # a real number;
is_whole: Final = WHOLE.holds  # an exact integer;
is_natural: Final = NATURAL.holds  # one that is not negative, or `#f`, of a search that failed, which raises by itself;
is_inexact: Final = INEXACT.holds  # an inexact number, perhaps a complex one;
is_text: Final = TEXT.holds  # a character that is looked up by its text, or a literal one; or else the end of input;
is_string: Final = STRING.holds  # a string;
is_pair: Final = PAIRED.holds  # a pair.


def is_number(node: Node) -> bool:
    """Whether the value is a number for certain, perhaps a complex one."""
    if is_real(node) or is_inexact(node):
        return True
    primitive = called_primitive(node) if isinstance(node, Call) else None
    return primitive is not None and primitive.name in ARITHMETIC


def may_end(node: Node) -> bool:
    """Whether the value of a node that is a text may be the end of input."""
    if type(node) is LocalRef:
        return facts(node.variable).ended
    primitive = called_primitive(node) if type(node) is Call else None
    return primitive is not None and primitive.name in ENDED


def infer_kinds(
    bound: list[tuple[Variable, Node]],
    loops: list[tuple[Variable, Lambda]],
    procedures: list[tuple[Variable, Lambda]],
    changes: dict[Variable, list[Node]],
    expansions: Expansions,
) -> None:
    """Assume that every bound variable is of every kind, then take back until nothing contradicts. `bound`, `loops`:
    what is bound once, and to what; the procedures that are loops. `procedures`: the other local ones; what they take
    may be a number for certain where they are but called. `changes`: what is assigned, and all that it is set to. It
    may be a number for certain where one procedure has it alone: after a redefinition all its code is of one time.
    """
    sources: list[Source] = []
    for variable, init in bound:
        found = facts(variable)
        sources += [(found, each) for each in answers(init, expansions)]
    for variable, init in loops:
        for operands in facts(variable).entries:
            given = [(facts(p), o) for p, o in zip(init.params, operands, strict=True) if not p.assigned]
            sources += [(found, each) for found, o in given for each in answers(o, expansions)]
    numeric: set[VariableFacts] = set()
    for variable, procedure in procedures:
        if procedure.rest is not None or facts(variable).valued:
            continue
        for operands in facts(variable).entries:
            given = [(facts(p), o) for p, o in zip(procedure.params, operands, strict=True) if not p.assigned]
            numeric.update(found for found, _ in given)
            sources += [(found, each) for found, o in given for each in answers(o, expansions)]
    alone = {facts(variable): values for variable, values in changes.items() if not facts(variable).captured}
    for found, values in alone.items():
        sources += [(found, each) for value in values for each in answers(value, expansions)]
    closed = {found for found, node in sources if not may_be_known(node)}
    open_ones = [each for each in sources if each[0] not in closed]
    left: dict[VariableFacts, tuple[CertainKind, ...]] = {}
    for found, _ in open_ones:
        if found not in left:
            left[found] = NUMERIC if found in alone or found in numeric else KINDS
            for kind in left[found]:
                setattr(found, kind.slot, True)
    settle(open_ones, left)
    for found, _ in open_ones:
        found.ended = found.ended and found.text


Source = tuple[VariableFacts, Node]  # of a variable, and one of the nodes whose value it may have


def settle(sources: list[Source], left: dict[VariableFacts, tuple[CertainKind, ...]]) -> None:
    """Take back from the kinds that are `left` what these contradict, until nothing does."""
    lost = _taken_back(sources, left)
    readers = _readers(sources) if lost else {}
    while lost:  # only what was made of those may be contradicted now
        lost = _taken_back([source for each in lost for source in readers.get(each, ())], left)


def _taken_back(sources: list[Source], left: dict[VariableFacts, tuple[CertainKind, ...]]) -> dict[VariableFacts, None]:
    """Take back the kinds that these contradict, from those that are `left`; of whom something was."""
    lost: dict[VariableFacts, None] = {}
    for found, node in sources:
        kinds = left[found]
        stays = _all_of(kinds, node) if kinds else kinds
        if len(stays) < len(kinds):
            for kind in kinds:
                if kind not in stays:
                    setattr(found, kind.slot, False)
            left[found] = stays
            lost[found] = None
        if found.text and not found.ended and may_end(node):
            found.ended = True
            lost[found] = None
    return lost


def _readers(sources: list[Source]) -> dict[VariableFacts, list[Source]]:
    """By what is known of a variable, the sources whose kinds follow from it."""
    readers: dict[VariableFacts, list[Source]] = {}
    for source in sources:
        waiting = [source[1]]
        for node in waiting:  # which grows meanwhile
            if type(node) is LocalRef:
                readers.setdefault(facts(node.variable), []).append(source)
            elif type(node) is If:
                waiting += [node.then, node.otherwise]
            elif type(node) is Call and node.operands and called_primitive(node) is not None:
                waiting += node.operands
    return readers


def _all_of(kinds: tuple[CertainKind, ...], node: Node) -> tuple[CertainKind, ...]:
    """Those of these kinds that the value is of for certain."""
    if type(node) is LocalRef:
        given = facts(node.variable)
        return tuple([each for each in kinds if getattr(given, each.slot)])
    if type(node) is Call:
        primitive = called_primitive(node)
        return tuple([each for each in kinds if each.call(primitive, node)]) if primitive is not None else ()
    if type(node) is Const:
        return tuple([each for each in kinds if each.constant(node.value)])
    return tuple([each for each in kinds if each.holds(node)])


def may_be_known(node: Node) -> bool:
    """Whether the value may be of some kind for certain: what other procedures and most primitives answer never is."""
    if type(node) is Call:
        primitive = called_primitive(node)
        if primitive is None:
            return False
        if primitive.name == "car":
            return is_along_text(node) or is_along_strings(node)
        return primitive.name in TELLING or primitive.returns in RETURNED
    return type(node) is LocalRef or type(node) is Const or type(node) is If


def measured(node: Node) -> Variable | None:
    """The string whose length a value is for certain."""
    if isinstance(node, LocalRef) and not node.variable.assigned:
        return facts(node.variable).measures
    string = node.operands[0] if is_call(node, "string-length", 1) and isinstance(node, Call) else None
    return string.variable if isinstance(string, LocalRef) and not string.variable.assigned else None


def sized(node: Node | None) -> Variable | None:
    """The string of whose length a value was made: it is one, then."""
    if isinstance(node, LocalRef) and not node.variable.assigned:
        return facts(node.variable).measures or facts(node.variable).sizes
    return None


def note_lengths(bound: list[tuple[Variable, Node]]) -> None:
    """Note of the variables that are bound to the length of a string which string that is."""
    for variable, init in bound:
        if is_call(init, "string-length", 1):
            facts(variable).measures = measured(init)
        elif is_call(init, "-", 2) and isinstance(init, Call):
            facts(variable).sizes = measured(init.operands[0])
