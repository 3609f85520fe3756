"""What of the primitives a world from disk loads: the families that its code names, and all once more is asked."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from chibi_hooks.scheme.libraries.loading import load_library
from chibi_hooks.scheme.libraries.shared import SharedTable, table
from chibi_hooks.scheme.primitive import FAMILIES, INTERNAL, NAMES, PRIMITIVES

PROGRAM = """
import sys
from chibi_hooks.scheme import Interpreter
from chibi_hooks.scheme.reading.store import keep_compiled
from chibi_hooks.scheme.values.source import SourceText

keep_compiled(sys.argv[1])
world = Interpreter()
world.run(SourceText("one.scm", "(define (f l) (map (lambda (x) (assoc x '((1 . 2)))) l)) (f '(1 2))"), keep=True)
print(*(name.rpartition(".")[2] for name in sys.modules if name.startswith("chibi_hooks.scheme.primitives.")))
world.evaluate("(import (srfi 115) (srfi 130))")
asked = "(list (f '(1)) (string-pad \\"b\\" 2) (regexp-matches? '(+ num) \\"12\\"))"
print(world.evaluate(f"(equal? {asked} '(((1 . 2)) \\" b\\" #t))"))
"""


def run(directory: Path) -> list[str]:
    """What a process of its own prints: the families that the program needed, and what it asks for then."""
    command = [sys.executable, "-c", PROGRAM, str(directory / "compiled")]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def test_a_world_from_disk_loads_the_families_that_its_code_names(tmp_path: Path) -> None:
    compiled, from_disk = run(tmp_path), run(tmp_path)
    assert compiled[1] == from_disk[1] == "True"
    every, some = (set(lines[0].split()) for lines in (compiled, from_disk))
    assert {"pairs", "searches"} <= some < every
    assert some.isdisjoint({"regexp", "json", "hashtables", "texts_of_cursors", "toml", "shell"})


def test_each_name_of_generated_code_has_a_family() -> None:
    assert set(PRIMITIVES) <= set(FAMILIES)
    assert {"%" + name for name in INTERNAL} <= set(FAMILIES)
    assert set(FAMILIES) <= set(NAMES)


def test_code_that_counts_its_steps_begins_with_the_primitives_and_no_library_of_other_code() -> None:
    load_library("(srfi 1)", table())
    assert any("@" in key for key in table().names)
    assert set(SharedTable(counting=True).names) == {*FAMILIES, "__builtins__"}
