"""A program in, what one phase makes of it out, as text: nothing is run. `chibi-hooks scheme --show` prints it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from chibi_hooks.scheme.compiling.analysing.trees import deepest
from chibi_hooks.scheme.compiling.python_text import python_text
from chibi_hooks.scheme.expanding.core_text import core_text
from chibi_hooks.scheme.expanding.programs import expand_program
from chibi_hooks.scheme.expanding.scope import shown
from chibi_hooks.scheme.reading.reader import read_source, tokens
from chibi_hooks.scheme.reading.syntax import Form, Identifier, Labelled, VectorForm
from chibi_hooks.scheme.running.stack import roomy
from chibi_hooks.scheme.values.source import SourceText
from chibi_hooks.scheme.worlds.front import Front


def _tokens(front: Front, source: SourceText) -> str:
    lines = []
    for kind, start, end in tokens(source.text):
        line, column = source.position(start)
        text = source.text[start:end].replace("\n", "\\n")
        lines.append(f"{f'{line}:{column}':<8} {kind:<14} {text}\n")
    return "".join(lines)


def _syntax(front: Front, source: SourceText) -> str:
    """One line for each datum: its place (a literal has none), and what it is, one inside the other."""
    lines = []
    waiting: list[tuple[Any, int, str]] = [(form, 0, "") for form in reversed(read_source(source))]
    while waiting:
        x, depth, mark = waiting.pop()
        kind = x.__class__.__name__ if isinstance(x, PLACED) else "literal"
        place = f"{x.place.line}:{x.place.column}" if isinstance(x, PLACED) else ""
        lines.append(f"{place:<8} {'  ' * depth}{mark}{kind} {shown(x)}\n")
        if isinstance(x, Form) and x.tail is not None:
            waiting.append((x.tail, depth + 1, ". "))
        if isinstance(x, Form | VectorForm):
            waiting += [(each, depth + 1, "") for each in reversed(x.items)]
    return "".join(lines)


PLACED: Final = (Form, Identifier, Labelled, VectorForm)


def _core(front: Front, source: SourceText) -> str:
    unit = expand_program(front.read(source), front.top_level, source.name)
    return core_text(unit.body)


def _python(front: Front, source: SourceText) -> str:
    """The libraries that the program brings along come first, each under its name."""
    texts = []
    for part in front.parts(front.read(source), front.top_level, source.name):
        head = "" if part.last else f"# {part.name}\n"
        texts.append(head + roomy(partial(python_text, part.emission), partial(deepest, part.body)))
    return "\n".join(texts)


PHASES: Final[dict[str, Callable[[Front, SourceText], str]]] = {
    "tokens": _tokens,
    "syntax": _syntax,
    "core": _core,
    "python": _python,
}
"""What can be shown, in the order of the pipeline."""
