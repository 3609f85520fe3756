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
    "define-tool": (
        "(define-tool name (description text) (parameters list) (execute procedure)\n"
        "  (category text) (summary-params list))\n"
        "Defines a tool; the clauses in any order, the last two may be missing. The procedure takes an alist with\n"
        "string keys, and what it returns is the result. A parameter is (name (type . \"string\") (description . …)),\n"
        "with (required . #f), (enum …), (default . …), (items …), (properties …) where they apply."
    ),
    "call-tool": (
        "(call-tool name arguments)\n"
        "Calls any tool of the home, with an alist as arguments, as the agent would: hooks fire and permission is\n"
        "asked. Returns the output as a string; raises an error when there is no such tool, when it fails, and when\n"
        "the call is blocked or denied. A tool written in Scheme gives its result and both outputs, labelled.\n"
        "Works in hooks and tools, not while a file is loaded."
    ),
    "generate-id": "(generate-id)\nEight random hexadecimal digits, as a string.",
    "current-timestamp": '(current-timestamp)\nThe time in UTC, as a string like "20260318-1405z".',
    "%hook-registry%": "%hook-registry%\nWhat this file has registered so far: a list of (point . procedure), to read.",
    "%tool-registry%": (
        "%tool-registry%\nThe tools that this file has defined so far, to be read: a list of\n"
        "(name description parameters execute category summary-params)."
    ),
    "%context-name%": "%context-name%\nThe name of the context for which the hook or tool runs, as a string.",
}
"""What is in scope of every hook file besides the standard libraries, by name."""


@cache
def documentation() -> dict[str, dict[str, str]]:
    """Name of a table in Scheme -> documented name -> text; each begins with `__module__`."""
    hooks = {"__module__": "the hook points: when each fires, its payload, what may be returned"}
    hooks |= {name: describe(point) for name, point in POINTS.items()}
    return {"hooks-docs": hooks, "harness-tools-docs": HARNESS_TOOLS}
