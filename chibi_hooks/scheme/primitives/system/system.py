"""What a program may ask of the process around it: clocks, features, arguments, environment, and to end (R7RS 6.14).

Rules: arguments and environment come from the object that the host hands in (`process_provider`); without one they are
refused. `exit` raises `Exit`, which no Scheme handler meets; the engine unwinds and the host ends the program. Nothing
here ends the process.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.reading.standard_library import feature_names
from chibi_hooks.scheme.values.arguments import text
from chibi_hooks.scheme.values.data import FALSE, TRUE, Value, cons, intern, string_of, to_list
from chibi_hooks.scheme.values.errors import fail
from chibi_hooks.scheme.values.files import TIER_HINT
from chibi_hooks.typenames import Final, Protocol

JIFFIES: Final = 1_000_000  # per second: microseconds, the finest that a Python call can tell apart

_start = time.monotonic_ns()


class Exit(BaseException):
    """The program wants to end. `code`: the exit code; `emergency`: after-thunks must not run."""

    def __init__(self, code: int, emergency: bool = False) -> None:
        super().__init__(code)
        self.code = code
        self.emergency = emergency


class Process(Protocol):
    """What the host lets a program know of the process."""

    @property
    def command_line(self) -> list[str]:
        """The program's name and arguments."""

    @property
    def environment(self) -> Mapping[str, str]:
        """The environment variables that it may see."""


class NoProcess:
    """A sandboxed world's process: every question is refused."""

    @property
    def command_line(self) -> list[str]:
        """Raises SchemeError: it refuses."""
        raise fail("library", "the command line needs the tier unsandboxed, this code is sandboxed", hint=TIER_HINT)

    @property
    def environment(self) -> Mapping[str, str]:
        """Raises SchemeError: it refuses."""
        raise fail("library", "the environment needs the tier unsandboxed, this code is sandboxed", hint=TIER_HINT)


process_provider: Callable[[], Process] = NoProcess  # the runtime sets it once; it looks up the world that is running


@primitive("features", returns="list")
def features() -> Value:
    """(features) -> a list of symbols: what cond-expand finds true."""
    return to_list([intern(name) for name in feature_names()])


@primitive("exit", pure=False)
def exit_(status: Value = TRUE) -> Value:
    """(exit [status]) runs the outstanding after-thunks and ends the program; 0 and #t: success, #f: failure."""
    raise Exit(_exit_code(status))


@primitive("emergency-exit", pure=False)
def emergency_exit(status: Value = TRUE) -> Value:
    """(emergency-exit [status]) ends the program and runs nothing more."""
    raise Exit(_exit_code(status), emergency=True)


def _exit_code(status: Value) -> int:
    if status is TRUE:
        return 0
    return status & 255 if status.__class__ is int else 1


@primitive("current-second", pure=False, returns="real")
def current_second() -> Value:
    """(current-second) -> the seconds since 1970 as an inexact number."""
    return time.time()


@primitive("current-jiffy", pure=False, returns="integer")
def current_jiffy() -> Value:
    """(current-jiffy) -> microseconds since some moment; never goes back."""
    return (time.monotonic_ns() - _start) // (1_000_000_000 // JIFFIES)


@primitive("jiffies-per-second", returns="integer")
def jiffies_per_second() -> Value:
    """(jiffies-per-second) -> how many jiffies make a second."""
    return JIFFIES


@primitive("command-line", pure=False, returns="list")
def command_line() -> Value:
    """(command-line) -> a list of strings: the program's name and its arguments."""
    return to_list([string_of(word) for word in process_provider().command_line])


@primitive("get-environment-variable", pure=False)
def get_environment_variable(name: Value) -> Value:
    """(get-environment-variable name) -> its value as a string, or #f."""
    value = process_provider().environment.get(text("get-environment-variable", 0, name))
    return FALSE if value is None else string_of(value)


@primitive("get-environment-variables", pure=False, returns="list")
def get_environment_variables() -> Value:
    """(get-environment-variables) -> a list of (name . value)."""
    return to_list([cons(string_of(name), string_of(value)) for name, value in process_provider().environment.items()])
