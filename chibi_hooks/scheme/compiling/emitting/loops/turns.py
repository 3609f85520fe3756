"""Loops that count in, Python's `for` over a range out.

    (let loop ((i 0) …) (if (= i n) exit (… (loop (+ i 1) …))))      v1 = 0
                                                                     for v1 in range(v1, v2): …
                                                                     else: exit

Theory. A turn of a `for` costs two thirds of one of a `while`, but to begin it costs as much as six turns save. So a
loop that may be left before its end, or is known to turn but a few times, stays a `while`. Where each jump steps one
variable alike, and the loop first compares it with what stays the same meanwhile, all its values are known when it
begins. What it begins with and what it is compared with may be any numbers, or none: then a procedure says so, or which
turns there are (`primitives.turns`).

The `for` reads its own variable, which is where it begins. So a continuation that was captured in a turn enters it
again as it stands, and behind it the variable has the value of the last turn. Where only what stands at the index is
wanted, the `for` takes that (`letters`).
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as Items

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.analysing.facts import (
    Along,
    Target,
    answers,
    called_primitive,
    facts,
    is_call,
    is_failure,
    is_integer,
    is_variable,
)
from chibi_hooks.scheme.compiling.analysing.kinds import is_inexact, is_natural, is_whole, measured
from chibi_hooks.scheme.compiling.analysing.lists.sources import at_end
from chibi_hooks.scheme.compiling.analysing.trees import bound_variables, references
from chibi_hooks.scheme.compiling.emitting.emission import LOAD, STORE, Loop
from chibi_hooks.scheme.compiling.emitting.emitter import Emitter
from chibi_hooks.scheme.compiling.emitting.exits import put_loop
from chibi_hooks.scheme.compiling.emitting.filling import template
from chibi_hooks.scheme.compiling.emitting.loops.letters import goes_by_letters
from chibi_hooks.scheme.core import And, Call, Const, If, Lambda, LocalRef, Node, Or, Variable
from chibi_hooks.scheme.running.site import Operands
from chibi_hooks.scheme.values.data import FALSE, TRUE
from chibi_hooks.scheme.values.integers import SMALL
from chibi_hooks.typenames import Final

MIRRORED: Final = {"=": "=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}  # of `(sign end index)`
OPPOSITE: Final = {"<": ">=", ">": "<=", "<=": ">", ">=": "<"}  # of what does not hold
AGAINST_ZERO: Final = {"zero?": "=", "positive?": ">", "negative?": "<"}
MEASURES: Final = frozenset({"vector-length", "string-length"})  # of what keeps its length

RANGES: Final = {  # of the index, the end and the step, by what holds behind the last turn, upwards or not
    ("=", True): "range(a, b)",
    ("=", False): "range(a, b, c)",
    (">=", True): "range(a, b, c)",
    (">", True): "range(a, b + 1, c)",
    ("<=", False): "range(a, b, c)",
    ("<", False): "range(a, b - 1, c)",
}
WORTH: Final = 6  # turns that save what it takes to begin a `for`
MEETS: Final = {True: "a <= b", False: "a >= b"}  # what is counted to by ones


class Turns:
    """How a loop counts: `index` goes on from `start` by `step` until `sign` holds of it and the `end`. `leaves`: the
    loop is left where its test holds, else where it does not.
    """

    __slots__ = ("index", "start", "test", "leaves", "sign", "end", "step", "upwards", "exit", "rest", "walk")

    def __init__(self, test: Call, leaves: bool, exit: Node, rest: Node) -> None:
        self.test = test
        self.leaves = leaves
        self.exit = exit
        self.rest = rest
        self.index: Variable
        self.sign: str
        self.start: Node
        self.end: Node
        self.step: Node
        self.upwards: bool
        self.walk: Along | None = None  # of members, whose end is known: the index is the place in them

    def counted_string(self) -> Variable | None:
        """The string whose places it counts, each once from the first on; None where it counts anything else."""
        if self.walk is not None or not self.upwards or self.sign not in ("=", ">="):
            return None
        return measured(self.end) if is_integer(self.start, 0) and is_integer(self.step, 1) else None


def turns_of(
    variable: Variable, procedure: Lambda, entry: Items[Node], expansions: Mapping[Call, Node]
) -> Turns | None:
    """How a loop counts, if it does so to its end. `entry`: the operands it begins with."""
    test = _first_test(procedure.body)
    if test is None:
        return None
    compared, walked = _compared(test), _walked(test)
    divided = _divided(procedure.body, variable) if compared or walked is not None else None
    if divided is None:
        return None
    turns = Turns(test, *divided)
    jumps = [operands for operands in facts(variable).entries if operands is not entry]
    counts = (
        _counts(turns, procedure, compared, jumps, entry)
        if walked is None
        else _walks(turns, procedure, walked, jumps, entry)
    )
    return turns if counts and not _leaves_early(turns.rest, variable, expansions) else None


def _counts(
    turns: Turns,
    procedure: Lambda,
    compared: list[tuple[Variable, str, Node]],
    jumps: list[list[Node]],
    entry: Items[Node],
) -> bool:
    """Whether one of the variables that are compared counts, which is noted then."""
    fixed = {p for i, p in enumerate(procedure.params) if all(is_variable(jump[i], p) for jump in jumps)}
    varying = set(procedure.params) - fixed
    for index, sign, end in compared:
        if index not in varying or not _is_fixed(end, varying) or index.assigned or facts(index).walk is not None:
            continue
        at = procedure.params.index(index)
        steps = [_step(jump[at], index) for jump in jumps]
        step = steps[0] if steps else None
        if step is None or not all(each is not None and _same(each, step) for each in steps):
            continue
        upwards = _goes_up(step, varying)
        sign = sign if turns.leaves else OPPOSITE.get(sign, "")
        if upwards is None or (sign, upwards) not in RANGES:
            continue
        if not is_whole(entry[at]) and (_is_odd(entry[at]) or index in references(turns.exit)):
            continue  # behind the last turn it would have to be computed as whatever number it is
        if (sign != "=" or _is_one(step)) and not _is_short(entry[at], end, step):
            turns.index, turns.start, turns.sign = index, entry[at], sign
            turns.end, turns.step, turns.upwards = end, step, upwards
            return True
    return False


def _is_odd(start: Node) -> bool:
    """Whether a loop hardly begins with an exact integer."""
    return not isinstance(start, LocalRef) or facts(start.variable).text or is_inexact(start)


def _first_test(body: Node) -> Call | None:
    """The test that the body of a loop begins with."""
    test: Node | None = None
    if isinstance(body, If):
        test = body.test
    elif isinstance(body, (And, Or)):
        test = body.parts[0]
    return test if isinstance(test, Call) else None


def _divided(body: Node, loop: Variable) -> tuple[bool, Node, Node] | None:
    """Whether the loop is left where its test holds, what with, and the rest of a turn."""
    if isinstance(body, If):
        then, otherwise = body.then, body.otherwise
    else:
        assert isinstance(body, (And, Or))
        rest = body.parts[1] if len(body.parts) == 2 else body.__class__(body.parts[1:], body.place)
        then, otherwise = (rest, Const(FALSE)) if isinstance(body, And) else (Const(TRUE), rest)
    if loop not in references(then):
        return True, then, otherwise
    return (False, otherwise, then) if loop not in references(otherwise) else None


def _walked(test: Call) -> Variable | None:
    """The variable that walks along members, of which a test asks whether something is left."""
    asked = test.operands[0] if is_call(test, "null?", 1) or is_call(test, "pair?", 1) else None
    return asked.variable if isinstance(asked, LocalRef) and facts(asked.variable).walk is not None else None


def _walks(turns: Turns, procedure: Lambda, index: Variable, jumps: list[list[Node]], entry: Items[Node]) -> bool:
    """Whether a loop walks along members to their end, which is noted then. Arguments that are left are mostly few."""
    if index not in procedure.params or turns.leaves is not is_call(turns.test, "null?", 1):
        return False
    at = procedure.params.index(index)
    given = entry[at]
    owner = facts(given.variable).owner if isinstance(given, LocalRef) else None
    if isinstance(given, LocalRef) and isinstance(owner, Lambda) and owner.rest is given.variable:
        return False
    for step in [jump[at] for jump in jumps]:
        if not isinstance(step, Call) or not is_call(step, "cdr", 1):
            return False
        if not is_variable(step.operands[0], index):
            return False
    turns.index, turns.walk, turns.exit = index, facts(index).walk, at_end(turns.exit, index)
    return True


def _leaves_early(rest: Node, loop: Variable, expansions: Mapping[Call, Node]) -> bool:
    """Whether some turn may be the last for another reason than the count."""
    if not all(map(is_failure, answers(rest, expansions))):
        return True
    others = {each for each in references(rest, expansions) if each is not loop and facts(each).loop}
    return bool(others) and not others <= bound_variables(rest, expansions)


def _compared(test: Call) -> list[tuple[Variable, str, Node]]:
    """The variables that a test compares with something, how, and with what."""
    primitive = called_primitive(test)
    if primitive is None:
        return []
    name, operands = primitive.name, test.operands
    if name in AGAINST_ZERO and len(operands) == 1:
        name, operands = AGAINST_ZERO[name], [*operands, Const(0)]
    if name not in MIRRORED or len(operands) != 2:
        return []
    first, second = operands
    found: list[tuple[Variable, str, Node]] = []
    if isinstance(first, LocalRef):
        found.append((first.variable, name, second))
    if isinstance(second, LocalRef):
        found.append((second.variable, MIRRORED[name], first))
    return found


def _is_fixed(node: Node, varying: set[Variable]) -> bool:
    """Whether the value is the same on each turn, and may be computed once."""
    if isinstance(node, Const):
        return True
    if isinstance(node, LocalRef):
        found = facts(node.variable)
        odd = found.late or found.text or found.members or found.walk is not None
        return not (odd or node.variable.assigned or node.variable in varying)
    primitive = called_primitive(node) if isinstance(node, Call) else None
    if primitive is None or not isinstance(node, Call):
        return False
    computed = primitive.name in MEASURES or (primitive.name in ("+", "-") and len(node.operands) == 2)
    return computed and all(_is_fixed(each, varying) for each in node.operands)


def _step(node: Node, index: Variable) -> Node | None:
    """What a jump adds to the index; None if it does something else with it."""
    primitive = called_primitive(node) if isinstance(node, Call) else None
    if primitive is None or not isinstance(node, Call) or len(node.operands) != 2:
        return None
    first, second = node.operands
    if primitive.name == "+":
        return second if is_variable(first, index) else first if is_variable(second, index) else None
    if primitive.name != "-" or not is_variable(first, index) or not isinstance(second, Const):
        return None
    return Const(-second.value) if second.value.__class__ is int else None


def _goes_up(step: Node, varying: set[Variable]) -> bool | None:
    """Whether it counts upwards; None if that is not known, or is by what is no integer."""
    if isinstance(step, Const):
        small = step.value.__class__ is int and 0 < abs(step.value) < SMALL
        return step.value > 0 if small else None
    return True if isinstance(step, LocalRef) and _is_fixed(step, varying) and _is_count(step) else None


def _is_count(node: Node) -> bool:
    """Whether the value is an exact integer for certain, and not negative."""
    return is_natural(node) and is_whole(node)


def _is_short(start: Node, end: Node, step: Node) -> bool:
    """Whether there are but a few turns for certain."""
    given = [each.value for each in (start, end, step) if isinstance(each, Const) and each.value.__class__ is int]
    return len(given) == 3 and (given[1] - given[0]) // given[2] < WORTH


def _is_one(step: Node) -> bool:
    return isinstance(step, Const) and abs(step.value) == 1


def _same(one: Node, other: Node) -> bool:
    if isinstance(one, Const) and isinstance(other, Const):
        return one.value.__class__ is other.value.__class__ is int and one.value == other.value
    return isinstance(one, LocalRef) and is_variable(other, one.variable)


def put_turns(e: Emitter, loop: Loop, turns: Turns, target: Target) -> None:
    """Put the `for` of a loop whose variables have their first values."""
    out, found = e.out, facts(turns.index)
    assert loop.variable is not None
    if _by_letters_only(e, turns, loop.variable):
        statement = _by_letters(e, turns)
    else:
        statement = out.at(ast.For(out.at(ast.Name(found.name, STORE)), _range(e, turns), [], [], None))
    loop.index = turns.index
    outer, out.block = out.block, []
    natural = found.natural
    found.natural = natural or (turns.walk is None and _stays_natural(turns))
    e.emit(turns.rest, target)
    found.natural = natural
    statement.body, out.block = out.block or [out.at(ast.Pass())], []
    out.loops.pop()
    if turns.index in references(turns.exit, e.expansions):
        _put_last_step(e, turns)
    e.emit(turns.exit, target)
    statement.orelse, out.block = out.block, outer
    put_loop(out, loop, statement, target)


def _by_letters_only(e: Emitter, turns: Turns, loop: Variable) -> bool:
    """Whether a loop wants nothing of its index but what stands there."""
    string = None
    if turns.walk is None:
        string = turns.counted_string()
        if string is None or facts(string).members:
            return False
    if turns.index in references(turns.exit, e.expansions):
        return False
    return goes_by_letters(turns.index, string, turns.rest, loop, e.expansions)


def _by_letters(e: Emitter, turns: Turns) -> ast.For:
    """A `for` that takes what stands at the index, from the first on."""
    out, found = e.out, facts(turns.index)
    if turns.walk is not None:
        members: ast.expr = out.load(turns.walk.members)
    else:
        string = measured(turns.end)
        assert string is not None
        e.value(turns.end)
        held = out.load(facts(string).name)
        members = held if facts(string).bare else out.at(ast.Attribute(held, "s", LOAD))
    found.letter = out.new_name()
    found.along = measured(turns.end) if turns.walk is None else None
    rest = out.saved(out.apply(out.helper("iter"), [members]))
    statement = out.at(ast.For(out.at(ast.Name(found.letter, STORE)), rest, [], [], None))
    statement.again = out.apply(out.helper("again"), [out.load(found.letter), rest])  # type: ignore[attr-defined]
    return statement


def _range(e: Emitter, turns: Turns) -> ast.expr:
    """The values of the index, from the one that it has."""
    out = e.out
    index = out.load(facts(turns.index).name)
    if turns.walk is not None:
        return template("range(a, b)").fill(out, [index, out.load(turns.walk.end)])
    end, step = e.operands([turns.end, turns.step], [True, True])
    if isinstance(end, ast.Constant) and end.value.__class__ is not int:
        end = out.saved(end)  # a placeholder: Python must not compute with it
    primitive = called_primitive(turns.test)
    assert primitive is not None
    site = out.site("primitive", primitive.name, turns.test.place)
    given = [index if is_variable(each, turns.index) else end for each in turns.test.operands]
    site.expression = Operands(given)
    asked = [] if is_whole(turns.start) else ["a.__class__ is int"]
    asked += [] if is_whole(turns.end) else ["b.__class__ is int"]
    if turns.sign == "=":
        asked.append(MEETS[turns.upwards])
    if not isinstance(turns.step, Const):
        asked.append("c > 0")
    text = RANGES[turns.sign, turns.upwards]
    if asked:
        other = "turns_until" if turns.leaves else "turns_while"
        text = f"{text} if {' and '.join(asked)} else {other}(a, b, c, d)"
    holds = turns.sign if turns.leaves else OPPOSITE[turns.sign]
    return template(text).fill(out, [index, end, step, out.helper(holds)])


def _stays_natural(turns: Turns) -> bool:
    """Whether the index is not negative in a turn, where it counts downwards."""
    if turns.upwards:
        return False
    if turns.sign == "=":
        return isinstance(turns.end, Const) and turns.end.value == 0 and _is_count(turns.start)
    return _is_count(turns.end)


def _put_last_step(e: Emitter, turns: Turns) -> None:
    """What is left with is the value behind the last turn, if there was any."""
    out = e.out
    name = facts(turns.index).name
    if turns.walk is not None:
        out.put(out.assign(name, out.load(turns.walk.end), binds=True))
        return
    test = e.test(turns.test)
    stays = out.at(ast.UnaryOp(ast.Not(), test)) if turns.leaves else test
    further = out.at(ast.BinOp(out.load(name), ast.Add(), e.value(turns.step)))
    out.put(ast.If(stays, [out.assign(name, further, binds=True)], []))
