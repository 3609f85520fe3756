"""Library texts and import sets in, bindings, keys and refusals out (R7RS 5.2, 5.6)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from chibi_hooks.scheme.core import Define, Global
from chibi_hooks.scheme.expanding.imports import import_text
from chibi_hooks.scheme.expanding.programs import expand_program
from chibi_hooks.scheme.expanding.toplevel import TopLevel
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.libraries.catalogue import where_is
from chibi_hooks.scheme.libraries.finding import SCHEME_LIB, libraries_in
from chibi_hooks.scheme.libraries.library import Libraries, common
from chibi_hooks.scheme.reading.reader import read_source
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.printer import write_text
from chibi_hooks.scheme.values.source import SourceText
from tests.oracle import Oracle

FOO = """
(define-library (foo)
  (export f (rename g h) twice)
  (import (scheme base))
  (begin
    (define (f) 'f)
    (define (g) (hidden))
    (define (hidden) 'hidden)
    (define-syntax twice (syntax-rules () ((_ x) (helper x))))
    (define (helper x) (* 2 x))))
"""


def value(text: str, libraries: Libraries | None = None) -> str:
    """The last value of a program, written."""
    return write_text(Oracle(libraries).run(text))


def complaint(text: str, libraries: Libraries | None = None) -> SchemeError:
    """What is said against a program."""
    with pytest.raises(SchemeError) as caught:
        Oracle(libraries).run(text)
    return caught.value


def write(root: Path, files: dict[str, str]) -> Libraries:
    """A world with these files in its root."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return Libraries(roots=[root])


IMPORTS = {
    "(import (foo)) (list (f) (h) (twice 4))": "(f hidden 8)",
    "(import (only (foo) f)) (f)": "f",
    "(import (except (foo) f)) (h)": "hidden",
    "(import (prefix (foo) my-)) (list (my-f) (my-h))": "(f hidden)",
    "(import (rename (foo) (f h) (h f))) (list (f) (h))": "(hidden f)",
    "(import (prefix (only (rename (foo) (f e)) e) my:)) (my:e)": "f",
    "(import (foo) (foo)) (import (foo)) (f)": "f",
    "(import (foo)) (define (f) 'mine) (list (f) (h))": "(mine hidden)",
    "(import (foo)) (define (helper x) 'mine) (twice 4)": "8",
    "(import (only (foo) f) (rename (only (foo) h) (h f))) (f)": "hidden",
}


@pytest.mark.parametrize("text", IMPORTS)
def test_an_import_set_binds_what_it_says(text: str) -> None:
    assert value(FOO + text) == IMPORTS[text]


REFUSALS = {
    "(import (no such))": "there is no library (no such)",
    "(import (srfi 1 2))": "there is no library (srfi 1 2)",
    "(import foo)": "import: wanted a library, got foo",
    '(import ("x"))': "import: wanted a library",
    "(import (.. secrets))": "import: wanted a library, got (.. secrets)",
    "(import (|a/b|))": "import: wanted a library",
    "(import (only (foo) nothing))": "only: (foo) has no nothing",
    "(import (except (foo) nothing))": "except: (foo) has no nothing",
    "(import (rename (foo) (nothing x)))": "rename: (foo) has no nothing",
    "(import (rename (foo) nothing))": "wanted (rename import-set (old new) …)",
    "(import (prefix (foo)))": "wanted (prefix import-set name)",
    "(import (engine primitives))": "(engine primitives) is internal to the engine",
    "(define-library (bar) (export x))": "export: (bar) exports x, which it does not define",
    "(define-library (bar) (import (scheme base)) (begin (define x 1) (define x 2)))": "x is defined twice in (bar)",
    "(define-library (bar) (frob))": "wanted a declaration, got (frob)",
    "(define-library (bar) (export (f g)))": "wanted a name or (rename inside outside), got (f g)",
    "(define-library (scheme base))": "(scheme base) is a name of the standard library",
    "(define-library (bar) (alias-for bar))": "wanted a library, got bar",
    "(define-library (bar) (alias-for (bar)))": "libraries import each other in a circle: (bar) → (bar)",
    "(define-library (bar) (alias-for (engine primitives)))": "(engine primitives) is internal to the engine",
    "(define-library (bar) (alias-for (scheme file)))": '(scheme file) needs tier = "unsandboxed"',
    "(define-library (bar) (alias-for (no such)))": "there is no library (no such)",
    "(define-library)": "define-library: wanted (define-library name declaration …)",
    "(let () (define-library (x)) 1)": "a library stands at the top of a file",
    "(define-library (bar) (import (scheme base)) (begin (if)))": "if: wanted (if test then [else])",
    "(define-library (bar) (import (foo) (scheme base)) (begin (set! f 1)))": "cannot set! f, which is imported",
}


@pytest.mark.parametrize("text", REFUSALS)
def test_what_cannot_be_imported_or_defined_is_refused_with_its_place(text: str) -> None:
    error = complaint(FOO + text)
    assert REFUSALS[text] in str(error)
    assert error.place is not None


def test_a_misspelt_name_gets_a_near_one() -> None:
    assert "did you mean (scheme base)?" in complaint("(import (scheme bass))").report()
    assert "did you mean fold?" in complaint("(import (only (srfi 1) flod))").report()


def test_a_library_is_found_by_its_path(tmp_path: Path) -> None:
    libraries = write(
        tmp_path, {"a/b.sld": "(define-library (a b) (export x) (import (scheme base)) (begin (define x 5)))"}
    )
    assert value("(import (a b)) x", libraries) == "5"
    assert libraries.files == {tmp_path / "a/b.sld"}


def test_an_alias_exports_what_others_export_beside_its_own() -> None:
    text = "(define-library (mine) (alias-for (srfi 8) (foo)) (export y) (import (scheme base)) (begin (define y 7)))"
    assert value(FOO + text + "(import (mine)) (list y (receive (a . b) (values 1 2) b))") == "(7 (2))"


def test_a_name_of_r7rs_large_is_not_told_where_the_srfi_can_be() -> None:
    assert where_is("filter-map") == ["(srfi 1)"]
    assert common().find("(scheme list)", None).exports == common().find("(srfi 1)", None).exports


def test_a_file_that_defines_another_library_is_refused(tmp_path: Path) -> None:
    libraries = write(tmp_path, {"a.sld": "(define-library (b))"})
    assert "a.sld does not define (a)" in str(complaint("(import (a))", libraries))


def test_libraries_that_import_each_other_are_refused_with_the_circle(tmp_path: Path) -> None:
    library = "(define-library ({0}) (import (scheme base) ({1})))"
    libraries = write(
        tmp_path,
        {"a.sld": library.format("a", "b"), "b.sld": library.format("b", "c"), "c.sld": library.format("c", "a")},
    )
    assert "in a circle: (a) → (b) → (c) → (a)" in str(complaint("(import (a))", libraries))


def test_an_error_in_a_library_file_has_its_place_there(tmp_path: Path) -> None:
    libraries = write(tmp_path, {"a.sld": "(define-library (a) (import (scheme base))\n (begin (if)))"})
    assert str(complaint("(import (a))", libraries).place) == "a.sld:2:9"


def test_included_files_are_found_beside_the_file_that_includes_them(tmp_path: Path) -> None:
    libraries = write(
        tmp_path,
        {
            "a/lib.sld": """(define-library (a lib)
               (include-library-declarations "more.scm") (include "x.scm" "sub/y.scm"))""",
            "a/more.scm": "(import (scheme base)) (export x y)",
            "a/x.scm": "(define x 'x)",
            "a/sub/y.scm": '(include "z.scm") (define y (include-ci "upper.scm"))',
            "a/sub/z.scm": "(define z 'z)",
            "a/sub/upper.scm": "(LIST Z)",
        },
    )
    assert value("(import (a lib)) (list x y)", libraries) == "(x (z))"


INCLUDES = {
    '(include "a.scm")': "a.scm includes itself",
    '(include "../../secret.scm")': "../../secret.scm lies outside of this directory",
    '(include "/etc/hostname")': "/etc/hostname lies outside of this directory",
    '(include "missing.scm")': "cannot read missing.scm",
    '(include "a\\x0;b")': "cannot read a\x00b: no file has a nul in its name",
    '(include "latin.scm")': "latin.scm is not UTF-8: wrong byte on line 2",
    '(include "broken.scm")': "broken.scm:2:3",
}


@pytest.mark.parametrize("text", INCLUDES)
def test_a_file_that_cannot_be_included_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "secret.scm").write_text("(define secret 1)")
    root = tmp_path / "home" / "lib"
    root.mkdir(parents=True)
    (root / "latin.scm").write_bytes(b";\n; \xe9")
    libraries = write(
        root,
        {
            "a.sld": f"(define-library (a) (import (scheme base)) (begin {text}))",
            "a.scm": '(include "a.scm")',
            "broken.scm": ";\n (car",
        },
    )
    assert INCLUDES[text] in str(complaint("(import (a))", libraries))


def test_a_program_without_a_file_cannot_include() -> None:
    assert "only code that comes from a file can include" in str(complaint('(include "x.scm")'))


# tiers


def test_an_unsandboxed_library_names_the_permission_it_needs() -> None:
    error = complaint("(import (scheme file))")
    assert error.kind == "library"
    assert '(scheme file) needs tier = "unsandboxed" for this file' in str(error)
    assert "[scheme.tiers] in chibi-hooks.toml" in error.report()
    assert value("(cond-expand ((library (scheme file)) 1) (else 2))") == "2"


def test_an_unsandboxed_world_may_import_it() -> None:
    libraries = Libraries(tier="unsandboxed")
    assert value("(import (scheme file)) (cond-expand ((library (scheme file)) 1) (else 2))", libraries) == "1"


def test_a_library_of_the_user_may_ask_for_the_permission_too() -> None:
    text = "(define-library (a) (tier unsandboxed)) (import (a))"
    assert '(a) needs tier = "unsandboxed"' in str(complaint(text))
    value(text, Libraries(tier="unsandboxed"))


def test_a_library_of_the_user_gets_no_further_than_the_world(tmp_path: Path) -> None:
    libraries = write(tmp_path, {"a.sld": "(define-library (a) (import (scheme file)))"})
    assert "needs tier" in str(complaint("(import (a))", libraries))


# what the host provides


def test_provided_values_get_a_key_of_the_world() -> None:
    libraries = Libraries(provided={"(host things)": {"answer": abs}})
    top = TopLevel(libraries)
    import_text("(host things)", top)
    location = top.meaning("answer")
    assert isinstance(location, Global) and location.library is None
    assert libraries.provided_values == {location.key: abs}


def test_worlds_do_not_share_what_is_provided() -> None:
    worlds = [Libraries(provided={"(host things)": {"answer": f}}) for f in (abs, len)]
    assert [world.find("(host things)", None).exports["answer"].key for world in worlds] == ["g0", "g0"]
    assert [list(world.provided_values.values()) for world in worlds] == [[abs], [len]]


# keys and sharing


MESSAGE = """
(import (scheme base))
(define (message thunk)
  (call/cc (lambda (k) (with-exception-handler (lambda (e) (k (error-object-message e))) thunk))))
"""
CHANGES = {  # imports, what one program does, what another one sees
    "data": ("(import (tein uuid))", "(string-set! uuid-nil 0 #\\x)", "uuid-nil"),
    "lists": ("(import (tein introspect))", "(set-car! introspect-docs 'x)", "introspect-docs"),
    "messages": (
        "(import (srfi 1))",
        "(string-set! (message (lambda () (take '() 1))) 0 #\\x)",
        "(message (lambda () (take '() 1)))",
    ),
    "registered comparators": (
        "(import (srfi 128))",
        "(comparator-register-default! (make-comparator procedure? eq? #f (lambda (x) 7)))",
        "(= 7 (default-hash car))",
    ),
    "random sources": (
        "(import (srfi 27))",
        "(random-source-randomize! default-random-source)",
        "(random-source-state-ref default-random-source)",
    ),
    "test runners": ("(import (srfi 64))", "(test-begin 'mine)", "(test-runner-current)"),
}


@pytest.mark.parametrize("case", CHANGES.values(), ids=CHANGES)
def test_what_a_program_does_to_a_shared_library_stays_in_its_world(case: tuple[str, str, str]) -> None:
    imports, change, look = case

    def seen(world: Interpreter, *texts: str) -> str:
        return [write_text(world.run(SourceText("test", text))) for text in texts][-1]

    here, there = Interpreter(), Interpreter()
    before = seen(there, MESSAGE, imports, look)
    seen(here, MESSAGE, imports, change)
    assert seen(there, look) == before
    assert seen(Interpreter(), MESSAGE, imports, look) == before


def test_standard_libraries_have_the_same_keys_in_every_process() -> None:
    fold = common().find("(srfi 1)", None).exports["fold"]
    assert (fold.key, fold.library) == ("fold@(srfi 1)", "(srfi 1)")
    top = TopLevel(Libraries())
    import_text("(only (srfi 1) fold)", top)
    assert top.meaning("fold") is fold


def test_a_world_names_its_locations_in_the_order_of_their_making() -> None:
    top = TopLevel(Libraries())
    import_text("(scheme base)", top)
    unit = expand_program(read_source(SourceText("x", f"{FOO} (import (foo)) (define a (f)) (define b 2)")), top)
    assert [node.location.key for node in unit.body if isinstance(node, Define)] == ["g4", "g5"]


def test_a_library_that_its_own_macro_assigns_says_so() -> None:
    top = TopLevel(Libraries())
    text = """(define-library (c) (export next!) (import (scheme base)) (begin (define count 0) (define other 0)
      (define-syntax next! (syntax-rules () ((_) (begin (set! count (+ count 1)) count))))))"""
    expand_program(read_source(SourceText("x", text)), top)
    library = top.libraries.find("(c)", None)
    assert library.unit is not None
    assigned = {node.location.name: node.location.assigned for node in library.unit.body if isinstance(node, Define)}
    assert assigned == {"count": True, "other": False}
    assert value(f"{text} (import (c)) (next!) (next!)") == "2"


@pytest.mark.parametrize("name", libraries_in(SCHEME_LIB))
def test_a_library_of_ours_uses_nothing_that_it_does_not_define(name: str) -> None:
    try:
        library = common().find(name, None, trusted=True)
    except SchemeError as error:
        assert "there is no library (harness " in str(error)  # made by the host for each world
        return
    assert [f"{place}: {unbound}" for unbound, place in library.unbound] == []


def test_threads_share_one_set_of_standard_libraries() -> None:
    def load(_: int) -> Global:
        top = TopLevel(Libraries())
        import_text("(srfi 158) (srfi 133)", top)
        found = top.meaning("vector-index")
        assert isinstance(found, Global)
        return found

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(load, range(8)))) == 1


def test_the_library_that_has_a_name_is_known_without_loading_it() -> None:
    assert where_is("fold")[0] == "(srfi 1)"
    assert where_is("display")[0] == "(scheme write)"
    assert where_is("no-such-name") == []


@pytest.mark.parametrize("name", ["hooks", "tools", "io", "docs"])
def test_what_belongs_to_hook_files_is_told_where_a_program_imports_it(name: str) -> None:
    told = complaint(f"(import (scheme base) (harness {name}))", Libraries(tier="unsandboxed"))
    assert told.place is not None
    assert (told.place.line, told.place.column) == (1, 23)
    wanted = f"import: there is no library (harness {name}) in a program: a host gives it to its hook files"
    assert told.message == wanted
