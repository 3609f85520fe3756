"""What fires came to -> the words of it -> the agent's bytes, with a note for every word that it does not take.

Rules
-----
* stop > deny > defer > ask > allow > nothing. Beside a refusal nothing is rewritten.
* What an agent cannot do is never sent and never silent: it is another word, or a note.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from chibi_hooks.dialects import Rendered
from chibi_hooks.dialects.rows.row import WORDS, Becomes, Cannot, Degrades, EventRow, Word, filled, merged_shapes
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.deciding.folded import Folded
from chibi_hooks.hooks.deciding.steps import Step

REFUSED: Final = "refused by a hook"
TURNED: Final = (*reversed(WORDS[2:]), *WORDS[:2])  # each after those that may become it: stop and denial are the last
APPROVAL: Final = "needs your approval"
LATER: Final = "to be decided later"


@dataclass(slots=True)
class Said:
    """What all fires of an event said, by word."""

    words: dict[Word, Json] = field(default_factory=dict)
    user: str = ""  # the refusal for the user, where it is another text

    def add(self, point: str, values: Mapping[str, Json]) -> None:
        """What one more fire came to."""
        for word, value in words_of(point, values):
            self._add(word, value)
        user = values.get("user_message")
        if isinstance(user, str) and not self.user:
            self.user = user

    def _add(self, word: Word, value: Json) -> None:
        before = self.words.get(word)
        joined = word in ("context", "warn", "keep_going", "ask", "defer", "stop") and isinstance(before, str)
        if word == "deny" and before is not None:
            return
        self.words[word] = f"{before}\n\n{value}" if joined else value

    @property
    def refuses(self) -> bool:
        """Is it refused?"""
        return "deny" in self.words


def words_of(point: str, values: Mapping[str, Json]) -> Iterator[tuple[Word, Json]]:
    """The words that an outcome says."""
    for key, value in values.items():
        if key == "denied" and value is True:
            yield "deny", values.get("reason") or REFUSED
        elif key == "block" and value is True:
            text = values.get("message") or REFUSED
            yield ("output" if point == "pre_tool_output" else "deny"), text
        elif key == "response" and point == "pre_spawn_agent":
            yield "deny", value
        elif key in WORD_OF and value is not False:
            yield WORD_OF[key], value


WORD_OF: Final[Mapping[str, Word]] = {
    "defer": "defer", "ask": "ask", "allow": "allow", "arguments": "rewrite", "context": "context",
    "inject": "context", "warn": "warn",
    "stop": "stop", "keep_going": "keep_going", "output": "output", "prompt": "prompt",
}  # fmt: skip


def shortcomings(
    agent: str, row: EventRow, event: str, point: str, values: Mapping[str, Json]
) -> Iterator[tuple[str, str]]:
    """For every word of an outcome that this event does not simply honour: the word, and what becomes of it."""
    for word, _ in words_of(point, values):
        effect = row.effect(word)
        if isinstance(effect, Degrades):
            becomes = f"becomes {effect.to}" if effect.to else "is weaker"
            yield word, f"{word} {becomes} at {agent} {event}: {effect.because}"
        elif isinstance(effect, Cannot):
            yield word, f"{word} has no effect at {agent} {event}: {effect.because}"


def with_shortcomings(agent: str, row: EventRow, event: str, point: str, more: str = "") -> Callable[[Folded], Folded]:
    """What a guest does where a host settles: the steps say what the agent does not honour. `more` about keep_going."""

    def settle(folded: Folded) -> Folded:
        found = [text for _, text in shortcomings(agent, row, event, point, folded.values)] if folded.values else []
        if more and "keep_going" in folded.values:
            found.append(more)
        if not found:
            return folded
        steps = [*folded.steps, *(Step(None, None, "answered", text) for text in found)]
        return Folded(folded.wire, folded.values, steps, folded.stated)

    return settle


@dataclass(slots=True)
class AgentReply:
    """The answer to one event, while it is put together."""

    agent: str
    row: EventRow
    event: str
    texts: dict[str, Json] = field(default_factory=dict)
    made: dict[str, Json] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    later: list[str] = field(default_factory=list)  # stops that are to be said at a later event
    own_input: Callable[[Json], Json] | None = None
    own_output: Callable[[str], Json] | None = None

    def say(self, said: Said) -> Rendered:
        """The agent's bytes for these words."""
        words = self._settled(dict(said.words))
        reason = words.get("deny") or words.get("defer") or words.get("ask") or ""
        self.texts |= {"reason": reason or REFUSED, "user": said.user or reason or REFUSED, "event": self.event}
        for word in WORDS:
            if word in words:
                self._word(word, words[word], self.row.effect(word))
        if not self.made:
            return Rendered(self.row.silence, 0, tuple(self.notes))
        return Rendered(json.dumps(self.made, ensure_ascii=True).encode(), 0, tuple(self.notes))

    def _settled(self, words: dict[Word, Json]) -> dict[Word, Json]:
        """The words, each that turns into another one turned, and those that a stricter one silences gone."""
        for word in TURNED:
            if word in words:
                self._turn(word, words)
        silenced: tuple[Word, ...] = ()
        if "deny" in words:
            silenced = ("defer", "ask", "allow", "rewrite", "prompt")
        elif "defer" in words:
            silenced = ("ask", "allow")
        elif "ask" in words:
            silenced = ("allow",)
        left = {word: each for word, each in words.items() if word not in silenced}
        for word in self.row.alone:
            if isinstance(text := left.get(word), str) and "context" in left:
                left[word] = f"{text}\n\n{left.pop('context')}"
        return left

    def _turn(self, word: Word, words: dict[Word, Json]) -> None:
        effect, value = self.row.effect(word), words[word]
        if word == "rewrite" and self.own_input is not None and not isinstance(effect, Cannot):
            try:
                words[word] = value = self.own_input(value)
            except ValueError as error:
                effect = Degrades(str(error), "deny")
        if word == "output" and self.own_output is not None and not isinstance(effect, Cannot):
            try:
                words[word] = self.own_output(value)
            except ValueError as error:
                effect = Degrades(str(error), "context" if "context" in self.row.answers else None)
        if not isinstance(effect, Degrades) or effect.to is None:
            return
        self.notes.append(f"{self.agent}: {self.event}: {word} becomes {effect.to}: {effect.because}")
        del words[word]
        if effect.later and isinstance(value, str):
            self.later.append(value)
        text = _as_other(word, value)
        if effect.to == "deny":
            words.setdefault("deny", text)
        elif isinstance(before := words.get(effect.to), str):
            words[effect.to] = f"{before}\n\n{text}"
        else:
            words[effect.to] = text

    def _word(self, word: Word, value: Json, effect: Becomes) -> None:
        if isinstance(effect, Cannot):
            self.notes.append(f"{self.agent}: {self.event}: {word} has no effect: {effect.because}")
            return
        if isinstance(effect, Degrades) and effect.to is not None:
            return
        if isinstance(effect, Degrades):
            self.notes.append(f"{self.agent}: {self.event}: {word} is weaker: {effect.because}")
        self.texts[SLOT_OF.get(word, word)] = value
        shape = filled(effect.shape, self.texts)
        self.made = merged_shapes(self.made, shape) if self.made else shape


SLOT_OF: Final[Mapping[Word, str]] = {
    "rewrite": "input", "deny": "reason", "defer": "reason", "ask": "reason",
}  # fmt: skip


def _as_other(word: Word, value: Json) -> str:
    """The text of a word that another one is said for."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    match word:
        case "ask":
            return f"{APPROVAL}: {text}"
        case "defer":
            return f"{LATER}: {text}"
        case "prompt":
            return f"a hook has rewritten this prompt, and a rewritten one cannot be sent on. It would be:\n{text}"
        case "rewrite":
            return f"a hook has rewritten this call, and it cannot be sent on. Make this one instead: {text}"
        case "output":
            return f"a hook has rewritten this result; read this instead:\n{text}"
    return text
