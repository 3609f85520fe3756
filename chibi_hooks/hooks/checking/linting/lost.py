"""An expanded file -> answers that are made and then dropped: before the last form of a body, in a for-each, or outside
of any hook.

    (for-each (lambda (each) (if (bad? each) (deny "no"))) commands)        nobody is denied anything

Only what is certain is said: an answer in a place whose value nobody can see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from chibi_hooks.hooks.checking.linting.answers import results_of, shows_answer
from chibi_hooks.hooks.checking.linting.builders import makes_answer
from chibi_hooks.hooks.checking.linting.finding import Finding
from chibi_hooks.hooks.checking.linting.nodes import FileDefinitions, called, spot
from chibi_hooks.scheme import core
from chibi_hooks.scheme.values.source import Place, SourceText

WALKERS: Final = frozenset({"for-each", "vector-for-each", "string-for-each"})  # what they are given returns for nobody
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
