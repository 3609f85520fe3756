"""Findings A1, A2, A16 to A20: what a sandboxed program did to its host, its neighbours and its readers."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.deciding.point import POINTS
from chibi_hooks.hooks.scripts import script
from chibi_hooks.scheme.compiling import image
from chibi_hooks.scheme.compiling.resuming import continuations
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.libraries import shared
from chibi_hooks.scheme.libraries.catalogue import exports_of, standard_libraries
from chibi_hooks.scheme.libraries.finding import libraries_in
from chibi_hooks.scheme.libraries.loading import restored
from chibi_hooks.scheme.primitives.control.parameters import Parameter
from chibi_hooks.scheme.running import backtrace
from chibi_hooks.scheme.running.asking import Environment
from chibi_hooks.scheme.running.frames import HeapFrame
from chibi_hooks.scheme.running.link import HELD
from chibi_hooks.scheme.values.data import Boolean, Char, Datum, Nil, RecordType, Special, Symbol
from chibi_hooks.scheme.values.errors import EngineFault, SchemeError
from chibi_hooks.scheme.values.printer import short, write_text
from chibi_hooks.scheme.values.source import SourceText
from tests.attacks.test_procedures import OF_THE_HOST
from tests.isolation import looks_inside

FAILING = ("(car 'b)", "(vector-ref #(1) 9)", '(string-append \'x "y")', "(+ 'a 1)", "unknown", "(raise 'no)", "(f)")
COMPARISONS = [f"{kind}{sign}?" for kind in ("string", "char") for sign in ("=", "<", ">", "<=", ">=")]
TAKING_TWO = [*COMPARISONS, "set-car!", "set-cdr!", "string-ref", "vector-ref", "+", "*", "<", "string-append", "cons"]


def shell(command: str) -> dict[str, object]:
    return {"tool_name": "shell_exec", "arguments": {"command": command}}


@pytest.mark.parametrize("operand", FAILING)
@pytest.mark.parametrize("procedure", TAKING_TWO)
def test_a1_an_operand_that_fails_is_the_error(procedure: str, operand: str) -> None:
    call = f"({procedure} 'a {operand})"
    world = Interpreter()
    guard = '(guard (e ((error-object? e) (error-object-message e)) (#t "raised")) '
    expected = str(world.evaluate(f"{guard}{operand})"))
    for program in (
        f"{guard}{call})",
        f"{guard}(list {call}))",
        f"(define (p x) {call}) {guard}(p 1))",
        "(call/cc (lambda (k) (with-exception-handler (lambda (e) (k (if (error-object? e) (error-object-message e)"
        f' "raised"))) (lambda () {call}))))',
    ):
        assert world.evaluate(program) == expected, program
    with pytest.raises(SchemeError) as caught:
        world.evaluate(f"\n{call}")
    assert caught.value.place is not None and caught.value.kind != "internal"
    if operand != "(raise 'no)":
        assert caught.value.place.start - len(f"\n({procedure} 'a ") in (0, 1)  # of an unbound procedure: its name


def test_a1_a_predicate_that_fails_is_an_error_of_its_own() -> None:
    for search in (
        "(member 1 '(1) (lambda (a b) (string=? a (car b))))",
        "(assoc 1 '((1 . 2)) (lambda (a b) (char<? a (car b))))",
    ):
        assert Interpreter().evaluate(f"(guard (e (#t 7)) {search})") == 7


def test_a1_operands_are_looked_at_again_without_their_effects() -> None:
    program = "(define n 0) (define (next) (set! n (+ n 1)) n) (guard (e ((error-object-message e) n)) "
    program += "(string=? (next) (car (next))))"
    assert Interpreter().evaluate(program) == 2


GUARD = """
(register-hook 'pre_tool
  (lambda (payload)
    (guard (e (#t (block "in doubt, no")))
      (if (string=? (cdr (assoc "tool_name" payload)) (car 'b)) (block "rm") (no-opinion)))))
"""


def test_a1_a_hook_that_blocks_on_error_blocks(opened: Callable[..., Host]) -> None:
    with opened({"hooks/guard.scm": GUARD}) as host:
        assert host.fire("pre_tool", shell("ls")).outcome.block


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine in which looking at operands again is broken."""

    def broken(*_: object) -> list[object]:
        raise EngineFault("an invariant does not hold")

    monkeypatch.setattr(continuations, "evaluated", broken)


@pytest.mark.usefixtures("faulty")
def test_a1_a_fault_of_ours_is_a_condition_and_the_host_is_told() -> None:
    world = Interpreter()
    looking = "(guard (e ((error-object-message e) 'caught)) (string=? 'a 1))"
    assert world.evaluate(looking).text == "caught"
    assert [each.kind for each in world.faults] == ["internal"]
    with pytest.raises(SchemeError) as caught:
        world.evaluate("(string=? 'a 1)")
    assert caught.value.kind == "internal" and caught.value.place is not None


@looks_inside
@pytest.mark.usefixtures("faulty")
def test_a1_a_guard_that_met_a_fault_of_ours_still_answers(opened: Callable[..., Host]) -> None:
    looking = GUARD.replace("(#t ", "((error-object-message e) ").replace("(car 'b)", "1")
    files = {"hooks/a.scm": looking, "hooks/b.scm": looking.replace('(block "in doubt, no")', "(no-opinion)")}
    with opened({**files}) as host:
        fire = host.fire("pre_tool", shell("ls"))
        first = fire.answers[0]
        assert fire.outcome.block and first.error is None and "an invariant does not hold" in first.said
    with opened({"hooks/b.scm": files["hooks/b.scm"], "hooks/a.scm": "1"}) as host:
        (answer,) = host.fire("pre_tool", shell("ls")).answers
        assert answer.error is not None and answer.error.type == "internal"


DISARM = """
(register-hook 'pre_tool
  (lambda (payload)
    (guard (e (#t (let spoil ((rest (error-object-irritants e)))
                    (if (pair? rest)
                        (begin
                          (guard (e (#t 'refused)) (set-car! rest 'spoilt))
                          (if (pair? (car rest)) (spoil (car rest)))
                          (spoil (cdr rest)))))
                  (set-cdr! (car payload) "spoilt")
                  (no-opinion)))
      (deny "not legal here"))))
"""
BLOCK = """
(register-hook 'pre_tool
  (lambda (payload) (if (equal? (payload-ref payload "tool_name") "shell_exec") (block "no") (no-opinion))))
"""


def test_a2_no_file_disarms_the_builders_of_another(opened: Callable[..., Host]) -> None:
    with opened({"hooks/a.scm": DISARM, "hooks/b.scm": BLOCK}) as host:
        for _ in range(2):
            fire = host.fire("pre_tool", shell("ls"))
            assert [each.error for each in fire.answers] == [None, None]
            assert fire.outcome.block
    with opened({"hooks/b.scm": BLOCK}) as host:
        assert host.fire("pre_tool", shell("ls")).outcome.block


CHANGES = (
    "(set-car! '(1 2) 0)", "(set-cdr! (cdr '(1 2)) 0)", "(list-set! '(1 2) 1 0)", "(vector-set! #(1 2) 0 0)",
    "(vector-fill! #(1 2) 0)", "(vector-copy! #(1 2) 0 #(3))", '(string-set! "ab" 0 #\\x)', '(string-fill! "ab" #\\x)',
    '(string-copy! "ab" 0 "c")', "(bytevector-u8-set! #u8(1 2) 0 0)", "(bytevector-copy! #u8(1) 0 #u8(2))",
    "(set-car! (car '((1) 2)) 0)", "(vector-set! (car '(#(1))) 0 0)", "(set-car! `(1 (2 3)) 0)",
    "(import (srfi 1)) (append! '(1) '(2))", "(import (srfi 132)) (vector-sort! < #(2 1))",
    "(import (srfi 133)) (vector-swap! #(1 2) 0 1)", "(import (srfi 133)) (vector-reverse! #(1 2))",
)  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_a2_a_literal_is_constant(change: str) -> None:
    with pytest.raises(SchemeError, match="can be changed, got a literal") as caught:
        Interpreter().evaluate(change)
    assert caught.value.kind == "type" and caught.value.place is not None


@pytest.mark.parametrize(
    ("copy", "shown"),
    [
        ("(let ((x (list-copy '(1 2)))) (set-car! x 0) x)", "(0 2)"),
        ("(let ((x (vector-copy #(1 2)))) (vector-set! x 0 0) x)", "#(0 2)"),
        ('(let ((x (string-copy "ab"))) (string-set! x 0 #\\x) x)', '"xb"'),
        ("(let ((x (bytevector-copy #u8(1 2)))) (bytevector-u8-set! x 0 0) x)", "#u8(0 2)"),
        ("(let ((x (subvector->list #(1 2)))) (set-car! x 0) x)".replace("subvector->", "vector->"), "(0 2)"),
        ("(let ((x (map + '(1 2)))) (set-car! x 0) x)", "(0 2)"),
        ("(let ((x `(1 ,(+ 1 1)))) (set-car! x 0) x)", "(0 2)"),
        ('(let ((x (read (open-input-string "(1 2)")))) (set-car! x 0) x)', "(0 2)"),
        ("(let ((x (vector-append #(1) #(2)))) (vector-set! x 0 0) x)", "#(0 2)"),
        ("(let ((x (vector-map + #(1 2)))) (vector-set! x 0 0) x)", "#(0 2)"),
        ('(let ((x (string-append "ab"))) (string-set! x 0 #\\x) x)', '"xb"'),
        ("(let ((x (symbol->string 'ab))) (string-set! x 0 #\\x) x)", '"xb"'),
    ],
)
def test_a2_what_is_made_of_a_literal_can_be_changed(copy: str, shown: str) -> None:
    assert write_text(Interpreter().run(SourceText("copy", copy))) == shown


def test_a2_eval_leaves_what_it_is_given_as_it_was() -> None:
    program = """
    (import (scheme eval))
    (define x (list 1 (string #\\a)))
    (eval (list 'cadr (list 'quote x)) (environment '(scheme base)))
    (eval (list 'string-length (cadr x)) (environment '(scheme base)))
    (set-car! x 0)
    (string-set! (cadr x) 0 #\\b)
    x
    """
    world = Interpreter("unsandboxed", time_limit=60.0)
    assert write_text(world.run(SourceText("eval", program))) == '(0 "b")'


IMMUTABLE = (Symbol, Char, Boolean, Nil, Special, RecordType, Parameter, Environment)
WITHOUT_SETTERS = {
    "default-random-source@(srfi 27)",  # its state is the world's
    "%some_error",  # stands only in variables that no program reads
}


def parts(x: Any) -> Iterator[Any]:
    """What can be reached from a value in one step."""
    if isinstance(x, FunctionType):
        yield from x.__defaults__ or ()
        yield x.__code__
        yield from (cell.cell_contents for cell in x.__closure__ or () if cell.cell_contents is not x)
    elif isinstance(x, CodeType):
        yield from x.co_consts
    elif isinstance(x, (list, tuple)):
        yield from x
    elif isinstance(x, dict):
        yield from x.values()
    elif isinstance(x, Datum):
        slots = [slot for kind in type(x).__mro__ for slot in getattr(kind, "__slots__", ()) if slot != "__weakref__"]
        yield from (getattr(x, slot) for slot in slots if hasattr(x, slot))


def is_constant(x: Datum) -> bool:
    unset = short(x).startswith(("#<comparator ", "#<policy "))  # records whose fields nobody can set
    return unset or isinstance(x, IMMUTABLE) or type(x).__name__.startswith("Literal") or hasattr(x, "literal")


def changeable_from(roots: Mapping[str, Any]) -> list[str]:
    """Where a datum can be reached that somebody could change."""
    found: list[str] = []
    seen: set[int] = set()
    waiting = list(roots.items())
    while waiting:
        path, x = waiting.pop()
        if id(x) in seen:
            continue
        seen.add(id(x))
        if isinstance(x, Datum) and not is_constant(x) and path not in WITHOUT_SETTERS:
            found.append(f"{path}: {type(x).__name__} {short(x)}")
        waiting += [(path, each) for each in parts(x)]
    return found


def everything_imported(world: Interpreter) -> None:
    for name in standard_libraries():
        if name not in OF_THE_HOST and not name.startswith("(harness io"):
            world.evaluate(f"(import (prefix {name} all-))")
            for each in exports_of(name):
                with suppress(SchemeError):  # a keyword
                    world.lookup(f"all-{each}")


def test_a2_nothing_that_can_be_changed_is_reached_from_what_worlds_share() -> None:
    everything_imported(Interpreter("unsandboxed", time_limit=60.0))
    names = shared.table().names
    units = {f"constants of {unit.name}": unit.constants for unit in names[HELD]}
    procedures = {key: value for key, value in names.items() if key not in (HELD, "__builtins__")}
    assert len(units) > 20 and len(procedures) > 1000
    assert changeable_from(units | procedures) == []


def test_a2_the_tables_of_the_host_are_constant() -> None:
    tables = {name: script._fields(name) for name in POINTS}
    assert changeable_from(tables) == []


def test_a2_what_is_kept_on_disk_comes_back_constant() -> None:
    source = SourceText("kept", '(define (f) \'(1 #(2) "x" #u8(1))) (f)')
    world = Interpreter()
    front = world._open()
    part = list(front.parts(front.read(source), front.top_level, source.name, world))[-1]
    code, unit = world._code(part.emission, part.name)
    back = restored(image.written(unit, code, shared.keys()), lambda: part.emission, {"kept": source})
    assert len(back.constants) > 1 and changeable_from({"constants": back.constants}) == []


@pytest.mark.parametrize(
    ("spoil", "question"),
    [
        ("(set-car! (features) 'spoilt)", "(memq 'spoilt (features))"),
        ("(import (tein introspect)) (set-car! (available-modules) 1)",
         "(import (tein introspect)) (memv 1 (available-modules))"),
        ("(import (tein introspect)) (set-car! (module-exports '(scheme base)) 1)",
         "(import (tein introspect)) (memv 1 (module-exports '(scheme base)))"),
        ("(import (tein uuid)) (string-fill! uuid-nil #\\x)",
         "(import (tein uuid)) (string=? uuid-nil (make-string 36 #\\x))"),
        ("(string-fill! (symbol->string 'abc) #\\x)", "(string=? (symbol->string 'abc) \"xxx\")"),
        ("(guard (e (#t (string-fill! (error-object-message e) #\\x))) (car 1))",
         "(guard (e (#t (char=? #\\x (string-ref (error-object-message e) 0)))) (car 1))"),
        ("(string-fill! (number->string 12345) #\\1)", "(string=? (number->string 12345) \"11111\")"),
    ],
)  # fmt: skip
def test_a2_what_is_handed_out_is_fresh(spoil: str, question: str) -> None:
    with suppress(SchemeError):
        Interpreter(time_limit=60.0).evaluate(spoil)
    assert Interpreter(time_limit=60.0).evaluate(question) is False


@pytest.mark.parametrize(
    "name",
    [
        "(|../outside/secret|)",
        "(|..| outside secret)",
        "(outside |secret/../../outside/secret|)",
        "(|/etc/passwd|)",
        "(||)",
        "(|a b|)",
        "()",
        "(scheme . base)",
        "(1.5)",
        "((scheme base))",
        "(engine control)",
        "(engine primitives)",
        "(|engine control|)",
        "(scheme file)",
        "(scheme eval)",
    ],
)
@pytest.mark.parametrize(
    "asks", ["(module-exports '{name})", "(import {name})", "(cond-expand ((library {name}) 'there) (else (car 'no)))"]
)
def test_a17_no_question_about_a_library_leaves_the_roots(asks: str, name: str, tmp_path: Path) -> None:
    secret = tmp_path / "outside" / "secret.sld"
    secret.parent.mkdir()
    secret.write_text("(define-library (|../outside/secret|) (export password) (password is 12345")
    (tmp_path / "lib").mkdir()
    world = Interpreter(roots=[tmp_path / "lib"], time_limit=60.0)
    world.evaluate("(import (tein introspect))")
    with pytest.raises(SchemeError) as caught:
        world.evaluate(asks.format(name=name))
    assert caught.value.kind in ("type", "syntax", "library")
    assert "12345" not in caught.value.report() and "secret.sld" not in caught.value.report()


def test_a17_the_catalogue_lists_what_can_be_imported(tmp_path: Path) -> None:
    for name in ("good", "bad name", "-- \x1b[2J"):
        (tmp_path / f"{name}.sld").write_text("")
    assert libraries_in(tmp_path) == ["(good)"]
    assert exports_of("(../pyproject)") == exports_of("(| |)") == []


RECURSION = "(define (deep n) (+ 1 (deep (+ n 1)))) (deep 0)"


def test_a18_the_report_of_a_deep_recursion_is_small() -> None:
    frames: HeapFrame | None = None
    for _ in range(1_000_000):
        frames = (len, (), frames)
    tracemalloc.start()
    try:
        found = backtrace.of_heap(frames)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(found) == 1 and found[0].skipped > 999_000 and most < 1_000_000


def test_a18_a_stopped_recursion_says_how_deep_it_was() -> None:
    with pytest.raises(SchemeError) as caught:
        Interpreter(time_limit=None, memory_limit=40 << 20).evaluate(RECURSION)
    assert "40 MB" in caught.value.message
    assert len(caught.value.frames) < 300 and any(frame.skipped > 50_000 for frame in caught.value.frames)


ENTERS_AGAIN = """
(define saved #f)
(define answers 0)
(register-hook 'pre_tool
  (lambda (payload)
    (let ((answer (call/cc (lambda (k) (if (not saved) (set! saved k)) '()))))
      (set! answers (+ answers 1))
      (if (equal? (payload-ref payload "tool_name") "again")
          ESCAPES
          answer))))
"""


def test_a20_an_answer_of_an_earlier_fire_does_not_count_for_this_one(opened: Callable[..., Host]) -> None:
    with opened({"hooks/a.scm": ENTERS_AGAIN.replace("ESCAPES", '(saved (block "old"))')}) as host:
        assert host.fire("pre_tool", {"tool_name": "first", "arguments": {}}).answers[0].error is None
        fire = host.fire("pre_tool", {"tool_name": "again", "arguments": {}})
        error = fire.answers[0].error
        assert error is not None and "the continuation of an earlier call" in error.message
        assert not fire.outcome.block


def test_a20_it_is_an_error_that_the_hook_can_handle(opened: Callable[..., Host]) -> None:
    handled = "(guard (e (#t (block (error-object-message e)))) (saved (no-opinion)))"
    with opened({"hooks/a.scm": ENTERS_AGAIN.replace("ESCAPES", handled)}) as host:
        host.fire("pre_tool", {"tool_name": "first", "arguments": {}})
        fire = host.fire("pre_tool", {"tool_name": "again", "arguments": {}})
        assert fire.outcome.block and "the continuation of an earlier call" in fire.outcome.message


@pytest.mark.parametrize(
    "enters",
    [
        "(k 1)",
        "(begin (k 1))",
        "(apply k '(1))",
        "(for-each k '(1))",
        "(dynamic-wind (lambda () #f) (lambda () (k 1)) (lambda () #f))",
        "(call-with-values (lambda () 1) k)",
        "(with-exception-handler k (lambda () (raise 1)))",
        "(parameterize () (k 1))",
    ],
)
def test_a20_a_continuation_of_an_earlier_call_is_refused_however_it_is_entered(enters: str) -> None:
    world = Interpreter(time_limit=60.0)
    world.evaluate("(define k #f) (define n 0) (define (take) (call/cc (lambda (c) (set! k c) 0)) (set! n (+ n 1)) n)")
    world.evaluate("(define (hook) (take))")
    world.call(world.lookup("hook"))
    with pytest.raises(SchemeError, match="the continuation of an earlier call"):
        world.call(world.run(SourceText("again", f"(lambda () {enters})")))
    assert world.evaluate("n") == 1


def test_a20_what_is_entered_within_its_call_goes_on() -> None:
    program = """
    (define k #f)
    (define (turns)
      (let ((n 0))
        (call/cc (lambda (c) (set! k c)))
        (set! n (+ n 1))
        (if (< n 3) (k #f) n)))
    """
    world = Interpreter(time_limit=60.0)
    world.evaluate(program)
    assert [world.call(world.lookup("turns")) for _ in range(2)] == [3, 3]


def test_a20_a_program_that_comes_piece_by_piece_is_one() -> None:
    world = Interpreter(time_limit=60.0)
    world.evaluate("(define k #f) (define n 0) (call/cc (lambda (c) (set! k c))) (set! n (+ n 1)) n")
    assert world.evaluate("(k 1)") == 2
