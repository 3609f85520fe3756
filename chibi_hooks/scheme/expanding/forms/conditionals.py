"""Forms that choose come in, If, And, Or go out (R7RS 4.2.1)."""

from __future__ import annotations

from collections.abc import Callable

from chibi_hooks.scheme.core import And, Call, Const, If, Let, LocalRef, Node, Or, Variable
from chibi_hooks.scheme.expanding.expander import Expander, primitive
from chibi_hooks.scheme.expanding.scope import Scope, auxiliary, core_form, flat, is_identifier, means, shown
from chibi_hooks.scheme.reading.syntax import Form, Syntax
from chibi_hooks.scheme.values.data import FALSE, TRUE, UNSPECIFIED
from chibi_hooks.scheme.values.source import Place

ELSE = auxiliary("else", "(cond … (else expression …)) or (case key … (else expression …))")
ARROW = auxiliary("=>", "(cond … (test => receiver) …)")


@core_form("if", "(if test then [else])")
def _expand_if(x: Expander, form: Form, scope: Scope) -> Node:
    items = form.items
    if len(items) == 4:
        return If(x.expand(items[1], scope), x.expand(items[2], scope), x.expand(items[3], scope), form.place)
    if len(items) == 3:
        return If(x.expand(items[1], scope), x.expand(items[2], scope), Const(UNSPECIFIED), form.place)
    hint = "put the expressions in (begin …), or use cond" if len(items) > 4 else None
    words = [each.name for each in items[2:] if is_identifier(each) and each.name in ("then", "else")]
    if words:
        hint = f"there is no word {words[0]}: what is given if not stands behind what is given if so"
    raise x.wrong("if", form, hint)


@core_form("and", "(and test …)")
def _expand_and(x: Expander, form: Form, scope: Scope) -> Node:
    parts = [x.expand(item, scope) for item in form.items[1:]]
    if len(parts) > 1:
        return And(parts, form.place)
    return parts[0] if parts else Const(TRUE)


@core_form("or", "(or test …)")
def _expand_or(x: Expander, form: Form, scope: Scope) -> Node:
    parts = [x.expand(item, scope) for item in form.items[1:]]
    if len(parts) > 1:
        return Or(parts, form.place)
    return parts[0] if parts else Const(FALSE)


@core_form("when", "(when test expression …)")
def _expand_when(x: Expander, form: Form, scope: Scope) -> Node:
    items = form.items
    if len(items) < 3:
        raise x.wrong("when", form)
    test = x.expand(items[1], scope)
    return If(test, x.sequence(items[2:], scope, form.place), Const(UNSPECIFIED), form.place)


@core_form("unless", "(unless test expression …)")
def _expand_unless(x: Expander, form: Form, scope: Scope) -> Node:
    items = form.items
    if len(items) < 3:
        raise x.wrong("unless", form)
    test = x.expand(items[1], scope)
    return If(test, Const(UNSPECIFIED), x.sequence(items[2:], scope, form.place), form.place)


Wrap = Callable[[Node], Node]  # what happens if a clause is not taken -> the clause and that


@core_form("cond", "(cond (test expression …) … [(else expression …)])")
def _expand_cond(x: Expander, form: Form, scope: Scope) -> Node:
    wraps: list[Wrap] = []
    otherwise: Node = Const(UNSPECIFIED)
    clauses = form.items[1:]
    if not clauses:
        raise x.wrong("cond", form)
    for index, clause in enumerate(clauses):
        parts = _clause(x, clause, form, "cond")
        if means(parts[0], ELSE, scope):
            _last(x, clause, index == len(clauses) - 1, "cond")
            if len(parts) < 2:
                raise x.refuse(clause, "else wants an expression", who="cond")
            otherwise = x.sequence(parts[1:], scope, clause.place)
        else:
            wraps.append(_cond_clause(x, clause, parts, scope))
    return _chain(wraps, otherwise)


def _cond_clause(x: Expander, clause: Form, parts: list[Syntax], scope: Scope) -> Wrap:
    place = clause.place
    test = x.expand(parts[0], scope)
    if len(parts) == 1:
        return lambda rest: Or([test, rest], place)
    if means(parts[1], ARROW, scope):
        receiver = x.expand(_receiver(x, clause, parts[1:], "cond"), scope)
        found = Variable("it", place)
        then = Call(receiver, [LocalRef(found, place)], place)
        return lambda rest: Let([found], [test], If(LocalRef(found, place), then, rest, place), place)
    body = x.sequence(parts[1:], scope, place)
    return lambda rest: If(test, body, rest, place)


@core_form("case", "(case key ((datum …) expression …) … [(else expression …)])")
def _expand_case(x: Expander, form: Form, scope: Scope) -> Node:
    if len(form.items) < 3:
        raise x.wrong("case", form)
    place = form.place
    key = x.expand(form.items[1], scope)
    clauses = form.items[2:]
    in_place = key.__class__ is LocalRef and not any(_has_receiver(clause, scope) for clause in clauses)
    variable = key.variable if in_place else Variable("key", place)  # type: ignore[union-attr]
    wraps: list[Wrap] = []
    otherwise: Node = Const(UNSPECIFIED)
    for index, clause in enumerate(clauses):
        parts = _clause(x, clause, form, "case")
        if len(parts) < 2:
            raise x.refuse(clause, f"wanted ((datum …) expression …), got {shown(clause)}", who="case")
        if means(parts[0], ELSE, scope):
            _last(x, clause, index == len(clauses) - 1, "case")
            otherwise = _case_body(x, clause, parts, variable, scope)
        else:
            test = _case_test(x, clause, parts[0], variable)
            wraps.append(_choice(test, _case_body(x, clause, parts, variable, scope), clause.place))
    chain = _chain(wraps, otherwise)
    return chain if in_place else Let([variable], [key], chain, place)


def _has_receiver(clause: Syntax, scope: Scope) -> bool:
    """Whether it is a clause with `=>`: then code runs, which may set! a variable, before the key is used again."""
    return clause.__class__ is Form and len(clause.items) > 1 and means(clause.items[1], ARROW, scope)


def _choice(test: Node, body: Node, place: Place) -> Wrap:
    return lambda rest: If(test, body, rest, place)


def _case_test(x: Expander, clause: Form, data: Syntax, variable: Variable) -> Node:
    if data.__class__ is not Form or flat(data).tail is not None:
        hint = f"write (({shown(data)}) …)"
        raise x.refuse(clause, f"wanted a list of data, got {shown(data)}", who="case", hint=hint)
    place = clause.place
    tests: list[Node] = [
        primitive("eqv?", LocalRef(variable, place), Const(x.datum(datum)), place=place) for datum in flat(data).items
    ]
    if len(tests) > 1:
        return Or(tests, place)
    return tests[0] if tests else Const(FALSE)


def _case_body(x: Expander, clause: Form, parts: list[Syntax], variable: Variable, scope: Scope) -> Node:
    if means(parts[1], ARROW, scope):
        receiver = x.expand(_receiver(x, clause, parts[1:], "case"), scope)
        return Call(receiver, [LocalRef(variable, clause.place)], clause.place)
    return x.sequence(parts[1:], scope, clause.place)


def _clause(x: Expander, clause: Syntax, form: Form, who: str) -> list[Syntax]:
    if clause.__class__ is Form:
        flattened = flat(clause)
        if flattened.items and flattened.tail is None:
            return flattened.items
    hint = f"write ({clause.name} …)" if is_identifier(clause) else None
    raise x.refuse(clause, f"wanted a clause in parentheses, got {shown(clause)}", who=who, near=form, hint=hint)


def _last(x: Expander, clause: Form, is_last: bool, who: str) -> None:
    if not is_last:
        raise x.refuse(clause, "else must be the last clause", who=who)


def _receiver(x: Expander, clause: Form, parts: list[Syntax], who: str) -> Syntax:
    if len(parts) != 2:
        raise x.refuse(clause, f"wanted one expression after =>, got {shown(clause)}", who=who)
    return parts[1]


def _chain(wraps: list[Wrap], otherwise: Node) -> Node:
    for wrap in reversed(wraps):
        otherwise = wrap(otherwise)
    return otherwise
