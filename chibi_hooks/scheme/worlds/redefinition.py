"""A unit that is about to redefine names comes in; what earlier units of the same top level compiled on the old meaning
is made to mean the new one (R7RS 5.3.1: such a definition is an assignment).

Theory. Compiled code asks nothing: a primitive stands in line, a procedure that is defined once is called as what it
is. A file is one unit and knows all its definitions. Only what is entered later (a REPL, `load`, `eval`) can take such
knowledge back. So the core nodes of each unit are remembered, and when one of the names it was sure of is defined
anew, the unit is emitted again, without that certainty and with the same names for its variables. Then every living
procedure of the unit gets its new code: closures keep their variables, `eq?` sees no difference, and nothing is paid
until it happens.

Rules
-----
* Only what the program's own text names changes its meaning. What a macro of a library puts in (`eqv?` for `case`)
  still means what the library meant.
* A unit relies on how the procedures of other units may be called, so those that use a procedure of a revised unit are
  revised with it.
* An activation that is running, and a continuation captured in one, go on with the code they started with: a
  procedure that redefines itself and then calls itself in tail position goes round in its old loop. So do procedures
  that the compiler made for what it knew.
* A procedure whose new code would need other variables than its closure holds cannot be given it; then the definition
  is refused before anything is changed.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from functools import partial
from types import CodeType, FunctionType
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from chibi_hooks.scheme.compiling.analysing.facts import facts, global_facts
from chibi_hooks.scheme.compiling.analysing.trees import bound_variables, global_locations, globals_set, procedures_in
from chibi_hooks.scheme.compiling.emitting.emission import Emission
from chibi_hooks.scheme.core import Define, Global, GlobalRef, Node, Variable
from chibi_hooks.scheme.expanding.toplevel import TopLevel
from chibi_hooks.scheme.running import collector
from chibi_hooks.scheme.running.link import CompiledUnit, unit_of
from chibi_hooks.scheme.running.pause import unpaid_once
from chibi_hooks.scheme.running.site import ENTER
from chibi_hooks.scheme.values.data import Value
from chibi_hooks.scheme.values.errors import SchemeError, fail

Procedure = Any  # Lambda | CaseLambda: what a code object was made from; None for the rest of the generated code


class Reviser(Protocol):
    """What `Earlier.revise` asks of the world."""

    namespace: dict[str, Any]

    def global_value(self, location: Global) -> Value:
        """What a location holds now."""

    def emit(self, nodes: list[Node], names: Mapping[Variable, str]) -> Emission:
        """The unit with these nodes emitted, its variables under the given names."""

    def link(self, emission: Emission, name: str) -> FunctionType:
        """The entry of the unit, ready to run."""


class Remembered:
    """A unit as it may be needed again. `compiled` changes when it is revised."""

    __slots__ = ("nodes", "borrowed", "defines", "compiled", "makers")

    def __init__(self, nodes: list[Node], borrowed: list[GlobalRef]) -> None:
        self.nodes = nodes
        self.borrowed = borrowed  # where the program's text names what it did not define itself
        self.defines = {node.location for node in nodes if node.__class__ is Define}
        self.compiled: CompiledUnit
        self.makers: set[str]  # the functions beside the entry, which make closures

    def linked(self, emission: Emission, compiled: CompiledUnit) -> None:
        """Say what the unit has become."""
        assert emission.module is not None
        self.compiled = compiled
        self.makers = {statement.name for statement in emission.module.body if hasattr(statement, "name")}
        self.makers.difference_update(emission.lifted.values(), emission.delayed)


class Earlier:
    """The units that were linked so far, by the top level they belong to."""

    def __init__(self) -> None:
        self._units: WeakKeyDictionary[TopLevel, list[Remembered]] = WeakKeyDictionary()

    def remember(self, top: TopLevel, nodes: list[Node], emission: Emission, compiled: CompiledUnit) -> None:
        """Keep what `revise` needs of a unit that was just linked."""
        borrowed, top.borrowed, top.redefined = top.borrowed, [], []
        if any(site.kind == "procedure" for site in emission.sites):
            unit = Remembered(nodes, borrowed)
            unit.linked(emission, compiled)
            self._units.setdefault(top, []).append(unit)

    def revise(self, top: TopLevel, nodes: list[Node], world: Reviser) -> None:
        """Before a unit with these nodes is compiled: let earlier units mean what it defines.

        Raises SchemeError when a living procedure cannot be changed.
        """
        renewed = {old: new for new, old in top.redefined}
        top.redefined = []
        units = self._units.get(top)
        if not units:
            return
        changed = {each.location for node in nodes for each in globals_set(node)}
        certain = {location for location in changed if global_facts(location).known is not None}
        affected = _affected(units, renewed, certain) if renewed or certain else []
        if affected:
            _revise(affected, renewed, " and ".join(sorted({each.name for each in [*renewed, *certain]})), world)


def _revise(affected: list[Remembered], renewed: dict[Global, Global], changed: str, world: Reviser) -> None:
    """Emit the units anew and give their living procedures the new code; all of them or none."""
    old = {id(unit.compiled): unit for unit in affected}
    borrowed = [(ref, ref.location) for unit in affected for ref in unit.borrowed]
    names = _names_of_variables(affected)
    for unit in affected:
        unit.compiled.complete()
        for location in unit.defines:
            location.facts = None
    for ref, location in borrowed:
        ref.location = renewed.get(location, location)
    made: list[tuple[Emission, FunctionType]] = []
    for unit in affected:
        emission = world.emit(unit.nodes, names)
        made.append((emission, world.link(emission, unit.compiled.name)))
    codes = dict(pair for emission, entry in made for pair in _procedures(emission, entry, world.namespace))
    written = {each for unit in affected for each in procedures_in(unit.nodes)}
    living = unpaid_once(partial(_changing, old, written, codes, world.namespace))
    for function, procedure in living:
        if not _fits(codes.get(procedure), function):
            for ref, location in borrowed:
                ref.location = location
            raise _unchangeable(changed, procedure)
    for location, new in renewed.items():
        world.namespace[new.key] = world.global_value(location)
    for function, procedure in living:
        function.__code__ = codes[procedure]
    for unit, (emission, entry) in zip(affected, made, strict=True):
        unit.linked(emission, entry.__dict__["unit"])


def _changing(
    units: dict[int, Remembered],
    written: set[Procedure],
    codes: Mapping[Procedure, CodeType],
    namespace: dict[str, Any],
) -> list[tuple[FunctionType, Procedure]]:
    """The living procedures that get new code."""
    found = [each for each in _living(units, namespace) if each[1] in written]
    if all(_fits(codes.get(procedure), function) for function, procedure in found):
        return found
    found = []
    collector.sweep()  # it may be that nobody holds it any more
    return [each for each in _living(units, namespace) if each[1] in written]


def _fits(code: CodeType | None, function: FunctionType) -> bool:
    """Whether a procedure can go on with this code."""
    return code is not None and _given(code) == _given(function.__code__)


def _given(code: CodeType) -> tuple[tuple[str, ...], int, tuple[str, ...]]:
    """The variables that a procedure has from those around it: in its closure, with each call (`procedures`), or in a
    tuple, if it is what a promise computes.
    """
    unit = unit_of(code)
    body = unit.sites[code.co_firstlineno].body if unit is not None else None
    return code.co_freevars, code.co_argcount, () if body is None else body.free


def _names_of_variables(units: list[Remembered]) -> dict[Variable, str]:
    """What the variables of the units are called in their code."""
    bound = {variable for unit in units for node in unit.nodes for variable in bound_variables(node)}
    return {variable: facts(variable).name for variable in bound if facts(variable).name}


def _unchangeable(changed: str, procedure: Procedure) -> SchemeError:
    return fail(
        "error",
        f"{changed} cannot be redefined any more: {procedure.name or 'a procedure'} was made with its old"
        " meaning and could not be changed",
        who="define",
        hint="put the definition before the code that uses the name",
    )


def _affected(units: list[Remembered], renewed: dict[Global, Global], certain: set[Global]) -> list[Remembered]:
    """The units whose certainties end, and those that relied on their procedures; in the order they were compiled."""
    found = [
        unit
        for unit in units
        if not certain.isdisjoint(unit.defines) or any(ref.location in renewed for ref in unit.borrowed)
    ]
    while True:
        defined = {location for unit in found for location in unit.defines}
        more = [unit for unit in units if unit not in found and not defined.isdisjoint(global_locations(unit.nodes))]
        if not more:
            return [unit for unit in units if unit in found]
        found += more


def _procedures(
    emission: Emission, entry: FunctionType, namespace: dict[str, Any]
) -> Iterator[tuple[Procedure, CodeType]]:
    """The code of all procedures of a unit, with what each was made from."""
    assert emission.module is not None
    unit: CompiledUnit = entry.__dict__["unit"]
    makers = [namespace[statement.name] for statement in emission.module.body if statement.name in namespace]  # type: ignore[attr-defined]
    lifted = [namespace[key].__code__ for key in (*emission.lifted.values(), *emission.delayed)]
    stack = [*lifted, *(part for root in (entry, *makers) for part in root.__code__.co_consts)]
    while stack:
        code = stack.pop()
        if code.__class__ is CodeType:
            procedure = _made_from(code, unit)
            if procedure is not None:
                yield procedure, code
            stack += code.co_consts


def _made_from(code: CodeType, unit: CompiledUnit) -> Procedure:
    site = unit.sites[code.co_firstlineno]
    return site.body.origin if site.kind == "procedure" and site.body is not None else None


def _living(units: dict[int, Remembered], namespace: dict[str, Any]) -> Iterator[tuple[FunctionType, Procedure]]:
    """All living procedures of the units, wherever they are kept: in variables, data, closures, continuations."""
    if gc.get_freeze_count():
        gc.unfreeze()  # what is frozen is hidden from the search; it costs the host the sharing of pages after a fork
    for each in gc.get_referrers(namespace):  # among millions, perhaps
        if each.__class__ is not FunctionType:
            continue
        if each.__code__.co_name == ENTER:
            continue  # only the base calls it, in place of one that it finds
        compiled = unit_of(each.__code__)
        unit = units.get(id(compiled))
        if unit is not None and compiled is not None and each.__code__.co_name not in unit.makers:
            procedure = _made_from(each.__code__, compiled)
            if procedure is not None:
                yield each, procedure
