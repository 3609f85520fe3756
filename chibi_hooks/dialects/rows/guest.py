"""A host and an agent's event -> the agent's answer. Whatever happens, there is one, and nothing is raised."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from chibi_hooks.dialects import Heard, Rendered
from chibi_hooks.dialects.rows.conversation import converse, failure
from chibi_hooks.dialects.rows.dialect import GuestSettings, RowDialect
from chibi_hooks.dialects.rows.matrix import points_of
from chibi_hooks.dialects.rows.memory import Memory
from chibi_hooks.dialects.rows.reading import SHOWN, at, parse_event
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import HookError
from chibi_hooks.hooks.fire import Fire, Origin

if TYPE_CHECKING:
    from chibi_hooks.hooks.host import Host
    from chibi_hooks.hooks.responders import Generation

NEW_LINE: Final = "\n"


class RowGuest:
    """One event of an agent that is described by rows; `name` is the event's, where we were called with one. Its bytes
    are read once, however often it is asked about. A `Guest` (dialects/guests.py)."""

    def __init__(self, dialect: RowDialect, name: str, event: bytes) -> None:
        self._dialect = dialect
        self._name = name
        self._event = event
        self._told: dict[str, Json] | None = None
        with contextlib.suppress(HookError):  # it is told where the event is answered
            self._told = parse_event(dialect.agent, event)

    @property
    def directory(self) -> str | None:
        """Where it happens; None where it does not say."""
        found = None if self._told is None else at(self._told, self._dialect.common.get("cwd", "cwd"))
        return found if isinstance(found, str) and os.path.isabs(found) else None

    def answer(self, host: Host, memory: Memory, generation: Generation | None = None) -> Rendered:
        """What the agent is told. `generation`: whose responders answer (default: what is live). It never raises."""
        settings = GuestSettings()
        wrong: dict[str, None] = {}  # what did not answer, once each
        try:
            live = generation or host.generation
            settings = settings_of(live)

            def fire(heard: Heard) -> Fire:
                fired = host.fire_in(live, heard.point, heard.payload, origin=heard.origin, settle=heard.settle)
                wrong.update(dict.fromkeys(shortfalls(fired)))
                return fired

            talk = converse(self._dialect, self._event, self._name, memory, settings, self._told)
            heard = next(talk)
            while True:
                heard = talk.send(fire(heard))
        except StopIteration as ended:
            rendered: Rendered = ended.value
            return rendered._replace(notes=(*rendered.notes, *wrong)) if wrong else rendered
        except Exception as error:  # ours or the event's: the agent must have an answer
            reason = f"{self._dialect.agent}: {self._name}: {type(error).__name__}: {error}"
            self._report(host, reason)
            return self._failed(reason, settings)

    def failure(self, reason: str, closed: frozenset[str] = frozenset()) -> Rendered:
        """What the agent is told when no host could be opened; `closed` are the points and files whose failure
        denies."""
        return self._failed(reason, GuestSettings(closed))

    def _failed(self, reason: str, settings: GuestSettings) -> Rendered:
        unread = self._event if self._told is None else None
        return failure(self._dialect, self._name or self._own_name(), reason, settings, unread)

    def _own_name(self) -> str:
        told = self._told or {}
        return next((told[key] for key in self._dialect.names if isinstance(told.get(key), str)), "")

    def _report(self, host: Host, reason: str) -> None:
        with contextlib.suppress(HookError):
            text = self._event[:SHOWN].decode("utf-8", "replace")
            told = {"agent": self._dialect.agent, "event": self._name, "payload": text, "fault": reason}
            host.fire("agent_event", told, origin=Origin(self._dialect.agent, self._name), settle=False)


def guest(
    host: Host, dialect: RowDialect, name: str, event: bytes, memory: Memory, generation: Generation | None = None
) -> Rendered:
    """What the agent is told about an event: RowGuest in one call. It never raises."""
    return RowGuest(dialect, name, event).answer(host, memory, generation)


def shortfalls(fire: Fire) -> Iterator[str]:
    """Who should have answered and has not, and whose answer says nothing here, a line each: for people, the agent
    cannot use it."""
    for skipped in fire.skipped:
        reason = skipped.reason.partition(NEW_LINE)[0]
        yield f"skipped: {'' if reason.startswith(skipped.responder) else f'{skipped.responder}: '}{reason}"
    for answer in fire.answers:
        if answer.error:
            yield f"failed: {answer.responder}: {answer.error.message.partition(NEW_LINE)[0]}"
    for step in fire.folded.known_steps or ():  # None: one answer, all of which has been taken
        if step.is_warning and step.action != "failed" and step.answer is not None:
            yield f"warning: {fire.answers[step.answer].responder}: {step.text.partition(NEW_LINE)[0]}"


def guards_of(dialect: RowDialect, generation: Generation) -> int:
    """How many of what is loaded answer at the events of an agent."""
    points = {point for row in dialect.rows for point in points_of(row)}
    return sum(len(each.hooks) for point, each in generation.responders.items() if point in points)


def settings_of(generation: Generation) -> GuestSettings:
    """What the homes say about answering agents; the highest home's word counts, and a failure denies where any of
    them says so."""
    configs = [each.config for each in generation.loaded]
    if not configs:
        return GuestSettings()
    closed = frozenset(name for config in configs for name in config.on_failure)
    return GuestSettings(closed, configs[-1].stop_cap, configs[-1].prompt_rewrite)
