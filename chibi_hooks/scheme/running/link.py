"""Code and its tables in, a Python function ready to run out: the constants put in place, the unit made known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from types import CodeType, FunctionType
from weakref import ref

from chibi_hooks.scheme.running.site import Site
from chibi_hooks.scheme.values.data import FALSE, Char, Value
from chibi_hooks.scheme.values.errors import EngineFault
from chibi_hooks.scheme.values.source import Place
from chibi_hooks.typenames import Any, Final, Protocol

ENTRY: Final = "main"  # the function of a unit that runs it
_numbers = count()  # makes every compiled unit's file name its own


class EmittedAgain(Protocol):
    """What is read of a unit that was emitted once more."""

    sites: list[Site]


AboutSites = tuple[bool, tuple[str, ...]]  # are there procedures among a unit's sites, and which primitives it names


def about_sites(sites: list[Site]) -> AboutSites:
    """What linking needs to know of the sites of a unit."""
    named = dict.fromkeys([site.name for site in sites if site.kind == "primitive"])
    return any(site.kind == "procedure" for site in sites), tuple(named)


class CompiledUnit:
    """A unit's tables. Every code object of the unit carries a weak reference to it as its last constant, so that a
    traceback leads here. Weak, because Python's collector cannot see through code objects: a strong one would keep
    every world alive for ever. What holds it is the namespace (if the unit defines procedures) and its entry.
    """

    __slots__ = (
        "name", "trusted", "filename", "_sites", "_make", "_about", "_lines", "constants", "itself", "again",
        "producers", "codes", "__weakref__",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        sites: list[Site] | Callable[[], list[Site]],
        constants: list[Value],
        trusted: bool = False,
        again: Callable[[], EmittedAgain] | None = None,
        about: AboutSites | None = None,
    ) -> None:
        """`sites`: or what makes them when somebody asks; `about` is known then."""
        self.name = name
        self.trusted = trusted  # a library of ours: errors inside it are shown at the script's call
        self.filename = f"<scheme {next(_numbers)}>"
        self._sites: list[Site] | None = None if callable(sites) else sites
        self._make = sites if callable(sites) else None
        self._about = about
        self._lines: dict[tuple[int, int], tuple[CodeType, int]] | None = None
        self.constants = constants
        self.again = again  # for a unit that was kept on disk: emits it once more
        self.itself = ref(self)
        # by the id of a procedure's code: that, how many coroutines were made of it, and it as a generator function
        self.producers: dict[int, tuple[CodeType, int, Callable[..., Any] | None]] | None = None
        self.codes: dict[int, CodeType] | None = None  # of its procedures, by their first line, once somebody asked

    @property
    def sites(self) -> list[Site]:
        """What stands on each line of the code."""
        sites = self._sites
        if sites is None:
            assert self._make is not None
            sites = self._sites = self._make()
        return sites

    def site(self, code: CodeType, at: int) -> Site:
        """What stands at an instruction of the unit's code. Its line is kept: Python would count them from the first
        one of the function each time that an error or a continuation leaves from there.
        """
        lines = self._lines
        if lines is None:
            lines = self._lines = {}
        known = lines.get((id(code), at))  # the code is kept with it, so that no other one gets its id
        if known is None:
            known = lines[id(code), at] = code, line_at(code, at)
        return self.sites[known[1]]

    @property
    def library(self) -> str:
        """The name of a library of ours; else nothing."""
        return self.name if self.trusted else ""

    @property
    def about(self) -> AboutSites:
        """See `about_sites`."""
        if self._about is None:
            self._about = about_sites(self.sites)
        return self._about

    def _unlike(self, made: Sequence[Site]) -> str:
        """Where other sites begin to be others, for a report."""
        for at, (one, other) in enumerate(zip(made, self.sites, strict=False)):
            if (one.kind, one.name) != (other.kind, other.name):
                return f": site {at} is {one.kind} {one.name}, and was {other.kind} {other.name}"
        return f": {len(made)} sites, which were {len(self.sites)}"

    def complete(self) -> None:
        """Give sites that come from disk the trees that continuations and the explanation of errors need.

        Raises EngineFault if the unit is emitted otherwise than it was.
        """
        again = self.again
        if again is None:
            return
        made = again().sites
        if [(site.kind, site.name) for site in made] != [(site.kind, site.name) for site in self.sites]:
            unlike = self._unlike(made)
            raise EngineFault(f"{self.name} is emitted differently than the copy that was kept of it{unlike}")
        for site, same in zip(self.sites, made, strict=True):
            site.expression, site.statement, site.body = same.expression, same.statement, same.body
            site.guards, site.forwards = same.guards, same.forwards
        self.again = None

    def let_go(self, again: Callable[[], EmittedAgain], make: Callable[[], list[Site]]) -> None:
        """Be as if from disk: without the sites, which `make` makes once more for whoever needs them, and `again` their
        trees."""
        self._about = self.about
        self.again, self._make = again, make
        self.forget_sites()

    def forget_sites(self) -> None:
        """Have no sites until somebody asks for one, if they can be made once more."""
        if self.again is not None and self._make is not None:
            self._sites = None


def line_at(code: CodeType, at: int) -> int:
    """The line of an instruction."""
    return next(line or 0 for start, end, line in code.co_lines() if start <= at < end)


HELD: Final = "%units"  # key of a namespace: its units with procedures; no name that generated code could have


def unit_of(code: CodeType) -> CompiledUnit | None:
    """The unit a code object belongs to; None for a Python function."""
    constants = code.co_consts
    last = constants[-1] if constants else None
    if last.__class__ is not ref:
        return None
    unit = last()
    return unit if unit.__class__ is CompiledUnit else None


def place_of(procedure: object, *, of_ours: bool = False) -> Place | None:
    """Where a compiled procedure stands; `of_ours`: in a library of ours, too."""
    code = getattr(getattr(procedure, "__wrapped__", procedure), "__code__", None)
    unit = unit_of(code) if code is not None else None
    if unit is None or code is None or unit.trusted and not of_ours:
        return None
    place: Place | None = unit.sites[code.co_firstlineno].place
    return place


def install(code: CodeType, unit: CompiledUnit, namespace: dict[str, Any]) -> FunctionType:
    """The entry procedure (no arguments) of a compiled unit; its definitions will be made in `namespace`."""
    if unit.about[0]:
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
    return _linked(code, unit, {})


def _linked(code: CodeType, unit: CompiledUnit, alike: dict[Any, Any]) -> CodeType:
    """`alike`: parts of code that many procedures of a unit have alike are held once; of names the short one is."""
    names, lines = code.co_names, code.co_linetable
    return code.replace(
        co_consts=(
            *[_replaced(each, unit, alike) if each.__class__ in REPLACED else each for each in code.co_consts],
            unit.itself,
        ),
        co_names=alike.setdefault(names, names),
        co_linetable=alike.setdefault(lines, lines),
        co_qualname=code.co_name,
    )


REPLACED: Final = frozenset({bytes, CodeType, type(...), tuple, frozenset})  # what may hold a placeholder


def _replaced(constant: Any, unit: CompiledUnit, alike: dict[Any, Any]) -> Any:
    if constant.__class__ is bytes:
        return unit.constants[int(constant)] if constant.isdigit() else _text(unit.constants[int(constant[:-1])])
    if constant.__class__ is CodeType:
        return _linked(constant, unit, alike)
    if constant is ...:
        return FALSE
    if constant.__class__ is tuple:  # Python folds a tuple of constants into one
        return tuple([_replaced(part, unit, alike) for part in constant])
    if constant.__class__ is frozenset:  # or a set that is only looked into
        return frozenset([_replaced(part, unit, alike) for part in constant])
    return constant


def _text(literal: Value) -> str:
    """What a character or a string that nobody changes holds."""
    text: str = literal.c if literal.__class__ is Char else literal.s
    return text


HARMLESS: Final = ("hash-table-", "vector-", "bytevector-", "register-")  # they change what no payload is made of
EVALUATING: Final = ("eval", "load", "environment", "interaction-environment")


def may_mutate(code: CodeType, unit: CompiledUnit) -> bool:
    """May code of this unit change a list or a string that it is given? It would have to name what does: all procedures
    of ours that do end in `!` (R7RS 1.3.5; a test holds them to it), or evaluate code that was not there before.
    """
    names = _names_in(code).union(unit.about[1])
    return any(_mutates(each) for each in names if "!" in each or each.startswith(EVALUATING))


def _names_in(code: CodeType) -> set[str]:
    """The names that a code and those inside it have."""
    names: set[str] = set()
    waiting = [code]
    while waiting:
        code = waiting.pop()
        names.update(code.co_names)
        waiting += [each for each in code.co_consts if each.__class__ is CodeType]
    return names


def _mutates(name: str) -> bool:
    name = name.partition("@")[0]
    return (name.endswith("!") and not name.startswith(HARMLESS)) or name in EVALUATING
