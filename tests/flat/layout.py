"""A function put together -> the text of its module."""

from __future__ import annotations

import ast
import tokenize
from collections.abc import Iterator, Mapping
from itertools import pairwise

from tests.flat.texts import Origin, names_in

WIDTH = 120
HEAD = '''"""{title}

Made by `python -m tests.flat` of {source}.py and what is `inlined` there;
it is not edited by hand: chibi_hooks/inlined.py says how a fire is changed.
"""

# mypy: ignore-errors
# ruff: noqa
from __future__ import annotations

{imports}


{function}
'''


def text_of(title: str, source: str, function: ast.FunctionDef, names: Mapping[str, Origin]) -> str:
    """The module; `names`: those that its function may use."""
    source = source.replace(".", "/")
    return HEAD.format(title=title, source=source, imports=_imports(function, names), function=_wrapped(function))


def _imports(function: ast.FunctionDef, names: Mapping[str, Origin]) -> str:
    used = {each.id for each in names_in([function])}
    by_module: dict[str, list[str]] = {}
    for name, origin in sorted(names.items()):
        if name in used:
            by_module.setdefault(origin.module, []).append(name)
    ours = sorted(by_module, key=lambda module: (module.startswith("chibi_hooks"), module))
    lines = (f"from {module} import {', '.join(by_module[module])}" for module in ours)
    return "\n".join(line if len(line) <= WIDTH else _bracketed(line) for line in lines)


def _bracketed(line: str) -> str:
    head, _, names = line.partition(" import ")
    return f"{head} import (\n    {names},\n)"


def _wrapped(function: ast.FunctionDef) -> str:
    """Without lines that are too long: they are broken behind commas, where there are some."""
    return "\n".join(short for line in ast.unparse(function).split("\n") for short in _broken(line))


def _broken(line: str) -> Iterator[str]:
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    places = [*_commas(line), len(line)] if len(line) > WIDTH else [len(line)]
    begun, before = 0, ""
    for at, after in pairwise(places):
        if after - begun + len(before) > WIDTH:
            yield before + line[begun:at]
            begun, before = at + 1, indent
    yield before + line[begun:]


def _commas(line: str) -> Iterator[int]:
    """The places behind commas, but for those in texts."""
    blanks = len(line) - len(line.lstrip())
    for each in tokenize.generate_tokens(iter([line.lstrip() + "\n"]).__next__):
        if each.string == "," and each.type == tokenize.OP:
            yield each.end[1] + blanks
