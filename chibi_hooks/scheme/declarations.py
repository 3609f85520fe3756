"""A `define-library` form comes in, what it declares goes out (R7RS 5.6.1)."""

from __future__ import annotations

from typing import Any, Final

from chibi_hooks.scheme.environment import flat, is_identifier, shown
from chibi_hooks.scheme.expander import Expander
from chibi_hooks.scheme.inclusion import chosen, included
from chibi_hooks.scheme.syntax import Form, Syntax


class Declarations:
    """What a library says of itself; `exports` are (name inside, name outside)."""

    __slots__ = ("exports", "imports", "body", "unsandboxed")

    def __init__(self) -> None:
        self.exports: list[tuple[Any, Any]] = []
        self.imports: list[Syntax] = []
        self.body: list[Syntax] = []
        self.unsandboxed = False


def declarations(x: Expander, form: Form) -> Declarations:
    """The declarations of a library, cond-expand decided and included files read."""
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
    "import": _import,
    "begin": _begin,
    "include": _include,
    "include-ci": _include,
    "tier": _tier,
}
SPLICED: Final = {"cond-expand": chosen, "include-library-declarations": included}
