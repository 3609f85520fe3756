"""`guard` in, Python's `try` out; what happens there at run time is in `running.guards`.

    v3 = %guard(…)                    the current handler from here on
    v4 = None
    try:
        v5 = …                        the body; a raise in it may come here as an exception
        v3.run.dynamics = v3.dynamics
    except %ours(v3):
        v4 = %caught(v3)
    if v4 is None: …                  with the value v5
    …                                 the clauses, in tail position like those of `cond`

A guard is *light* when its body calls nothing but primitives, `raise` and `error`: what it raises leaves a loop that
runs once, errors of primitives are caught by the `try`, and no handler has to be known to anybody. Of an error that is
made there nobody can tell more than the clauses ask (`Light.asked`): mostly whether it is one, and its message. What is
raised goes to the clauses without the holder that says where it was raised: that is made where none of them matches.

Rules: nothing but the body stands in the `try`, so what clauses raise goes to the handlers outside. Its last statement
leaves the guard (`resuming.rest` counts on it); jumps out of it leave it themselves, in whatever run they are. Each
site in the body knows the guards around it: when its frame leaves Python's stack, they have to be found on the heap
(`Site.guards`).
"""

from __future__ import annotations

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.analysing.facts import Target, called_leaf, facts, is_jump, is_quiet, stays
from chibi_hooks.scheme.compiling.analysing.trees import guards, is_going_on, is_raise, loop_procedure
from chibi_hooks.scheme.compiling.emitting.emission import LOAD, STORE, AskedOfError, Light
from chibi_hooks.scheme.compiling.emitting.emitter import Emitter
from chibi_hooks.scheme.compiling.emitting.exits import Once
from chibi_hooks.scheme.compiling.emitting.variables import bind, put_into_boxes
from chibi_hooks.scheme.core import (
    Call,
    CaseLambda,
    GlobalRef,
    If,
    Lambda,
    Letrec,
    LocalRef,
    Node,
    Variable,
    children,
)
from chibi_hooks.scheme.running.site import Site
from chibi_hooks.scheme.values.data import NIL
from chibi_hooks.typenames import Final


def put_guard(e: Emitter, node: Call, body: Lambda, clauses: Lambda, target: Target) -> Node | None:
    """Emit the body and what comes of its value; answer the clauses when they go on at the same level, else emit them
    too.
    """
    out = e.out
    total, asked = len(clauses.params) == 1, _asked_of(clauses)
    raised, value = out.new_name(), out.new_name()
    certain = total or (out.light is not None and out.light.certain)
    light: Light | None = None
    if is_light(e, body.body, certain):
        returned = target.kind == "return"
        inside = Target(target.kind if returned else "assign", "" if returned else value, len(out.loops))
        light = Light(raised, total, certain, asked, raised if total else out.new_name())
        _put_light(e, node, body, inside, light)
        if not total:
            e.raised[clauses.params[1]] = light
        if returned:
            _bind_raised(e, clauses, raised, light)
            return clauses.body
    else:
        guards = _put_full(e, node, body, raised, value, total, asked != NOTHING)
        if not total:
            out.asked[clauses.params[1]] = guards
    return _put_outcome(e, clauses, raised, value, light, target)


def _put_full(
    e: Emitter, node: Call, body: Lambda, raised: str, value: str, total: bool, seen: bool
) -> tuple[tuple[str, Site], ...]:
    """Answers the guard and those around it."""
    out = e.out
    guard = out.new_name()
    out.site("define", "guard", node.place)
    handlers = [e.value(each) for each in node.operands[2:]]
    made = out.internal("handling", *handlers) if handlers else out.internal("guard", out.python(total))
    out.put(out.assign(guard, made, binds=True))
    out.put(out.assign(raised, out.python(None), binds=True))
    site = out.site("call", "guard", node.place)
    site.guards = ((guard, site), *out.guards)
    handler = _handler(e, "ours", "caught" if seen else "unseen", out.load(guard), raised)
    around, block = out.guards, out.block
    out.guards, out.block = site.guards, []
    with out.leaving(lambda: _put_left(e, node, guard)):
        e.emit(body.body, Target("assign", value, len(out.loops)))
    _put_leaving(e, node, guard)
    statement = out.at(ast.Try(out.block, [handler], [], []))
    out.guards, out.block = around, block
    out.put(statement)
    return site.guards


def asked(e: Emitter, node: Call) -> tuple[tuple[str, Site], ...]:
    """The guard of which no clause matches, and those around it, for the call that goes on then. A before thunk that
    is run again on the way back may raise, and that guard is its handler: it has to be found.
    """
    (raised,) = node.operands
    return e.out.asked.get(raised.variable, e.out.guards) if isinstance(raised, LocalRef) else e.out.guards


def _handler(e: Emitter, asking: str, catching: str, operand: ast.expr, raised: str) -> ast.ExceptHandler:
    """`except %asking(operand): raised = %catching(operand)`, on one line: that of the site where it is asked."""
    out = e.out
    asked = out.apply(out.helper(asking), [operand])
    statement = out.assign(raised, out.apply(out.helper(catching), [operand]), binds=True)
    out.sites[out.line].statement = statement
    return out.at(ast.ExceptHandler(asked, None, [statement]))


def _put_leaving(e: Emitter, node: Call, guard: str) -> None:
    out = e.out
    out.site("define", "guard", node.place)
    run = out.at(ast.Attribute(out.load(guard), "run", LOAD))
    left = out.at(ast.Attribute(run, "dynamics", STORE))
    out.put(ast.Assign([left], out.at(ast.Attribute(out.load(guard), "dynamics", LOAD))))


def _put_left(e: Emitter, node: Call, guard: str) -> None:
    """Leave it on the way to somewhere outside, perhaps in another run than it was entered in."""
    e.out.site("define", "guard", node.place)
    e.out.put(ast.Expr(e.out.internal("left_guard", e.out.load(guard))))


def _asked_of(clauses: Lambda) -> AskedOfError:
    """What the clauses ask of an error beside its type: None where they may do anything with it, or hand it on, which
    they do if none is for all errors.
    """
    raised, *passed = clauses.params
    if passed and not _is_for_errors(clauses.body, raised):
        return None
    return _asked_below(clauses.body, raised)


NOTHING: Final[AskedOfError] = frozenset()
TYPES: Final = frozenset(
    """
    error-object? string? symbol? number? integer? real? pair? null? list? vector? char? boolean? procedure? bytevector?
    eof-object? %answered? %answer
    """.split()  # noqa: SIM905  as elsewhere
)
"""What answers the same of every error."""
IRRITANTS: Final = "error-object-irritants"
WORDS: Final = frozenset({"error-object-message", IRRITANTS})
"""What says no more of an error than what it was made of."""


def _asked_below(body: Node, raised: Variable) -> AskedOfError:
    """The members of `WORDS` that are asked of it; None if that is not all."""
    asked: set[str] = set()
    waiting: list[Node] = [body]
    for node in waiting:  # which grows meanwhile
        name = _asks(node, raised)
        if name in WORDS:
            asked.add(name)
        elif name not in TYPES:
            if isinstance(node, LocalRef) and node.variable is raised:
                return None
            waiting += children(node)
    return frozenset(asked)


def _asks(node: Node, raised: Variable) -> str:
    """The primitive that is asked of what was raised, and nothing else."""
    primitive = called_leaf(node) if isinstance(node, Call) else None
    if primitive is None or not isinstance(node, Call) or len(node.operands) != 1:
        return ""
    (asked,) = node.operands
    return primitive.name if isinstance(asked, LocalRef) and asked.variable is raised else ""


def _is_for_errors(body: Node, raised: Variable) -> bool:
    """Whether one of the clauses is for whatever is an error."""
    while isinstance(body, If):
        if _asks(body.test, raised) == "error-object?":
            return True
        body = body.otherwise
    return False


def _put_light(e: Emitter, node: Call, body: Lambda, target: Target, light: Light) -> None:
    """Errors of primitives are caught, and what is raised in the body itself leaves a loop that runs once. Where the
    value is returned, only what was raised comes to the end of it.
    """
    out = e.out
    raised, total = light.raised, light.total
    if target.kind != "return":
        out.put(out.assign(raised, out.python(None), binds=True))
    out.site("define", "guard", node.place)
    catching = "unseen_light" if light.asked == NOTHING else "caught_light"
    handler = _handler(e, "light", catching, out.python(total), raised)
    if not total:
        found = out.at(ast.Attribute(out.load(raised), "payload", LOAD))
        handler.body.append(out.assign(light.payload, found, binds=True))
    outer, block, around = out.light, out.block, out.guards
    out.block, out.guards = [], ()
    if raises_itself(e, body.body, light.certain):
        once = Once(out)
        light.leave = once.leave
        out.light = light
        e.emit(body.body, target)
        once.put(target)
    else:
        e.emit(body.body, target)
    inside = out.block
    out.light, out.block, out.guards = outer, block, around
    out.put(out.at(ast.Try(inside or [out.at(ast.Pass())], [handler], [], [])))


def put_light_raise(e: Emitter, node: Call) -> bool:
    """Emit what raises something in the body of a light guard, if the call does; answer whether it did."""
    out = e.out
    light = out.light
    if light is None or not (is_raise(node) or is_going_on(node)):
        return False
    if is_going_on(node):  # of a guard inside, as light
        (inner,) = node.operands
        assert isinstance(inner, LocalRef)
        payload: ast.expr = out.load(e.raised[inner.variable].payload)
        if not light.total:
            put_holder(e, node)
            out.put(out.assign(light.payload, payload))
            out.put(out.assign(light.raised, e.value(inner)))
            light.leave()
            return True
    elif isinstance(node.operator, GlobalRef) and node.operator.location.name == "error":
        payload = _error(e, node, light)
    else:
        payload = e.value(node.operands[0])
    out.put(out.assign(light.payload, payload))
    if not light.total:
        light.places.append((node.place, out.around))
        out.put(out.assign(light.raised, out.python(len(light.places))))
    light.leave()
    return True


def put_holder(e: Emitter, node: Call) -> None:
    """Make the holder of what goes on past a light guard, where it has none: a number says where it was raised."""
    (raised,) = node.operands
    if isinstance(raised, LocalRef) and (light := e.raised.get(raised.variable)) is not None:
        held = e.value(raised)
        assert isinstance(held, ast.Name)
        _put_holder(e, light, held.id)


def _put_holder(e: Emitter, light: Light, held: str) -> None:
    out, around = e.out, e.out.around
    for i, (place, out.around) in enumerate(light.places):
        out.site("define", "raise", place)
        made = out.assign(held, out.apply(out.helper("raised_here"), [out.load(light.payload)]), binds=True)
        out.put(out.at(ast.If(out.at(ast.Compare(out.load(held), [ast.Eq()], [out.python(i + 1)])), [made], [])))
    out.around = around


def _error(e: Emitter, node: Call, light: Light) -> ast.expr:
    """What a light guard gets of `(error message irritant …)`: no more than its clauses ask for."""
    out = e.out
    asked = light.asked
    message, *irritants = e.operands(node.operands)
    if asked is None:
        out.site("primitive", "%error", node.place)
        return out.apply(out.load("%error"), [message, out.apply(out.load("list"), irritants)])
    out.site("define", "raise", node.place)
    wanted = [each for each in (message if asked else None, *(irritants if IRRITANTS in asked else ())) if each]
    for operand, each in zip(node.operands, (message, *irritants), strict=True):
        if each not in wanted and not stays(operand):
            out.put(ast.Expr(each))
    if not asked:
        return out.helper("some_error")
    given = out.apply(out.load("list"), irritants) if IRRITANTS in asked else out.constant(NIL)
    return out.apply(out.helper("told_error"), [message, given])


def is_light(e: Emitter, body: Node, certain: bool) -> bool:
    """Whether a body calls nothing but primitives, `raise` and `error`, in light guards, too: then nobody else could
    ask for handlers. `certain`: what a guard inside hands on ends at one with an `else`. (Else a handler outside may
    answer, which is an error for each guard on the way.)
    """
    return _calls(e, body, certain) is not None


def raises_itself(e: Emitter, body: Node, certain: bool) -> bool:
    """Whether `raise` or `error` is called in the body of a light guard."""
    return bool(_calls(e, body, certain))


def _calls(e: Emitter, body: Node, certain: bool) -> list[Call] | None:
    """The calls that raise something out of a body that calls but primitives otherwise; None for any other one."""
    found: list[Call] = []
    stack = [body]
    while stack:
        node = stack.pop()
        if isinstance(node, (Lambda, CaseLambda)):
            continue
        if not isinstance(node, Call):
            stack += children(node)
            if isinstance(node, Letrec):
                if not facts(node.variables[0]).loop:
                    return None
                stack.append(loop_procedure(node).body)
            continue
        if (expanded := e.expansions.get(node)) is not None:
            stack.append(expanded)
            continue
        if (parts := guards(node)) is not None:
            handed_on = len(parts[1].params) > 1
            if (handed_on and not certain) or not is_light(e, parts[0].body, certain or not handed_on):
                return None
            stack.append(parts[1].body)
            continue
        stack += node.operands
        if is_raise(node) or is_going_on(node):
            found.append(node)
        elif isinstance(node.operator, LocalRef) and is_jump(node.operator.variable):
            continue
        elif not is_quiet(node):
            return None
    return found


def _put_outcome(
    e: Emitter, clauses: Lambda, raised: str, value: str, light: Light | None, target: Target
) -> Node | None:
    """The value of the body goes to the target, or the clauses are asked."""
    out = e.out
    test = out.at(ast.Compare(out.load(raised), [ast.Is()], [out.python(None)]))
    statement = out.at(ast.If(test, [], []))
    block = out.block
    out.block = []
    e.deliver(out.load(value), target)
    statement.body = out.block or [out.at(ast.Pass())]
    ends = isinstance(statement.body[-1], ast.Return | ast.Continue | ast.Break)
    out.block = block
    out.put(statement)
    if not ends:
        out.block = []
    _bind_raised(e, clauses, raised, light)
    if ends:
        return clauses.body
    e.emit(clauses.body, target)
    statement.orelse = out.block
    out.block = block
    return None


def _bind_raised(e: Emitter, clauses: Lambda, raised: str, light: Light | None) -> None:
    """Give the clauses what was raised."""
    out = e.out
    given: list[ast.expr] = [out.load(raised)]
    if len(clauses.params) == 2 and light is not None:
        if facts(clauses.params[1]).captured:  # else it is made where it is wanted
            _put_holder(e, light, raised)
        given = [out.load(light.payload), *given]
    elif len(clauses.params) == 2:
        given = [out.at(ast.Attribute(out.load(raised), "payload", LOAD)), *given]
    for param, each in zip(clauses.params, given, strict=True):
        out.put(out.assign(bind(e, param), each, binds=True))
    put_into_boxes(e, clauses.params)
