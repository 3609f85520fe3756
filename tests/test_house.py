"""The house rules that a machine can hold: layers, no prints, public surface, light imports, files."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import chibi_hooks
import chibi_hooks.scheme
from chibi_hooks.cli import command_names

PACKAGE = Path(chibi_hooks.__file__).parent
FILES = sorted(PACKAGE.rglob("*.py"))
LAYERS = {"typenames": 0, "scheme": 0, "hooks": 1, "dialects": 2, "server": 3, "repl": 4, "cli": 5}
DOORS = ("cli", "repl", "server")
FORBIDDEN_NAMES = {"util", "utils", "helpers", "common", "manager", "base", "misc"}
FOREIGN_EVENTS = ("PreToolUse", "PostToolUse", "UserPromptSubmit", "SessionStart", "SubagentStop", "preToolUse")


def name_of(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


def layer_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE).parts
    return parts[0] if len(parts) > 1 else ""


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imports_of(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute from the package root"
            yield node.module or ""


def dotted(node: ast.AST) -> str:
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_imports_go_down_the_layers_only(path: Path) -> None:
    own = LAYERS.get(layer_of(path))
    for imported in imports_of(tree_of(path)):
        parts = imported.split(".")
        if parts[0] == "chibi_hooks" and len(parts) > 1 and own is not None:
            assert LAYERS[parts[1]] <= own, f"{name_of(path)} imports {imported}"


@pytest.mark.parametrize("path", [path for path in FILES if layer_of(path) == "scheme"], ids=name_of)
def test_the_scheme_knows_no_json(path: Path) -> None:
    assert "json" not in set(imports_of(tree_of(path)))


PROCESS = {"sys.exit", "sys.argv", "sys.stdin", "sys.stdout", "sys.stderr", "os.environ", "os.getenv", "os._exit"}

# who may look at the process although it is no door, and why
EXCEPTIONS = {
    (
        "hooks/home.py",
        "os.environ",
    ),  # Surroundings.of_process: the one place where an embedding program's environment enters
    ("__main__.py", "sys.exit"),  # `python -m chibi_hooks` is a door
}


@pytest.mark.parametrize("path", [path for path in FILES if layer_of(path) not in DOORS], ids=name_of)
def test_only_doors_print_exit_and_look_at_the_process(path: Path) -> None:
    nodes = list(ast.walk(tree_of(path)))
    called = {dotted(node.func) for node in nodes if isinstance(node, ast.Call)} & {"print", "input", "breakpoint"}
    read = {dotted(node) for node in nodes if isinstance(node, ast.Attribute)} & PROCESS
    assert {(name_of(path), each) for each in called | read} <= EXCEPTIONS


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_the_recursion_limit_is_never_raised(path: Path) -> None:
    assert "setrecursionlimit" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", [path for path in FILES if layer_of(path) != "dialects"], ids=name_of)
def test_foreign_event_names_stay_in_the_dialects(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert [event for event in FOREIGN_EVENTS if event in text] == []


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_no_failure_is_swallowed(path: Path) -> None:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ExceptHandler) and len(node.body) == 1 and isinstance(node.body[0], ast.Pass):
            caught = "" if node.type is None else dotted(node.type)
            assert caught not in ("", "Exception", "BaseException"), f"{name_of(path)}:{node.lineno}"


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_module_says_what_it_is_and_its_name_is_a_concept(path: Path) -> None:
    assert ast.get_docstring(tree_of(path)), f"{name_of(path)} has no docstring"
    assert path.stem.strip("_") not in FORBIDDEN_NAMES


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_public_functions_and_classes_have_a_docstring(path: Path) -> None:
    if path.name.startswith("_") and path.name != "__init__.py":
        return
    public = [
        node
        for node in tree_of(path).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and not node.name.startswith("_")
    ]
    assert [node.name for node in public if not ast.get_docstring(node) and not is_declared(node)] == []


def is_declared(node: ast.AST) -> bool:
    """Does a decorator say what it is: a dataclass with its fields, a core form with its usage?"""
    return bool(getattr(node, "decorator_list", []))


def test_the_public_surface_is_what_the_packages_list() -> None:
    assert chibi_hooks.__all__ == ["Host"]
    assert chibi_hooks.scheme.__all__ == ["Interpreter"]
    for package in (chibi_hooks, chibi_hooks.scheme):
        for name in package.__all__:
            assert getattr(package, name).__name__ == name


def test_every_file_of_the_cli_is_a_command_or_says_that_it_is_none() -> None:
    files = {path.stem for path in (PACKAGE / "cli").glob("*.py")}
    assert files == set(command_names()) | {stem for stem in files if stem.startswith("_")}


def loaded_by(statements: str) -> set[str]:
    """The top-level modules that a fresh interpreter has loaded after this."""
    code = f"{statements}\nimport sys\nprint(*sorted({{name.split('.')[0] for name in sys.modules}}))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(ran.stdout.split())


HEAVY = {"pydantic", "lark", "click", "rich", "watchdog", "asyncio", "platformdirs", "sexpdata", "prompt_toolkit"}


def test_importing_the_package_loads_nothing_heavy() -> None:
    assert loaded_by("import chibi_hooks, chibi_hooks.scheme") & HEAVY == set()


def test_a_home_without_hook_files_does_without_the_engine_and_asyncio(tmp_path: Path) -> None:
    code = f"from chibi_hooks import Host; Host.open(home={str(tmp_path)!r}).fire('pre_clear', {{}})"
    assert loaded_by(code) & HEAVY == {"pydantic"}


def test_the_command_line_itself_loads_click_only() -> None:
    assert loaded_by("import chibi_hooks.cli") & HEAVY <= {"click"}
