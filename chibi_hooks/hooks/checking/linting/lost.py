"""An expanded file -> what is made and then dropped: answers before the last form of a body, in a for-each, or outside
of any hook; what a procedure gives that does nothing else.

    (for-each (lambda (each) (if (bad? each) (deny "no"))) commands)        nobody is denied anything
    (string-downcase command) (if (string-contains command "rm") …)         command is as it was

Only what is certain is said: a value in a place where nobody can see it. A call that may be there to fail is left
alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from chibi_hooks.hooks.checking.linting.answers import results_of, shows_answer
from chibi_hooks.hooks.checking.linting.builders import makes_answer
from chibi_hooks.hooks.checking.linting.finding import Finding
from chibi_hooks.hooks.checking.linting.given import given
from chibi_hooks.hooks.checking.linting.nodes import FileDefinitions, called, spot, text_at, walk
from chibi_hooks.hooks.checking.linting.operands import changes_nothing, may_call_back
from chibi_hooks.scheme import core
from chibi_hooks.scheme.values.source import Place, SourceText

WALKERS: Final = frozenset({"for-each", "vector-for-each", "string-for-each"})  # what they are given returns for nobody
WATCHING: Final = frozenset({  # in what is given to these a call may be there for its error
    "%guarded", "with-exception-handler", "call/cc", "call-with-current-continuation", "dynamic-wind", "test-error",
})  # fmt: skip
TAKING_OUT: Final = frozenset({  # these too, and who only looks may go on to
    "car", "cdr", "caar", "cadr", "cdar", "cddr", "list-ref", "vector-ref", "string-ref", "hash-table-ref", "substring",
    "payload-ref",
})  # fmt: skip
SILENT: Final = frozenset({"string-length", "length", "vector-length", "values", "no-opinion"})  # for error, or nothing
OUTSIDE: Final = "write (define-hook pre_tool (tool-name arguments) …) around it"
HINT: Final = "let it be the last value of the hook; in place of for-each `find` gives what is to be answered about"


def lost_answers(
    nodes: Sequence[core.Node], forms: Sequence[core.Node], definitions: FileDefinitions, source: SourceText
) -> Iterator[Finding]:
    """Each answer that nobody sees; `forms`: those of the file's top."""
    for form in forms:
        yield from _made_in(core.Lambda([], None, form), None, definitions, source)
    yield from _never_read(nodes, definitions, source)
    for node in nodes:
        if isinstance(node, core.Sequence):
            for part in node.parts[:-1]:
                yield from _made_in(core.Lambda([], None, part), node.place, definitions, source)
        elif called(node, definitions) in WALKERS and isinstance(node, core.Call) and node.operands:
            walker = node.operands[0]
            if isinstance(walker, core.Lambda):
                yield from _made_in(walker, walker.place, definitions, source)


def dropped_values(
    nodes: Sequence[core.Node], forms: Sequence[core.Node], definitions: FileDefinitions, source: SourceText
) -> Iterator[Finding]:
    """Each call before the last form of a body, or at the top, of what changes nothing; `forms`: those of the top."""
    watched = {
        id(inside)
        for node in nodes
        if isinstance(node, core.Call) and isinstance(node.operator, core.GlobalRef)
        if node.operator.location.name in WATCHING
        for inside in walk(list(node.operands))
    }
    bodies = [part for node in nodes if isinstance(node, core.Sequence) for part in node.parts[:-1]]
    for call in (*forms, *bodies):
        name = called(call, definitions)
        if not isinstance(call, core.Call) or not name or makes_answer(name) or name in TAKING_OUT | SILENT:
            continue
        if shows_answer(call, definitions):
            continue
        assert isinstance(call.operator, core.GlobalRef)
        if id(call) in watched or not changes_nothing(call.operator.location) or may_call_back(call, definitions):
            continue
        if text_at(call.place).startswith(f"({name}") and not any(
            _may_do(each, definitions) for each in walk(list(call.operands))
        ):
            message = f"what ({name} …) gives is dropped: it changes nothing, and nobody sees it"
            hint = f"give it a name, (let ((new ({name} …))) …), or change one: (set! old ({name} …))"
            if given(call, definitions) == "a boolean":
                hint = f"what is asked stands in a test: (if ({name} …) … …)"
            yield Finding(spot(call.place, source), "warning", message, "dropped", hint)


def _may_do(node: core.Node, definitions: FileDefinitions) -> bool:
    """May something happen while it is evaluated?"""
    match node:
        case core.Call(operator=core.GlobalRef(location=location)):
            return not changes_nothing(location) or may_call_back(node, definitions)
        case core.Const() | core.LocalRef() | core.GlobalRef() | core.If() | core.And() | core.Or():
            return False
    return True


def _never_read(
    nodes: Sequence[core.Node], definitions: FileDefinitions, source: SourceText
) -> Iterator[Finding]:
    """Answers that get a name which nobody uses."""
    read = {node.variable for node in nodes if isinstance(node, core.LocalRef)}
    for node in nodes:
        named: list[tuple[core.Variable, core.Node]] = []
        if isinstance(node, core.Let | core.Letrec):
            named = list(zip(node.variables, node.inits, strict=True))
        elif isinstance(node, core.SetLocal):
            named = [(node.variable, node.value)]
        for variable, value in named:
            name = called(value, definitions)
            if variable not in read and makes_answer(name):
                message = f"the value of ({name} …) is called {variable.name} here, and nobody uses it"
                hint = f"{variable.name} itself is to be the last value of the hook"
                yield Finding(spot(value.place or node.place, source), "error", message, "lost-answer", hint)


def _made_in(
    procedure: core.Lambda, around: Place | None, definitions: FileDefinitions, source: SourceText
) -> Iterator[Finding]:
    for each, place in results_of(procedure, {}):
        name = called(each, definitions)
        if makes_answer(name) or shows_answer(each, definitions):
            message = f"the value of ({name} …) is dropped: nobody is answered so"
            yield Finding(spot(place or around, source), "error", message, "lost-answer", HINT if around else OUTSIDE)
