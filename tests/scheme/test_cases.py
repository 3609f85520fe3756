"""Scheme case files come in, one test per file and engine goes out: the language as data.

A file of `tests/cases` is one world. It is cut into steps; a step ends with the line that says what must come of it:

    (car '(1 2)) ; => 1                         the written form of the value of its last form
    (car 5)      ; error: type: wanted a pair   the kind of the condition and a part of its message
    (display 1)  ; output: 1                    what was written to the current output port (`\\n` for a newline)

A comment line directly after such a line adds another expectation to the same step. A file that does not begin with an
import gets the libraries of `PRELUDE`. The examples of scheme_lib run the same way: `;;> (expr) => value`, continued on
lines that are indented by two.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest

from chibi_hooks.scheme.expanding.toplevel import TopLevel
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.libraries.library import Libraries
from chibi_hooks.scheme.primitives.control.parameters import STANDARD_PORTS
from chibi_hooks.scheme.primitives.system import system
from chibi_hooks.scheme.running import asking as worlds
from chibi_hooks.scheme.values import files, ports
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.printer import write_text
from chibi_hooks.scheme.values.source import SourceText
from chibi_hooks.scheme.worlds.names import Names
from tests.halves import dealt
from tests.oracle import Oracle

HERE: Final = Path(__file__).parent
CASES: Final = HERE.parent / "cases"
LIBRARIES: Final = HERE.parent.parent / "scheme_lib"
PRELUDE: Final = "\n".join(
    f"(import (scheme {name}))"
    for name in ("base", "case-lambda", "char", "complex", "cxr", "inexact", "lazy", "read", "write")
)
EXPECTATION: Final = re.compile(r";+ *(=>|error:|output:)(?: (.*))?$")
EXAMPLE: Final = re.compile(r"^ *;;> *(\(.*\)) => (.*)$")
CONTINUED: Final = re.compile(r"\n *;;> {3,}")

Run = Callable[[str, int], tuple[Any, str]]  # text and its first line number -> value and output


@dataclass
class Step:
    """Text of a case file from line `line` on, and what it must do: (`=>`, value), (`error:`, …), (`output:`, …)."""

    text: str
    line: int
    wanted: list[tuple[str, str]] = field(default_factory=list)


def steps(text: str) -> Iterator[Step]:
    """The steps of a case file; what follows the last expectation is a step without one."""
    pending: list[str] = []
    start = 1
    step: Step | None = None
    for number, line in enumerate(text.split("\n"), 1):
        found = EXPECTATION.search(line)
        if found and step and not pending and line.lstrip().startswith(";"):
            step.wanted.append(_wanted(found))
            continue
        if step:
            yield step
            step, start = None, number
        pending.append(line)
        if found:
            step = Step("\n".join(pending), start, [_wanted(found)])
            pending = []
    if step:
        yield step
    if any(line.strip() and not line.lstrip().startswith(";") for line in pending):
        yield Step("\n".join(pending), start)


def _wanted(found: re.Match[str]) -> tuple[str, str]:
    text = found[2] or ""
    return found[1], text if found[1] == "output:" else text.strip()  # blanks count in output only


def _with_oracle(prelude: str) -> Run:
    libraries = Libraries(roots=[], tier="unsandboxed", provided={})
    oracle = Oracle(libraries)
    oracle._top = TopLevel(libraries)  # a top level without any import yet
    world = SimpleNamespace(
        tier="unsandboxed",
        names=Names(libraries, oracle.top()),
        top_level=oracle.top(),
        settings={},
        global_value=oracle._global,
        prepare=lambda forms, top, name: oracle.prepare(forms, top),
    )
    oracle.run(prelude)

    def run(text: str, line: int) -> tuple[Any, str]:
        written = io.StringIO()
        output = ports.TextOutput(written.write)
        standard = {"input": ports.TextInput(""), "output": output, "error": ports.TextOutput()}
        of_parameter = {id(STANDARD_PORTS[kind]): [port] for kind, port in standard.items()}
        oracle.dynamic = replace(oracle.dynamic, parameters=oracle.dynamic.parameters | of_parameter)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(ports, "provider", lambda kind: oracle.dynamic.parameters[id(STANDARD_PORTS[kind])][0])
            patch.setattr(files, "provider", files.DirectFiles)
            patch.setattr(worlds, "provider", lambda who: world)
            patch.setattr(system, "process_provider", lambda: SimpleNamespace(command_line=["case"], environment={}))
            return oracle.run(SourceText("case", "\n" * (line - 1) + text)), written.getvalue()

    return run


def _with_interpreter(prelude: str) -> Run:
    stream = io.StringIO()
    interpreter = Interpreter(tier="unsandboxed", time_limit=20.0, stdout=stream)
    interpreter.run(SourceText("prelude", prelude))

    def run(text: str, line: int) -> tuple[Any, str]:
        stream.seek(0)
        stream.truncate()
        value = interpreter.run(SourceText("case", "\n" * (line - 1) + text))
        return value, stream.getvalue()

    return run


ENGINES: Final = {"interpreter": _with_interpreter, "oracle": _with_oracle}


def check(text: str, engine: str, prelude: str = PRELUDE) -> None:
    """Run the steps of a case text in one world and compare; the message names the line and all that went wrong."""
    own_import = re.match(r"(?:\s|;[^\n]*\n)*\(import\b", text)
    run = ENGINES[engine]("" if own_import else prelude)
    found = ((step, message) for step in steps(text) for message in _misses(step, run))
    wrong = [f"line {step.line}: {message}\n{step.text.strip()}" for step, message in found]
    assert not wrong, "\n\n".join(wrong)


def _misses(step: Step, run: Run) -> Iterator[str]:
    """What a step did other than it should."""
    try:
        value, output = run(step.text, step.line)
    except SchemeError as error:
        wanted = dict(step.wanted).get("error:")
        kind, _, part = (wanted or "").partition(":")
        if wanted is None:
            yield f"wanted {step.wanted}, got the error {error.kind}: {error.message}"
        elif kind.strip() != error.kind or part.strip() not in error.message:
            yield f"wanted the error {wanted}, got {error.kind}: {error.message}"
        return
    for sort, wanted in step.wanted:
        if sort == "error:":
            yield f"wanted the error {wanted}, got {write_text(value)}"
        else:
            got = write_text(value) if sort == "=>" else output.replace("\n", "\\n")
            if got != wanted:
                yield f"wanted {sort} {wanted}, got {got}"


def _case_files() -> list[Path]:
    return sorted(CASES.rglob("*.scm"))


def _name(path: Path) -> str:
    return str(path.relative_to(CASES).with_suffix(""))


@pytest.mark.parametrize("path", _case_files(), ids=_name)
def test_a_case_file_does_what_its_comments_say(path: Path) -> None:
    check(path.read_text(encoding="utf-8"), "interpreter")


@pytest.mark.parametrize("path", dealt(_case_files(), 0), ids=_name)
def test_the_oracle_does_what_its_comments_say(path: Path) -> None:
    check(path.read_text(encoding="utf-8"), "oracle")


def _library_files() -> list[Path]:
    """Those that need no host; those of the harness have tests of their own."""
    found = LIBRARIES.rglob("*.sld")
    return sorted(path for path in found if path.relative_to(LIBRARIES).parts[0] not in ("engine", "harness"))


def _name(path: Path) -> str:
    return f"({' '.join(path.relative_to(LIBRARIES).with_suffix('').parts)})"


def _texts(path: Path) -> str:
    """The declaration and the bodies it includes."""
    declaration = path.read_text(encoding="utf-8")
    included = re.findall(r'"([^"\s]+\.scm)"', declaration)
    return "\n".join([declaration, *((path.parent / each).read_text(encoding="utf-8") for each in included)])


def _examples(path: Path) -> list[tuple[str, str]]:
    """The examples in the manual comments of a library, as expression and value."""
    lines = CONTINUED.sub(" ", _texts(path)).split("\n")
    return [(found[1], found[2]) for line in lines if (found := EXAMPLE.match(line))]


def exports(path: Path) -> set[str]:
    """The names an .sld exports, read with a plain eye: no names are computed there."""
    text = re.sub(r";[^\n]*", "", path.read_text(encoding="utf-8"))
    text = re.sub(r"\(rename +\S+ +([^\s()]+)\)", r"\1", text)
    return {name for group in re.findall(r"\(export\b([^()]*)\)", text) for name in group.split()}


@pytest.mark.parametrize("engine", sorted(ENGINES))
@pytest.mark.parametrize("path", _library_files(), ids=_name)
def test_the_examples_in_a_library_are_true(path: Path, engine: str) -> None:
    examples = [f"{example} ; => {value}" for example, value in _examples(path)]
    imports = f"{PRELUDE}\n(import {_name(path)})"
    check("\n".join(examples), engine, imports)


@pytest.mark.parametrize("path", _library_files(), ids=_name)
def test_every_export_of_a_library_is_used_by_an_example_or_a_case(path: Path) -> None:
    examples = "\n".join(example for example, _ in _examples(path))
    unused = sorted(exports(path) - _words_of_cases() - _words(examples))
    assert unused == []


@cache
def _words_of_cases() -> set[str]:
    return {word for path in _case_files() for word in _words(path.read_text(encoding="utf-8"))}


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\s()\[\]'`,;\"]+", text))


def test_an_expectation_on_a_line_of_its_own_belongs_to_the_step_before() -> None:
    found = list(steps("(a)\n(b) ; => 1\n; output: x\n\n(c) ; error: type: y\n"))
    assert [(step.text, step.line, step.wanted) for step in found] == [
        ("(a)\n(b) ; => 1", 1, [("=>", "1"), ("output:", "x")]),
        ("\n(c) ; error: type: y", 4, [("error:", "type: y")]),
    ]
