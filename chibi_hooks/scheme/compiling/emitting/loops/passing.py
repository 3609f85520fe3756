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
from chibi_hooks.scheme.compiling.emitting.emission import Loop
from chibi_hooks.scheme.compiling.emitting.loops.asking import SAME, asked, asked_first, binds_character, bound_to_it
from chibi_hooks.scheme.compiling.emitting.loops.courses import ALL, Course, Kind, Passing, is_fixed, source_of
from chibi_hooks.scheme.compiling.emitting.loops.scanning import scan_of
from chibi_hooks.scheme.core import And, Call, Const, If, Lambda, Let, Letrec, LocalRef, Node, Or, Sequence, Variable
from chibi_hooks.scheme.values.data import FALSE, TRUE

MOST: Final = 64  # characters that end a way, ways that are looked at, and tests on one

TestOutcome = tuple[Node, bool]  # a test, and whether it holds


def look_ahead(loop: Loop, is_jump: Callable[[Call], bool], body: Node, expansions: Mapping[Call, Node]) -> None:
    """Find what a loop looks for, or passes over. `is_jump`: which calls are its next turn."""
    loop.scan = scan_of(is_jump, loop.params, body, expansions)
    found = passings_of(is_jump, loop.params, body, expansions)
    loop.passings = [each for each in found if loop.scan is None or each.jump is not loop.scan.jump]


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
        if len(tests) > MOST:
            continue
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
        elif isinstance(node, Letrec):
            if not effects and all(isinstance(each, Lambda) for each in node.inits):
                stack.append((node.body, tests, effects, bound))
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
        if passing.index is not None and passing.is_there(init):
            passing.characters.add(variable)
        elif asked(passing, init) is not None:
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
            if (source := source_of(init, name)) is not None and not variable.assigned:
                passing = Passing(source, jump)
                passing.characters.add(variable)
                passing.peeks = name == "peek-char"
                passing.first = init
                return passing if name != "string-ref" or _goes_up(passing, params, init) else None
        if any(source_of(init, name) is not None for name in ("read-char", "peek-char")):
            return None
    for param, operand in zip(params, jump.operands, strict=False):
        if (source := source_of(operand, "read-char")) is not None and not param.assigned:
            passing = Passing(source, jump)
            passing.characters.add(param)
            passing.last = param
            return passing
    looking = [part for test, _ in tests for part in (test.parts if isinstance(test, (And, Or)) else [test])]
    for node in [each for call in looking + effects if isinstance(call, Call) for each in call.operands]:
        if (source := source_of(node, "peek-char")) is not None:
            passing = Passing(source, jump)
            passing.peeks = True
            passing.first = node
            return passing
        if (source := source_of(node, "string-ref")) is not None:
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
                passing.index, passing.place = param, node.place
    return passing.index is not None


def _goes(passing: Passing, params: Items[Variable], tests: list[TestOutcome], effects: list[Node]) -> bool:
    """Whether all characters but a few go along that way; what they are and where they go is noted."""
    moved: set[Variable] = set()
    settled: dict[Variable, Const] = {}
    taken = 0
    for param, operand in zip(params, passing.jump.operands, strict=False):
        if isinstance(operand, LocalRef) and operand.variable is param:
            continue
        moved.add(param)
        if param is passing.last or param is passing.index:
            continue
        if isinstance(operand, Const) and not param.assigned:
            settled[param] = operand
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
    passing.asks_it = not settled
    for test, holds in tests:
        known = _known(passing, test, holds)
        if known is not None:
            kind = kind.both(known)
        elif _is_end(passing, test, holds):
            passing.asks_first = test is tests[0][0]
        elif _stays(test, moved) or _is_settled(test, holds, settled):
            passing.asks_it = False
        else:
            return False
    passing.asks_only = passing.asks_it and not effects
    if taken + ways[0].taken != passing.peeks:
        return False
    if not kind.others:
        return _goes_with_few(passing, kind)
    puts = bool(ways[0].ports) or passing.collector is not None
    if len(kind.some) > MOST:
        return False
    if passing.classed and (passing.held or not puts) or puts and " " in kind.some and passing.index is not None:
        return False  # what comes between words is too short for it, and so are words in a string
    stops = passing.compared if passing.held else kind.some
    passing.stops = "".join(sorted(each for each in stops if isinstance(each, str)))
    held = all(_is_held(passing, each, moved) for each in passing.held.values())
    return held and _arrives(passing, ways[0].ports, moved)


def _goes_with_few(passing: Passing, kind: Kind) -> bool:
    """Whether characters of a kind, such as digits, are gathered from a port; they are noted. Of those beyond
    ASCII only comparisons are sure.
    """
    sure = [each for each in kind.some if isinstance(each, str) and (each < "\x80" or not passing.classed)]
    passing.stops, passing.others = "".join(sorted(sure)), False
    return bool(sure) and passing.index is None and passing.collector is not None and not passing.held


def _known(passing: Passing, test: Node, holds: bool) -> Kind | None:
    """Characters for which a test answers that for certain."""
    found = asked(passing, test)
    if found is None and isinstance(test, Or if holds else And):
        found = asked_first(passing, test.parts, Kind.either if holds else Kind.both)
    return found if holds or found is None else found.without()


def _stays(node: Node, moved: set[Variable]) -> bool:
    """Whether it is what it was in the turn before."""
    if isinstance(node, (Const, LocalRef)):
        return isinstance(node, Const) or _is_same(node, moved)
    primitive = called_leaf(node) if isinstance(node, Call) else None
    if primitive is None or not primitive.pure or not isinstance(node, Call):
        return False
    return all(_stays(each, moved) for each in node.operands)


def _is_settled(test: Node, holds: bool, settled: Mapping[Variable, Const]) -> bool:
    """Whether a test answers the same in the next turn, for which a variable is set to a literal."""
    if isinstance(test, LocalRef) and test.variable in settled:
        return (settled[test.variable].value is not FALSE) is holds
    primitive = called_leaf(test) if isinstance(test, Call) else None
    if primitive is None or primitive.name not in SAME or not isinstance(test, Call):
        return False
    values = [settled.get(each.variable) if isinstance(each, LocalRef) else each for each in test.operands]
    literals = [each.value for each in values if isinstance(each, Const)]
    return len(literals) == len(values) == 2 and primitive.function(*literals) is (TRUE if holds else FALSE)


def _arrives(passing: Passing, ports: tuple[LocalRef, ...], moved: set[Variable]) -> bool:
    """Whether the characters are put in one place at most, which is the same in the next turn."""
    if (passing.index is None) is not (passing.end is None) or len(ports) + (passing.collector is not None) > 1:
        return False
    if ports:
        passing.port = ports[0]
        return _is_same(ports[0], moved) and (passing.end is None or is_natural(passing.end))
    several = len(passing.stops) + len(passing.held) > 1  # to look for one is for `scanning`
    return passing.index is None or several or passing.collector is not None


def _is_held(passing: Passing, node: LocalRef, moved: set[Variable]) -> bool:
    """Whether the variable holds the same in all turns that are passed over."""
    return _is_same(node, moved) and not passing.is_character(node) and node.variable not in passing.tests


def _is_same(node: LocalRef, moved: set[Variable]) -> bool:
    return is_fixed(node) and node.variable not in moved


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
    return known and (is_fixed(end) or measured(end) is passing.source.variable)


def _ways(passing: Passing, nodes: Items[Node]) -> list[Course]:
    """The ways through effects, one after the other, on which nothing else happens."""
    ways = [Course(ALL)]
    for node in nodes:
        ways = [way.then(each) for way in ways for each in _ways_of(passing, node)]
        if len(ways) > MOST:
            return []
    return ways


def _ways_of(passing: Passing, node: Node) -> list[Course]:
    node = in_place_of(node, passing.expansions)
    if isinstance(node, Let) and binds_character(passing, node):
        node = in_place_of(node.body, passing.expansions)
    if isinstance(node, Sequence):
        return _ways(passing, node.parts)
    if isinstance(node, If):
        kind = asked(passing, node.test)
        if kind is None:
            return []
        if kind.others:
            return [Course(kind).then(each) for each in _ways_of(passing, node.then)]
        return [Course(kind.without()).then(each) for each in _ways_of(passing, node.otherwise)]
    if passing.is_taken(node):
        return [Course(ALL, taken=1)]
    if isinstance(node, Call) and directly_bound(node) is not None:
        procedure = bound_to_it(passing, node)
        return [] if procedure is None else _ways_of(passing, procedure.body)
    if isinstance(node, Call) and is_call(node, "write-char", 2):
        x, port = node.operands
        taken = passing.is_taken(x)
        if isinstance(port, LocalRef) and (taken or passing.is_character(x)):
            return [Course(ALL, (port,), taken)]
    return [Course(ALL)] if isinstance(node, (Const, LocalRef)) else []


def passing_at(loop: Loop, operands: Items[Node]) -> Passing | None:
    """What can be passed over at the jump with these operands."""
    found: Passing | None = next((each for each in loop.passings if each.jump.operands is operands), None)
    return found
