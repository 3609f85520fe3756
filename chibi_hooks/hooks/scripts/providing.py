"""A hook file -> the libraries that the host makes for its world, and what it finds without any import line."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from time import gmtime, strftime
from typing import TYPE_CHECKING, Any, Final

from chibi_hooks.hooks.scripts.harness_io import io_procedures, refusals
from chibi_hooks.hooks.scripts.manuals import manuals
from chibi_hooks.hooks.scripts.registering import Problem, Registrations
from chibi_hooks.scheme.primitive import PRIMITIVES
from chibi_hooks.scheme.values.data import NIL, Value, cons, intern, string_of, to_list
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.frozen import frozen

if TYPE_CHECKING:
    from chibi_hooks.hooks.homes.config import Grant
    from chibi_hooks.hooks.homes.vfs import Vfs

PRELUDE: Final = (
    "(scheme base)", "(scheme write)", "(scheme read)", "(scheme char)", "(scheme case-lambda)", "(scheme inexact)",
    "(scheme complex)", "(tein json)", "(tein safe-regexp)", "(tein docs)", "(tein introspect)", "(srfi 1)",
    "(srfi 27)", "(srfi 69)", "(srfi 95)", "(srfi 125)", "(srfi 128)", "(srfi 130)", "(srfi 132)", "(srfi 133)",
    "(chibi match)", "(harness prelude)",
)  # fmt: skip
"""What a hook file finds without any import line, shared by all worlds; those that do not exist yet are left out."""

OF_THE_HOST: Final = ("(harness host)", "(harness docs)", "(harness hooks)", "(harness tools)")  # made for each world


WAITING: Final = ("call-tool", "harness facts")  # what a sandboxed file that waits for somebody has to name
UNKNOWN: Final = "|"  # around a name it may hide any other (`|call\x2d;tool|`); elsewhere it hides nothing


def may_wait(tier: Grant, texts: Iterable[str]) -> bool:
    """May a file with this text, and those that it reads, wait for somebody while its hooks run? In doubt, yes."""
    return tier != "sandboxed" or any(word in text for text in texts for word in (*WAITING, UNKNOWN))


def libraries(
    tier: Grant,
    vfs: Vfs | None,
    environment: Mapping[str, str] | None,
    registered: Callable[[], Registrations],
    call_tool: Callable[[Value, Value], Value],
) -> dict[str, dict[str, Any]]:
    """The libraries by name. `registered` is asked at each registration."""
    files = refusals() if tier == "sandboxed" else io_procedures(vfs, Path(), virtual_only=tier == "virtual")
    return {
        "(harness host)": _host(registered, call_tool),
        "(harness files)": files,
        **({"(harness io)": files} if tier == "virtual" else {}),
        **(_environment_libraries() if tier != "unsandboxed" and environment is not None else {}),
        "(harness docs)": _documentation(),
    }


@cache
def prelude() -> tuple[tuple[str, ...], tuple[Problem, ...]]:
    """What of `PRELUDE` there is, and what of our own libraries is broken: that must not silence every hook."""
    from chibi_hooks.scheme.libraries.library import common  # cold start: the expander; a file from disk needs none

    found: list[str] = []
    broken: list[Problem] = []
    for name in PRELUDE:
        try:
            if common().exists(name, trusted=True):
                found.append(name)
        except SchemeError as error:
            broken.append(Problem(str(error.place), "error", f"{name} is left out: {error.message}"))
    return tuple(found), tuple(broken)


def _host(registered: Callable[[], Registrations], of_tools: Callable[[Value, Value], Value]) -> dict[str, Any]:
    def register_hook(*arguments: Value) -> Value:
        """(register-hook point procedure): of any number of arguments, since a wrong one costs no other hook."""
        return registered().register_hook(*arguments)

    def register_tool(name: Value, clauses: Value) -> Value:
        """(register-tool name clauses): what define-tool becomes."""
        return registered().register_tool(name, clauses)

    def call_tool(name: Value, arguments: Value) -> Value:
        """(call-tool name arguments)."""
        return of_tools(name, arguments)

    made: dict[str, Any] = {each.__name__.replace("_", "-"): each for each in (register_hook, register_tool, call_tool)}
    for name, procedure in made.items():
        procedure.scheme_name = name
    made |= {"generate-id": _generate_id, "current-timestamp": _current_timestamp}
    return {**made, "%context-name%": string_of(""), "%hook-registry%": NIL, "%tool-registry%": NIL}


def _generate_id() -> Value:
    """(generate-id) -> 8 hexadecimal digits."""
    return string_of(os.urandom(4).hex())


def _current_timestamp() -> Value:
    """(current-timestamp) -> YYYYMMDD-HHMMz, in UTC."""
    return string_of(strftime("%Y%m%d-%H%Mz", gmtime()))


_generate_id.scheme_name = "generate-id"  # type: ignore[attr-defined]
_current_timestamp.scheme_name = "current-timestamp"  # type: ignore[attr-defined]


def _environment_libraries() -> dict[str, dict[str, Any]]:
    """What a sandboxed file that may see some of the environment imports for it."""
    names = ("get-environment-variable", "get-environment-variables")
    procedures = {name: PRIMITIVES[name].function for name in names}
    return {"(scheme process-context)": procedures, "(srfi 98)": procedures}


@cache
def _documentation() -> dict[str, Value]:
    """The manuals as constants, the same for all worlds."""
    return {name: frozen(_alist(manual)) for name, manual in manuals().items()}


def _alist(manual: Mapping[str, str]) -> Value:
    return to_list([cons(intern(name), string_of(text)) for name, text in manual.items()])
