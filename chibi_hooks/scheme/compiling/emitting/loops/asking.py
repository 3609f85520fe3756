"""A test in, for which characters it holds out, if it asks for nothing but the one at hand (`passing`).

What compares it with characters is known for all there are. What the usual procedures make of it and of literals
besides is asked of each ASCII character, here and once; of those beyond nothing is known then.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as Items
from functools import reduce
from itertools import takewhile
from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import called_leaf, in_place_of
from chibi_hooks.scheme.compiling.analysing.trees import directly_bound
from chibi_hooks.scheme.compiling.emitting.loops.courses import ALL, NONE, Compared, Kind, Passing
from chibi_hooks.scheme.core import And, Call, Const, If, Lambda, Let, LocalRef, Node, Or
from chibi_hooks.scheme.values.data import FALSE, Char, Pair, Value, char
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.spaces import SPACES

SAME: Final = frozenset({"char=?", "eqv?", "eq?", "equal?"})
MEMBER: Final = frozenset({"memv", "memq", "member"})
ASCII: Final = "".join(map(chr, range(128)))
ASKED: Final = frozenset(
    """
    char-alphabetic? char-numeric? char-whitespace? char-upper-case? char-lower-case? char->integer
    char-upcase char-downcase char-foldcase digit-value char=? char<? char>? char<=? char>=? char-ci=?
    = < > <= >= + - memv memq member eq? eqv? equal?
    """.split()  # noqa: SIM905  as in `code`
)  # what is asked of each: it ends at once, and answers the same at any time


def asked(passing: Passing, test: Node) -> Kind | None:
    """For which characters a test holds, if it asks for nothing else."""
    test = in_place_of(test, passing.expansions)
    if isinstance(test, Const):
        return NONE if test.value is FALSE else ALL
    if isinstance(test, LocalRef):
        bound = passing.tests.get(test.variable)
        return None if bound is None else asked(passing, bound)
    if isinstance(test, Let):
        return asked(passing, test.body) if binds_character(passing, test) else None
    if isinstance(test, (And, Or)):
        return _connected(passing, test.parts, Kind.both if isinstance(test, And) else Kind.either)
    if isinstance(test, If):
        three = [asked(passing, each) for each in (test.test, test.then, test.otherwise)]
        if three[0] is None or three[1] is None or three[2] is None:
            return None
        return three[0].both(three[1]).either(three[0].without().both(three[2]))
    if isinstance(test, Call) and (procedure := bound_to_it(passing, test)) is not None:
        return asked(passing, procedure.body)
    primitive = called_leaf(test) if isinstance(test, Call) else None
    if primitive is None or not isinstance(test, Call):
        return None
    if primitive.name == "not" and len(test.operands) == 1:
        negated = asked(passing, test.operands[0])
        return None if negated is None else negated.without()
    return _compared(passing, primitive.name, test.operands) or _classed(passing, test)


def _connected(passing: Passing, parts: Items[Node], together: Callable[[Kind, Kind], Kind]) -> Kind | None:
    kinds = [asked(passing, part) for part in parts]
    known = [kind for kind in kinds if kind is not None]
    return reduce(together, known) if known and len(known) == len(kinds) else None


def asked_first(passing: Passing, parts: Items[Node], together: Callable[[Kind, Kind], Kind]) -> Kind | None:
    """The same of those parts that come before the first one that asks for something else."""
    known = list(takewhile(bool, (asked(passing, part) for part in parts)))
    return reduce(together, filter(None, known)) if known else None


def _classed(passing: Passing, test: Call) -> Kind | None:
    """Which ASCII characters a test holds for, where it is one of a character and literals."""
    if not _is_of_character(passing, test):
        return None
    try:
        some = frozenset(c for c, value in zip(ASCII, _evaluated(passing, test), strict=True) if value is not FALSE)
    except (SchemeError, TypeError, AttributeError):  # no such test of characters
        return None
    passing.classed = True
    return Kind(some)


def _is_of_character(passing: Passing, node: Node) -> bool:
    if isinstance(node, Const) or passing.is_character(node):
        return True
    primitive = called_leaf(node) if isinstance(node, Call) else None
    if primitive is None or not isinstance(node, Call) or primitive.name not in ASKED or not node.operands:
        return False
    return all(_is_of_character(passing, each) for each in node.operands)


def _evaluated(passing: Passing, node: Node) -> list[Value]:
    """What it is for each ASCII character: walked once for all of them."""
    if isinstance(node, Const):
        return [node.value] * len(ASCII)
    if passing.is_character(node):
        return [*map(char, ASCII)]
    assert isinstance(node, Call)
    primitive = called_leaf(node)
    assert primitive is not None
    return [*map(primitive.function, *[_evaluated(passing, each) for each in node.operands])]


def _compared(passing: Passing, name: str, operands: Items[Node]) -> Kind | None:
    """The same of the call of a primitive."""
    if len(operands) == 1 and passing.is_character(operands[0]):
        if name == "char-whitespace?":
            return _kind_of(passing, frozenset(SPACES))
        return {"eof-object?": NONE, "char?": ALL}.get(name)
    if len(operands) != 2:
        return None
    x, y = operands if passing.is_character(operands[0]) else operands[::-1]
    if not passing.is_character(x):
        return None
    if isinstance(y, LocalRef) and name in SAME:
        passing.held[y.variable] = y
        return _kind_of(passing, frozenset({y.variable}))
    if not isinstance(y, Const):
        return None
    if name in SAME and y.value.__class__ is Char:
        return _kind_of(passing, frozenset(y.value.c))
    if name not in MEMBER or y is operands[0]:
        return None
    members, rest = set(), y.value
    while rest.__class__ is Pair:
        if rest.car.__class__ is not Char:
            return None
        members.add(rest.car.c)
        rest = rest.cdr
    return _kind_of(passing, frozenset(members))


def _kind_of(passing: Passing, some: frozenset[Compared]) -> Kind:
    """These, of which it is noted that the character is compared with them."""
    passing.compared |= some
    return Kind(some)


def binds_character(passing: Passing, node: Let) -> bool:
    """Whether it binds a variable to the character, which that is from now on."""
    if len(node.inits) != 1 or not passing.is_character(node.inits[0]) or node.variables[0].assigned:
        return False
    passing.characters.add(node.variables[0])
    return True


def bound_to_it(passing: Passing, node: Call) -> Lambda | None:
    """The lambda expression that is called with the character, whose parameter is that from now on."""
    procedure = directly_bound(node)
    given = node.operands[0] if len(node.operands) == 1 else None
    if procedure is None or given is None or not passing.is_character(given) or procedure.params[0].assigned:
        return None
    passing.characters.add(procedure.params[0])
    return procedure
