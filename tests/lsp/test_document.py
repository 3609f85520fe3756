"""One open file, without an editor: positions, which words are the same variable, layout, what is known of a word."""

from __future__ import annotations

from pathlib import Path

import pytest

from chibi_hooks.hooks.homes.home import Surroundings
from chibi_hooks.lsp.document import Document
from chibi_hooks.lsp.indenting import indented
from chibi_hooks.lsp.outline import Outlined, outline
from chibi_hooks.lsp.positions import Lines
from chibi_hooks.scheme.reading.lexer import tokenize
from tests.homes import make_home

ROOT = Path(__file__).parents[2]
WRITTEN = sorted([*ROOT.glob("examples/**/*.scm"), *ROOT.glob("scheme_lib/harness/*.scm")])


@pytest.fixture
def around(tmp_path: Path) -> Surroundings:
    return Surroundings({"CHIBI_HOOKS_STATE": str(tmp_path / "state")}, tmp_path, tmp_path)


def document(text: str, around: Surroundings, folder: str = "home") -> Document:
    home = make_home(around.directory / folder, {"hooks/a.scm": text})
    return Document((home / "hooks/a.scm").as_uri(), text, around)


def words(opened: Document, word: str, number: int = 1) -> list[int]:
    """The lines in which the variable of the nth such word stands."""
    offset = -1
    for _ in range(number):
        offset = opened.text.index(word, offset + 1)
    found = opened.bindings.at(offset)
    return [opened.lines.at(each.start).line for each in opened.bindings.of(found.bound)] if found is not None else []


@pytest.mark.parametrize(("encoding", "character"), [("utf-16", 4), ("utf-32", 3), ("utf-8", 7)])
def test_positions_count_what_was_agreed_on(encoding: str, character: int) -> None:
    lines = Lines("x\na😀ä(", encoding)
    assert (lines.offset(1, character), tuple(lines.at(5))) == (5, (1, character))
    assert lines.offset(1, 99) == lines.offset(9, 0) == 6


def test_a_name_that_hides_another_is_another_variable(around: Surroundings) -> None:
    opened = document("(define x 1)\n(define (f x)\n  (set! x 2)\n  x)\n(f x)\n", around)
    assert words(opened, "x") == [0, 4]
    assert words(opened, "x)") == [1, 2, 3]


def test_fields_of_a_hook_are_variables_of_its_body(around: Surroundings) -> None:
    opened = document('(define-hook pre_tool ((tool-name "") . all)\n  (begin\n    (list all tool-name)))\n', around)
    assert words(opened, "tool-name") == [0, 2]
    assert words(opened, "all") == [0, 2]
    assert [(hook.point, hook.start) for hook in opened.hooks] == [("pre_tool", 0)]


def test_a_text_that_does_not_read_keeps_the_meanings_of_the_last_that_did(around: Surroundings) -> None:
    opened = document("(define (f) 1)\n", around)
    opened.set_text("(define (f) 1)\n(g (")
    assert opened.usage("f") == ["(f)"]


def test_what_is_known_of_a_word(around: Surroundings) -> None:
    opened = document("(define (f a . b) 1)\n", around)
    assert opened.about("block").startswith("```scheme\n(block) or (block message)")
    assert opened.about("pre_tool").startswith("```text\npre_tool: before")
    assert opened.usage("f") == ["(f a . b)"]
    assert "(import (harness shell))" in opened.about("shell-commands")
    assert opened.about("no-such-name") == ""
    assert opened.call_at(opened.text.index("a .")) == ("f", 0)


def test_a_home_that_nobody_trusts_does_not_run(around: Surroundings) -> None:
    text = '(define-hook pre_tool ()\n  (no-opinion))\n(error "it ran")\n'
    assert "it ran" in str(document(text, around).findings(load=True))
    foreign = document(text, around, folder="project/.chibi")
    assert not foreign.is_trusted()
    assert "it ran" not in str(foreign.findings(load=True))


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: str(path.relative_to(ROOT)))
def test_layout_changes_nothing_but_blanks_and_settles_at_once(path: Path) -> None:
    text = path.read_text("utf-8")
    made = indented(text)
    assert tokens(made) == tokens(text)
    assert indented(made) == made


def tokens(text: str) -> list[str]:
    return [text[start:end] for _, start, end in tokenize(text)]


def test_a_string_over_lines_stays_as_it_is() -> None:
    text = '(f "a\n   b"\nc)\n'
    assert indented(text) == '(f "a\n   b"\n   c)\n'


def told(entries: list[Outlined]) -> list[object]:
    return [(each.kind, each.name, told(each.inner)) if each.inner else (each.kind, each.name) for each in entries]


def test_the_outline_has_what_a_file_defines_registers_and_tests() -> None:
    text = """\
(define limit 3) ; (define no 1)
(define-values (a b) (values 1 2))
(define-hook pre_tool (arguments) (define inner 1) (no-opinion))
(begin (define ((curried x) y) 1))
#;(define no 1)
'(define no 1)
(register-hook 'post_tool (lambda (p) '()))
(define-tool count-lines (path) "doc" 1)
(define-record-type <point> (point x) point? (x point-x))
(define-library (my words) (export f) (begin (define (f) 1)))
(test-group "groups" (test "one" 1 1) (test 2 2))
(define (unfinished
"""
    assert told(outline(text)) == [
        ("variable", "limit"), ("variable", "(a b)"), ("hook", "pre_tool"), ("procedure", "curried"),
        ("hook", "post_tool"), ("tool", "count-lines"), ("record", "<point>"),
        ("library", "(my words)", [("procedure", "f")]), ("group", '"groups"', [("test", '"one"')]),
        ("procedure", "unfinished"),
    ]  # fmt: skip
    named = [text[slice(*each.named)] for each in outline(text)]
    assert named[2:4] == ["pre_tool", "curried"] and all(text[each.start] == "(" for each in outline(text))


@pytest.mark.parametrize("text", ["", "(", ")))", "(define", "(define ())", "(" * 5000 + "define x", '(define "', "#;"])
def test_an_outline_is_made_of_any_text(text: str) -> None:
    assert outline(text) == []
