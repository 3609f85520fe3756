"""What a worker says that its file registered -> as much of it as can be true: `Registered`.

A worker is hostile until it has been checked: points and tools exist, places and texts are short, files lie where it
may read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.deciding.point import POINTS
from chibi_hooks.hooks.scripts.registering import Hook, HookWorld, Problem
from chibi_hooks.hooks.scripts.script import BrokenScript
from chibi_hooks.hooks.tools.tool import Caller, Result, Tool, check_name

PLACE: Final = 1_000  # characters of a place that a worker may say
TEXT: Final = 100_000  # of a message
MOST: Final = 10_000  # hooks, tools or files of one file


class Nonsense(Exception):
    """What it said of itself cannot be."""


@dataclass(frozen=True, slots=True)
class Registered:
    """What is believed of a worker."""

    hooks: tuple[Hook, ...]
    tools: tuple[Tool, ...]
    problems: tuple[Problem, ...]
    files: dict[Path, str]


def registered(told: dict[str, Json], name: str, readable: Sequence[Path], world: HookWorld) -> Registered:
    """What a file of this name registered, for whose hooks and tools `world` answers. Raises BrokenScript where it did
    not load, Nonsense."""
    try:
        files = {Path(path): str(text) for path, text in dict(told.get("files") or {}).items()}
        files = {path: text for path, text in files.items() if _is_below(path, readable)}
        if told.get("broken") is not None:
            raise broken(told["broken"], files)
        tools = tuple(_tool(each, world) for each in told["tools"][:MOST])
        responder = tools[0].name if tools else Path(name).stem
        return Registered(
            tuple(_hooks(told["hooks"], responder, world)),
            tools,
            problems(told["problems"]),
            files,
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        raise Nonsense(f"{name}: its process said nonsense of what it registered") from None


def broken(told: dict[str, Json], files: dict[Path, str]) -> BrokenScript:
    """The error with which a file did not load. Raises KeyError and TypeError for nonsense."""
    place, message, report, kind = (str(told[each])[:TEXT] for each in ("place", "message", "report", "kind"))
    made = BrokenScript(place[:PLACE], message, report)
    made.kind, made.files = kind, files
    return made


def problems(told: Sequence[Sequence[str]]) -> tuple[Problem, ...]:
    """What it says is wrong with its file. Raises TypeError and ValueError for nonsense."""
    found = []
    for place, severity, message, missing in told[:MOST]:
        word: Literal["error", "warning"] = "error" if severity == "error" else "warning"
        where = missing if missing == "" or (isinstance(missing, str) and missing in POINTS) else "*"
        found.append(Problem(str(place)[:PLACE], word, str(message)[:TEXT], where))
    return tuple(found)


def _is_below(path: Path, readable: Sequence[Path]) -> bool:
    return path.is_absolute() and ".." not in path.parts and any(path.is_relative_to(each) for each in readable)


def _hooks(told: Sequence[Sequence[str]], responder: str, world: HookWorld) -> list[Hook]:
    if not all(point in POINTS and type(place) is str for point, place in told) or len(told) > MOST:
        raise ValueError
    return [Hook(point, responder, place[:PLACE], index, world) for index, (point, place) in enumerate(told)]


def _tool(told: dict[str, Json], world: HookWorld) -> Tool:
    name, parameters = told["name"], told["parameters"]
    check_name(name)
    if not isinstance(parameters, dict):
        raise ValueError

    def run(arguments: dict[str, Json], caller: Caller) -> Result:
        return world.execute(name, arguments, caller.context)

    summary = tuple(str(each) for each in told["summary_params"])
    description, place, category = (str(told[each])[:TEXT] for each in ("description", "place", "category"))
    return Tool(name, description, parameters, "scheme", place[:PLACE], run, category, summary)
