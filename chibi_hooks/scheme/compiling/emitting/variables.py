"""Variables as Python names: how they are bound, read and boxed (a one-element list, where a closure sees `set!`)."""

from __future__ import annotations

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.analysing.facts import Collecting, VariableFacts, facts
from chibi_hooks.scheme.compiling.emitting.builder import Builder
from chibi_hooks.scheme.compiling.emitting.emission import LOAD, STORE, text_or_end_of
from chibi_hooks.scheme.compiling.emitting.emitter import Emitter
from chibi_hooks.scheme.compiling.emitting.taking import as_text
from chibi_hooks.scheme.core import Const, GlobalRef, LocalRef, SetGlobal, Variable
from chibi_hooks.scheme.values.source import Place


def made(e: Emitter, name: str) -> Variable:
    """A variable of the emitter's own, which no analysis has seen: what it is bound to is wanted."""
    variable = Variable(name)
    found = facts(variable)
    found.owner, found.needed = e.out.body.lambda_, True
    return variable


def bind(e: Emitter, variable: Variable) -> str:
    """Give the variable its name in the Python function at hand."""
    out, found = e.out, facts(variable)
    kept = e.kept.get(variable)
    if kept is not None:
        out.names[kept] = variable.name
    found.name = kept or out.new_name(variable.name)
    changes = variable.assigned or found.late
    if variable.__class__ is Collecting or found.stack:
        out.body.collectors.add(found.name)
    if found.members:
        out.body.members[found.name] = found.name
    elif found.walk is not None:
        out.body.members[found.name] = found.walk.members
    found.boxed = changes and found.captured
    found.loop_body = out.body if out.loops else None
    if changes and not found.boxed:
        out.body.mutated.add(found.name)
    return found.name


def boxed(e: Emitter, variable: Variable, value: ast.expr) -> ast.expr:
    """The value, in a box if the variable lives in one."""
    return e.out.at(ast.List([value], LOAD)) if facts(variable).boxed else value


def fill_box(e: Emitter, variable: Variable, value: ast.expr) -> None:
    """Change what is in the variable's box."""
    out = e.out
    out.put(ast.Assign([out.at(ast.Subscript(out.load(facts(variable).name), out.python(0), STORE))], value))


def put_into_boxes(e: Emitter, variables: list[Variable]) -> None:
    """Box those variables that were just bound to bare values and live in boxes."""
    for variable in variables:
        found = facts(variable)
        if found.boxed:
            e.out.put(e.out.assign(found.name, boxed(e, variable, e.out.load(found.name)), binds=True))


def local(e: Emitter, variable: Variable, place: Place | None) -> ast.expr:
    """What a local variable holds; an error if it has no value yet."""
    out, found = e.out, facts(variable)
    value: ast.expr = out.load(found.name)
    if found.boxed:
        value = out.at(ast.Subscript(value, out.python(0), LOAD))
    if found.late:
        out.site("global", variable.name, place)
        value = out.internal("defined", value)
    if found.ended:
        return out.char_or_end(value)
    if found.bare:
        return out.string(value)
    return out.char(value) if found.text else value


def unasked(e: Emitter, value: ast.expr) -> ast.expr:
    """What a variable holds that is called at once, without the question whether it has a value yet: what stands for
    none is no procedure.
    """
    if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Name):
        return value
    return value.args[0] if value.func.id == e.out.helper("defined").id else value


def held(e: Emitter, variable: Variable, value: ast.expr) -> ast.expr:
    """What the Python variable holds for that value: of a character or a string perhaps the text."""
    found = facts(variable)
    if found.bare:
        return as_text(e.out, value)
    if not found.text:
        return value
    text = text_or_end_of(value)
    if text is not None:
        return text
    return e.out.internal("text_or_end", value) if found.ended else e.out.at(ast.Attribute(value, "c", LOAD))


def value_of_constant(e: Emitter, node: Const) -> ast.expr:
    """A literal."""
    return e.out.constant(node.value)


def value_of_local(e: Emitter, node: LocalRef) -> ast.expr:
    """A local variable."""
    found = node.variable.facts
    if found.__class__ is not VariableFacts or found.boxed or found.late or found.text or found.ended or found.bare:
        return local(e, node.variable, node.place)
    held = e.out.load(found.name)
    return backwards(e.out, held) if found.stack and node in e.expansions.backwards else held


def backwards(out: Builder, members: ast.expr) -> ast.expr:
    """Members backwards."""
    step = out.at(ast.UnaryOp(ast.USub(), out.python(1)))
    return out.at(ast.Subscript(members, out.at(ast.Slice(None, None, step)), LOAD))


def value_of_global(e: Emitter, node: GlobalRef | SetGlobal) -> ast.expr:
    """A global variable; the site says its name should it be unbound."""
    location = node.location
    if location.primitive is None and location.library is None:
        e.out.site("global", location.name, node.place)
    return e.out.load(location.key)
