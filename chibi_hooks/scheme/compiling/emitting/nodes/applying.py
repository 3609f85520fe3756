"""Calls of primitives in, Python expressions out: a template put in line where there is one, else a call."""

from __future__ import annotations

from collections.abc import Sequence as Items
from typing import Final

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.analysing.facts import Target, Twin, called_leaf, facts, is_call
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import call_of
from chibi_hooks.scheme.compiling.analysing.inlining.tables import LOOKED_UP
from chibi_hooks.scheme.compiling.analysing.kinds import is_inexact, is_natural, is_real, is_string, is_whole
from chibi_hooks.scheme.compiling.analysing.trees import directly_bound
from chibi_hooks.scheme.compiling.emitting.builder import Builder
from chibi_hooks.scheme.compiling.emitting.emission import LOAD, text_of
from chibi_hooks.scheme.compiling.emitting.emitter import Emitter
from chibi_hooks.scheme.compiling.emitting.filling import Template, tell_kind, template
from chibi_hooks.scheme.compiling.emitting.inline import MAX_FOLD, members_of, proven_of, template_of
from chibi_hooks.scheme.compiling.emitting.lists.keys import with_key
from chibi_hooks.scheme.compiling.emitting.lists.linking import whole_list
from chibi_hooks.scheme.compiling.emitting.lists.walking import CUT, bare, looked_at, pieces
from chibi_hooks.scheme.compiling.emitting.nodes.bindings import bind_all
from chibi_hooks.scheme.compiling.emitting.nodes.mutations import mutation_of
from chibi_hooks.scheme.compiling.emitting.searching import affixed, among, found_among
from chibi_hooks.scheme.compiling.emitting.shapes import is_expressible
from chibi_hooks.scheme.compiling.emitting.taking import read_at_once
from chibi_hooks.scheme.compiling.emitting.variables import made
from chibi_hooks.scheme.core import Call, Const, GlobalRef, Letrec, LocalRef, Node
from chibi_hooks.scheme.primitive import PRIMITIVES, Primitive
from chibi_hooks.scheme.running.site import Integrated, Operands
from chibi_hooks.scheme.values.data import FALSE, TRUE


def put_applied(e: Emitter, primitive: Primitive, node: Call, target: Target) -> None:
    """Emit the call of a primitive that calls nothing back."""
    mutation = mutation_of(primitive, node)
    if mutation is not None:
        e.deliver(mutation.put(e, node), target)
    elif primitive.pure:
        e.deliver(_value(e, primitive, node), target)
    else:  # the value goes straight to its target: no name in between
        result = _application(e, primitive, node, as_test=primitive.returns == "boolean")
        e.deliver(_as_boolean(e, result) if primitive.returns == "boolean" else result, target)


def value_of_call(e: Emitter, node: Call) -> ast.expr:
    """The answer of a primitive, or the name of a variable that holds what any other call answers."""
    primitive = called_leaf(node)
    if primitive is None:
        expanded = e.expansions.get(node)
        if expanded is None or makes_pairs(e, expanded):
            return e.stored(node)
        around = enter(e, integrated(node), expanded)
        value = e.value(expanded)
        e.out.around = around
        return value
    mutation = mutation_of(primitive, node)
    return mutation.put(e, node) if mutation is not None else _value(e, primitive, node)


def enter(e: Emitter, procedure: Integrated, body: Node) -> tuple[Integrated, ...]:
    """Emit from here on a procedure that stands in the place of a call. Gives what stood `around` that, and does again
    behind it: a context manager takes ten times as long, and there are many.
    """
    out = e.out
    around = out.around
    if not _is_work(body):  # else no other procedure than that which was called
        out.around = (*around, procedure)
        if procedure.library or not isinstance(body, Letrec):  # else it is a loop itself, which counts its turns
            out.step()
    return around


def makes_pairs(e: Emitter, expanded: Node) -> bool:
    """Whether it is a list of what a twin answers, and the procedure itself makes that list as fast: of the same
    operands, none of which may be there for that twin.
    """
    made = expanded.operands[0] if is_call(expanded, "%collected", 1) and isinstance(expanded, Call) else None
    if not isinstance(made, Call) or not isinstance(made.operator, GlobalRef):
        return False
    twin = made.operator.location
    if not isinstance(twin, Twin) or twin.instead is None or made in e.expansions or made in e.expansions.given:
        return False
    return not (expanded in e.bare or expanded in e.expansions.bare)


def _is_work(body: Node) -> bool:
    """Whether it is the call of a twin."""
    work = body.operands[0] if is_call(body, "%collected", 1) and isinstance(body, Call) else body
    operator = work.operator if isinstance(work, Call) else None
    return isinstance(operator, GlobalRef) and operator.location.__class__ is Twin


def integrated(node: Call) -> Integrated:
    """What stands in line in the place of this call."""
    operator = node.operator
    library = operator.location.library or "" if isinstance(operator, GlobalRef) else ""
    return Integrated(name_of(operator), node.place, library)


def name_of(operator: Node) -> str:
    """What the program calls an operator, if it is a variable."""
    if type(operator) is GlobalRef:
        return operator.location.name
    if type(operator) is LocalRef:
        return operator.variable.name
    return ""


def _value(e: Emitter, primitive: Primitive, node: Call) -> ast.expr:
    if primitive.returns == "boolean":
        return _as_boolean(e, e.test(node))
    result = found_among(e, node) or _application(e, primitive, node, as_test=False)
    own = primitive.returns == "string" and isinstance(result, ast.Name)  # the variable that it was made in
    return result if primitive.pure or own else e.out.saved(result)


def _as_boolean(e: Emitter, test: ast.expr) -> ast.expr:
    return e.out.at(ast.IfExp(test, e.out.constant(TRUE), e.out.constant(FALSE)))


def test_of_call(e: Emitter, node: Call) -> ast.expr:
    """The Python test behind a predicate."""
    primitive = called_leaf(node)
    expanded = e.expansions.get(node) if primitive is None else None
    if expanded is not None:
        around = enter(e, integrated(node), expanded)
        test = e.test(expanded)
        e.out.around = around
        return test
    if primitive is None and (bound := directly_bound(node)) is not None:
        bind_all(e, bound.params, node.operands)
        if bound not in e.moved:
            return e.test(bound.body)
        around = enter(e, Integrated(bound.name or "lambda", node.place, ""), bound.body)
        test = e.test(bound.body)
        e.out.around = around
        return test
    if primitive is not None and primitive.name in ASKED and len(node.operands) == 2:
        node = call_of(ASKED[primitive.name], node.operands, node)
        primitive = called_leaf(node)
    if primitive is None or primitive.test is None or primitive.gives_members:
        return among(e, node) or e.is_true(node)
    if primitive.name == "not" and len(node.operands) == 1:
        return e.out.at(ast.UnaryOp(ast.Not(), e.test(node.operands[0])))
    result = _application(e, primitive, node, as_test=True)
    return result if primitive.pure else e.out.saved(result)


def _application(e: Emitter, primitive: Primitive, node: Call, as_test: bool) -> ast.expr:
    """A call of a primitive; `as_test`: what it answers is a Python bool."""
    out = e.out
    if e.chains and (chained := whole_list(e, node)) is not None:
        return chained
    is_bare = node in e.bare or node in e.expansions.bare
    if is_bare and node in e.expansions.pieces:
        return pieces(e, node)
    if primitive.name in CUT and len(node.operands) in PRIMITIVES[CUT[primitive.name]].inline:
        return out.internal("strings_of" if is_bare else "list_of_pieces", pieces(e, node))
    if is_bare and not primitive.gives_members:
        return bare(e, node)
    if (seen := looked_at(e, primitive, node) or affixed(e, primitive, node)) is not None:
        return seen
    if primitive.name in ("%collected", "reverse") and not is_bare:
        node = _without_collector(node)
        primitive = called_leaf(node) or primitive
    if primitive.name in LOOKED_UP and len(node.operands) > 1:
        node = with_key(e, node)
    if primitive.fold and 2 < len(node.operands) <= MAX_FOLD:
        node = folded(e, node)
    template = members_of(primitive, node.operands) if is_bare else template_of(primitive, node.operands)
    if node in e.expansions.proven:
        template = proven_of(node.operands) or template
    before = len(out.block)
    named = (template.repeated, template.letters) if template is not None and template.repeats else ()
    values = e.operands(node.operands, *named)
    if template is not None and not _hide_placeholders(out, template, values):
        template = None
    if primitive.name == "%grown-string" and (spelt := text_of(values[0], "s")) is not None:
        return new_string.fill(out, [spelt])
    if template is not None and template.asks:
        _tell_kinds(values, node.operands)
    if template is not None and template.reads:
        values = read_at_once(out, template, values, before)
    if template is None or (template.constructs and not template.looks):
        values = [_whole(out, each) for each in values]
    site = out.site("primitive", primitive.name, node.place)
    if template is not None:
        result = template.fill(out, values)
        site.expression = Operands(values)
    else:
        function = out.helper(primitive.name) if as_test else out.load(primitive.name)
        result = site.expression = out.apply(function, values)
    return result


def _whole(out: Builder, value: ast.expr) -> ast.expr:
    """The value, which is made in line if it is a string of which a variable holds the text."""
    text = text_of(value, "s")
    return new_string.fill(out, [text]) if isinstance(text, ast.Name) else value


new_string: Final = template("String(a)")


def _without_collector(node: Call) -> Call:
    """The same call, or one that makes the list of strings which it makes of a collector that nobody else has, or a
    list backwards at once.
    """
    held = node.operands[0]
    if is_call(node, "reverse", 1):
        backwards = isinstance(held, Call) and is_call(held, "%collected", 1)
        return call_of("%collected-reversed", held.operands, node) if backwards and isinstance(held, Call) else node
    if not isinstance(held, Call) or not is_call(held, "%collect-strings", 3):
        return node
    return call_of("%strings", held.operands[1:], node) if is_call(held.operands[0], "%collector", 0) else node


def _tell_kinds(values: Items[ast.expr], operands: Items[Node]) -> None:
    """Say of expressions what is known of their values, for templates that would ask."""
    for value, operand in zip(values, operands, strict=True):
        if is_whole(operand):
            tell_kind(value, "natural" if is_natural(operand) else "whole")
        elif is_inexact(operand):
            tell_kind(value, "inexact")
        elif is_string(operand):
            tell_kind(value, "string")


ASKED: Final = {"%string-find": "%string-finds?"}  # what is asked where only whether there is one is wanted
INTEGERS: Final = "a.__class__ is int and b.__class__ is int and b > 0"
SMALL: Final = 2**30 - 1  # below this an integer is divided at once
DIVISIONS: Final = {
    "floor/": f"{INTEGERS} and a > -{SMALL} and a < {SMALL}",
    "truncate/": f"{INTEGERS} and a >= 0 and a < {SMALL}",
}
QUOTIENT: Final = "a // b"
REMAINDER: Final = "a % b"


def divided(e: Emitter, node: Call) -> ast.expr | None:
    """Quotient and remainder of `(floor/ a b)` as a Python tuple; None for any other call."""
    primitive = called_leaf(node)
    test = DIVISIONS.get(primitive.name) if primitive is not None and len(node.operands) == 2 else None
    if test is None or primitive is None:
        return None
    out = e.out
    values = e.operands(node.operands, [True, True])
    site = out.site("primitive", primitive.name, node.place)
    both = site.expression = out.apply(out.load(primitive.name), values)
    slow = out.internal("received", both, out.python(2), out.python(False))
    if not _hide_placeholders(out, template(QUOTIENT), values):
        return slow
    fast = out.at(ast.Tuple([template(QUOTIENT).fill(out, values), template(REMAINDER).fill(out, values)], LOAD))
    return out.at(ast.IfExp(template(test).fill(out, values), fast, slow))


def folded(e: Emitter, node: Call) -> Call:
    """`(+ a b c)` as `(+ (+ a b) c)`; what takes statements is put before it."""
    operands = node.operands
    if not all(is_expressible(each, e.in_line) for each in operands):
        operands = [_named(e, value, old) for value, old in zip(e.operands(operands), operands, strict=True)]
    result = Call(node.operator, operands[:2], node.place)
    for operand in operands[2:]:
        result = Call(node.operator, [result, operand], node.place)
    return result


def _named(e: Emitter, value: ast.expr, node: Node) -> Node:
    """A node for what was computed already."""
    if isinstance(node, Const):
        return node
    variable = made(e, "operand")
    found = facts(variable)
    found.real, found.whole = is_real(node), is_whole(node)
    found.natural, found.inexact = is_natural(node), is_inexact(node)
    if isinstance(node, LocalRef):
        old = facts(node.variable)
        found.members, found.texts, found.walk = old.members, old.texts, old.walk
    found.name = value.id if isinstance(value, ast.Name) and e.stable(value) else e.out.saved(value).id
    return LocalRef(variable, node.place)


def all_named(e: Emitter, node: Call) -> Call:
    """The same call when operator and operands are computed already: it may be emitted more than once."""
    operator = node.operator
    fixed = isinstance(operator, GlobalRef) and not operator.location.assigned
    fixed = fixed or (isinstance(operator, LocalRef) and bool(facts(operator.variable).passed))
    parts = node.operands if fixed else [node.operator, *node.operands]
    made = [_named(e, value, old) for value, old in zip(e.operands(parts), parts, strict=True)]
    return Call(node.operator, made, node.place) if fixed else Call(made[0], made[1:], node.place)


def _hide_placeholders(out: Builder, inline: Template, values: list[ast.expr]) -> bool:
    """Keep Python from computing with placeholders of long integers when it compiles. False if there is one of
    something else, that nothing can be computed with.
    """
    for number in inline.computed_on:
        value = values[number]
        if isinstance(value, ast.Constant) and isinstance(value.value, bytes):
            if out.emission.constants[int(value.value)].__class__ is not int:
                return False
            values[number] = out.chosen(value)
    return True
