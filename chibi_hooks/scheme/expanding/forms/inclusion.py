"""Forms that bring in text or choose between texts come in: include, include-ci, cond-expand (R7RS 4.1.7, 4.2.1)."""

from __future__ import annotations

from chibi_hooks.scheme.core import Node
from chibi_hooks.scheme.expanding.bodies import Definitions
from chibi_hooks.scheme.expanding.expander import Expander
from chibi_hooks.scheme.expanding.forms.conditionals import ELSE
from chibi_hooks.scheme.expanding.imports import library_name
from chibi_hooks.scheme.expanding.scope import Scope, core_form, definition_form, flat, is_identifier, means, shown
from chibi_hooks.scheme.reading.standard_library import feature_names
from chibi_hooks.scheme.reading.syntax import Form, Syntax
from chibi_hooks.scheme.values.data import String

REQUIREMENTS = 200  # and, or, not inside each other; the answer recurses
INCLUDE = '(include "file" …)'
COND_EXPAND = "(cond-expand (requirement form …) … [(else form …)])"


def included(x: Expander, form: Form) -> list[Syntax]:
    """The forms of the files that an include names. Raises SchemeError."""
    names = form.items[1:]
    if not names or any(name.__class__ is not String for name in names):
        raise x.refuse(form, f"wanted {INCLUDE}, got {shown(form)}", who=form.items[0].name)
    fold_case = form.items[0].name == "include-ci"
    found: list[Syntax] = []
    for name in names:
        found += x.top.libraries.include(name.s, x.top, form.place, fold_case)
    return found


@core_form("include", INCLUDE)
@core_form("include-ci", INCLUDE)
def _expand_include(x: Expander, form: Form, scope: Scope) -> Node:
    return x.sequence(included(x, form), scope, form.place)


@definition_form("include", INCLUDE)
@definition_form("include-ci", INCLUDE)
def _discover_include(x: Expander, form: Form, definitions: Definitions) -> None:
    definitions.splice(included(x, form))


def chosen(x: Expander, form: Form) -> list[Syntax]:
    """The forms of the first clause of a cond-expand whose requirement holds. Raises SchemeError."""
    for clause in form.items[1:]:
        parts = x.proper(clause).items if clause.__class__ is Form else []
        if not parts:
            raise x.refuse(clause, f"wanted (requirement form …), got {shown(clause)}", who="cond-expand", near=form)
        if means(parts[0], ELSE, x.top) or _holds(x, parts[0], form, REQUIREMENTS):
            return parts[1:]
    return []


@core_form("cond-expand", COND_EXPAND)
def _expand_cond_expand(x: Expander, form: Form, scope: Scope) -> Node:
    return x.sequence(chosen(x, form), scope, form.place)


@definition_form("cond-expand", COND_EXPAND)
def _discover_cond_expand(x: Expander, form: Form, definitions: Definitions) -> None:
    definitions.splice(chosen(x, form))


def _holds(x: Expander, requirement: Syntax, form: Form, room: int) -> bool:
    if is_identifier(requirement):
        return requirement.name == "else" or requirement.name in feature_names()
    parts = flat(requirement).items if requirement.__class__ is Form else []
    word = parts[0].name if parts and is_identifier(parts[0]) else ""
    if not room:
        raise x.refuse(
            requirement, f"requirements nested more than {REQUIREMENTS} deep", who="cond-expand", kind="limit"
        )
    if word == "and":
        return all(_holds(x, part, form, room - 1) for part in parts[1:])
    if word == "or":
        return any(_holds(x, part, form, room - 1) for part in parts[1:])
    if word == "not" and len(parts) == 2:
        return not _holds(x, parts[1], form, room - 1)
    if word == "library" and len(parts) == 2:
        return x.top.libraries.exists(library_name(parts[1]), x.top.trusted)
    message = f"wanted a feature, (library name), and, or, not, got {shown(requirement)}"
    raise x.refuse(requirement, message, who="cond-expand", near=form)
