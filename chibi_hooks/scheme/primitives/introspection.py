"""Questions about the running program come in, what is importable, imported and bound goes out: `(tein introspect)`.

Rules: a program is told of nothing that it could not import or use; a name is a symbol, a library a list as in an
import form.
"""

from __future__ import annotations

from functools import cache

from chibi_hooks.scheme.arguments import list_items, symbol
from chibi_hooks.scheme.data import FALSE, UNDEFINED, Symbol, Value, cons, intern, to_list
from chibi_hooks.scheme.errors import wrong_type
from chibi_hooks.scheme.late import late_module
from chibi_hooks.scheme.primitive import PRIMITIVES, primitive
from chibi_hooks.scheme.world import World, running_world
from chibi_hooks.typenames import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from chibi_hooks.scheme.environment import Denotation

CATALOGUE: Final = "chibi_hooks.scheme.catalogue"  # loaded by the first question
MOST: Final = 100_000  # bindings of one world that are told


@primitive("available-modules", pure=False, returns="list")
def available_modules() -> Value:
    """(available-modules) -> the libraries that this program may import, as lists, in order."""
    return to_list([_as_list(name) for name in importable(running_world("available-modules"))])


@primitive("imported-modules", pure=False, returns="list")
def imported_modules() -> Value:
    """(imported-modules) -> the libraries that the program has imported, in order of import."""
    names = [each.name for each in running_world("imported-modules").top_level.imported]
    return to_list([_as_list(name) for name in names if not name.startswith("(engine ")])


@primitive("module-exports", pure=False, returns="list")
def module_exports(module: Value) -> Value:
    """(module-exports '(srfi 1)) -> the names that a library exports, in order of the alphabet."""
    name = _library_name("module-exports", module)
    library = running_world("module-exports").libraries.find(name, None)
    return to_list([intern(each) for each in sorted(library.exports)])


@primitive("%env-bindings", pure=False, returns="list")
def env_bindings() -> Value:
    """(%env-bindings) -> the names that mean something to the program, in order of the alphabet."""
    names = running_world("env-bindings").top_level.bound_names()
    return to_list([intern(name) for name, _ in zip(sorted(names), range(MOST), strict=False)])


@primitive("%binding-kind", pure=False)
def binding_kind(name: Value) -> Value:
    """(%binding-kind 'name) -> syntax, variable, or #f for a name that means nothing; see `%binding-value`."""
    meaning = _meaning("binding-info", name)
    if meaning is None:
        return FALSE
    return intern("variable" if _is_variable(meaning) else "syntax")


@primitive("%global-value", pure=False)
def global_value(name: Value) -> Value:
    """(%global-value 'name) -> what the program's variable of that name holds, #f if nothing."""
    meaning = _meaning("binding-info", name)
    if not _is_variable(meaning):
        return FALSE
    value = running_world("binding-info").global_value(meaning)
    return FALSE if value is UNDEFINED else value


@primitive("%binding-modules", pure=False, returns="list")
def binding_modules(name: Value) -> Value:
    """(%binding-modules 'name) -> the libraries from which the program's binding of that name may have come."""
    world = running_world("binding-info")
    text = symbol("binding-info", 1, name)
    meaning = world.top_level.meaning(text)
    imported = [each for each in world.top_level.imported if meaning is not None and each.exports.get(text) is meaning]
    found = [each.name for each in imported if not each.name.startswith("(engine ")]
    return to_list([_as_list(each) for each in found])


@primitive("%exporting-modules", pure=False, returns="list")
def exporting_modules(name: Value) -> Value:
    """(%exporting-modules 'name) -> the importable libraries that export that name."""
    there = set(importable(running_world("binding-info")))
    exporting = late_module(CATALOGUE).where_is(symbol("binding-info", 1, name))
    return to_list([_as_list(each) for each in exporting if each in there])


@primitive("%procedure-arity")
def procedure_arity(procedure: Value) -> Value:
    """(%procedure-arity f) -> (least . most), most being #f where any number will do."""
    if not callable(procedure):
        raise wrong_type("procedure-arity", 0, "a procedure", procedure)
    known = _primitives().get(id(procedure))
    if known is not None:
        return cons(known[0], FALSE if known[1] is None else known[1])
    from inspect import Parameter, signature  # slow to import

    least = most = 0
    open_ended = False
    try:
        for each in signature(procedure).parameters.values():
            if each.kind is Parameter.VAR_POSITIONAL:
                open_ended = True
            elif each.kind in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD):
                most += 1
                least += each.default is Parameter.empty
    except (TypeError, ValueError):
        return cons(0, FALSE)
    return cons(least, FALSE if open_ended else most)


@cache
def _primitives() -> dict[int, tuple[int, int | None]]:
    return {id(each.function): (each.minimum, each.maximum) for each in PRIMITIVES.values()}


def _meaning(who: str, name: Value) -> Denotation:
    return running_world(who).top_level.meaning(symbol(who, 1, name))


def _is_variable(meaning: Denotation) -> bool:
    from chibi_hooks.scheme.core import Global  # cold start: the core language

    return isinstance(meaning, Global)


def _as_list(name: str) -> Value:
    parts = name[1:-1].split(" ")
    return to_list([int(part) if part.isascii() and part.isdigit() else intern(part) for part in parts])


def _library_name(who: str, module: Value) -> str:
    parts = [_part(each) for each in list_items(who, 0, module)]
    if not parts or None in parts:
        raise wrong_type(who, 0, "a library name such as (srfi 1)", module)
    return f"({' '.join(str(part) for part in parts)})"


def _part(x: Value) -> str | None:
    if x.__class__ is Symbol:
        return x.text
    return str(x) if x.__class__ is int and 0 <= x < 10**9 else None


def importable(world: World) -> list[str]:
    """The names of the libraries that a world may import; none of them is loaded for it."""
    catalogue = late_module(CATALOGUE)
    found = [name for name, tier in catalogue.standard_libraries().items() if tier in ("sandboxed", world.tier)]
    found += world.libraries.provided
    for root in world.libraries.roots:
        found += catalogue.libraries_in(root)
    return sorted(set(found))
