"""`define-library` and `import` come in (R7RS 5.2, 5.6.1): what a library declares goes out, and names are bound."""

from __future__ import annotations

from typing import Any, Final

from chibi_hooks.scheme.expanding.bodies import Definitions, TopDefinitions
from chibi_hooks.scheme.expanding.expander import Expander
from chibi_hooks.scheme.expanding.forms.inclusion import chosen, included
from chibi_hooks.scheme.expanding.imports import import_set
from chibi_hooks.scheme.expanding.scope import definition_form, flat, is_identifier, shown
from chibi_hooks.scheme.reading.syntax import Form, Syntax


@definition_form("import", "(import import-set …)")
def _discover_import(x: Expander, form: Form, definitions: Definitions) -> None:
    if not isinstance(definitions, TopDefinitions):
        raise x.refuse(form, "imports stand at the top of a file, not inside a body", who="import")
    definitions.check_mutable(x, form)
    for spec in form.items[1:]:
        import_set(spec, x.top, at=form.place)


@definition_form("define-library", "(define-library name declaration …)")
def _discover_define_library(x: Expander, form: Form, definitions: Definitions) -> None:
    if definitions.__class__ is not TopDefinitions or x.top.library is not None:
        raise x.refuse(form, "a library stands at the top of a file, not inside anything", who="define-library")
    x.top.libraries.define(form, x.top.directory)


class Declarations:
    """What a library says of itself; `exports` are (name inside, name outside); `aliases` are libraries that it exports
    whole.
    """

    __slots__ = ("exports", "aliases", "imports", "body", "unsandboxed")

    def __init__(self) -> None:
        self.exports: list[tuple[Any, Any]] = []
        self.aliases: list[Syntax] = []
        self.imports: list[Syntax] = []
        self.body: list[Syntax] = []
        self.unsandboxed = False


def declarations(x: Expander, form: Form) -> Declarations:
    """The declarations of a library, cond-expand decided and included files read. Raises SchemeError."""
    declared = Declarations()
    waiting = form.items[:1:-1]
    while waiting:
        declaration = waiting.pop()
        if declaration.__class__ is Form:
            declaration = flat(declaration)
            items = declaration.items
            word = items[0].name if items and is_identifier(items[0]) else ""
            if word in SPLICED:
                waiting += reversed(SPLICED[word](x, declaration))
                continue
            if word in DECLARATIONS:
                DECLARATIONS[word](x, declaration, declared)
                continue
        hint = f"the declarations are {', '.join([*DECLARATIONS, *SPLICED])}"
        message = f"wanted a declaration, got {shown(declaration)}"
        raise x.refuse(declaration, message, who="define-library", near=form, hint=hint)
    return declared


def _export(x: Expander, form: Form, declared: Declarations) -> None:
    for spec in form.items[1:]:
        if is_identifier(spec):
            declared.exports.append((spec, spec))
            continue
        parts = flat(spec).items if spec.__class__ is Form else []
        if len(parts) != 3 or not all(map(is_identifier, parts)) or parts[0].name != "rename":
            raise x.refuse(
                spec, f"wanted a name or (rename inside outside), got {shown(spec)}", who="export", near=form
            )
        declared.exports.append((parts[1], parts[2]))


def _import(x: Expander, form: Form, declared: Declarations) -> None:
    declared.imports += form.items[1:]


def _alias_for(x: Expander, form: Form, declared: Declarations) -> None:
    declared.aliases += form.items[1:]


def _begin(x: Expander, form: Form, declared: Declarations) -> None:
    declared.body += form.items[1:]


def _include(x: Expander, form: Form, declared: Declarations) -> None:
    declared.body += included(x, form)


def _tier(x: Expander, form: Form, declared: Declarations) -> None:
    if len(form.items) != 2 or not is_identifier(form.items[1]) or form.items[1].name != "unsandboxed":
        raise x.refuse(form, f"wanted (tier unsandboxed), got {shown(form)}", who="define-library")
    declared.unsandboxed = True


DECLARATIONS: Final = {
    "export": _export,
    "alias-for": _alias_for,
    "import": _import,
    "begin": _begin,
    "include": _include,
    "include-ci": _include,
    "tier": _tier,
}
SPLICED: Final = {"cond-expand": chosen, "include-library-declarations": included}
