"""A home and an operation -> its answer: from the resident host when one runs for that home, otherwise done here, on a
host that is opened for this command."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chibi_hooks.cli._content import content_of
from chibi_hooks.cli._say import note
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.homes.home import Surroundings, find_homes
from chibi_hooks.server.address import address_of
from chibi_hooks.server.client import Client, NotDone, connect_to, standing
from chibi_hooks.server.fired import Fired
from chibi_hooks.server.protocol import Message
from chibi_hooks.server.request import Request

if TYPE_CHECKING:
    from chibi_hooks.server.resident import Resident


class Asking:
    """Who answers for a home. What cannot be asked of the resident host is done here, and that is said."""

    def __init__(self, home: str | None, directory: str | None = None) -> None:
        """`directory`: whose homes count, where it is not this process's own."""
        self._home = home
        self.around = Surroundings.of_process()
        if directory is not None:
            self.around = replace(self.around, directory=Path(directory))
        homes = find_homes(self.around, home)
        self.address = address_of(homes, self.around)
        self.standing = standing(homes)
        self.nobody = f"no resident host runs for {self.address.home}"  # why there is no client
        self._alone: Resident | None = None
        self.client: Client | None = None
        try:
            self.client = connect_to(self.address)
        except NotDone as error:
            self._go_on_alone(error)

    @property
    def alone(self) -> bool:
        """Is it done in this process?"""
        return self.client is None

    def is_typed_at(self) -> bool:
        """Is stdin a terminal?"""
        return sys.stdin.isatty()

    def content(self, file: str) -> bytes:
        """What is in a file, or on stdin for `-`. Raises OSError."""
        return content_of(file)

    def ask(self, op: str, **fields: Any) -> Message:
        """The answer. Raises HookError."""
        if self.client is not None:
            try:
                return self.client.call(op, **fields)
            except NotDone as error:
                self._go_on_alone(error)
        return self._ask_here(op, fields)

    def fire(self, point: str, payload: Json) -> Fired:
        """Fire, and wait until the journal has it. Raises HookError."""
        fields: dict[str, Any] = {"point": point, "payload": payload, "written": True, **self.standing}
        if self.client is not None:
            try:
                return Fired.from_json(self.client.call("fire", look=True, **fields))  # what was saved just now counts
            except NotDone as error:
                self._go_on_alone(error)
        from chibi_hooks.server.operations import fire_for  # as in _here

        return fire_for(self._here(), Request("fire", fields, _Program()))

    def _go_on_alone(self, error: NotDone) -> None:
        note(f"working without the resident host: {error}")
        self.nobody = f"the resident host of {self.address.home} cannot be asked"
        if self.client is not None:
            self.client.close()
            self.client = None

    def close(self) -> None:
        """Let go what was used."""
        if self.client is not None:
            self.client.close()
        if self._alone is not None:
            self._alone.close()

    def __enter__(self) -> Asking:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _ask_here(self, op: str, fields: dict[str, Any]) -> Message:
        from chibi_hooks.server.operations import ask  # as in _here

        answer = ask(self._here(), Request(op, fields, _Program()))
        assert isinstance(answer, dict), f"{op} gives one answer"
        return answer

    def _here(self) -> Resident:
        from chibi_hooks.opening import Host  # not needed where a resident host answers
        from chibi_hooks.server.resident import Resident

        if self._alone is None:
            self._alone = Resident(lambda: Host.open(self._home, around=self.around), self.around)
        return self._alone


class _Program:
    """This program as the one who asks: it lasts as long as everything else."""

    def __init__(self) -> None:
        self.number = 0
        self.kept: dict[str, Any] = {}

    def on_close(self, act: Callable[[], None]) -> None:
        return
