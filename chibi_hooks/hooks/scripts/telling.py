"""A question of a hook file -> the host's answer, recorded with the fire, so that a replay gives the same.

Rules
-----
* What is asked stands among the calls of the fire (`MadeCall`), its name in parentheses: no tool is called so.
* A fact is the same for a whole fire, whoever asks. What is written is not written again by a replay.
* In a worker the host is asked through the worker's link (workers/far_host.py), and records it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol

from chibi_hooks.hooks.answer import Json, made
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.hooks.fire import MadeCall
from chibi_hooks.hooks.knowing.knowledge import UNCHANGED, WRITING, Whereabouts
from chibi_hooks.hooks.scripts.alist import Unfit, entries_to_json, payload_to_scheme
from chibi_hooks.hooks.tools.calling import CURRENT, Chain
from chibi_hooks.scheme.values.arguments import text
from chibi_hooks.scheme.values.data import Value
from chibi_hooks.scheme.values.errors import fail

if TYPE_CHECKING:
    from chibi_hooks.hooks.knowing.knowledge import Knowledge

NO_FIRE: Final = "only hooks and tools may ask the host, not a file while it is loaded"


class Knowing(Whereabouts, Protocol):
    """Whoever fires, as much of it as is asked."""

    @property
    def knowledge(self) -> Knowledge:
        """What the host knows."""


def asker(script: str, loading: Callable[[], bool]) -> Callable[[Value, Value], Value]:
    """The procedure `(ask question alist)` of a file's world: what (engine answering) `host-asker` is there."""

    def ask(question: Value, arguments: Value) -> Value:
        """(ask question alist) -> the host's answer."""
        wanted = text("ask", 1, question)
        try:
            chain = CURRENT.get()
            if chain is None or loading():
                raise BadRequest(NO_FIRE)
            value = chain.firing.known(chain, script, wanted, entries_to_json(arguments))
            return value if value.__class__ is int else payload_to_scheme(value)
        except (BadRequest, Unfit) as error:
            raise fail("error", str(error), who=wanted) from None

    ask.scheme_name = "ask"  # type: ignore[attr-defined]
    return ask


def tell(chain: Chain, around: Knowing, script: str, question: str, told: dict[str, Json]) -> Json:
    """The answer to a question of this file, in the fire under way: the recorded one in a replay, else what the host
    knows. Raises BadRequest."""
    firing = chain.firing
    name = f"({question})"
    if firing.replays:
        if question in WRITING:
            return True
        call = firing.recorded(script, name, payload_to_scheme(told))
        if call is not None:
            return json.loads(call.output)
    key = (question, repr(sorted(told.items()))) if question in UNCHANGED else None
    try:
        if key is not None and key in chain.known:
            value = chain.known[key]
        else:
            value = around.knowledge.answer(question, told, chain.payload, around)
    except BadRequest as error:
        chain.note(MadeCall(script, name, told, "refused", "", str(error)))
        raise
    if key is not None:
        chain.known[key] = value
    output = str(value) if value.__class__ is int else json.dumps(value)
    chain.note(made(MadeCall, (script, name, told, "done", output, None)))
    return value
