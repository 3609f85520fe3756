"""Loops that look for a character, or for a string, in, the step that C takes for many turns out.

    (let loop ((i i)) (cond ((= i end) …) ((char=? (string-ref s i) c) …) (else (loop (+ i 1)))))
    (let loop ((i i)) (cond ((> (+ i n) end) …) ((string=? (substring s i (+ i n)) w) …) (else (loop (+ i 1)))))
    (let loop ((i i)) (cond ((> (+ i n) end) …) ((let same ((j 0)) (cond ((= j n) #t) … )) …) (else (loop (+ i 1)))))

In the last branch it is known that `i` is no hit, and nothing but `i` changes: the turns up to the next hit, or to the
end, would come to this branch again. So `i` goes there at once, and the loop itself does the rest, errors included.
Other variables and other branches may be there; what counts is the way from the head of the loop to that jump. Where
that gathers the characters it passes (`gathering`), all of them are one text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Sequence as Items

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.analysing.facts import (
    called_primitive,
    facts,
    in_place_of,
    is_call,
    is_integer,
    is_variable,
    stays,
)
from chibi_hooks.scheme.compiling.analysing.kinds import is_natural
from chibi_hooks.scheme.compiling.emitting.emission import LOAD, text_of
from chibi_hooks.scheme.compiling.emitting.emitter import Emitter
from chibi_hooks.scheme.compiling.emitting.filling import put_limit, template
from chibi_hooks.scheme.compiling.emitting.loops.alike import (
    SAME,
    Alike,
    alike,
    is_fixed_end,
    is_length,
    is_string_there,
)
from chibi_hooks.scheme.compiling.emitting.taking import as_text
from chibi_hooks.scheme.compiling.reshaping.gathering.sought import is_next
from chibi_hooks.scheme.core import And, Call, Const, If, Lambda, Let, Letrec, LocalRef, Node, Or, Variable
from chibi_hooks.scheme.values.data import FALSE, Char
from chibi_hooks.typenames import Final

REACHED: Final = frozenset({"=", ">="})
AHEAD: Final = frozenset({"<"})
LAST: Final = frozenset({"<="})  # of what begins at the index, where it ends
NATURAL: Final = "a.__class__ is int and a >= 0"


class Scan:
    """What a loop looks for: the string, the character, the index and where that ends; found on the way to `jump`."""

    def __init__(self, jump: Call, index: Variable, expansions: Mapping[Call, Node]) -> None:
        self.jump = jump
        self.index = index
        self.expansions = expansions
        self.gathered: list[tuple[Variable, Node, bool]] = []  # where what is passed goes (is it a text?), whence
        self.end: Node | None = None
        self.string: Node | None = None
        self.letter: Variable | None = None  # what stands at the index, if that has a name
        self.character: Node | None = None
        self.width: Node | None = None  # where it looks for a string: how long the parts are that it looks at
        self.wanted: Node | None = None  # and that string
        self.alike: Alike | None = None  # where a loop compares them, what that says


def scan_of(
    is_jump: Callable[[Call], bool], params: Items[Variable], body: Node, expansions: Mapping[Call, Node]
) -> Scan | None:
    """The scan that a loop is, if it is one. `is_jump`: which calls are its next turn."""
    jump = _last(body)
    if jump is None or not is_jump(jump) or len(jump.operands) != len(params):
        return None
    given = zip(params, jump.operands, strict=True)
    moved = [(param, operand) for param, operand in given if not is_variable(operand, param)]
    index = next((param for param, operand in moved if is_next(operand, param)), None)
    if index is None or index.assigned:
        return None
    scan = Scan(jump, index, expansions)
    for param, operand in moved:
        if param is not index:
            string = _gathered(operand, param, index)
            if string is None:
                return None
            scan.gathered.append((param, string, is_call(operand, "%text-append", 3)))
    if not _leads(scan, body) or scan.string is None:
        return None
    if not all(_is_same(each, scan.string) for _, each, _ in scan.gathered):
        return None
    if scan.alike is not None:
        return scan if _finds_all(scan, scan.alike) and (not scan.gathered or _ends_with_it(scan)) else None
    if scan.wanted is not None:
        fits = is_length(scan.width, scan.wanted) and _ends_with_it(scan)
        return scan if scan.end is not None and (fits or not scan.gathered) else None
    return scan if scan.character is not None and scan.width is None else None


def _finds_all(scan: Scan, parts: Alike) -> bool:
    """Whether a turn that is left out can neither fail nor find anything: it does not look behind the string's end."""
    assert parts.width is not None and scan.string is not None
    if scan.width is not None and _is_same(scan.width, parts.width) and parts.end is None:
        return True
    if not parts.looks_at_whole_strings() or not is_natural(LocalRef(scan.index)):
        return False
    if scan.width is None:
        return _ends_with_it(scan)
    return _is_same(scan.width, parts.width)


def _ends_with_it(scan: Scan) -> bool:
    """Whether the scan ends where its string does, so that there is a character at all places that are passed."""
    return scan.string is not None and is_length(scan.end, scan.string)


def _gathered(node: Node, collector: Variable, index: Variable) -> Node | None:
    """The string of `(%collect-text collector (string-ref string index))`, or where a text grows by that character."""
    one = is_call(node, "%collect-text", 2)
    if not (one or is_call(node, "%text-append", 3)) or not isinstance(node, Call):
        return None
    held, part = node.operands[:2]
    if not is_variable(held, collector):
        return None
    if one:
        return _looked_at(part, index)
    if not isinstance(part, Call):
        return None
    if is_call(part, "string", 1):
        return _looked_at(part.operands[0], index)
    if not is_call(part, "substring", 3) or not is_variable(part.operands[1], index):
        return None
    return part.operands[0] if is_string_there(part.operands[0]) and is_next(part.operands[2], index) else None


def _last(node: Node) -> Call | None:
    """The call at the end of the way where no test holds but those that the index is in the string."""
    while True:
        if isinstance(node, If):
            node = node.then if _is_ahead(node.test) else node.otherwise
        elif isinstance(node, (And, Or)):
            node = node.parts[-1]
        elif isinstance(node, Let) or (isinstance(node, Letrec) and _only_defines(node)):
            node = _missed(node) or node.body
        else:
            break
    return node if isinstance(node, Call) else None


def _missed(node: Let | Letrec) -> Call | None:
    """Where a loop goes on that compares, when two characters are not the same and it is not asked what it answers."""
    found = alike(node) if isinstance(node, Letrec) else None
    miss = found.misses[0] if found is not None and len(found.misses) == 1 else None
    return miss if isinstance(miss, Call) else None


def _only_defines(node: Letrec) -> bool:
    """Whether a body begins with procedures of its own, and with nothing else."""
    return all(isinstance(each, Lambda) for each in node.inits)


def _leads(scan: Scan, node: Node) -> bool:
    """Whether the way to the jump asks for the end and for the character, and for nothing else."""
    while node is not scan.jump:
        if isinstance(node, If):
            ahead = _is_ahead(node.test)
            tests = node.test.parts if isinstance(node.test, And if ahead else Or) else [node.test]
            if not all(_learn(scan, each, AHEAD if ahead else REACHED) for each in tests):
                return False
            node = node.then if ahead else node.otherwise
        elif isinstance(node, (And, Or)):
            signs = AHEAD if isinstance(node, And) else REACHED
            if not all(_learn(scan, each, signs) for each in node.parts[:-1]):
                return False
            node = node.parts[-1]
        elif isinstance(node, Letrec) and scan.alike is None and _missed(node) is scan.jump:
            return _learn_alike(scan, node)
        elif isinstance(node, (Let, Letrec)) and _only_names(scan, node):
            node = node.body
        else:
            return False
    return True


def _only_names(scan: Scan, node: Let | Letrec) -> bool:
    """Whether it only names procedures, or what stands at the index, which is noted."""
    if isinstance(node, Letrec):
        return _only_defines(node)
    if scan.letter is not None:
        return False
    string = _looked_at(node.inits[0], scan.index) if len(node.inits) == 1 else None
    if string is None or node.variables[0].assigned:
        return False
    scan.letter, scan.string = node.variables[0], string
    return True


def _learn(scan: Scan, test: Node, signs: frozenset[str]) -> bool:
    """Take what a test says of the scan: of its end with one of the signs, or (where it does not hold) of the
    character.
    """
    if signs is AHEAD and isinstance(test, Call) and is_call(test, "not", 1):
        test, signs = test.operands[0], REACHED
    test = in_place_of(test, scan.expansions)
    if isinstance(test, Letrec):
        return signs is REACHED and scan.alike is None and _learn_alike(scan, test, answers=True)
    if not isinstance(test, Call) or len(test.operands) != 2:
        return False
    first, second = test.operands
    if _compares(test, signs) and scan.end is None and is_variable(first, scan.index):
        scan.end = second
        return is_fixed_end(second)
    primitive = called_primitive(test)
    if primitive is not None and primitive.name == ("<=" if signs is AHEAD else ">"):
        return _learn_last(scan, first, second)
    if primitive is not None and primitive.name == "string=?" and signs is REACHED and scan.width is not None:
        return _learn_wanted(scan, first, second) or _learn_wanted(scan, second, first)
    if primitive is None or primitive.name not in SAME or signs is AHEAD or scan.character is not None:
        return False
    if _looked_at(second, scan.index) is not None or _is_letter(scan, second):
        first, second = second, first
    if not _is_letter(scan, first):
        scan.string = _looked_at(first, scan.index)
    scan.character = second
    is_character = primitive.name == "char=?" or (isinstance(second, Const) and second.value.__class__ is Char)
    return scan.string is not None and is_character and stays(second)


def _is_letter(scan: Scan, node: Node) -> bool:
    return isinstance(node, LocalRef) and node.variable is scan.letter


def _learn_last(scan: Scan, first: Node, end: Node) -> bool:
    """Take what `(> (+ index width) end)` says."""
    scan.width, scan.end = _width(first, scan.index), end
    return scan.width is not None and is_natural(scan.width) and is_natural(end) and is_fixed_end(end)


def _width(node: Node, index: Variable) -> Node | None:
    """The other operand of `(+ index width)`, if that stays the same."""
    if not isinstance(node, Call) or not is_call(node, "+", 2):
        return None
    first, second = node.operands if is_variable(node.operands[0], index) else node.operands[::-1]
    return second if is_variable(first, index) and is_fixed_end(second) else None


def _learn_wanted(scan: Scan, part: Node, wanted: Node) -> bool:
    """Take what a comparison of `(substring string index (+ index width))` with another string says."""
    if not isinstance(part, Call) or not is_call(part, "substring", 3) or scan.wanted is not None:
        return False
    string, start, end = part.operands
    width = _width(end, scan.index)
    if not is_string_there(string) or not stays(wanted) or width is None:
        return False
    scan.string, scan.wanted = string, wanted
    return is_variable(start, scan.index) and scan.width is not None and _is_same(width, scan.width)


def _learn_alike(scan: Scan, loop: Letrec, answers: bool = False) -> bool:
    """Take what a loop says that compares; `answers`: which has to answer #f, then."""
    found = alike(loop)
    if found is None or found.index is not scan.index:
        return False
    if answers and not all(isinstance(each, Const) and each.value is FALSE for each in found.misses):
        return False
    scan.alike, scan.string, scan.wanted = found, found.string, found.wanted
    return True


def _is_same(x: Node, y: Node) -> bool:
    """Whether both are the same literal, variable, or length of one."""
    if isinstance(x, Call) and isinstance(y, Call):
        return len(x.operands) == len(y.operands) == 1 and _is_same(x.operands[0], y.operands[0])
    if isinstance(x, Const) and isinstance(y, Const):
        return x.value is y.value
    return isinstance(x, LocalRef) and isinstance(y, LocalRef) and x.variable is y.variable


def _looked_at(node: Node, index: Variable) -> Node | None:
    """The string of `(string-ref string index)`."""
    primitive = called_primitive(node) if isinstance(node, Call) else None
    if primitive is None or primitive.name != "string-ref" or not isinstance(node, Call) or len(node.operands) != 2:
        return None
    string, at = node.operands
    return string if is_string_there(string) and is_variable(at, index) else None


def _is_ahead(test: Node) -> bool:
    """Whether a test that holds says that the index is in the string."""
    test = test.parts[0] if isinstance(test, And) else test
    return _compares(test, AHEAD) or _compares(test, LAST)


def _compares(test: Node, signs: frozenset[str]) -> bool:
    primitive = called_primitive(test) if isinstance(test, Call) else None
    return primitive is not None and primitive.name in signs and isinstance(test, Call) and len(test.operands) == 2


def begin_scan(e: Emitter, scan: Scan, start: Node) -> None:
    """Before the first turn of a loop that looks for a string, go on at once to where it may stand: what most texts do
    not hold is looked for once then. Both are strings for certain, because their lengths are known. `start`: where the
    loop begins.
    """
    if not isinstance(scan.end, (LocalRef, Const)) or not isinstance(scan.width, (LocalRef, Const)):
        return
    if scan.string is None or scan.wanted is None or scan.gathered or not is_natural(LocalRef(scan.index)):
        return
    if not is_length(scan.width, scan.wanted) or not _ends_with_it(scan):
        return
    out = e.out
    out.site("define", "", scan.jump.place)
    at = out.load(facts(scan.index).name)
    string, end, width = e.operands([scan.string, scan.end, scan.width])
    find = out.at(ast.Attribute(as_text(out, string), "find", LOAD))
    wanted = _text_wanted(e, scan)
    found = out.saved(out.apply(find, [wanted] if is_integer(start, 0) else [wanted, at]))
    last = out.saved(template("a - b").fill(out, [end, width]))
    goal = template("a if a >= 0 else b + 1 if c <= b else c").fill(out, [found, last, at])
    out.put(out.assign(at.id, goal, binds=True))


def put_scan(e: Emitter, scan: Scan) -> None:
    """Set the index to the next place worth a look."""
    out = e.out
    if scan.width is not None:
        _put_search(e, scan)
        return
    assert scan.string is not None
    out.site("define", "", scan.jump.place)
    index = facts(scan.index).name
    text = as_text(out, e.value(scan.string))
    wanted = _text_wanted(e, scan)
    following = out.at(ast.BinOp(out.load(index), ast.Add(), out.python(1)))
    find = out.at(ast.Attribute(text, "find", LOAD))
    length = out.apply(out.helper("len"), [text])
    if scan.end is None or _ends_with_it(scan):  # behind the last one, `string-ref` fails
        found = out.saved(out.apply(find, [wanted, following]))
        missed: ast.expr = length
    else:  # the end may be before the index, or behind the string, or no index at all
        end = e.value(scan.end)
        if not isinstance(end, (ast.Name, ast.Constant)):
            end = out.saved(end)
        asked = [] if is_natural(scan.end) else [template(NATURAL).fill(out, [end])]
        ahead: ast.expr = out.apply(find, [wanted, following, end])
        if asked:
            none = out.at(ast.UnaryOp(ast.USub(), out.python(1)))
            ahead = out.at(ast.IfExp(asked[0], ahead, none))
        found = out.saved(ahead)
        inside = out.at(ast.Compare(out.load(index), [ast.Lt()], [end]))
        whole = out.at(ast.Compare(end, [ast.LtE()], [length]))
        further = out.at(ast.BinOp(out.load(index), ast.Add(), out.python(1)))
        missed = out.at(ast.IfExp(out.at(ast.BoolOp(ast.And(), [*asked, inside, whole])), end, further))
    hit = out.at(ast.Compare(out.load(found.id), [ast.GtE()], [out.python(0)]))
    goal: ast.expr = out.at(ast.IfExp(hit, out.load(found.id), missed))
    if scan.gathered:
        goal = out.saved(goal)
    _put_gathered(e, scan, text, goal)
    out.put(out.assign(index, goal, binds=True))


def _put_gathered(e: Emitter, scan: Scan, text: ast.expr, goal: ast.expr) -> None:
    """What is passed goes where the loop gathers it."""
    out = e.out
    for collector, _, is_text in scan.gathered:
        passed = out.at(ast.Subscript(text, out.at(ast.Slice(out.load(facts(scan.index).name), goal)), LOAD))
        if is_text:
            held = e.value(LocalRef(collector))
            grown = text_of(held, "s") or held
            assert isinstance(grown, ast.Name)
            out.put(out.assign(grown.id, out.at(ast.BinOp(grown, ast.Add(), passed)), binds=True))
            put_limit(out, grown)
        else:
            append = out.at(ast.Attribute(out.load(facts(collector).name), "append", LOAD))
            out.put(ast.Expr(out.apply(append, [passed])))


def _text_wanted(e: Emitter, scan: Scan) -> ast.expr:
    """The text that is looked for."""
    out = e.out
    if scan.character is not None:
        character = e.value(scan.character)
        return text_of(character, "c") or out.at(ast.Attribute(out.wrapped(character), "c", LOAD))
    assert scan.wanted is not None
    text = as_text(out, e.value(scan.wanted))
    if scan.alike is None or scan.alike.is_whole():
        return text
    assert scan.alike.width is not None
    return out.at(ast.Subscript(text, out.at(ast.Slice(None, e.value(scan.alike.width))), LOAD))


def _put_search(e: Emitter, scan: Scan) -> None:
    """The same where a string is looked for: it may stand there where the next one of its kind begins."""
    out = e.out
    assert scan.string is not None and scan.end is not None and scan.width is not None
    out.site("define", "", scan.jump.place)
    index = facts(scan.index).name
    string, end, width = e.operands([scan.string, scan.end, scan.width])
    text = as_text(out, string)
    find = out.at(ast.Attribute(text, "find", LOAD))
    found = out.saved(out.apply(find, [_text_wanted(e, scan), template("a + 1").fill(out, [out.load(index)])]))
    last = out.saved(template("a - b").fill(out, [end, width]))
    goal = template("a if a >= 0 and a <= b else b + 1").fill(out, [found, last])
    if not _ends_with_it(scan):
        inside = template("a <= len(b)").fill(out, [end, text])
        goal = out.at(ast.IfExp(inside, goal, template("a + 1").fill(out, [out.load(index)])))
    if scan.gathered:
        goal = out.saved(goal)
    _put_gathered(e, scan, text, goal)
    out.put(out.assign(index, goal, binds=True))
