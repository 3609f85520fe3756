"""An expanded file -> procedures that call themselves on every path: they never return.

Only what is certain is said: a procedure that may leave in another way, by an error, a continuation or a procedure of
the file that does so, is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from chibi_hooks.hooks.checking.linting.answers import results_of
from chibi_hooks.hooks.checking.linting.builders import makes_answer
from chibi_hooks.hooks.checking.linting.finding import Finding
from chibi_hooks.hooks.checking.linting.nodes import FileDefinitions, spot, walk
from chibi_hooks.scheme import core
from chibi_hooks.scheme.values.source import SourceText

LEAVING: Final = frozenset({
    "raise", "raise-continuable", "error", "exit", "emergency-exit", "call/cc", "call-with-current-continuation",
    "with-exception-handler", "dynamic-wind", "call-tool",
})  # fmt: skip


def endless_procedures(
    nodes: Sequence[core.Node], definitions: FileDefinitions, source: SourceText
) -> Iterator[Finding]:
    """Each procedure of the file that never returns."""
    for node in nodes:
        if isinstance(node, core.Letrec):
            for variable, init in zip(node.variables, node.inits, strict=True):
                if isinstance(init, core.Lambda) and not variable.assigned:
                    yield from _endless(init, variable, variable.name, definitions, source)
        elif isinstance(node, core.Define) and isinstance(node.value, core.Lambda) and not node.location.assigned:
            yield from _endless(node.value, node.location, node.location.name, definitions, source)


def _endless(
    procedure: core.Lambda,
    itself: core.Variable | core.Global,
    name: str,
    definitions: FileDefinitions,
    source: SourceText,
) -> Iterator[Finding]:
    if not _returns_only_itself(procedure, itself):
        if (again := _same_again(procedure, itself)) is not None:
            message = f"{name} goes on with what it was given: it never gets any further"
            yield Finding(spot(again.place, source), "error", message, "endless", f"hand on what changes: ({name} …)")
        return
    if any(_may_leave(node, itself, definitions) for node in walk([procedure.body])):
        return
    message = f"{name} calls itself on every path: it never returns"
    hint = f"give it a path that ends: (if done result ({name} …))"
    yield Finding(spot(procedure.place, source), "error", message, "endless", hint)


def _returns_only_itself(procedure: core.Lambda, itself: core.Variable | core.Global) -> bool:
    """Is every result a call of the procedure itself?"""
    results = [node for node, _ in results_of(procedure, {})]
    return bool(results) and all(isinstance(each, core.Call) and _is(each.operator, itself) for each in results)


def _same_again(procedure: core.Lambda, itself: core.Variable | core.Global) -> core.Call | None:
    """A call of itself with its own parameters, where all such calls are so, and nothing else changes anything."""
    nodes = list(walk([procedure.body]))
    calls = [each for each in nodes if isinstance(each, core.Call)]
    own = [each for each in calls if _is(each.operator, itself)]
    changes = any(isinstance(each, core.SetLocal | core.SetGlobal | core.Lambda | core.CaseLambda) for each in nodes)
    if changes or procedure.rest is not None or not all(_hands_on(each, procedure) for each in own):
        return None
    known = all(isinstance(each.operator, core.GlobalRef) or each in own for each in calls)
    globals = [each.location for each in nodes if isinstance(each, core.GlobalRef) and not _is(each, itself)]
    return own[0] if own and known and all(map(_changes_nothing, globals)) else None


def _changes_nothing(location: core.Global) -> bool:
    """Is it a procedure of ours that gives the same for the same, and does nothing?"""
    if location.primitive is not None:
        return location.primitive.pure
    is_answer = makes_answer(location.name) or location.name == "no-opinion"
    return is_answer and location.library == "(harness answers)"


def _hands_on(call: core.Call, procedure: core.Lambda) -> bool:
    given = [each.variable if isinstance(each, core.LocalRef) else None for each in call.operands]
    return given == procedure.params


def _is(node: core.Node, itself: core.Variable | core.Global) -> bool:
    if isinstance(node, core.LocalRef):
        return node.variable is itself
    return isinstance(node, core.GlobalRef) and node.location is itself


def _may_leave(node: core.Node, itself: core.Variable | core.Global, definitions: FileDefinitions) -> bool:
    """Could this call leave the procedure in another way than by returning?"""
    if not isinstance(node, core.Call) or _is(node.operator, itself):
        return False
    operator = node.operator
    if isinstance(operator, core.GlobalRef):
        return operator.location.name in LEAVING or operator.location in definitions
    return not isinstance(operator, core.Lambda)
