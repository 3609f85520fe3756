"""The words of a `fire` in another process (server/handing.py) -> the command done here, in the resident host, with
that process's directory, environment and stdin; what it says goes back.

Rules
-----
* The words are parsed by the command's own declaration. What prints by itself (help, usage errors), what needs more
  than an outcome (`--explain`, `--as`) and whatever is wrong before anything was fired is not taken: the other process
  does it, and words it as ever.
* Taken is only what its own way would have asked this host: the same homes, the same state directory.
* Without the content nothing is fired, needed or not: until it is sent, a host that ends is no loss.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

import click

from chibi_hooks.cli import exit_code, fire, root
from chibi_hooks.cli._asking import Asking
from chibi_hooks.cli._say import heard, note
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import HookError
from chibi_hooks.hooks.homes.home import Surroundings, find_homes
from chibi_hooks.server.client import standing
from chibi_hooks.server.fired import Fired
from chibi_hooks.server.operations import Told, ask, fire_for, operation, where_it_stands
from chibi_hooks.server.protocol import Message
from chibi_hooks.server.request import Elsewhere, Request
from chibi_hooks.server.resident import Resident

NOT_TAKEN: Final[Told] = {"taken": False}
LEFT: Final = ("agent", "explain")  # parameters of what the other process does itself


class ContentWanted(Exception):
    """The content of a file of the other process is wanted first; of none (empty), its word that it waits for us."""


class HandedAsking(Asking):
    """Who answers: this host. `has_fired`: may anything have been done?"""

    def __init__(self, resident: Resident, request: Request, home: str | None) -> None:
        """Raises Elsewhere where this is not the host of that home, and ConfigError."""
        told = request.fields["environment"]
        environment = {str(name): str(value) for name, value in told.items()} if isinstance(told, dict) else {}
        self.around = Surroundings(environment, Path(request.text("directory")), Path.home())
        if environment.get("HOME") != os.environ.get("HOME") or _state(self.around) != _state(resident.around):
            raise Elsewhere("it keeps its state elsewhere")
        self.standing = standing(find_homes(self.around, home))
        where_it_stands(resident, Request("fire", self.standing, request.keeper))
        self.has_fired = False
        self._resident = resident
        self._request = request

    @property
    def alone(self) -> bool:
        """Is it done in the process of the command?"""
        return False

    def is_typed_at(self) -> bool:
        """Is stdin a terminal? Such a command is not handed over."""
        return False

    def content(self, file: str) -> bytes:
        """What the other process has read there. Raises ContentWanted."""
        if "content" not in self._request.fields:
            raise ContentWanted(file)
        return self._request.text("content").encode("latin-1")

    def ask(self, op: str, **fields: Any) -> Message:
        """The answer. Raises HookError."""
        answer = ask(self._resident, Request(op, fields, self._request.keeper))
        assert isinstance(answer, dict), f"{op} gives one answer"
        return answer

    def fire(self, point: str, payload: Json) -> Fired:
        """Fire, and wait until the journal has it. Raises HookError, and ContentWanted."""
        if "content" not in self._request.fields:
            raise ContentWanted("")
        fields = {"point": point, "payload": payload, "written": True, "look": True, **self.standing}
        self.has_fired = True
        try:
            return fire_for(self._resident, Request("fire", fields, self._request.keeper))
        except Elsewhere:
            self.has_fired = False
            raise

    def close(self) -> None:
        """The host stays."""


@operation("fire_words")
def fire_words(resident: Resident, request: Request) -> Told:
    """`words` behind `fire`, `directory`, `environment`, perhaps `content` -> `code` and what was `said`, in pairs (is
    it an error? text); or the file that it `reads`, empty for none; or that it is not `taken`, and nothing was done."""
    words = [str(each) for each in request.list("words")]
    if not _can_be_taken(words):
        return NOT_TAKEN
    asked: list[HandedAsking] = []

    def asking(home: str | None) -> HandedAsking:
        asked.append(HandedAsking(resident, request, home))
        return asked[0]

    with heard() as said:
        try:
            parent = click.Context(root, info_name="chibi-hooks", obj=asking)
            with fire.command.make_context("fire", words, parent) as ctx:
                fire.command.invoke(ctx)
            code = 0
        except ContentWanted as wanted:
            return {"taken": True, "reads": str(wanted)}
        except (click.ClickException, click.exceptions.Exit):
            return NOT_TAKEN
        except HookError as error:
            if not asked or not asked[0].has_fired:
                return NOT_TAKEN
            note(f"chibi-hooks: {error}")
            code = exit_code(error)
    return {"taken": True, "code": code, "said": [list(each) for each in said]}


def _can_be_taken(words: list[str]) -> bool:
    """Are the options among these words such that nothing is printed while they are parsed, and all is done here?"""
    options = {name for each in fire.command.params if each.name not in LEFT for name in each.opts}
    return bool(words) and all(each == "-" or each[:1] != "-" or each.partition("=")[0] in options for each in words)


def _state(around: Surroundings) -> str:
    return os.path.realpath(around.directory / around.state_directory())
