"""Forms that give meaning to keywords come in: define-syntax, let-syntax, letrec-syntax, syntax-rules, syntax-error
(R7RS 4.3, 5.4).
"""

from __future__ import annotations

from chibi_hooks.scheme.core import Node
from chibi_hooks.scheme.expanding.bodies import Definitions, Enclosed, collect, expand_body
from chibi_hooks.scheme.expanding.expander import Expander
from chibi_hooks.scheme.expanding.forms.bindings import bindings
from chibi_hooks.scheme.expanding.macros.syntax_rules import make_macro
from chibi_hooks.scheme.expanding.scope import (
    CORE_FORMS,
    CoreForm,
    Denotation,
    Macro,
    Scope,
    core_form,
    definition_form,
    is_identifier,
    key_of,
    lookup,
    shown,
    transformer_form,
)
from chibi_hooks.scheme.reading.syntax import Form, Syntax
from chibi_hooks.scheme.values.data import String

LET_SYNTAX = "(let-syntax ((keyword (syntax-rules …)) …) body …)"
LETREC_SYNTAX = "(letrec-syntax ((keyword (syntax-rules …)) …) body …)"

transformer_form("syntax-rules", "(syntax-rules [ellipsis] (literal …) (pattern template) …)")(make_macro)


@definition_form("define-syntax", "(define-syntax keyword (syntax-rules …))")
def _discover_define_syntax(x: Expander, form: Form, definitions: Definitions) -> None:
    if len(form.items) != 3 or not is_identifier(form.items[1]):
        hint = (
            "only syntax-rules macros exist here" if len(form.items) > 2 and form.items[1].__class__ is Form else None
        )
        raise x.wrong("define-syntax", form, hint)
    keyword = form.items[1]
    definitions.bind_syntax(x, keyword, transformer(x, form.items[2], definitions.open(), keyword.name, form))


def transformer(x: Expander, syntax: Syntax, scope: Scope, name: str, owner: Form) -> Denotation:
    """What stands right in a keyword definition: `(syntax-rules …)`, a macro use that makes one, or another keyword.

    Raises SchemeError.
    """
    while syntax.__class__ is Form and syntax.items and is_identifier(syntax.items[0]):
        meaning = lookup(syntax.items[0], scope)
        if meaning.__class__ is Macro:
            syntax = x.use(meaning, syntax, scope)
            continue
        if meaning.__class__ is CoreForm and meaning.transform is not None:
            return meaning.transform(x, syntax, scope, name)
        break
    if is_identifier(syntax):
        meaning = lookup(syntax, scope)
        if meaning.__class__ is Macro or meaning.__class__ is CoreForm:
            return meaning
    hint = "macros are written with syntax-rules; procedures cannot be macros here"
    raise x.refuse(
        syntax, f"wanted (syntax-rules …), got {shown(syntax)}", who=owner.items[0].name, near=owner, hint=hint
    )


@core_form("let-syntax", LET_SYNTAX)
@core_form("letrec-syntax", LETREC_SYNTAX)
def _expand_keywords(x: Expander, form: Form, scope: Scope) -> Node:
    return expand_body(x, form.items[2:], _keywords(x, form, scope), form)


@definition_form("let-syntax", LET_SYNTAX)
@definition_form("letrec-syntax", LETREC_SYNTAX)
def _discover_keywords(x: Expander, form: Form, definitions: Definitions) -> None:
    """A body of nothing but definitions, an error in R7RS, defines for the body around it, as in R6RS."""
    if _all_define(form.items[2:], definitions.scope):
        collect(x, Enclosed(definitions, _keywords(x, form, definitions.open())), form.items[2:])
    else:
        definitions.entries.append((None, form, form.place))


def _all_define(forms: list[Syntax], scope: Scope) -> bool:
    """Whether the forms, one at least, are all written as definitions."""
    waiting = forms[:]
    while waiting:
        form = waiting.pop()
        if form.__class__ is not Form or not form.items or not is_identifier(form.items[0]):
            return False
        meaning = lookup(form.items[0], scope)
        if meaning is CORE_FORMS["begin"]:
            waiting += form.items[1:]
        elif meaning.__class__ is not CoreForm or meaning.discover is None or meaning.expand is not None:
            return False
    return bool(forms)


def _keywords(x: Expander, form: Form, scope: Scope) -> Scope:
    """The scope of the body, in which the keywords are bound."""
    who = form.items[0].name
    if len(form.items) < 3:
        raise x.wrong(who, form)
    inner = Scope(scope)
    recursive = lookup(form.items[0], scope) is CORE_FORMS["letrec-syntax"]
    for keyword, right in bindings(x, form.items[1], form):
        if not is_identifier(keyword):
            raise x.refuse(keyword, f"wanted a keyword to bind, got {shown(keyword)}", who=who, near=form)
        if key_of(keyword) in inner.names:
            raise x.refuse(keyword, f"the name {keyword.name} is bound twice here", who=who)
        inner.names[key_of(keyword)] = transformer(x, right, inner if recursive else scope, keyword.name, form)
    return inner


@core_form("syntax-error", '(syntax-error "message" form …)')
def _expand_syntax_error(x: Expander, form: Form, scope: Scope) -> Node:
    if len(form.items) < 2 or form.items[1].__class__ is not String:
        raise x.wrong("syntax-error", form)
    message = " ".join([form.items[1].s, *(shown(each) for each in form.items[2:])])
    raise x.refuse(form, message, who=x.origins.get(form.place))  # the macro that complains, if it is one
