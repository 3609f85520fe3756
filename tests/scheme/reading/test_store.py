"""Compiled units on disk: a program means the same when it comes from there, and nothing foreign is ever read."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks.scheme.compiling.analysing.facts import GlobalFacts, global_facts
from chibi_hooks.scheme.core import Global
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.libraries import shared
from chibi_hooks.scheme.libraries.compiled import facts_read, facts_written
from chibi_hooks.scheme.primitive import PRIMITIVES
from chibi_hooks.scheme.reading import store as kept_on_disk
from chibi_hooks.scheme.reading.store import Store
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.printer import write_text
from chibi_hooks.scheme.values.source import SourceText
from tests.halves import dealt, first, once

ROOT = Path(__file__).parents[3]


def run(*command: str, state: Path | None = None) -> str:
    environment = {**os.environ, **({} if state is None else {"CHIBI_HOOKS_STATE": str(state)})}
    ran = subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


PARTS = 2  # of the programs: the runs of CI that have the long half take one each


@first
@pytest.mark.parametrize("part", dealt(range(PARTS), 0))
def test_programs_do_the_same_when_they_come_from_disk(part: int, tmp_path: Path) -> None:
    directory = tmp_path / "kept"
    command = ("-m", "tests.scheme.kept", str(directory), str(PARTS), str(part))
    first, second = (json.loads(run(*command)) for _ in range(2))
    assert second["outcomes"] == first["outcomes"]
    assert second["kept"] == first["kept"] > len(first["outcomes"])
    stopped = [name for name, (_, _, page) in first["outcomes"].items() if page and "stopped" in page]
    assert stopped == []


EMITTED = '''
import json, sys
from pathlib import Path
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.reading.store import keep_compiled
from chibi_hooks.scheme.values.source import SourceText
keep_compiled(sys.argv[1])
paths = sorted(Path("tests/bench/libraries").glob("*.scm"))[::5]
texts = {path.stem: path.read_text(encoding="utf-8") for path in paths}
texts["known otherwise"] = """(import (scheme base) (srfi 1))
(define (f x) (list (length+ x) (proper-list? x)))
(define (g x) (if (dotted-list? x) (f x) (length+ x)))
(define (h x) (proper-list? (g x)))"""
found = {}
for kind in sys.argv[2:]:
    for name, text in texts.items():
        world = Interpreter("unsandboxed", 60.0, 1 << 30, steps=1 << 30 if kind == "counting" else None)
        found[f"{kind} {name}"] = world.show("python", SourceText(name, text))
print(json.dumps(found))
'''


@first
@once
def test_a_program_is_emitted_the_same_whatever_its_libraries_came_from(tmp_path: Path) -> None:
    """From disk or compiled, and whichever kind of code there was first: each knows of a library what is so there."""
    kinds = ("plain", "counting")
    here, there = str(tmp_path / "here"), str(tmp_path / "there")
    runs = ((here, kinds), (here, kinds), (there, kinds[::-1]), (there, kinds[::-1]))
    compiled, *others = (json.loads(run("-c", EMITTED, directory, *each)) for directory, each in runs)
    assert compiled["plain known otherwise"] != compiled["counting known otherwise"]
    for other in others:
        assert {name: text for name, text in other.items() if text != compiled[name]} == {}


EMITTED_AGAIN = """
import json, sys
from functools import partial
from chibi_hooks.scheme.compiling.python_text import python_text
from chibi_hooks.scheme.libraries import shared
from chibi_hooks.scheme.libraries.compiled import emit_again
from chibi_hooks.scheme.libraries.finding import libraries_in
from chibi_hooks.scheme.libraries.library import SCHEME_LIB, common
from chibi_hooks.scheme.libraries.loading import ensure, load_library
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.reading.store import keep_compiled
table, found = shared.table(), {}
for name in sys.argv[2:]:
    load_library(name, table)
keep_compiled(sys.argv[1])
Interpreter("unsandboxed").evaluate("1")
for name in libraries_in(SCHEME_LIB):
    if not name.startswith("(harness"):
        load_library(name, table)
for name in sorted(table.loaded):
    if (unit := common().find(name, None, trusted=True).unit) is not None and unit.body:
        found[name] = python_text(emit_again(name, table, partial(ensure, table=table)))
print(json.dumps(found))
"""


@first
@pytest.mark.parametrize("here", dealt(["(scheme base)", "(engine control)", "(srfi 128)"], 0))
def test_a_library_is_emitted_the_same_whatever_the_libraries_that_it_needs_came_from(
    here: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """All compiled, or all from disk but one, and what that needs."""
    directory = tmp_path_factory.getbasetemp() / "emitted again"
    compiled = json.loads(run("-c", EMITTED_AGAIN, str(directory / "kept")))
    assert len(compiled) > 25
    mixed = json.loads(run("-c", EMITTED_AGAIN, str(directory / "kept"), here))
    assert [name for name, text in mixed.items() if text != compiled[name]] == []


def test_what_is_known_of_a_definition_is_kept_whole() -> None:
    """All of it: what was forgotten would make other code of a library that comes from disk."""
    shared.table()  # with the primitives
    kept = Global("known@(a library)", "(a library)")
    found = global_facts(kept)
    found.settled, found.assumed, found.table = True, True, "equal"
    found.stands_for = {1: PRIMITIVES["car"]}
    found.guarded = {2: (PRIMITIVES["pair?"], PRIMITIVES["car"], None)}
    found.clauses = {3: ("known-3@(a library)", True)}
    read = facts_read(facts_written(kept), lambda location: None)
    elsewhere = {"known", "templates"}  # the first counts in its unit alone, of the second programs are made (above)
    for slot in set(GlobalFacts.__slots__) - elsewhere:
        assert getattr(read, slot) == getattr(found, slot) != getattr(GlobalFacts(), slot), slot


FIRE = """
import sys
from chibi_hooks import Host
with Host.open(home=sys.argv[1]) as host:
    message = host.fire("pre_tool", {"tool_name": "x", "arguments": {}}).outcome.message
print(message, any(each.startswith("chibi_hooks.scheme.expanding") for each in sys.modules))
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
from chibi_hooks.scheme.reading.store import keep_compiled
from chibi_hooks.scheme.values.source import SourceText
keep_compiled(sys.argv[1])
result = Interpreter().run(SourceText("program", "(apply + (map (lambda (x) (* x x)) '(1 2 3)))"), keep=True)
heavy = set("argparse ast ctypes dataclasses enum inspect json lark pathlib re typing".split())
print(result, *sorted(heavy & set(sys.modules) - before))
"""


def test_a_program_from_disk_loads_nothing_that_a_start_has_no_use_for(tmp_path: Path) -> None:
    first, second = (run("-c", WARM, str(tmp_path / "kept")) for _ in range(2))
    assert {"14", "ast", "lark", "re"} <= set(first.split())
    assert second == "14\n"


def test_a_program_from_disk_touches_only_the_phases_that_run_it(tmp_path: Path) -> None:
    program = f"{WARM}print(*(name.split('.', 2)[2] for name in sys.modules if name.startswith('chibi_hooks.scheme.')))"
    first, second = (set(run("-c", program, str(tmp_path / "kept")).split("\n")[1].split()) for _ in range(2))
    assert {"core", "reading.reader", "expanding.expander", "compiling.code", "worlds.front"} <= first
    folders = {name.split(".")[0] for name in second}
    assert folders == {"values", "reading", "primitive", "running", "compiling", "primitives", "libraries", "worlds",
                       "interpreter"}  # fmt: skip
    assert {name for name in second if name.startswith("compiling.")} == {"compiling.image"}
    assert {name for name in second if name.startswith("libraries.")} == {
        "libraries.shared",
        "libraries.loading",
    }
    assert not second & {"reading.reader", "reading.lexer", "worlds.front", "worlds.names"}


READS = """
import sys
from chibi_hooks.scheme.libraries.catalogue import exports_of
from chibi_hooks.scheme.reading import reader
from chibi_hooks.scheme.reading.store import keep_compiled
from chibi_hooks.scheme.values.source import SourceText
keep_compiled(sys.argv[1])
print(len(reader.read_source(SourceText("text", "(a . b) #;c 'd"))), "fold" in exports_of("(srfi 1)"), end=" ")
print("lark" in sys.modules)
"""


def test_the_grammar_is_given_to_lark_once_for_all_processes(tmp_path: Path) -> None:
    first, second = (run("-c", READS, str(tmp_path / "kept")) for _ in range(2))
    assert (first, second) == ("2 True True\n", "2 True False\n")


def test_what_is_kept_is_made_once_and_each_time_where_nothing_is(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = iter(range(9))
    assert [kept_on_disk.kept("numbers", lambda: [next(made)]) for _ in range(2)] == [[0], [0]]
    monkeypatch.setattr(kept_on_disk, "_store", None)
    assert [kept_on_disk.kept("numbers", lambda: [next(made)]) for _ in range(2)] == [[1], [2]]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """A store in use; afterwards the one that was in use before."""
    made = Store(tmp_path / "kept")
    monkeypatch.setattr(kept_on_disk, "_store", made)
    yield made


def outcome(text: str, **options: Any) -> Any:
    """What a fresh world makes of the text, or its error page."""
    world = Interpreter(**options)
    try:
        return world.run(SourceText("program", text), keep=True)
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
    monkeypatch.setattr(kept_on_disk, "_store", Store(tmp_path / "file"))
    assert outcome("(+ 1 2)") == 3
    monkeypatch.setattr(kept_on_disk, "_store", Store(tmp_path / "file" / "below"))
    assert outcome("(+ 1 2)") == 3


def test_text_tier_and_imports_make_another_unit(store: Store) -> None:
    assert outcome("(define (f) 1) (f)") == 1
    assert outcome("(define (f) 2) (f)") == 2
    assert "unbound variable" in outcome("(fold + 0 '(1 2))")
    assert outcome("(fold + 0 '(1 2))", imports=("(scheme base)", "(srfi 1)")) == 3
    assert "needs tier" in outcome('(import (scheme file)) (file-exists? "x")')
    assert outcome('(import (scheme file)) (if (file-exists? "x") 1 2)', tier="unsandboxed") == 2


def test_what_the_host_provides_is_the_worlds_own(store: Store) -> None:
    for number in (1, 2):
        provided = {"(my host)": {"number": lambda n=number: n}}
        assert outcome("(import (my host)) (number)", provided=provided) == number


HELPING = """(define-library (helping)
  (import (scheme base)) (export twice again)
  (include "body.scm"))"""
BODY = """(define (twice x) (* 2 x))
(define kept #f)
(define (again n)
  (let ((got (call/cc (lambda (k) (set! kept k) 0)))) (if (< got n) (kept (+ got 1)) got)))"""


def from_disk(root: Path, text: str, refusal_of: Callable[[Path], str | None] | None = None) -> tuple[Interpreter, Any]:
    """A world with libraries of its own, and what the program comes to."""
    # a redefinition looks through the whole heap
    world = Interpreter(roots=[root], refusal_of=refusal_of, time_limit=20)
    return world, world.run(SourceText("program", text), keep=True)


@pytest.fixture
def helping(tmp_path: Path) -> Path:
    root = tmp_path / "lib"
    root.mkdir()
    (root / "helping.sld").write_text(HELPING, encoding="utf-8")
    (root / "body.scm").write_text(BODY, encoding="utf-8")
    return root


USE = "(import (helping)) (twice 21)"


def test_a_program_is_kept_with_the_libraries_that_it_read(store: Store, helping: Path) -> None:
    (first, value), (second, again) = from_disk(helping, USE), from_disk(helping, USE)
    assert (value, again, first.is_open, second.is_open) == (42, 42, True, False)
    assert second.files == first.files == {helping / "helping.sld": HELPING, helping / "body.scm": BODY}


@pytest.mark.parametrize("name", ["helping.sld", "body.scm"])
def test_a_library_that_has_changed_is_read_again(store: Store, helping: Path, name: str) -> None:
    from_disk(helping, USE)
    (helping / "body.scm").write_text(BODY.replace("* 2", "* 3"), encoding="utf-8")
    if name == "helping.sld":
        changed = HELPING.replace('(include "body.scm")', "(begin (define (twice x) (* 3 x)) (define again 0))")
        (helping / name).write_text(changed, encoding="utf-8")
    assert [from_disk(helping, USE)[1] for _ in range(2)] == [63, 63]
    (helping / "body.scm").unlink()
    if name == "body.scm":
        with pytest.raises(SchemeError, match=r"cannot read .*body.scm"):
            from_disk(helping, USE)


def test_a_library_that_may_not_be_read_any_more_is_not_taken_from_disk(store: Store, helping: Path) -> None:
    from_disk(helping, USE)
    with pytest.raises(SchemeError, match=r"helping.sld is not read: it was changed"):
        from_disk(helping, USE, lambda path: "it was changed")


def test_an_included_file_that_another_may_come_to_stand_before_is_compiled_each_time(
    store: Store, helping: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (helping / "body.scm").rename(other / "body.scm")

    def use() -> tuple[bool, Any]:
        world = Interpreter(roots=[helping, other])
        value = world.run(SourceText("program", USE), keep=True)
        return world.is_open, value

    assert [use(), use()] == [(True, 42)] * 2
    (helping / "body.scm").write_text(BODY.replace("* 2", "* 4"), encoding="utf-8")
    assert use() == (True, 84)


def test_a_world_from_disk_goes_on_with_the_text_that_it_was_made_of(store: Store, helping: Path) -> None:
    text = "(import (helping)) (define (go) (again 5)) (define (wrong) (twice 'x))"
    from_disk(helping, text)
    world, _ = from_disk(helping, text)
    assert not world.is_open
    (helping / "body.scm").write_text("(define (twice x) 0) (define (again n) 0)", encoding="utf-8")
    assert world.run(SourceText("later", "(go)")) == 5
    with pytest.raises(SchemeError) as caught:
        world.run(SourceText("later", "(wrong)"))
    assert "(define (twice x) (* 2 x))" in caught.value.report()
    assert "body.scm:1:" in str(caught.value.place)


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
        world.run(SourceText("program", text), keep=True)
        assert world.evaluate("(f)") == 5
        assert world.evaluate("(define m (twice n)) m") == 10
        assert world.evaluate("(set! n 0) (f)") == 1


def test_an_error_in_a_world_from_disk_is_explained_on_an_empty_budget(store: Store) -> None:
    """Expanding all of it again takes longer than the script has: that time is ours."""
    text = "(define (f x) (car x)) (f 5)"
    pages = {outcome(text, time_limit=0.5) for _ in range(2)}
    assert len(pages) == 1 and "car: wanted a pair, got 5" in pages.pop()


CAPTURING = """(import (helping))
(define-syntax swap! (syntax-rules () ((_ a b) (let ((t a)) (set! a b) (set! b t)))))
(define a 1) (define b 2)
(define (go) (again 5))
(define (wrong x) (+ 1 (car x)))"""


@pytest.mark.parametrize("later", [False, True])
def test_a_world_that_was_compiled_lets_go_and_does_the_same(store: Store, helping: Path, later: bool) -> None:
    world, _ = from_disk(helping, CAPTURING)
    if later:
        world.run(SourceText("more", "(define c 3)"))  # not on disk: nothing is let go
    world.let_go()
    assert world.is_open is later
    assert world.files.keys() == {helping / "helping.sld", helping / "body.scm"}
    assert world.call(world.lookup("go")) == 5
    with pytest.raises(SchemeError) as caught:
        world.run(SourceText("later", "(wrong 5)"))
    assert "(define (wrong x) (+ 1 (car x)))" in caught.value.report()
    assert world.evaluate("(swap! a b) (list a b)") == [2, 1]
    assert world.evaluate("(define (wrong x) 'right) (wrong 1)").text == "right"
    with pytest.raises(SchemeError, match="unbound variable: goo"):
        world.evaluate("(goo)")


def test_a_world_holds_no_sites_until_a_place_is_asked_for(store: Store, helping: Path) -> None:
    for _ in ("compiled", "from disk"):
        world, _ = from_disk(helping, CAPTURING)
        world.let_go()
        kept = world._kept
        assert kept is not None
        assert kept.images == () and [unit._sites for unit in kept.units] == [None, None]
        wrong = world.value_of("wrong")
        with pytest.raises(SchemeError) as caught:
            world.call(wrong, 5)
        assert str(caught.value.place).startswith("program:5:")


def test_a_world_that_is_not_kept_lets_go_of_nothing(tmp_path: Path, helping: Path) -> None:
    world = Interpreter(roots=[helping])
    world.run(SourceText("program", CAPTURING), keep=False)
    world.let_go()
    assert world.is_open


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: os.symlink("/dev/zero", path), os.mkdir])
def test_what_is_no_file_counts_as_not_there(tmp_path: Path, make: Callable[[Path], None]) -> None:
    store = Store(tmp_path / "kept")
    store.put("a", 1)
    (tmp_path / "kept/a").unlink()
    make(tmp_path / "kept/a")
    assert store.get("a") is None


def test_nothing_is_written_into_what_lies_there_already(tmp_path: Path) -> None:
    store = Store(tmp_path / "kept")
    store.put("a", 1)
    os.mkfifo(tmp_path / f"kept/.b.{os.getpid()}")
    store.put("b", 2)
    assert store.get("b") is None and store.get("a") == 1


@pytest.mark.parametrize(
    "question",
    [
        '(or (string-suffix? ".a" x) (string-suffix? ".b" x))',
        "(any (lambda (s) (string-suffix? s x)) '(\".a\" \".b\"))",
        "(any (lambda (s) (string-suffix? s x)) kinds)",
    ],
)
def test_a_program_that_asks_for_literal_affixes_is_kept(store: Store, question: str) -> None:
    text = f"(import (srfi 1) (srfi 130)) (define kinds '(\".a\" \".b\")) (define (g x) {question}) (g \"x.b\")"
    for came in (False, True):
        world = Interpreter()
        assert write_text(world.run(SourceText("program", text), keep=True)) == "#t"
        assert (world._kept is not None) is came
