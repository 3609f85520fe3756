"""The protocol's classes are the same whether attrs compiles for them or what it compiled before is taken."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

IMPORTING = """
import builtins, sys
from chibi_hooks.lsp.classes import import_classes
from chibi_hooks.scheme.reading.store import keep_compiled

compiled, usual = [], builtins.compile

def told(text, filename, *others, **options):
    if str(filename).startswith("<attrs"):
        compiled.append(filename)
    return usual(text, filename, *others, **options)

builtins.compile = told
keep_compiled(sys.argv[1])
import_classes()
import attr
from lsprotocol.types import Position, Range

here = Range(Position(1, 2), Position(line=3, character=4))
print(here, here == Range(Position(1, 2), Position(3, 4)), Position(1, 2) < Position(1, 3), len(compiled) > 100)
print("compile" in vars(attr._make))
"""


def imported(store: Path) -> list[str]:
    ran = subprocess.run([sys.executable, "-c", IMPORTING, store], capture_output=True, text=True, check=True)
    return ran.stdout.splitlines()


def test_what_attrs_compiled_is_taken_the_next_time(tmp_path: Path) -> None:
    first, again = imported(tmp_path / "kept"), imported(tmp_path / "kept")
    assert first == ["1:2-3:4 True True True", "False"]
    assert again == ["1:2-3:4 True True False", "False"]


def test_a_damaged_store_is_as_good_as_none(tmp_path: Path) -> None:
    imported(tmp_path / "kept")
    for file in (tmp_path / "kept").iterdir():
        os.truncate(file, 1000)
    assert imported(tmp_path / "kept") == ["1:2-3:4 True True True", "False"]
