"""A library -> a sandboxed world with what the grid needs, and how one call of it ends."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from tempfile import TemporaryDirectory
from typing import Final

from chibi_hooks.hooks.scripts.loading import load_script
from chibi_hooks.scheme.interpreter import Interpreter, Tier
from chibi_hooks.scheme.libraries.catalogue import exports_of, standard_libraries
from chibi_hooks.scheme.primitives.system.system import Exit
from chibi_hooks.scheme.running import backtrace
from chibi_hooks.scheme.running.memory import resident_bytes
from chibi_hooks.scheme.values.data import Value
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.printer import short
from chibi_hooks.scheme.values.source import SourceText
from tests.attacks.test_primitives import is_scheme_value
from tests.attacks.test_procedures import OF_THE_HOST
from tests.grid.kinds import DEFINITIONS, IMPORTS, OF_LIBRARIES

SECONDS: Final = 0.1  # of computing, for one call
FACTOR: Final = 20  # how far beyond that a call may be before it counts as a hang: the machine is shared
MEMORY: Final = 128 << 20
SLACK: Final = 64 << 20  # that a call may take beyond its limit before the watchdog sees it
UNIT: Final = 1 if sys.platform == "darwin" else 1024  # of ru_maxrss
TOGETHER: Final = 500  # calls that are compiled at once
PYTHON: Final = re.compile(
    r"\w+Error:|\w+Exception|NoneType|Traceback|positional arg|object has no|unsupported operand|<locals>|\bat 0x|"
    r"/chibi_hooks/|\bNone\b|__(?!module__)\w+__|a fault of chibi-hooks"
)


FILES: Final = {"text": "(a b)", "text.scm": "(define loaded 7)"}  # what the rows of files find


class World:
    """One library in a world of its own. One that needs an unsandboxed program does what it does in `directory`, which
    is the working directory.
    """

    def __init__(self, library: str, directory: Path | None = None) -> None:
        tier = standard_libraries()[library]
        for name, text in FILES.items() if directory else ():
            (directory / name).write_text(text)
        of_the_host = library in (*OF_THE_HOST, "(harness io)")
        self.interpreter = _hook_file(tier) if of_the_host else Interpreter(tier=tier, memory_limit=MEMORY, exits=True)
        self._without_budget(f"(import (prefix {library} own:))")  # whatever it redefines, the kinds mean the same
        self._without_budget(IMPORTS + DEFINITIONS)
        self._without_budget(f"(import {library})")
        self._without_budget(OF_LIBRARIES.get(library, ""))
        self.library = library
        self.interpreter.time_limit = SECONDS

    def _without_budget(self, text: str) -> Value:
        before, self.interpreter.time_limit = self.interpreter.time_limit, 300.0
        try:
            return self.interpreter.run(SourceText("grid", text))
        finally:
            self.interpreter.time_limit = before

    def procedures(self) -> list[str]:
        """The names of the procedures that it exports, without keywords and data."""
        return [name for name in exports_of(self.library) if self._is_procedure(name)]

    def _is_procedure(self, name: str) -> bool:
        try:
            return callable(self._without_budget(f"own:{name}" if name != "=>" else "#f"))
        except SchemeError:
            return False

    def value_of(self, text: str) -> Value:
        """The value of an expression, without a budget. Raises SchemeError."""
        return self._without_budget(text)

    def freely(self, thunk: Value) -> Value:
        """What the thunk gives, without a budget. Raises SchemeError."""
        before, self.interpreter.time_limit = self.interpreter.time_limit, 300.0
        try:
            return self.interpreter.call(thunk)
        finally:
            self.interpreter.time_limit = before

    def compiled(self, texts: Sequence[str]) -> Iterator[tuple[str, Value]]:
        """Expressions, each with a procedure that evaluates it."""
        for at in range(0, len(texts), TOGETHER):
            some = texts[at : at + TOGETHER]
            thunks = " ".join(f"(lambda () {each})" for each in some)
            yield from zip(some, self._without_budget(f"(vector {thunks})").v, strict=True)

    def end_of(self, text: str, thunk: Value) -> str:
        """How the call ends: "value: …", or the kind of error. AssertionError on what no program may see."""
        end, spent = self._once(text, thunk)
        if spent > FACTOR * SECONDS:  # a pass of the collector may have come in between
            end, spent = self._once(text, thunk)
        assert spent < FACTOR * SECONDS, f"{text}\ntook {spent:.1f} s of computing, the limit is {SECONDS} s"
        return end

    def _once(self, text: str, thunk: Value) -> tuple[str, float]:
        interpreter = self.interpreter
        before, peak = resident_bytes(), _peak()
        started = time.thread_time()
        try:
            value = interpreter.call(thunk)
        except Exit:
            end = "exit"
        except SchemeError as error:
            page = backtrace.page(error)
            assert not PYTHON.search(page), f"{text}\n{page}"
            end = error.kind
        else:
            assert is_scheme_value(value), f"{text} answered {type(value)}"
            end = f"value: {short(value)}"
        spent = time.thread_time() - started
        assert _peak() == peak or _peak() - before < MEMORY + SLACK, f"{text}\ntook {_peak() - before >> 20} MB"
        interpreter.output.take(), interpreter.errors.take()
        assert not interpreter.faults, f"{text}\n{interpreter.faults[0]}"
        return end, spent


def _peak() -> int:
    """The most memory that this process ever had, in bytes."""
    return getrusage(RUSAGE_SELF).ru_maxrss * UNIT


def _hook_file(tier: Tier) -> Interpreter:
    with TemporaryDirectory() as directory:
        file = Path(directory, "hook.scm")
        file.write_text("1")
        interpreter = load_script(file, tier=tier).interpreter
    interpreter.memory_limit = MEMORY
    return interpreter
