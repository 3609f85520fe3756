"""What a fold did, as data: one `Step` each; its text is made when somebody reads it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from json.encoder import encode_basestring
from typing import Final, Literal, NamedTuple

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import did_you_mean
from chibi_hooks.hooks.payload import KINDS, LONGEST_KEY, brief_key, kind_of

SHOWN: Final = 60  # characters of a value in a step's text

Action = Literal[
    "set",  # the field has this value now
    "replaced",  # the same, and an earlier answer's value is gone
    "added",  # union, merge and text: this was added to what there was
    "kept",  # intersection: this is what is left
    "decided",  # the field is set and the fold ends here
    "passed",  # a value that does nothing here (`block: false`, an empty text)
    "none",  # no opinion
    "failed",  # the responder failed
    "skipped",  # not looked at: an earlier answer had decided
    "ignored",  # has no effect, for the reason given
    "warning",  # wrong type, counts as absent
    "unknown",  # not a field of this point
    "settled",  # the host's own word after the answers
    "answered",  # what becomes of it in the answer to an agent
]


class Step(NamedTuple):
    """One thing the fold did: which answer (by index; None: the host), which field, what, and the value or reason;
    of a step that comes from elsewhere only its text is known (`told`)."""

    answer: int | None
    field: str | None
    action: Action
    detail: Json = None
    told: str | None = None

    @property
    def is_warning(self) -> bool:
        """Would the author of the answer want to know?"""
        return self.action in ("failed", "warning", "unknown") or (self.action == "ignored" and self.field is None)

    @property
    def text(self) -> str:
        """One line for people, without the name of the responder."""
        return _TEXTS[self.action](self) if self.told is None else self.told

    def to_json(self) -> dict[str, Json]:
        """`{"answer": 0, "field": "block", "action": "decided", "text": …}`."""
        return {"answer": self.answer, "field": self.field, "action": self.action, "text": self.text}

    @classmethod
    def from_json(cls, told: Mapping[str, Json]) -> Step:
        """What `to_json` gave."""
        return cls(told["answer"], told["field"], told["action"], None, told["text"])


_TEXTS: Final[dict[Action, Callable[[Step], str]]] = {
    "set": lambda step: f"{step.field} = {brief(step.detail)}",
    "replaced": lambda step: f"{step.field} = {brief(step.detail)}, in place of the earlier value",
    "added": lambda step: f"{step.field}: {brief(step.detail)} is added",
    "kept": lambda step: f"{step.field}: {brief(step.detail)} is left",
    "decided": lambda step: f"{step.field} = {brief(step.detail)}: this decides",
    "passed": lambda step: f"{step.field} = {brief(step.detail)} changes nothing",
    "none": lambda step: "no opinion",
    "failed": lambda step: f"failed: {step.detail}",
    "skipped": lambda step: f"not looked at: answer {step.detail + 1} had decided",
    "ignored": lambda step: f"{step.field} is ignored: {step.detail}" if step.field else f"ignored: {step.detail}",
    "warning": lambda step: f"{step.field}: {step.detail}; it counts as absent",
    "unknown": lambda step: f'"{brief_key(step.field)}" is not a field of this point' + _near(step),
    "settled": lambda step: str(step.detail),
    "answered": lambda step: str(step.detail),
}


def brief(value: Json) -> str:
    """A JSON value for a message, at most about `SHOWN` characters, at a cost that does not depend on its size."""
    if isinstance(value, str):
        text = encode_basestring(value[:SHOWN])
        return text if len(value) <= SHOWN else f"{text[:-1]}…"
    if isinstance(value, dict):
        return _members("{}", [f"{brief_key(key)}: {_atom(each)}" for key, each in _first(value.items())], len(value))
    if isinstance(value, list):
        return _members("[]", [_atom(each) for each in _first(value)], len(value))
    return _atom(value)


def _first(items: Json) -> list[Json]:
    return [each for _, each in zip(range(3), items, strict=False)]


def _members(brackets: str, shown: list[str], count: int) -> str:
    more = [f"… {count - len(shown)} more"] if count > len(shown) else []
    return brackets[0] + ", ".join(shown + more) + brackets[1]


def _atom(value: Json) -> str:
    if isinstance(value, str):
        return brief(value if len(value) <= 20 else f"{value[:20]}…")
    if isinstance(value, dict | list):
        return f"{kind_of(value)} of {len(value)}"
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 200:
        return f"an integer of {value.bit_length()} bits"
    return json.dumps(value) if type(value) in KINDS else kind_of(value)


def _near(step: Step) -> str:
    key = step.field or ""
    return did_you_mean(key, step.detail) if len(key) <= LONGEST_KEY else ""
