"""What a start does not need, loaded when it is first used.

That may be in the middle of a script: then it happens on an empty stack, and where no Stop can leave a module half
loaded or a lock of the import held.
"""

from __future__ import annotations

import sys
from functools import partial
from importlib import import_module

from chibi_hooks.typenames import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import re

_modules: Final[dict[str, Any]] = {}


def late_module(name: str) -> Any:
    """The module of that name."""
    found = _modules.get(name)
    if found is None:
        if name not in sys.modules:
            from chibi_hooks.scheme.pause import aside  # it loads what uses this

            aside(partial(import_module, name))
        found = _modules[name] = import_module(name)
    return found


def late_pattern(text: str) -> re.Pattern[str]:
    """What `re.compile(text)` gives, for a constant of a module: not even `re` is loaded before it is used. Flags
    stand in the text: `(?is)…`.
    """
    return _LatePattern(text)  # type: ignore[return-value]


class _LatePattern:
    def __init__(self, text: str) -> None:
        self._text = text

    def __getattr__(self, name: str) -> Any:
        found = self.__dict__[name] = getattr(late_module("re").compile(self._text), name)
        return found
