"""What frames of the engine's own procedures mean is said with the names of their locals, and checked on import."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

from chibi_hooks.scheme import primitive
from chibi_hooks.scheme.primitives.control import control, promises, raising
from chibi_hooks.scheme.running import deep, frames, machine
from chibi_hooks.scheme.running.frames import PENDING, frame, role_of
from chibi_hooks.scheme.values import ports
from chibi_hooks.scheme.values.data import UNDEFINED
from chibi_hooks.scheme.values.errors import EngineFault

MODULES = (control, promises, raising, deep, machine)


def read_by_roles() -> Iterator[tuple[ModuleType, str, str]]:
    """Every procedure that says what its frames mean, with each local that this is found in."""
    for module in MODULES:
        for name, function in vars(module).items():
            if isinstance(function, FunctionType) and function.__module__ == module.__name__:
                role = role_of(id(function.__code__))
                yield from ((module, name, local) for local in sorted(role.reads if role is not None else ()))


READ_BY_ROLES = list(read_by_roles())


def renamed(module: ModuleType, function: str, local: str) -> ast.Module:
    """The module's text with one local of one function called otherwise, wherever it stands in there."""
    assert module.__file__ is not None
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    found = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == function)
    for part in (found.args, *found.body):
        for node in ast.walk(part):
            if isinstance(node, ast.Name) and node.id == local:
                node.id += "_"
            elif isinstance(node, ast.arg) and node.arg == local:
                node.arg += "_"
    return tree


def imported(tree: ast.Module, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a module's text as if it were imported for the first time; it is forgotten afterwards."""
    for declared in ("_declared", "INTERNAL", "NAMES", "FAMILIES"):
        monkeypatch.setattr(primitive, declared, {})
    monkeypatch.setattr(frames, "_roles", {})
    exec(compile(tree, "<module>", "exec"), {"__name__": "renamed"})


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_a_module_whose_locals_have_their_names_is_imported(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports, "provider", None)
    _, function, _ = next(each for each in READ_BY_ROLES if each[0] is module)
    imported(renamed(module, function, "?"), monkeypatch)


@pytest.mark.parametrize(("module", "function", "local"), READ_BY_ROLES)
def test_a_renamed_local_is_an_error_on_import(
    module: Any, function: str, local: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ports, "provider", None)
    with pytest.raises(EngineFault, match=rf"{function}: its role reads {local}, which is no local of it"):
        imported(renamed(module, function, local), monkeypatch)


def test_continuations_and_their_like_are_among_them() -> None:
    read = {(function, local) for _, function, local in READ_BY_ROLES}
    assert {("call_cc", "k"), ("call_with_values", "r"), ("ask_handler", "saved"), ("bounce", "r")} <= read


def test_a_pending_call_is_found_by_what_has_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "_roles", {})

    @frame(calls=lambda f, x: (f, x), failed=lambda failed: failed)
    def driver(f: Any, x: Any) -> Any:
        r = PENDING
        failed = None
        return r, failed

    find = frames._roles[id(driver.__code__)].pending
    assert find is not None
    assert find({"f": len, "x": "abc"}) is None
    assert find({"f": len, "x": "abc", "r": PENDING}) == (len, "abc")
    assert find({"f": len, "x": "abc", "r": (max, 1, 2)}) == (max, 1, 2)
    assert find({"f": len, "x": "abc", "r": 3})[1:] == (3,)
    error = ValueError()
    assert find({"f": len, "x": "abc", "r": UNDEFINED, "failed": error})[1:] == (error,)
