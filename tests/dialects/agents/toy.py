"""The toy agent: two events on stdin as JSON, one of them a tool call; its own handlers are commands in `.toy.json`.

{"event": "Shell", "session": "s1", "command": "ls"}      answer: {"verdict": "deny" | "ask" | "allow", "why": text}
{"event": "Bye", "session": "s1", "reason": "done"}       no answer

.toy.json   {"Shell": [["sh", "-c", "…"], …]}             asked together; exit 2 denies, with stderr
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar, Final

from chibi_hooks.dialects import Heard, Rendered
from chibi_hooks.hooks.answer import Answer, Failure, Json, ResponderKind
from chibi_hooks.hooks.deciding.point import Decision, Point, PointTable, answered, told
from chibi_hooks.hooks.deciding.rules import beside, last, strictest
from chibi_hooks.hooks.errors import ConfigError
from chibi_hooks.hooks.event import Event as Asked
from chibi_hooks.hooks.fire import Fire, Origin
from chibi_hooks.hooks.homes.home import Surroundings
from chibi_hooks.hooks.live.source import FileSource
from chibi_hooks.hooks.payload import parse_payload
from chibi_hooks.hooks.processes.runner import run
from chibi_hooks.hooks.responders import Loaded, Responder

TIMEOUT: Final = 20.0  # seconds
TABLE: Final = PointTable("toy", spelled=str)


class Event(Point, table=TABLE):
    """What both events have."""

    session: str = told("which conversation", "s1")


class Shell(Event):
    """A command is about to run."""

    when = "before a command runs"
    command: str = told("the command", "ls")

    class Outcome(Decision):
        verdict: Annotated[str | None, strictest("deny", "ask", "allow")] = answered("may it run?")
        why: Annotated[str | None, beside("verdict")] = answered("for the model")
        command: Annotated[str | None, last(by="completion")] = answered("what to run instead")


class Bye(Event):
    """The agent has ended."""

    when = "at the end"
    reason: str = told("why it ended", "done")


@dataclass(frozen=True, slots=True)
class Handler:
    """A command of `.toy.json`. A `Responder`."""

    name: str
    place: str
    argv: tuple[str, ...]
    environment: tuple[tuple[str, str], ...]
    denies: bool = False
    kind: ClassVar[ResponderKind] = "command"
    audience: ClassVar[None] = None
    reenters: ClassVar[bool] = True
    is_replaced: ClassVar[None] = None

    def ask(self, event: Asked) -> Answer:
        """Run it with the event on stdin."""
        seconds = event.account.share(TIMEOUT)
        ran = run(
            self.argv,
            stdin=event.text,
            environment=dict(self.environment),
            directory=str(event.project),
            timeout=seconds,
        )
        said, value, error = ran.stderr.decode(), None, None
        if (ran.end, ran.status) == ("exit", 2):
            value = {"verdict": "deny", "why": said.strip()}
        elif (ran.end, ran.status) == ("exit", 0):
            value = json.loads(ran.stdout) if ran.stdout.strip() else None
        else:
            error = Failure(ran.end, f"{self.name} ended with {ran.status}")
        return Answer(self.name, self.kind, self.place, value, error, ran.seconds * 1000, said)


class Toy:
    """The dialect."""

    agent = "toy"
    table = TABLE

    def read(self, event: bytes) -> Heard:
        """Shell is a permission point of ours, Bye is the end of a session."""
        told = parse_payload(event, "toy")
        name = told["event"]
        TABLE.find(name).admit(told)
        origin = Origin(self.agent, name, told["session"])
        if name == "Shell":
            return Heard("pre_shell_exec", {"tool_name": "shell_exec", "command": told["command"]}, origin)
        return Heard("on_end", {}, origin)

    def reply(self, fire: Fire) -> Rendered:
        """A denial in its words; else nothing at all."""
        if not fire.folded.values.get("denied"):
            return Rendered(b"")
        return Rendered(json.dumps({"verdict": "deny", "why": fire.outcome.reason}).encode())

    def source(self, project: Path, around: Surroundings) -> FileSource:
        """What `.toy.json` says."""
        path = project / ".toy.json"
        nothing = Loaded(self.agent, "command", dict.fromkeys(TABLE.values(), ()), parallel=True)

        def load() -> Loaded:
            if not path.exists():
                return nothing
            try:
                stated: Json = json.loads(path.read_text())
            except ValueError as error:
                raise ConfigError(f"{path}: not JSON: {error}") from None
            environment = tuple(around.environment.items())
            found = {point: tuple(handlers(point, stated, environment)) for point in TABLE.values()}
            return Loaded(self.agent, "command", found, parallel=True, places=frozenset([path.name]))

        return FileSource(nothing, lambda: [path], load)


def handlers(point: type[Point], stated: Json, environment: tuple[tuple[str, str], ...]) -> Iterator[Responder]:
    """The commands of one event."""
    for number, argv in enumerate(stated.get(point.wire, ()), 1):
        yield Handler(os.path.basename(argv[0]), f".toy.json:{point.wire}:{number}", tuple(argv), environment)


DIALECT: Final = Toy()
