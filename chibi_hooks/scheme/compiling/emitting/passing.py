"""Loops that take one character after the other in, the step that C takes for many turns out.

    (let loop ((c (read-char in))) (cond ((eof-object? c) …) ((char=? c #\\{) …) (else (write-char c out) (loop …))))

Most characters go one way: no test holds that asks for some of them, and they are written, or gathered, or left. So
before the next turn all those go that way that come next and are none of the few others; the loop itself does the
rest, errors included. The characters come out of a port (`read-char`, or `peek-char` and then `read-char`), or of a
string by an index that goes up, or are only looked at there. What the way to the jump asks besides that, it would
answer so again.

Rules: on that way nothing happens but that the character is taken, and put where it goes. What is asked in the middle,
where ways come together again before the jump, is about the character alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from collections.abc import Sequence as Items
from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import called_leaf, facts, in_place_of, is_call
from chibi_hooks.scheme.compiling.analysing.kinds import is_natural, is_whole, measured
from chibi_hooks.scheme.compiling.analysing.trees import directly_bound
from chibi_hooks.scheme.compiling.emitting.courses import ALL, NONE, Compared, Course, Kind
from chibi_hooks.scheme.compiling.emitting.emission import Loop
from chibi_hooks.scheme.compiling.emitting.scanning import scan_of
from chibi_hooks.scheme.core import And, Call, Const, If, Lambda, Let, LocalRef, Node, Or, Sequence, Variable
from chibi_hooks.scheme.values.data import FALSE, Char, Pair
from chibi_hooks.scheme.values.spaces import SPACES

MOST: Final = 64  # characters that end a way, and ways that are looked at
SAME: Final = frozenset({"char=?", "eqv?", "eq?", "equal?"})
MEMBER: Final = frozenset({"memv", "memq", "member"})


class Passing:
    """What is passed over before the next turn: characters out of `source`, up to one of `stops`, or to one that a
    variable of `held` holds. `index` and `end`:
    where that is a string. They go to the `port` or to the `collector`, if there is one. `last`: the variable that is
    read last, where that is what the loop is about.
    """

    def __init__(self, source: LocalRef, jump: Call) -> None:
        self.source = source
        self.jump = jump
        self.index: Variable | None = None
        self.end: Node | None = None
        self.characters: set[Variable] = set()  # which hold the character in this turn
        self.last: Variable | None = None
        self.peeks = False
        self.port: LocalRef | None = None
        self.collector: Variable | None = None
        self.stops = ""
        self.held: dict[Variable, LocalRef] = {}
        self.compared: set[Compared] = set()  # all that the character is compared with
        self.asks_first = False  # for the end of the string, and for nothing but that and the character
        self.asks_only = False  # for nothing else, in whatever order
        self.waits = ""  # where it is, when what is passed over is long
        self.begins = False  # before the first turn: then no later one need pass over any
        self.tests: dict[Variable, Node] = {}  # what is bound to what is asked of the character
        self.expansions: Mapping[Call, Node] = {}

    def is_character(self, node: Node) -> bool:
        """Whether it is the character of this turn."""
        if isinstance(node, LocalRef):
            return node.variable in self.characters
        if self.index is not None:
            return self.is_source(node, "string-ref")
        return self.peeks and self.is_source(node, "peek-char")

    def is_taken(self, node: Node) -> bool:
        """Whether that takes it out of the port, after a look at it."""
        return self.peeks and self.is_source(node, "read-char")

    def is_source(self, node: Node, name: str) -> bool:
        """Whether it is a call with the source as first operand."""
        source = _source(node, name)
        return source is not None and source.variable is self.source.variable


TestOutcome = tuple[Node, bool]  # a test, and whether it holds


def look_ahead(loop: Loop, is_jump: Callable[[Call], bool], body: Node, expansions: Mapping[Call, Node]) -> None:
    """Find what a loop looks for, or passes over. `is_jump`: which calls are its next turn."""
    loop.scan = scan_of(is_jump, loop.params, body)
    loop.passings = passings_of(is_jump, loop.params, body, expansions)


def passings_of(
    is_jump: Callable[[Call], bool], params: Items[Variable], body: Node, expansions: Mapping[Call, Node]
) -> list[Passing]:
    """What can be passed over at the jumps of a loop."""
    found = []
    for jump, tests, effects, bound in _jumps(is_jump, body, expansions):
        passing = _begun(params, jump, tests, effects, bound)
        if passing is not None:
            passing.expansions = expansions
            if _is_bound(passing, bound) and _goes(passing, params, tests, effects):
                passing.asks_first = passing.asks_first and not bound
                found.append(passing)
    return found


def _jumps(
    is_jump: Callable[[Call], bool], body: Node, expansions: Mapping[Call, Node]
) -> Iterator[tuple[Call, list[TestOutcome], list[Node], dict[Variable, Node]]]:
    """The jumps, the tests and effects on the way there, and what is bound: around them, or in the first test."""
    stack: list[tuple[Node, list[TestOutcome], list[Node], dict[Variable, Node]]] = [(body, [], [], {})]
    while stack:
        node, tests, effects, bound = stack.pop()
        if isinstance(node, If):
            test = in_place_of(node.test, expansions)
            if isinstance(test, Let) and not effects and len(test.inits) == 1:
                bound = bound | dict(zip(test.variables, test.inits, strict=True))
                test = test.body
            stack.append((node.otherwise, [*tests, (test, False)], effects, bound))
            stack.append((node.then, [*tests, (test, True)], effects, bound))
        elif isinstance(node, (And, Or)):
            holds = isinstance(node, And)
            stack.append((node.parts[-1], tests + [(each, holds) for each in node.parts[:-1]], effects, bound))
        elif isinstance(node, Sequence):
            stack.append((node.parts[-1], tests, effects + node.parts[:-1], bound))
        elif isinstance(node, Let):
            if not effects and len(node.inits) == 1:
                around = bound | dict(zip(node.variables, node.inits, strict=True))
                stack.append((node.body, tests, effects, around))
        elif isinstance(node, Call) and is_jump(node):
            yield node, list(_parted(tests)), effects, bound


def _parted(tests: Items[TestOutcome]) -> Iterator[TestOutcome]:
    """The tests without what connects them, where that says something of each."""
    for test, holds in tests:
        if is_call(test, "not", 1) and isinstance(test, Call):
            yield from _parted([(test.operands[0], not holds)])
        elif isinstance(test, And if holds else Or):
            yield from _parted([(each, holds) for each in test.parts])
        else:
            yield test, holds


def _is_bound(passing: Passing, bound: dict[Variable, Node]) -> bool:
    """Whether all that is bound on the way is the character, or what is asked of it; that is noted."""
    for variable, init in bound.items():
        if variable in passing.characters:
            continue
        if variable.assigned or facts(variable).captured:
            return False
        if passing.index is not None and passing.is_source(init, "string-ref"):
            passing.characters.add(variable)
        elif _asked(passing, init) is not None:
            passing.tests[variable] = init
        else:
            return False
    return True


def _begun(
    params: Items[Variable], jump: Call, tests: list[TestOutcome], effects: list[Node], bound: dict[Variable, Node]
) -> Passing | None:
    """Where the characters come from."""
    for variable, init in bound.items():
        for name in ("read-char", "peek-char", "string-ref"):
            if (source := _source(init, name)) is not None and not variable.assigned:
                passing = Passing(source, jump)
                passing.characters.add(variable)
                passing.peeks = name == "peek-char"
                return passing if name != "string-ref" or _goes_up(passing, params, init) else None
        if any(_source(init, name) is not None for name in ("read-char", "peek-char")):
            return None
    for param, operand in zip(params, jump.operands, strict=False):
        if (source := _source(operand, "read-char")) is not None and not param.assigned:
            passing = Passing(source, jump)
            passing.characters.add(param)
            passing.last = param
            return passing
    looking = [test for test, _ in tests] + [each for each in effects if isinstance(each, Call)]
    for node in [each for call in looking if isinstance(call, Call) for each in call.operands]:
        if (source := _source(node, "peek-char")) is not None:
            passing = Passing(source, jump)
            passing.peeks = True
            return passing
        if (source := _source(node, "string-ref")) is not None:
            passing = Passing(source, jump)
            return passing if _goes_up(passing, params, node) else None
    return None


def _goes_up(passing: Passing, params: Items[Variable], node: Node) -> bool:
    """Whether the index of `(string-ref string index)` is a variable of the loop, and one more in the next turn."""
    assert isinstance(node, Call)
    at = node.operands[1]
    for param, operand in zip(params, passing.jump.operands, strict=False):
        if isinstance(at, LocalRef) and at.variable is param and is_call(operand, "+", 2) and isinstance(operand, Call):
            first, second = operand.operands
            one = isinstance(second, Const) and second.value.__class__ is int and second.value == 1
            if one and isinstance(first, LocalRef) and first.variable is param and not param.assigned:
                passing.index = param
    return passing.index is not None


def _source(node: Node, name: str) -> LocalRef | None:
    """The variable that such a call takes or sees a character of."""
    if isinstance(node, Call) and is_call(node, name, 2 if name == "string-ref" else 1):
        source = node.operands[0]
        if isinstance(source, LocalRef) and _is_fixed(source):
            return source
    return None


def _is_fixed(node: Node) -> bool:
    """Whether it stays what it is in the loop, if that does not bind it."""
    return (
        isinstance(node, Const)
        or isinstance(node, LocalRef)
        and not (node.variable.assigned or facts(node.variable).late)
    )


def _goes(passing: Passing, params: Items[Variable], tests: list[TestOutcome], effects: list[Node]) -> bool:
    """Whether all characters but a few go along that way; what they are and where they go is noted."""
    moved: set[Variable] = set()
    taken = 0
    for param, operand in zip(params, passing.jump.operands, strict=False):
        if isinstance(operand, LocalRef) and operand.variable is param:
            continue
        moved.add(param)
        if param is passing.last or param is passing.index:
            continue
        gathered = _gathered(operand, param)
        if gathered is None or passing.collector is not None:
            return False
        if passing.is_taken(gathered):
            taken += 1
        elif not passing.is_character(gathered):
            return False
        passing.collector = param
    ways = [way for way in _ways(passing, effects) if way.kind.others]
    if len(ways) != 1 or passing.source.variable in moved or len(params) != len(passing.jump.operands):
        return False
    kind = ways[0].kind
    passing.asks_only = not effects
    for test, holds in tests:
        asked = _asked(passing, test)
        if asked is not None:
            kind = kind.both(asked if holds else asked.without())
        elif _is_end(passing, test, holds):
            passing.asks_first = test is tests[0][0]
        elif isinstance(test, LocalRef) and _is_same(test, moved):
            passing.asks_only = False
        else:
            return False
    if not kind.others or len(kind.some) > MOST or taken + ways[0].taken != passing.peeks:
        return False
    stops = passing.compared if passing.held else kind.some
    passing.stops = "".join(sorted(each for each in stops if isinstance(each, str)))
    held = all(_is_held(passing, each, moved) for each in passing.held.values())
    return held and _arrives(passing, ways[0].ports, moved)


def _arrives(passing: Passing, ports: tuple[LocalRef, ...], moved: set[Variable]) -> bool:
    """Whether the characters are put in one place at most, which is the same in the next turn."""
    if (passing.index is None) is not (passing.end is None) or len(ports) + (passing.collector is not None) > 1:
        return False
    if ports:
        passing.port = ports[0]
        return _is_same(ports[0], moved) and (passing.end is None or is_natural(passing.end))
    return passing.index is None or len(passing.stops) + len(passing.held) > 1  # one character is for `scanning`


def _is_held(passing: Passing, node: LocalRef, moved: set[Variable]) -> bool:
    """Whether the variable holds the same in all turns that are passed over."""
    return _is_same(node, moved) and not passing.is_character(node) and node.variable not in passing.tests


def _is_same(node: LocalRef, moved: set[Variable]) -> bool:
    return _is_fixed(node) and node.variable not in moved


def _gathered(operand: Node, param: Variable) -> Node | None:
    """What is gathered in a text that a loop makes."""
    for name in ("%collect-part", "%collect-text"):
        if is_call(operand, name, 2) and isinstance(operand, Call):
            first, x = operand.operands
            return x if isinstance(first, LocalRef) and first.variable is param else None
    return None


def _is_end(passing: Passing, test: Node, holds: bool) -> bool:
    """Whether that asks if the index is in the string still."""
    if passing.index is None or not isinstance(test, Call) or len(test.operands) != 2:
        return False
    primitive = called_leaf(test)
    first, end = test.operands
    if primitive is None or primitive.name not in (("<",) if holds else ("=", ">=")):
        return False
    if not isinstance(first, LocalRef) or first.variable is not passing.index or passing.end is not None:
        return False
    passing.end = end
    known = is_natural(end) or (is_whole(end) and passing.collector is None)
    return known and (_is_fixed(end) or measured(end) is passing.source.variable)


def _ways(passing: Passing, nodes: Items[Node]) -> list[Course]:
    """The ways through effects, one after the other, on which nothing else happens."""
    ways = [Course(ALL)]
    for node in nodes:
        ways = [way.then(each) for way in ways for each in _ways_of(passing, node)]
        if len(ways) > MOST:
            return []
    return ways


def _ways_of(passing: Passing, node: Node) -> list[Course]:
    if isinstance(node, Sequence):
        return _ways(passing, node.parts)
    if isinstance(node, If):
        asked = _asked(passing, node.test)
        if asked is None:
            return []
        if asked.others:
            return [Course(asked).then(each) for each in _ways_of(passing, node.then)]
        return [Course(asked.without()).then(each) for each in _ways_of(passing, node.otherwise)]
    if passing.is_taken(node):
        return [Course(ALL, taken=1)]
    if isinstance(node, Call) and directly_bound(node) is not None:
        procedure = _bound_to_it(passing, node)
        return [] if procedure is None else _ways_of(passing, procedure.body)
    if isinstance(node, Call) and is_call(node, "write-char", 2):
        x, port = node.operands
        taken = passing.is_taken(x)
        if isinstance(port, LocalRef) and (taken or passing.is_character(x)):
            return [Course(ALL, (port,), taken)]
    return [Course(ALL)] if isinstance(node, (Const, LocalRef)) else []


def _bound_to_it(passing: Passing, node: Call) -> Lambda | None:
    """The lambda expression that is called with the character, whose parameter is that from now on."""
    procedure = directly_bound(node)
    given = node.operands[0] if len(node.operands) == 1 else None
    if procedure is None or given is None or not passing.is_character(given) or procedure.params[0].assigned:
        return None
    passing.characters.add(procedure.params[0])
    return procedure


def _asked(passing: Passing, test: Node) -> Kind | None:
    """For which characters a test holds, if it asks for nothing else."""
    test = in_place_of(test, passing.expansions)
    if isinstance(test, Const):
        return NONE if test.value is FALSE else ALL
    if isinstance(test, LocalRef):
        bound = passing.tests.get(test.variable)
        return None if bound is None else _asked(passing, bound)
    if isinstance(test, Let) and len(test.inits) == 1 and passing.is_character(test.inits[0]):
        if test.variables[0].assigned:
            return None
        passing.characters.add(test.variables[0])
        return _asked(passing, test.body)
    if isinstance(test, (And, Or)):
        return _connected(passing, test.parts, Kind.both if isinstance(test, And) else Kind.either)
    if isinstance(test, If):
        three = [_asked(passing, each) for each in (test.test, test.then, test.otherwise)]
        if three[0] is None or three[1] is None or three[2] is None:
            return None
        return three[0].both(three[1]).either(three[0].without().both(three[2]))
    if isinstance(test, Call) and (procedure := _bound_to_it(passing, test)) is not None:
        return _asked(passing, procedure.body)
    primitive = called_leaf(test) if isinstance(test, Call) else None
    if primitive is None or not isinstance(test, Call):
        return None
    if primitive.name == "not" and len(test.operands) == 1:
        asked = _asked(passing, test.operands[0])
        return None if asked is None else asked.without()
    return _compared(passing, primitive.name, test.operands)


def _connected(passing: Passing, parts: Items[Node], together: Callable[[Kind, Kind], Kind]) -> Kind | None:
    found: Kind | None = None
    for part in parts:
        asked = _asked(passing, part)
        if asked is None:
            return None
        found = asked if found is None else together(found, asked)
    return found


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


def passing_at(loop: Loop, operands: Items[Node]) -> Passing | None:
    """What can be passed over at the jump with these operands."""
    found: Passing | None = next((each for each in loop.passings if each.jump.operands is operands), None)
    return found
