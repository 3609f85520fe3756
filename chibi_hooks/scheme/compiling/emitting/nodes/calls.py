"""Calls in, Python statements out: of primitives, of what stands in line, of loops, of known procedures, of any."""

from __future__ import annotations

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.analysing.facts import (
    RETURN,
    Target,
    VariableFacts,
    called_leaf,
    facts,
    global_facts,
    is_apply,
    is_call,
    is_failure,
)
from chibi_hooks.scheme.compiling.analysing.inlining.tables import table_of
from chibi_hooks.scheme.compiling.analysing.kinds import is_number
from chibi_hooks.scheme.compiling.analysing.trees import (
    applied_primitive,
    directly_bound,
    guards,
    is_going_on,
    is_miscounted,
    receives_escape,
    receives_values,
    values_produced,
    wound,
)
from chibi_hooks.scheme.compiling.emitting.chains import is_empty
from chibi_hooks.scheme.compiling.emitting.emission import LOAD
from chibi_hooks.scheme.compiling.emitting.emitter import Emitter
from chibi_hooks.scheme.compiling.emitting.exits import Once, leave
from chibi_hooks.scheme.compiling.emitting.lists.building import keep_members
from chibi_hooks.scheme.compiling.emitting.lists.joining import (
    collect_lists,
    collect_texts,
    collected_in,
    joiner,
    last_in,
)
from chibi_hooks.scheme.compiling.emitting.lists.walking import spread_values, with_lists
from chibi_hooks.scheme.compiling.emitting.nodes.applying import (
    all_named,
    divided,
    enter,
    integrated,
    makes_pairs,
    name_of,
    put_applied,
)
from chibi_hooks.scheme.compiling.emitting.nodes.bindings import bind_all, jump
from chibi_hooks.scheme.compiling.emitting.nodes.guarding import asked, put_guard, put_holder, put_light_raise
from chibi_hooks.scheme.compiling.emitting.nodes.procedures import bind_members
from chibi_hooks.scheme.compiling.emitting.nodes.promising import asks_promise, put_becoming, put_forced
from chibi_hooks.scheme.compiling.emitting.settling import (
    clause_called,
    is_further_down,
    is_settled,
    is_settled_global,
    known_callee,
    known_key,
)
from chibi_hooks.scheme.compiling.emitting.variables import made, unasked
from chibi_hooks.scheme.core import Call, Const, Global, GlobalRef, If, Lambda, Let, LocalRef, Node, Variable
from chibi_hooks.scheme.running.site import Integrated, Site


def put_call(e: Emitter, node: Call, target: Target) -> Node | None:
    """Emit a call; answer the node to go on with when the call is only a way to bind variables."""
    primitive = called_leaf(node)
    if primitive is not None:
        if target.kind == "return" and (again := keep_members(e, node)) is not None:
            jump(e, e.out.loops[0], again.operands, node)
            return None
        if target.kind != "return" or not e.chained or not put_becoming(e, node):
            put_applied(e, primitive, node, target)
        return None
    if (bound := directly_bound(node)) is not None:
        bind_all(e, bound.params, node.operands)
        if bound in e.moved:
            around = enter(e, Integrated(bound.name or "lambda", node.place, ""), bound.body)
            e.emit(bound.body, target)
            e.out.around = around
            return None
        return bound.body
    operator = node.operator
    if isinstance(operator, GlobalRef) and operator.location.primitive is not None:  # it calls what it is given
        if (receiver := receives_values(node)) is not None:
            _receive(e, node, receiver)
            return receiver.body
        if (guarded := guards(node)) is not None:
            return put_guard(e, node, *guarded, target)
        if (escape := receives_escape(node)) is not None and facts(escape.params[0]).escape:
            return _put_escape(e, escape, target)
        if (both := wound(node)) is not None:
            _put_wound(e, *both, target)
            return None
        if asks_promise(node) and put_forced(e, node, target):
            return None
    if node in e.expansions.given:
        node = _to_taker(e, node)
    node = with_lists(node) if is_failure(node) else node
    if put_light_raise(e, node):
        return None
    if is_going_on(node):
        put_holder(e, node)
        _put_in_its_frame(e, node, target, asked(e, node))
        return None
    if is_miscounted(node):
        _put_in_its_frame(e, node, target, e.out.guards)
        return None
    return _put_call(e, node, target)


def _put_in_its_frame(e: Emitter, node: Call, target: Target, guards: tuple[tuple[str, Site], ...]) -> None:
    """A call under so many guards that is no tail call, so that the frame is there meanwhile."""
    out = e.out
    name, around = out.new_name(), out.guards
    out.guards = guards
    _put_call(e, node, Target("assign", name, len(out.loops)))
    out.guards = around
    e.deliver(out.load(name), target)


def _to_taker(e: Emitter, node: Call) -> Call:
    """The call of the twin that takes the members which a call gives."""
    operator = node.operator
    assert isinstance(operator, GlobalRef)
    taker = e.expansions.takers[operator.location]
    twin = taker.pieces if e.expansions.given[node].pieces else taker.members
    assert twin is not None
    return Call(GlobalRef(twin, operator.place), node.operands, node.place)


def _put_wound(e: Emitter, body: Lambda, leaving: Lambda, target: Target) -> None:
    """A body in a dynamic environment of its own. What jumps out of it leaves that first (`_put_jump`)."""
    out = e.out

    def leave_it() -> None:
        e.emit(leaving.body, Target("effect", "", len(out.loops)))

    with out.leaving(leave_it):
        value = e.stored(body.body)
    leave_it()
    e.deliver(value, target)


def _put_escape(e: Emitter, receiver: Lambda, target: Target) -> Node | None:
    """The body of `(call/cc (lambda (k) …))` whose continuation is but called: in a loop that runs once, which calls of
    `k` leave. Where a value would be returned, they return theirs.
    """
    found = facts(receiver.params[0])
    found.target, found.wound = target, len(e.out.wound)
    if target.kind == "return":
        return receiver.body
    once = Once(e.out)
    found.leave = once.leave
    e.emit(receiver.body, target)
    once.put(target)
    return None


def _put_jump(e: Emitter, k: VariableFacts, node: Call) -> None:
    """The call of such a continuation. On the way it leaves what was wound around the call since it was captured."""
    assert k.target is not None
    out = e.out
    value = e.value(node.operands[0])
    wound = out.wound
    if len(wound) > k.wound and not e.stable(value):
        value = out.saved(value)
    while len(out.wound) > k.wound:
        out.wound, leave_it = out.wound[:-1], out.wound[-1]
        leave_it()
    out.wound = wound
    if k.leave is None:
        e.deliver(value, k.target)
    else:
        e.deliver(value, Target(k.target.kind, k.target.name, len(e.out.loops), k.target.binds))
        k.leave()


def _put_call(e: Emitter, node: Call, target: Target) -> Node | None:
    """A call that does not only bind variables."""
    operator = node.operator
    expanded = e.expansions.get(node)
    if expanded is not None and makes_pairs(e, expanded):
        name = e.out.new_name()
        _put_general_call(e, node, known_callee(e, operator), Target("assign", name, len(e.out.loops)))
        e.deliver(e.out.load(name), target)
        return None
    if expanded is not None:
        e.moved.update(operand for operand in node.operands if type(operand) is Lambda)
        around = enter(e, integrated(node), expanded)
        e.emit(expanded, target)
        e.out.around = around
        return None
    if type(operator) is LocalRef and facts(operator.variable).escape:
        _put_jump(e, facts(operator.variable), node)
        return None
    if type(operator) is LocalRef and facts(operator.variable).join:
        go_on = facts(operator.variable).leave
        assert go_on is not None
        go_on()
        return None
    if type(operator) is LocalRef and facts(operator.variable).loop:
        jump(e, next(loop for loop in e.out.loops if loop.variable is operator.variable), node.operands, node)
        return None
    known = known_callee(e, operator)
    if target.kind == "return" and e.out.self_loop and _is_called_itself(e, known, node):
        jump(e, e.out.loops[0], node.operands, node)
        return None
    tested = _tested(e, node)
    if tested is not None:
        return tested
    if target.kind == "return" and e.out.building is not None:
        _put_before_rest(e, node, known)
    else:
        _put_general_call(e, node, known, target)
    return None


def _put_before_rest(e: Emitter, node: Call, known: Lambda | None) -> None:
    """A call whose value the kept members of a list go before; as long as there are none, a call in tail position."""
    out = e.out
    settled = applied_primitive(node) is not None or clause_called(node) is not None
    if not (settled or _is_settled(e, known, node.operator, len(node.operands))):
        node = all_named(e, node)
        building, block = out.building, out.block
        out.building, out.block = None, []
        _put_general_call(e, node, known, RETURN)
        at_once = out.block
        out.building, out.block = building, block
        assert building is not None
        out.put(ast.If(is_empty(out, building), at_once, []))
    value = out.new_name()
    _put_general_call(e, node, known, Target("assign", value, len(out.loops)))
    e.deliver(out.load(value), RETURN)


def _is_called_itself(e: Emitter, known: Lambda | None, node: Call) -> bool:
    """Whether the call goes to the procedure that it stands in, with as many operands as that has parameters."""
    return known is not None and known is e.out.body.lambda_ and len(node.operands) == len(known.params)


def _tested(e: Emitter, node: Call) -> Node | None:
    """The call of a library's procedure as a test and a call of a primitive, if it comes down to that."""
    operator = node.operator
    found = global_facts(operator.location).guarded if isinstance(operator, GlobalRef) else None
    three = found.get(len(node.operands)) if found else None
    if three is None or node in e.expansions.left_over:
        return None
    variables: list[Variable] = []
    inits: list[Node] = []
    operands: list[Node] = []
    for operand in node.operands:
        if isinstance(operand, Const) or (isinstance(operand, LocalRef) and not operand.variable.assigned):
            operands.append(operand)
            continue
        variable = made(e, "argument")
        facts(variable).table = table_of(operand)
        variables.append(variable)
        inits.append(operand)
        operands.append(LocalRef(variable, operand.place))
    guard, primitive, general = (
        GlobalRef(Global(each.name, each.name, None, each)) if each is not None else operator for each in three
    )
    other = Call(general, operands, node.place)
    e.expansions.left_over.add(other)
    test = Call(guard, operands[: three[0].minimum], node.place)
    choice = If(test, Call(primitive, operands, node.place), other, node.place)
    return Let(variables, inits, choice) if variables else choice


def _put_general_call(e: Emitter, node: Call, known: Lambda | None, target: Target) -> None:
    out = e.out
    by_name = type(node.operator) is GlobalRef
    clause = clause_called(node) if by_name else None
    applies = by_name and is_apply(node)
    applied = applies and applied_primitive(node) is not None
    spread = spread_values(e, node) if applies else None
    e.bare |= (gathered := collected_in(e, node) if applied and spread is None else set())
    joins = joiner(node, bool(gathered)) if spread is None else None
    if joins == "%members-append":
        collect_texts(e, node.operands[-1], "s")
    elif joins == "%appended":
        collect_lists(e, node.operands[-1])
    direct_key = (
        joins or ("%applied_all" if gathered or spread else "%applied")
        if applied
        else clause[0]
        if clause is not None
        else known_key(e, node.operator)
    )
    operator = node.operator if spread is None else node.operands[0]
    older = direct_key is None and target.kind == "return" and _is_older(e, operator)
    if direct_key is not None:
        values = spread or e.operands(node.operands[1:] if joins else node.operands)
        first = 0 if joins else 1
        if gathered and len(node.operands) > 2:  # the members behind other arguments
            values[-1] = out.at(ast.Starred(values[-1], LOAD))
        if spread or (gathered and len(node.operands) > 2):
            values = [*values[:first], _members(e, values[first:])]
    elif spread is not None:
        function, *values = spread
        function = out.operator(function)
    else:
        function, *values = e.operands([node.operator, *node.operands], [older] * (1 + len(node.operands)))
        function = out.operator(function if target.kind == "return" else unasked(e, function))
    if spread is not None:
        settled = applied or _is_settled_for_any(e, operator)
    else:
        settled = clause[1] if clause is not None else applied or _is_settled(e, known, node.operator, len(values))
    if type(operator) is LocalRef:
        values += [out.load(each) for each in facts(operator.variable).passed]
    site = out.site("call", name_of(node.operator), node.place)
    if direct_key is not None:
        function = out.load(direct_key)  # on this line, which says what is called
        function.for_good = True  # type: ignore[attr-defined]  # for `leaving`
    if target.kind == "return":
        call = site.expression = out.apply(function, values)
        if settled or (applies and spread is None):  # `apply` answers the tail call that it is
            out.put(ast.Return(call))
            return
        answer: ast.expr = out.at(ast.Tuple([function, *values], LOAD))
        if older:
            answer = out.at(ast.IfExp(_is_of_kind(e, function, "function"), call, answer))
        elif clause is None and is_further_down(e, known):
            answer = out.at(ast.IfExp(out.python(True), call, answer))
            site.forwards = True
        out.put(ast.Return(answer))
        return
    direct = target.kind == "assign" and target.name not in out.body.mutated
    name = target.name if direct else out.new_name()
    binds = target.binds and direct
    call = site.expression = out.apply(function, values)
    statement = site.statement = out.assign(name, call, binds)
    out.put(statement)
    if not settled:
        again = out.site("call", site.name, node.place)
        bounce = again.statement = out.assign(name, out.apply(out.helper("bounce"), [out.load(name)]), binds)
        out.put(ast.If(_is_of_kind(e, out.load(name), "tuple"), [bounce], []))
    if target.kind == "assign":
        e.deliver(out.load(name), target)
    else:
        leave(out, target)


def _is_settled(e: Emitter, known: Lambda | None, operator: Node, count: int) -> bool:
    """Whether a call with so many arguments answers no tail call; one that fails does so here, where its place is
    known.
    """
    if known is None:
        return is_settled_global(operator)
    takes = count == len(known.params) or (count > len(known.params) and known.rest is not None)
    return is_settled(e, known) or not takes


def _is_settled_for_any(e: Emitter, operator: Node) -> bool:
    """The same with any number of arguments."""
    known = known_callee(e, operator)
    return is_settled_global(operator) if known is None else is_settled(e, known)


def _members(e: Emitter, values: list[ast.expr]) -> ast.expr:
    """A Python list, or tuple, of values of which some have a star."""
    only = values[0] if len(values) == 1 else None
    return only.value if isinstance(only, ast.Starred) else e.out.at(ast.List(values, LOAD))


def _is_older(e: Emitter, operator: Node) -> bool:
    """Whether it is a variable that had its value before the procedure at hand was made. A procedure calls such a one
    at once in tail position: that one can do so only with what is older still, so there is an end to it, and where the
    stack ends before, frames at a tail call are dropped. A continuation is better entered from the base.
    """
    if not isinstance(operator, LocalRef) or operator.variable.assigned:
        return False
    found = facts(operator.variable)
    return found.captured and not found.late and found.known is None and found.owner is not e.out.body.lambda_


def _is_of_kind(e: Emitter, value: ast.expr, kind: str) -> ast.expr:
    """Whether a value is a tail call, or a function of Python: of exactly that class."""
    out = e.out
    return out.at(ast.Compare(out.at(ast.Attribute(value, "__class__", LOAD)), [ast.Is()], [out.helper(kind)]))


def _receive(e: Emitter, node: Call, receiver: Lambda) -> None:
    out = e.out
    produced = values_produced(node)
    if receiver.rest is None and isinstance(produced, Call) and called_leaf(produced) is not None:
        if is_call(produced, "values", len(receiver.params)):
            bind_all(e, receiver.params, produced.operands)
            return
        if len(receiver.params) == 1 and _is_one_value(produced):
            bind_all(e, receiver.params, [produced])
            return
        if len(receiver.params) == 2 and (both := divided(e, produced)) is not None:
            bind_members(e, receiver, lambda: both)
            return
    name = out.new_name()
    sure = _values_in(e, produced, len(receiver.params)) if receiver.rest is None else set()
    e.bare |= sure
    e.emit(produced, Target("assign", name, len(out.loops)))
    if sure:
        bind_members(e, receiver, lambda: out.load(name))
        return
    site = out.site("call", "call-with-values", node.place)
    count, rest = out.python(len(receiver.params)), out.python(receiver.rest is not None)

    def members() -> ast.expr:
        several = _is_of_kind(e, out.load(name), "Values")
        theirs = out.at(ast.Attribute(out.load(name), "values", LOAD))
        site.expression = out.internal("received", out.load(name), count, rest)  # says why Python could not unpack them
        return out.at(ast.IfExp(several, theirs, site.expression))

    bind_members(e, receiver, members)


def _is_one_value(node: Call) -> bool:
    """Whether a call of a primitive gives one value for certain."""
    primitive = called_leaf(node)
    return is_number(node) or (primitive is not None and primitive.returns != "value")


def _values_in(e: Emitter, node: Node, count: int) -> set[Node]:
    """The calls of `values` of which one is sure to give what a node gives, so many; none if it is not sure."""
    found: set[Node] = set()
    for each in last_in(e, node):
        if count > 1 and is_call(each, "values", count):
            found.add(each)
        elif not is_failure(each):
            return set()
    return found
