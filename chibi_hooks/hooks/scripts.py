"""A `.scm` file -> a `Script`: its world, the hooks it registered, and what is wrong with it. A payload -> a hook's `Answer`.

Rules (DESIGN §8, spec/chibi.md §3.4, §5)
-----
* One file is one world: it is evaluated once, in a top level of its own that starts with the prelude; its hooks share its state.
* `register-hook` counts while the file is being loaded, and several registrations for one point run in their order. Later calls
  are ignored with a warning.
* A point that nobody knows is a problem of the file, with a near name, and its other hooks live: a file may be newer than we are.
  What cannot be a hook at all (no procedure, one that cannot take one argument) fails the load: a guard that can never run must
  not look like one that does.
* `Hook.answer` never raises on account of the script: an error, a budget that ran out, a value that is no answer are `Failure`s.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any, Final, Literal

from chibi_hooks.hooks.alist import Unfit, answer_from_scheme, payload_to_scheme
from chibi_hooks.hooks.answer import Answer, Failure, Json
from chibi_hooks.hooks.describe import describe
from chibi_hooks.hooks.errors import BadPayload, HookError, UnknownPoint
from chibi_hooks.hooks.point import POINTS, Point, find
from chibi_hooks.scheme.data import UNSPECIFIED, Pair, String, Symbol, Value, intern, to_list
from chibi_hooks.scheme.errors import EngineFault, SchemeError, fail, wrong_type
from chibi_hooks.scheme.interpreter import MEMORY_LIMIT, TIME_LIMIT, Interpreter, Tier
from chibi_hooks.scheme.source import Source

BYTES: Final = 4_000_000  # of a hook file; reading and compiling more would take longer than anybody waits for a save

PRELUDE: Final = (
    "(scheme base)", "(scheme write)", "(scheme read)", "(scheme char)", "(scheme case-lambda)", "(scheme inexact)",
    "(scheme complex)", "(tein json)", "(tein safe-regexp)", "(tein docs)", "(tein introspect)", "(srfi 1)", "(srfi 27)", "(srfi 69)",
    "(srfi 95)", "(srfi 125)", "(srfi 128)", "(srfi 130)", "(srfi 132)", "(srfi 133)", "(chibi match)", "(harness prelude)",
    "(harness tools)", "(harness docs)", "(harness hooks)",
)  # fmt: skip
"""What a hook file finds without any import line, later ones over earlier ones; those that do not exist yet are left out."""


class BrokenScript(HookError):
    """The file cannot be loaded. `place` is where, `report` the whole page with source line and caret."""

    def __init__(self, place: str, message: str, report: str | None = None) -> None:
        super().__init__(f"{place}: {message}")
        self.place = place
        self.message = message
        self.report = report or str(self)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with a file that does not keep it from being loaded."""

    place: str
    severity: Literal["error", "warning"]
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


@dataclass(frozen=True, slots=True, eq=False)
class Hook:
    """One registration of a file."""

    point: str
    responder: str  # the name of the file without its ending
    place: str  # of the registration: hooks/guard.scm:6:1
    procedure: Value
    script: Script

    def answer(self, payload: Mapping[str, Json]) -> Answer:
        """What the hook says to this payload, or how it failed."""
        started = perf_counter()
        value: Json = None
        failure: Failure | None = None
        try:
            value = self.script.ask(self, payload)
        except SchemeError as error:
            failure = Failure(error.kind, str(error))
        except Unfit as error:
            failure = Failure("result", str(error))
        except BadPayload as error:
            failure = Failure("payload", str(error))
        except (EngineFault, RecursionError, MemoryError) as error:
            failure = Failure("internal", f"{type(error).__name__}: {error}")
        return Answer(self.responder, "scheme", self.place, value, failure, round((perf_counter() - started) * 1000, 3))
