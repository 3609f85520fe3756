"""Other agents' ways of saying all this: one file or folder for each, found by walking this one.

A dialect reads an agent's event and writes that agent's answer (*guest*: our hooks answer its events), and offers the
agent's own handlers as a source of responders (*host*: they answer in our fires). It states the agent's events in
a table of its own. Nothing below knows of it; what it needs of the hall are `Host.fire`, `Source`, `Responder` and
`PointTable`.

    AGENT.py, or AGENT/__init__.py   DIALECT, a `Dialect`
    AGENT/hosting.py                 HOSTED, how it runs its handlers
    AGENT/transcript.py              TRANSCRIPT, how it keeps its sessions
    AGENT/home.py                    `source(seen_home)`: what it finds in one of our homes

All else is made of these: who can be installed, the tables of what each can be told, what protects their settings.

What they are made of, and what is done with them:

    rows/         the table of an agent's events -> a dialect
    hosting/      its handlers on our host
    installing/   our entry in its settings, put in, taken out, looked at
    transcripts/  what it kept of its sessions -> the events that it would have sent
    guests.py     an agent's name and event -> who answers;  last_words.py  what is said when nothing of ours works
    protected.py  their settings -> what `self-protection` guards;  made.py  writes both, for those who import nothing
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from pathlib import Path

    from chibi_hooks.hooks.answer import Json
    from chibi_hooks.hooks.deciding.folded import Folded
    from chibi_hooks.hooks.deciding.point import PointTable
    from chibi_hooks.hooks.fire import Fire, Origin
    from chibi_hooks.hooks.homes.home import Surroundings
    from chibi_hooks.hooks.live.homes_seen import SeenHome
    from chibi_hooks.hooks.live.source import Source


class Heard(NamedTuple):
    """An agent's event in our words: which point to fire with which payload, and who asks.

    Fire it with its `settle`: what nobody objects to is the agent's to decide.
    """

    point: str
    payload: Mapping[str, Json]
    origin: Origin
    settle: bool | Callable[[Folded], Folded] = False


class Rendered(NamedTuple):
    """What the agent is told: the bytes on stdout, and the exit code; `notes` are for people, on stderr or in a log."""

    text: bytes
    code: int = 0
    notes: tuple[str, ...] = ()


class Dialect(Protocol):
    """How one agent says it."""

    @property
    def agent(self) -> str:
        """Its name, as on the command line."""

    @property
    def table(self) -> PointTable:
        """Its events, as points."""

    def read(self, event: bytes) -> Heard:
        """One of the agent's events, for our hooks. Raises BadPayload when it is none."""

    def reply(self, fire: Fire) -> Rendered:
        """The answer to the event that this fire came from; nobody's opinion is the agent's own silence."""

    def source(self, project: Path, around: Surroundings) -> Source:
        """The handlers that the agent would run in a project, at the points of its table."""


def dialects(package: str = __name__) -> Iterator[Dialect]:
    """Every dialect of a package, imported now, in the order of the files' names."""
    for name in names(import_module(package).__path__):
        found = getattr(import_module(f"{package}.{name}"), "DIALECT", None)
        if found is not None:
            yield found


def in_homes() -> Iterator[Callable[[SeenHome], Source]]:
    """What makes the sources that dialects have in our own homes."""
    return (part.source for _, part in parts("home"))


def parts(part: str) -> Iterator[tuple[str, ModuleType]]:
    """The agents whose folders have a file of that name, and the file, imported; no other dialect is."""
    for folder in __path__:
        for name in names([folder]):
            if os.path.exists(os.path.join(folder, name, f"{part}.py")):
                yield name.replace("_", "-"), import_module(f"{__name__}.{name}.{part}")


def names(paths: Iterable[str]) -> list[str]:
    """The files and folders of Python that lie there."""
    found = {
        entry.name.removesuffix(".py")
        for path in paths
        for entry in os.scandir(path)
        if entry.name.endswith(".py") or os.path.exists(os.path.join(entry.path, "__init__.py"))
    }
    return sorted(name for name in found if not name.startswith("_"))
