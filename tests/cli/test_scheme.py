"""`scheme`: a program's output and value on stdout, its errors on stderr with exit code 1."""

from __future__ import annotations

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
        ("(define (f)\n  (car", "<stdin>:2:3"),
        ("(foo", "<stdin>:1:1"),
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


def test_libraries_are_found_where_i_says(command: Command) -> None:
    (command.directory / "lib/my").mkdir(parents=True)
    library = "(define-library (my lib) (export twice) (import (scheme base)) (begin (define (twice x) (* 2 x))))"
    (command.directory / "lib/my/lib.sld").write_text(library)
    result = command("scheme", "-", "-I", "lib", stdin="(import (scheme base) (my lib)) (twice 21)")
    assert (result.code, result.stdout) == (0, "42\n")


def test_without_a_file_on_a_terminal_there_is_help(command: Command) -> None:
    result = command("scheme", tty=True)
    assert (result.code, result.stdout) == (64, "")
    assert "Usage: chibi-hooks scheme" in result.stderr


@pytest.mark.parametrize("arguments", [["nowhere.scm"], ["--time", "0", "-"], ["--memory", "x", "-"]])
def test_a_request_that_makes_no_sense_is_64(command: Command, arguments: list[str]) -> None:
    result = command("scheme", *arguments)
    assert (result.code, result.stdout) == (64, "")
