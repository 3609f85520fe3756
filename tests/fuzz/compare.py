"""A program in, two outcomes out: what the oracle and the compiler make of the same text.

An outcome is the written value or the kind of the error, and the trace that the program kept up to there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.values.data import Value
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.printer import write_text
from chibi_hooks.scheme.values.source import SourceText
from tests.fuzz.generate import Form, program_text
from tests.fuzz.shrink import shrink
from tests.oracle import Oracle, OutOfSteps

STEPS = 60_000  # of the oracle; about a second. A program that needs more is not compared
SECONDS = 10.0  # for the compiler, which needs milliseconds: reaching this is a difference


@dataclass(frozen=True)
class Outcome:
    """`result` is the value as written, or `error: KIND`, or `crash: …` for what must never reach a user."""

    result: str
    trace: str

    def sort(self) -> str:
        """ "value", or which error or crash it was."""
        found = re.match(r"error: \w+|crash: \w+", self.result)
        return found[0] if found else "value"


def oracle_outcome(text: str) -> Outcome | None:
    """What the oracle says; None when it gave up."""
    oracle = Oracle(steps=STEPS)
    try:
        return Outcome(*_observe(oracle.run, text))
    except OutOfSteps:
        return None


def compiled_outcome(text: str) -> Outcome:
    """What the compiler says."""
    interpreter = Interpreter(time_limit=SECONDS)
    try:
        return Outcome(*_observe(lambda source: interpreter.run(SourceText("<string>", source)), text))
    except Exception as error:  # whatever it is, it is a finding
        return Outcome(f"crash: {type(error).__name__}: {error}", "")


@dataclass(frozen=True)
class Difference:
    """A program on which they disagree."""

    expected: Outcome
    got: Outcome

    def sort(self) -> tuple[str, str, bool]:
        """What the shrinker must preserve, or every failure would end as the one that is easiest to get."""
        return self.expected.sort(), self.got.sort(), self.expected.trace == self.got.trace

    def __str__(self) -> str:
        told = (("oracle", self.expected), ("compiler", self.got))
        return "\n".join(f"{who}: {outcome.result}\n  {outcome.trace}" for who, outcome in told)


def difference(forms: list[Form]) -> Difference | None:
    """Run a program both ways."""
    text = program_text(forms)
    expected = oracle_outcome(text)
    if expected is None:
        return None
    got = compiled_outcome(text)
    return None if expected == got else Difference(expected, got)


def smallest(forms: list[Form], found: Difference, seconds: float = 60.0) -> list[Form]:
    """A smaller program with the same sort of difference."""

    def still(candidate: list[Form]) -> bool:
        now = difference(candidate)
        return now is not None and now.sort() == found.sort()

    return shrink(forms, still, seconds)


def _observe(run: Callable[[str], Value], text: str) -> tuple[str, str]:
    """Run the text, then read the trace in the same world."""
    try:
        result = _written(run(text))
    except SchemeError as error:
        result = f"error: {error.kind}"
    try:
        return result, _written(run("(reverse trace)"))
    except SchemeError as error:  # the program did not even start
        return result, f"error: {error.kind}"


def _written(x: Value) -> str:
    """What `write` writes, without the names of procedures and the messages of errors."""
    return re.sub(r"#<(procedure|continuation|parameter|error)(?:[^<>]|#<[^<>]*>)*>", r"#<\1>", write_text(x))
