"""Our plugins and Scheme hooks, at an agent's event that its own handlers answer, too: what the event fires of ours, as
stages of responders that speak of decisions.

Rules
-----
* An event is read as it is for a guest (rows/): the same points, payloads and words. What our hooks say is put into the
  words of the agent's decision; what the event cannot answer is left out, and said.
* Plugins and Scheme hooks come before the agent's handlers, point by point; a rewrite at `pre_tool` is what the
  permission point is told.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from chibi_hooks.dialects.hosting.hosted import HostedEvent
from chibi_hooks.dialects.rows.reading import (
    HeardEvent,
    at,
    output_text,
    payload_of,
    permission_of,
    read_event,
    with_output,
)
from chibi_hooks.dialects.rows.replying import words_of
from chibi_hooks.dialects.rows.row import PERMISSION, RESULT_POINTS, Cannot
from chibi_hooks.hooks.answer import Answer, Json
from chibi_hooks.hooks.errors import BadPayload
from chibi_hooks.hooks.event import Event
from chibi_hooks.hooks.reentrancy import firing
from chibi_hooks.hooks.responders import Responder, Stage, StandIn

if TYPE_CHECKING:
    from chibi_hooks.dialects.rows.dialect import RowDialect
    from chibi_hooks.dialects.rows.tools import OwnCall
    from chibi_hooks.hooks.responders import Generation

ANY_TOOL_POINTS: Final = frozenset((*RESULT_POINTS, "pre_tool", "post_tool_failure"))


@dataclass(slots=True, eq=False)
class OurSide:
    """The event as our hooks see it, and what they have made of it so far."""

    heard: HeardEvent
    event: HostedEvent
    notes: list[str]
    call: OwnCall | None = None
    arguments: Json = None
    output: str | None = None
    points: list[tuple[str, Callable[[], dict[str, Json]]]] = field(default_factory=list)

    def spoken(self, point: str, values: Mapping[str, Json]) -> dict[str, Json]:
        """An answer of ours in the words of a decision."""
        made: dict[str, Json] = {}
        for word, value in words_of(point, values):
            effect = self.heard.row.effect(word)
            if isinstance(effect, Cannot) and word != "allow":
                self.notes.append(f"{self.event.name}: {word} has no effect: {effect.because}")
            elif word in ("deny", "ask", "allow"):
                _decide(made, word, value, self.event)
            elif word == "rewrite":
                self._rewrite(made, value)
            elif word == "output":
                self._replace(made, value)
            elif word in ("context", "warn"):
                key = "context" if word == "context" else "system_messages"
                made[key] = [*made.get(key, ()), value]
            elif word == "keep_going":
                made["keep_going"] = value
            elif word == "stop":
                made |= {"stops": True, "stop_reason": value}
                if self.event.tool:
                    made |= {"decision": "deny", "reason": value}
            else:
                self.notes.append(f"{self.event.name}: {word} has no effect here")
        return made

    def _rewrite(self, made: dict[str, Json], value: Json) -> None:
        self.arguments = value
        if self.call is None:
            return
        try:
            made["updated_input"] = self.call.rewritten(value)
        except ValueError as error:
            made |= {"decision": "deny", "reason": f"a hook has rewritten this call, and {error}"}

    def _replace(self, made: dict[str, Json], value: Json) -> None:
        self.output = str(value)
        try:
            made["updated_output"] = with_output(self.heard.output, str(value))
        except ValueError:
            made["context"] = [f"a hook has rewritten this result; read this instead:\n{value}"]


def _decide(made: dict[str, Json], word: str, value: Json, event: HostedEvent) -> None:
    text = value if isinstance(value, str) else ""
    if word == "deny" and event.blocks in ("context", "keep_going", "output", "end"):
        key = {"context": "context", "keep_going": "keep_going", "output": "updated_output"}.get(event.blocks, "stops")
        made[key] = [text] if key == "context" else True if key == "stops" else text
        return
    made["decision"] = word
    if text:
        made["reason"] = text


def _our_hook(hook: Responder, point: str, side: OurSide, payload: Callable[[], dict[str, Json]]) -> StandIn:
    """A plugin or a Scheme hook of ours, asked about an agent's event: what it says to its own point, in the words of
    a decision."""

    def ask(event: Event) -> Answer:
        own = Event(point, payload(), event.context, event.project, event.account)
        if hook.reenters:
            answer = hook.ask(own)
        else:
            with firing(point) as nested:
                answer = Answer(hook.name, hook.kind, hook.place) if nested else hook.ask(own)
        if not isinstance(answer.value, dict):
            return answer
        return answer._replace(value=side.spoken(point, answer.value) or None)

    return StandIn.asking(hook, ask, reenters=hook.reenters, is_replaced=hook.is_replaced)


def our_stages(
    dialect: RowDialect, event: HostedEvent, told: Mapping[str, Json], generation: Generation, notes: list[str]
) -> tuple[list[Stage], tuple[Answer, ...]]:
    """Whoever of ours answers what the event fires, in order; and who could not be loaded and denies by that. An event
    that cannot be read has nobody, and says so."""
    try:
        heard = read_event(dialect, json.dumps(told).encode(), event.name)
    except BadPayload as error:
        notes.append(f"our own hooks are not asked: {error}")
        return [], ()
    side = OurSide(heard, event, notes)
    stages: list[Stage] = []
    broken: list[Answer] = []
    for point, payload in _points(side):
        there = generation.responders.get(point)
        if there is None:
            continue
        broken += there.broken
        for stage in there.stages:
            hooks = tuple(_our_hook(each, point, side, payload) for each in stage.responders)
            stages.append(Stage(hooks, stage.parallel))
    return stages, tuple(broken)


def _points(side: OurSide) -> Iterator[tuple[str, Callable[[], dict[str, Json]]]]:
    """The points that an event fires, with what makes their payload when they are asked."""
    heard = side.heard
    if not heard.calls:
        for point in heard.row.points:
            if point != "post_message" or isinstance(at(heard.told, heard.row.fields.get("response", "?")), str):
                yield point, _payload(heard, point)
        return
    call = side.call = heard.calls[0]
    side.arguments = call.arguments
    for point in heard.row.points:
        if point == PERMISSION:
            for named, _ in permission_of(call, call.arguments):
                yield named, _permission(side, call)
        elif point in ANY_TOOL_POINTS:
            yield point, _tool(side, call, point)
        else:
            yield point, _payload(heard, point)


def _payload(heard: HeardEvent, point: str) -> Callable[[], dict[str, Json]]:
    return lambda: payload_of(heard, point)


def _permission(side: OurSide, call: OwnCall) -> Callable[[], dict[str, Json]]:
    def made() -> dict[str, Json]:
        (_, payload), *_ = permission_of(call, side.arguments)
        return {**payload, **side.heard.common}

    return made


def _tool(side: OurSide, call: OwnCall, point: str) -> Callable[[], dict[str, Json]]:
    def made() -> dict[str, Json]:
        output = output_text(side.heard.output)
        now = output if side.output is None else side.output
        about: dict[str, dict[str, Json]] = {
            "pre_tool_output": {"output": output},
            "post_tool_output": {"output": now, "final_output": now, "cached": False},
            "post_tool": {"result": now, "cached": False},
            "post_tool_failure": {"error": output},
        }
        mcp = {} if call.mcp is None else {"mcp": call.mcp}
        return {"tool_name": call.tool, "arguments": side.arguments, **about.get(point, {}), **side.heard.common, **mcp}

    return made
