"""`let`, `letrec`, `set!` and `define` in, Python assignments and function definitions out; a `letrec` that is a loop
becomes a `while` or a `for`.
"""

from __future__ import annotations

from collections.abc import Sequence as Items

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.analysing.analysis import loop_entry
from chibi_hooks.scheme.compiling.analysing.facts import Target, Twin, facts, global_facts, is_variable, join_of
from chibi_hooks.scheme.compiling.analysing.lists.stacks import told_as_collector
from chibi_hooks.scheme.compiling.analysing.trees import loop_procedure
from chibi_hooks.scheme.compiling.emitting.builder import Builder
from chibi_hooks.scheme.compiling.emitting.chains import begin, begin_along
from chibi_hooks.scheme.compiling.emitting.emission import Loop
from chibi_hooks.scheme.compiling.emitting.emitter import Emitter
from chibi_hooks.scheme.compiling.emitting.exits import Once, go_on, leave, move, put_while
from chibi_hooks.scheme.compiling.emitting.lists.keys import put_keyed
from chibi_hooks.scheme.compiling.emitting.lists.linking import link_loop, link_members
from chibi_hooks.scheme.compiling.emitting.lists.walking import begun
from chibi_hooks.scheme.compiling.emitting.loops.courses import Passing
from chibi_hooks.scheme.compiling.emitting.loops.leaping import (
    begin_gathering,
    begin_passing,
    gathered_first,
    is_among_words,
    pass_before,
    passed_before,
    passed_first,
    put_passing,
)
from chibi_hooks.scheme.compiling.emitting.loops.passing import look_ahead, passing_at
from chibi_hooks.scheme.compiling.emitting.loops.scanning import begin_scan, put_scan
from chibi_hooks.scheme.compiling.emitting.loops.tallies import put_tally, tally_of
from chibi_hooks.scheme.compiling.emitting.loops.turns import put_turns, turns_of
from chibi_hooks.scheme.compiling.emitting.nodes.procedures import define_procedures
from chibi_hooks.scheme.compiling.emitting.twofold import put_versions
from chibi_hooks.scheme.compiling.emitting.variables import bind, boxed, fill_box, held, local, value_of_global
from chibi_hooks.scheme.core import (
    Call,
    CaseLambda,
    Define,
    Global,
    Lambda,
    Let,
    Letrec,
    LocalRef,
    Node,
    SetGlobal,
    SetLocal,
    Variable,
)
from chibi_hooks.scheme.values.data import UNDEFINED, UNSPECIFIED


def put_let(e: Emitter, node: Let, target: Target) -> Node | None:
    """Bind the variables; the body goes on."""
    if (join := join_of(node)) is not None:
        return _put_join(e, node, join, target)
    bind_all(e, node.variables, node.inits)
    return node.body


def _put_join(e: Emitter, node: Let, join: Lambda, target: Target) -> Node | None:
    """The body of the `let` in a loop that runs once, which those branches leave that go on with what stands behind it:
    where they would not return, they say that they do.
    """
    out = e.out
    here = Target("effect", "", len(out.loops))
    found = facts(node.variables[0])
    if target.kind == "return":
        once = Once(out)
        found.leave = once.leave
        e.emit(node.body, target)
        once.put(here)
        return join.body
    goes_on = out.new_name()
    out.put(out.assign(goes_on, out.python(False), binds=True))
    once = Once(out)

    def leave_body() -> None:
        out.put(out.assign(goes_on, out.python(True), binds=True))
        once.leave()

    found.leave = leave_body
    inside = Target(target.kind, target.name, here.depth, target.binds)
    e.emit(node.body, inside)
    once.put(here)
    statement = out.at(ast.If(out.load(goes_on), [], []))
    block, out.block = out.block, []
    e.emit(join.body, inside)
    statement.body, out.block = out.block or [out.at(ast.Pass())], block
    out.put(statement)
    leave(out, target)
    return None


def value_of_let(e: Emitter, node: Let) -> ast.expr:
    """The value of the body, the variables being bound before."""
    body = _bound(e, node)
    return e.value(body) if join_of(body) is None else e.stored(body)


def test_of_let(e: Emitter, node: Let) -> ast.expr:
    """Whether the body is true, the variables being bound before."""
    body = _bound(e, node)
    return e.test(body) if join_of(body) is None else e.is_true(body)


def _bound(e: Emitter, node: Node) -> Node:
    """The body of a `let`, or of the innermost of many, when the variables are bound."""
    while isinstance(node, Let) and join_of(node) is None:
        bind_all(e, node.variables, node.inits)
        node = node.body
    return node


def bind_all(e: Emitter, variables: Items[Variable], inits: Items[Node]) -> None:
    """Bind variables to the values of their inits."""
    out = e.out
    changing: list[tuple[Variable, ast.expr]] = []  # bound last: an init entered again must find them unbound
    for variable, init in zip(variables, inits, strict=True):
        name = bind(e, variable)
        if facts(variable).boxed or variable.assigned:
            value = e.value(init)
            alone = variable is variables[-1] or e.stable(value)
            changing.append((variable, value if alone else out.saved(value)))
        elif isinstance(init, (Lambda, CaseLambda)):
            if facts(variable).needed:
                define_procedures(e, [(name, init)])
            else:
                facts(variable).name = ""  # it stands in line wherever it is used
        else:
            _put_value(e, variable, init)
    for variable, value in changing:
        out.put(out.assign(facts(variable).name, boxed(e, variable, value), binds=True))


def _put_value(e: Emitter, variable: Variable, init: Node) -> None:
    """Bind a variable that lives in no box."""
    name = facts(variable).name
    if facts(variable).text:
        e.out.put(e.out.assign(name, held(e, variable, e.value(init)), binds=True))
    elif facts(variable).keyed and isinstance(init, Call):
        put_keyed(e, variable, init)
    elif facts(variable).bare:
        e.spelt.add(name)
        e.emit(init, Target("assign", name, len(e.out.loops), binds=True))
        e.spelt.discard(name)  # the next form begins with the same names
    else:
        e.emit(init, Target("assign", name, len(e.out.loops), binds=True))


def put_letrec(e: Emitter, node: Letrec, target: Target) -> Node | None:
    """A loop, or bindings that see each other."""
    if facts(node.variables[0]).loop:
        _put_loop(e, node, target)
        return None
    out = e.out
    for variable in node.variables:
        name = bind(e, variable)
        found = facts(variable)
        if found.boxed or found.late:
            out.put(out.assign(name, boxed(e, variable, out.constant(UNDEFINED)), binds=True))
    run: list[tuple[Variable, Lambda | CaseLambda]] = []
    for variable, init in zip(node.variables, node.inits, strict=True):
        if isinstance(init, (Lambda, CaseLambda)):
            run.append((variable, init))
            continue
        _define_run(e, run)
        run = []
        _initialise(e, variable, init)
    _define_run(e, run)
    return node.body


def _define_run(e: Emitter, run: list[tuple[Variable, Lambda | CaseLambda]]) -> None:
    """Define a run of procedures together; those that live in a box or may be read too early come last, by
    assignment.
    """
    for variable, _ in run:
        if not facts(variable).needed:
            facts(variable).name = ""  # it stands in line wherever it is used
    run = [(variable, procedure) for variable, procedure in run if facts(variable).needed]
    plain = [(v, procedure) for v, procedure in run if not v.assigned and not facts(v).late]
    if plain:
        define_procedures(e, [(facts(v).name, procedure) for v, procedure in plain], [v for v, _ in plain])
    for variable, procedure in run:
        if variable.assigned or facts(variable).late:
            _initialise(e, variable, procedure)


def _initialise(e: Emitter, variable: Variable, init: Node) -> None:
    found = facts(variable)
    if found.boxed:
        fill_box(e, variable, e.value(init))
    elif found.late:
        e.out.put(e.out.assign(found.name, e.value(init)))
    else:
        _put_value(e, variable, init)


def _put_loop(e: Emitter, node: Letrec, target: Target) -> None:
    out = e.out
    procedure, entry = loop_procedure(node), loop_entry(node)
    assert entry is not None
    for before in entry[0]:
        if isinstance(before, Let):
            bind_all(e, before.variables, before.inits)
        else:
            e.emit(before, Target("effect", "", len(out.loops)))
    link_loop(e, node.variables[0], procedure, entry[1].operands)
    gathered = _passed_before_entry(e, node.variables[0], procedure, entry[1].operands)
    begins = [i for i, param in enumerate(procedure.params) if param not in e.chains and param not in gathered]
    params = [procedure.params[i] for i in begins]
    values = e.operands([_told(procedure.params[i], entry[1].operands[i]) for i in begins])
    params, values = [*params, *gathered], [*values, *gathered.values()]
    for i, param in enumerate(params):
        if (walk := facts(param).walk) is not None:
            values[i] = begun(e, walk, values[i])
    out.loops.append(Loop(node.variables[0], procedure.params, len(out.loops) + 1))
    for param in procedure.params:
        bind(e, param)
        if param in e.chains and param not in e.expansions.undropped:
            begin(out, e.chains[param])
    for param, value in zip(params, values, strict=True):
        out.put(out.assign(facts(param).name, boxed(e, param, held(e, param, value)), binds=True))
    for param in procedure.params:
        if param in e.chains and (walked := e.expansions.undropped.get(param)) is not None:
            begin_along(out, e.chains[param], facts(walked).name)
    out.loops.pop()
    variable, operands = node.variables[0], entry[1].operands
    versions = e.expansions.versions.get(variable)
    if versions is not None:
        put_versions(e, versions, lambda: _put_turning(e, variable, procedure, operands, target))
    else:
        _put_turning(e, variable, procedure, operands, target)


def _passed_before_entry(
    e: Emitter, variable: Variable, procedure: Lambda, operands: Items[Node]
) -> dict[Variable, ast.expr]:
    """Characters that a loop passes over before it is given the first one; where they are gathered, by variable."""
    if e.out.counting or not e.expansions.has_letters:
        return {}
    loop = Loop(variable, procedure.params, len(e.out.loops) + 1)
    look_ahead(loop, lambda call: is_variable(call.operator, variable), procedure.body, e.expansions)
    passing = passed_before(loop, operands, entry=True)
    if passing is None:
        return {}
    gathered: dict[Variable, ast.expr] = {}
    collector: ast.Name | None = None
    if (param := passing.collector) is not None:
        collector = e.out.saved(e.value(operands[procedure.params.index(param)]))
        gathered[param] = collector
    assert passing.last is not None
    pass_before(e, passing, operands[procedure.params.index(passing.last)], collector)
    return gathered


def _put_turning(e: Emitter, variable: Variable, procedure: Lambda, entry: Items[Node], target: Target) -> None:
    """A loop whose variables have the values that it begins with."""
    out = e.out
    loop = Loop(variable, procedure.params, len(out.loops) + 1)
    out.loops.append(loop)
    if not out.counting:
        if e.expansions.has_letters:
            look_ahead(loop, lambda call: is_variable(call.operator, variable), procedure.body, e.expansions)
        turns = turns_of(variable, procedure, entry, e.expansions)
        first = passed_first(loop)
        tally = tally_of(turns, variable, procedure, entry, e.expansions) if turns else None
        if turns is not None and tally is not None:
            out.loops.pop()
            put_tally(e, tally, turns)
            e.emit(turns.exit, target)
            return
        if turns is not None and loop.scan is None and first is None and all(map(is_among_words, loop.passings)):
            loop.passings = []
            put_turns(e, loop, turns, target)
            return
        if loop.scan is not None:
            begin_scan(e, loop.scan, entry[procedure.params.index(loop.scan.index)])
        if first is not None:
            begin_passing(e, loop, entry[procedure.params.index(first)])
        elif (gathers := gathered_first(loop)) is not None:
            assert gathers.collector is not None
            begin_gathering(e, gathers, gathers.first, out.load(facts(gathers.collector).name))
    outer = out.block
    inside: list[ast.stmt] = []
    out.block = inside
    loop.line = out.line
    out.step()
    e.emit(procedure.body, target)
    out.block = outer
    out.loops.pop()
    put_while(out, loop, inside, target)


def jump(e: Emitter, loop: Loop, operands: Items[Node], call: Call) -> None:
    """Go on with an open loop, its variables bound to other values."""
    if loop.scan is not None and loop.scan.jump.operands is operands:
        put_scan(e, loop.scan)
        go_on(e.out, loop.depth)
        return
    passing = passing_at(loop, operands)
    if passing is not None and passing.last is not None:
        operands = _with_last(e, loop, passing, operands)
    elif passing is None and (before := passed_before(loop, operands, entry=False)) is not None:
        assert before.last is not None
        collector = e.out.load(facts(before.collector).name) if before.collector is not None else None
        pass_before(e, before, operands[loop.params.index(before.last)], collector)
    moves: list[tuple[str, ast.expr]] = []
    operands = [_told(param, each) for param, each in zip(loop.params, operands, strict=True)]
    for param, value in link_members(e, loop, operands):
        value = boxed(e, param, held(e, param, value))
        same = isinstance(value, ast.Name) and value.id == facts(param).name
        if param.assigned or not same:  # what `set!` changes is another variable in each turn: one may be entered again
            moves.append((facts(param).name, value))
    move(e.out, moves)
    if passing is not None and passing.last is None:
        put_passing(e, passing)
    _put_turn(e.out, loop, call)


def _put_turn(out: Builder, loop: Loop, call: Call) -> None:
    """Go back; on a line of its own if nothing in the loop has one: who is stopped there is told where that is."""
    line = out.line
    if line == loop.line and call.place is not None:
        out.site("call", "", call.place)
    go_on(out, loop.depth)
    out.line = line


def _told(param: Variable, operand: Node) -> Node:
    """What a variable of a loop is given, as it is told of what the Python variable holds."""
    return told_as_collector(operand, param) if facts(param).stack else operand


def _with_last(e: Emitter, loop: Loop, passing: Passing, operands: Items[Node]) -> list[Node]:
    """The operands, of which only one is read still: what is gathered is, and what comes next is passed over."""
    left: list[Node] = []
    for param, operand in zip(loop.params, operands, strict=True):
        if param is passing.collector:
            e.value(operand)
            operand = LocalRef(param, operand.place)
        left.append(operand)
    put_passing(e, passing)
    return left


def put_set_local(e: Emitter, node: SetLocal, target: Target) -> None:
    """Change a local variable."""
    value = e.value(node.value)
    found = facts(node.variable)
    if found.late:
        local(e, node.variable, node.place)
    if found.boxed:
        fill_box(e, node.variable, value)
    else:
        e.out.put(e.out.assign(found.name, value))
    e.deliver(e.out.constant(UNSPECIFIED), target)


def put_set_global(e: Emitter, node: SetGlobal | Define, target: Target) -> None:
    """Change or define a global variable."""
    _assign_global(e, node)
    e.deliver(e.out.constant(UNSPECIFIED), target)


def _assign_global(e: Emitter, node: SetGlobal | Define) -> None:
    out, location = e.out, node.location
    key = location.key
    if location.__class__ is Twin:
        return  # put where it is known whether anybody calls it
    out.body.globals.add(key)
    if isinstance(node, Define) and isinstance(node.value, Lambda) and not global_facts(location).assumed:
        define_procedures(e, [(key, node.value)])
        return
    if isinstance(node, Define) and isinstance(node.value, CaseLambda) and location.library is not None:
        _separate_clauses(e, location, node.value)
    value = e.value(node.value)
    if isinstance(node, SetGlobal):
        out.put(ast.Expr(value_of_global(e, node)))
    if global_facts(location).assumed:
        value = out.internal("settled", value)
    out.put(out.assign(key, value))


def _separate_clauses(e: Emitter, location: Global, procedure: CaseLambda) -> None:
    """A `case-lambda` of a library: clauses are procedures of their own, which calls with known arguments go to. What
    other units know of them is the same for code that counts its steps, and so must their keys be."""
    counts: set[int] = set()
    for clause in procedure.clauses:
        if clause.rest is None and (count := len(clause.params)) not in counts:  # a further one is never reached
            counts.add(count)
            shared = location.key.endswith(f"@{location.library}")
            key = e.clause_keys[clause] = f"{count}:{location.key}" if shared else e.new_key()
            e.out.body.globals.add(key)
            clause.name = clause.name or procedure.name
            define_procedures(e, [(key, clause)])
