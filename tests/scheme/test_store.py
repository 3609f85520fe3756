"""Compiled units on disk: a program means the same when it comes from there, and nothing foreign is ever read."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks.scheme import shared
from chibi_hooks.scheme.errors import SchemeError
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.source import Source
from chibi_hooks.scheme.store import Store

ROOT = Path(__file__).parents[2]


def run(*command: str, state: Path | None = None) -> str:
    environment = {**os.environ, **({} if state is None else {"CHIBI_HOOKS_STATE": str(state)})}
    ran = subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_programs_do_the_same_when_they_come_from_disk(tmp_path: Path) -> None:
    directory = tmp_path / "kept"
    first, second = (json.loads(run("-m", "tests.scheme.kept", str(directory))) for _ in range(2))
    assert second["outcomes"] == first["outcomes"]
    assert second["kept"] == first["kept"] > len(first["outcomes"])
    stopped = [name for name, (_, _, page) in first["outcomes"].items() if page and "stopped" in page]
    assert stopped == []


FIRE = """
import sys
from chibi_hooks import Host
with Host.open(home=sys.argv[1]) as host:
    print(host.fire("pre_tool", {"tool_name": "x", "arguments": {}}).outcome.message, "lark" in sys.modules)
"""


def test_the_second_start_of_a_home_reads_no_scheme(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "hooks").mkdir(parents=True)
    text = """(define-hook pre_tool (tool_name) (block (string-append "no " tool_name)))"""
    (home / "hooks" / "guard.scm").write_text(text, encoding="utf-8")
    first, second = (run("-c", FIRE, str(home), state=tmp_path / "state") for _ in range(2))
    assert (first, second) == ("no x True\n", "no x False\n")
    (home / "hooks" / "guard.scm").write_text(text.replace("no ", "never "), encoding="utf-8")
    assert run("-c", FIRE, str(home), state=tmp_path / "state") == "never x True\n"


WARM = """
import sys
before = set(sys.modules)
from chibi_hooks.scheme import Interpreter
from chibi_hooks.scheme.shared import keep_compiled
from chibi_hooks.scheme.source import Source
keep_compiled(sys.argv[1])
result = Interpreter().run(Source("program", "(apply + (map (lambda (x) (* x x)) '(1 2 3)))"), keep=True)
heavy = set("argparse ast ctypes dataclasses enum inspect json lark pathlib re typing".split())
print(result, *sorted(heavy & set(sys.modules) - before))
"""


def test_a_program_from_disk_loads_nothing_that_a_start_has_no_use_for(tmp_path: Path) -> None:
    first, second = (run("-c", WARM, str(tmp_path / "kept")) for _ in range(2))
    assert {"14", "ast", "lark", "re"} <= set(first.split())
    assert second == "14\n"


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """A store in use; afterwards the one that was in use before."""
    made = Store(tmp_path / "kept")
    monkeypatch.setattr(shared, "_store", made)
    yield made


def outcome(text: str, **options: Any) -> Any:
    """What a fresh world makes of the text, or its error page."""
    world = Interpreter(**options)
    try:
        return world.run(Source("program", text), keep=True)
    except SchemeError as error:
        return error.report()


def test_what_was_put_is_found_again_by_another_store(store: Store) -> None:
    store.put("key", (1, "x", b"y"))
    assert Store(store.directory).get("key") == (1, "x", b"y")
    assert store.get("other") is None


@pytest.mark.parametrize("damage", [b"", b"x", b"\0" * 100, None], ids=["empty", "short", "zeros", "cut"])
def test_a_damaged_file_counts_as_absent(store: Store, damage: bytes | None) -> None:
    store.put("key", tuple(range(100)))
    path = Path(store.directory, "key")
    path.write_bytes(path.read_bytes()[:-1] if damage is None else damage)
    assert store.get("key") is None


@pytest.mark.parametrize("mode", [0o755, 0o770, 0o777])
def test_a_directory_that_others_can_enter_is_not_used(store: Store, mode: int) -> None:
    store.put("key", 1)
    os.chmod(store.directory, mode)
    again = Store(store.directory)
    assert again.get("key") is None
    again.put("more", 2)
    assert os.listdir(store.directory) == ["key"]


def test_a_link_to_a_directory_is_not_used(store: Store, tmp_path: Path) -> None:
    store.put("key", 1)
    link = tmp_path / "link"
    link.symlink_to(store.directory)
    assert Store(link).get("key") is None


def test_a_store_that_cannot_be_written_costs_nothing_but_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setattr(shared, "_store", Store(tmp_path / "file"))
    assert outcome("(+ 1 2)") == 3
    monkeypatch.setattr(shared, "_store", Store(tmp_path / "file" / "below"))
    assert outcome("(+ 1 2)") == 3


def test_text_tier_and_imports_make_another_unit(store: Store) -> None:
    assert outcome("(define (f) 1) (f)") == 1
    assert outcome("(define (f) 2) (f)") == 2
    assert "unbound variable" in outcome("(fold + 0 '(1 2))")
    assert outcome("(fold + 0 '(1 2))", imports=("(scheme base)", "(srfi 1)")) == 3
    assert "needs tier" in outcome("(import (scheme file)) (file-exists? \"x\")")
    assert outcome("(import (scheme file)) (if (file-exists? \"x\") 1 2)", tier="unsandboxed") == 2


def test_what_the_host_provides_is_the_worlds_own(store: Store) -> None:
    for number in (1, 2):
        provided = {"(my host)": {"number": lambda n=number: n}}
        assert outcome("(import (my host)) (number)", provided=provided) == number


def test_a_program_that_reads_files_is_compiled_each_time(store: Store, tmp_path: Path) -> None:
    library = tmp_path / "lib"
    library.mkdir()
    for number in (1, 2):
        text = f"(define-library (mine) (export x) (import (scheme base)) (begin (define x {number})))"
        (library / "mine.sld").write_text(text)
        assert outcome("(import (mine)) x", roots=[library]) == number


def test_a_library_that_appears_later_is_seen_by_cond_expand(store: Store, tmp_path: Path) -> None:
    library = tmp_path / "lib"
    library.mkdir()
    text = "(cond-expand ((library (mine)) 1) (else 2))"
    assert outcome(text, roots=[library]) == 2
    (library / "mine.sld").write_text("(define-library (mine) (export) (import (scheme base)))")
    assert outcome(text, roots=[library]) == 1


def test_later_programs_of_a_world_from_disk_know_its_names_and_macros(store: Store) -> None:
    text = "(define-syntax twice (syntax-rules () ((_ x) (* 2 x)))) (define n 4) (define (f) (set! n (+ n 1)) n)"
    for _ in range(2):
        world = Interpreter()
        world.run(Source("program", text), keep=True)
        assert world.evaluate("(f)") == 5
        assert world.evaluate("(define m (twice n)) m") == 10
        assert world.evaluate("(set! n 0) (f)") == 1


def test_an_error_in_a_world_from_disk_is_explained_on_an_empty_budget(store: Store) -> None:
    """Expanding all of it again takes longer than the script has: that time is ours."""
    text = "(define (f x) (car x)) (f 5)"
    pages = {outcome(text, time_limit=0.5) for _ in range(2)}
    assert len(pages) == 1 and "car: wanted a pair, got 5" in pages.pop()
