"""One event of an agent, from its bytes to the answer: a generator of what is to be fired, which is sent the fires.

    talk = converse(dialect, event, "", memory, settings)
    heard = next(talk)
    while True: heard = talk.send(host.fire(heard.point, heard.payload, …))      # ends with the agent's answer

Rules
-----
* One tool call fires `pre_tool`, then the permission point of its kind, with the arguments as they are by then; once,
  where the agent sends two events for it: the second one gets the answer of the first, in its own words.
* A refusal ends it: what is refused is not asked about again.
* What cannot be understood is told to `agent_event`, and answered by silence, or by a denial where our home says that
  a failure denies; there an event of an unknown name that has the fields of a call is judged as a call.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from chibi_hooks.dialects import Heard, Rendered
from chibi_hooks.dialects.rows.reading import (
    SHOWN,
    BadCall,
    HeardEvent,
    at,
    output_text,
    payload_of,
    permission_of,
    read_event,
    with_output,
)
from chibi_hooks.dialects.rows.replying import AgentReply, Said, with_shortcomings
from chibi_hooks.dialects.rows.row import PERMISSION, RESULT_POINTS, Degrades, EventRow
from chibi_hooks.dialects.rows.tools import DELETE, OwnCall
from chibi_hooks.dialects.rows.unknown import taken_for_call
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadPayload
from chibi_hooks.hooks.fire import Fire, Origin

if TYPE_CHECKING:
    from chibi_hooks.dialects.rows.dialect import GuestSettings, RowDialect
    from chibi_hooks.dialects.rows.memory import Memory

PERMISSIONS: Final = ("pre_shell_exec", "pre_file_read", "pre_file_write", "pre_fetch_url")
TWIN: Final = 30.0  # seconds until the other event of one call has come
STOP: Final = 3600.0  # seconds that a stop waits for an event that can say it
COUNT: Final = 6 * 3600.0  # seconds after which a stop loop is another one

Asks = Generator[Heard, Fire, None]


def converse(
    dialect: RowDialect,
    event: bytes,
    name: str,
    memory: Memory,
    settings: GuestSettings,
    told: dict[str, Json] | None = None,
) -> Generator[Heard, Fire, Rendered]:
    """The conversation about one event; `told` is what is in its bytes, where somebody has read them."""
    try:
        heard = taken_for_call(
            read_event(dialect, event, name, told), lambda row: settings.closes(points_of_failure(row))
        )
    except BadCall as error:
        yield _lost(dialect, error.heard.name, event, str(error))
        return failure(dialect, error.heard.name, str(error), settings, event, error.heard.row)
    except BadPayload as error:
        yield _lost(dialect, name, event, str(error))
        return failure(dialect, name, str(error), settings, event)
    heard.row = _as_configured(heard.row, settings)
    talk = _EventTalk(dialect, heard, memory, settings, Said())
    replayed = talk.replayed()
    if replayed is None:
        yield from talk.fires()
        talk.remember()
    else:
        talk.said = replayed
    return talk.rendered()


def failure(
    dialect: RowDialect,
    name: str,
    reason: str,
    settings: GuestSettings,
    unread: bytes | None = None,
    row: EventRow | None = None,
) -> Rendered:
    """What an event is answered that could not be. A denial needs to know the event (`row`, else it goes by the name);
    where its text could not be read (`unread`), it is that of the first event it may be whose failure denies: another
    one passes over it."""
    row = row or dialect.row_of(name)
    maybe = [row] if row is not None else dialect.possible(unread) if unread is not None and not name else []
    said = Said({"deny": f'refused, because a hook failed and on_failure = "deny": {reason.splitlines()[0]}'})
    for each in maybe:
        if settings.closes(points_of_failure(each)):
            rendered = AgentReply(dialect.agent, each, name or each.event).say(said)
            if row is not None or rendered.text != each.silence:
                return rendered._replace(notes=(*rendered.notes, reason))
    return Rendered((row or dialect.other).silence, 0, (reason,))


def points_of_failure(row: EventRow) -> set[str]:
    """The points that it may fire; where a call has a permission point it may be any of them."""
    return {*row.points, *(PERMISSIONS if PERMISSION in row.points else ())}


def _lost(dialect: RowDialect, name: str, event: bytes, fault: str) -> Heard:
    """What could not be understood, for `agent_event`."""
    text = event[: 4 * SHOWN].decode("utf-8", "replace")[:SHOWN]
    payload: dict[str, Json] = {"agent": dialect.agent, "event": name, "payload": text, "fault": fault}
    return Heard("agent_event", payload, Origin(dialect.agent, name))


def _as_configured(row: EventRow, settings: GuestSettings) -> EventRow:
    effect = row.effect("prompt")
    if settings.prompt_rewrite != "context" or not isinstance(effect, Degrades) or "context" not in row.answers:
        return row
    return replace(row, answers={**row.answers, "prompt": replace(effect, to="context")})


@dataclass(slots=True)
class _EventTalk:
    dialect: RowDialect
    heard: HeardEvent
    memory: Memory
    settings: GuestSettings
    said: Said
    arguments: Json = None  # of the call, as they are by now
    output: str | None = None

    def fires(self) -> Asks:
        """Everything that is to be fired for the event."""
        heard, row = self.heard, self.heard.row
        pending = self.memory.take("stop", self.dialect.agent, heard.session) if row.answers.get("stop") else None
        if "pre_message" in row.points:
            self._forget_stops()
        elif isinstance(pending, str) and not _later(row):
            self.said.words["stop"] = pending
        elif isinstance(pending, str):
            self.memory.put(pending, STOP, "stop", self.dialect.agent, heard.session)
        if heard.calls:
            for call in heard.calls:
                yield from self._call(call)
                if self.said.refuses:
                    return
            return
        for point in row.points:
            if point == "post_message" and not isinstance(at(heard.told, row.fields.get("response", "?")), str):
                continue
            yield from self._fire(point, payload_of(heard, point))
            if self.said.refuses:
                return

    def _call(self, call: OwnCall) -> Asks:
        self.arguments = call.arguments
        for point in self.heard.row.points:
            if point == PERMISSION:
                for named, payload in permission_of(call, self.arguments):
                    yield from self._fire(named, {**payload, **self._about(call)})
            elif call.kind == DELETE and point == "pre_tool" and call.patch:
                yield from self._fire(point, {"tool_name": call.own, **self._told(call, point)})
            else:
                yield from self._fire(point, {"tool_name": call.tool, **self._told(call, point)})
            if self.said.refuses and point not in RESULT_POINTS:
                return

    def _told(self, call: OwnCall, point: str) -> dict[str, Json]:
        """What a point is told of a call, beside the tool's name."""
        told: dict[str, Json] = {"arguments": self.arguments}
        output = output_text(self.heard.output)
        now = output if self.output is None else self.output
        match point:
            case "pre_tool_output":
                told["output"] = output
            case "post_tool_output":
                told |= {"output": now, "final_output": now, "cached": False}
            case "post_tool":
                told |= {"result": now, "cached": False}
            case "post_tool_failure":
                told["error"] = output
        return {**told, **self._about(call)}

    def _about(self, call: OwnCall) -> dict[str, Json]:
        common = self.heard.common
        return common if call.mcp is None else {**common, "mcp": call.mcp}

    def _fire(self, point: str, payload: dict[str, Json]) -> Asks:
        heard = self.heard
        capped = self._capped(point)
        settle = with_shortcomings(self.dialect.agent, heard.row, heard.name, point, capped)
        origin = Origin(self.dialect.agent, heard.name, heard.session)
        fire = yield Heard(point, payload, origin, settle)
        values = fire.folded.values
        if capped and "keep_going" in values:
            heard.notes.append(capped)
            values = {key: value for key, value in values.items() if key != "keep_going"}
        self.said.add(point, values)
        if "arguments" in values:
            self.arguments = values["arguments"]
        if point == "pre_tool_output" and isinstance(self.said.words.get("output"), str):
            self.output = self.said.words["output"]

    # stop loops -------------------------------------------------------------------------------------------------------

    def _stops(self) -> tuple[str, ...]:
        inside = self.heard.common.get("subagent")
        who = json.dumps(inside, sort_keys=True, default=str) if inside and "agent" in self.heard.row.points[-1] else ""
        return "stops", self.dialect.agent, self.heard.session, self.heard.row.event, who

    def _capped(self, point: str) -> str:
        """Why the agent may not be kept going once more; empty: it may."""
        if point not in ("pre_stop", "post_spawn_agent"):
            return ""
        kept = self.memory.take(*self._stops())
        if at(self.heard.told, self.heard.row.fields.get("stop_active", "?")) is False:
            kept = None  # a new end of a new turn
        told = at(self.heard.told, self.heard.row.fields.get("loop_count", "?"))
        count = max(kept if isinstance(kept, int) else 0, told if type(told) is int else 0)
        if count:
            self.memory.put(count, COUNT, *self._stops())
        if count < self.settings.stop_cap:
            return ""
        return f"{self.dialect.agent} {self.heard.name} was kept from ending {count} times in a row: not once more"

    def _forget_stops(self) -> None:
        """A prompt begins another turn; not one that is what we ourselves kept the agent going with: some agents send
        that as a prompt."""
        ours = self.memory.take("going", self.dialect.agent, self.heard.session)
        told = at(self.heard.told, self.heard.row.fields.get("prompt", "?"))
        if isinstance(ours, str) and isinstance(told, str) and told.strip() == ours.strip():
            return
        for row in self.dialect.rows:
            if "pre_stop" in row.points:
                self.memory.take("stops", self.dialect.agent, self.heard.session, row.event, "")

    # two events of one call -------------------------------------------------------------------------------------------

    def _twins(self, arguments: Json) -> tuple[str, ...]:
        call = self.heard.calls[0]
        now = replace(call, arguments=arguments)
        what = json.dumps([call.tool if call.kind else call.own, now.identity()], sort_keys=True)
        return "call", self.dialect.agent, self.heard.session, str(self.heard.common.get("turn_id", "")), what

    def replayed(self) -> Said | None:
        """What another event of the same call was answered a moment ago; None: this one is the first."""
        if not self.heard.row.twin or len(self.heard.calls) != 1:
            return None
        key = self._twins(self.heard.calls[0].arguments)
        kept = self.memory.take(*key)
        if not isinstance(kept, dict) or kept.get("event") == self.heard.row.event:
            return None
        return Said(kept["words"], kept["user"])

    def remember(self) -> None:
        """Keep what this event is answered, for the other event of the same call; count that it goes on."""
        words = self.said.words
        if self.heard.row.twin and len(self.heard.calls) == 1:
            decision = {word: words[word] for word in ("deny", "defer", "ask", "stop") if word in words}
            kept = {"event": self.heard.row.event, "words": decision, "user": self.said.user}
            self.memory.put(kept, TWIN, *self._twins(self.arguments))
        if "keep_going" in words:
            count = self.memory.take(*self._stops())
            self.memory.put((count if isinstance(count, int) else 0) + 1, COUNT, *self._stops())
            self.memory.put(words["keep_going"], COUNT, "going", self.dialect.agent, self.heard.session)

    def _own_output(self, text: str) -> Json:
        """A rewritten result in the form that the agent takes. Raises ValueError where it takes none."""
        where = self.heard.row.call
        if where is not None and where.replaces == "text":
            return text
        if where is not None and where.replaces == "mcp" and self.heard.calls[0].mcp is None:
            raise ValueError("the agent replaces results of MCP tools only")
        return with_output(self.heard.output, text)

    # the answer -------------------------------------------------------------------------------------------------------

    def rendered(self) -> Rendered:
        """The agent's bytes."""
        heard = self.heard
        reply = AgentReply(self.dialect.agent, heard.row, heard.name, notes=list(heard.notes))
        if heard.calls:
            reply.own_input = heard.calls[0].rewritten
            reply.own_output = self._own_output
        made = reply.say(self.said)
        for text in reply.later:
            self.memory.put(text, STOP, "stop", self.dialect.agent, heard.session)
        return made


def _later(row: EventRow) -> bool:
    effect = row.effect("stop")
    return isinstance(effect, Degrades) and effect.later
