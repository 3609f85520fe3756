"""Forms that define, assign, quote and group come in (R7RS 4.1, 4.2.3, 5.3)."""

from __future__ import annotations

from collections.abc import Callable

from chibi_hooks.scheme.core import Const, Global, Lambda, LocalRef, Node, SetGlobal, SetLocal, Variable
from chibi_hooks.scheme.expanding.bodies import Definitions, Later, expand_body
from chibi_hooks.scheme.expanding.expander import Expander, location_of, primitive
from chibi_hooks.scheme.expanding.forms.bindings import bind_formals, procedure
from chibi_hooks.scheme.expanding.scope import (
    Alias,
    Scope,
    core_form,
    definition_form,
    flat,
    home,
    is_identifier,
    key_of,
    lookup,
)
from chibi_hooks.scheme.expanding.toplevel import TopLevel
from chibi_hooks.scheme.reading.syntax import Form, Syntax


@core_form("quote", "(quote datum)")
def _expand_quote(x: Expander, form: Form, scope: Scope) -> Node:
    if len(form.items) != 2:
        raise x.wrong("quote", form)
    return Const(x.datum(form.items[1]), form.place)


@core_form("begin", "(begin expression …)")
def _expand_begin(x: Expander, form: Form, scope: Scope) -> Node:
    return x.sequence(form.items[1:], scope, form.place)


@definition_form("begin", "(begin expression …)")
def _discover_begin(x: Expander, form: Form, definitions: Definitions) -> None:
    x.spend(len(form.items))
    definitions.splice(form.items[1:])


@core_form("set!", "(set! variable value)")
def _expand_set(x: Expander, form: Form, scope: Scope) -> Node:
    if len(form.items) != 3 or not is_identifier(form.items[1]):
        raise x.wrong("set!", form)
    identifier = form.items[1]
    value = x.named(form.items[2], scope, identifier.name)
    meaning = lookup(identifier, scope)
    if meaning.__class__ is Variable:
        meaning.assigned = True
        return SetLocal(meaning, value, form.place)
    if meaning is None:
        name, top = home(identifier, scope)
        meaning = top.unbound_location(name.name, identifier.place)  # type: ignore[attr-defined]
    elif meaning.__class__ is not Global:
        raise x.refuse(identifier, f"{identifier.name} is a keyword, not a variable", who="set!")
    elif meaning not in _owner(identifier, scope).own:
        hint = f"(define {identifier.name} …) first makes it a variable of this file"
        raise x.refuse(identifier, f"cannot set! {identifier.name}, which is imported", who="set!", hint=hint)
    meaning.assigned = True
    return SetGlobal(meaning, value, form.place)


def _owner(identifier: Syntax, scope: Scope | None) -> TopLevel:
    """The top level in which a bound name was found."""
    key, start = key_of(identifier), scope
    while True:
        while scope is not None:
            if key in scope.names:
                return scope  # type: ignore[return-value]
            scope = scope.outer
        assert identifier.__class__ is Alias, start
        identifier, scope = identifier.of, identifier.scope
        key = key_of(identifier)


DEFINE = "(define name value) or (define (name parameter …) body …)"


@definition_form("define", DEFINE)
def _discover_define(x: Expander, form: Form, definitions: Definitions) -> None:
    items = form.items
    if len(items) < 3:
        raise x.wrong("define", form)
    target = items[1]
    if target.__class__ is Form:
        _define_procedure(x, form, flat(target), definitions)
    elif not is_identifier(target):
        raise x.wrong("define", form)
    elif len(items) > 3:
        raise x.wrong("define", form, hint=f"for a procedure write (define ({target.name} parameter …) body …)")
    else:
        definitions.define(x, target, items[2], form.place)


def _define_procedure(x: Expander, form: Form, target: Form, definitions: Definitions) -> None:
    """`((f a) b)` defines a procedure that makes procedures, as in SRFI 219."""
    formals: list[Syntax] = []
    while True:
        if not target.items:
            raise x.wrong("define", form)
        only_rest = len(target.items) == 1 and target.tail is not None
        formals.append(target.tail if only_rest else Form(target.items[1:], target.place, target.tail))
        name = target.items[0]
        if name.__class__ is not Form:
            break
        target = flat(name)
    if not is_identifier(name):
        raise x.wrong("define", form)

    def make(x: Expander) -> Node:
        if len(formals) == 1:
            return procedure(x, formals[0], form.items[2:], definitions.scope, form, name.name)
        return _curried(x, formals, form, definitions.scope, name.name)

    definitions.define(x, name, Later(make), form.place)


def _curried(x: Expander, formals: list[Syntax], form: Form, scope: Scope, name: str) -> Node:
    bound = []
    for each in reversed(formals):
        scope = Scope(scope)
        bound.append(bind_formals(x, each, scope, form))
    node = expand_body(x, form.items[2:], scope, form)
    for params, rest in reversed(bound):
        node = Lambda(params, rest, node, name, form.place)
    return node


@definition_form("define-values", "(define-values (name …) expression)")
def _discover_define_values(x: Expander, form: Form, definitions: Definitions) -> None:
    """The values go into a vector that nobody else sees, and from there into the variables."""
    if len(form.items) != 3:
        raise x.wrong("define-values", form)
    formals, place = form.items[1], form.place
    params, rest = bind_formals(x, formals, Scope(None), form)  # only to check them
    everything = params if rest is None else [*params, rest]

    def all_values(x: Expander) -> Node:
        producer = Lambda([], None, x.expand(form.items[2], definitions.scope), None, place)
        packed = primitive("vector", *(LocalRef(each, place) for each in everything), place=place)
        return primitive("call-with-values", producer, Lambda(params, rest, packed, None, place), place=place)

    temporary = definitions.temporary("values", Later(all_values), place)
    if is_identifier(formals):
        names = [formals]
    else:
        formals = flat(formals)
        names = formals.items if formals.tail is None else [*formals.items, formals.tail]
    for index, name in enumerate(names):
        definitions.define(x, name, Later(_element(temporary, index, form)), place)


def _element(temporary: Variable | Global, index: int, form: Form) -> Callable[[Expander], Node]:
    return lambda x: primitive("vector-ref", location_of(temporary, form.place), Const(index), place=form.place)
