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
Teller = Callable[[Chain, str, str, dict[str, Json]], Json]
"""A question of this file, in the fire under way -> the answer. It raises BadRequest."""

NO_FIRE: Final = "only hooks and tools may ask the host, not a file while it is loaded"


class Loading(Protocol):
    """A file that is, or is not, being loaded."""

    loading: bool


def asker(script: str, file: Loading) -> Callable[[Value, Value], Value]:
    """The procedure `(ask question name value ...)` of a file's world: what (engine answering) `host-asker` is
    there."""

    def ask(question: Value, *given: Value) -> Value:
        """(ask question name value ...) -> the host's answer."""
        wanted = question.s if question.__class__ is String else text("ask", 1, question)
        try:
            chain = CURRENT.get()
            if chain is None or file.loading:
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

    def tell(chain: Chain, script: str, question: str, told: dict[str, Json]) -> Json:
        asked = questions.get(question)
        if asked is None:
            refused = f"{question}: the host knows no such question"
            chain.note(MadeCall(script, f"({question})", told, "refused", "", refused))
            raise BadRequest(refused)
        find, name, unchanged, short, writing = asked
        if host.recorded_calls is not None:
            if writing:
                return True
            recorded = chain.firing.recorded(script, name, payload_to_scheme(told))
            if recorded is not None:
                return json.loads(recorded.output)
        size = 0  # of a question that may be as long as somebody likes
        try:
            if unchanged:
                said = _in_short(told)
                size = len(said)
                known = chain.known
                if known is None:
                    known = chain.known = {}
                value = known.get(said, UNTOLD)
                if value is UNTOLD:
                    value = known[said] = find(told, chain.payload, chain.firing, script)
            else:
                value = find(told, chain.payload, chain.firing, script)
        except BadRequest as error:
            chain.note(MadeCall(script, name, told, "refused", "", str(error)))
            raise
        kind = value.__class__
        output = SPELLED[value] if kind is bool else str(value) if kind is int else _text(value)
        call = made(MadeCall, (script, name, told, "done", output, None))
        if not chain.calls and (short or (size and size + len(output) < ROOM)):
            chain.calls.append(call)  # for the first one there is room
        else:
            chain.note(call, size + len(output) if size else 0)
        return value

    return tell


def _in_short(told: dict[str, Json]) -> str | bytes:
    """What a question says that is asked for what does not change, which no other one says so."""
    if len(told) == 1:
        return str(told.get("name"))
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
