"""A program in, two outcomes out: what the oracle and the compiler make of the same text.

An outcome is the written value or the kind of the error, and the trace that the program kept up to there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from chibi_hooks.scheme.compiling.resuming import detaching
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.values.data import Pair, Value
from chibi_hooks.scheme.values.errors import Condition, SchemeError
from chibi_hooks.scheme.values.printer import write_text
from chibi_hooks.scheme.values.source import SourceText
from tests.fuzz.generate import PRELUDE, STANDARD_NAMES, Form, program_text, text
from tests.fuzz.rarities import STANDARD
from tests.fuzz.shrink import shrink
from tests.oracle import Oracle, OutOfSteps

STEPS = 60_000  # of the oracle; about a second. A program that needs more is not compared
MANY: Final = 10**9  # steps, which no program takes
FEW: Final = 20
MORE: Final = 3000  # where a program ends whose steps are few
SAID: Final = {
    "value, got": "values, got",
    "call/cc: argument 1: wanted a procedure": "call: wanted a procedure",
    "call-with-current-continuation: wanted 0 arguments": "wanted 0 values",
    "cdr: wanted a pair": "car: wanted a pair",  # of `(loop (cdr l) (+ n (car l)))` either may fail first
}
SAME: Final = re.compile("|".join(SAID))  # what the engine says in two ways
NEAR: Final = 20  # columns from one key to the other
SECONDS = 10.0  # for the compiler, which needs milliseconds: reaching this is a difference

detaching.WARM = 4  # type: ignore[misc]  # its programs are short

OF_THE_STANDARD: Final = {*STANDARD_NAMES, *(re.findall(r"[^ ()]+", each)[1] for each in STANDARD)}
"""Names that a program may define again."""

Mode = Literal["whole", "apart", "counted"]
"""One text; one after the other, as at the REPL; with its steps counted, and once more with few of them."""
MODES: Final[tuple[Mode, ...]] = get_args(Mode)


@dataclass(frozen=True)
class Outcome:
    """`result` is the value as written, or `error: KIND`, or `crash: …` for what must never reach a user."""

    result: str
    trace: str
    places: tuple[str, ...] = ()  # of the error and of those in the trace; "" where none is known

    def agrees(self, other: Outcome) -> bool:
        """Whether another one is the same, but for places that one of them does not tell."""
        told = zip(self.places, other.places, strict=False)
        same = self.result == other.result and self.trace == other.trace
        return same and all(not (mine and theirs) or _are_near(mine, theirs) for mine, theirs in told)

    def sort(self) -> str:
        """ "value", or which error or crash it was."""
        found = re.match(r"error: \w+|crash: \w+", self.result)
        return found[0] if found else "value"


def oracle_outcome(texts: Sequence[str]) -> Outcome | None:
    """What the oracle says; None when it gave up."""
    oracle = Oracle(steps=STEPS)
    try:
        return _observe(oracle.run, texts)
    except OutOfSteps:
        return None


def compiled_outcome(texts: Sequence[str], steps: int | None = None) -> Outcome:
    """What the compiler says, where each text may do so much."""
    interpreter = Interpreter(time_limit=SECONDS, steps=steps)
    try:
        return _observe(lambda source: interpreter.run(SourceText("<string>", source)), texts)
    except Exception as error:  # whatever it is, it is a finding
        return Outcome(f"crash: {type(error).__name__}: {error}", "")


def _are_near(one: str, other: str) -> bool:
    """Whether two places are the same; a key that an order takes of both its arguments fails at either."""
    (line, column), (line2, column2) = (map(int, each.split(":")) for each in (one, other))
    return line == line2 and abs(column - column2) <= NEAR


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
        return "\n".join(f"{who}: {outcome.result}\n  {outcome.trace}\n  {outcome.places}" for who, outcome in told)


def difference(forms: list[Form], mode: Mode = "whole") -> Difference | None:
    """Run a program both ways."""
    texts = [program_text(forms)]
    if mode == "apart":
        if any(each[:1] in (["define"], ["define-syntax"]) and _defined(each) in OF_THE_STANDARD for each in forms):
            return None  # at the REPL the name keeps its value until the definition has one; the oracle knows none
        texts = [PRELUDE, *map(text, forms)]
    expected = oracle_outcome(texts)
    if expected is None:
        return None
    got = compiled_outcome(texts, MANY if mode == "counted" else None)
    if not expected.agrees(got):
        return Difference(expected, got)
    if mode == "counted":
        stopped = compiled_outcome(texts, FEW + sum(map(ord, texts[0])) % MORE)
        if stopped.result != got.result and not _is_beginning(stopped, got):
            return Difference(got, stopped)
    return None


def _defined(form: Form) -> Form:
    """The name, None where there is none: the shrinker makes such definitions, too."""
    named = form[1:2]
    while named and isinstance(named, list):
        named = named[0]
    return named or None


def _is_beginning(stopped: Outcome, whole: Outcome) -> bool:
    """Whether it is what a program did until it had done all that it may."""
    return stopped.sort() == "error: limit" and len(stopped.trace) <= len(whole.trace) + len(stopped.result)


def smallest(forms: list[Form], found: Difference, seconds: float = 60.0, mode: Mode = "whole") -> list[Form]:
    """A smaller program with the same sort of difference."""

    def still(candidate: list[Form]) -> bool:
        now = difference(candidate, mode)
        return now is not None and now.sort() == found.sort()

    return shrink(forms, still, seconds)


def _observe(run: Callable[[str], Value], texts: Sequence[str]) -> Outcome:
    """Run the texts one after the other, then read the trace in the same world."""
    results, places = [], []
    for each in texts:
        try:
            results.append(_written(run(each)))
        except SchemeError as error:
            results.append(f"error: {_told(error.payload)}")
            places.append(_place(error.payload))
    try:
        trace = run("(reverse trace)")
    except SchemeError as error:  # the program did not even start
        return Outcome("\n".join(results), f"error: {error.kind}")
    conditions = _conditions(trace)
    places += map(_place, conditions)
    return Outcome("\n".join(results), " ".join([_written(trace), *map(_told, conditions)]), tuple(places))


def _told(x: Value) -> str:
    """The kind of a condition, and what it says."""
    if not isinstance(x, Condition):
        return f"raise {_written(x)}"
    said = re.sub(r"^#<procedure>: wanted (.*) arguments?,", r"wanted \1 values,", _nameless(SchemeError(x).message))
    return f"{x.condition_kind} {SAME.sub(lambda found: SAID[found[0]], said)}"


def _place(x: Value) -> str:
    """Where a condition was made, if that was in the program."""
    place = x.place if isinstance(x, Condition) else None
    return f"{place.line}:{place.column}" if place and place.source.name == "<string>" else ""


def _conditions(trace: Value) -> list[Condition]:
    """Those in a list, and in the lists in it."""
    found: list[Condition] = []
    seen: set[int] = set()
    waiting = [trace]
    while waiting:
        x = waiting.pop()
        if isinstance(x, Condition):
            found.append(x)
        elif isinstance(x, Pair) and id(x) not in seen:
            seen.add(id(x))
            waiting += (x.cdr, x.car)
    return found


def _written(x: Value) -> str:
    """What `write` writes, without the names of procedures and the messages of errors."""
    return _nameless(write_text(x))


def _nameless(written: str) -> str:
    return re.sub(r"#<(procedure|continuation|parameter|error)(?:[^<>]|#<[^<>]*>)*>", r"#<\1>", written)
