"""A tool as an agent sees it: its name, its parameters, and what runs it.

Rules (DESIGN §8, spec/chibi.md §0, §2.4)
-----
* A tool never raises on account of its own failure: `run` gives a `Result` that says so.
* Where tools come from: builtin_tools.py, python_tools.py, scripts/, dialects; collecting.py puts them together. What
  comes before and after a tool runs (hooks, permission) is calling.py's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from chibi_hooks.hooks.answer import Json

Category = Literal[
    "memory", "fs_read", "fs_write", "shell", "network", "index", "flow", "vfs", "plugin", "mcp", "eval", "synthesised"
]
CATEGORIES: Final[tuple[str, ...]] = get_args(Category)
ANY_OBJECT: Final[dict[str, Json]] = {"type": "object"}


@dataclass(frozen=True, slots=True)
class Caller:
    """For whom a tool runs, for how many seconds it may, and in which project."""

    context: str
    seconds: float
    project: str = ""  # its directory


@dataclass(frozen=True, slots=True)
class Result:
    """What a tool gave: the text that the model reads; `error` is why it failed; `said` what it wrote to stderr;
    `changed` the virtual files and directories that are not what they were."""

    text: str
    error: str | None = None
    said: str = ""
    changed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as an agent sees it. `parameters` is a JSON Schema, `place` where it can be read and changed.

    `audience`: the contexts that may use it; None: all.
    """

    name: str
    description: str
    parameters: Json
    kind: Literal["builtin", "plugin", "scheme", "python"]
    place: str
    run: Callable[[dict[str, Json], Caller], Result] = field(repr=False)
    category: str = "synthesised"
    summary_params: tuple[str, ...] = ()
    audience: frozenset[str] | None = None

    def to_json(self) -> dict[str, Json]:
        """The form that `list --tools --json` prints."""
        shown = ("name", "description", "parameters", "kind", "category", "place")
        return {name: getattr(self, name) for name in shown}


def failed(message: str, said: str = "") -> Result:
    """A failure, as the model reads it."""
    return Result(f"Error: {message}", message, said)


def check_name(name: str) -> None:
    """Raises ValueError for what no agent could call."""
    if not name or len(name) > 64 or any(c.isspace() or c in "()[]{}\"'`,;" or not c.isprintable() for c in name):
        raise ValueError(f"wanted a name of 1 to 64 characters without blanks, brackets and quotes, got {name[:80]!r}")
