"""The name of a module that a start leaves out comes in, the module goes out, loaded when it is first used.

That may be in the middle of a script: then it happens on an empty stack, and where no Stop can leave a module half
loaded or a lock of the import held. Who runs scripts says how that is done (`load_by`); before that there are none.
A plain local import is for what is loaded before a script runs, or after it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module

from chibi_hooks.typenames import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import re

_modules: Final[dict[str, Any]] = {}
_way: Final[list[Callable[[Callable[[], object]], object]]] = []  # one, once scripts can run


def load_by(way: Callable[[Callable[[], object]], object]) -> None:
    """Say how work of our own is done in the middle of a script: `way(function)` calls the function."""
    _way[:] = [way]


def undisturbed(work: Callable[[], object]) -> None:
    """Do work of our own that no Stop may leave half done, such as loading modules."""
    for way in _way or [_at_once]:
        way(work)


def _at_once(work: Callable[[], object]) -> object:
    return work()


def late_module(name: str) -> Any:
    """The module of that name."""
    found = _modules.get(name)
    if found is None:
        if name not in sys.modules:
            undisturbed(partial(import_module, name))
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
