"""Lambdas in, Python functions out: together where they call each other, and made anew for each turn of a loop."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as Items

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.analysing.facts import RETURN, facts
from chibi_hooks.scheme.compiling.analysing.mutual import mutual
from chibi_hooks.scheme.compiling.analysing.trees import bound_variables, is_closed, references
from chibi_hooks.scheme.compiling.emitting.emission import LOAD, STORE, Loop
from chibi_hooks.scheme.compiling.emitting.emitter import Emitter
from chibi_hooks.scheme.compiling.emitting.lists.building import begin_list
from chibi_hooks.scheme.compiling.emitting.loops.passing import look_ahead
from chibi_hooks.scheme.compiling.emitting.settling import comes_back, known_callee
from chibi_hooks.scheme.compiling.emitting.twofold import put_versions
from chibi_hooks.scheme.compiling.emitting.variables import bind, put_into_boxes
from chibi_hooks.scheme.core import CaseLambda, Lambda, Variable
from chibi_hooks.scheme.running.site import Body
from chibi_hooks.scheme.values.data import intern
from chibi_hooks.typenames import Final

GIVEN: Final = 16  # procedures that each call of one of them hands on; of n that do, n * n names are compiled


def value_of_procedure(e: Emitter, node: Lambda | CaseLambda) -> ast.expr:
    """The name of a function that is defined just before."""
    name = e.out.new_name()
    define_procedures(e, [(name, node)])
    return e.out.load(name)


def define_procedures(e: Emitter, group: list[tuple[str, Lambda | CaseLambda]], own: Items[Variable] = ()) -> None:
    """Define Python functions under the given names; together, because they may call each other. `own`: the variables
    that these names are.
    """
    out = e.out
    if own:
        _give_themselves(e, own)
    if out.body.lambda_ is not None and len(group) == 1 and not own and is_closed(group[0][1], e.expansions):
        name, procedure = group[0]
        out.put(out.assign(name, out.load(_lifted(e, procedure)), binds=True))
        return
    if out.loops:
        free: set[Variable] = set()
        for _, procedure in group:
            free |= references(procedure, e.expansions) - bound_variables(procedure, e.expansions)
        outside = [v for v in free if v not in own and facts(v).name]
        if outside and any(facts(v).loop_body is out.body for v in [*outside, *own]):
            free_names = {facts(v).name for v in outside}.union(*(facts(v).passed for v in outside))
            _define_in_factory(e, group, sorted(free_names), own)
            return
    passed = _passed(own)
    for name, procedure in group:
        out.put(function_of(e, procedure, name, passed.get(name, ())))


def _passed(own: Items[Variable]) -> dict[str, tuple[str, ...]]:
    """What procedures are given behind their arguments."""
    return {facts(variable).name: facts(variable).passed for variable in own}


def _give_themselves(e: Emitter, own: Items[Variable]) -> None:
    """Have procedures that come back to themselves given themselves, where they are but called: closures that hold
    themselves are garbage which only the collector finds, and what they hold besides, such as a continuation, lives as
    long.
    """
    used: dict[Variable, set[Variable]] = {}
    for variable in own:
        found = facts(variable)
        found.passed = ()
        known = found.known
        if known is not None and known.rest is None and not (found.valued or found.boxed or found.late):
            used[variable] = references(known.body, e.expansions)
    for group in mutual(used):
        if len(group) <= GIVEN:
            names = tuple([facts(each).name for each in group])
            for variable in group:
                facts(variable).passed = names


def _lifted(e: Emitter, procedure: Lambda | CaseLambda) -> str:
    """The key of a procedure that uses no variable of those around it: one function does, made with the unit."""
    out = e.out
    key = out.emission.lifted.get(procedure)
    if key is None:
        key = out.emission.lifted[procedure] = e.new_key()
        with out.inside(Body(None, out.names)):
            out.factories.append(function_of(e, procedure, key))
    return key


def _define_in_factory(
    e: Emitter, group: list[tuple[str, Lambda | CaseLambda]], free: list[str], own: Items[Variable]
) -> None:
    """Make the procedures in a function of their own, called with their free variables: a fresh binding for each turn
    of the loop.
    """
    out, key = e.out, e.new_key()
    with out.inside(Body(None, out.names)):
        local = [name if name[0] == "v" else out.new_name() for name, _ in group]
        passed = _passed(own)
        for name, (_, procedure) in zip(local, group, strict=True):
            out.put(function_of(e, procedure, name, passed.get(name, ())))
        results: list[ast.expr] = [out.load(name) for name in local]
        result = results[0] if len(results) == 1 else out.at(ast.Tuple(results, LOAD))
        out.put(ast.Return(result))
        out.factories.append(out.definition(key, free, None, out.block))
    out.site("define", "", None)
    made = out.apply(out.load(key), [out.load(name) for name in free])
    if len(group) == 1:
        out.put(out.assign(group[0][0], made, binds=True))
        return
    stores = out.at(ast.Tuple([out.at(ast.Name(name, STORE)) for name, _ in group], STORE))
    out.put(out.binding(stores, made))


def function_of(e: Emitter, procedure: Lambda | CaseLambda, name: str, passed: Items[str] = ()) -> ast.stmt:
    """The definition of the Python function for a procedure; `passed`: what it is given behind its arguments."""
    out = e.out
    outer_line, around = out.line, out.around
    body = Body(procedure, out.names)
    if procedure not in e.expansions.turning:  # else no redefinition finds it: only those who run it have it
        body.origin = e.origins.get(procedure, procedure)
    outer = out.begun(body)
    out.around = ()
    out.site("procedure", procedure.name or "", procedure.place)
    line = out.line
    params: list[str] = []
    rest: str | None = None
    if isinstance(procedure, CaseLambda):
        rest = out.new_name()
        _put_clauses(e, procedure, rest)
        body.statements = out.block
    else:
        params, rest, body.statements = _lambda_body(e, procedure)
        params += passed
    out.go_on(outer)
    statements = body.statements
    if body.globals:
        statements = [out.at(ast.Global(sorted(body.globals))), *statements]
    out.line = line
    result = out.definition(name, params, rest, statements)
    out.line, out.around = outer_line, around
    return result


def _lambda_body(e: Emitter, procedure: Lambda) -> tuple[list[str], str | None, list[ast.stmt]]:
    """Parameters, the one for the rest, and statements."""
    out = e.out
    itself, builds = comes_back(e, procedure) if procedure.rest is None else (False, False)
    out.self_loop = itself or builds
    if out.self_loop:
        out.loops.append(Loop(None, procedure.params, 1))
    variables = parameters(procedure)
    names = [bind(e, variable) for variable in variables]
    if builds:
        begin_list(e)
    if procedure.rest is not None and not facts(procedure.rest).members:
        out.rest_list(names[-1])
    put_into_boxes(e, variables)
    versions = e.expansions.versions.get(procedure) if not builds else None
    if versions is not None:
        put_versions(e, versions, lambda: _put_body(e, procedure))
    elif out.self_loop:
        _put_body(e, procedure)
    else:  # at once: the stack holds a hundred procedures within each other
        out.step()
        e.emit(procedure.body, RETURN)
    rest = names.pop() if procedure.rest is not None else None
    return names, rest, out.block or [out.at(ast.Pass())]


def _put_body(e: Emitter, procedure: Lambda) -> None:
    """The body of a procedure whose parameters have their values, as a loop if it goes on with itself."""
    out = e.out
    if not out.self_loop:
        out.step()
        e.emit(procedure.body, RETURN)
        return
    if e.expansions.has_letters and not out.counting:
        is_turn = lambda call: known_callee(e, call.operator) is procedure  # noqa: E731
        look_ahead(out.loops[0], is_turn, procedure.body, e.expansions)
    outer, out.block = out.block, []
    out.loops[0].line = out.line
    out.step()
    e.emit(procedure.body, RETURN)
    inside, out.block = out.block, outer
    out.put(ast.While(out.python(True), inside, []))


def parameters(procedure: Lambda) -> list[Variable]:
    """All of them, the one for the rest last."""
    return [*procedure.params, procedure.rest] if procedure.rest is not None else list(procedure.params)


def bind_members(e: Emitter, procedure: Lambda, given: Callable[[], ast.expr]) -> None:
    """Bind the parameters to the members of the tuple that is `given`, an expression made when the names are."""
    out, variables = e.out, parameters(procedure)
    names = [bind(e, variable) for variable in variables]
    stores: list[ast.expr] = [out.at(ast.Name(name, STORE)) for name in names]
    if procedure.rest is not None:
        stores[-1] = out.at(ast.Starred(stores[-1], STORE))
    out.put(out.binding(out.at(ast.Tuple(stores, STORE)), given()))
    if procedure.rest is not None and not facts(procedure.rest).members:
        out.rest_list(names[-1])
    put_into_boxes(e, variables)


def _put_clauses(e: Emitter, procedure: CaseLambda, args: str) -> None:
    """`case-lambda`: take any number of arguments and choose by their count."""
    out = e.out
    for clause in procedure.clauses:
        count = out.internal("len", out.load(args))
        operator = ast.Eq() if clause.rest is None else ast.GtE()
        statement = out.at(ast.If(out.at(ast.Compare(count, [operator], [out.python(len(clause.params))])), [], []))
        if clause in e.clause_keys:
            spread = out.at(ast.Starred(out.load(args), LOAD))
            out.site("call", clause.name or "", clause.place)
            statement.body = [out.at(ast.Return(out.apply(out.load(e.clause_keys[clause]), [spread])))]
            out.put(statement)
            continue
        block = out.block
        out.block = []
        if parameters(clause):
            bind_members(e, clause, lambda: out.load(args))
        out.step()
        e.emit(clause.body, RETURN)
        statement.body = out.block
        out.block = block
        out.put(statement)
    out.site("define", "", None)  # no place of its own: what is shown is the call
    who = out.constant(intern(procedure.name or "case-lambda"))
    out.put(ast.Return(out.internal("no_clause", out.load(args), who)))
