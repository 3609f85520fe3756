"""A program's name -> what it alone tells of a command: which of its parts (values.py) are the same for all of that
name.
"""

from __future__ import annotations

from functools import lru_cache

from chibi_hooks.scheme.shell.files.changes import may_change
from chibi_hooks.scheme.shell.programs.code import may_have_code
from chibi_hooks.scheme.shell.programs.simple import NO_PARTS
from chibi_hooks.scheme.values.data import FALSE, NIL, Value
from chibi_hooks.scheme.values.frozen import literal_string


@lru_cache(512)
def told_by(name: str | None, bare: bool, verb: str = "") -> tuple[Value, ...]:
    """The parts of a command of that name, as far as they are the same for all; `bare`: it has nothing but words;
    `verb`: the word behind its name, where that is a name like `push`."""
    changes = None if name and may_change(name) else NIL
    code = None if name and may_have_code(name) else FALSE
    rest = (None, code, None, verb_told(verb) if verb else None)
    if bare:
        return (name_told(name), None, NIL, NIL, None, NIL, FALSE, FALSE, FALSE, changes, *rest)
    return (name_told(name), *NO_PARTS[:9], *rest)


@lru_cache(256)
def verb_told(verb: str) -> Value:
    """A verb as a part: always the same few."""
    return literal_string(verb)


@lru_cache(256)
def name_told(name: str | None) -> Value:
    """The name as a part."""
    return FALSE if name is None else literal_string(name)
