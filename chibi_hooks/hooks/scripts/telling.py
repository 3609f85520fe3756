"""A question of a hook file -> the host's answer, recorded with the fire, so that a replay gives the same.

Rules
-----
* What is asked stands among the calls of the fire (`MadeCall`), its name in parentheses: no tool is called so.
* A fact is the same for a whole fire, whoever asks. What is written is not written again by a replay.
* In a worker the host is asked through the worker's link (workers/far_host.py), and records it.
"""

from __future__ import annotations

import json
import marshal
from collections.abc import Callable
from json.encoder import encode_basestring_ascii
from math import isfinite
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, Protocol

from chibi_hooks.hooks.answer import Json, made
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.hooks.fire import MadeCall
from chibi_hooks.hooks.knowing.knowledge import SHORT, UNCHANGED, WRITING, Whereabouts
from chibi_hooks.hooks.scripts.alist import SMALL, Unfit, scheme_to_json
from chibi_hooks.hooks.scripts.payload_data import NULL, payload_to_scheme
from chibi_hooks.hooks.tools.calling import CURRENT, KEPT, Chain, ToolCall
from chibi_hooks.scheme.values.arguments import text
from chibi_hooks.scheme.values.data import FALSE, TRUE, String, Value, Vector, string_of
from chibi_hooks.scheme.values.errors import fail

if TYPE_CHECKING:
    from chibi_hooks.hooks.knowing.knowledge import Knowledge

_characters: Final = attrgetter("s")  # of a string
UNTOLD: Final[Any] = object()  # nobody has asked
ROOM: Final = KEPT // 2  # characters of the first call that surely are kept
SPELLED: Final = ("false", "true")  # as JSON
Teller = Callable[[Chain, Whereabouts, str, str, dict[str, Json]], Json]
"""A question of this file, in the fire under way, and where that is -> the answer. It raises BadRequest."""

NO_FIRE: Final = "only hooks and tools may ask the host, not a file while it is loaded"


def asker(script: str, loading: Callable[[], bool]) -> Callable[[Value, Value], Value]:
    """The procedure `(ask question name value ...)` of a file's world: what (engine answering) `host-asker` is
    there."""

    def ask(question: Value, *given: Value) -> Value:
        """(ask question name value ...) -> the host's answer."""
        wanted = question.s if question.__class__ is String else text("ask", 1, question)
        try:
            chain = CURRENT.get()
            if chain is None or loading():
                raise BadRequest(NO_FIRE)
            told: dict[str, Json] = {}
            rest = iter(given)
            for name, value in zip(rest, rest):  # noqa: B905  a keyword costs as much as the loop
                kind = value.__class__
                if kind is String:
                    told[name.s] = value.s
                elif kind is int and -SMALL < value < SMALL:
                    told[name.s] = value
                elif kind is Vector:
                    told[name.s] = _texts(value)
                else:
                    told[name.s] = scheme_to_json(value)
            answer = chain.firing.known(chain, script, wanted, told)
            kind = answer.__class__
            if kind is int:
                return answer
            if kind is bool:
                return TRUE if answer else FALSE
            if kind is str:
                return string_of(answer)
            return NULL if answer is None else payload_to_scheme(answer)
        except (BadRequest, Unfit) as error:
            raise fail("error", str(error), who=wanted) from None

    ask.scheme_name = "ask"  # type: ignore[attr-defined]
    return ask


class Telling(Protocol):
    """What is needed of the host."""

    recorded_calls: Callable[[str, str, Any], ToolCall] | None

    @property
    def knowledge(self) -> Knowledge:
        """What it knows."""


def telling(host: Telling) -> Teller:
    """What answers the questions of hooks: the recorded answer in a replay, else what the host knows."""
    questions = host.knowledge.questions

    def tell(chain: Chain, around: Whereabouts, script: str, question: str, told: dict[str, Json]) -> Json:
        name = f"({question})"
        if host.recorded_calls is not None:
            if question in WRITING:
                return True
            call = chain.firing.recorded(script, name, payload_to_scheme(told))
            if call is not None:
                return json.loads(call.output)
        value = UNTOLD
        size = 0  # of a question that may be as long as somebody likes
        try:
            if question in UNCHANGED:
                said = str(told.get("name")) if len(told) == 1 else _in_short(told)
                size = len(said)
                known, key = chain.known, (question, said)
                value = known.get(key, UNTOLD)
            if value is UNTOLD:
                find = questions.get(question)
                if find is None:
                    raise BadRequest(f"{question}: the host knows no such question")
                value = find(told, chain.payload, around, script)
                if size:
                    known[key] = value
        except BadRequest as error:
            chain.note(MadeCall(script, name, told, "refused", "", str(error)))
            raise
        kind = value.__class__
        output = SPELLED[value] if kind is bool else str(value) if kind is int else _text(value)
        asked = made(MadeCall, (script, name, told, "done", output, None))
        if not chain.calls and (question in SHORT or (size and size + len(output) < ROOM)):
            chain.calls.append(asked)  # for the first one there is room
        else:
            chain.note(asked)
        return value

    return tell


def _in_short(told: dict[str, Json]) -> str | bytes:
    """What a question says, which no other one says so."""
    try:
        return marshal.dumps(told, 0)
    except ValueError:  # nested too deep
        return repr(told)


def _texts(value: Vector) -> Json:
    """Part of a question as JSON: some names, as a rule. Raises Unfit."""
    try:
        return [*map(_characters, value.v)]
    except AttributeError:  # not all are strings
        return scheme_to_json(value)


def _text(value: Json) -> str:
    """What is no number and no yes or no as JSON: most facts are a text or none."""
    kind = value.__class__
    if kind is str:
        return encode_basestring_ascii(value)
    if kind is float and isfinite(value):
        return repr(value)
    return "null" if value is None else json.dumps(value)
