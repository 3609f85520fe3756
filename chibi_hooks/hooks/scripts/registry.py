"""What a file registers -> the lists that chibi's own files know as `%hook-registry%` and `%tool-registry%`.

Rules
-----
* They are there to be read: in the order of registration, `(point . procedure)` and `(name description parameters
  execute category summary-params)`. What counts is `register-hook` and `define-tool`.
* A file that defines such a name itself has its own.
"""

from __future__ import annotations

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.values.data import NIL, Pair, Value, cons


class Registry:
    """One of the lists, as a variable of the world's top level."""

    __slots__ = ("_interpreter", "_last", "_name")

    def __init__(self, interpreter: Interpreter, name: str) -> None:
        self._interpreter = interpreter
        self._name = name
        self._last: Pair | None = None

    def add(self, entry: Value) -> None:
        """Put an entry at the end; ten thousand of them must not take quadratic time."""
        pair = cons(entry, NIL)
        if self._last is not None:
            self._last.cdr = pair
        elif self._interpreter.value_of(self._name) is NIL:
            self._interpreter.namespace[self._interpreter.key_of(self._name)] = pair
        self._last = pair
