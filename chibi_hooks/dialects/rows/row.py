"""What one event of an agent is: a `EventRow`, and what becomes of each word of ours in the answer to it.

    EventRow("PreToolUse", ("pre_tool", PERMISSION), {"deny": Honours({"decision": "deny", "reason": REASON})})

Rules
-----
* A word that a row does not name cannot be said there.
* `Honours` and `Degrades` have a shape: the JSON that says the word, with slots for texts. The shapes of several words
  are merged.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from chibi_hooks.hooks.answer import Json

Word = Literal["deny", "defer", "ask", "allow", "rewrite", "context", "warn", "stop", "keep_going", "output", "prompt"]
WORDS: Final[tuple[Word, ...]] = (
    "stop", "deny", "defer", "ask", "allow", "rewrite", "output", "prompt", "keep_going", "context", "warn",
)  # fmt: skip

PERMISSION: Final = "permission"  # among the points of a row: the permission point of the tool's kind
TOOL_POINTS: Final = ("pre_tool", PERMISSION)
RESULT_POINTS: Final = ("pre_tool_output", "post_tool_output", "post_tool")
START_POINTS: Final = ("on_start", "pre_system_prompt", "post_system_prompt")
STOP_POINTS: Final = ("post_message", "pre_stop")


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a shape where a text of the answer goes."""

    name: str


REASON: Final = Slot("reason")  # why it is refused or asked about, for the model
USER: Final = Slot("user")  # the same for the user
CONTEXT: Final = Slot("context")
WARN: Final = Slot("warn")
INPUT: Final = Slot("input")  # the rewritten arguments, in the agent's own keys
OUTPUT: Final = Slot("output")  # the rewritten output, in the form that it came in
PROMPT: Final = Slot("prompt")
KEEP: Final = Slot("keep_going")
STOP: Final = Slot("stop")
EVENT: Final = Slot("event")  # the event's own name


@dataclass(frozen=True, slots=True)
class Honours:
    """The agent does what the word says."""

    shape: Json


@dataclass(frozen=True, slots=True)
class Degrades:
    """The agent cannot do quite that: another word is said in its place, or a shape that does less or more."""

    because: str
    to: Word | None = None
    shape: Json = None
    later: bool = False  # it is said again at the next event that can honour it


@dataclass(frozen=True, slots=True)
class Cannot:
    """Nothing can be said; it is told to the user and the journal."""

    because: str


Becomes = Honours | Degrades | Cannot
NOWHERE: Final = Cannot("this event has no answer for it")
MCP_OUTPUT: Final = Degrades(
    "it replaces results of MCP tools only; others stay as they are", shape={"updated_mcp_tool_output": OUTPUT}
)
PUT_OFF: Final = Degrades("it cannot put a call off", "deny")


@dataclass(frozen=True, slots=True)
class CallAt:
    """Where an event tells of a tool call. `tool`: the tool's own name where the event is about one tool only;
    `arguments` is a path, or the keys of the event that are arguments."""

    name: str = "tool_name"
    arguments: str | tuple[str, ...] = "tool_input"
    output: str = ""
    tool: str = ""
    prefix: str = ""  # what its tools' names lack there that they have elsewhere
    replaces: Literal["any", "mcp", "text"] = "any"  # whose output may be replaced, or that a plain text does it


@dataclass(frozen=True, slots=True)
class EventRow:
    """One event of an agent, in all that is known about it."""

    event: str
    points: tuple[str, ...]  # what it fires, in this order
    answers: Mapping[Word, Becomes] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)  # key of the payload <- "path in the event|another"
    call: CallAt | None = None  # it is about a tool call
    silence: bytes = b"{}"  # what nobody's opinion looks like
    twin: bool = False  # the agent sends another event for the same call
    when: Mapping[str, Json] = field(default_factory=dict)  # it is this row only with these; None: none or empty
    timeout: float = 30.0  # seconds, for whoever installs us: a guard on a busy machine has its time, and a plugin
    alone: tuple[Word, ...] = ()  # words beside which the agent drops context: the first that is said tells it, too
    unwired: str = ""  # why nobody may install us there
    note: str = ""

    def holds(self, told: Mapping[str, Json]) -> bool:
        """Whether the event has what `when` wants."""
        return all(told.get(key) in ((value,) if value is not None else (None, "")) for key, value in self.when.items())

    def effect(self, word: Word) -> Becomes:
        """What the agent makes of a word here."""
        if word == "defer" and word not in self.answers and "deny" in self.answers:
            return PUT_OFF
        return self.answers.get(word, NOWHERE)

    @property
    def has_answers(self) -> bool:
        """Is there anything that can be said? Such events are what an installer wires."""
        return any(not isinstance(each, Cannot) for each in self.answers.values())


def filled(shape: Json, texts: Mapping[str, Json]) -> Json:
    """A shape with its slots filled."""
    if isinstance(shape, Slot):
        return texts.get(shape.name)
    if isinstance(shape, dict):
        return {key: filled(each, texts) for key, each in shape.items()}
    if isinstance(shape, list):
        return [filled(each, texts) for each in shape]
    return shape


def merged_shapes(one: Json, other: Json) -> Json:
    """Two shapes as one object; where both say something the first has said it."""
    if not isinstance(one, dict) or not isinstance(other, dict):
        return one
    made = dict(one)
    for key, each in other.items():
        made[key] = merged_shapes(one[key], each) if key in one else each
    return made
