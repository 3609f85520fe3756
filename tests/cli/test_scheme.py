"""`scheme`: a program's output and value on stdout, its errors on stderr with exit code 1."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from tests.cli.command import Command


@pytest.mark.parametrize(
    ("program", "stdout"),
    [
        ("(+ 40 2)", "42\n"),
        ('"text"', '"text"\n'),
        ('(display "hi")', "hi"),
        ('(display "hi") (newline) \'(1 2)', "hi\n(1 2)\n"),
        ("(values 1 2)", "1\n2\n"),
        ("(define x 1)", ""),
        ("", ""),
    ],
)
def test_output_and_value_go_to_stdout(command: Command, program: str, stdout: str) -> None:
    result = command("scheme", "-", stdin=program)
    assert (result.code, result.stdout, result.stderr) == (0, stdout, "")


def test_a_file_is_run_and_reads_stdin(command: Command) -> None:
    (command.directory / "p.scm").write_text("(string-length (read-line))")
    assert command("scheme", "p.scm", stdin="hello\n").stdout == "5\n"


def test_an_error_is_1_with_place_line_and_caret(command: Command) -> None:
    (command.directory / "p.scm").write_text("(define (f x)\n  (car x))\n(f 42)\n")
    result = command("scheme", "p.scm")
    assert (result.code, result.stdout) == (1, "")
    assert result.stderr.startswith("p.scm:2:3: car: wanted a pair, got 42\n    (car x))\n    ^^^")


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("(define (f)\n  (car", "<stdin>:2:4"),
        ("(foo", "<stdin>:1:2"),
        ('(error "no" 1 2)', "no 1 2"),
        ("(let loop () (loop))", "stopped: it ran longer than its 0.5 s"),
        (b"(a\n\xff", "<stdin>:2: not UTF-8: byte 0xff; save the file as UTF-8"),
        ("(" * 100_000, "<stdin>:1:"),
        ("(undefined-thing)", "undefined-thing"),
    ],
)
def test_a_program_that_fails_says_where(command: Command, program: str | bytes, message: str) -> None:
    limit = "0.5" if "loop" in str(program) else "60"
    result = command("scheme", "-", "--time", limit, stdin=program)
    assert (result.code, result.stdout) == (1, "")
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_a_backtrace_is_shown_when_it_is_asked_for(command: Command) -> None:
    (command.directory / "p.scm").write_text("(define (f x)\n  (car x))\n(list (f 42))\n")
    told = command("scheme", "--backtrace", "p.scm").stderr.split("innermost first:\n")[1]
    assert told == "  f  p.scm:2:3  (car x)\n  top level  p.scm:3:7  (f 42)\n"
    assert "innermost" not in command("scheme", "p.scm").stderr


def test_steps_are_counted_and_not_timed(command: Command) -> None:
    program = "(define (count n) (if (= n 0) 'done (count (- n 1)))) (count 999)"
    for _ in range(2):  # the second time from disk
        (command.directory / "p.scm").write_text(program)
        assert command("scheme", "--steps", "1000", "p.scm").stdout == "done\n"
        result = command("scheme", "--steps", "999", "p.scm")
        assert (result.code, result.stdout) == (1, "")
        assert result.stderr.startswith("p.scm:1:1: stopped: it took more than its 999 steps\n")


def test_exit_gives_the_exit_code(command: Command) -> None:
    (command.directory / "p.scm").write_text("(import (scheme process-context)) (exit 7)")
    assert command("scheme", "p.scm", "--unsandboxed").code == 7


@pytest.mark.parametrize(
    ("program", "code", "stdout"),
    [
        ("(exit)", 0, ""),
        ("(exit #t)", 0, ""),
        ("(exit #f)", 1, ""),
        ("(emergency-exit 5)", 5, ""),
        ("(guard (e (#t 'caught)) (exit 4))", 4, ""),
        ("(with-exception-handler (lambda (e) 1) (lambda () (exit 5)))", 5, ""),
        ('(wind "a" (lambda () (wind "b" (lambda () (exit 6)))))', 6, "<a<bb>a>"),
        ('(wind "a" (lambda () (wind "b" (lambda () (emergency-exit 7)))))', 7, "<a<b"),
        ('(dynamic-wind (lambda () 1) (lambda () 2) (lambda () (exit 8))) (display "never")', 8, ""),
        ('(define k #f) (wind "a" (lambda () (call/cc (lambda (c) (set! k c))) (exit 9)))', 9, "<aa>"),
        ("(for-each (lambda (x) (if (= x 2) (exit x)) (display x)) '(1 2 3))", 2, "1"),
    ],
)
def test_exit_runs_what_is_outstanding_and_emergency_exit_does_not(
    command: Command, program: str, code: int, stdout: str
) -> None:
    wind = """(define (wind s f)
        (dynamic-wind (lambda () (display "<") (display s)) f (lambda () (display s) (display ">"))))"""
    (command.directory / "p.scm").write_text(f"(import (scheme process-context)) {wind} {program}")
    result = command("scheme", "p.scm", "--unsandboxed")
    assert (result.code, result.stdout, result.stderr) == (code, stdout, "")


def test_a_program_gets_its_arguments(command: Command) -> None:
    (command.directory / "p.scm").write_text("(import (scheme process-context)) (command-line)")
    result = command("scheme", "p.scm", "--unsandboxed", "one", "two words", "--", "-x", "--time")
    assert (result.code, result.stdout) == (0, '("p.scm" "one" "two words" "-x" "--time")\n')


def test_libraries_are_found_where_i_says(command: Command) -> None:
    (command.directory / "lib/my").mkdir(parents=True)
    library = "(define-library (my lib) (export twice) (import (scheme base)) (begin (define (twice x) (* 2 x))))"
    (command.directory / "lib/my/lib.sld").write_text(library)
    result = command("scheme", "-", "-I", "lib", stdin="(import (scheme base) (my lib)) (twice 21)")
    assert (result.code, result.stdout) == (0, "42\n")


SEVERAL_FILES = {
    "lib/matrix.sld": """(define-library (matrix)
      (export make-matrix (rename matrix-at at) matrix* identity)
      (import (scheme base) (matrix check))
      (cond-expand ((library (no such)) (begin (define size 0))) (else (include "matrix/make.scm" "matrix/use.scm")))
      (include-library-declarations "matrix/more.scm"))""",
    "lib/matrix/check.sld": """(define-library (matrix check)
      (export check-index checked)
      (import (scheme base) (scheme write))
      (begin (display "checks loaded. ") (define n 0)
        (define-syntax check-index
          (syntax-rules () ((_ i limit) (begin (set! n (+ n 1)) (if (>= i limit) (error "no such index" i))))))
        (define (checked) n)))""",
    "lib/matrix/make.scm": """(define (make-matrix n f)
      (include "inner/body.scm"))""",
    "lib/matrix/inner/body.scm": """(define m (make-vector (* n n)))
      (do ((i 0 (+ i 1))) ((= i (* n n)) (cons n m))
        (vector-set! m i (f (quotient i n) (remainder i n))))""",
    "lib/matrix/use.scm": """(define (matrix-at m r c)
      (check-index r (car m)) (check-index c (car m))
      (vector-ref (cdr m) (+ c (* r (car m)))))
    (include "inner/multiply.scm")""",
    "lib/matrix/inner/multiply.scm": """(define (matrix* a b)
      (make-matrix (car a) (lambda (r c)
        (let loop ((k 0) (sum 0))
          (if (= k (car a)) sum (loop (+ k 1) (+ sum (* (matrix-at a r k) (matrix-at b k c)))))))))""",
    "lib/matrix/more.scm": """(export matrix-power)
      (begin (define (identity n) (make-matrix n (lambda (r c) (if (= r c) 1 0))))
        (define (matrix-power m k)
          (cond ((= k 0) (identity (car m)))
                ((even? k) (let ((half (matrix-power m (quotient k 2)))) (matrix* half half)))
                (else (matrix* m (matrix-power m (- k 1)))))))""",
    "main.scm": """(import (scheme base) (scheme write) (matrix) (prefix (only (matrix check) checked) how-often-))
      (define fibonacci (make-matrix 2 (lambda (r c) (if (= 2 (+ r c)) 0 1))))
      (include "parts/show.scm")
      (show (matrix-power fibonacci 90))
      (show (> (how-often-checked) 100))
      (at fibonacci 2 0)""",
    "parts/show.scm": "(define (show x) (write (if (pair? x) (at x 0 1) x)) (newline))",
}


def test_imports_of_a_program_add_to_the_names_of_r7rs_and_those_of_a_library_are_all_it_has(
    command: Command,
) -> None:
    only = "(import (only (scheme base) +))"
    assert command("scheme", "-", stdin=f"{only} (car '(2))").stdout == "2\n"
    library = "(define-library (a) (export f) (import (only (scheme base) define)) (begin (define (f) (car '(1)))))"
    result = command("scheme", "-", stdin=f"{library}\n(import (a))\n(f)")
    assert result.code == 1 and "unbound variable: car" in result.stderr


def test_a_program_of_several_files_runs(command: Command) -> None:
    for name, text in SEVERAL_FILES.items():
        path = command.directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    for _ in range(2):
        result = command("scheme", "-I", "lib", "main.scm")
        assert (result.code, result.stdout) == (1, "checks loaded. 2880067194370816120\n#t\n")
        assert result.stderr.startswith("matrix/use.scm:2:7: no such index 2\n")


def test_a_library_beside_the_program_is_not_found_without_i_and_the_error_says_so(command: Command) -> None:
    library = "(define-library (beside) (export x) (import (scheme base)) (begin (define x 'found)))"
    (command.directory / "beside.sld").write_text(library)
    (command.directory / "p.scm").write_text("(import (beside)) x")
    assert "takes -I DIR" in command("scheme", "p.scm").stderr
    assert command("scheme", "-I", ".", "p.scm").stdout == "found\n"


def test_without_a_file_on_a_terminal_there_is_help(command: Command) -> None:
    result = command("scheme", tty=True)
    assert (result.code, result.stdout) == (64, "")
    assert "Usage: chibi-hooks scheme" in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [["nowhere.scm"], ["/dev/zero"], ["--time", "0", "-"], ["--time", "nan", "-"], ["--memory", "x", "-"]],
)
def test_a_request_that_makes_no_sense_is_64(command: Command, arguments: list[str]) -> None:
    result = command("scheme", *arguments)
    assert (result.code, result.stdout) == (64, "")


SHOWN = """(define-syntax swap!
  (syntax-rules () ((_ a b) (let ((t a)) (set! a b) (set! b t)))))
(define (f t y . rest)
  (swap! t y)
  (if (null? rest) 'none (map car rest)))
"""


def test_the_tokens_of_a_program_are_shown_with_kind_and_place(command: Command) -> None:
    result = command("scheme", "--show", "tokens", "-", stdin="(car 'x) ; why\n#| two\nlines |#")
    assert (result.code, result.stderr) == (0, "")
    assert [line.split(maxsplit=2) for line in result.stdout.splitlines()] == [
        ["1:1", "open", "("],
        ["1:2", "name", "car"],
        ["1:6", "prefix", "'"],
        ["1:7", "name", "x"],
        ["1:8", "close", ")"],
        ["1:10", "comment", "; why"],
        ["2:1", "comment", "#| two\\nlines |#"],
    ]


def test_the_syntax_of_a_program_is_shown_with_places(command: Command) -> None:
    result = command("scheme", "--show", "syntax", "-", stdin="(car '(1 . x)) #(2)")
    assert [line.split(maxsplit=1) for line in result.stdout.splitlines()] == [
        ["1:1", "Form (car (quote (1 . x)))"],
        ["1:2", "Identifier car"],
        ["1:6", "Form (quote (1 . x))"],
        ["1:6", "Identifier quote"],
        ["1:7", "Form (1 . x)"],
        ["literal", "1"],
        ["1:12", ". Identifier x"],
        ["1:16", "VectorForm #(2)"],
        ["literal", "2"],
    ]


def test_the_core_of_a_program_has_no_macro_left(command: Command) -> None:
    (command.directory / "p.scm").write_text(SHOWN)
    assert command("scheme", "--show", "core", "p.scm").stdout == (
        "(define f\n"
        "  (lambda (t y . rest)\n"
        "    (begin\n"
        "      (let ((t.1 t)) (begin (set! t y) (set! y t.1)))\n"
        "      (if (null? rest) 'none (map@(scheme base) car rest)))))\n"
    )


def test_core_of_any_depth_is_shown(command: Command) -> None:
    deep = "(car " * 900 + "x" + ")" * 900
    assert command("scheme", "--show", "core", "-", stdin=deep).stdout.split() == deep.split()


def test_the_python_of_a_program_names_its_lines(command: Command) -> None:
    (command.directory / "p.scm").write_text(SHOWN)
    lines = command("scheme", "--show", "python", "p.scm").stdout.splitlines()
    (head,) = [line for line in lines if "def g0" in line]
    place, _, names = head.partition("#")[2].strip().partition("; ")
    assert place == "3:1 f"
    assert [each.split(" is ")[1] for each in names.split(", ")][:4] == ["t", "y", "rest", "t"]
    assert any(line.split("#")[0].strip() == "return «none»" for line in lines)


@pytest.mark.parametrize("phase", ["tokens", "syntax", "core", "python"])
def test_nothing_is_run_to_show_a_phase(command: Command, phase: str) -> None:
    result = command("scheme", "--show", phase, "-", stdin='(display "ran") (car 5)')
    assert (result.code, result.stderr) == (0, "") and result.stdout
    assert "ran\n" not in result.stdout.splitlines()


@pytest.mark.parametrize("phase", ["syntax", "core", "python"])
def test_a_phase_that_fails_says_where(command: Command, phase: str) -> None:
    result = command("scheme", "--show", phase, "-", stdin="(car\n  (cdr x")
    assert (result.code, result.stdout) == (1, "")
    assert result.stderr.startswith("<stdin>:2:8: 2 closing brackets")


def test_another_word_than_a_phase_is_a_usage_error(command: Command) -> None:
    result = command("scheme", "--show", "bytecode", "-", stdin="1")
    assert result.code == 64 and "tokens" in result.stderr


LOST = """
import gc, signal, time
from chibi_hooks import cli

asked = []

def look(phase, about):
    if not asked:
        asked.append(phase)
        signal.raise_signal(signal.SIGTERM)
        for _ in range(1000):  # here it is seen
            pass

cli._own_process()
gc.callbacks.append(look)
gc.collect()
time.sleep(60)
"""


def test_a_signal_that_comes_while_the_collector_looks_ends_the_program_all_the_same() -> None:
    ended = subprocess.run([sys.executable, "-c", LOST], capture_output=True, text=True, timeout=50)
    assert ended.returncode == 128 + signal.SIGTERM, ended.stderr


LOCKED = """
import os, signal, time
from chibi_hooks import cli
from chibi_hooks.hooks.processes.keeper import KEEPER
cli._own_process()
try:
    with KEEPER._lock:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(250)
finally:
    cli.end_processes()
"""


@pytest.mark.long
def test_a_signal_to_end_waits_for_no_lock_that_it_interrupts() -> None:
    ended = subprocess.run([sys.executable, "-c", LOCKED], capture_output=True, timeout=200)
    assert ended.returncode == 128 + signal.SIGTERM, ended.stderr


@pytest.mark.parametrize("steps", ["None", "10**9"])
def test_a_guard_whose_frames_went_to_the_heap_catches_where_nothing_else_was_ever_loaded(steps: str) -> None:
    program = "(define (h y) (call/cc (lambda (k) k)) (y 1) 5) (guard (e (#t 3)) (h 5))"
    code = f"""if True:
        from chibi_hooks.scheme.interpreter import Interpreter
        from chibi_hooks.scheme.values.source import SourceText
        print(Interpreter(steps={steps}).run(SourceText("x", {program!r})))
    """
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100)
    assert ended.stdout == "3\n", ended.stderr


ECHO = "(import (scheme process-context)) (display (cdr (command-line))) (read-line)"


def test_a_text_runs_and_what_follows_is_its_command_line(command: Command) -> None:
    result = command("scheme", "-e", ECHO, "a", "b", "--unsandboxed", stdin="in")
    assert (result.code, result.stdout) == (0, '(a b)"in"\n')
    result = command("scheme", "-e", "(car 5)")
    assert (result.code, result.stderr.splitlines()[0]) == (1, "<text>:1:1: car: wanted a pair, got 5")


def test_a_folder_of_libraries_that_is_not_there_is_told(command: Command) -> None:
    result = command("scheme", "-I", "nowhere", "-e", "1")
    assert (result.code, result.stderr) == (64, "chibi-hooks: -I nowhere: there is no such directory\n")
