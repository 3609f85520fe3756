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

from chibi_hooks.scheme.errors import SchemeError
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.printer import write_text
from chibi_hooks.scheme.source import Source

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
    text: str


def attacks() -> Iterator[Attack]:
    """All programs of all collections in this directory."""
    for path in sorted(HERE.glob("*.scm")):
        parts = re.split(r"^;;; (.+) => (.+)$", path.read_text("utf-8"), flags=re.MULTILINE)
        for name, outcome, text in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
            yield Attack(f"{path.stem}: {name}", outcome, repeated(text.strip("\n")))


def repeated(text: str) -> str:
    """The text with each `⟦N part⟧` written out."""
    return re.sub(
        r"⟦(\d+) (.*?)⟧",
        lambda found: "".join(found[2].replace("№", str(i)) for i in range(int(found[1]))),
        text,
        flags=re.DOTALL,
    )


def run(attack: Attack) -> str:
    """How the program ended."""
    evaluates = attack.name.startswith("eval: ")
    interpreter = Interpreter("unsandboxed" if evaluates else "sandboxed", PATIENCE, BYTES)
    if evaluates:
        interpreter.evaluate("(import (scheme eval) (scheme repl))")
    if evaluates or attack.name.startswith("data: "):
        interpreter.run(Source("data.scm", DATA))
    if attack.outcome in ("limit", "ends"):
        interpreter.time_limit = SECONDS
    try:
        return f"value {write_text(interpreter.run(Source('attack.scm', attack.text)))}"
    except SchemeError as error:
        error.report()  # must not fail on whatever the program raised
        return "limit" if error.kind == "limit" else f"error {error.kind}"


def fits(expected: str, got: str) -> bool:
    """Whether that end is the one the header names."""
    return expected == "ends" or got == expected or (expected == "error" and got.startswith("error "))


@pytest.mark.timeout(30)  # far beyond any budget: only a program that cannot be stopped gets here
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # a stop landing in a weakref
@pytest.mark.parametrize("attack", list(attacks()), ids=lambda attack: attack.name)
def test_a_hostile_program_ends_as_its_header_says(attack: Attack) -> None:
    got = run(attack)
    assert fits(attack.outcome, got[:300]), f"{attack.text[:500]}\nwanted: {attack.outcome}\ngot:    {got[:300]}"
