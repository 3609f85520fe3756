"""Values come in, the variables `$1 $2 … $e $p $d` go out."""

from __future__ import annotations

import re
from collections import OrderedDict
from typing import Final

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.scripts.payload_data import payload_to_scheme
from chibi_hooks.scheme.values.data import UNSPECIFIED, Value

KEPT: Final = 100  # values that stay reachable; each may be as large as a world may grow
VARIABLE: Final = re.compile(r"\$(?:[epd]|[1-9]\d{0,8})(?![^\s()\"';])")


class Results:
    """What one REPL remembers: the last values, error, payload and decision."""

    def __init__(self) -> None:
        self._values: OrderedDict[str, Value] = OrderedDict()
        self._named: dict[str, Value] = {}
        self._count = 0
        self.last: Value = UNSPECIFIED
        self.payload: Json = None  # of the last fire, as JSON
        self.point = ""

    def add(self, value: Value) -> str:
        """Keep a value; gives its name."""
        self._count += 1
        name = f"${self._count}"
        self._values[name] = self.last = value
        if len(self._values) > KEPT:
            self._values.popitem(last=False)
        return name

    def failed(self, raised: Value) -> None:
        """The object that was raised is `$e` now."""
        self._named["$e"] = raised

    def fired(self, point: str, payload: Json, outcome: Json) -> None:
        """The payload is `$p` now, the outcome `$d`."""
        self.point, self.payload = point, payload
        self._named["$p"] = payload_to_scheme(payload)
        self._named["$d"] = payload_to_scheme(outcome)

    def used_in(self, text: str) -> dict[str, Value]:
        """The variables that a text names and that have a value."""
        known = {**self._values, **self._named}
        return {name: known[name] for name in VARIABLE.findall(text) if name in known}

    def names(self) -> list[str]:
        """The variables that have a value."""
        return [*self._values, *self._named]
