"""Every line of the table *procedures*: both sides give the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.source import SourceText
from tests.bench.procedures import agree, files, parsed, plain, sides


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_both_sides_of_each_line_give_the_same(path: Path) -> None:
    wrong = [
        f"{s.text}: {plain(s.once())!r:.80} / {plain(s.python_once())!r:.80}"
        for s in sides(parsed(path))
        if not agree(s)
    ]
    assert wrong == []


def test_every_exported_procedure_of_the_libraries_has_a_line() -> None:
    lines = [parsed(path) for path in files()]
    libraries = set(re.findall(r"\([^()]+\)", " ".join(each for line in lines for each in line.imports)))
    used = set(re.findall(r"[^\s()'\"]+", " ".join(text for line in lines for text, _ in line.rows)))
    world = Interpreter(imports=("(scheme base)", "(tein introspect)"))
    missing = [
        f"{library}: {name}"
        for library in sorted(libraries)
        for name in plain(world.run(SourceText("exports", f"(module-exports '{library})")))
        if name not in used and not ALIKE.fullmatch(name) and is_procedure(library, name)
    ]
    assert missing == []


# car and cdr composed are one procedure in many names; the last three are said once for a whole process
ALIKE = re.compile(r"c[ad]{2,4}r|features|comparator-register-default!|char-set->sre")


def is_procedure(library: str, name: str) -> bool:
    """Is it one, and no word of syntax?"""
    try:
        return callable(Interpreter(imports=(library,)).lookup(name))
    except SchemeError:
        return False
