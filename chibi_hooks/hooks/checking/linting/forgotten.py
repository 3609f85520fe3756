"""Hooks of a file -> counters and lists that begin anew at every call: nothing is remembered in them.

    (define-hook pre_tool (tool-name)
      (define calls 0)                      0 again, for every event
      (set! calls (+ calls 1))
      (if (> calls 10) …))

Told is only what is certain: one assignment, which every call comes by once, of a value that is made of the one before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from chibi_hooks.hooks.checking.linting.finding import Finding
from chibi_hooks.hooks.checking.linting.nodes import FileDefinitions, called, spot, unconditional
from chibi_hooks.hooks.checking.linting.registrations import Registering
from chibi_hooks.scheme import core
from chibi_hooks.scheme.values.data import NIL
from chibi_hooks.scheme.values.printer import short
from chibi_hooks.scheme.values.source import SourceText

GROWING: Final = ("+", "cons", "append")


def forgotten(
    nodes: Sequence[core.Node], definitions: FileDefinitions, registered: Sequence[Registering], source: SourceText
) -> Iterator[Finding]:
    """Each variable of a hook that counts, and is not there at the next call."""
    sets = Counter(node.variable for node in nodes if isinstance(node, core.SetLocal))
    for clause in (clause for each in registered for clause in each.clauses):
        certain = list(unconditional(clause.body))
        begun = {
            variable: init.value
            for node in certain
            if isinstance(node, core.Let | core.Letrec)
            for variable, init in zip(node.variables, node.inits, strict=True)
            if isinstance(init, core.Const) and _is_beginning(init)
        }
        for node in certain:
            if not isinstance(node, core.SetLocal) or node.variable not in begun or sets[node.variable] > 1:
                continue
            if _grows(node.value, node.variable, definitions):
                name = node.variable.name
                message = f"{name} is {short(begun[node.variable])} again at every call of the hook: this is lost"
                hint = f"what is to be remembered stands outside of the hook: (define {name} …) at the top level"
                yield Finding(spot(node.place, source), "warning", message, "forgotten", hint)


def _is_beginning(init: core.Const) -> bool:
    return init.value is NIL or isinstance(init.value, int)


def _grows(value: core.Node, variable: core.Variable, definitions: FileDefinitions) -> bool:
    """Is it `(+ n 1)`, `(cons new n)`? What is added up of what is sent may well be a sum of this call."""
    if not isinstance(value, core.Call) or (name := called(value, definitions)) not in GROWING:
        return False
    others = [each for each in value.operands if not isinstance(each, core.LocalRef) or each.variable is not variable]
    is_step = name != "+" or all(isinstance(each, core.Const) for each in others)
    return is_step and len(others) == len(value.operands) - 1
