"""Questions about the running program come in, what is importable, imported and bound goes out: `(tein introspect)`.

Rules: a program is told of nothing that it could not import or use; a name is a symbol, a library a list as in an
import form.
"""

from __future__ import annotations

from functools import cache

from chibi_hooks.scheme.primitive import PRIMITIVES, primitive
from chibi_hooks.scheme.reading.library_names import library_text
from chibi_hooks.scheme.running.asking import KnownNames, running_world
from chibi_hooks.scheme.running.link import place_of
from chibi_hooks.scheme.values.arguments import list_items, symbol
from chibi_hooks.scheme.values.data import FALSE, UNDEFINED, Symbol, Value, cons, intern, string_of, to_list
from chibi_hooks.scheme.values.errors import wrong_type
from chibi_hooks.typenames import Final

MOST: Final = 100_000  # bindings of one world that are told


@primitive("available-modules", pure=False, returns="list")
def available_modules() -> Value:
    """(available-modules) -> the libraries that this program may import, as lists, in order."""
    return to_list([_as_list(name) for name in _names("available-modules").importable()])


@primitive("imported-modules", pure=False, returns="list")
def imported_modules() -> Value:
    """(imported-modules) -> the libraries that the program has imported, in order of import."""
    return to_list([_as_list(each) for each in _public(_names("imported-modules").imported())])


@primitive("module-exports", pure=False, returns="list")
def module_exports(module: Value) -> Value:
    """(module-exports '(srfi 1)) -> the names that a library exports, in order of the alphabet."""
    name = _library_name("module-exports", module)
    return to_list([intern(each) for each in sorted(_names("module-exports").exports(name))])


@primitive("%env-bindings", pure=False, returns="list")
def env_bindings() -> Value:
    """(%env-bindings) -> the names that mean something to the program, in order of the alphabet."""
    names = _names("env-bindings").bound()
    return to_list([intern(name) for name, _ in zip(sorted(names), range(MOST), strict=False)])


@primitive("%binding-kind", pure=False)
def binding_kind(name: Value) -> Value:
    """(%binding-kind 'name) -> syntax, variable, or #f for a name that means nothing; see `%binding-value`."""
    names, text = _names("binding-info"), symbol("binding-info", 1, name)
    if not names.is_bound(text):
        return FALSE
    return intern("syntax" if names.variable(text) is None else "variable")


@primitive("%global-value", pure=False)
def global_value(name: Value) -> Value:
    """(%global-value 'name) -> what the program's variable of that name holds, #f if nothing."""
    world = running_world("binding-info")
    location = world.names.variable(symbol("binding-info", 1, name))
    value = UNDEFINED if location is None else world.global_value(location)
    return FALSE if value is UNDEFINED else value


@primitive("%binding-modules", pure=False, returns="list")
def binding_modules(name: Value) -> Value:
    """(%binding-modules 'name) -> the libraries from which the program's binding of that name may have come."""
    found = _names("binding-info").imported_from(symbol("binding-info", 1, name))
    return to_list([_as_list(each) for each in _public(found)])


@primitive("%exporting-modules", pure=False, returns="list")
def exporting_modules(name: Value) -> Value:
    """(%exporting-modules 'name) -> the importable libraries that export that name."""
    found = _names("binding-info").importable_from(symbol("binding-info", 1, name))
    return to_list([_as_list(each) for each in found])


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


@primitive("%procedure-place")
def procedure_place(procedure: Value) -> Value:
    """(%procedure-place f) -> (file . line), or #f where that is not known."""
    place = place_of(procedure)
    return FALSE if place is None else cons(string_of(place.source.name), place.line)


@cache
def _primitives() -> dict[int, tuple[int, int | None]]:
    return {id(each.function): (each.minimum, each.maximum) for each in PRIMITIVES.values()}


def _names(who: str) -> KnownNames:
    return running_world(who).names


def _public(libraries: list[str]) -> list[str]:
    return [each for each in libraries if not each.startswith("(engine ")]


def _as_list(name: str) -> Value:
    parts = name[1:-1].split(" ")
    return to_list([int(part) if part.isascii() and part.isdigit() else intern(part) for part in parts])


def _library_name(who: str, module: Value) -> str:
    name = library_text(map(_part, list_items(who, 0, module)))
    if name is None:
        raise wrong_type(who, 0, "a library name such as (srfi 1)", module)
    return name


def _part(x: Value) -> str:
    """A part as text; of what cannot be one, nothing."""
    if x.__class__ is Symbol:
        return str(x.text)
    return str(x) if x.__class__ is int and 0 <= x < 10**9 else ""
