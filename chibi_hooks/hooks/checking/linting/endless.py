"""An expanded file -> procedures that call themselves, or one another, on every path: they never return.

Only what is certain is said: a procedure that may leave in another way, by an error, a continuation or a procedure of
the file that does so, is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Final

from chibi_hooks.hooks.checking.linting.answers import results_of
from chibi_hooks.hooks.checking.linting.builders import makes_answer
from chibi_hooks.hooks.checking.linting.finding import Finding
from chibi_hooks.hooks.checking.linting.lost import TAKING_OUT, WATCHING
from chibi_hooks.hooks.checking.linting.nodes import FileDefinitions, spot, walk
from chibi_hooks.hooks.checking.linting.operands import changes_nothing, may_call_back
from chibi_hooks.scheme import core
from chibi_hooks.scheme.values.source import SourceText

LEAVING: Final = frozenset({
    "raise", "raise-continuable", "error", "exit", "emergency-exit", "call/cc", "call-with-current-continuation",
    "with-exception-handler", "dynamic-wind", "call-tool",
})  # fmt: skip


DO: Final = "each variable has a step, and the test ends it: (do ((i 0 (+ i 1))) ((= i 10) result) …)"
NAMED: Final = 5  # procedures of a circle
OUTPUT: Final = frozenset({"display", "write", "newline", "write-string", "write-char"})  # no test reads it

NamedProcedure = core.Variable | core.Global
Procedures = Mapping[NamedProcedure, core.Lambda]


def endless_procedures(
    nodes: Sequence[core.Node], definitions: FileDefinitions, source: SourceText
) -> Iterator[Finding]:
    """Each procedure of the file that never returns, alone or with those that it calls."""
    procedures = dict(_procedures(nodes))
    results = {each: [node for node, _ in results_of(made, {})] for each, made in procedures.items()}
    guarded = any(isinstance(each, core.GlobalRef) and each.location.name in WATCHING for each in nodes)
    leaving = LEAVING | TAKING_OUT if guarded else LEAVING  # where somebody waits for it, car may end a loop
    never = _never_returning(procedures, results, definitions, leaving)
    told: set[NamedProcedure] = set()
    for itself, procedure in procedures.items():
        if itself not in never:
            if (again := _same_again(procedure, itself, definitions)) is not None:
                message = f"{itself.name} goes on with what it was given: it never gets any further"
                hint = DO if itself.name == "do" else f"hand on what changes: ({itself.name} …)"
                yield Finding(spot(again.place, source), "error", message, "endless", hint)
            continue
        if itself not in told and itself in (around := _reached(itself, results)):
            told |= around
            *others, last = _shown([each.name for each in procedures if each in around])
            message = f"{last} calls itself on every path: it never returns"
            hint = f"give it a path that ends: (if done result ({itself.name} …))"
            if others:
                message = f"{', '.join(others)} and {last} call each other on every path: they never return"
            elif last == "do":
                message, hint = "the test of this do is never true: it never ends", DO
            yield Finding(spot(procedure.place, source), "error", message, "endless", hint)


def _shown(names: list[str]) -> list[str]:
    """A few names, and how many others there are."""
    return names if len(names) <= NAMED else [*names[: NAMED - 1], f"{len(names) - NAMED + 1} others"]


def _procedures(nodes: Sequence[core.Node]) -> Iterator[tuple[NamedProcedure, core.Lambda]]:
    """What the file calls its procedures, where a name holds one for good."""
    for node in nodes:
        if isinstance(node, core.Letrec):
            for variable, init in zip(node.variables, node.inits, strict=True):
                if isinstance(init, core.Lambda) and not variable.assigned:
                    yield variable, init
        elif isinstance(node, core.Define) and isinstance(node.value, core.Lambda) and not node.location.assigned:
            yield node.location, node.value


def _never_returning(
    procedures: Procedures,
    results: Mapping[NamedProcedure, Sequence[core.Node]],
    definitions: FileDefinitions,
    names: Set[str],
) -> set[NamedProcedure]:
    """Those of which each result is a call of one of them, and that nothing else leaves; `names`: of what may."""
    wanted: dict[NamedProcedure, set[NamedProcedure | None]] = {}  # whose calls must not return either; None: it does
    for each, procedure in procedures.items():
        leaving = (node for node in walk([procedure.body]) if _may_leave(node, definitions, names))
        wanted[each] = {_named(node) for node in (*results[each], *leaving)} if results[each] else {None}
    never = set(procedures)
    pending = [each for each in never if not wanted[each] <= never]
    waiting: dict[NamedProcedure, list[NamedProcedure]] = {}
    for each in never:
        for other in wanted[each]:
            if other is not None:
                waiting.setdefault(other, []).append(each)
    while pending:
        if (each := pending.pop()) in never:
            never.discard(each)
            pending += waiting.get(each, ())
    return never


def _reached(itself: NamedProcedure, results: Mapping[NamedProcedure, Sequence[core.Node]]) -> set[NamedProcedure]:
    """The procedures that one ends in, by way of others."""
    found: set[NamedProcedure] = set()
    pending = [itself]
    while pending:
        called = {named for each in results[pending.pop()] if (named := _named(each)) is not None} - found
        found |= called
        pending += called
    return found


def _named(call: core.Node) -> NamedProcedure | None:
    """What the procedure that a call calls is called."""
    match call:
        case core.Call(operator=core.LocalRef(variable=named)) | core.Call(operator=core.GlobalRef(location=named)):
            return named
    return None


def _same_again(
    procedure: core.Lambda, itself: NamedProcedure, definitions: FileDefinitions
) -> core.Call | None:
    """A call of itself with its own parameters, where all such calls are so, and nothing else changes anything."""
    nodes = list(walk([procedure.body]))
    calls = [each for each in nodes if isinstance(each, core.Call)]
    own = [each for each in calls if _named(each) is itself]
    changes = any(isinstance(each, core.SetLocal | core.SetGlobal | core.Lambda | core.CaseLambda) for each in nodes)
    if changes or procedure.rest is not None or not all(_hands_on(each, procedure) for each in own):
        return None
    known = all(
        each in own or (isinstance(each.operator, core.GlobalRef) and not may_call_back(each, definitions))
        for each in calls
    )
    globals = [each.location for each in nodes if isinstance(each, core.GlobalRef) and each.location is not itself]
    return own[0] if own and known and all(map(_keeps_all, globals)) else None


def _keeps_all(location: core.Global) -> bool:
    """Is it a procedure of ours that changes nothing which a test could ask for?"""
    is_answer = makes_answer(location.name) or location.name == "no-opinion"
    if is_answer and location.library == "(harness answers)":
        return True
    return changes_nothing(location) or (location.primitive is not None and location.name in OUTPUT)


def _hands_on(call: core.Call, procedure: core.Lambda) -> bool:
    given = [each.variable if isinstance(each, core.LocalRef) else None for each in call.operands]
    return given == procedure.params


def _may_leave(node: core.Node, definitions: FileDefinitions, names: Set[str]) -> bool:
    """Could this call leave a procedure in another way than by returning, if what it calls is not one that never does?
    """
    if not isinstance(node, core.Call):
        return False
    operator = node.operator
    if isinstance(operator, core.GlobalRef):
        location = operator.location
        ours = location.primitive is not None or location.library is not None
        return not ours or location.name in names or location in definitions or may_call_back(node, definitions)
    return not isinstance(operator, core.Lambda)
