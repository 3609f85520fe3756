"""Nodes of generated code keep their fields in slots, and are Python's otherwise."""

from __future__ import annotations

import ast
from copy import deepcopy
from pathlib import Path

import pytest

from chibi_hooks.scheme import compiling
from chibi_hooks.scheme.compiling import python_tree
from chibi_hooks.scheme.compiling.below import NODES
from chibi_hooks.scheme.compiling.python_tree import SLOTTED, slotted

TEXT = """
def f(a, *b):
    global g
    while a is not None:
        if a and not b or -a < 3:
            a.c, b[1:] = g(*b, f"{a}"), [1, {2}]
        else:
            break
    for x in (yield): continue
    try: pass
    except g(a): return a if b else ...
"""


def test_a_tree_is_compiled_to_the_same_code_as_of_pythons_own_nodes() -> None:
    made = python_tree.parse(TEXT)
    assert {each.__class__ for each in ast.walk(made)} <= {*SLOTTED.values(), *NODES, ast.Load, ast.Store}
    plain = ast.parse(TEXT)
    assert ast.dump(made, include_attributes=True) == ast.dump(plain, include_attributes=True)
    assert compile(made, "x", "exec") == compile(plain, "x", "exec")


def test_nodes_have_no_dictionary_until_something_else_is_said_of_them() -> None:
    node = python_tree.Name("v0", ast.Load(), lineno=1, col_offset=0)
    assert isinstance(node, ast.Name) and not node.__dict__
    node.binds = True  # type: ignore[attr-defined]
    assert node.__dict__ == {"binds": True}


def test_a_copy_has_all_that_was_said() -> None:
    node = slotted(ast.parse("a.b[1](c)", mode="eval").body)
    node.func.text = node.args[0]
    same = deepcopy(node)
    assert ast.dump(same, include_attributes=True) == ast.dump(node, include_attributes=True)
    assert same.__class__ is node.__class__ and same.func.text is same.args[0] is not node.args[0]


@pytest.mark.parametrize("file", sorted(Path(compiling.__file__).parent.rglob("*.py")), ids=lambda file: file.stem)
def test_whoever_builds_code_builds_it_of_these(file: Path) -> None:
    if file.stem != "python_tree":
        nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        imported = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
        assert "ast" not in imported
