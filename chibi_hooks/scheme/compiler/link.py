"""Code and its tables in, a Python function ready to run out: the constants put in place, the unit made known."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from types import CodeType, FunctionType
from weakref import ref

from chibi_hooks.scheme.compiler.site import Site
from chibi_hooks.scheme.data import Value
from chibi_hooks.scheme.errors import EngineFault
from chibi_hooks.typenames import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from chibi_hooks.scheme.compiler.emission import Emission

ENTRY: Final = "main"  # the function of a unit that runs it
_numbers = count()  # makes every compiled unit's file name its own


class CompiledUnit:
    """A unit's tables. Every code object of the unit carries a weak reference to it as its last constant, so that a
    traceback leads here. Weak, because Python's collector cannot see through code objects: a strong one would keep
    every world alive for ever. What holds it is the namespace (if the unit defines procedures) and its entry.
    """

    __slots__ = ("name", "trusted", "filename", "sites", "constants", "itself", "again", "__weakref__")

    def __init__(
        self,
        name: str,
        sites: list[Site],
        constants: list[Value],
        trusted: bool = False,
        again: Callable[[], Emission] | None = None,
    ) -> None:
        self.name = name
        self.trusted = trusted  # a library of ours: errors inside it are shown at the script's call
        self.filename = f"<scheme {next(_numbers)}>"
        self.sites = sites
        self.constants = constants
        self.again = again  # for a unit that was kept on disk: emits it once more
        self.itself = ref(self)

    def complete(self) -> None:
        """Give sites that come from disk the trees that continuations and the explanation of errors need."""
        again = self.again
        if again is None:
            return
        made = again().sites
        if [(site.kind, site.name) for site in made] != [(site.kind, site.name) for site in self.sites]:
            raise EngineFault(f"{self.name} is emitted differently than the copy that was kept of it")
        for site, same in zip(self.sites, made, strict=True):
            site.expression, site.statement, site.body = same.expression, same.statement, same.body
        self.again = None


HELD: Final = "%units"  # key of a namespace: its units with procedures; no name that generated code could have


def unit_of(code: CodeType) -> CompiledUnit | None:
    """The unit a code object belongs to; None for a Python function."""
    constants = code.co_consts
    last = constants[-1] if constants else None
    if last.__class__ is not ref:
        return None
    unit = last()
    return unit if unit.__class__ is CompiledUnit else None


def install(code: CodeType, unit: CompiledUnit, namespace: dict[str, Any]) -> FunctionType:
    """The entry procedure (no arguments) of a compiled unit; its definitions will be made in `namespace`."""
    if any(site.kind == "procedure" for site in unit.sites):
        namespace.setdefault(HELD, []).append(unit)
    return defined(code, ENTRY, unit, namespace)


def defined(code: CodeType, entry: str, unit: CompiledUnit, namespace: dict[str, Any]) -> FunctionType:
    """Run the code of a module of function definitions in the namespace and take out the function called `entry`."""
    exec(linked(code, unit), namespace)
    function = namespace.pop(entry)
    assert isinstance(function, FunctionType)
    function.__dict__["unit"] = unit
    return function


def linked(code: CodeType, unit: CompiledUnit) -> CodeType:
    """The code with its placeholders replaced by the unit's constants, inner functions included."""
    return code.replace(co_consts=(*[_replaced(constant, unit) for constant in code.co_consts], unit.itself))


def _replaced(constant: Any, unit: CompiledUnit) -> Any:
    if constant.__class__ is bytes:
        return unit.constants[int(constant)]
    if constant.__class__ is CodeType:
        return linked(constant, unit)
    if constant.__class__ is tuple:  # Python folds a tuple of constants into one
        return tuple([_replaced(part, unit) for part in constant])
    return constant


