"""A search in a literal list in, comparisons in line out (`memq`, `memv` and `member`), or a look into a dictionary
(`assq`, `assv` and `assoc`).
"""

from __future__ import annotations

from copy import deepcopy
from typing import Final

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.analysing.facts import facts, is_call
from chibi_hooks.scheme.compiling.analysing.kinds import is_text, may_end
from chibi_hooks.scheme.compiling.emitting.emission import LOAD, text_of, text_or_end_of
from chibi_hooks.scheme.compiling.emitting.emitter import Emitter
from chibi_hooks.scheme.compiling.emitting.filling import template
from chibi_hooks.scheme.compiling.emitting.taking import read_at_once
from chibi_hooks.scheme.core import Call, Const, LocalRef, Node
from chibi_hooks.scheme.primitive import Primitive
from chibi_hooks.scheme.running.site import Operands
from chibi_hooks.scheme.values.arguments import list_items
from chibi_hooks.scheme.values.data import EOF, FALSE, NIL, Char, Pair, String, Symbol, Value, char, string_of
from chibi_hooks.scheme.values.frozen import LiteralPair, literal_string

METHODS: Final = {"%string-begins-with?": "startswith", "%string-ends-with?": "endswith"}
FEW: Final = 8  # symbols or characters that are compared one after the other
SET: Final = 2  # strings that are compared so: more of them are a set
LARGEST: Final = 1_000  # strings in one
MANY: Final = 64  # characters that the text of one is looked for in
FEWER: Final = 4  # of them where the tail of the list is wanted


def among(e: Emitter, node: Call) -> ast.expr | None:
    """Whether a value is one of a few literal symbols, characters or strings; None for any other call."""
    literal = e.expansions.among.get(node) or (node.operands or (None,))[-1]
    members = _members(literal, node, MANY if is_text(node.operands[0]) else FEW, LARGEST) if node.operands else []
    if members and members[0].__class__ is String:
        return _has_text(e, node.operands[0], members)
    if members and is_text(node.operands[0]) and not may_end(node.operands[0]):
        return _is_one_of(e, node.operands[0], [each.c for each in members if each.__class__ is Char])
    found = _looked_for(e, node.operands[0]) if members else None
    if found is None:
        return None
    tests = [test for test in (_is(e, found, each) for each in members) if test is not None]
    if len(tests) < 2:
        return None
    either = e.out.at(ast.BoolOp(ast.Or(), tests))
    there = _is_there(e, node.operands[0])
    return either if there is None else e.out.at(ast.BoolOp(ast.And(), [there, either]))


def affixed(e: Emitter, primitive: Primitive, node: Call) -> ast.expr | None:
    """Whether a string begins, or ends, with one of some literals, which Python takes in one tuple; None for any other
    call.
    """
    method = METHODS.get(primitive.name)
    if method is None:
        return None
    out = e.out
    asked, affixes = e.operands(node.operands)
    literal = node.operands[1]
    assert isinstance(literal, Const)
    (asked,) = read_at_once(out, template("a.s"), [asked])
    out.site("primitive", primitive.name, node.place).expression = Operands([asked, affixes])
    text = text_of(asked, "s") or out.at(ast.Attribute(out.wrapped(asked), "s", LOAD))
    own = [literal_string(each.s) for each in list_items("any", 2, literal.value)]  # of two constants none is the same
    texts = [out.literal_text(each) for each in own]
    return out.apply(out.at(ast.Attribute(text, method, LOAD)), [out.at(ast.Tuple(texts, LOAD))])


def found_among(e: Emitter, node: Call) -> ast.expr | None:
    """What a search in a literal list finds; None for any other call."""
    literal = e.expansions.among.get(node) or (node.operands or (None,))[-1]
    if not isinstance(literal, Const) or literal.value.__class__ is not Pair:  # most calls
        return None
    return _tail_among(e, node) or _entry_among(e, node, literal)


def _tail_among(e: Emitter, node: Call) -> ast.expr | None:
    """The tail of the literal list from there on, or #f; None for any other call."""
    literal = (node.operands or (None,))[-1]
    members = _members(literal, node, FEWER)
    found = _looked_for(e, node.operands[0]) if members and members[0].__class__ is not String else None
    if found is None or not isinstance(literal, Const):
        return None
    out = e.out
    result = out.constant(FALSE)
    for at, member in reversed([*enumerate(members)]):
        test = _is(e, found, member)
        if test is not None:
            tail = out.constant(literal.value)
            for _ in range(at):
                tail = out.at(ast.Attribute(tail, "cdr", LOAD))
            result = out.at(ast.IfExp(test, tail, result))
    there = _is_there(e, node.operands[0])
    return result if there is None else out.at(ast.IfExp(there, result, out.constant(FALSE)))


def _entry_among(e: Emitter, node: Call, literal: Const) -> ast.expr | None:
    """The entry of a literal association list, or #f, by its key out of a dictionary; None for any other call."""
    kind = _kind_of_keys(literal, node)
    asks = kind is int or kind is String  # whether it is such a key: 1.0 would be taken for 1
    if kind is None or (asks and not _may_stand_twice(node.operands[0])):
        return None
    out, key = e.out, e.value(node.operands[0])
    text = text_of(key, "s" if kind is String else "c") if kind is String or kind is Char else None
    asks = asks and text is None
    wanted = text or (out.at(ast.Attribute(key, "s", LOAD)) if kind is String else key)
    entries = out.at(ast.Subscript(out.helper("entries"), out.constant(literal.value), LOAD))
    found = out.apply(out.at(ast.Attribute(entries, "get", LOAD)), [wanted, out.constant(FALSE)])
    if not asks:
        return found
    its = out.at(ast.Attribute(deepcopy(key), "__class__", LOAD))
    fits = out.at(ast.Compare(its, [ast.Is()], [out.helper("int" if kind is int else "String")]))
    return out.at(ast.IfExp(fits, found, out.constant(FALSE)))


def _may_stand_twice(node: Node) -> bool:
    return is_at_hand(node) or (isinstance(node, LocalRef) and not node.variable.assigned)


def _kind_of_keys(literal: Const, node: Call) -> type | None:
    """Of which one kind the keys are that this call searches, if nobody can change them: symbols, characters, exact
    integers or strings.
    """
    rest = literal.value
    if not (is_call(node, "assq", 2) or is_call(node, "assv", 2) or is_call(node, "assoc", 2)):
        return None
    kind: type | None = rest.car.car.__class__ if type(rest) is LiteralPair and rest.car.__class__ is Pair else None
    if not (kind is Symbol or kind is Char or kind is int or (kind is String and is_call(node, "assoc", 2))):
        return None
    for _ in range(LARGEST):
        if type(rest) is not LiteralPair:
            break
        entry, rest = rest.car, rest.cdr
        if type(entry) is not LiteralPair or entry.car.__class__ is not kind:
            return None
        if kind is Char and not _is_itself_alone(entry.car):
            return None
    return kind if rest is NIL else None


def _is_one_of(e: Emitter, node: Node, characters: list[str]) -> ast.expr | None:
    """Whether a character is one of those: whether its text is in that of all of them."""
    text = text_of(e.value(node), "c")
    if text is None or not characters:
        return None
    out = e.out
    if len(characters) == 1:
        return out.at(ast.Compare(text, [ast.Eq()], [e.out.literal_text(char(characters[0]))]))
    return out.at(ast.Compare(text, [ast.In()], [e.out.literal_text(string_of("".join(characters)))]))


def _is_there(e: Emitter, node: Node) -> ast.expr | None:
    """Whether a character has come, where it may be the end of input; else None."""
    if not isinstance(node, LocalRef) or not may_end(node):
        return None
    return e.out.is_(e.out.load(facts(node.variable).name), EOF, negated=True)


def _is(e: Emitter, found: tuple[ast.expr, bool], member: Value) -> ast.expr | None:
    """Whether the variable is that member; None for what no character is."""
    value, is_text = found
    if not is_text:
        return e.out.is_(value, member)
    if member.__class__ is not Char:
        return None
    return e.out.at(ast.Compare(value, [ast.Eq()], [e.out.literal_text(member)]))


def _looked_for(e: Emitter, node: Node) -> tuple[ast.expr, bool] | None:
    """What may be evaluated several times, and whether it is the text of a character; None for any other node."""
    if isinstance(node, Call) and is_at_hand(node):
        return e.value(node), False
    if not isinstance(node, LocalRef) or node.variable.assigned:
        return None
    value = e.value(node)
    text = text_or_end_of(value)
    if text is not None:
        return (text, True) if isinstance(text, ast.Name) else None
    return (value, False) if isinstance(value, ast.Name) else None


def _has_text(e: Emitter, node: Node, members: list[Value]) -> ast.expr | None:
    out, value = e.out, e.value(node)
    spelt = text_of(value, "s")
    if spelt is None and not is_at_hand(node) and not isinstance(value, ast.Name):
        value = out.saved(value)
    text = out.at(ast.Attribute(value, "s", LOAD)) if spelt is None else spelt
    if spelt is not None and not isinstance(spelt, ast.Name):
        text = out.saved(spelt)
    wanted = [out.compared(out.at(ast.Attribute(out.constant(each), "s", LOAD))) for each in members]
    if len(wanted) > SET and all(isinstance(each, ast.Constant) for each in wanted):
        same: ast.expr = out.at(ast.Compare(text, [ast.In()], [out.at(ast.Set(wanted))]))  # Python folds it
    else:
        each_one: list[ast.expr] = [out.at(ast.Compare(deepcopy(text), [ast.Eq()], [each])) for each in wanted]
        same = out.at(ast.BoolOp(ast.Or(), each_one))
    if spelt is not None:
        return same
    kind = out.at(ast.Compare(out.at(ast.Attribute(value, "__class__", LOAD)), [ast.Is()], [out.helper("String")]))
    return out.at(ast.BoolOp(ast.And(), [kind, same]))


def is_at_hand(node: Node) -> bool:
    """Whether it may be evaluated several times: a variable, or its car or cdr."""
    while is_call(node, "car", 1) or is_call(node, "cdr", 1):
        assert isinstance(node, Call)
        node = node.operands[0]
    if not isinstance(node, LocalRef):
        return False
    found = facts(node.variable)
    odd = found.late or found.boxed or found.text or found.members or found.walk is not None
    return not (node.variable.assigned or odd)


def _members(literal: Node | None, node: Call, most: int, strings: int = FEWER) -> list[Value]:
    """What this call searches, if all of it can be compared as its procedure does; else nothing. `most`, `strings`: how
    many members it may have, of these.
    """
    rest = literal.value if isinstance(literal, Const) else None
    if rest.__class__ is not Pair:  # first: most calls end with no literal
        return []
    if not (is_call(node, "memq", 2) or is_call(node, "memv", 2) or is_call(node, "member", 2)):
        return []
    members: list[Value] = []
    of_strings = _is_string(rest.car) and is_call(node, "member", 2)
    fits = _is_string if of_strings else _is_itself_alone
    most = strings if of_strings else most
    while rest.__class__ is Pair and fits(rest.car) and len(members) < most:
        members.append(rest.car)
        rest = rest.cdr
    return members if rest is NIL and len(members) > 1 else []


def _is_string(x: Value) -> bool:
    return x.__class__ is String


def _is_itself_alone(x: Value) -> bool:
    return x.__class__ is Symbol or (x.__class__ is Char and x.c <= "\uffff")
