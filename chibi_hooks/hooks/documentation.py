"""The tables of `(harness docs)`: what a script can ask about hooks and about the procedures that the host gives it."""

from __future__ import annotations

from functools import cache
from typing import Final

from chibi_hooks.hooks.describe import describe
from chibi_hooks.hooks.point import POINTS

HARNESS_TOOLS: Final = {
    "__module__": "what the host gives to a script",
    "register-hook": (
        "(register-hook point procedure)\n"
        "Calls the procedure with the payload, an alist with string keys, whenever the hook point (a symbol) fires.\n"
        "It returns an alist, or () for no opinion. Counts while the file is being loaded."
    ),
    "define-hook": (
        "(define-hook point (field ...) body ...)\n"
        "The same, with fields of the payload as variables; (field default) says what a missing or null field is.\n"
        '(define-hook pre_tool (tool-name) (if (equal? tool-name "shell_exec") (block "no shell") (no-opinion)))'
    ),
    "payload-ref": (
        "(payload-ref payload path default)\n"
        'The value at a path such as "arguments.command" or (list "messages" 0 "content").\n'
        "The default, or #f, when it is missing or null."
    ),
}
"""Grows with `(harness tools)`."""


@cache
def documentation() -> dict[str, dict[str, str]]:
    """Name of a table in Scheme -> documented name -> text; each begins with `__module__`."""
    hooks = {"__module__": "the hook points: when each fires, its payload, what may be returned"}
    hooks |= {name: describe(point) for name, point in POINTS.items()}
    return {"hooks-docs": hooks, "harness-tools-docs": HARNESS_TOOLS}
