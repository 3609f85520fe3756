"""Hostile programs: each must come to the end that its header names. That they end at all is watched by pytest-timeout.

The `.scm` files here are collections: `;;; NAME => OUTCOME` heads each program, `;;;;` is a comment. Outcomes:

| outcome | meaning |
|---|---|
| `limit` | stopped: the time or memory budget ran out, or a size was refused |
| `error KIND` | that kind of error |
| `error` | an error of any kind |
| `value TEXT` | the value of the last form as `write` shows it |
| `ends` | anything but a crash of the engine |
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from chibi_hooks.hooks.homes.config import Isolation
from chibi_hooks.hooks.scripts.loading import load_script
from chibi_hooks.hooks.scripts.script import BrokenScript
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.printer import write_text
from chibi_hooks.scheme.values.source import SourceText
from tests.halves import dealt

HERE = Path(__file__).parent
SECONDS = 0.12  # for what should be stopped, or may be
PATIENCE = 20.0  # for what must come to an end by itself, on the slowest machine
BYTES = 300_000_000  # the limit of growth while a program runs
DATA = """
(define ring (list 1 2))
(set-cdr! (cdr ring) ring)
(define bent '(1 2 . 3))
(define deep (let loop ((l '()) (i 0)) (if (< i 100000) (loop (list l) (+ i 1)) l)))
(define knot (list 1))
(set-car! knot knot)
"""


@dataclass(frozen=True)
class Attack:
    """One program and how it should end."""

    name: str
    outcome: str
    written: str

    @property
    def text(self) -> str:
        """The program, each `⟦N part⟧` written out: megabytes, made for the test that runs it and not for the list."""
        return re.sub(
            r"⟦(\d+) (.*?)⟧",
            lambda found: "".join(found[2].replace("№", str(i)) for i in range(int(found[1]))),
            self.written,
            flags=re.DOTALL,
        )


def attacks() -> Iterator[Attack]:
    """All programs of all collections in this directory."""
    for path in sorted(HERE.glob("*.scm")):
        parts = re.split(r"^;;; (.+) => (.+)$", path.read_text("utf-8"), flags=re.MULTILINE)
        for name, outcome, text in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
            yield Attack(f"{path.stem}: {name}", outcome, text.strip("\n"))


def run(attack: Attack) -> str:
    """How the program ended."""
    evaluates = attack.name.startswith("eval: ")
    interpreter = Interpreter("unsandboxed" if evaluates else "sandboxed", PATIENCE, BYTES)
    if evaluates:
        interpreter.evaluate("(import (scheme eval) (scheme repl))")
    if evaluates or attack.name.startswith("data: "):
        interpreter.run(SourceText("data.scm", DATA))
    if attack.outcome in ("limit", "ends"):
        interpreter.time_limit = SECONDS
    try:
        return f"value {write_text(interpreter.run(SourceText('attack.scm', attack.text)))}"
    except SchemeError as error:
        error.report()  # must not fail on whatever the program raised
        return "limit" if error.kind == "limit" else f"error {error.kind}"


def fits(expected: str, got: str) -> bool:
    """Whether that end is the one the header names."""
    return expected == "ends" or got == expected or (expected == "error" and got.startswith("error "))


def run_as_file(attack: Attack, directory: Path, isolation: Isolation) -> str:
    """How the program ended as a hook file, in a world where `isolation` says; a value is not seen."""
    evaluates = attack.name.startswith("eval: ")
    imports = "(import (scheme eval) (scheme repl))" if evaluates else ""
    path = directory / "attack.scm"
    path.write_text(f"{imports}{DATA if evaluates or attack.name.startswith('data: ') else ''}{attack.text}", "utf-8")
    script = None
    try:
        script = load_script(
            path, tier="unsandboxed" if evaluates else "sandboxed", isolation=isolation, memory_limit=BYTES,
            time_limit=SECONDS if attack.outcome in ("limit", "ends") else PATIENCE,
        )  # fmt: skip
        return "value"
    except BrokenScript as broken:
        assert ".py" not in broken.report, broken.report
        over = broken.kind == "limit" or any(each in broken.message for each in OVER)
        return "limit" if over else f"error {broken.kind or broken.message}"
    finally:
        if script is not None:
            script.close()


OVER = ("MB of memory; it starts anew", "its process was killed")  # what is said of a process that went too far


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("attack", dealt(attacks(), 12), ids=lambda attack: attack.name)
def test_as_a_hook_file_it_ends_the_same_in_a_thread_and_in_a_process_of_its_own(
    attack: Attack, tmp_path: Path
) -> None:
    there = run_as_file(attack, tmp_path, "worker")
    wanted = attack.outcome if not attack.outcome.startswith("value ") else "value"
    if not fits(wanted, there):
        assert run_as_file(attack, tmp_path, "thread") == there, f"{attack.text[:500]}\nwanted: {wanted}, got: {there}"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # a stop landing in a weakref
@pytest.mark.parametrize("attack", dealt(attacks(), 10), ids=lambda attack: attack.name)
def test_a_hostile_program_ends_as_its_header_says(attack: Attack) -> None:
    got = run(attack)
    assert fits(attack.outcome, got[:300]), f"{attack.text[:500]}\nwanted: {attack.outcome}\ngot:    {got[:300]}"
