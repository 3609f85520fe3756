"""The house rules that a machine can hold: layers, no prints, public surface, light imports, files."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import chibi_hooks
import chibi_hooks.scheme
from chibi_hooks.cli import command_names
from chibi_hooks.dialects.rows.dialect import row_dialects
from chibi_hooks.hooks.deciding.point import POINTS, snake_case
from chibi_hooks.repl.commands import all_commands

PACKAGE = Path(chibi_hooks.__file__).parent
FILES = sorted(PACKAGE.rglob("*.py"))
TESTS = Path(__file__).parent
LAYERS = {
    "typenames": 0,
    "collecting": 0,
    "folder": 0,
    "spacious": 0,
    "inlined": 0,
    "forks": 0,
    "visible": 0,
    "scheme": 0,
    "hooks": 1,
    "dialects": 2,
    "opening": 3,
    "docs": 3,
    "sdk": 4,
    "server": 4,
    "repl": 5,
    "cockpit": 5,
    "lsp": 6,
    "cli": 7,
}
DOORS = ("cli", "repl", "server")
FORBIDDEN_NAMES = {"util", "utils", "helpers", "common", "manager", "base", "misc"}


def name_of(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


def layer_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@cache
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


def test_imports_go_down_the_layers_only() -> None:
    assert list(upward_imports()) == []


def upward_imports() -> Iterator[str]:
    for path in FILES:
        own = LAYERS.get(layer_of(path))
        for imported in imports_of(tree_of(path)):
            parts = imported.split(".")
            if parts[0] == "chibi_hooks" and len(parts) > 1 and own is not None and LAYERS[parts[1]] > own:
                yield f"{name_of(path)} imports {imported}"


RANKS = {
    "scheme": {
        "values": 0, "reading": 1, "regexps": 2, "shell": 2, "primitive": 3, "core": 4, "running": 5, "expanding": 6,
        "compiling": 7, "primitives": 8, "libraries": 9, "worlds": 10, "interpreter": 11,
    },
    "hooks": {
        "account": 0, "answer": 0, "errors": 0, "taking": 0, "payload": 1, "event": 2, "processes": 2,
        "deciding": 2, "points": 3, "homes": 3, "fire": 3, "tools": 4, "knowing": 4, "reentrancy": 5, "scripts": 5,
        "responders": 6, "asking": 7, "recording": 7, "live": 8, "ways": 8, "whole": 9, "sole": 10, "firing": 9,
        "flat": 11, "straight": 12, "host": 13, "replaying": 14, "checking": 15,
    },
    "scheme/compiling": {
        "analysing": 0, "python_tree": 0, "below": 1, "reshaping": 1, "emitting": 2, "pieces": 4, "code": 5, "image": 5,
        "image_nodes": 6, "python_text": 6, "units": 7, "resuming": 7,
    },
    "scheme/compiling/emitting": {
        "emission": 0, "builder": 1, "chains": 2, "filling": 2, "turning": 2, "exits": 3, "looking": 3, "taking": 3,
        "emitter": 4, "inline": 4, "searching": 5, "settling": 5, "twofold": 5, "variables": 5, "shapes": 6,
        "lists": 7, "loops": 7, "nodes": 8,
    },
    "scheme/compiling/analysing": {
        "contents": 0, "mutual": 0, "trees": 0, "facts": 1, "inlining": 2, "lists": 3, "kinds": 4, "keyed": 5,
        "proven": 5, "versions": 5, "analysis": 6,
    },
    "scheme/primitives": {
        "numbers": 0, "system": 0, "text": 0, "control": 1, "harness": 1, "sequences": 1, "comparing": 2,
    },
    "scheme/shell": {
        "text": 0, "programs": 1, "files": 2, "known": 3, "said": 4, "line": 5, "tree": 6, "commands": 7, "values": 8,
    },
}  # fmt: skip


def test_inside_a_layer_imports_go_down_the_ranks_only() -> None:
    assert [each for layer in RANKS for each in imports_up_the_ranks(layer)] == []


def imports_up_the_ranks(layer: str) -> Iterator[str]:
    """Local and type-only imports count; within a folder `test_no_files_import_each_other_in_a_circle` holds."""
    ranks = RANKS[layer]
    for path in (PACKAGE / layer).rglob("*.py"):
        own = path.relative_to(PACKAGE / layer).parts[0].removesuffix(".py")
        above = f"chibi_hooks.{layer}.".replace("/", ".")
        for imported in imports_of(tree_of(path)):
            other = imported.removeprefix(above).partition(".")[0]
            inside = imported.startswith(above) and own not in (other, "__init__")
            if inside and ranks[other] >= ranks[own]:
                yield f"{name_of(path)} imports {imported}"


def test_no_files_import_each_other_in_a_circle() -> None:
    assert circles({path: reached_from(path) for path in FILES}) == []


def test_no_folders_import_each_other_in_a_circle() -> None:
    assert circles(rooms({path: reached_from(path) for path in FILES})) == []


def test_a_circle_of_folders_is_seen_where_none_of_files_is() -> None:
    one, other = PACKAGE / "dialects/one", PACKAGE / "dialects/other"
    graph = {one / "a.py": {other / "b.py"}, other / "b.py": set(), other / "c.py": {one / "d.py"}, one / "d.py": set()}
    assert circles(graph) == []
    assert circles(rooms(graph)) == ["dialects/one", "dialects/other"]


def rooms(graph: dict[Path, set[Path]]) -> dict[Path, set[Path]]:
    """The same between the folders of the layers; what stands directly in a layer is a room of its own."""
    found: dict[Path, set[Path]] = {}
    for path, reached in graph.items():
        found.setdefault(room_of(path), set()).update({room_of(each) for each in reached} - {room_of(path)})
    return found


def room_of(path: Path) -> Path:
    parts = path.relative_to(PACKAGE).parts
    return PACKAGE.joinpath(*parts[:2]) if path.name != "__init__.py" else path


def reached_from(path: Path) -> set[Path]:
    """The files that a file imports, wherever in it."""
    found = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("chibi_hooks"):
            found |= {file_of(f"{node.module}.{alias.name}") or file_of(node.module or "") for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {file_of(alias.name) for alias in node.names}
    return {each for each in found if each is not None and each != path}


def file_of(module: str) -> Path | None:
    path = PACKAGE.parent / module.replace(".", "/")
    return next((each for each in (path.with_suffix(".py"), path / "__init__.py") if each.is_file()), None)


def test_the_readme_draws_the_layers_from_the_ground_up() -> None:
    drawn = re.findall(r"^chibi_hooks/(\w+)/ ", (PACKAGE.parent / "README.md").read_text("utf-8"), re.MULTILINE)
    ranks = [LAYERS[each] for each in drawn]
    assert ranks == sorted(ranks)
    assert set(drawn) == {each for each in LAYERS if (PACKAGE / each).is_dir()}


ONE_OF_A_KIND = {
    ".", "cli", "dialects", "dialects/hosting/agents", "hooks/points", "repl/commands", "scheme/expanding/forms",
    *(f"scheme/primitives/{each}" for each in RANKS["scheme/primitives"]),
}  # fmt: skip


def test_the_map_of_a_folder_names_all_that_is_in_it() -> None:
    """Seven files are too many to be opened one by one, but where each is one more of the same kind."""
    folders = {path.parent for path in FILES if name_of(path.parent) not in ONE_OF_A_KIND}
    assert [each for folder in folders if len([*folder.glob("*.py")]) > 7 for each in left_out(folder)] == []


def left_out(folder: Path) -> Iterator[str]:
    """What the `__init__` of a folder does not mention."""
    named = set(re.findall(r"\w+", ast.get_docstring(tree_of(folder / "__init__.py")) or ""))
    inside = {path.stem for path in folder.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
    yield from (f"{name_of(folder)}: {each}" for each in sorted(inside - named - {"__init__"}))


def circles(graph: dict[Path, set[Path]]) -> list[str]:
    """Take away whoever imports nobody that is left; who stays is in a circle or leads into one."""
    left = dict(graph)
    while leaves := [path for path, reached in left.items() if not reached & left.keys()]:
        for path in leaves:
            del left[path]
    return [name_of(path) for path in left]


def test_the_scheme_knows_no_json() -> None:
    scheme = [path for path in FILES if layer_of(path) == "scheme"]
    assert [name_of(path) for path in scheme if "json" in set(imports_of(tree_of(path)))] == []


PROCESS = {"sys.exit", "sys.argv", "sys.stdin", "sys.stdout", "sys.stderr", "os.environ", "os.getenv", "os._exit"}

# who may look at the process although it is no door, and why
EXCEPTIONS = {
    (
        "hooks/homes/home.py",
        "os.environ",
    ),  # Surroundings.of_process: the one place where an embedding program's environment enters
    ("__main__.py", "sys.exit"),  # `python -m chibi_hooks` is a door
    ("__main__.py", "sys.argv"),
    ("__main__.py", "sys.stdin"),
    ("__main__.py", "sys.stdout"),
    ("__main__.py", "sys.stderr"),
    ("hooks/scripts/workers/child.py", "os._exit"),
    ("hooks/scripts/workers/confined.py", "os._exit"),  # what runs in a process of its own ends it
}


def test_only_doors_print_exit_and_look_at_the_process() -> None:
    found = {(name_of(path), each) for path in FILES if layer_of(path) not in DOORS for each in uses_of_process(path)}
    assert found - EXCEPTIONS == set()


def uses_of_process(path: Path) -> set[str]:
    nodes = list(ast.walk(tree_of(path)))
    called = {dotted(node.func) for node in nodes if isinstance(node, ast.Call)} & {"print", "input", "breakpoint"}
    return called | {dotted(node) for node in nodes if isinstance(node, ast.Attribute)} & PROCESS


OPENS = {"read_text", "read_bytes", "rglob", "is_dir", "is_file"}  # of a Path; `open` and `os.open` besides

# who may open or look by another way, and why
OPENERS = {
    "scheme/reading/opener.py": "it is the opener",
    "scheme/reading/lexer.py": "our own grammar",
    "scheme/reading/standard_library.py": "our own libraries",
    "scheme/libraries/comments.py": "our own libraries",
    "scheme/libraries/catalogue.py": "our own libraries",
    "scheme/reading/store.py": "compiled code in a directory of the user's alone",
    "scheme/running/": "/proc",
    "scheme/values/files.py": "what an unsandboxed program asks for",
    "hooks/homes/vfs.py": "its own walk, link by link",
    "hooks/live/not_deleted.py": "/proc",
    "hooks/homes/keeping.py": "writes our own files",
    "hooks/homes/trust.py": "writes its own file",
    "hooks/knowing/cells.py": "makes its own file",
    "hooks/knowing/session.py": "makes its own file",
    "hooks/replaying/audit.py": "writes a home of its own",
    "hooks/recording/": "writes its own files",
    "hooks/scripts/harness_io.py": "what an unsandboxed program asks for",
    "hooks/scripts/workers/confinement.py": "/proc, and O_PATH to name what a process may read",
    "hooks/processes/": "pipes and /proc",
    "dialects/__init__.py": "our own modules",
    "dialects/rows/memory.py": "not yet: its owner should take read_file",
    "dialects/installing/change.py": "writes what it has read by the opener, and locks the folder",
    "dialects/chibi/schemas.py": "writes its own file",
}


def test_files_of_others_are_opened_by_the_opener_only() -> None:
    concerned = [path for path in FILES if layer_of(path) in ("scheme", "hooks", "dialects")]
    found = {name_of(path) for path in concerned if any(opens(node) for node in ast.walk(tree_of(path)))}
    assert {name for name in found if not name.startswith(tuple(OPENERS))} == set()


def opens(node: ast.AST) -> bool:
    """Does a call open a file, or look whether there is one, by itself?"""
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute):
        return node.func.attr in OPENS or dotted(node.func) in ("os.open", "os.walk", "io.open")
    return isinstance(node.func, ast.Name) and node.func.id == "open"


def test_the_recursion_limit_is_never_raised() -> None:
    assert [name_of(path) for path in FILES if "setrecursionlimit" in path.read_text(encoding="utf-8")] == []


def test_foreign_event_names_stay_in_the_dialects() -> None:
    texts = {name_of(path): path.read_text(encoding="utf-8") for path in FILES if layer_of(path) != "dialects"}
    events = {row.event for dialect in row_dialects() for row in dialect.rows}
    spelled = {snake_case(event) for event in events} & set(POINTS)  # what is called the same by them and by us
    foreign = [each for each in sorted(events) if re.search("[a-z.][A-Z]", each) and snake_case(each) not in spelled]
    assert len(foreign) > 50
    found = re.compile(r"\b(" + "|".join(map(re.escape, foreign)) + r")\b")
    assert [(name, each) for name, text in texts.items() for each in found.findall(text)] == []


def test_no_failure_is_swallowed() -> None:
    assert [f"{name_of(path)}:{line}" for path in FILES for line in swallowing(tree_of(path))] == []


def swallowing(tree: ast.Module) -> Iterator[int]:
    """The lines of handlers that catch everything and do nothing."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.ExceptHandler) or len(node.body) > 1 or not isinstance(node.body[0], ast.Pass):
            continue
        if node.type is None or dotted(node.type) in ("Exception", "BaseException"):
            yield node.lineno


def test_a_module_says_what_it_is_and_its_name_is_a_concept() -> None:
    assert [name_of(path) for path in FILES if not ast.get_docstring(tree_of(path))] == []
    assert [name_of(path) for path in FILES if path.stem.strip("_") in FORBIDDEN_NAMES] == []


def test_public_functions_and_classes_have_a_docstring() -> None:
    stated = [path for path in FILES if not path.name.startswith("_") or path.name == "__init__.py"]
    assert [f"{name_of(path)}: {name}" for path in stated for name in undocumented(tree_of(path))] == []


def undocumented(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) or node.name.startswith("_"):
            continue
        if not ast.get_docstring(node) and not is_declared(node):
            yield node.name


def is_declared(node: ast.AST) -> bool:
    """Does a decorator say what it is: a dataclass with its fields, a core form with its usage?"""
    return bool(getattr(node, "decorator_list", []))


def test_a_public_function_that_raises_says_so() -> None:
    found = {f"{name_of(path)}: {name}" for path in FILES for name in silent_raisers(tree_of(path))}
    assert found == set()


def silent_raisers(tree: ast.Module | ast.ClassDef) -> Iterator[str]:
    """Public functions that raise and whose docstring does not say "Raises". Not those that a decorator declares: the
    docstring of a command is its help."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from (f"{node.name}.{name}" for name in silent_raisers(node))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            declared = {dotted(each) for each in node.decorator_list} - {"property", "classmethod", "staticmethod"}
            says = "raises" in (ast.get_docstring(node) or "").lower()
            if not declared and not says and any(isinstance(each, ast.Raise) and each.exc for each in inside(node)):
                yield node.name


def inside(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function, without those of functions and classes in it."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            yield child
            yield from inside(child)


ONE_THING = {"Host", "Source"}  # those of opening.py: the hall's with what dialects find; and what becomes a source


def test_a_name_of_a_class_means_one_thing() -> None:
    homes: dict[str, set[str]] = {}
    for path in FILES:
        for name in class_names(tree_of(path)):
            homes.setdefault(name, set()).add(name_of(path))
    assert {name: sorted(files) for name, files in homes.items() if len(files) > 1 and name not in ONE_THING} == {}


def class_names(tree: ast.Module) -> Iterator[str]:
    """The classes and the aliases of types that a module defines."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign) and isinstance(target := node.targets[0], ast.Name):
            is_type = isinstance(node.value, ast.Subscript | ast.BinOp | ast.Name | ast.Attribute)
            if is_type and target.id[0].isupper() and not target.id.isupper():
                yield target.id


def test_every_command_has_a_test_file_of_its_name() -> None:
    there = {path.stem.removeprefix("test_") for path in (TESTS / "cli").glob("test_*.py")}
    assert [name for name in command_names() if name not in there] == []


def test_every_comma_command_is_asked_for_in_a_test() -> None:
    asked = {text for path in (TESTS / "repl").glob("test_*.py") for text in strings_in(tree_of(path))}
    names = {text[1:].split(maxsplit=1)[0] for text in asked if re.match(r",[a-z]", text)}
    assert [name for name in all_commands() if name not in names] == []


def strings_in(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_the_public_surface_is_what_the_packages_list() -> None:
    assert chibi_hooks.__all__ == ["Host", "Source"]
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


def test_what_is_tested_is_what_is_shipped_and_is_compiled_once() -> None:
    """pytest rewrites the asserts of a plugin: of ours only, and not of all that its distribution brings."""
    ours = {name: module for name, module in sys.modules.items() if name.startswith("chibi_hooks.")}
    rewritten = {name for name, module in ours.items() if type(module.__loader__).__name__ != "SourceFileLoader"}
    assert rewritten <= {"chibi_hooks.pytest_plugin"}


def test_a_home_without_hook_files_does_without_the_engine_and_asyncio(tmp_path: Path) -> None:
    code = f"from chibi_hooks import Host; Host.open(home={str(tmp_path)!r}).fire('pre_clear', {{}})"
    assert loaded_by(code) & HEAVY == set()


def test_the_command_line_itself_loads_click_only() -> None:
    assert loaded_by("import chibi_hooks.cli") & HEAVY <= {"click"}
