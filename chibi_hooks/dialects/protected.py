"""The agents' settings -> what must stay as it is, as Scheme for the policy `self-protection`: the files in which
agents have hooks, their programs, the options with which those ask nobody, and the variables that move their settings.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Final

from chibi_hooks.dialects.rows.dialect import RowDialect, row_dialects
from chibi_hooks.dialects.rows.settings import SCOPES

PUBLIC: Final = frozenset({"$XDG_CONFIG_HOME"})  # variables that are not about an agent
WIDTH: Final = 79


def as_scheme() -> str:
    """The file scheme_lib/harness/policies/agents.scm."""
    dialects = row_dialects()
    programs = [each.settings.program for each in dialects if each.settings.program]
    unasked = [(each.settings.program, *each.settings.unasked) for each in dialects if each.settings.unasked]
    lists = {
        "%agent-files": _texts(sorted({line for each in dialects for line in _files(each)})),
        "%agent-programs": _texts(programs),
        "%agent-unasked": ["(" + " ".join(map(json.dumps, each)) + ")" for each in unasked],
        "%agent-variables": _texts(sorted({name for each in dialects for name in variables(each)})),
    }
    head = ";;; Made from the agents' settings: python -m chibi_hooks.dialects.made\n"
    return head + "".join(f"\n(define {name}\n{_filled(words)}" for name, words in lists.items())


def _places(dialect: RowDialect) -> Iterator[tuple[str, str]]:
    for file in dialect.settings.files:
        if file.scope in SCOPES:
            yield from ((choice, file.name) for choice in file.place.split("|"))


def _files(dialect: RowDialect) -> Iterator[str]:
    """As lines of a .gitignore, wherever the project or the user's directory is."""
    for place, name in _places(dialect):
        head, _, folder = place.partition("/")
        if head in ("~", "."):
            yield f"**/{folder}/{name}"


def variables(dialect: RowDialect) -> Iterator[str]:
    """The variables that move an agent's settings."""
    for place, _ in _places(dialect):
        head = place.partition("/")[0]
        if head.startswith("$") and head not in PUBLIC:
            yield head.removeprefix("$")


def _texts(words: Iterable[str]) -> list[str]:
    return [json.dumps(each) for each in words]


def _filled(words: Iterable[str]) -> str:
    """A quoted list in lines, and the end of its definition."""
    lines, margin = [""], "    "
    for word in words:
        if len(lines[-1]) + len(word) + len(margin) > WIDTH - 2:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return f"  '({f'{chr(10)}{margin}'.join(lines)}))\n"
