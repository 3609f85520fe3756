"""Forms that bind local variables come in, Lambda, Let, Letrec go out (R7RS 4.1.4, 4.2.2, 4.2.4, 4.2.9)."""

from __future__ import annotations

from collections.abc import Iterable

from chibi_hooks.scheme.core import (
    Call,
    CaseLambda,
    Const,
    GlobalRef,
    If,
    Lambda,
    Let,
    Letrec,
    LocalRef,
    Node,
    Sequence,
    SetLocal,
    Variable,
)
from chibi_hooks.scheme.expanding.bodies import expand_body
from chibi_hooks.scheme.expanding.expander import Expander, give_name, primitive
from chibi_hooks.scheme.expanding.scope import Scope, core_form, flat, is_identifier, key_of, shown
from chibi_hooks.scheme.reading.syntax import Form, Syntax
from chibi_hooks.scheme.values.data import UNSPECIFIED


@core_form("lambda", "(lambda (parameter …) body …)")
def _expand_lambda(x: Expander, form: Form, scope: Scope) -> Node:
    if len(form.items) < 3:
        raise x.wrong("lambda", form)
    return procedure(x, form.items[1], form.items[2:], scope, form)


def procedure(
    x: Expander, formals: Syntax, body: list[Syntax], scope: Scope, form: Form, name: str | None = None
) -> Lambda:
    """A Lambda from its parameters and body; `form` is what errors show."""
    inner = Scope(scope)
    params, rest = bind_formals(x, formals, inner, form)
    return Lambda(params, rest, expand_body(x, body, inner, form), name, form.place)


def bind_formals(x: Expander, formals: Syntax, inner: Scope, form: Form) -> tuple[list[Variable], Variable | None]:
    """Make variables of a parameter list and bind them; a name may occur once in that scope. Raises SchemeError."""
    if is_identifier(formals):
        return [], bind(x, formals, inner, form)
    if formals.__class__ is not Form:
        raise x.refuse(formals, f"wanted parameters (name …), got {shown(formals)}", who=form.items[0].name, near=form)
    if formals.tail is not None:
        formals = flat(formals)
    params = [bind(x, each, inner, form) for each in formals.items]
    return params, None if formals.tail is None else bind(x, formals.tail, inner, form)


def bind(x: Expander, identifier: Syntax, inner: Scope, form: Form) -> Variable:
    """Bind one name in a scope; complain if it is none or is there already. Raises SchemeError."""
    if not is_identifier(identifier):
        raise x.refuse(identifier, f"wanted a name to bind, got {shown(identifier)}", who=form.items[0].name, near=form)
    key = key_of(identifier)
    if key in inner.names:
        raise x.refuse(identifier, f"the name {identifier.name} is bound twice here", who=form.items[0].name)
    variable = inner.names[key] = Variable(identifier.name, identifier.place)
    return variable


@core_form("case-lambda", "(case-lambda ((parameter …) body …) …)")
def _expand_case_lambda(x: Expander, form: Form, scope: Scope) -> Node:
    clauses = []
    for clause in form.items[1:]:
        parts = x.proper(clause).items if clause.__class__ is Form else []
        if len(parts) < 2:
            raise x.refuse(clause, f"wanted ((parameter …) body …), got {shown(clause)}", who="case-lambda", near=form)
        inner = Scope(scope)
        params, rest = bind_formals(x, parts[0], inner, form)
        clauses.append(Lambda(params, rest, expand_body(x, parts[1:], inner, form), None, clause.place))
    return CaseLambda(clauses, None, form.place)


@core_form("let", "(let [name] ((variable value) …) body …)")
def _expand_let(x: Expander, form: Form, scope: Scope) -> Node:
    items = form.items
    if len(items) < 3:
        raise x.wrong("let", form)
    if is_identifier(items[1]):
        return _named_let(x, form, scope)
    inner = Scope(scope)
    variables, inits = _bind_all(x, items[1], scope, inner, form)
    body = expand_body(x, items[2:], inner, form)
    return Let(variables, inits, body, form.place) if variables else body


def _named_let(x: Expander, form: Form, scope: Scope) -> Node:
    items = form.items
    if len(items) < 4:
        raise x.wrong("let", form)
    loop_scope = Scope(scope)
    loop = bind(x, items[1], loop_scope, form)
    inner = Scope(loop_scope)
    variables, inits = _bind_all(x, items[2], scope, inner, form)
    body = expand_body(x, items[3:], inner, form)
    return _loop(loop, Lambda(variables, None, body, loop.name, form.place), inits, form)


def _bind_all(x: Expander, syntax: Syntax, scope: Scope, inner: Scope, form: Form) -> tuple[list[Variable], list[Node]]:
    """Values looked up outside, names bound inside."""
    variables: list[Variable] = []
    inits: list[Node] = []
    for identifier, value in bindings(x, syntax, form):
        variable = bind(x, identifier, inner, form)
        variables.append(variable)
        inits.append(x.named(value, scope, variable.name))
    return variables, inits


def _loop(loop: Variable, procedure: Lambda, inits: list[Node], form: Form) -> Node:
    return Letrec([loop], [procedure], Call(LocalRef(loop, form.place), inits, form.place), form.place)


@core_form("let*", "(let* ((variable value) …) body …)")
def _expand_let_star(x: Expander, form: Form, scope: Scope) -> Node:
    """One scope serves all bindings: what was expanded before a name is bound has found its meaning already."""
    if len(form.items) < 3:
        raise x.wrong("let*", form)
    made: list[tuple[Variable, Node]] = []
    inner = Scope(scope)
    for identifier, value in bindings(x, form.items[1], form):
        postponed = len(x.later)
        node = x.expand(value, inner)
        if len(x.later) > postponed:  # a hole will look at the scope again: it must not see this name
            inner = Scope(inner)
        if is_identifier(identifier):  # else `bind` refuses it
            inner.names.pop(key_of(identifier), None)
        variable = bind(x, identifier, inner, form)
        give_name(node, variable.name)
        made.append((variable, node))
    body = expand_body(x, form.items[2:], inner, form)
    for variable, node in reversed(made):
        body = Let([variable], [node], body, form.place)
    return body


@core_form("letrec*", "(letrec* ((variable value) …) body …)")
def _expand_letrec_star(x: Expander, form: Form, scope: Scope) -> Node:
    variables, inits, body = _letrec(x, form, scope)
    return Letrec(variables, inits, body, form.place) if variables else body


@core_form("letrec", "(letrec ((variable value) …) body …)")
def _expand_letrec(x: Expander, form: Form, scope: Scope) -> Node:
    """All values are there before one is assigned, and they are assigned to locations that are there before: a
    continuation captured in a value shows both. Only a call can capture one. Values that name the variables are taken
    in order, as in letrec*; R7RS leaves those undefined.
    """
    variables, inits, body = _letrec(x, form, scope)
    late = [index for index, init in enumerate(inits) if init.__class__ not in _CAPTURES_NOTHING]
    for index in late:
        variables[index].assigned = True
    values = [value for _, value in bindings(x, form.items[1], form)]
    if late and not _mentions([values[index] for index in late], {variable.name for variable in variables}):
        place = form.place
        found = [Variable("value", place) for _ in late]
        sets = [SetLocal(variables[i], LocalRef(v, place), place) for i, v in zip(late, found, strict=True)]
        body = Let(found, [inits[index] for index in late], Sequence([*sets, body], place), place)
        inits = [Const(UNSPECIFIED) if index in late else init for index, init in enumerate(inits)]
    return Letrec(variables, inits, body, form.place) if variables else body


_CAPTURES_NOTHING = frozenset({Lambda, CaseLambda, Const, LocalRef, GlobalRef})


def _mentions(syntax: list[Syntax], names: set[str]) -> bool:
    """Whether any of the names stands anywhere in the syntax."""
    waiting = syntax[:]
    while waiting:
        part = waiting.pop()
        if is_identifier(part):
            if part.name in names:
                return True
        elif part.__class__ is Form:
            waiting += part.items if part.tail is None else [*part.items, part.tail]
    return False


def _letrec(x: Expander, form: Form, scope: Scope) -> tuple[list[Variable], list[Node], Node]:
    if len(form.items) < 3:
        raise x.wrong(form.items[0].name, form)
    inner = Scope(scope)
    pairs = list(bindings(x, form.items[1], form))
    variables = [bind(x, identifier, inner, form) for identifier, _ in pairs]
    inits = [x.named(value, inner, variable.name) for variable, (_, value) in zip(variables, pairs, strict=True)]
    return variables, inits, expand_body(x, form.items[2:], inner, form)


def bindings(x: Expander, syntax: Syntax, form: Form) -> Iterable[tuple[Syntax, Syntax]]:
    """The (name, value) pairs of a let. Raises SchemeError."""
    if syntax.__class__ is not Form:
        message = f"wanted bindings ((name value) …), got {shown(syntax)}"
        raise x.refuse(syntax, message, who=form.items[0].name, near=form)
    for binding in x.proper(syntax).items:
        parts = x.proper(binding).items if binding.__class__ is Form else ()
        if len(parts) != 2:
            who, got = form.items[0].name, shown(binding)
            name = binding if is_identifier(binding) else parts[0] if len(parts) == 1 else None
            right = f"({who} (({shown(name)} …)) …)" if is_identifier(name) else ""
            hint = f"each variable stands in brackets with its value: {right}" if right else None
            raise x.refuse(binding, f"wanted (name value), got {got}", who=who, near=form, hint=hint)
        yield parts[0], parts[1]


@core_form("do", "(do ((variable value [step]) …) (test expression …) command …)")
def _expand_do(x: Expander, form: Form, scope: Scope) -> Node:
    items = form.items
    if len(items) < 3 or items[1].__class__ is not Form or items[2].__class__ is not Form or not items[2].items:
        raise x.wrong("do", form)
    loop, inner = Variable("do", form.place), Scope(scope)
    variables: list[Variable] = []
    inits: list[Node] = []
    steps: list[Syntax] = []
    for binding in x.proper(items[1]).items:
        parts = x.proper(binding).items if binding.__class__ is Form else []
        if len(parts) not in (2, 3):
            raise x.refuse(binding, f"wanted (variable value [step]), got {shown(binding)}", who="do", near=form)
        inits.append(x.expand(parts[1], scope))
        variables.append(bind(x, parts[0], inner, form))
        steps.append(parts[-1] if len(parts) == 3 else parts[0])
    exit_parts = x.proper(items[2]).items
    test = x.expand(exit_parts[0], inner)
    result = x.sequence(exit_parts[1:], inner, form.place)
    commands = [x.expand(command, inner) for command in items[3:]]
    again = Call(LocalRef(loop, form.place), [x.expand(step, inner) for step in steps], form.place)
    body = If(test, result, Sequence([*commands, again], form.place) if commands else again, form.place)
    return _loop(loop, Lambda(variables, None, body, "do", form.place), inits, form)


@core_form("let-values", "(let-values (((variable …) expression) …) body …)")
def _expand_let_values(x: Expander, form: Form, scope: Scope) -> Node:
    if len(form.items) < 3:
        raise x.wrong("let-values", form)
    inner = Scope(scope)
    made = []
    for formals, value in bindings(x, form.items[1], form):
        node = x.expand(value, scope)
        made.append((node, *bind_formals(x, formals, inner, form)))
    return _receive(made, expand_body(x, form.items[2:], inner, form), form)


@core_form("let*-values", "(let*-values (((variable …) expression) …) body …)")
def _expand_let_star_values(x: Expander, form: Form, scope: Scope) -> Node:
    if len(form.items) < 3:
        raise x.wrong("let*-values", form)
    made = []
    for formals, value in bindings(x, form.items[1], form):
        node = x.expand(value, scope)
        scope = Scope(scope)
        made.append((node, *bind_formals(x, formals, scope, form)))
    return _receive(made, expand_body(x, form.items[2:], scope, form), form)


def _receive(made: list[tuple[Node, list[Variable], Variable | None]], body: Node, form: Form) -> Node:
    """Nested calls of call-with-values, the first clause outermost."""
    place = form.place
    for node, params, rest in reversed(made):
        producer = Lambda([], None, node, None, place)
        body = primitive("call-with-values", producer, Lambda(params, rest, body, None, place), place=place)
    return body
